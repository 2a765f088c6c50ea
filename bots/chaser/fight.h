/*
 * fight — what happens when two players of CHaser stand near each other: a search through
 * all that both can do in the next few actions, by the rules themselves.
 */
#pragma once
#include "bots/chaser/kit.h"

enum {
    FIGHT_REACH =
        CHASER_SIDE_MAX / 2 - 1, /* cells of the map around the own place that are known to it */
    FIGHT_MIDDLE = CHASER_SIDE_MAX / 2,
    FIGHT_WIN = 1000,
};

/* A board around the own place, which is player 0; the caller fills in the cells. */
struct fight {
    struct chaser_board board;
    int64_t nodes;
};

/* What each command comes to, from -FIGHT_WIN to FIGHT_WIN; the sooner, the farther from 0. Look
   and search are all the same: waiting. */
struct fight_worth {
    int16_t walk[4], put[4], wait;
};

void fight_worths(struct fight *, int depth, struct fight_worth *);
