/* schedule_league — round robins in one or several groups, and the ladder. */
#include "base/rng.h"
#include "league/contest/schedule_parts.h"
#include "league/rating/pool.h"

#include <math.h>
#include <stdlib.h>

/* ---- round robin ---- */

/* Snake: with two groups, seeds 1, 4, 5, 8, ... and 2, 3, 6, 7, ... */
static int group_of(int seed, int groups)
{
    int row = seed / groups, place = seed % groups;
    return row % 2 == 0 ? place : groups - 1 - place;
}

/* The circle: number 0 stays, the others turn round it; each round everybody meets one other. */
static int circle_at(int place, int round, int size)
{
    return place == 0 ? 0 : 1 + (place - 1 + round) % (size - 1);
}

static void add_circle(struct planner *p, const int *members, int count, int group, int lap)
{
    int size = count + count % 2; /* whoever meets the one who is not there has a free round */
    for (int round = 0; round < size - 1; round++)
        for (int i = 0; i < size / 2; i++) {
            int a = circle_at(i, round, size), b = circle_at(size - 1 - i, round, size);
            if (a >= count || b >= count) continue;
            struct fixture f = {.round = lap * (size - 1) + round, .group = group};
            bool swap = (a < b) == (lap % 2 == 1);
            f.player[0] = members[swap ? b : a];
            f.player[1] = members[swap ? a : b];
            const struct fixture *added = planner_add(p, f);
            if (!added || !added->is_over) p->s->is_over = false;
        }
}

static void add_group(struct planner *p, int group)
{
    int members[SCHEDULE_PLAYERS], count = 0;
    for (int i = 0; i < p->players; i++) {
        if (group_of(i, p->r->groups) != group) continue;
        p->s->standings[i].group = group;
        members[count++] = i;
    }
    for (int lap = 0; lap < (p->r->rounds ? p->r->rounds : 1); lap++)
        add_circle(p, members, count, group, lap);
}

/* Points from the matches between those who are level on points. */
static void count_direct(struct planner *p)
{
    struct placing *all = p->s->standings;
    for (int i = 0; i < p->s->count; i++) {
        const struct fixture *f = &p->s->fixtures[i];
        struct placing *a = &all[f->player[0]], *b = &all[f->player[1]];
        if (!f->is_over || a->points != b->points) continue;
        a->direct += p->r->points[f->series.winner == 0 ? 0 : f->series.winner < 0 ? 1 : 2];
        b->direct += p->r->points[f->series.winner == 1 ? 0 : f->series.winner < 0 ? 1 : 2];
    }
}

static int in_group(const struct placing *a, const struct placing *b)
{
    int order = more_first(b->group, a->group);
    if (order == 0) order = more_first(a->points, b->points);
    if (order == 0) order = more_first(a->direct, b->direct);
    if (order == 0) order = more_first(a->games[0] - a->games[2], b->games[0] - b->games[2]);
    return order;
}

/* The first of all groups, then the second of all, and so on. */
static int across_groups(const struct placing *a, const struct placing *b)
{
    int order = more_first(b->rank, a->rank);
    return order ? order : more_first(b->group, a->group);
}

static void rank_within_groups(struct planner *p)
{
    struct placing *all = p->s->standings;
    for (int i = 0, first = 0; i < p->players; i++) {
        if (all[i].group != all[first].group) first = i;
        all[i].rank = i - first + 1;
    }
}

void schedule_round_robin(struct planner *p)
{
    for (int group = 0; group < p->r->groups; group++) add_group(p, group);
    planner_count(p);
    count_direct(p);
    planner_rank(p, in_group, false);
    planner_settle(p, in_group);
    if (p->r->groups == 1) return;
    rank_within_groups(p);
    int ranks[SCHEDULE_PLAYERS];
    for (int i = 0; i < p->players; i++) ranks[p->s->standings[i].player] = p->s->standings[i].rank;
    planner_rank(p, across_groups, false);
    for (int i = 0; i < p->players; i++) p->s->standings[i].rank = ranks[p->s->standings[i].player];
}

/* ---- ladder ---- */

/* Who sits out where their number is odd: the one who did so least often, the last of the draw. */
static void sit_out(int *order, int count, int *rests)
{
    int who = count - 1;
    for (int i = count - 1; i >= 0; i--)
        if (rests[order[i]] < rests[order[who]]) who = i;
    int resting = order[who];
    order[who] = order[count - 1];
    order[count - 1] = resting;
    rests[resting]++;
}

static void draw_round(struct planner *p, int round, int *rests)
{
    int order[SCHEDULE_PLAYERS];
    struct rng rng = {p->r->seed + (uint64_t)round * 0x9E3779B97F4A7C15u};
    for (int i = 0; i < p->players; i++) order[i] = i;
    for (int i = p->players - 1; i > 0; i--) {
        int k = (int)rng_below(&rng, (uint32_t)i + 1), other = order[i];
        order[i] = order[k];
        order[k] = other;
    }
    if (p->players % 2) sit_out(order, p->players, rests);
    for (int i = 0; i + 1 < p->players; i += 2) {
        struct fixture f = {.player = {order[i], order[i + 1]}, .round = round};
        const struct fixture *added = planner_add(p, f);
        if (!added || !added->is_over) p->s->is_over = false;
    }
}

/* In the order of the rounds, whatever order the games were played in. */
static void rate_by_formula(struct planner *p)
{
    struct rating ratings[SCHEDULE_PLAYERS];
    for (int i = 0; i < p->players; i++) ratings[i] = rating_start(p->r->rating);
    for (int i = 0; i < p->s->count && p->s->fixtures[i].is_over; i++) {
        const struct fixture *f = &p->s->fixtures[i];
        double score = f->series.winner < 0 ? 0.5 : f->series.winner == 0 ? 1 : 0;
        rating_meet(p->r->rating, &ratings[f->player[0]], &ratings[f->player[1]], score);
    }
    for (int i = 0; i < p->players; i++)
        p->s->standings[i].rating = (int64_t)floor(ratings[i].points + 0.5);
}

static void rate_pool(struct planner *p)
{
    struct pool_rating ratings[SCHEDULE_PLAYERS];
    struct pool_meeting *meetings = calloc((size_t)p->s->count + 1, sizeof *meetings);
    int count = 0;
    for (int i = 0; meetings && i < p->s->count; i++) {
        const struct fixture *f = &p->s->fixtures[i];
        if (!f->is_over) continue;
        double games = f->series.wins[0] + f->series.wins[1] + f->series.draws;
        meetings[count++] =
            (struct pool_meeting){.a = f->player[0],
                                  .b = f->player[1],
                                  .games = games,
                                  .points = f->series.wins[0] + f->series.draws / 2.0};
    }
    bool ok = meetings && pool_rate(meetings, count, ratings, p->players);
    free(meetings);
    if (!ok) p->s->has_failed = true;
    for (int i = 0; ok && i < p->players; i++)
        p->s->standings[i].rating = (int64_t)floor(ratings[i].elo + 0.5);
}

static int by_rating(const struct placing *a, const struct placing *b)
{
    return more_first(a->rating, b->rating);
}

void schedule_ladder(struct planner *p)
{
    int rests[SCHEDULE_PLAYERS] = {0};
    for (int round = 0; round < (p->r->rounds ? p->r->rounds : 1); round++)
        draw_round(p, round, rests);
    planner_count(p);
    if (p->r->is_pooled)
        rate_pool(p);
    else
        rate_by_formula(p);
    planner_rank(p, by_rating, false);
}
