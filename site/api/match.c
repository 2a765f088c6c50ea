/* Matches: lists, one of them, its record, and how it goes on. */
#include "referee/record.h"
#include "site/api/lookup.h"
#include "site/live/own_view.h"
#include "site/live/record_stream.h"
#include "site/people/visibility.h"

#include <stdlib.h>
#include <string.h>

enum { LIST = 50, LIST_MOST = 200 };

/* ---- lists ---- */

static bool read_which(struct site *site, const struct http_request *q, struct store_which *which,
                       struct http_answer *a)
{
    const char *name = http_query(q, "ladder");
    struct store_ladder ladder;
    which->game = http_query(q, "game");
    if (name && !lookup_ladder(site, q, name, &ladder, a)) return false;
    if (name) which->ladder = ladder.id;
    if (http_query_int(q, "player", 1, INT64_MAX, 0, &which->player) &&
        http_query_int(q, "before", 1, INT64_MAX, 0, &which->before) &&
        http_query_int(q, "limit", 1, LIST_MOST, LIST, &which->most))
        return true;
    http_refuse(a, 400, "list-query: player, before and limit (1 to {most:%d}) are whole numbers",
                LIST_MOST);
    return false;
}

void api_matches(void *arg, const struct http_request *q, struct http_answer *a)
{
    struct site *site = arg;
    struct store_which which = {0};
    struct lookup_list list = {0};
    if (!read_which(site, q, &which, a)) return;
    a->is_shared = true;
    json_write_open(a->body, NULL, '{');
    json_write_open(a->body, "matches", '[');
    if (!lookup_matches(site, q, &which, &list, a)) return;
    json_write_close(a->body, ']');
    if (list.count == which.most)
        json_write_int(a->body, "next", list.last);
    else
        json_write_null(a->body, "next");
    text_str(a->body, "}\n");
}

void api_live(void *arg, const struct http_request *q, struct http_answer *a)
{
    struct site *site = arg;
    json_write_open(a->body, NULL, '{');
    json_write_open(a->body, "matches", '[');
    for (const struct live_match *m = NULL; (m = live_next(site->live, m));) {
        struct lookup_list list = {.is_of_live = true};
        if (!lookup_matches(site, q, &(struct store_which){.match = m->id}, &list, a)) return;
    }
    text_str(a->body, "]}\n");
}

/* ---- one match ---- */

static void refuse_match(struct http_answer *a, int64_t id)
{
    http_refuse(a, 404, "no-match: there is no match {match:%lld}", (long long)id);
}

void api_match(void *arg, const struct http_request *q, struct http_answer *a)
{
    struct site *site = arg;
    struct lookup_list list = {0};
    int64_t id;
    if (!site_id(q->capture[0], &id, a)) return;
    if (!lookup_matches(site, q, &(struct store_which){.match = id}, &list, a)) return;
    if (list.count == 0)
        refuse_match(a, id);
    else
        text_char(a->body, '\n');
}

struct glance {
    struct store_viewer viewer;
    bool is_there, has_record, is_pending, is_private, is_held_back;
    int64_t late_s;
};

static void glance_at(void *arg, const struct store_match *m)
{
    struct glance *g = arg;
    g->is_there = true;
    g->has_record = m->has_record;
    g->is_private = m->is_private;
    g->is_pending = strcmp(m->state, "queued") == 0 || strcmp(m->state, "running") == 0;
    g->is_held_back = lookup_is_held_back(m, g->viewer);
    g->late_s = lookup_late_s(m, g->viewer);
}

static bool look(struct site *site, const struct http_request *q, int64_t *id, struct glance *g,
                 struct http_answer *a)
{
    struct err err;
    *g = (struct glance){0};
    struct store_which which = {0};
    if (!site_id(q->capture[0], id, a) || !visibility_of(site, q, a, &which.viewer)) return false;
    which.match = *id;
    g->viewer = which.viewer;
    if (!store_matches(site->store, &which, glance_at, g, &err)) return site_store_failed(a, &err);
    if (!g->is_there) refuse_match(a, *id);
    return g->is_there;
}

