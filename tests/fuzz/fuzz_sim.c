/* Whatever a script of `taisen sim` holds; the first byte chooses the game. */
#include "cli/sim.h"

#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static FILE *nowhere;
    struct err err;
    int which;
    if (size < 1) return 0;
    if (!nowhere) nowhere = fopen("/dev/null", "w");
    for (which = 0; sims[which].game; which++) continue;
    sims[data[0] % which].run((const char *)data + 1, size - 1, data[0] & 0x80, nowhere, &err);
    return 0;
}
