/*
 * exchange — what it comes to when both sides of CODE VS Reborn follow their plans.
 *
 * Ojama never vanish: what falls on a side takes room from it for good. So all is measured by one
 * number: the ojama that the opponent will have got in the end less those that we will have got,
 * and no more of them than there is room for. A plan of ours, to fire a chain after some turns, is
 * worth its chain less what the opponent sends back whose plan is half built by then and has the
 * rows falling on it; or, when the opponent fires first, what we send back then less what was
 * fired. What comes back is the best answer of the next three turns, or what is left of the plan by
 * a rule of thumb.
 */
#pragma once
#include "bots/reborn/plan.h"
#include "bots/reborn/side.h"

/* For one turn's thinking. */
struct exchange {
    struct planner *planner;
    const struct reborn_side *me, *foe;
    const struct reborn_pack *packs; /* from this turn on */
    int32_t turns_left;
    int64_t answer_nodes; /* for the search of an answer */
    int64_t end_us;       /* INT64_MAX: no clock is read */
    int64_t spent;        /* nodes so far, of one thread */
};

/* In sixteenths of an ojama, less for each turn that it is away. The opponent's plan is NULL when
   it has none that hurts. Out of time, nothing is sent back. */
int64_t exchange_outcome(struct exchange *, const struct plan_fire *own,
                         const struct plan_fire *theirs);
/* The time is up: whatever is left is done without. */
bool exchange_is_late(const struct exchange *);
