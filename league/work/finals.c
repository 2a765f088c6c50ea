/* What is due follows from the contest's file and the results on the ladder of finals, as in a
   tournament; so any number of callers may ask for the next game at any time. */
#include "league/work/finals.h"

#include "league/store/contest/store_stage.h"
#include "league/store/store_moderation.h"
#include "league/store/store_player.h"
#include "league/store/store_queue.h"
#include "league/store/store_result.h"
#include "os/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CONTESTS_MOST = 64, MATCHES_MOST = 100000 };

/* ---- how they stand ---- */

struct seating {
    struct finals *f;
    struct err *err;
    bool ok;
};

static void seat(void *arg, const struct store_finalist *finalist)
{
    struct seating *t = arg;
    struct finals *f = t->f;
    int number = f->contest.player_count;
    if (!t->ok || !(t->ok = contest_seat(&f->contest, finalist->name, t->err))) return;
    f->version[number] = finalist->version;
    f->player[number] = finalist->player;
    f->is_absent[number] = finalist->is_absent;
}

/* Keys of the store are those of a tournament with the contest in front: `final:ID:` */
static void write_key(const struct finals *f, const char *key, char out[JOURNAL_KEY])
{
    snprintf(out, JOURNAL_KEY, "final:%lld:%.40s", (long long)f->about.id, key);
}

static void note_match(void *arg, const struct store_match *m)
{
    struct finals *f = arg;
    struct journal_match result = m->result;
    char front[JOURNAL_KEY];
    write_key(f, "", front);
    size_t len = strlen(front);
    if (strncmp(m->key, front, len) != 0) return;
    bool is_done = strcmp(m->state, "done") == 0;
    if (!is_done && strcmp(m->state, "void") != 0) f->running = m->id;
    if (!is_done) return;
    if (m->id > f->latest) f->latest = m->id;
    result.id = m->id;
    snprintf(result.key, sizeof result.key, "%s", m->key + len);
    journal_add(&f->journal, &result);
}

static bool note_decision(void *arg, const struct journal_decision *d)
{
    struct finals *f = arg;
    return journal_decide(&f->journal, d);
}

static bool read_finals(struct store *s, struct finals *f, enum finals_eyes eyes, struct err *err)
{
    AUTO_FREE char *text = NULL;
    struct seating t = {.f = f, .err = err, .ok = true};
    struct store_which all = {
        .ladder = f->about.finals, .most = MATCHES_MOST, .viewer = STORE_SEES_ALL};
    all.viewer.is_audience = eyes == FINALS_OF_AUDIENCE;
    if (!store_contest_text(s, f->about.id, &text, err) ||
        !contest_take(&f->contest, text, strlen(text), f->about.name, err))
        return false;
    if (!store_finalists(s, &f->about, seat, &t, err) || !t.ok) return false;
    if (f->contest.player_count < 2) return true;
    return store_matches(s, &all, note_match, f, err) &&
           store_decisions(s, f->about.id, note_decision, f, err) &&
           tournament_look(&f->tournament, &f->contest, &f->journal, err);
}

struct finals *finals_open(struct store *s, const struct store_contest *about,
                           enum finals_eyes eyes, struct err *err)
{
    struct finals *f = calloc(1, sizeof *f);
    if (!f) {
        err_set(err, "out of memory");
        return NULL;
    }
    f->about = *about;
    f->tournament.contest = &f->contest;
    if (read_finals(s, f, eyes, err)) return f;
    finals_close(f);
    return NULL;
}

void finals_close(struct finals *f)
{
    if (!f) return;
    tournament_free(&f->tournament);
    journal_free(&f->journal);
    contest_free(&f->contest);
    free(f);
}

/* ---- what is called ---- */

/* The game that is due of what was called; false: that is over. */
static bool find_called(const struct finals *f, struct tournament_game *game)
{
    int phase, fixture;
    if (strcmp(f->about.call, "all") == 0)
        return tournament_next(&f->tournament, &f->journal, -1, game);
    return sscanf(f->about.call, "%d:%d", &phase, &fixture) == 2 &&
           phase == f->tournament.begun - 1 &&
           tournament_next(&f->tournament, &f->journal, fixture, game);
}

