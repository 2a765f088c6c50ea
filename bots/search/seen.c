#include "bots/search/seen.h"

#include "base/hash.h"

#include <assert.h>

enum { TRIES = 4 };

size_t seen_size(size_t places)
{
    return places * sizeof(uint64_t);
}

void seen_open(struct seen *s, void *memory, size_t places)
{
    assert(places >= TRIES && (places & (places - 1)) == 0);
    *s = (struct seen){.slot = memory, .mask = places - 1};
    for (size_t i = 0; i < places; i++) s->slot[i] = 0;
}

void seen_clear(struct seen *s)
{
    s->epoch++;
}

bool seen_add(struct seen *s, uint64_t hash)
{
    uint64_t key = hash_word(hash, s->epoch) | 1; /* 0 is an empty place */
    uint64_t at = key >> 20 & s->mask;
    for (int i = 0; i < TRIES; i++) {
        uint64_t *slot = &s->slot[(at + (uint64_t)i) & s->mask];
        if (*slot == key) return false;
        if (*slot != 0) continue;
        *slot = key;
        return true;
    }
    s->slot[at] = key;
    return true;
}
