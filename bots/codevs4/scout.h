/*
 * scout — walks that show as much as they can, for the workers who look for mines and for the enemy
 * castle in CODE VS 4.0.
 *
 * A survey says what each unseen cell is worth: a mine may lie there (seen from 4 cells away), or
 * the enemy castle may stand there (felt from 10 cells away, because it hits). A scout takes the
 * walk of two straight legs that gathers most of it, sooner being better; what it will see on its
 * walk is worth nothing to the next scout.
 */
#pragma once
#include "bots/codevs4/route.h"

struct survey {
    int32_t mine[CODEVS4_SIZE][CODEVS4_SIZE];
    int32_t castle[CODEVS4_SIZE][CODEVS4_SIZE];
    /* work space of walks: who has seen a cell last */
    uint32_t stamp[2][CODEVS4_SIZE][CODEVS4_SIZE];
    uint32_t stamps;
};

/* What a survey is made for: percents. */
struct survey_wish {
    int beyond; /* of a mine's worth in the enemy's half */
    int near;   /* cells further than this from the own castle are worth ever less */
};

void survey_make(struct survey *, const struct kit4 *, const struct belief4 *, struct survey_wish);
/* Sends a scout on. False, and no order, when there is nothing left to see. */
bool survey_walk(struct survey *, struct kit4 *, const struct belief4 *, int unit);
/* Sends a spy on: towards the place where the enemy castle must be, and there it counts most to
   find out where. */
void survey_spy(struct survey *, struct route *, struct kit4 *, const struct belief4 *, int unit);
