/* Walks through a phase from its beginning with the results that there are. What it needs and
   does not find ends the walk: that is what is due. */
#include "league/contest/schedule.h"

#include "league/contest/schedule_parts.h"

#include <assert.h>
#include <stdlib.h>

bool fixture_is_playable(const struct fixture *f)
{
    return f->player[0] >= 0 && (f->player[1] >= 0 || f->player[1] == FIXTURE_BOT);
}

/* ---- lots ---- */

bool planner_lot(struct planner *p, int fixture, int from, int *players, int count)
{
    struct schedule *s = p->s;
    if (p->look->lot && p->look->lot(p->look->arg, fixture, players, count)) return true;
    if (!p->r->janken) return true;
    s->is_over = false;
    if (s->tie_count < SCHEDULE_TIES)
        s->ties[s->tie_count++] = (struct tie){.fixture = fixture, .from = from, .count = count};
    return false;
}

static void settle_run(struct planner *p, int from, int count)
{
    struct placing kept[SCHEDULE_PLAYERS], *run = p->s->standings + from;
    int players[SCHEDULE_PLAYERS];
    for (int i = 0; i < count; i++) {
        kept[i] = run[i];
        players[i] = run[i].player;
    }
    planner_lot(p, -1, from, players, count);
    for (int i = 0; i < count; i++)
        for (int k = 0; k < count; k++)
            if (kept[k].player == players[i]) {
                int rank = run[i].rank;
                run[i] = kept[k];
                run[i].rank = rank;
            }
}

void planner_settle(struct planner *p, placing_fn *compare)
{
    const struct placing *all = p->s->standings;
    if (!p->s->is_over) return;
    for (int from = 0, to; from < p->players; from = to) {
        for (to = from + 1; to < p->players && compare(&all[from], &all[to]) == 0;) to++;
        if (to - from > 1) settle_run(p, from, to - from);
    }
}

/* A match that is level to its last game: the better seed has won unless a lot says otherwise. */
static void settle_match(struct planner *p, int number, struct fixture *f)
{
    int players[2] = {f->player[0], f->player[1]};
    if (!f->is_over || !f->series.by_seed) return;
    if (!planner_lot(p, number, 0, players, 2)) {
        f->is_over = f->series.is_over = f->series.by_seed = false;
        f->series.winner = -1;
    } else if (p->r->janken) {
        f->series.winner = players[0] == f->player[1];
        f->series.by_seed = false;
        f->series.by_lot = true;
    }
}

/* ---- fixtures ---- */

struct fixture *planner_add(struct planner *p, struct fixture f)
{
    struct schedule *s = p->s;
    if (s->count == s->cap) {
        int cap = s->cap ? 2 * s->cap : 64;
        struct fixture *wider = realloc(s->fixtures, (size_t)cap * sizeof *wider);
        if (!wider) {
            s->has_failed = true;
            return NULL;
        }
        s->fixtures = wider;
        s->cap = cap;
    }
    struct fixture *added = &s->fixtures[s->count++];
    *added = f;
    added->series.winner = -1;
    if (!fixture_is_playable(added)) return added;
    p->look->look(p->look->arg, s->count - 1, added);
    settle_match(p, s->count - 1, added);
    return added;
}

/* ---- standings ---- */

static void count_bye(const struct planner *p, const struct fixture *f)
{
    if (f->player[0] < 0) return;
    struct placing *own = &p->s->standings[f->player[0]];
    own->byes++;
    own->points += p->r->points[0];
}

static void count_side(const struct planner *p, const struct fixture *f, int side)
{
    struct placing *own = &p->s->standings[f->player[side]];
    bool is_won = f->series.winner == side, is_drawn = f->series.winner < 0;
    own->won += is_won;
    own->drawn += is_drawn;
    own->lost += !is_won && !is_drawn;
    own->points += p->r->points[is_won ? 0 : is_drawn ? 1 : 2];
    own->games[0] += f->series.wins[side];
    own->games[1] += f->series.draws;
    own->games[2] += f->series.wins[1 - side];
}

void planner_count(struct planner *p)
{
    for (int i = 0; i < p->s->count; i++) {
        const struct fixture *f = &p->s->fixtures[i];
        if (f->player[1] == FIXTURE_BYE) count_bye(p, f);
        if (!f->is_over || f->player[0] < 0 || f->player[1] < 0) continue;
        count_side(p, f, 0);
        count_side(p, f, 1);
    }
}

void planner_rank(struct planner *p, placing_fn *compare, bool shared)
{
    struct placing *all = p->s->standings;
    for (int i = 1; i < p->players; i++) /* insertion keeps the order of the seeds */
        for (int k = i; k > 0 && compare(&all[k], &all[k - 1]) < 0; k--) {
            struct placing other = all[k];
            all[k] = all[k - 1];
            all[k - 1] = other;
        }
    for (int i = 0; i < p->players; i++) {
        bool level = shared && i > 0 && compare(&all[i], &all[i - 1]) == 0;
        all[i].rank = level ? all[i - 1].rank : i + 1;
    }
}

/* ---- all formats ---- */

static schedule_fn *const formats[] = {
    [ROUND_ROBIN] = schedule_round_robin, [SWISS] = schedule_swiss,
    [KNOCKOUT] = schedule_knockout,       [DOUBLE_ELIMINATION] = schedule_double,
    [LADDER] = schedule_ladder,           [QUALIFIER] = schedule_qualifier,
    [CAMPAIGN] = schedule_campaign,
};

bool schedule_make(struct schedule *s, const struct schedule_rules *r, int players,
                   const struct schedule_look *look)
{
    struct planner p = {.s = s, .r = r, .look = look, .players = players};
    assert(players >= 1 && players <= SCHEDULE_PLAYERS);
    *s = (struct schedule){.players = players};
    s->standings = calloc((size_t)players, sizeof *s->standings);
    if (!s->standings) return false;
    for (int i = 0; i < players; i++) s->standings[i] = (struct placing){.player = i, .rank = 1};
    s->is_over = true; /* a format that finds something open takes it back */
    formats[r->format](&p);
    if (!s->has_failed) return true;
    schedule_free(s);
    return false;
}

void schedule_free(struct schedule *s)
{
    free(s->fixtures);
    free(s->standings);
    *s = (struct schedule){0};
}

static int round_robin_matches(const struct schedule_rules *r, int players)
{
    int total = 0, rounds = r->rounds ? r->rounds : 1;
    for (int group = 0; group < r->groups; group++) {
        int size = players / r->groups + (group < players % r->groups);
        total += rounds * size * (size - 1) / 2;
    }
    return total;
}

int schedule_matches(const struct schedule_rules *r, int players)
{
    switch (r->format) {
    case ROUND_ROBIN: return round_robin_matches(r, players);
    case SWISS: return (r->rounds ? r->rounds : schedule_swiss_rounds(players)) * (players / 2);
    case KNOCKOUT: return players - 1 + (r->has_third && players >= 4);
    case DOUBLE_ELIMINATION: return 2 * (players - 1);
    case LADDER: return (r->rounds ? r->rounds : 1) * (players / 2);
    case QUALIFIER:
    case CAMPAIGN: return players;
    }
    return 0;
}
