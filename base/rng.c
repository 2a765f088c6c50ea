/* Two generators: splitmix64 for our own choices, and Java's, number for number, because the
   original contests dealt with it. */
#include "base/rng.h"

#include <assert.h>

static int32_t bits31(struct java_rng *r)
{
    r->word = (r->word * 0x5DEECE66Du + 0xBu) & 0xFFFFFFFFFFFFu;
    return (int32_t)(r->word >> 17);
}

int32_t java_rng_below(struct java_rng *r, int32_t n)
{
    assert(n > 0);
    if ((n & -n) == n) return (int32_t)((int64_t)n * bits31(r) >> 31);
    for (;;) {
        int32_t u = bits31(r);
        int32_t v = u % n;
        /* The last, incomplete stretch of n values below 2^31 is thrown away. */
        if ((int64_t)u - v + (n - 1) <= INT32_MAX) return v;
    }
}
