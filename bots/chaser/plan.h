/*
 * plan — where to walk: looks a number of steps ahead over a map of CHaser, with the blocks
 * that taken items leave behind, and adds what lies farther off by its distance.
 *
 * The caller fills a window of the map around the own place with cells and prizes; a prize is worth
 * less with every step of waiting. Nothing here knows about the opponent, but a cell may be dear.
 */
#pragma once
#include "bots/chaser/kit.h"

enum {
    PLAN_REACH = 22, /* cells from the own place to the edge of the window */
    PLAN_SIDE = 2 * PLAN_REACH + 3,
    PLAN_CELLS = PLAN_SIDE * PLAN_SIDE,
    PLAN_START = PLAN_CELLS / 2,
    PLAN_PRIZES = 256,
    PLAN_FAR = 40, /* steps from which a prize is worth nothing */
    PLAN_DEPTH_MAX = 16,
    PLAN_ITEM = 1000,   /* what an item is worth ... */
    PLAN_NOW = 1 << 10, /* ... times this, when it is had at once */
};

struct plan {
    uint8_t cell[PLAN_CELLS];  /* KIT_BLOCK, KIT_ITEM, or else open */
    int32_t prize[PLAN_CELLS]; /* for entering a cell the first time */
    int32_t price[PLAN_CELLS]; /* for standing there at the end of a step */
    /* Made by plan_walk(). */
    int32_t prize_count;
    int32_t prize_at[PLAN_PRIZES];
    uint8_t distance[PLAN_PRIZES][PLAN_CELLS];
    int32_t far[PLAN_PRIZES][PLAN_FAR + 1]; /* what a prize is worth from a distance */
    int32_t pull[PLAN_CELLS];
    int32_t depth;
    int64_t nodes;
};

/* What the first steps come to; INT64_MIN where one cannot be taken. */
struct plan_steps {
    int best; /* a direction; -1: nowhere */
    int64_t worth[4];
};

/* The window as the map has it: an item is worth PLAN_ITEM, an unknown cell `unknown`. */
void plan_fill(struct plan *, const struct kit_map *, int unknown);
/* The cell of the window for a place of the map; -1 when it is outside. */
int plan_cell(const struct kit_map *, int place);
/* Looks `depth` steps ahead from each first step in one of the `allowed` directions. */
struct plan_steps plan_walk(struct plan *, int depth, unsigned allowed);
/* After plan_walk(): whether there is an item that can be reached. */
bool plan_knows_item(const struct plan *);
