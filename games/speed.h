/*
 * speed — how fast the rules of a game are: its part of `taisen bench --speed`.
 *
 * A game that is measured brings games/X/X_speed.c, which defines `const struct game_speed
 * speed_X`; the list of all is made from games.list. Those files are tools beside the rules, not
 * rules: they may read the clock, allocate and print.
 *
 * The times are those of this machine at this moment: nothing here is a test; where a plain number
 * says little, something measured in the same run stands beside it.
 */
#pragma once
#include <stdbool.h>
#include <stdio.h>

struct game_speed {
    const char *game;
    /* Prints one line a measurement to `out` and says what it measured on. False only when
       something cannot be measured at all. */
    bool (*measure)(FILE *out);
};

extern const struct game_speed *const game_speeds[]; /* ended by NULL */
/* Seconds on a clock that only goes forward. */
double speed_now_s(void);
