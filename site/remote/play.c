/* Follows each match by its live record, so that it knows who is asked before a person's answer is
   handed over. */
#include "site/remote/play.h"

#include "base/utf8.h"
#include "bots/bot.h"
#include "league/store/store.h"
#include "league/store/store_player.h"
#include "os/clock.h"
#include "os/file.h"
#include "os/memory.h"
#include "site/live/follower.h"
#include "site/live/live.h"
#include "site/remote/hosted_match.h"

#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { EACH = 3, NAME_MS = 20 * 1000 };

/* A seat with a person in it. */
struct person {
    bool is_here; /* a person's seat: the other one may be a bot's */
    char token[PLAY_TOKEN];
    char name[PLAY_NAME];
    struct hosted_seat seat;
    int32_t answered; /* steps before this one have the person's answer */
};

struct session {
    const struct game *game;
    struct hosted_match match;
    struct person person[2];
    char invitation[PLAY_TOKEN]; /* "": nobody is awaited */
    int64_t until_us;            /* for the friend to come */
    struct follower follower;    /* the match so far, from its live record */
    char address[64];
};

struct play {
    struct play_options o;
    struct hosted_matches host;
    struct session *sessions[PLAY_MOST];
    int count;
};

/* ---- opening ---- */

struct play *play_open(const struct play_options *options, struct err *err)
{
    struct play *play = calloc(1, sizeof *play);
    if (!play) {
        err_code(err, "no-memory: out of memory");
        return NULL;
    }
    play->o = *options;
    if (hosted_matches_open(&play->host, options->store, options->live, err)) return play;
    free(play);
    return NULL;
}

int play_count(const struct play *play)
{
    return play->count;
}

static struct session *find(const struct play *play, int64_t match)
{
    for (int i = 0; i < play->count; i++)
        if (play->sessions[i]->match.leased.job.match == match && !play->sessions[i]->match.is_over)
            return play->sessions[i];
    return NULL;
}

static void free_session(struct play *play, struct session *s)
{
    hosted_match_free(&play->host, &s->match);
    for (int p = 0; p < 2; p++) hosted_seat_close(&s->person[p].seat);
    follower_free(&s->follower);
    free(s);
}

static struct session *new_session(const struct game *game)
{
    struct session *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    s->game = game;
    hosted_match_init(&s->match);
    for (int p = 0; p < 2; p++) s->person[p].seat = HOST_SEAT_NONE;
    return s;
}

static void give_up(struct play *play, struct session *s, const struct err *why)
{
    hosted_match_give_up(&play->host, &s->match, why);
}

void play_close(struct play *play)
{
    struct err why;
    if (!play) return;
    err_code(&why, "match-site-closed: the site was closed");
    for (int i = 0; i < play->count; i++) {
        if (!play->sessions[i]->match.is_over) give_up(play, play->sessions[i], &why);
        free_session(play, play->sessions[i]);
    }
    hosted_matches_close(&play->host);
    free(play);
}

/* ---- who plays ---- */

/* What a person wants to be called, as far as it can be shown; cut between letters. */
static enum play_verdict take_name(const struct game *game, const char *wanted, const char *other,
                                   char name[PLAY_NAME], struct err *err)
{
    char clean[NAME_MAX_BYTES + 1], buf[128];
    struct text why = TEXT_ON(buf);
    name_clean(wanted, strlen(wanted), clean);
    size_t len = utf8_cut(clean, strlen(clean), PLAY_NAME - 1);
    clean[len] = '\0';
    snprintf(name, PLAY_NAME, "%s", len > 0 ? clean : other);
    if (!game->name_ok || game->name_ok(name, &why)) return PLAY_FINE;
    struct err said;
    err_said(&said, buf);
    err_code(err, "person-name: {name:%s}: {why:%p}", name, err_value(&said));
    return PLAY_WRONG;
}