/* Who plays at home could read on the site what its program must not know: the seed, and with it
   the whole map. So could whoever plays against a person. */
static bool need_shown(const struct glance *g, struct http_answer *a)
{
    if (!g->is_held_back) return true;
    http_refuse(
        a, 403,
        g->is_pending
            ? "shown-later: a match with a person or a program at home is shown after its end"
            : "shown-after-return: a match with a program at home is shown after the end of "
              "its return match");
    return false;
}

/* The record as it is stored, packed or not; false, having refused, when there is none. */
static bool fetch_record(const struct site *site, int64_t id, const struct glance *g, char **bytes,
                         size_t *len, struct http_answer *a)
{
    struct err err;
    if (!g->has_record) {
        http_refuse(a, 404, "no-record: match {match:%lld} has no record", (long long)id);
        return false;
    }
    return store_record(site->store, id, bytes, len, &err) || site_store_failed(a, &err);
}

bool site_unpack(char **bytes, size_t *len, struct http_answer *a)
{
    struct err err;
    char *text;
    if (!record_is_packed(*bytes, *len)) return true;
    bool ok = record_unpack(*bytes, *len, RECORD_MOST, "the record", &text, len, &err);
    free(*bytes);
    *bytes = ok ? text : NULL;
    return ok || site_store_failed(a, &err);
}

void api_record(void *arg, const struct http_request *q, struct http_answer *a)
{
    struct site *site = arg;
    const char *takes = http_header(q, "Accept-Encoding");
    struct glance g;
    char *bytes;
    size_t len;
    int64_t id;
    if (!look(site, q, &id, &g, a) || !need_shown(&g, a) ||
        !fetch_record(site, id, &g, &bytes, &len, a))
        return;
    if (record_is_packed(bytes, len) && takes && strstr(takes, "zstd"))
        http_set_header(a, "Content-Encoding", "zstd");
    else if (!site_unpack(&bytes, &len, a))
        return;
    a->heap = bytes;
    a->bytes_len = len;
    a->type = "application/x-ndjson";
    http_set_header(a, "Vary", "Accept-Encoding");
    if (!g.is_private) http_set_header(a, "Cache-Control", "public, max-age=86400");
}

/* ---- as it is played ---- */

void api_match_live(void *arg, const struct http_request *q, struct http_answer *a)
{
    struct site *site = arg;
    struct glance g;
    char *bytes;
    size_t len;
    const char *token = http_query(q, "token"), *brief = http_query(q, "brief");
    int64_t id, after;
    int side;
    bool ok;
    if (!look(site, q, &id, &g, a) || !site_seen(q, &after, a)) return;
    const struct game *own = token ? play_seat(site->play, id, token, &side) : NULL;
    if (own) {
        g.is_held_back = false;
        g.late_s = 0;
    }
    if (!need_shown(&g, a)) return;
    if (own && own->show) {
        ok = own_view_follow(site->live, id, side, after, a);
    } else if (g.is_pending || live_find(site->live, id)) {
        struct record_stream_wish wish = {.match = id,
                                          .after = after,
                                          .late_s = g.late_s,
                                          .is_brief = brief && strcmp(brief, "1") == 0};
        ok = record_stream_follow(site->live, &wish, a);
    } else {
        if (!fetch_record(site, id, &g, &bytes, &len, a) || !site_unpack(&bytes, &len, a)) return;
        /* A player who was away saw states, not lines: it hears that the match is over. */
        ok = record_stream_tell(bytes, len, token ? (int64_t)len : after, a);
    }
    if (!ok) http_refuse(a, 503, "no-memory: out of memory");
}

void api_feed(void *arg, const struct http_request *q, struct http_answer *a)
{
    struct site *site = arg;
    int64_t after;
    if (!site_seen(q, &after, a)) return;
    if (!feed_follow(site->feed, after, a)) http_refuse(a, 503, "no-memory: out of memory");
}
