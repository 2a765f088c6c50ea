/*
 * hash — a stable 64-bit hash: the same bytes give the same number on every machine, in every
 * build and in WASM. Not meant to withstand someone who looks for collisions.
 */
#pragma once
#include <stddef.h>
#include <stdint.h>

/* Mixes one word into a running hash. */
static inline uint64_t hash_word(uint64_t h, uint64_t word)
{
    h = (h ^ word) * 0x9FB21C651E98DF25u;
    return h ^ h >> 32;
}

/* Hash of a stretch of bytes; `seed` chains several stretches. */
uint64_t hash_bytes(uint64_t seed, const void *bytes, size_t len);
