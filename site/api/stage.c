/*
 * The stage of a contest's finals: what is on it, and who moves it on.
 *
 * Everybody who may see the contest is told where the show stands. A page with the stage's token
 * also gets the record of the game that is due, and tells when its end was seen; the organiser says
 * how it goes on. Everything else follows from the position that the store keeps, so a server or a
 * projector that dies in between changes nothing.
 */
#include "league/store/contest/store_stage.h"
#include "league/store/store_result.h"
#include "site/api/contest_lookup.h"
#include "site/http/json_body.h"
#include "site/people/account.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct show {
    struct store_contest c;
    struct store_stage stage;
    struct visitor v;
    bool has_token, is_insider;
    struct finals *f;
    struct finals_game next;
    bool has_next;
    int shown, ready;
};

static bool read_show(struct site *site, struct show *w, struct http_answer *a)
{
    struct err err;
    if (!store_stage(site->store, w->c.id, &w->stage, &err)) return site_store_failed(a, &err);
    w->f = finals_open(site->store, &w->c, FINALS_OF_ORGANISER, &err);
    if (!w->f)
        return http_refuse(a, 500, "contest-unreadable: the contest cannot be read: {why:%p}",
                           err_value(&err)),
               false;
    w->has_next = finals_after(w->f, w->stage.shown, &w->next, &w->shown, &w->ready);
    return true;
}

/* False, having refused; show_close() in any case. */
static bool show_open(struct site *site, const struct http_request *q, struct http_answer *a,
                      struct show *w)
{
    const char *token = http_query(q, "stage");
    *w = (struct show){.f = NULL};
    if (!contest_need(site, q, q->capture[0], &w->v, &w->c, a) || !read_show(site, w, a))
        return false;
    w->has_token = token && w->stage.is_open && account_is_same(w->stage.token, token);
    w->is_insider = contest_is_insider(q, &w->v);
    if (!token || !*token || w->has_token) return true;
    http_refuse(a, 403, "stage-link: this link to the stage is no longer valid; ask the organiser");
    return false;
}

static void show_close(struct show *w)
{
    finals_close(w->f);
}

/* ---- what is on it ---- */

/* The last match that was shown; 0: none. */
static int64_t last_shown(const struct show *w)
{
    int64_t last = 0;
    for (int64_t i = 0; i < w->f->journal.count; i++) {
        int64_t id = w->f->journal.matches[i].id;
        if (id <= w->stage.shown && id > last) last = id;
    }
    return last;
}

static void put_names(struct text *t, const char *key, const struct show *w, int game)
{
    const struct tournament_phase *p = &w->f->tournament.phase[w->next.phase];
    const struct fixture *f = &p->schedule.fixtures[w->next.fixture];
    json_write_open(t, key, '[');
    for (int side = 0; side < 2; side++)
        json_write_str(t, NULL,
                       tournament_name(p, &w->f->contest, f->player[series_side(game, side)]));
    json_write_close(t, ']');
}

/* Of the games before this one; drawn ones count for nobody. */
static void put_wins(struct text *t, const struct show *w)
{
    int wins[2] = {0, 0};
    for (int game = 0; game < w->next.game; game++) {
        const struct journal_match *m = tournament_result(&w->f->tournament, &w->f->journal,
                                                          w->next.phase, w->next.fixture, game);
        if (m && m->winner >= 0) wins[series_side(game, m->winner)]++;
    }
    json_write_open(t, "wins", '[');
    json_write_int(t, NULL, wins[0]);
    json_write_int(t, NULL, wins[1]);
    json_write_close(t, ']');
}

/* Who plays next is known to all who have seen what was before; its number opens its record, and is
   for the stage. */
