/* Buckets in a fixed table, found by hash: neither memory nor time grows with the number of
   those who try. */
#include "site/http/limit.h"

#include "base/hash.h"
#include "os/random.h"

#include <assert.h>
#include <string.h>

void limit_open(struct limit *l, int64_t tries, int64_t window_us)
{
    assert(tries > 0 && window_us >= tries);
    memset(l, 0, sizeof *l);
    l->tries = tries;
    l->window_us = window_us;
    l->salt = random_u64();
}

static uint64_t hash_of(const struct limit *l, const char *key)
{
    return hash_bytes(l->salt, key, strlen(key));
}

/* The first of the few seats that a key may sit on. */
static uint64_t first_seat(uint64_t hash)
{
    return hash % (LIMIT_KEYS / LIMIT_WAYS) * LIMIT_WAYS;
}

static int64_t one_us(const struct limit *l)
{
    return l->window_us / l->tries;
}

static bool is_spent(const struct limit *l, int64_t full_us, int64_t now_us)
{
    return full_us + one_us(l) > now_us + l->window_us;
}

/* The seat of a key; -1: it has none. */
static int64_t find(const struct limit *l, uint64_t hash)
{
    for (uint64_t i = first_seat(hash); i < first_seat(hash) + LIMIT_WAYS; i++)
        if (l->seat[i].key == hash) return (int64_t)i;
    return -1;
}

/* A seat for a new key: the one nearest to rest; -1 when nobody there has a try left. */
static int64_t make_seat(struct limit *l, uint64_t hash, int64_t now_us)
{
    uint64_t best = first_seat(hash);
    for (uint64_t i = best; i < first_seat(hash) + LIMIT_WAYS; i++)
        if (l->seat[i].full_us < l->seat[best].full_us) best = i;
    if (is_spent(l, l->seat[best].full_us, now_us)) return -1;
    l->seat[best].key = hash;
    l->seat[best].full_us = now_us;
    return (int64_t)best;
}

bool limit_take(struct limit *l, const char *key, int64_t now_us)
{
    uint64_t hash = hash_of(l, key);
    int64_t seat = find(l, hash);
    if (seat < 0) seat = make_seat(l, hash, now_us);
    if (seat < 0) return false;
    int64_t *full_us = &l->seat[seat].full_us;
    if (*full_us < now_us) *full_us = now_us;
    if (is_spent(l, *full_us, now_us)) return false;
    *full_us += one_us(l);
    return true;
}

bool limit_allows(const struct limit *l, const char *key, int64_t now_us)
{
    int64_t seat = find(l, hash_of(l, key));
    return seat < 0 || !is_spent(l, l->seat[seat].full_us, now_us);
}

void limit_give_back(struct limit *l, const char *key, int64_t now_us)
{
    int64_t seat = find(l, hash_of(l, key));
    if (seat >= 0 && l->seat[seat].full_us > now_us) l->seat[seat].full_us -= one_us(l);
}