/* ---- the show ---- */

struct counting {
    int64_t after;
    struct finals_game *next;
    int before, ready;
};

static void count_game(struct counting *n, const struct finals_game *g)
{
    if (g->match <= n->after) {
        n->before++;
        return;
    }
    n->ready++;
    if (n->next->match == 0 || g->match < n->next->match) *n->next = *g;
}

static void count_match(const struct finals *f, int phase, int fixture, struct counting *n)
{
    struct finals_game g = {.phase = phase, .fixture = fixture};
    while ((g.result = tournament_result(&f->tournament, &f->journal, phase, fixture, g.game))) {
        g.match = g.result->id;
        count_game(n, &g);
        g.game++;
    }
}

bool finals_after(const struct finals *f, int64_t match, struct finals_game *next, int *before,
                  int *ready)
{
    struct counting n = {.after = match, .next = next};
    struct tournament_game due;
    *next = (struct finals_game){.match = 0};
    for (int i = 0; i < f->tournament.begun; i++)
        for (int k = 0; k < f->tournament.phase[i].schedule.count; k++) count_match(f, i, k, &n);
    *before = n.before;
    *ready = n.ready;
    if (n.ready > 0) return true;
    if (f->tournament.begun == 0 || !tournament_next(&f->tournament, &f->journal, -1, &due))
        return false;
    *next = (struct finals_game){.phase = due.phase, .fixture = due.fixture, .game = due.game};
    return true;
}

/* ---- who does not come ---- */

static bool is_forfeited(const struct finals *f, const struct tournament_game *game)
{
    for (int side = 0; side < 2; side++) {
        int seat = game->task.seat[side];
        if (seat < f->contest.player_count && f->is_absent[seat]) return true;
    }
    return false;
}

/* Where neither comes, the better seed goes on: a drawn match would have no end. */
static int winner_of(const struct finals *f, const struct tournament_game *game)
{
    const int32_t *seat = game->task.seat;
    bool is_bot = seat[1] >= f->contest.player_count;
    if (is_bot || !f->is_absent[seat[1]]) return 1;
    return f->is_absent[seat[0]] && seat[1] < seat[0] ? 1 : 0;
}

/* The bot of a phase is a player of the ladder of finals, by a name of its own: the bots of other
   ladders keep their versions. */
static bool version_of(struct store *s, const struct finals *f, const struct tournament_game *game,
                       int side, int64_t *version, struct err *err)
{
    const char *bot = f->contest.phase[game->phase].bot;
    struct store_enter e = {.ladder = f->about.finals, .player = bot, .kind = "bot", .seat = bot};
    struct store_entered entered;
    *version = 0;
    if (game->task.seat[side] < f->contest.player_count) {
        *version = f->version[game->task.seat[side]];
        return true;
    }
    if (!store_enter(s, &e, &entered, err)) return false;
    *version = entered.version;
    return true;
}

/* A game that was voided is played again when its match is called again, not by itself: so one
   that cannot be played does not go round for ever. */
static bool play(struct store *s, const struct finals *f, const struct tournament_game *game,
                 struct err *err)
{
    char key[JOURNAL_KEY];
    int added;
    write_key(f, game->task.key, key);
    struct store_plan plan = {.key = key,
                              .ladder = f->about.finals,
                              .seed = game->task.seed,
                              .setup = game->task.setup,
                              .map = game->task.map};
    for (int side = 0; side < 2; side++)
        if (!version_of(s, f, game, side, &plan.version[side], err)) return false;
    if (is_forfeited(f, game)) return store_forfeit(s, &plan, winner_of(f, game), err);
    if (f->running) return true;
    if (!store_queue(s, &plan, 1, &added, err)) return false;
    return added > 0 || store_call(s, f->about.id, "", err);
}

static bool go_on(struct store *s, const struct finals *f, struct err *err)
{
    struct tournament_game game;
    if (f->tournament.is_over)
        return store_end_contest(s, f->about.id, err) && store_stage_settle(s, f->about.id, err);
    if (f->about.call[0] == '\0') return true;
    if (!find_called(f, &game)) return store_call(s, f->about.id, "", err);
    return play(s, f, &game, err);
}

