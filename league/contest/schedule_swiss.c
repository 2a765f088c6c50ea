/*
 * schedule_swiss — players with like scores meet, and nobody meets anybody twice.
 *
 * With an odd number a free round is a player of its own, so that nobody has it twice. A round is
 * paired from the top: each takes the best partner left. Whoever finds none is helped afterwards: a
 * pair is taken apart and its two go with the two that are left. As long as no more rounds are
 * played than half of the players, such a pair can always be found: two that are left have each
 * met fewer than half of the others, and the pairs have not room for so few to be in the way.
 */
#include "league/contest/schedule_parts.h"

#include <assert.h>
#include <stdlib.h>

struct swiss {
    int size;                        /* players, and the free round */
    int order[SCHEDULE_PLAYERS + 1]; /* by rank; the free round last */
    int partner[SCHEDULE_PLAYERS + 1];
    bool (*has_met)[SCHEDULE_PLAYERS + 1];
};

int schedule_swiss_rounds(int players)
{
    int rounds = 1, most = (players + players % 2) / 2;
    while (1 << rounds < players) rounds++;
    return rounds < most ? rounds : most;
}

static int by_points(const struct placing *a, const struct placing *b)
{
    int order = more_first(a->points, b->points);
    if (order == 0) order = more_first(a->buchholz, b->buchholz);
    if (order == 0) order = more_first(a->games[0] - a->games[2], b->games[0] - b->games[2]);
    return order;
}

static void count_buchholz(struct planner *p)
{
    struct placing *all = p->s->standings;
    for (int i = 0; i < p->s->count; i++) {
        const struct fixture *f = &p->s->fixtures[i];
        if (!f->is_over || f->player[1] < 0) continue;
        all[f->player[0]].buchholz += all[f->player[1]].points;
        all[f->player[1]].buchholz += all[f->player[0]].points;
    }
}

/* The standings from all that was played so far. */
static void rank_all(struct planner *p)
{
    for (int i = 0; i < p->players; i++) p->s->standings[i] = (struct placing){.player = i};
    planner_count(p);
    count_buchholz(p);
    planner_rank(p, by_points, false);
}

/* ---- the pairing of a round ---- */

static void pair(struct swiss *w, int a, int b)
{
    w->partner[a] = b;
    w->partner[b] = a;
}

/* Of those with as many points, the one half a group further down; else the next. */
static int choose(const struct planner *p, const struct swiss *w, int at)
{
    const struct placing *all = p->s->standings;
    int group_end = at + 1, best = -1;
    while (group_end < p->players && all[group_end].points == all[at].points) group_end++;
    int ideal = at + (group_end - at) / 2;
    for (int i = at + 1; i < w->size; i++) {
        if (w->partner[w->order[i]] >= 0 || w->has_met[w->order[at]][w->order[i]]) continue;
        if (best >= 0 && (i >= group_end || abs(i - ideal) >= abs(best - ideal))) continue;
        best = i;
    }
    return best;
}

/* Two that are left have met: some pair gives each of them a partner. */
static void help(struct swiss *w, int a, int b)
{
    for (int i = w->size - 1; i >= 0; i--) {
        int c = w->order[i], d = w->partner[c];
        if (d < 0 || w->has_met[a][c] || w->has_met[b][d]) continue;
        pair(w, a, c);
        pair(w, b, d);
        return;
    }
    assert(false); /* more rounds than half of the players */
}

/* The free round goes to the last who has not had it. */
static void give_free_round(const struct planner *p, struct swiss *w)
{
    if (w->size == p->players) return;
    int i = p->players - 1;
    while (w->has_met[w->order[i]][p->players]) i--;
    pair(w, w->order[i], p->players);
}

static void pair_round(const struct planner *p, struct swiss *w)
{
    int left[SCHEDULE_PLAYERS + 1], count = 0;
    for (int i = 0; i < w->size; i++) w->partner[i] = -1;
    give_free_round(p, w);
    for (int i = 0; i < w->size; i++) {
        if (w->partner[w->order[i]] >= 0) continue;
        int at = choose(p, w, i);
        if (at >= 0)
            pair(w, w->order[i], w->order[at]);
        else
            left[count++] = w->order[i];
    }
    for (int i = 0; i + 1 < count; i += 2) help(w, left[i], left[i + 1]);
}

/* How much more often each has been the first than the second. */
static void count_firsts(const struct planner *p, int *lead)
{
    for (int i = 0; i < p->players; i++) lead[i] = 0;
    for (int i = 0; i < p->s->count; i++) {
        const int *player = p->s->fixtures[i].player;
        if (player[0] >= 0) lead[player[0]]++;
        if (player[1] >= 0) lead[player[1]]--;
    }
}

/* Whoever has been the first more often is the second now. */
static void add_round(struct planner *p, struct swiss *w, int round)
{
    bool is_added[SCHEDULE_PLAYERS + 1] = {false};
    int lead[SCHEDULE_PLAYERS];
    count_firsts(p, lead);
    for (int i = 0; i < p->players; i++) {
        int a = w->order[i], b = w->partner[a];
        if (is_added[a]) continue;
        is_added[a] = is_added[b] = true;
        w->has_met[a][b] = w->has_met[b][a] = true;
        struct fixture f = {.player = {a, b}, .round = round};
        if (b == p->players) {
            f.player[1] = FIXTURE_BYE;
        } else if (lead[a] > lead[b]) {
            f.player[0] = b;
            f.player[1] = a;
        }
        const struct fixture *added = planner_add(p, f);
        if (!added || (b != p->players && !added->is_over)) p->s->is_over = false;
    }
}

void schedule_swiss(struct planner *p)
{
    struct swiss w = {.size = p->players + p->players % 2};
    int rounds = p->r->rounds ? p->r->rounds : schedule_swiss_rounds(p->players);
    if (p->players < 2) return;
    w.has_met = calloc((size_t)w.size, sizeof *w.has_met);
    if (!w.has_met) p->s->has_failed = true;
    for (int round = 0; w.has_met && round < rounds && p->s->is_over; round++) {
        rank_all(p);
        for (int i = 0; i < p->players; i++) w.order[i] = p->s->standings[i].player;
        w.order[p->players] = p->players;
        pair_round(p, &w);
        add_round(p, &w, round);
    }
    rank_all(p);
    planner_settle(p, by_points);
    free(w.has_met);
}
