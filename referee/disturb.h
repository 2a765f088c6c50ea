/*
 * disturb — was it the machine that made an answer late, or the player?
 *
 * By the wall clock a busy machine takes time from players. How much of it was taken by others
 * follows from what was counted while the player was asked:
 *
 *     taken    = CPU time that others used of the cores the player may use: wall * cores - idle -
 * own, less what the counting may be wrong by (DISTURB_COUNT_US) waited   = min(what its threads
 * waited for a core, taken) parallel = (CPU time it used + what its threads waited) / wall, at
 * least 1, at most its cores excused  = waited / parallel
 *
 * `taken` bounds everything: a player whose own threads crowd the cores waits for itself, and
 * nobody else used anything. `parallel` turns the waiting of many threads into time of the clock:
 * eight threads that all waited for a second were held up for less than eight. When the arena had
 * an answer to read, or nobody can look at the player (TCP), what the arena itself waited counts as
 * well, out of what is left of `taken`. Cores that the machine below took away (`stolen`) held the
 * player up in proportion to its share of what ran.
 *
 * An answer is disturbed when it is late, and would have been in time without what is excused.
 * Pure: the table in disturb_test.c is the definition by example.
 */
#pragma once
#include <stdbool.h>
#include <stdint.h>

/* Idle time and waiting for disks are counted in hundredths of a second: each end may be wrong by
 * one. */
enum { DISTURB_COUNT_US = 20 * 1000 };

/* What happened between two looks. */
struct disturb_use {
    int64_t wall_us;
    int64_t cpu_us;    /* used by the player, all of its processes */
    int64_t wait_us;   /* its threads were ready, but had no core; added up */
    int64_t arena_us;  /* the arena was ready, but had no core; 0 where that does not count */
    int64_t own_us;    /* used by the player, by what it left behind, and by the arena */
    int64_t idle_us;   /* of those cores that the player may use, added up */
    int64_t stolen_us; /* of all cores */
    int cores;         /* that the player may use, at least 1 */
};

/* So much of the wall time was taken by others; 0 to wall_us. */
int64_t disturb_excused_us(const struct disturb_use *u);
