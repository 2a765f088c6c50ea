/*
 * siege — battles for either castle, played out by the rules beforehand (battle.h), with all that
 * is known of the enemy: who guards its castle, who is on the way to ours, what was made since.
 */
#pragma once
#include "bots/codevs4/war.h"

enum {
    SIEGE_NEVER = 1000, /* turns */
    SIEGE_HOLD = 5,     /* while many are coming, those at home go no further from the castle */
};

/* What is thrown in: what is there, also a base that is still to be built, also those at home. */
enum siege_plan { PLAN_FRONT, PLAN_BASE, PLAN_HALF, PLAN_ALL };

/* Whether anybody guards the enemy castle, and how many soldiers do. */
bool siege_is_guarded(const struct war *, const struct kit4 *, const struct belief4 *);
int siege_guards(const struct war *, const struct kit4 *, const struct belief4 *);
/* The enemy castle is in view, or many of its guards are. */
bool siege_is_looked_at(const struct war *, const struct kit4 *, const struct belief4 *);

/* Nearer to the enemy castle than to the own one. */
bool siege_is_at_front(const struct kit4 *, const struct belief4 *, const struct codevs4_unit *);
/* A soldier who guards the own castle. */
bool siege_is_at_home(const struct kit4 *, const struct belief4 *, int unit);
/* Which of those at home; every second one is half of them, whatever their types. */
bool siege_is_sent(enum siege_plan, int unit);
/* Where somebody who walks straight to a place is after so many steps. */
struct codevs4_cell siege_walk(struct codevs4_cell at, struct codevs4_cell to, int steps);

struct battle_result siege_attack(struct war *, const struct kit4 *, const struct belief4 *,
                                  const struct economy *, enum siege_plan, struct limit *);
/* Whether the own castle falls to those on their way to it, if nothing more is done, and when. */
int siege_defence(struct war *, const struct kit4 *, const struct belief4 *, enum siege_plan,
                  struct limit *);
