/*
 * duel — when to fire: weighs the plans of both sides in CODE VS Reborn against each other.
 *
 * Both fields and all packs are known, so what the opponent can fire, and when, is found by the
 * same search as the own chains (plan.h). Ojama never vanish: what falls on a side takes room from
 * it for good. So all is measured by one number, the ojama that the opponent will have got in the
 * end less those that we will have got. A plan of ours, to fire a chain after some turns, is worth
 * the least of
 *
 *   - its chain, less the best answer that the opponent then has while the rows begin to fall;
 *   - for each turn before, in which the opponent can fire: the best answer that we have then, with
 *     the plan half built and the rows falling, less what was fired.
 *
 * The plan that is worth most is followed for this turn. Some plans are searched with the rows
 * that the opponent can send already in them, as chains that bear a row need to be built that way.
 * Two numbers set by hand keep the matrix small: own plans below SMALL are left out, and threats
 * below DANGER that make no row fall.
 */
#pragma once
#include "bots/reborn/plan.h"
#include "bots/search/pace.h"
#include "bots/search/threads.h"

enum { DUEL_PLANS = 64 };

/* How far a player looks and what it knows; the levels differ in nothing else. */
struct duel_style {
    int32_t width;       /* fields of a level of the beam */
    int32_t depth;       /* turns that it plans ahead */
    bool minds_opponent; /* searches the opponent's plans, too */
};

/* What is kept between turns. */
struct duel {
    struct duel_style style;
    struct planner planner[THREADS_MOST]; /* one for each thread */
    int32_t threads;
    struct plan_fire plan[DUEL_PLANS]; /* own ones that hold */
    int32_t plans;
    int32_t turn;   /* that they are counted from */
    int32_t played; /* the action of that turn; the input does not tell */
    int32_t aim;    /* turns that the plan followed then was to wait */
    struct pace pace;
};

/* For each thread PLANNER_SIZE(style.width) bytes of memory are taken over; the caller keeps it. */
void duel_open(struct duel *, struct duel_style, int threads, void *memory);
/* The action for this turn. Both limits are for the whole turn. Without a number of nodes
   (INT64_MAX) it follows from the time and from how many the turn before took a millisecond, so
   that all searches of a turn get their part of it however often others have the core. */
struct reborn_action duel_think(struct duel *, const struct reborn *, int player, int64_t nodes,
                                int64_t end_us, uint64_t salt);
