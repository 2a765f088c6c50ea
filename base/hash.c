/* Whole words are mixed one after the other: quick on states, and the same on every machine,
   because records and journals keep the results for ever. */
#include "base/hash.h"

static uint64_t load(const unsigned char *s, size_t len)
{
    uint64_t word = 0;
    for (size_t i = 0; i < len; i++) word |= (uint64_t)s[i] << (8 * i);
    return word;
}

uint64_t hash_bytes(uint64_t seed, const void *bytes, size_t len)
{
    const unsigned char *s = bytes;
    uint64_t h = hash_word(seed, len);
    for (; len >= 8; s += 8, len -= 8) h = hash_word(h, load(s, 8));
    if (len > 0) h = hash_word(h, load(s, len));
    return hash_word(h, 0x94D049BB133111EBu);
}
