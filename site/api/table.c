/* What standings do not tell: how everybody's last games went, who moved, and how the best did
   against each other. All of it comes from one look at the newest results of a ladder. */
#include "league/rating/pool.h"
#include "site/api/lookup.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    RESULTS = 2000, /* that are looked at */
    PLAYERS = 10000,
    FORM = 10,
    BEST = 10,
    CYCLES = 10
};
static const int64_t DAY_MS = INT64_C(24) * 3600 * 1000;

struct entrant {
    int64_t player, rank;
    double rating, before; /* before: a day before the newest result */
    bool has_before, has_moved, is_compared;
    int64_t change;      /* places gained since then */
    char form[FORM + 1]; /* newest first */
    int form_len;
};

/* For orders by something else. */
struct entrant_ref {
    struct entrant *e;
};

struct table {
    struct entrant *entrants; /* by rank, then by the player's number */
    int count, best_count;
    int64_t best[BEST];
    int64_t since, results;
    struct {
        int64_t wins, draws, losses;
    } pair[BEST][BEST]; /* of the row against the column */
};

/* ---- gathering ---- */

static void add_place(void *arg, const struct store_place *p)
{
    struct table *t = arg;
    if (t->count == PLAYERS || p->standing.games == 0) return;
    if (t->best_count < BEST) t->best[t->best_count++] = p->standing.player;
    t->entrants[t->count++] = (struct entrant){
        .player = p->standing.player, .rank = p->rank, .rating = p->standing.rating.points};
}

static int by_player(const void *a, const void *b)
{
    const struct entrant *x = a, *y = b;
    return (x->player > y->player) - (x->player < y->player);
}

static struct entrant *find(struct table *t, int64_t player)
{
    struct entrant key = {.player = player};
    return bsearch(&key, t->entrants, (size_t)t->count, sizeof key, by_player);
}

static int best_number(const struct table *t, int64_t player)
{
    for (int i = 0; i < t->best_count; i++)
        if (t->best[i] == player) return i;
    return -1;
}

static void add_side(struct table *t, const struct store_score *s, int p)
{
    struct entrant *e = find(t, s->player[p]);
    if (!e) return;
    if (e->form_len < FORM)
        e->form[e->form_len++] = (char)(s->winner < 0 ? 'D' : s->winner == p ? 'W' : 'L');
    if (s->finished > t->since) {
        e->has_moved = true;
    } else if (!e->has_before) {
        e->has_before = true;
        e->before = s->rating[p];
    }
}

/* Newest first. */
static void add_score(void *arg, const struct store_score *s)
{
    struct table *t = arg;
    if (t->results++ == 0) t->since = s->finished - DAY_MS;
    for (int p = 0; p < 2; p++) add_side(t, s, p);
    int a = best_number(t, s->player[0]), b = best_number(t, s->player[1]);
    if (a < 0 || b < 0 || a == b) return;
    t->pair[a][b].wins += s->winner == 0, t->pair[b][a].wins += s->winner == 1;
    t->pair[a][b].losses += s->winner == 1, t->pair[b][a].losses += s->winner == 0;
    t->pair[a][b].draws += s->winner < 0, t->pair[b][a].draws += s->winner < 0;
}

/* ---- what follows from it ---- */

static int by_rank(const void *a, const void *b)
{
    const struct entrant *x = ((const struct entrant_ref *)a)->e,
                         *y = ((const struct entrant_ref *)b)->e;
    return (x->rank > y->rank) - (x->rank < y->rank);
}

static int by_before(const void *a, const void *b)
{
    const struct entrant *x = ((const struct entrant_ref *)a)->e,
                         *y = ((const struct entrant_ref *)b)->e;
    if (x->before != y->before) return x->before < y->before ? 1 : -1;
    return by_rank(a, b);
}

/* Who has not played for a day stood then where it stands now; who was not there then has no place
   to compare with. Places are counted among those alone who had one on both days. */
