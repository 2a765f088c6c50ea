/*
 * budget — how long a bot may think in this turn: what its options say (bot.h), or else its level's
 * nodes, or else its part of the game's clock.
 */
#pragma once
#include "bots/bot.h"

struct budget_level {
    int64_t nodes;      /* a turn, when no option says otherwise; 0: as the clock allows */
    int32_t clock_part; /* a turn gets one in so many of what is left */
    bool keeps_clock;   /* stops at its part of the clock also with nodes of its own: on a machine
                           that is far too slow for them it plays worse, but in time */
};

/* INT64_MAX in one that does not count. */
struct budget_turn {
    int64_t nodes, end_us;
};

struct budget_turn budget_of_turn(const struct bot_view *, const struct budget_level *,
                                  int turns_left);
