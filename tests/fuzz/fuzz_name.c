/* Whatever a player calls itself: the name is bounded, without control characters, and UTF-8. */
#include "referee/name.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char name[NAME_MAX_BYTES + 1];
    name_clean((const char *)data, size, name);
    size_t len = strlen(name);
    assert(len <= NAME_MAX_BYTES);
    for (size_t i = 0; i < len; i++) assert((unsigned char)name[i] >= 0x20 && name[i] != 0x7f);
    return 0;
}
