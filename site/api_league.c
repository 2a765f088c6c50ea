/* Ladders, and who plays in them. */
#include "site/find.h"
#include "site/sight.h"

#include <string.h>

/* ---- ladders ---- */

static void put_ladder(struct text *t, const char *key, const struct store_ladder *l)
{
    put_open(t, key, '{');
    put_str(t, "name", l->name);
    put_str(t, "game", l->game);
    put_str(t, "formula", rating_name(l->formula));
    put_bool(t, "is_open", l->is_open);
    put_int(t, "opens", l->opens);
    put_int(t, "closes", l->closes);
    put_close(t, '}');
}

/* What is told, and what the visitor may hear of. */
struct telling {
    struct text *out;
    struct sight sight;
};

static void tell_ladder(void *arg, const struct store_ladder *l)
{
    const struct telling *t = arg;
    bool is_room = strncmp(l->name, "room-", 5) == 0; /* there for those who have its code */
    if (!is_room && !sight_hides(&t->sight, l->id)) put_ladder(t->out, NULL, l);
}

void api_ladders(void *arg, const struct http_request *q, struct http_answer *a)
{
    struct site *site = arg;
    struct telling t = {.out = a->body};
    struct err err;
    if (!sight_of(site, q, a, &t.sight)) return;
    put_open(a->body, NULL, '{');
    put_open(a->body, "ladders", '[');
    if (!store_ladders(site->store, tell_ladder, &t, &err))
        site_store_failed(a, &err);
    else
        text_str(a->body, "]}\n");
}

static void put_record(struct text *t, const struct standing *s)
{
    put_real(t, "rating", s->rating.points);
    put_real(t, "deviation", s->rating.deviation);
    put_int(t, "games", s->games);
    put_int(t, "wins", s->wins);
    put_int(t, "draws", s->draws);
    put_int(t, "losses", s->losses);
}

static void tell_standing(void *arg, const struct store_place *p)
{
    struct text *t = arg;
    put_open(t, NULL, '{');
    put_int(t, "rank", p->rank);
    put_int(t, "player", p->standing.player);
    put_str(t, "name", p->name);
    put_str(t, "kind", p->kind);
    put_int(t, "version", p->number);
    put_record(t, &p->standing);
    put_int(t, "pending", p->pending);
    put_close(t, '}');
}

void api_ladder(void *arg, const struct http_request *q, struct http_answer *a)
{
    struct site *site = arg;
    struct store_ladder ladder;
    struct err err;
    if (!find_ladder(site, q, q->capture[0], &ladder, a)) return;
    put_open(a->body, NULL, '{');
    put_ladder(a->body, "ladder", &ladder);
    put_open(a->body, "standings", '[');
    if (!store_standings(site->store, ladder.id, tell_standing, a->body, &err))
        site_store_failed(a, &err);
    else
        text_str(a->body, "]}\n");
}

/* ---- players ---- */

static void tell_version(void *arg, const struct store_version *v)
{
    struct text *t = arg;
    put_open(t, NULL, '{');
    put_int(t, "number", v->number);
    put_str(t, "game", v->game);
    put_str(t, "language", v->language);
    put_str(t, "state", v->state);
    put_int(t, "created", v->created);
    put_close(t, '}');
}

static void tell_place(void *arg, const struct store_place *p)
{
    const struct telling *telling = arg;
    struct text *t = telling->out;
    if (sight_hides(&telling->sight, p->ladder_id)) return;
    put_open(t, NULL, '{');
    put_str(t, "name", p->ladder);
    put_str(t, "game", p->game);
    put_int(t, "rank", p->rank);
    put_record(t, &p->standing);
    put_close(t, '}');
}

void api_player(void *arg, const struct http_request *q, struct http_answer *a)
{
    struct site *site = arg;
    struct telling telling = {.out = a->body};
    struct store_player player;
    struct text *t = a->body;
    struct err err;
    int64_t id;
    if (!site_id(q->capture[0], &id, a) || !find_player(site, id, &player, a) ||
        !sight_of(site, q, a, &telling.sight))
        return;
    put_open(t, NULL, '{');
    put_int(t, "id", id);
    put_str(t, "name", player.name);
    put_str(t, "kind", player.kind);
    put_open(t, "versions", '[');
    bool ok = store_versions(site->store, id, tell_version, t, &err);
    put_close(t, ']');
    put_open(t, "ladders", '[');
    if (!ok || !store_places(site->store, id, tell_place, &telling, &err))
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
    put_open(t, NULL, '{');
    put_int(t, "match", m->id);
    put_int(t, "finished", m->finished);
    put_real(t, "rating", m->after[p].points);
    put_real(t, "deviation", m->after[p].deviation);
    put_int(t, "version", m->number[p]);
    put_close(t, '}');
}

void api_history(void *arg, const struct http_request *q, struct http_answer *a)
{
    struct site *site = arg;
    const char *name = http_query(q, "ladder");
    struct history h = {.out = a->body};
    struct store_ladder ladder;
    struct store_player player;
    struct err err;
    if (!site_id(q->capture[0], &h.player, a) || !find_player(site, h.player, &player, a)) return;
    if (!name) {
        http_refuse(a, 400, "say which ladder: ?ladder=NAME");
        return;
    }
    if (!find_ladder(site, q, name, &ladder, a)) return;
    put_open(a->body, NULL, '{');
    put_open(a->body, "history", '[');
    if (!store_history(site->store, ladder.id, h.player, tell_result, &h, &err))
        site_store_failed(a, &err);
    else
        text_str(a->body, "]}\n");
}
