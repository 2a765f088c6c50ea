/*
 * duel — when to fire: weighs the plans of both sides in CODE VS Reborn against each other.
 *
 * Both fields and all packs are known, so what the opponent can fire, and when, is found by the
 * same search as the own chains (plan.h). Ojama never vanish: what falls on a side takes room from
 * it for good. So a moment is judged by one number, the ojama that the opponent will have got in
 * the end less those that we will have got:
 *
 *   - to fire now is worth the own chain, less the best answer that the opponent's field then
 *     has while the rows begin to fall on it;
 *   - to wait is worth the best later moment to fire, but no more than what is left if the
 *     opponent fires this turn and we answer with the rows falling on us.
 *
 * The side that waits sees the other's chain and can answer it with a longer one: that is why there
 * is no threshold anywhere, and why both sides of a good game fire so late.
 */
#pragma once
#include "bots/reborn/plan.h"

/* How far a player looks and what it knows; the levels differ in nothing else. */
struct duel_style {
    int32_t width;       /* fields of a level of the beam */
    int32_t depth;       /* turns that it plans ahead */
    bool minds_opponent; /* searches the opponent's plans, too */
};

/* What is kept between turns. */
struct duel {
    struct duel_style style;
    struct planner planner;
    struct plan_fire own[PLAN_DEPTH + 1]; /* by turns to wait */
    int32_t turn;                         /* that they are counted from */
    int32_t played;                       /* the action of that turn; the input does not tell */
};

/* Memory of PLANNER_SIZE(style.width) bytes is taken over; the caller keeps it. */
void duel_open(struct duel *, struct duel_style, void *memory);
/* The action for this turn. Both limits are for the whole turn. */
struct reborn_action duel_think(struct duel *, const struct reborn *, int player, int64_t nodes,
                                int64_t end_us, uint64_t salt);