static void put_next(struct text *t, const struct show *w)
{
    const struct tournament_phase *p = &w->f->tournament.phase[w->next.phase];
    const struct fixture *f = &p->schedule.fixtures[w->next.fixture];
    json_write_open(t, "next", '{');
    json_write_int(t, "match", w->has_token || w->is_insider ? w->next.match : 0);
    json_write_bool(t, "is_ready", w->next.match > 0);
    json_write_str(t, "phase", p->phase->name);
    json_write_str(t, "format", contest_format(p->phase->rules.format));
    json_write_int(t, "fixture", w->next.fixture);
    json_write_int(t, "round", f->round + 1);
    json_write_str(t, "label", f->label);
    json_write_bool(t, "lower", f->is_lower);
    json_write_int(t, "game", w->next.game + 1);
    json_write_int(t, "games", p->phase->rules.series.games);
    put_names(t, "players", w, 0);
    put_names(t, "sides", w, w->next.game);
    put_wins(t, w);
    json_write_close(t, '}');
}

static void put_stage(struct text *t, const struct show *w)
{
    const struct store_stage *s = &w->stage;
    bool is_over = w->c.state == CONTEST_OVER && s->shown == STAGE_ALL;
    json_write_bool(t, "is_open", s->is_open);
    json_write_bool(t, "is_over", is_over);
    json_write_bool(t, "is_stage", w->has_token);
    json_write_int(t, "shown", w->shown);
    json_write_int(t, "last", last_shown(w));
    json_write_int(t, "ready", w->is_insider ? w->ready : 0);
    json_write_int(t, "ago_ms", s->ago_ms);
    json_write_int(t, "cue", s->cue);
    json_write_str(t, "command", s->command);
    json_write_str(t, "pace", s->is_open ? s->pace : "normal");
    json_write_bool(t, "is_paused", s->is_paused);
    json_write_bool(t, "is_blank", s->is_blank);
    json_write_str(t, "message", s->message);
    json_write_str(t, "token", w->is_insider && s->is_open ? s->token : NULL);
    if (w->has_next && !is_over)
        put_next(t, w);
    else
        json_write_null(t, "next");
}

void api_stage(void *site, const struct http_request *q, struct http_answer *a)
{
    struct show w;
    if (show_open(site, q, a, &w)) {
        json_write_open(a->body, NULL, '{');
        put_stage(a->body, &w);
        text_str(a->body, "}\n");
    }
    show_close(&w);
}

/* ---- the stage itself ---- */

static bool need_token(const struct show *w, struct http_answer *a)
{
    if (w->has_token) return true;
    http_refuse(a, 403, "stage-only: only the stage may do this: open it by the organiser's link");
    return false;
}

/* One that was shown, or the one that is due. */
static bool may_have(const struct show *w, int64_t match)
{
    for (int64_t i = 0; i < w->f->journal.count; i++)
        if (w->f->journal.matches[i].id == match)
            return match <= w->stage.shown || (w->has_next && match == w->next.match);
    return false;
}

static void answer_record(struct site *site, int64_t match, struct http_answer *a)
{
    struct err err;
    char *bytes = NULL;
    size_t len = 0;
    if (!store_record(site->store, match, &bytes, &len, &err)) {
        if (store_lost_db(site->store))
            site_store_failed(a, &err);
        else
            http_refuse(a, 404, "no-record: match {match:%lld} has no record", (long long)match);
        return;
    }
    if (!site_unpack(&bytes, &len, a)) return;
    a->heap = bytes;
    a->bytes_len = len;
    a->type = "application/x-ndjson";
    http_set_header(a, "Cache-Control", "private, no-store");
}

void api_stage_record(void *site, const struct http_request *q, struct http_answer *a)
{
    struct show w;
    int64_t match;
    if (show_open(site, q, a, &w) && need_token(&w, a)) {
        if (!http_query_int(q, "match", 1, INT64_MAX, 0, &match))
            http_refuse(a, 400, "match-number: match is a whole number");
        else if (!may_have(&w, match))
            http_refuse(a, 409, "match-early: match {match:%lld} is not due yet", (long long)match);
        else
            answer_record(site, match, a);
    }
    show_close(&w);
}

/* The last one ends the show: then nothing is hidden any more. */
static bool move_on(struct site *site, struct show *w, int64_t match, struct err *err)
{
    bool moved;
    struct finals_game next;
    int before, ready;
    if (!store_stage_show(site->store, w->c.id, match, &moved, err)) return false;
    bool is_last = w->c.state == CONTEST_OVER && !finals_after(w->f, match, &next, &before, &ready);
    return !is_last || store_stage_show(site->store, w->c.id, STAGE_ALL, &moved, err);
}