/* The ladder on which people play this game: without ratings, and nobody is paired by us. */
static bool people_ladder(const struct play *play, const struct game *game, int64_t *id,
                          struct err *err)
{
    struct store *store = play->o.store;
    struct store_ladder l = {.formula = RATING_NONE, .settings = "pairing=0"};
    struct store_ladder found;
    if (play->o.spectators_s == SPECTATORS_LIVE)
        strcat(l.settings, " spectators=live");
    else if (play->o.spectators_s != SPECTATORS_AFTER)
        snprintf(l.settings, sizeof l.settings, "pairing=0 spectators=%lld",
                 (long long)play->o.spectators_s);
    snprintf(l.name, sizeof l.name, "%s-people", game->name);
    snprintf(l.game, sizeof l.game, "%s", game->name);
    if (store_find_ladder(store, l.name, &found, err)) {
        *id = found.id; /* of a server that may have been told otherwise */
        return strcmp(found.settings, l.settings) == 0 ||
               store_set_settings(store, found.id, l.settings, err);
    }
    return store_add_ladder(store, &l, id, err);
}

static bool enter_person(struct store *store, int64_t ladder, const char *name, int64_t *version,
                         struct err *err)
{
    char player[PLAY_NAME + 16];
    struct store_entered entered;
    snprintf(player, sizeof player, "%s (guest)", name);
    struct store_enter e = {
        .ladder = ladder, .player = player, .kind = "person", .seat = STORE_PERSON};
    if (!store_enter(store, &e, &entered, err)) return false;
    *version = entered.version;
    return true;
}

static bool enter_bot(struct store *store, int64_t ladder, const struct bot *bot, int64_t *version,
                      struct err *err)
{
    char seat[STORE_SEAT];
    struct text written = TEXT_ON(seat);
    struct store_entered entered;
    bot_write_seat(bot, &written);
    struct store_enter e = {.ladder = ladder, .player = bot->name, .kind = "bot", .seat = seat};
    if (!store_enter(store, &e, &entered, err)) return false;
    *version = entered.version;
    return true;
}

/* ---- starting the match ---- */

static bool open_seat(const struct play *play, struct session *s, int side, char spec[STORE_SEAT],
                      struct err *err)
{
    struct person *p = &s->person[side];
    if (!p->is_here) {
        snprintf(spec, STORE_SEAT, "%s", s->match.leased.job.seat[side]);
        return true;
    }
    return hosted_seat_open(&play->host, &s->match, side, &p->seat, spec, err);
}

static struct game_clock friendly(const struct play *play, const struct game *game)
{
    struct game_clock clock = game->clock;
    clock.match_ms = 0;
    clock.turn_ms = play->o.turn_ms;
    clock.name_ms = NAME_MS;
    clock.name_counts = false;
    return clock;
}

static bool begin_match(const struct play *play, struct session *s, struct err *err)
{
    char spec[2][STORE_SEAT];
    struct match_process_task task = {0};
    for (int side = 0; side < 2; side++)
        if (!open_seat(play, s, side, spec[side], err)) return false;
    task.match = (struct match_options){
        .game = s->game,
        .setup = {s->match.leased.job.seed, s->match.leased.job.setup, s->match.leased.job.map},
        .seat = {spec[0], spec[1]},
        .shown = {s->person[0].is_here ? STORE_PERSON : NULL,
                  s->person[1].is_here ? STORE_PERSON : NULL},
        /* People say their names themselves; on the ladder of guests there is only a mark behind.
         */
        .who = {s->person[0].is_here ? NULL : s->match.leased.job.name[0],
                s->person[1].is_here ? NULL : s->match.leased.job.name[1]},
        .clock = friendly(play, s->game)};
    return hosted_match_start(&play->host, &s->match, &task, err);
}

/* ---- beginning ---- */

static enum play_verdict check_wish(const struct play *play, const struct play_wish *w,
                                    struct err *err)
{
    char buf[SAID_BYTES];
    struct text why = TEXT_ON(buf);
    int64_t same = 0;
    for (int i = 0; i < play->count; i++)
        same += strcmp(play->sessions[i]->address, w->address) == 0;
    if (play->count >= play->o.most || play->count == PLAY_MOST || same >= play->o.most_each) {
        err_code(err, "games-limit: too many games are being played; try again later");
        return PLAY_FULL;
    }
    struct game_setup setup = {.seed = w->seed, .options = w->setup};
    struct game_state *state = memory_zeroed(w->game->state_size);
    bool ok = state && w->game->init(state, &setup, &why);
    free(state);
    if (ok) return PLAY_FINE;
    struct err said;
    err_said(&said, state ? buf : "no-memory: out of memory");
    err_code(err, "setup-invalid: {game:%s}: {why:%p}", w->game->name, err_value(&said));
    return PLAY_WRONG;
}

