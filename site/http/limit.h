/*
 * limit — how often somebody may try something: so many times in a stretch of time.
 *
 * Each key has a bucket of tries that fills again evenly. Reads no clock: the caller passes
 * monotonic microseconds. The table has a fixed size and keys are found by a hash with a secret
 * salt, so that nobody can choose keys that push another's out. Where there is no room, the key
 * that is nearest to rest is forgotten, but never one that has no tries left: then the new one has
 * to wait instead.
 */
#pragma once
#include <stdbool.h>
#include <stdint.h>

enum { LIMIT_KEYS = 4096, LIMIT_WAYS = 16 };

struct limit {
    int64_t tries, window_us;
    uint64_t salt;
    struct {
        uint64_t key;
        int64_t full_us; /* when all tries are there again */
    } seat[LIMIT_KEYS];
};

void limit_open(struct limit *l, int64_t tries, int64_t window_us);
/* Takes a try; false when there is none left. */
bool limit_take(struct limit *l, const char *key, int64_t now_us);
/* Whether limit_take() would be true; takes nothing. */
bool limit_allows(const struct limit *l, const char *key, int64_t now_us);
/* Gives one back: it was no try after all. */
void limit_give_back(struct limit *l, const char *key, int64_t now_us);