static void take_shown(struct site *site, struct show *w, int64_t match, struct http_answer *a)
{
    struct err err;
    a->status = 204;
    if (match <= w->stage.shown) return; /* another projector was faster */
    if (!w->has_next || w->next.match != match)
        http_refuse(a, 409, "match-not-due: match {match:%lld} is not the one that is due",
                    (long long)match);
    else if (!move_on(site, w, match, &err))
        site_store_failed(a, &err);
}

void api_stage_shown(void *site, const struct http_request *q, struct http_answer *a)
{
    struct show w;
    int64_t match;
    if (show_open(site, q, a, &w) && need_token(&w, a)) {
        struct json_read *body = json_body_open(q, a);
        if (body && json_read_int(body, "match", 0, &match))
            take_shown(site, &w, match, a);
        else if (body)
            json_body_refuse(a);
        if (body) json_read_close(body);
    }
    show_close(&w);
}

/* ---- the organiser ---- */

struct wish;
/* What an organiser does with the stage: a change of what is wanted of it, or (is_whole) a deed
   that needs nothing more. */
struct action {
    const char *name;
    bool (*run)(struct store *s, const struct wish *w, struct store_stage *wanted, struct err *err);
    bool is_whole;
};

struct wish {
    struct site *site;
    struct show *show;
    const struct action *action;
    const char *text;
};

static bool act_open(struct store *s, const struct wish *w, struct store_stage *wanted,
                     struct err *err)
{
    (void)wanted;
    return store_open_stage(s, w->show->c.id, err);
}

static bool act_close(struct store *s, const struct wish *w, struct store_stage *wanted,
                      struct err *err)
{
    (void)wanted;
    return store_close_stage(s, w->show->c.id, err);
}

/* Pages know what is on their screen: they end it, or begin it again. */
static bool act_next(struct store *s, const struct wish *w, struct store_stage *wanted,
                     struct err *err)
{
    (void)s, (void)w, (void)err;
    wanted->is_paused = wanted->is_blank = false;
    return true;
}

static bool act_skip(struct store *s, const struct wish *w, struct store_stage *wanted,
                     struct err *err)
{
    (void)s, (void)wanted;
    if (!w->show->has_next || w->show->next.match == 0)
        return err_code(err, "stage-empty: no game waits to be shown");
    return move_on(w->site, w->show, w->show->next.match, err);
}

static bool act_pause(struct store *s, const struct wish *w, struct store_stage *wanted,
                      struct err *err)
{
    (void)s, (void)err;
    wanted->is_paused = strcmp(w->action->name, "pause") == 0;
    return true;
}

static bool act_blank(struct store *s, const struct wish *w, struct store_stage *wanted,
                      struct err *err)
{
    (void)s, (void)err;
    wanted->is_blank = strcmp(w->action->name, "blank") == 0;
    return true;
}

static bool act_message(struct store *s, const struct wish *w, struct store_stage *wanted,
                        struct err *err)
{
    (void)s;
    if (strlen(w->text) >= sizeof wanted->message)
        return err_code(err, "message-long: the message has more than {most:%d} bytes",
                        STAGE_MESSAGE - 1);
    snprintf(wanted->message, sizeof wanted->message, "%s", w->text);
    return true;
}

static bool act_pace(struct store *s, const struct wish *w, struct store_stage *wanted,
                     struct err *err)
{
    static const char *const paces[] = {"normal", "quick", "ending"};
    (void)s;
    for (size_t i = 0; i < sizeof paces / sizeof paces[0]; i++) {
        if (strcmp(w->text, paces[i]) != 0) continue;
        snprintf(wanted->pace, sizeof wanted->pace, "%s", paces[i]);
        return true;
    }
    return err_code(err, "pace-unknown: the pace is normal, quick or ending, not `{given:%.40s}`",
                    w->text);
}