/* Enters both and makes the match; the seat of a friend is a stranger's until they come. */
static bool make_match(const struct play *play, const struct play_wish *w, struct session *s,
                       struct err *err)
{
    struct store *store = play->o.store;
    char key[JOURNAL_KEY], number[PLAY_TOKEN];
    int64_t ladder, mine, other;
    struct store_plan plan = {.key = key, .seed = w->seed, .setup = w->setup};
    hosted_token(number);
    snprintf(key, sizeof key, "play:%s", number);
    if (!people_ladder(play, w->game, &ladder, err) ||
        !enter_person(store, ladder, s->person[w->side].name, &mine, err) ||
        !(w->bot ? enter_bot(store, ladder, bot_find(w->game, w->bot), &other, err)
                 : enter_person(store, ladder, "Friend", &other, err)))
        return false;
    plan.ladder = ladder;
    plan.version[w->side] = mine;
    plan.version[1 - w->side] = other;
    return hosted_match_make(&play->host, &s->match, &plan, err);
}

static void tell_begun(const struct session *s, int side, struct play_begun *begun)
{
    *begun = (struct play_begun){.match = s->match.leased.job.match, .side = side};
    memcpy(begun->token, s->person[side].token, PLAY_TOKEN);
    memcpy(begun->invitation, s->invitation, PLAY_TOKEN);
}

enum play_verdict play_begin(struct play *play, const struct play_wish *w, struct play_begun *begun,
                             struct err *err)
{
    enum play_verdict verdict = check_wish(play, w, err);
    if (verdict != PLAY_FINE) return verdict;
    struct session *s = new_session(w->game);
    if (!s) return err_code(err, "no-memory: out of memory"), PLAY_FAILED;
    struct person *me = &s->person[w->side];
    verdict = take_name(w->game, w->name, "Guest", me->name, err);
    me->is_here = true;
    hosted_token(me->token);
    snprintf(s->address, sizeof s->address, "%s", w->address);
    if (!w->bot) {
        hosted_token(s->invitation);
        s->until_us = clock_us() + 2 * play->o.turn_ms * 1000;
    }
    if (verdict == PLAY_FINE && !make_match(play, w, s, err)) verdict = PLAY_FAILED;
    if (verdict == PLAY_FINE && w->bot && !begin_match(play, s, err)) {
        give_up(play, s, err);
        verdict = PLAY_FAILED;
    }
    if (verdict != PLAY_FINE) {
        free_session(play, s);
        return verdict;
    }
    play->sessions[play->count++] = s;
    tell_begun(s, w->side, begun);
    return PLAY_FINE;
}

static enum play_verdict unknown(int64_t match, struct err *err)
{
    err_code(err, "match-over: nobody is playing match {match:%lld} here", (long long)match);
    return PLAY_UNKNOWN;
}

enum play_verdict play_join(struct play *play, int64_t match, const char *invitation,
                            const char *name, struct play_begun *begun, struct err *err)
{
    struct session *s = find(play, match);
    int64_t version;
    if (!s) return unknown(match, err);
    if (!s->invitation[0]) return err_code(err, "seat-taken: the seat is taken"), PLAY_NOT_NOW;
    if (strcmp(s->invitation, invitation) != 0)
        return err_code(err, "no-invitation: this is not an invitation to match {match:%lld}",
                        (long long)match),
               PLAY_STRANGER;
    int side = s->person[0].is_here ? 1 : 0;
    struct person *p = &s->person[side];
    enum play_verdict verdict = take_name(s->game, name, "Friend", p->name, err);
    if (verdict != PLAY_FINE) return verdict;
    p->is_here = true;
    hosted_token(p->token);
    s->invitation[0] = '\0';
    if (!enter_person(play->o.store, s->match.leased.job.ladder, p->name, &version, err) ||
        !store_reseat(play->o.store, &s->match.leased.job, side, version, err) ||
        !begin_match(play, s, err)) {
        give_up(play, s, err);
        return PLAY_FAILED;
    }
    tell_begun(s, side, begun);
    return PLAY_FINE;
}

