/*
 * limit — how often somebody may try something: so many times in a stretch of time.
 *
 * Each key has a bucket of tries that fills again evenly. Reads no clock: the caller passes
 * monotonic microseconds. The table has a fixed size; where it is full, the key that was longest at
 * rest is forgotten.
 */
#pragma once
#include <stdbool.h>
#include <stdint.h>

enum { LIMIT_KEYS = 4096, LIMIT_WAYS = 16 };

struct limit {
    int64_t tries, window_us;
    struct {
        uint64_t key;
        int64_t full_us; /* when all tries are there again */
    } seat[LIMIT_KEYS];
};

void limit_open(struct limit *l, int64_t tries, int64_t window_us);
/* Takes a try; false when there is none left. */
bool limit_take(struct limit *l, const char *key, int64_t now_us);
/* Gives one back: it was no try after all. */
void limit_give_back(struct limit *l, const char *key, int64_t now_us);
