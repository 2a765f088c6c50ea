/* Games with people: beginning, joining, answering, leaving. */
#include "bots/bot.h"
#include "os/random.h"
#include "referee/seat.h"
#include "site/http/json_body.h"
#include "site/site_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SETUP_MOST = 512 };

static void refuse(struct http_answer *a, enum play_verdict verdict, const struct err *err)
{
    static const int status[] = {
        [PLAY_FINE] = 200,  [PLAY_UNKNOWN] = 404, [PLAY_STRANGER] = 403, [PLAY_NOT_NOW] = 409,
        [PLAY_WRONG] = 422, [PLAY_FULL] = 429,    [PLAY_FAILED] = 503,
    };
    http_refuse_err(a, status[verdict], err);
}

static void put_begun(struct text *t, const struct play_begun *b, const struct game *game)
{
    char link[128];
    snprintf(link, sizeof link, "/play/%s?match=%lld&join=%s", game ? game->name : "",
             (long long)b->match, b->invitation);
    json_write_open(t, NULL, '{');
    json_write_int(t, "match", b->match);
    json_write_str(t, "token", b->token);
    json_write_int(t, "side", b->side);
    if (game) json_write_str(t, "link", b->invitation[0] ? link : NULL);
    text_str(t, "}\n");
}

/* ---- beginning ---- */

/* "bot:NAME" or "friend". */
static bool read_opponent(const char *against, struct play_wish *w, struct http_answer *a)
{
    bool is_bot = seat_spec_is_bot(against);
    if (is_bot) w->bot = against + 4;
    if (is_bot ? bot_find(w->game, w->bot) != NULL : strcmp(against, "friend") == 0) return true;
    http_refuse(
        a, 422,
        "opponent-unknown: the opponent is bot:NAME, of a bot that plays {game:%s}, or friend",
        w->game->name);
    return false;
}

/* A seed is a number, or one as it is shown elsewhere: sixteen digits. */
static bool read_seed(const struct json_read *body, uint64_t *seed)
{
    const char *digits;
    int64_t n;
    char *end;
    if (json_read_text(body, "seed", &digits)) {
        if (*digits == '\0') {
            *seed = random_u64();
            return true;
        }
        *seed = strtoull(digits, &end, 16);
        return strlen(digits) <= 16 && *end == '\0';
    }
    if (!json_read_int(body, "seed", 0, &n) || n < 0) return false;
    *seed = (uint64_t)n;
    return true;
}

static bool read_wish(const struct json_read *body, struct play_wish *w, struct http_answer *a)
{
    const char *game, *against;
    int64_t side;
    if (!json_read_text(body, "game", &game) || !json_read_text(body, "against", &against) ||
        !json_read_text(body, "name", &w->name) || !json_read_text(body, "setup", &w->setup) ||
        !json_read_int(body, "side", 0, &side) || side < 0 || side > 1 ||
        !read_seed(body, &w->seed)) {
        json_body_refuse(a);
        return false;
    }
    w->side = (int)side;
    w->game = game_find(game);
    if (!w->game) return http_refuse(a, 422, "no-game: there is no game {game:%s}", game), false;
    if (strlen(w->setup) > SETUP_MOST)
        return http_refuse(a, 422, "setup-long: the setup is too long"), false;
    if (!*w->setup) w->setup = NULL;
    return read_opponent(against, w, a);
}

void api_play(void *arg, const struct http_request *q, struct http_answer *a)
{
    struct site *site = arg;
    char address[HTTP_ADDRESS];
    struct play_wish wish = {.address = address};
    struct play_begun begun;
    struct err err;
    struct json_read *body = json_body_open(q, a);
    if (!body) return;
    http_client(q, address);
    if (read_wish(body, &wish, a)) {
        enum play_verdict verdict = play_begin(site->play, &wish, &begun, &err);
        if (verdict == PLAY_FINE) {
            a->status = 201;
            put_begun(a->body, &begun, wish.game);
        } else {
            refuse(a, verdict, &err);
        }
    }
    json_read_close(body);
}

/* ---- in a match ---- */

struct turn {
    int64_t match, turn;
    const char *token, *name, *answer;
};

typedef enum play_verdict turn_fn(struct play *play, const struct turn *t, struct http_answer *a,
                                  struct err *err);

static void take_turn(struct site *site, const struct http_request *q, struct http_answer *a,
                      turn_fn *act)
{
    struct turn t;
    struct err err;
    if (!site_id(q->capture[0], &t.match, a)) return;
    struct json_read *body = json_body_open(q, a);
    if (!body) return;
    if (!json_read_text(body, "token", &t.token) || !json_read_text(body, "name", &t.name) ||
        !json_read_text(body, "answer", &t.answer) || !json_read_int(body, "turn", -1, &t.turn)) {
        json_body_refuse(a);
    } else {
        a->status = 204;
        enum play_verdict verdict = act(site->play, &t, a, &err);
        if (verdict != PLAY_FINE) refuse(a, verdict, &err);
    }
    json_read_close(body);
}

static enum play_verdict join(struct play *play, const struct turn *t, struct http_answer *a,
                              struct err *err)
{
    struct play_begun begun;
    enum play_verdict verdict = play_join(play, t->match, t->token, t->name, &begun, err);
    if (verdict != PLAY_FINE) return verdict;
    a->status = 200;
    put_begun(a->body, &begun, NULL);
    return PLAY_FINE;
}

static enum play_verdict answer(struct play *play, const struct turn *t, struct http_answer *a,
                                struct err *err)
{
    (void)a;
    return play_answer(play, t->match, t->token, t->turn, t->answer, err);
}

static enum play_verdict leave(struct play *play, const struct turn *t, struct http_answer *a,
                               struct err *err)
{
    (void)a;
    return play_leave(play, t->match, t->token, err);
}

void api_join(void *site, const struct http_request *q, struct http_answer *a)
{
    take_turn(site, q, a, join);
}

void api_answer(void *site, const struct http_request *q, struct http_answer *a)
{
    take_turn(site, q, a, answer);
}

void api_leave(void *site, const struct http_request *q, struct http_answer *a)
{
    take_turn(site, q, a, leave);
}