static void fill_changes(struct table *t)
{
    struct entrant_ref *old = calloc((size_t)t->count + 1, sizeof *old);
    size_t count = 0;
    if (!old) return;
    for (int i = 0; i < t->count; i++) {
        struct entrant *e = &t->entrants[i];
        if (!e->has_moved) e->before = e->rating;
        e->is_compared = !e->has_moved || e->has_before;
        if (e->is_compared) old[count++].e = e;
    }
    qsort(old, count, sizeof *old, by_rank);
    for (size_t i = 0; i < count; i++) old[i].e->change = -(int64_t)i;
    qsort(old, count, sizeof *old, by_before);
    for (size_t i = 0; i < count; i++) old[i].e->change += (int64_t)i;
    free(old);
}

/* More points than a fair coin gives in 39 of 40 cases. */
static bool beats(void *arg, int a, int b)
{
    const struct table *t = arg;
    double played = (double)(t->pair[a][b].wins + t->pair[a][b].draws + t->pair[a][b].losses);
    double more = (double)(t->pair[a][b].wins - t->pair[a][b].losses) / 2;
    return played > 0 && more - 0.5 >= 1.959963984540054 * sqrt(played) / 2;
}

/* ---- telling ---- */

static void put_players(struct text *out, struct table *t)
{
    fill_changes(t);
    json_write_open(out, "players", '[');
    for (int i = 0; i < t->count; i++) {
        const struct entrant *e = &t->entrants[i];
        if (e->form_len == 0) continue;
        json_write_open(out, NULL, '{');
        json_write_int(out, "player", e->player);
        json_write_str(out, "form", e->form);
        if (e->is_compared)
            json_write_int(out, "change", e->change);
        else
            json_write_null(out, "change");
        json_write_close(out, '}');
    }
    json_write_close(out, ']');
}

static void put_pairs(struct text *out, const struct table *t)
{
    json_write_open(out, "best", '[');
    for (int i = 0; i < t->best_count; i++) json_write_int(out, NULL, t->best[i]);
    json_write_close(out, ']');
    json_write_open(out, "pairs", '[');
    for (int a = 0; a < t->best_count; a++)
        for (int b = 0; b < t->best_count; b++) {
            if (t->pair[a][b].wins + t->pair[a][b].draws + t->pair[a][b].losses == 0) continue;
            json_write_open(out, NULL, '{');
            json_write_int(out, "player", t->best[a]);
            json_write_int(out, "against", t->best[b]);
            json_write_int(out, "wins", t->pair[a][b].wins);
            json_write_int(out, "draws", t->pair[a][b].draws);
            json_write_int(out, "losses", t->pair[a][b].losses);
            json_write_close(out, '}');
        }
    json_write_close(out, ']');
}

static void put_cycles(struct text *out, struct table *t)
{
    int cycles[CYCLES][3], count = pool_cycles(t->best_count, beats, t, cycles, CYCLES);
    json_write_open(out, "cycles", '[');
    for (int i = 0; i < count && i < CYCLES; i++) {
        json_write_open(out, NULL, '[');
        for (int k = 0; k < 3; k++) json_write_int(out, NULL, t->best[cycles[i][k]]);
        json_write_close(out, ']');
    }
    json_write_close(out, ']');
}

static bool gather(struct site *site, const struct store_ladder *ladder, struct table *t,
                   struct err *err)
{
    if (!store_standings(site->store, ladder->id, add_place, t, err)) return false;
    qsort(t->entrants, (size_t)t->count, sizeof *t->entrants, by_player);
    return store_scores(site->store, ladder->id, RESULTS, add_score, t, err);
}

void api_ladder_table(void *arg, const struct http_request *q, struct http_answer *a)
{
    struct site *site = arg;
    struct store_ladder ladder;
    struct err err;
    if (!lookup_ladder(site, q, q->capture[0], &ladder, a)) return;
    struct table *t = calloc(1, sizeof *t);
    if (t) t->entrants = calloc(PLAYERS, sizeof *t->entrants);
    if (!t || !t->entrants) {
        http_refuse(a, 503, "no-memory: out of memory");
    } else if (!gather(site, &ladder, t, &err)) {
        site_store_failed(a, &err);
    } else {
        a->is_shared = true;
        json_write_open(a->body, NULL, '{');
        json_write_int(a->body, "results", t->results);
        put_players(a->body, t);
        put_pairs(a->body, t);
        put_cycles(a->body, t);
        text_str(a->body, "}\n");
    }
    if (t) free(t->entrants);
    free(t);
}
