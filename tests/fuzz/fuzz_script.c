/* Whatever a script of `taisen sim` holds; the first byte chooses the game. */
#include "games/script.h"

#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static FILE *nowhere;
    struct err err;
    int i = 0;
    if (size < 1) return 0;
    if (!nowhere) nowhere = fopen("/dev/null", "w");
    for (int skip = data[0] & 0x7f; skip > 0; skip--) i = game_scripts[i + 1] ? i + 1 : 0;
    game_scripts[i]->run((const char *)data + 1, size - 1, data[0] & 0x80, nowhere, &err);
    return 0;
}
