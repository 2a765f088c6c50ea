/* schedule_parts — what the formats of a schedule share; for league/schedule_*.c only. */
#pragma once
#include "league/contest/schedule.h"

/* What schedule_make() works with. */
struct planner {
    struct schedule *s;
    const struct schedule_rules *r;
    const struct schedule_look *look;
    int players;
};

typedef void schedule_fn(struct planner *p);
schedule_fn schedule_round_robin, schedule_swiss, schedule_knockout, schedule_double,
    schedule_ladder, schedule_qualifier, schedule_campaign;

/* Adds a fixture and looks how it stands; NULL when memory is short. */
struct fixture *planner_add(struct planner *p, struct fixture f);
/* Counts all fixtures into the standings: matches, games, points, byes. */
void planner_count(struct planner *p);
/* Ranks the standings: `compare` says less than 0 when a is placed before b, 0 when they share it
   unless `shared` is false: then the better seed goes first. */
static inline int more_first(int64_t a, int64_t b)
{
    return (b > a) - (b < a);
}
typedef int placing_fn(const struct placing *a, const struct placing *b);
void planner_rank(struct planner *p, placing_fn *compare, bool shared);
/* Puts entrants that are level into the order that was drawn, or leaves them in that of their
   seeds; false where people are to draw it first. `from`: where they stand in the standings. */
bool planner_lot(struct planner *p, int fixture, int from, int *players, int count);
/* The same for all neighbours in ranked standings whom `compare` finds level, once all is over. */
void planner_settle(struct planner *p, placing_fn *compare);
