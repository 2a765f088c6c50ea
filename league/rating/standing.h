/*
 * standing — what a ladder knows about one of its players: rating and counts.
 *
 * A standing is a pure function of the ladder's results in their order. Two matches that have no
 * player in common may be counted in either order.
 */
#pragma once
#include "league/rating/rating.h"

#include <stdint.h>

/* What the results of a ladder are counted by. `also` is for those who want to see another formula
   over the same results: it decides nothing. RATING_NONE: there is none. */
struct standing_formulas {
    enum rating_formula first, also;
};

struct standing {
    int64_t player;
    int64_t version;              /* of its last match; 0 before the first */
    struct rating rating, also;   /* also: zeros where there is no such formula */
    int64_t games, version_games; /* in all, and of that version */
    int64_t wins, draws, losses;
};

struct standing standing_start(struct standing_formulas formulas, int64_t player);
/* One result: pair[p] was player p with version[p]; winner is 0, 1 or -1 for a draw. */
void standing_count(struct standing_formulas formulas, struct standing *const pair[2],
                    const int64_t version[2], int winner);
