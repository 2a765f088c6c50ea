/*
 * clock_plan — how long to think in this turn of a game with one clock for all turns.
 *
 * Nobody knows how long a game will last, so each turn takes the same part of what is left: early
 * turns, on which the rest is built, get most, and there is always something left. A reserve for
 * every turn that may still come is never touched. The plan is made anew each turn from the clock
 * that the arena shows, so a machine that turns slow costs strength and nothing else.
 */
#pragma once
#include <stdint.h>

struct clock_plan {
    int64_t left_ms;    /* for the rest of the game; -1: unknown */
    int64_t match_ms;   /* what a game has in all; 0: no such limit */
    int64_t turn_ms;    /* most for a turn; 0: no such limit */
    int32_t turns_left; /* at most */
    int32_t part;       /* a turn gets one in so many of what is left */
};

/* Milliseconds for this turn; 0 when there is hardly any left. */
int64_t clock_plan_ms(const struct clock_plan *);
