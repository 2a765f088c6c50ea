/* Practice: rooms, and matches against somebody on request. */
#include "site/api/room.h"
#include "bots/bot.h"
#include "league/store/store_home.h"
#include "os/clock.h"
#include "os/random.h"
#include "site/api/lookup.h"
#include "site/http/json_body.h"
#include "site/people/visitor.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    ROOMS_EACH = 3,   /* open ones of an account */
    ROUND_MOST = 12,  /* players of a round */
    PENDING_MOST = 3, /* challenges of an account that are not played yet */
    CODE_LETTERS = 10 /* 50 bits: nobody guesses that over a network */
};

/* ---- what both have ---- */

static bool need_store(bool ok, struct http_answer *a, const struct err *err)
{
    return ok || site_store_failed(a, err);
}

/* The player of the visitor, and the program it plays this game with. */
struct mine {
    int64_t player;
    char name[STORE_NAME];
    struct store_active active;
};

static bool find_mine(struct site *site, const struct visitor *v, const char *game, struct mine *m,
                      struct http_answer *a)
{
    struct err err;
    bool found;
    if (!need_store(store_own_player(site->store, v->account.id, &m->player, m->name, &err), a,
                    &err) ||
        !need_store(store_active_version(site->store, m->player, game, &m->active, &found, &err), a,
                    &err))
        return false;
    if (!found)
        http_refuse(a, 409, "no-program: you have no program that plays {game:%s} yet", game);
    return found;
}

/* ---- rooms ---- */

/* Letters that nobody mistakes for others. */
static void make_code(char code[STORE_CODE])
{
    static const char letters[] = "23456789abcdefghjkmnpqrstuvwxyz";
    unsigned char bytes[CODE_LETTERS];
    random_bytes(bytes, sizeof bytes);
    for (int i = 0; i < CODE_LETTERS; i++) code[i] = letters[bytes[i] % (sizeof letters - 1)];
    code[CODE_LETTERS] = '\0';
}

bool room_find(struct site *site, const struct http_request *q, const char *code,
               struct store_room *room, struct http_answer *a)
{
    struct err err;
    char network[HTTP_ADDRESS];
    bool found = false;
    http_client_network(q, network);
    if (!limit_allows(&site->room_tries, network, clock_us())) {
        http_set_header(a, "Retry-After", "600");
        http_refuse(a, 429, "too-many-tries: too many tries; wait ten minutes");
        return false;
    }
    if (strlen(code) < STORE_CODE &&
        !need_store(store_find_room(site->store, code, room, &found, &err), a, &err))
        return false;
    if (found) return true;
    limit_take(&site->room_tries, network, clock_us());
    http_refuse(a, 404, "no-room: there is no room with this code");
    return false;
}

static void put_player(const struct site *site, struct text *t, const struct store_rival *r)
{
    json_write_open(t, NULL, '{');
    json_write_int(t, "id", r->player);
    json_write_str(t, "name", r->name);
    json_write_bool(t, "is_home", r->is_home);
    json_write_int(t, "places", remote_play_count(site->home, r->player, false));
    json_write_close(t, '}');
}

static void put_room(struct site *site, const struct store_room *room, struct http_answer *a)
{
    static struct store_rival rivals[STORE_RIVALS];
    struct err err;
    int count = 0;
    if (!store_rivals(site->store, room->ladder, rivals, &count, &err)) {
        site_store_failed(a, &err);
        return;
    }
    json_write_open(a->body, NULL, '{');
    json_write_str(a->body, "code", room->code);
    json_write_str(a->body, "game", room->game);
    json_write_str(a->body, "ladder", room->ladder_name);
    json_write_str(a->body, "owner", room->owner);
    json_write_bool(a->body, "is_open", room->is_open);
    json_write_open(a->body, "players", '[');
    for (int i = 0; i < count; i++) put_player(site, a->body, &rivals[i]);
    json_write_close(a->body, ']');
    text_str(a->body, "}\n");
}

static bool add_room(struct site *site, const struct visitor *v, const struct game *game,
                     struct store_room *room, struct http_answer *a)
{
    char word[HOSTED_TOKEN];
    struct err err;
    bool done;
    hosted_token(word);
    make_code(room->code);
    room->account = v->account.id;
    room->is_open = true;
    snprintf(room->ladder_name, sizeof room->ladder_name, "room-%.8s", word);
    snprintf(room->game, sizeof room->game, "%s", game->name);
    snprintf(room->owner, sizeof room->owner, "%s", v->account.name);
    if (!need_store(store_add_room(site->store, room, ROOMS_EACH, &done, &err), a, &err))
        return false;
    if (!done) http_refuse(a, 429, "room-limit: you have {most:%d} open rooms already", ROOMS_EACH);
    return done;
}

