/*
 * duel — when to fire: weighs the plans of both sides in CODE VS Reborn against each other.
 *
 * Both fields and all packs are known, so what the opponent can fire, and when, is found by the
 * same search as the own chains (plan.h). Each plan of ours is set against each of the opponent's
 * (exchange.h); both sides choose at once, so this is a matrix game (matrix.h).
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
