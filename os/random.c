/* getrandom() may give less than it is asked for when a signal comes: it is asked again. */
#include "os/random.h"

#include <assert.h>
#include <sys/random.h>

void random_bytes(void *out, size_t len)
{
    unsigned char *at = out;
    while (len > 0) {
        ssize_t got = getrandom(at, len, 0);
        if (got <= 0) continue;
        at += got;
        len -= (size_t)got;
    }
}

uint64_t random_u64(void)
{
    uint64_t n;
    random_bytes(&n, sizeof n);
    return n;
}

uint32_t random_u32(void)
{
    return (uint32_t)random_u64();
}

void random_hex(char *out, size_t len)
{
    static const char digits[] = "0123456789abcdef";
    unsigned char byte = 0;
    assert(len % 2 == 0);
    for (size_t i = 0; i < len; i++) {
        if (i % 2 == 0) random_bytes(&byte, 1);
        out[i] = digits[i % 2 == 0 ? byte >> 4 : byte & 15];
    }
    out[len] = '\0';
}
