/* Ladders, and who plays in them. */
#include "site/api/lookup.h"
#include "site/people/visibility.h"

#include <string.h>

/* ---- ladders ---- */

static void put_ladder(struct text *t, const char *key, const struct store_ladder *l)
{
    json_write_open(t, key, '{');
    json_write_str(t, "name", l->name);
    json_write_str(t, "game", l->game);
    json_write_str(t, "formula", rating_name(l->formula));
    enum rating_formula also = ladder_formulas(l->formula, l->settings).also;
    json_write_str(t, "also", also == RATING_NONE ? NULL : rating_name(also));
    json_write_bool(t, "is_open", l->is_open);
    json_write_int(t, "opens", l->opens);
    json_write_int(t, "closes", l->closes);
    json_write_close(t, '}');
}

static void tell_ladder(void *arg, const struct store_ladder *l)
{
    bool is_room = strncmp(l->name, "room-", 5) == 0; /* there for those who have its code */
    if (!is_room) put_ladder(arg, NULL, l);
}

void api_ladders(void *arg, const struct http_request *q, struct http_answer *a)
{
    struct site *site = arg;
    struct store_viewer viewer;
    struct err err;
    if (!visibility_of(site, q, a, &viewer)) return;
    a->is_shared = true;
    json_write_open(a->body, NULL, '{');
    json_write_open(a->body, "ladders", '[');
    if (!store_ladders(site->store, viewer, tell_ladder, a->body, &err))
        site_store_failed(a, &err);
    else
        text_str(a->body, "]}\n");
}

static void put_record(struct text *t, const struct standing *s)
{
    json_write_tenths(t, "rating", rating_tenths(s->rating.points));
    json_write_tenths(t, "deviation", rating_tenths(s->rating.deviation));
    json_write_int(t, "games", s->games);
    json_write_int(t, "wins", s->wins);
    json_write_int(t, "draws", s->draws);
    json_write_int(t, "losses", s->losses);
}

/* By the ladder's second formula; zeros before the first game. */
static void put_also(struct text *t, const struct store_place *p)
{
    const struct rating *r = &p->standing.also;
    json_write_tenths(t, "also_rating", rating_tenths(r->points));
    json_write_tenths(t, "also_deviation", rating_tenths(r->deviation));
}

static void tell_standing(void *arg, const struct store_place *p)
{
    struct text *t = arg;
    json_write_open(t, NULL, '{');
    json_write_int(t, "rank", p->rank);
    json_write_int(t, "player", p->standing.player);
    json_write_str(t, "name", p->name);
    json_write_str(t, "kind", p->kind);
    json_write_int(t, "version", p->number);
    put_record(t, &p->standing);
    put_also(t, p);
    json_write_int(t, "pending", p->pending);
    json_write_close(t, '}');
}

void api_ladder(void *arg, const struct http_request *q, struct http_answer *a)
{
    struct site *site = arg;
    struct store_ladder ladder;
    struct err err;
    if (!lookup_ladder(site, q, q->capture[0], &ladder, a)) return;
    a->is_shared = true;
    json_write_open(a->body, NULL, '{');
    put_ladder(a->body, "ladder", &ladder);
    json_write_open(a->body, "standings", '[');
    if (!store_standings(site->store, ladder.id, tell_standing, a->body, &err))
        site_store_failed(a, &err);
    else
        text_str(a->body, "]}\n");
}

/* ---- players ---- */

static void tell_version(void *arg, const struct store_version *v)
{
    struct text *t = arg;
    json_write_open(t, NULL, '{');
    json_write_int(t, "number", v->number);
    json_write_str(t, "game", v->game);
    json_write_str(t, "language", v->language);
    json_write_str(t, "state", v->state);
    json_write_int(t, "created", v->created);
    json_write_close(t, '}');
}

static void tell_place(void *arg, const struct store_place *p)
{
    struct text *t = arg;
    json_write_open(t, NULL, '{');
    json_write_str(t, "name", p->ladder);
    json_write_str(t, "game", p->game);
    json_write_int(t, "rank", p->rank);
    put_record(t, &p->standing);
    json_write_close(t, '}');
}

void api_player(void *arg, const struct http_request *q, struct http_answer *a)
{
    struct site *site = arg;
    struct store_viewer viewer;
    struct store_player player;
    struct text *t = a->body;
    struct err err;
    int64_t id;
    if (!site_id(q->capture[0], &id, a) || !lookup_player(site, id, &player, a) ||
        !visibility_of(site, q, a, &viewer))
        return;
    a->is_shared = true;
    json_write_open(t, NULL, '{');
    json_write_int(t, "id", id);
    json_write_str(t, "name", player.name);
    json_write_str(t, "kind", player.kind);
    json_write_bool(t, "mine", player.owner > 0 && player.owner == viewer.account);
    json_write_open(t, "versions", '[');
    bool ok = store_versions(site->store, id, tell_version, t, &err);
    json_write_close(t, ']');
    json_write_open(t, "ladders", '[');
    if (!ok || !store_places(site->store, viewer, id, tell_place, t, &err))
        site_store_failed(a, &err);
    else
        text_str(t, "]}\n");
}

/* ---- a rating over time ---- */

struct history {
    struct text *out;
    int64_t player;
};

static void tell_result(void *arg, const struct store_match *m)
{
    const struct history *h = arg;
    struct text *t = h->out;
    int p = m->player[1] == h->player;
    json_write_open(t, NULL, '{');
    json_write_int(t, "match", m->id);
    json_write_int(t, "finished", m->finished);
    json_write_tenths(t, "rating", rating_tenths(m->after[p].points));
    json_write_tenths(t, "deviation", rating_tenths(m->after[p].deviation));
    json_write_int(t, "version", m->number[p]);
    json_write_close(t, '}');
}

void api_history(void *arg, const struct http_request *q, struct http_answer *a)
{
    struct site *site = arg;
    const char *name = http_query(q, "ladder");
    struct history h = {.out = a->body};
    struct store_ladder ladder;
    struct store_player player;
    struct err err;
    if (!site_id(q->capture[0], &h.player, a) || !lookup_player(site, h.player, &player, a)) return;
    if (!name) {
        http_refuse(a, 400, "which-ladder: say which ladder: ?ladder=NAME");
        return;
    }
    if (!lookup_ladder(site, q, name, &ladder, a)) return;
    a->is_shared = true;
    json_write_open(a->body, NULL, '{');
    json_write_open(a->body, "history", '[');
    if (!store_history(site->store, ladder.id, h.player, tell_result, &h, &err))
        site_store_failed(a, &err);
    else
        text_str(a->body, "]}\n");
}