static const struct action actions[] = {
    {"open", act_open, true},        {"close", act_close, true},  {"next", act_next, false},
    {"again", act_next, false},      {"skip", act_skip, false},   {"pause", act_pause, false},
    {"go", act_pause, false},        {"blank", act_blank, false}, {"light", act_blank, false},
    {"message", act_message, false}, {"pace", act_pace, false},
};

static bool act(struct store *s, void *arg, struct err *err)
{
    const struct wish *w = arg;
    struct store_stage wanted = w->show->stage;
    if (!w->action->is_whole && !wanted.is_open)
        return err_code(err, "no-stage: the finals are not shown on a stage");
    if (!w->action->run(s, w, &wanted, err)) return false;
    if (w->action->is_whole) return true;
    snprintf(wanted.command, sizeof wanted.command, "%s", w->action->name);
    return store_stage_do(s, w->show->c.id, &wanted, err);
}

static void do_wish(struct site *site, const struct http_request *q, struct http_answer *a,
                    struct show *show, const char *name, const char *text)
{
    struct wish w = {.site = site, .show = show, .text = text};
    char kind[32], about[STORE_NAME + STAGE_MESSAGE];
    for (size_t i = 0; i < sizeof actions / sizeof actions[0]; i++)
        if (strcmp(actions[i].name, name) == 0) w.action = &actions[i];
    if (!w.action) {
        http_refuse(a, 404, "no-stage-action: nothing of a stage is called {action:%.20s}", name);
        return;
    }
    snprintf(kind, sizeof kind, "stage-%.20s", name);
    snprintf(about, sizeof about, "%s%s%s", show->c.name, *text ? ": " : "", text);
    struct visitor_audited entry = {.kind = kind, .text = about, .work = act, .arg = &w};
    if (visitor_do(site, q, a, &show->v, &entry)) a->status = 204;
}

void api_desk_stage(void *site, const struct http_request *q, struct http_answer *a)
{
    struct visitor v;
    struct show w = {.f = NULL};
    const char *text = "";
    if (!visitor_need_organiser_session(site, q, a, &v) || !show_open(site, q, a, &w)) {
        show_close(&w);
        return;
    }
    w.v = v;
    struct json_read *body = json_body_open(q, a);
    if (body && json_read_text(body, "text", &text))
        do_wish(site, q, a, &w, q->capture[1], text);
    else if (body)
        json_body_refuse(a);
    if (body) json_read_close(body);
    show_close(&w);
}

/* ---- who does not come ---- */

struct absence {
    const struct store_contest *c;
    int64_t player;
    bool is_absent;
};

static bool set_absent(struct store *s, void *arg, struct err *err)
{
    const struct absence *n = arg;
    bool done;
    if (n->c->state != CONTEST_FINALS)
        return err_code(err, "finals-not-now: the finals have not begun, or are over");
    return finals_set_absent(s, n->c, n->player, n->is_absent, &done, err) &&
           (done || err_code(err, "finalist-unknown: there is no such finalist"));
}

void api_desk_absent(void *site, const struct http_request *q, struct http_answer *a)
{
    struct visitor v;
    struct store_contest c;
    struct absence n = {.c = &c};
    char about[SAID_BYTES];
    struct text said = TEXT_ON(about);
    if (!visitor_need_organiser_session(site, q, a, &v) ||
        !contest_need(site, q, q->capture[0], &v, &c, a))
        return;
    n.is_absent = strcmp(q->capture[1], "absent") == 0;
    if (!n.is_absent && strcmp(q->capture[1], "present") != 0) {
        http_refuse(a, 404, "no-absence: a finalist is absent or present, not {given:%.20s}",
                    q->capture[1]);
        return;
    }
    struct json_read *body = json_body_open(q, a);
    if (!body) return;
    if (json_read_int(body, "player", 0, &n.player)) {
        said_write(&said, "audit-finalist: {contest:%s}: player {player:%lld}", c.name,
                   (long long)n.player);
        struct visitor_audited entry = {.kind = n.is_absent ? "forfeit" : "forfeit-undone",
                                        .text = about,
                                        .work = set_absent,
                                        .arg = &n};
        if (visitor_do(site, q, a, &v, &entry)) a->status = 204;
    } else {
        json_body_refuse(a);
    }
    json_read_close(body);
}