void api_add_room(void *arg, const struct http_request *q, struct http_answer *a)
{
    struct site *site = arg;
    struct visitor v;
    struct store_room room = {0};
    const char *name;
    if (!visitor_need_change(site, q, a, &v)) return;
    struct json_read *body = json_body_open(q, a);
    if (!body) return;
    const struct game *game = json_read_text(body, "game", &name) ? game_find(name) : NULL;
    if (!game) {
        http_refuse(a, 422, "which-game: which game?");
    } else if (add_room(site, &v, game, &room, a)) {
        a->status = 201;
        put_room(site, &room, a);
    }
    json_read_close(body);
}

void api_room(void *arg, const struct http_request *q, struct http_answer *a)
{
    struct site *site = arg;
    struct visitor v;
    struct store_room room;
    if (visitor_need(site, q, a, &v) && room_find(site, q, q->capture[0], &room, a))
        put_room(site, &room, a);
}

/* An open room for somebody who wants to change something in it. */
static bool enter_room(struct site *site, const struct http_request *q, struct visitor *v,
                       struct store_room *room, struct http_answer *a)
{
    struct err err;
    if (!visitor_need_change(site, q, a, v) || !room_find(site, q, q->capture[0], room, a))
        return false;
    if (!room->is_open) return http_refuse(a, 409, "room-closed: the room is closed"), false;
    return need_store(store_use_room(site->store, room->id, &err), a, &err);
}

static bool bring_bot(struct site *site, const struct store_room *room, const char *bot,
                      struct http_answer *a)
{
    char seat[STORE_SEAT];
    struct text written = TEXT_ON(seat);
    struct store_entered entered;
    struct err err;
    const struct bot *known = bot_find(game_find(room->game), bot);
    if (!known) {
        http_refuse(a, 422, "no-bot: no bot of this name plays {game:%s}", room->game);
        return false;
    }
    bot_write_seat(known, &written);
    struct store_enter e = {.ladder = room->ladder, .player = bot, .kind = "bot", .seat = seat};
    return need_store(store_enter(site->store, &e, &entered, &err), a, &err);
}

static bool bring_mine(struct site *site, const struct visitor *v, const struct store_room *room,
                       struct http_answer *a)
{
    struct mine m;
    struct err err;
    return find_mine(site, v, room->game, &m, a) &&
           need_store(
               store_enter_version(site->store, room->ladder, m.player, m.active.version, &err), a,
               &err);
}

void api_room_join(void *arg, const struct http_request *q, struct http_answer *a)
{
    struct site *site = arg;
    struct visitor v;
    struct store_room room;
    const char *bot;
    if (!enter_room(site, q, &v, &room, a)) return;
    struct json_read *body = json_body_open(q, a);
    if (!body) return;
    if (!json_read_text(body, "bot", &bot))
        json_body_refuse(a);
    else if (*bot ? bring_bot(site, &room, bot, a) : bring_mine(site, &v, &room, a))
        put_room(site, &room, a);
    json_read_close(body);
}

/* Each against each who is here, sides swapped. */
static int plan_round(const struct site *site, const struct store_room *room,
                      const struct store_rival *rivals, int count, struct store_plan *plans,
                      char keys[][JOURNAL_KEY])
{
    int made = 0, here[ROUND_MOST], here_count = 0;
    char word[HOSTED_TOKEN];
    hosted_token(word);
    for (int i = 0; i < count && here_count < ROUND_MOST; i++)
        if (!rivals[i].is_home || remote_play_count(site->home, rivals[i].player, false) > 0)
            here[here_count++] = i;
    for (int i = 0; i < here_count; i++)
        for (int j = i + 1; j < here_count; j++) {
            uint64_t seed = random_u64();
            for (int side = 0; side < 2; side++, made++) {
                int64_t version[2] = {rivals[here[i]].version, rivals[here[j]].version};
                snprintf(keys[made], JOURNAL_KEY, "room:%.16s:%d", word, made);
                plans[made] = (struct store_plan){.key = keys[made],
                                                  .ladder = room->ladder,
                                                  .version = {version[side], version[1 - side]},
                                                  .seed = seed,
                                                  .priority = STORE_SOON};
            }
        }
    return made;
}

void api_room_round(void *arg, const struct http_request *q, struct http_answer *a)
{
    enum { MATCHES = ROUND_MOST * (ROUND_MOST - 1) };
    static struct store_rival rivals[STORE_RIVALS];
    static struct store_plan plans[MATCHES];
    static char keys[MATCHES][JOURNAL_KEY];
    struct site *site = arg;
    struct visitor v;
    struct store_room room;
    struct err err;
    int64_t pending;
    int count, added = 0;
    if (!enter_room(site, q, &v, &room, a)) return;
    if (!need_store(store_pending(site->store, room.ladder, &pending, &err), a, &err) ||
        !need_store(store_rivals(site->store, room.ladder, rivals, &count, &err), a, &err))
        return;
    int made = plan_round(site, &room, rivals, count, plans, keys);
    if (pending > 0 || made == 0) {
        http_refuse(a, 409,
                    pending > 0 ? "round-running: a round is being played"
                                : "round-alone: a round takes two programs");
        return;
    }
    if (!need_store(store_queue(site->store, plans, made, &added, &err), a, &err)) return;
    a->status = 201;
    json_write_open(a->body, NULL, '{');
    json_write_int(a->body, "matches", added);
    text_str(a->body, "}\n");
}

