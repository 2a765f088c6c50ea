#include "bots/search/seen.h"

#include <assert.h>

enum { TRIES = 4 };

/* A place holds a hash with the epoch in its lowest bits; one of another epoch is empty. */
#define EPOCHS UINT64_C(0xffff)

size_t seen_size(size_t places)
{
    return places * sizeof(uint64_t);
}

void seen_open(struct seen *s, void *memory, size_t places)
{
    assert(places >= TRIES && (places & (places - 1)) == 0);
    *s = (struct seen){.slot = memory, .mask = places - 1, .places = places, .epoch = 1};
    for (size_t i = 0; i < places; i++) s->slot[i] = 0;
}

void seen_clear(struct seen *s)
{
    if (++s->epoch <= EPOCHS) return;
    seen_open(s, s->slot, s->places);
}

void seen_clear_to(struct seen *s, size_t places)
{
    assert(places >= TRIES && places <= s->places && (places & (places - 1)) == 0);
    seen_clear(s);
    s->mask = places - 1;
}

bool seen_add(struct seen *s, uint64_t hash)
{
    uint64_t key = (hash & ~EPOCHS) | s->epoch, first = hash >> 20;
    for (uint64_t i = 0; i < TRIES; i++) {
        uint64_t *slot = &s->slot[(first + i) & s->mask];
        if (*slot == key) return false;
        if ((*slot & EPOCHS) == s->epoch) continue;
        *slot = key;
        return true;
    }
    s->slot[first & s->mask] = key;
    return true;
}
