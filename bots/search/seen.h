/*
 * seen — a set of 64-bit hashes, emptied in no time.
 *
 * For leaving out states that a search has met already. The lowest 16 bits of a hash do not count.
 * A place that is taken by others on all of its few tries is overwritten, so the set never fills
 * up: it then forgets, and a state may come twice. Lives in memory of the caller's, who keeps it;
 * needs no closing.
 */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct seen {
    uint64_t *slot;
    uint64_t mask;  /* number of places in use - 1 */
    size_t places;  /* that there are */
    uint64_t epoch; /* since the set was cleared last; entries of others count as absent */
};

/* Bytes for a set of so many places, a power of two. */
size_t seen_size(size_t places);
void seen_open(struct seen *, void *memory, size_t places);
void seen_clear(struct seen *);
/* Empties the set, which uses so many of its places from here on, a power of two: a small one stays
   in the cache. */
void seen_clear_to(struct seen *, size_t places);
/* Whether the hash is new; it is in the set afterwards. */
bool seen_add(struct seen *, uint64_t hash);
