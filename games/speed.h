/*
 * speed — how fast the rules of a game are: its part of `taisen bench --speed`.
 *
 * A game that is measured brings games/X/X_speed.c, which defines `const struct game_speed
 * speed_X`; the list of all is made from games.list. Those files are tools beside the rules, not
 * rules: they may read the clock, allocate and print.
 *
 * The times are those of this machine at this moment: nothing here is a test. What counts is CPU
 * time, which others on the machine hardly change; the wall clock stands beside it. So does a floor
 * from the same run: what the machine does with next to no work (speed_floor), and where a
 * measurement copies and draws before it plays, what that takes alone.
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

/* Seconds of CPU time of this process, and on a clock that only goes forward. */
struct speed_time {
    double cpu_s, wall_s;
};

struct speed_time speed_now(void);
struct speed_time speed_since(struct speed_time start);
/* How fast the generator of random numbers is, which nothing on the machine can slow down but its
   clock rate and others on the same core. */
void speed_floor(FILE *out);
