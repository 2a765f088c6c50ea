/* Whatever a script of `taisen sim` holds; the first byte chooses the game. */
#include "cli/sim.h"

#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static FILE *nowhere;
    struct err err;
    if (size < 1) return 0;
    if (!nowhere) nowhere = fopen("/dev/null", "w");
    const struct sim *sim = sims;
    for (int skip = data[0] & 0x7f; skip > 0; skip--) sim = sim[1].game ? sim + 1 : sims;
    sim->run((const char *)data + 1, size - 1, data[0] & 0x80, nowhere, &err);
    return 0;
}
