/* What several groups of paths ask the store, with the refusals that belong to it. */
#include "site/api/lookup.h"

#include "site/people/visibility.h"

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

bool lookup_ladder(struct site *site, const struct http_request *q, const char *name,
                   struct store_ladder *out, struct http_answer *a)
{
    struct wanted w = {.name = name, .out = out};
    struct store_viewer viewer;
    struct err err;
    if (!visibility_of(site, q, a, &viewer)) return false;
    if (!store_ladders(site->store, viewer, compare, &w, &err)) return site_store_failed(a, &err);
    if (!w.found) http_refuse(a, 404, "no-ladder: there is no ladder {ladder:%s}", name);
    return w.found;
}

bool lookup_player(const struct site *site, int64_t id, struct store_player *out,
                   struct http_answer *a)
{
    struct err err;
    bool found;
    if (!store_find_player(site->store, id, out, &found, &err)) return site_store_failed(a, &err);
    if (!found) http_refuse(a, 404, "no-player: there is no player {player:%lld}", (long long)id);
    return found;
}

/* ---- matches ---- */

static void put_pair(struct text *t, const char *key, const int64_t pair[2])
{
    json_write_open(t, key, '[');
    json_write_int(t, NULL, pair[0]);
    json_write_int(t, NULL, pair[1]);
    json_write_close(t, ']');
}

/* Of a match without a result the numbers are 0 and the words empty. */
static void put_result(struct text *t, const struct store_match *m, bool is_done)
{
    const struct journal_match *r = &m->result;
    if (is_done)
        json_write_int(t, "winner", r->winner);
    else
        json_write_null(t, "winner");
    json_write_str(t, "reason", r->reason);
    json_write_int(t, "turns", r->turns);
    put_pair(t, "score", r->score);
    json_write_open(t, "faults", '[');
    for (int p = 0; p < 2; p++) json_write_str(t, NULL, r->fault[p]);
    json_write_close(t, ']');
    put_pair(t, "ms_total", r->ms_total);
    put_pair(t, "ms_max", r->ms_max);
    json_write_int(t, "finished", m->finished);
    if (!is_done || m->formula == RATING_NONE) {
        json_write_null(t, "ratings");
        return;
    }
    json_write_open(t, "ratings", '[');
    for (int p = 0; p < 2; p++) json_write_tenths(t, NULL, rating_tenths(m->after[p].points));
    json_write_close(t, ']');
}

static void put_players(struct text *t, const struct store_match *m)
{
    json_write_open(t, "players", '[');
    for (int p = 0; p < 2; p++) {
        json_write_open(t, NULL, '{');
        json_write_int(t, "id", m->player[p]);
        json_write_str(t, "name", m->name[p]);
        json_write_str(t, "kind", m->kind[p]);
        json_write_int(t, "version", m->number[p]);
        json_write_close(t, '}');
    }
    json_write_close(t, ']');
}

/* Who plays could watch, too. When nobody plays this start any more there is nothing to hide. */
static bool is_sensitive(const struct store_match *m, struct store_viewer viewer)
{
    return m->is_remote && m->seed_is_secret && !viewer.sees_all;
}

int64_t lookup_late_s(const struct store_match *m, struct store_viewer viewer)
{
    return is_sensitive(m, viewer) && m->spectators_s > 0 ? m->spectators_s : 0;
}

/* A match that is being played and shown late is not held back: its lines are. */
bool lookup_is_held_back(const struct store_match *m, struct store_viewer viewer)
{
    if (!is_sensitive(m, viewer)) return false;
    if (m->spectators_s == SPECTATORS_AFTER) return true;
    return m->finished > 0 && m->over_ms < m->spectators_s * 1000;
}

/* A person who has not moved for so long has probably left; a program has its clock. */
enum { STILL_S = 60 };

static bool is_live(const struct store_match *m, const struct live_match *live, int64_t late_s)
{
    bool has_person = strcmp(m->kind[0], "person") == 0 || strcmp(m->kind[1], "person") == 0;
    return live && live->fd >= 0 && !(has_person && live_is_still(live, STILL_S)) &&
           (late_s == 0 || live_size_before(live, late_s) > 0);
}

static void put_match(void *arg, const struct store_match *m)
{
    struct lookup_list *list = arg;
    struct text *t = list->out;
    const struct live_match *live = live_find(list->site->live, m->id);
    bool is_held_back = lookup_is_held_back(m, list->viewer);
    int64_t late_s = lookup_late_s(m, list->viewer);
    bool is_shown_live = !is_held_back && is_live(m, live, late_s);
    if (list->is_of_live && !is_shown_live) return;
    list->count++;
    list->last = m->id;
    json_write_open(t, NULL, '{');
    json_write_int(t, "id", m->id);
    json_write_str(t, "game", m->game);
    json_write_str(t, "ladder", m->ladder_name);
    json_write_str(t, "state", m->state);
    if (m->seed_is_secret && !list->viewer.sees_all)
        json_write_null(t, "seed");
    else
        json_write_hex(t, "seed", m->seed);
    json_write_str(t, "setup", m->setup);
    put_players(t, m);
    put_result(t, m, strcmp(m->state, "done") == 0);
    json_write_int(t, "created", m->created);
    json_write_bool(t, "has_record", m->has_record && !is_held_back);
    json_write_bool(t, "is_live", is_shown_live);
    json_write_bool(t, "is_held_back", is_held_back);
    json_write_int(t, "late_s", late_s);
    json_write_str(t, "void_why", m->void_why);
    json_write_json(t, "void_why_said", m->void_said);
    json_write_close(t, '}');
}

bool lookup_matches(struct site *site, const struct http_request *q,
                    const struct store_which *which, struct lookup_list *list,
                    struct http_answer *a)
{
    struct store_which seen = *which;
    struct err err;
    list->site = site;
    list->out = a->body;
    if (!visibility_of(site, q, a, &seen.viewer)) return false;
    list->viewer = seen.viewer;
    return store_matches(site->store, &seen, put_match, list, &err) || site_store_failed(a, &err);
}
