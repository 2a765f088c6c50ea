/*
 * economy — workers, mines and villages of the master of CODE VS 4.0.
 *
 * Workers are shared out among the free places of the known mines so that the sum of their ways is
 * least (the Hungarian method). A worker costs 40 and earns 1 a turn from its arrival on: it is
 * made where its way is shortest, as long as it will have paid for itself before the horizon. A
 * village is built where the ways that it saves the workers to come are worth more than its price.
 * Scouting is a place as well: so those scout who have the longest ways, one less for each mine
 * that has room, and whoever has no place.
 */
#pragma once
#include "bots/codevs4/scout.h"

enum {
    ECONOMY_WORKERS_MAX = 96, /* without a place that are shared out in one turn */
    ECONOMY_PLACES_MAX = CODEVS4_RESOURCES * CODEVS4_MINERS_MAX,
    ECONOMY_COLUMNS_MAX = ECONOMY_PLACES_MAX + ECONOMY_WORKERS_MAX + 1
};

/* What is wanted this turn. */
struct economy_wish {
    int scouts;   /* while no free place is known */
    int horizon;  /* a worker must have earned its price by this turn */
    int depth;    /* mines no deeper than this (kit4_depth) */
    int villages; /* at most */
};

struct economy {
    struct survey survey;
    /* of this turn */
    struct economy_wish wish;
    bool is_open[CODEVS4_RESOURCES]; /* mines that can be worked */
    int income;                      /* of this turn, mined and basic */
    /* of the Hungarian method */
    int free[ECONOMY_WORKERS_MAX], frees;
    int place[ECONOMY_PLACES_MAX], places; /* its mine */
    int scouts;                            /* columns that stand for scouting */
    int row_price[ECONOMY_WORKERS_MAX + 1], price[ECONOMY_COLUMNS_MAX];
    int row_of[ECONOMY_COLUMNS_MAX], way[ECONOMY_COLUMNS_MAX], least[ECONOMY_COLUMNS_MAX];
    bool is_used[ECONOMY_COLUMNS_MAX];
};

/* Looks round: income and open mines. */
void economy_begin(struct economy *, const struct kit4 *, const struct belief4 *,
                   struct economy_wish);
/* Gives orders to all workers who have nothing to do, and spends what money there is. */
void economy_run(struct economy *, struct kit4 *, const struct belief4 *);
/* One step on the way, round danger; it may wait, or go back. */
void economy_go(struct kit4 *, const struct belief4 *, int unit, struct codevs4_cell to);