/* ---- answers ---- */

static int side_of(const struct session *s, const char *token)
{
    for (int side = 0; side < 2; side++)
        if (s->person[side].is_here && strcmp(s->person[side].token, token) == 0) return side;
    return -1;
}

const struct game *play_seat(const struct play *play, int64_t match, const char *token, int *side)
{
    const struct session *s = find(play, match);
    *side = s ? side_of(s, token) : -1;
    return *side >= 0 ? s->game : NULL;
}

static bool is_asked(const struct session *s, int side)
{
    const struct person *p = &s->person[side];
    return p->is_here && p->seat.link >= 0 && s->follower.replay.state &&
           p->answered <= s->follower.replay.at &&
           s->game->actors(s->follower.replay.state) >> side & 1;
}

/* What a socket does not take at once is more than a match should be sent: it is a failure. */
static bool hand_over(struct session *s, int side, const char *bytes, size_t len)
{
    struct person *p = &s->person[side];
    if (send(p->seat.link, bytes, len, MSG_NOSIGNAL) != (ssize_t)len) {
        file_close(&p->seat.link);
        return false;
    }
    p->answered = s->follower.replay.at + 1;
    return true;
}

/* An answer may come without its line end; anything behind it is too much. */
static enum play_verdict check_answer(struct session *s, int side, struct text *answer,
                                      struct err *err)
{
    size_t used = 0;
    struct game_action *action = s->follower.replay.action[side];
    if (answer->len == 0 || answer->buf[answer->len - 1] != '\n') text_char(answer, '\n');
    enum parse_result result = answer->cut
                                   ? PARSE_INVALID
                                   : s->game->parse(s->follower.replay.state, side, answer->buf,
                                                    answer->len, action, &used);
    if (result == PARSE_OK && used == answer->len) return PLAY_FINE;
    if (result == PARSE_OK)
        err_code(err, "answer-long: this is more than one answer");
    else if (result == PARSE_MORE)
        err_code(err, "answer-short: this answer is not complete");
    else {
        struct err form;
        err_said(&form, s->game->answer_form);
        err_code(err, "answer-form: invalid answer; expected: {form:%p}", err_value(&form));
    }
    return PLAY_WRONG;
}

enum play_verdict play_answer(struct play *play, int64_t match, const char *token, int64_t turn,
                              const char *answer, struct err *err)
{
    struct session *s = find(play, match);
    struct game_status status;
    if (!s) return unknown(match, err);
    int side = side_of(s, token);
    if (side < 0) return err_code(err, "no-seat: this is not your seat"), PLAY_STRANGER;
    if (!is_asked(s, side)) return err_code(err, "not-asked: you are not asked now"), PLAY_NOT_NOW;
    s->game->status(s->follower.replay.state, &status);
    if (turn >= 0 && turn != status.turn)
        return err_code(err, "wrong-turn: turn {given:%lld} is not now: it is turn {turn:%d}",
                        (long long)turn, status.turn),
               PLAY_NOT_NOW;
    size_t room = (size_t)s->game->answer_max + 2;
    AUTO_FREE char *copy = malloc(room);
    if (!copy) return err_code(err, "no-memory: out of memory"), PLAY_FAILED;
    struct text t = text_on(copy, room);
    text_str(&t, answer);
    enum play_verdict verdict = check_answer(s, side, &t, err);
    if (verdict != PLAY_FINE) return verdict;
    if (hand_over(s, side, t.buf, t.len)) return PLAY_FINE;
    return err_code(err, "match-ended: the match has ended"), PLAY_NOT_NOW;
}

enum play_verdict play_leave(struct play *play, int64_t match, const char *token, struct err *err)
{
    struct session *s = find(play, match);
    if (!s) return unknown(match, err);
    int side = side_of(s, token);
    if (side < 0) return err_code(err, "no-seat: this is not your seat"), PLAY_STRANGER;
    if (s->match.has_begun) {
        hosted_seat_close(&s->person[side].seat); /* gone, as the rules call it */
        return PLAY_FINE;
    }
    struct err why;
    err_code(&why, "match-nobody: nobody came");
    give_up(play, s, &why);
    return PLAY_FINE;
}

