/*
 * rng — small random number generators that live inside a state as plain data.
 *
 * Both are exactly reproducible on every machine. `rng` is SplitMix64; `java_rng` is the 48-bit
 * generator of java.util.Random, with which the original CODE VS 5.0 client draws its games.
 */
#pragma once
#include <stdint.h>

struct rng {
    uint64_t word;
};

static inline uint64_t rng_next(struct rng *r)
{
    uint64_t z = r->word += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

/* 0 .. n-1 as the rulebooks define it: the remainder. n must not be 0. */
static inline uint32_t rng_below(struct rng *r, uint32_t n)
{
    return (uint32_t)(rng_next(r) % n);
}

struct java_rng {
    uint64_t word;
};

static inline struct java_rng java_rng_from(int64_t seed)
{
    return (struct java_rng){((uint64_t)seed ^ 0x5DEECE66Du) & 0xFFFFFFFFFFFFu};
}

int32_t java_rng_below(struct java_rng *r, int32_t n); /* nextInt(n), n > 0 */
