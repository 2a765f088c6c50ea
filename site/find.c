#include "site/find.h"

#include "site/sight.h"

#include <string.h>

/* ---- ladders and players ---- */

struct wanted {
    const char *name;
    struct store_ladder *out;
    bool found;
};

static void compare(void *arg, const struct store_ladder *ladder)
{
    struct wanted *w = arg;
    if (strcmp(ladder->name, w->name) != 0) return;
    *w->out = *ladder;
    w->out->map = NULL; /* its bytes go with the row */
    w->found = true;
}

bool find_ladder(struct site *site, const struct http_request *q, const char *name,
                 struct store_ladder *out, struct http_answer *a)
{
    struct wanted w = {.name = name, .out = out};
    struct sight sight;
    struct err err;
    if (!sight_of(site, q, a, &sight)) return false;
    if (!store_ladders(site->store, compare, &w, &err)) return site_store_failed(a, &err);
    if (w.found && sight_hides(&sight, out->id)) w.found = false;
    if (!w.found) http_refuse(a, 404, "there is no ladder %s", name);
    return w.found;
}

bool find_player(const struct site *site, int64_t id, struct store_player *out,
                 struct http_answer *a)
{
    struct err err;
    bool found;
    if (!store_find_player(site->store, id, out, &found, &err)) return site_store_failed(a, &err);
    if (!found) http_refuse(a, 404, "there is no player %lld", (long long)id);
    return found;
}

/* ---- matches ---- */

static void put_pair(struct text *t, const char *key, const int64_t pair[2])
{
    put_open(t, key, '[');
    put_int(t, NULL, pair[0]);
    put_int(t, NULL, pair[1]);
    put_close(t, ']');
}

/* Of a match without a result the numbers are 0 and the words empty. */
static void put_result(struct text *t, const struct store_match *m, bool is_done)
{
    const struct journal_match *r = &m->result;
    if (is_done)
        put_int(t, "winner", r->winner);
    else
        put_null(t, "winner");
    put_str(t, "reason", r->reason);
    put_int(t, "turns", r->turns);
    put_pair(t, "score", r->score);
    put_open(t, "faults", '[');
    for (int p = 0; p < 2; p++) put_str(t, NULL, r->fault[p]);
    put_close(t, ']');
    put_pair(t, "ms_total", r->ms_total);
    put_pair(t, "ms_max", r->ms_max);
    put_int(t, "finished", m->finished);
    if (!is_done || m->formula == RATING_NONE) {
        put_null(t, "ratings");
        return;
    }
    put_open(t, "ratings", '[');
    for (int p = 0; p < 2; p++) put_real(t, NULL, m->after[p].points);
    put_close(t, ']');
}

static void put_players(struct text *t, const struct store_match *m)
{
    put_open(t, "players", '[');
    for (int p = 0; p < 2; p++) {
        put_open(t, NULL, '{');
        put_int(t, "id", m->player[p]);
        put_str(t, "name", m->name[p]);
        put_str(t, "kind", m->kind[p]);
        put_int(t, "version", m->number[p]);
        put_close(t, '}');
    }
    put_close(t, ']');
}

static void put_match(void *arg, const struct store_match *m)
{
    struct find_list *list = arg;
    struct text *t = list->out;
    const struct live_match *live = live_find(list->site->live, m->id);
    list->count++;
    list->last = m->id;
    put_open(t, NULL, '{');
    put_int(t, "id", m->id);
    put_str(t, "game", m->game);
    put_str(t, "ladder", m->ladder_name);
    put_str(t, "state", m->state);
    put_hex(t, "seed", m->seed);
    put_str(t, "setup", m->setup);
    put_players(t, m);
    put_result(t, m, strcmp(m->state, "done") == 0);
    put_int(t, "created", m->created);
    put_bool(t, "has_record", m->has_record);
    put_bool(t, "is_live", live && live->fd >= 0);
    put_str(t, "void_why", m->void_why);
    put_close(t, '}');
}

bool find_matches(struct site *site, const struct http_request *q, const struct store_which *which,
                  struct find_list *list, struct http_answer *a)
{
    struct store_which seen = *which;
    struct sight sight;
    struct err err;
    *list = (struct find_list){.site = site, .out = a->body};
    if (!sight_of(site, q, a, &sight)) return false;
    seen.hides = sight.hides;
    seen.viewer = sight.viewer;
    return store_matches(site->store, &seen, put_match, list, &err) || site_store_failed(a, &err);
}