/* ---- calling ---- */

struct voided {
    const char *key;
    int64_t match;
};

static void find_void(void *arg, const struct store_match *m)
{
    struct voided *v = arg;
    if (strcmp(m->key, v->key) == 0 && strcmp(m->state, "void") == 0) v->match = m->id;
}

/* Lets a game that was voided be played again. */
static bool revive(struct store *s, const struct finals *f, const struct tournament_game *game,
                   struct err *err)
{
    char key[JOURNAL_KEY];
    struct voided v = {.key = key};
    struct store_which all = {
        .ladder = f->about.finals, .most = MATCHES_MOST, .viewer = STORE_SEES_ALL};
    bool found;
    write_key(f, game->task.key, key);
    return store_matches(s, &all, find_void, &v, err) &&
           (v.match == 0 || store_rerun(s, v.match, &found, err));
}

static bool call(struct store *s, struct finals *f, enum finals_call what, struct err *err)
{
    struct tournament_game game;
    char word[STORE_WORD] = "";
    if (what == FINALS_HOLD) return store_call(s, f->about.id, "", err);
    if (f->tournament.begun == 0 || !tournament_next(&f->tournament, &f->journal, -1, &game))
        return true;
    if (what == FINALS_ALL)
        snprintf(word, sizeof word, "all");
    else
        snprintf(word, sizeof word, "%d:%d", game.phase, game.fixture);
    return (f->running || revive(s, f, &game, err)) && store_call(s, f->about.id, word, err);
}

bool finals_call(struct store *s, const struct store_contest *about, enum finals_call what,
                 struct err *err)
{
    struct finals *f = finals_open(s, about, FINALS_OF_ORGANISER, err);
    if (!f) return false;
    bool ok = call(s, f, what, err);
    finals_close(f);
    return ok && finals_step(s, about->name, err);
}

/* ---- lots ---- */

bool finals_decide(struct store *s, const struct store_contest *about, const char *const *names,
                   int count, struct err *err)
{
    struct journal_decision decision;
    struct finals *f = finals_open(s, about, FINALS_OF_ORGANISER, err);
    if (!f) return false;
    bool ok = tournament_decide(&f->tournament, names, count, &decision, err) &&
              store_decide(s, about->id, &decision, err);
    finals_close(f);
    return ok && finals_step(s, about->name, err);
}

bool finals_set_absent(struct store *s, const struct store_contest *about, int64_t player,
                       bool is_absent, bool *done, struct err *err)
{
    return store_set_absent(s, about->id, player, is_absent, done, err) &&
           (!*done || finals_step(s, about->name, err));
}

/* ---- going on ---- */

bool finals_step(struct store *s, const char *contest, struct err *err)
{
    struct store_contest about;
    bool found;
    if (!store_find_contest(s, contest, &about, &found, err)) return false;
    if (!found || about.state != CONTEST_FINALS) return true;
    struct finals *f = finals_open(s, &about, FINALS_OF_ORGANISER, err);
    if (!f) return false;
    bool ok = go_on(s, f, err);
    finals_close(f);
    return ok;
}

/* ---- all contests ---- */

struct underway {
    char name[CONTESTS_MOST][STORE_NAME];
    int count;
};

static void note_contest(void *arg, const struct store_contest *c)
{
    struct underway *u = arg;
    if (c->state != CONTEST_FINALS || c->call[0] == '\0' || u->count == CONTESTS_MOST) return;
    memcpy(u->name[u->count++], c->name, STORE_NAME);
}

bool finals_advance(struct store *s, struct err *err)
{
    struct underway u = {.count = 0};
    int frozen;
    if (!store_freeze_due(s, &frozen, err) ||
        !store_contests(s, STORE_SEES_ALL, note_contest, &u, err))
        return false;
    bool ok = true; /* one that cannot be read does not hold up the others */
    for (int i = 0; i < u.count; i++) ok &= finals_step(s, u.name[i], err);
    return ok;
}