/* ---- challenges ---- */

/* Where challenges of a game are played: without ratings, and nobody is paired. */
static bool challenge_ladder(struct site *site, const char *game, int64_t *id,
                             struct http_answer *a)
{
    struct store_ladder l = {.formula = RATING_NONE, .settings = "pairing=0 records=1000"}, found;
    struct err err;
    snprintf(l.name, sizeof l.name, "%s-challenges", game);
    snprintf(l.game, sizeof l.game, "%s", game);
    if (store_find_ladder(site->store, l.name, &found, &err)) {
        *id = found.id;
        return true;
    }
    return need_store(store_add_ladder(site->store, &l, id, &err), a, &err);
}

struct challenge {
    struct mine mine;
    int64_t player; /* the other's */
    struct store_player who;
    struct store_active active;
    int64_t ladder;
};

static bool find_other(struct site *site, const char *game, struct challenge *c,
                       struct http_answer *a)
{
    struct err err;
    bool found;
    if (!lookup_player(site, c->player, &c->who, a)) return false;
    if (!need_store(store_active_version(site->store, c->player, game, &c->active, &found, &err), a,
                    &err))
        return false;
    if (!found)
        http_refuse(a, 409, "other-no-program: {name:%s} has no program that plays {game:%s}",
                    c->who.name, game);
    else if (c->player == c->mine.player)
        http_refuse(a, 409, "challenge-self: this is you");
    else if (c->active.is_home && remote_play_count(site->home, c->player, false) == 0)
        http_refuse(a, 409,
                    "other-not-here: the program of {name:%s} plays from home and is not here now",
                    c->who.name);
    else if (c->mine.active.is_home && remote_play_count(site->home, c->mine.player, false) == 0)
        http_refuse(a, 409,
                    "mine-not-here: your program plays from home: start `taisen join` first");
    else
        return true;
    return false;
}

static bool may_challenge(struct site *site, const struct visitor *v, const struct challenge *c,
                          struct http_answer *a)
{
    char key[32];
    struct err err;
    int64_t pending;
    if (!need_store(store_pending_of(site->store, c->ladder, c->mine.player, &pending, &err), a,
                    &err))
        return false;
    if (pending >= PENDING_MOST) {
        http_refuse(a, 429, "matches-pending: {most:%d} of your matches are not played yet",
                    PENDING_MOST);
        return false;
    }
    snprintf(key, sizeof key, "id %lld", (long long)v->account.id);
    if (limit_take(&site->challenges, key, clock_us())) return true;
    http_set_header(a, "Retry-After", "600");
    http_refuse(a, 429, "challenge-limit: enough matches on request for now; wait a while");
    return false;
}

static bool queue_challenge(struct site *site, const struct challenge *c, struct http_answer *a)
{
    char key[JOURNAL_KEY], word[HOSTED_TOKEN];
    struct err err;
    int64_t match = 0;
    int added = 0;
    uint64_t seed = random_u64();
    bool is_first = seed & 1;
    int64_t version[2] = {c->mine.active.version, c->active.version};
    hosted_token(word);
    snprintf(key, sizeof key, "challenge:%s", word);
    struct store_plan plan = {.key = key,
                              .ladder = c->ladder,
                              .version = {version[!is_first], version[is_first]},
                              .seed = seed};
    if (!need_store(store_enter_version(site->store, c->ladder, c->mine.player, version[0], &err) &&
                        store_enter_version(site->store, c->ladder, c->player, version[1], &err) &&
                        store_queue(site->store, &plan, 1, &added, &err) &&
                        store_match_of_key(site->store, key, &match, &err),
                    a, &err))
        return false;
    a->status = 201;
    json_write_open(a->body, NULL, '{');
    json_write_int(a->body, "match", match);
    text_str(a->body, "}\n");
    return true;
}

void api_challenge(void *arg, const struct http_request *q, struct http_answer *a)
{
    struct site *site = arg;
    struct visitor v;
    struct challenge c = {0};
    const char *name;
    if (!visitor_need_change(site, q, a, &v)) return;
    struct json_read *body = json_body_open(q, a);
    if (!body) return;
    const struct game *game = json_read_text(body, "game", &name) ? game_find(name) : NULL;
    if (!json_read_int(body, "player", 0, &c.player) || c.player <= 0 || !game) {
        http_refuse(a, 422, "which-opponent: which game, and against which player?");
    } else if (find_mine(site, &v, game->name, &c.mine, a) && find_other(site, game->name, &c, a) &&
               challenge_ladder(site, game->name, &c.ladder, a) && may_challenge(site, &v, &c, a) &&
               queue_challenge(site, &c, a)) {
        visitor_note(site, q, v.account.id, "challenge", c.who.name);
    }
    json_read_close(body);
}
