/* Buckets in a fixed table, found by hash: neither memory nor time grows with the number of
   those who try. */
#include "site/http/limit.h"

#include "base/hash.h"

#include <string.h>

void limit_open(struct limit *l, int64_t tries, int64_t window_us)
{
    memset(l, 0, sizeof *l);
    l->tries = tries;
    l->window_us = window_us;
}

/* The seat of a key among the few it may sit on: its own, or the one that is full the longest. */
static int64_t *seat_of(struct limit *l, const char *key, int64_t now_us)
{
    uint64_t hash = hash_bytes(0, key, strlen(key));
    uint64_t first = hash % (LIMIT_KEYS / LIMIT_WAYS) * LIMIT_WAYS, best = first;
    for (uint64_t i = first; i < first + LIMIT_WAYS; i++) {
        if (l->seat[i].key == hash) return &l->seat[i].full_us;
        if (l->seat[i].full_us < l->seat[best].full_us) best = i;
    }
    l->seat[best].key = hash;
    l->seat[best].full_us = now_us;
    return &l->seat[best].full_us;
}

bool limit_take(struct limit *l, const char *key, int64_t now_us)
{
    int64_t *full_us = seat_of(l, key, now_us), one_us = l->window_us / l->tries;
    if (*full_us < now_us) *full_us = now_us;
    if (*full_us + one_us > now_us + l->window_us) return false;
    *full_us += one_us;
    return true;
}

void limit_give_back(struct limit *l, const char *key, int64_t now_us)
{
    *seat_of(l, key, now_us) -= l->window_us / l->tries;
}