/* ---- following the match ---- */

/* Where there is but one answer, nobody needs to be asked. */
static void answer_alone(struct session *s)
{
    for (int side = 0; side < 2; side++) {
        char buf[256];
        struct text t = TEXT_ON(buf);
        struct game_action *action = s->follower.replay.action[side];
        if (!s->game->list || !is_asked(s, side)) continue;
        if (s->game->list(s->follower.replay.state, side, action, 1) != 1) continue;
        s->game->format(s->follower.replay.state, side, action, &t);
        if (!t.cut) hand_over(s, side, t.buf, t.len);
    }
}

void play_follow(struct play *play, const struct live_match *match)
{
    struct session *s = find(play, match->id);
    enum follower_news news;
    struct err err;
    if (!s || match->fd < 0) return;
    do {
        news = follower_next(&s->follower, match->fd, &err);
    } while (news == FOLLOWER_LINE);
    if (news == FOLLOWER_NOTHING)
        answer_alone(s);
    else
        give_up(play, s, &err);
}

/* ---- the loop's part ---- */

int play_want(const struct play *play, struct pollfd fds[PLAY_FDS])
{
    for (int i = 0; i < play->count; i++) {
        const struct session *s = play->sessions[i];
        struct pollfd *at = fds + EACH * i;
        for (int side = 0; side < 2; side++) {
            const struct person *p = &s->person[side];
            at[side] = (struct pollfd){.fd = hosted_seat_fd(&p->seat), .events = POLLIN};
        }
        at[2] = (struct pollfd){.fd = leased_match_fd(&s->match.leased), .events = POLLIN};
    }
    return EACH * play->count;
}

/* The match sits down: it is told the person's name. */
static void welcome(struct session *s, int side)
{
    struct person *p = &s->person[side];
    char line[PLAY_NAME + 2];
    if (!hosted_seat_welcome(&p->seat)) return;
    int len = snprintf(line, sizeof line, "%s\n", p->name);
    if (send(p->seat.link, line, (size_t)len, MSG_NOSIGNAL) != len) file_close(&p->seat.link);
}

/* What a program would be sent: the person is shown states instead (site/live/own_view.h). */
static void drain(struct person *p)
{
    char bytes[16 * 1024];
    ssize_t got = read(p->seat.link, bytes, sizeof bytes);
    if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR)) file_close(&p->seat.link);
}

static void hear_match(struct play *play, struct session *s)
{
    struct journal_match ignored;
    struct err why;
    hosted_match_drain(&play->host, &s->match, &ignored, &why);
}

static void look_after(struct play *play, struct session *s, int64_t now_us)
{
    if (!s->match.has_begun && now_us >= s->until_us) {
        struct err why;
        err_code(&why, "match-no-friend: the friend did not come");
        give_up(play, s, &why);
    }
    hosted_match_look_after(&play->host, &s->match, now_us);
}

static void drop_finished(struct play *play)
{
    int kept = 0;
    for (int i = 0; i < play->count; i++) {
        if (play->sessions[i]->match.is_over)
            free_session(play, play->sessions[i]);
        else
            play->sessions[kept++] = play->sessions[i];
    }
    play->count = kept;
}

void play_work(struct play *play, const struct pollfd fds[PLAY_FDS])
{
    int64_t now_us = clock_us();
    for (int i = 0; i < play->count; i++) {
        struct session *s = play->sessions[i];
        const struct pollfd *at = fds + EACH * i;
        for (int side = 0; side < 2; side++) {
            struct person *p = &s->person[side];
            if (!at[side].revents) continue;
            if (p->seat.listener >= 0)
                welcome(s, side);
            else if (p->seat.link >= 0)
                drain(p);
        }
        answer_alone(s); /* the record may have come before the socket */
        if (at[2].revents) hear_match(play, s);
        look_after(play, s, now_us);
    }
    drop_finished(play);
}
