/* Programs at home: lines, and places that are given up. */
#include "league/store/contest/store_contest.h"
#include "league/store/store_home.h"
#include "site/api/contest_lookup.h"
#include "site/api/lookup.h"
#include "site/api/room.h"
#include "site/people/visitor.h"
#include "site/remote/remote_play.h"
#include "site/site_internal.h"
#include "wire/wire.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Browsers send cookies along whoever asks; a line is opened by a token alone. */
static bool need_token(struct site *site, const struct http_request *q, struct http_answer *a,
                       struct visitor *v)
{
    if (!visitor_need(site, q, a, v)) return false;
    if (!v->has_session) return true;
    http_refuse(
        a, 403,
        "line-needs-token: a line is opened with an API token: Authorization: Bearer TOKEN");
    return false;
}

static bool is_line(const struct http_request *q)
{
    const char *upgrade = http_header(q, "Upgrade");
    return upgrade && strcasecmp(upgrade, WIRE_PROTOCOL) == 0;
}

/* ---- the ladder ---- */

/* A ladder that is closed is no place to come to, but for whom its finals wait, and for finalists
   who want to play them from home. */
static bool is_awaited(struct site *site, const struct store_ladder *ladder, int64_t account,
                       struct http_answer *a)
{
    struct store_contest contest;
    enum store_final why;
    bool is_awaited, found;
    struct err err;
    if (!store_awaits(site->store, ladder->id, account, &is_awaited, &err) ||
        !store_find_contest(site->store, ladder->name, &contest, &found, &err))
        return site_store_failed(a, &err);
    if (is_awaited) return true;
    if (!found)
        return http_refuse(a, 409, "ladder-closed: the ladder {ladder:%s} is closed", ladder->name),
               false;
    if (!store_may_send_final(site->store, contest.id, account, &why, &err))
        return site_store_failed(a, &err);
    return why == FINAL_TAKEN || contest_refuse_final(&contest, why, a);
}

static bool find_room(struct site *site, const struct http_request *q, const char *code,
                      struct store_ladder *ladder, struct http_answer *a)
{
    struct store_room room;
    struct err err;
    if (!room_find(site, q, code, &room, a)) return false;
    if (!room.is_open) return http_refuse(a, 409, "room-closed: the room is closed"), false;
    *ladder = (struct store_ladder){.id = room.ladder, .is_open = true};
    snprintf(ladder->name, sizeof ladder->name, "%s", room.ladder_name);
    return store_use_room(site->store, room.id, &err) || site_store_failed(a, &err);
}

/* Where the bots of a game play, unless a ladder is named. */
static bool find_where(struct site *site, const struct http_request *q, int64_t account,
                       struct store_ladder *ladder, struct http_answer *a)
{
    const char *name = http_query(q, "ladder"), *game = http_query(q, "game");
    const char *room = http_query(q, "room");
    struct ladder_settings l;
    char buf[256];
    struct text why = TEXT_ON(buf);
    if (room && *room) return find_room(site, q, room, ladder, a);
    if (!name || !*name) name = game;
    if (!name || !*name)
        return http_refuse(a, 400, "which-ladder: which game, or which ladder?"), false;
    if (!lookup_ladder(site, q, name, ladder, a)) return false;
    if (!ladder->is_open && !is_awaited(site, ladder, account, a)) return false;
    if (ladder_settings_read(&l, ladder->settings, &why) && l.pairing) return true;
    http_refuse(a, 409, "ladder-unpaired: nobody is paired in the ladder {ladder:%s}", name);
    return false;
}

/* is_awaited() has looked; only who comes in the last moment finds it closed here. */
static bool enter_finals(struct site *site, const struct store_ladder *ladder,
                         struct remote_play_wish *w, struct err *err)
{
    struct store_contest contest;
    enum store_final why;
    bool found;
    if (!store_find_contest(site->store, ladder->name, &contest, &found, err)) return false;
    if (!found)
        return err_code(err, "ladder-closed: the ladder {ladder:%s} is closed", ladder->name);
    return store_enter_final(site->store, contest.id, w->player, STORE_HOME, &w->version, &why,
                             err) &&
           (why == FINAL_TAKEN ||
            err_code(err, "ladder-closed: the ladder {ladder:%s} is closed", ladder->name));
}

static bool enter(struct site *site, const struct visitor *v, const struct store_ladder *ladder,
                  struct remote_play_wish *w, struct err *err)
{
    bool found;
    struct store_entered entered;
    if (!store_own_player(site->store, v->account.id, &w->player, w->name, err) ||
        !store_home_version(site->store, ladder->id, w->player, &w->version, &found, err))
        return false;
    if (found) return true;
    if (!ladder->is_open) return enter_finals(site, ladder, w, err);
    struct store_enter e = {
        .ladder = ladder->id, .player = w->name, .kind = "program", .seat = STORE_HOME};
    if (!store_enter(site->store, &e, &entered, err)) return false;
    w->version = entered.version;
    return true;
}

/* ---- lines ---- */

static bool read_place(const struct http_request *q, struct remote_play_wish *w,
                       struct http_answer *a)
{
    const char *token = http_query(q, "place");
    if (!token || !*token) return true;
    snprintf(w->token, sizeof w->token, "%s", token);
    if (strlen(token) < sizeof w->token && http_query_int(q, "got", 0, INT64_MAX / 2, 0, &w->got))
        return true;
    http_refuse(a, 400, "place-unreadable: a place is its token, and how many bytes have come");
    return false;
}

static bool make_wish(struct site *site, const struct http_request *q, struct http_answer *a,
                      struct remote_play_wish *w)
{
    struct visitor v;
    struct store_ladder ladder;
    struct err err;
    if (!need_token(site, q, a, &v) || !read_place(q, w, a)) return false;
    w->account = v.account.id;
    int status = remote_play_check(site->home, w, &err);
    if (status) return http_refuse_err(a, status, &err), false;
    if (w->token[0]) return true;
    if (!find_where(site, q, w->account, &ladder, a) ||
        !contest_has_joined(site, w->account, ladder.name, a))
        return false;
    w->ladder = ladder.id;
    snprintf(w->ladder_name, sizeof w->ladder_name, "%s", ladder.name);
    return enter(site, &v, &ladder, w, &err) || site_store_failed(a, &err);
}

void api_home_line(void *arg, const struct http_request *q, struct http_answer *a)
{
    struct site *site = arg;
    if (!is_line(q)) {
        http_set_header(a, "Upgrade", WIRE_PROTOCOL);
        http_refuse(a, 426,
                    "line-upgrade: this is a line for `taisen join`: Upgrade: {protocol:%s}",
                    WIRE_PROTOCOL);
        return;
    }
    struct remote_play_wish *w = calloc(1, sizeof *w);
    if (!w) {
        http_refuse(a, 503, "no-memory: out of memory");
        return;
    }
    q->kept->thing = w;
    q->kept->drop = free;
    w->play = site->home;
    if (!make_wish(site, q, a, w)) return;
    a->take = remote_play_take;
    a->source = w;
    a->protocol = WIRE_PROTOCOL;
}

void api_home_give_up(void *arg, const struct http_request *q, struct http_answer *a)
{
    struct site *site = arg;
    struct visitor v;
    int64_t match = 0;
    if (!need_token(site, q, a, &v)) return;
    if (!remote_play_give_up(site->home, v.account.id, q->capture[0], &match)) {
        http_refuse(a, 404, "no-place: your place no longer exists");
        return;
    }
    json_write_open(a->body, NULL, '{');
    json_write_int(a->body, "match", match);
    text_str(a->body, "}\n");
}
