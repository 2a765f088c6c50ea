/* Taking part in a contest, its results as files, and what organisers do with it. */
#include "league/report/contest_json.h"
#include "league/report/report_words.h"
#include "league/store/store_player.h"
#include "os/clock.h"
#include "site/api/contest_lookup.h"
#include "site/http/json_body.h"
#include "site/people/visibility.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- joining ---- */

struct part {
    int64_t contest, account;
    bool withdraws;
};

static bool join(struct store *s, void *arg, struct err *err)
{
    const struct part *p = arg;
    return store_join_contest(s, p->contest, p->account, err);
}

/* Codes are guessed no faster than passwords. */
static bool take_try(struct site *site, const struct http_request *q, struct http_answer *a)
{
    char network[HTTP_ADDRESS];
    http_client_network(q, network);
    if (limit_take(&site->addresses, network, clock_us())) return true;
    http_set_header(a, "Retry-After", "600");
    http_refuse(a, 429, "too-many-tries: too many tries; wait ten minutes");
    return false;
}

static void join_by_code(struct site *site, const struct http_request *q, struct http_answer *a,
                         const struct visitor *v, const char *code)
{
    struct store_contest c;
    struct err err;
    bool found;
    if (!take_try(site, q, a)) return;
    if (!store_contest_by_code(site->store, code, &c, &found, &err)) {
        site_store_failed(a, &err);
        return;
    }
    if (!found) {
        http_refuse(a, 404, "no-contest-code: there is no contest with this code");
        return;
    }
    struct part p = {.contest = c.id, .account = v->account.id};
    struct visitor_audited entry = {.kind = "join", .text = c.name, .work = join, .arg = &p};
    if (!visitor_do(site, q, a, v, &entry)) return;
    json_write_open(a->body, NULL, '{');
    json_write_str(a->body, "name", c.name);
    text_str(a->body, "}\n");
}

void api_contest_join(void *site, const struct http_request *q, struct http_answer *a)
{
    struct visitor v;
    const char *code;
    if (!visitor_need_session(site, q, a, &v)) return;
    struct json_read *body = json_body_open(q, a);
    if (!body) return;
    if (json_read_text(body, "code", &code))
        join_by_code(site, q, a, &v, code);
    else
        json_body_refuse(a);
    json_read_close(body);
}

/* One that the visitor may see: it is open to all, or was joined before. */
void api_contest_enter(void *site, const struct http_request *q, struct http_answer *a)
{
    struct visitor v;
    struct store_contest c;
    if (!visitor_need_session(site, q, a, &v) || !contest_need(site, q, q->capture[0], &v, &c, a))
        return;
    struct part p = {.contest = c.id, .account = v.account.id};
    struct visitor_audited entry = {.kind = "join", .text = c.name, .work = join, .arg = &p};
    if (visitor_do(site, q, a, &v, &entry)) a->status = 204;
}

/* ---- withdrawing ---- */

static bool withdraw(struct store *s, void *arg, struct err *err)
{
    const struct part *p = arg;
    bool done;
    return store_withdraw(s, p->contest, p->account, p->withdraws, &done, err) &&
           (done || err_code(err, "finals-begun: the finals have begun"));
}

static void come_or_go(struct site *site, const struct http_request *q, struct http_answer *a,
                       bool withdraws)
{
    struct visitor v;
    struct store_contest c;
    if (!visitor_need_session(site, q, a, &v) || !contest_need(site, q, q->capture[0], &v, &c, a))
        return;
    struct part p = {c.id, v.account.id, withdraws};
    struct visitor_audited entry = {
        .kind = withdraws ? "withdraw" : "return", .text = c.name, .work = withdraw, .arg = &p};
    if (visitor_do(site, q, a, &v, &entry)) a->status = 204;
}

void api_contest_withdraw(void *site, const struct http_request *q, struct http_answer *a)
{
    come_or_go(site, q, a, true);
}

void api_contest_return(void *site, const struct http_request *q, struct http_answer *a)
{
    come_or_go(site, q, a, false);
}

/* ---- results as files ---- */

struct results {
    struct text *out;
    const struct finals *f;
    int place[CONTEST_PLAYERS]; /* by seed; 0: not known */
    bool is_japanese;
};

static int place_of(const struct results *r, int64_t player)
{
    for (int i = 0; i < r->f->contest.player_count; i++)
        if (r->f->player[i] == player) return r->place[i];
    return -1;
}

static void put_row(void *arg, const struct store_place *p)
{
    struct results *r = arg;
    const struct standing *s = &p->standing;
    int place = place_of(r, s->player);
    bool has_finals = r->f->about.state == CONTEST_FINALS || r->f->about.state == CONTEST_OVER;
    if (has_finals && place > 0) text_int(r->out, place);
    text_char(r->out, ',');
    contest_csv_cell(r->out, p->name);
    text_char(r->out, ',');
    contest_csv_cell(r->out, report_word(r->is_japanese, p->kind));
    const int64_t numbers[] = {p->rank,  (int64_t)s->rating.points, s->games, s->wins, s->draws,
                               s->losses};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        text_char(r->out, ',');
        text_int(r->out, numbers[i]);
    }
    text_str(r->out, "\r\n");
}

static void find_places(const struct finals *f, struct results *r)
{
    int places[CONTEST_PLAYERS];
    int count = f->tournament.is_over ? tournament_places(&f->tournament, places) : 0;
    for (int i = 0; i < count; i++) r->place[places[i]] = i + 1;
}

static bool open_results(struct site *site, const struct http_request *q, struct http_answer *a,
                         struct store_contest *c, struct finals **f)
{
    struct visitor v;
    if (!contest_need(site, q, q->capture[0], &v, c, a)) return false;
    *f = contest_open(site, q, &v, c, a);
    c->state = contest_known_state(c, contest_is_insider(q, &v));
    return *f != NULL;
}

void api_contest_csv(void *arg, const struct http_request *q, struct http_answer *a)
{
    static const char *const columns[] = {"place", "name", "kind",  "ladder_rank", "rating",
                                          "games", "wins", "draws", "losses"};
    struct site *site = arg;
    struct store_contest c;
    struct finals *f;
    struct visitor v;
    struct err err;
    bool found;
    if (!contest_lookup(site, q, q->capture[0], &v, &c, &found, a)) return;
    if (!found) {
        contest_folder_csv(site, q, a);
        return;
    }
    if (!open_results(site, q, a, &c, &f)) return;
    struct results r = {.out = a->body, .f = f, .is_japanese = http_wants_japanese(q)};
    find_places(f, &r);
    contest_csv_begin(q, c.name, columns, sizeof columns / sizeof columns[0], a);
    if (!store_standings(site->store, c.ladder, put_row, &r, &err)) site_store_failed(a, &err);
    finals_close(f);
}

static void put_standing(void *arg, const struct store_place *p)
{
    struct text *t = arg;
    json_write_open(t, NULL, '{');
    json_write_int(t, "rank", p->rank);
    json_write_int(t, "player", p->standing.player);
    json_write_str(t, "name", p->name);
    json_write_str(t, "kind", p->kind);
    json_write_tenths(t, "rating", rating_tenths(p->standing.rating.points));
    json_write_int(t, "games", p->standing.games);
    json_write_int(t, "wins", p->standing.wins);
    json_write_int(t, "draws", p->standing.draws);
    json_write_int(t, "losses", p->standing.losses);
    json_write_close(t, '}');
}

void api_contest_results(void *arg, const struct http_request *q, struct http_answer *a)
{
    struct site *site = arg;
    struct store_contest c;
    struct finals *f;
    struct err err;
    if (!open_results(site, q, a, &c, &f)) return;
    json_write_open(a->body, NULL, '{');
    json_write_str(a->body, "name", c.name);
    json_write_str(a->body, "state", contest_state_name(c.state));
    contest_json(a->body, &f->tournament, &f->journal);
    json_write_open(a->body, "ladder", '[');
    if (store_standings(site->store, c.ladder, put_standing, a->body, &err)) {
        text_str(a->body, "]}\n");
        http_set_header(a, "Content-Disposition", "attachment; filename=\"%s.json\"", c.name);
    } else {
        site_store_failed(a, &err);
    }
    finals_close(f);
}

/* ---- organisers ---- */

struct adding {
    const char *name, *text;
    struct contest contest;
};

static bool add(struct store *s, void *arg, struct err *err)
{
    const struct adding *n = arg;
    int64_t id;
    return store_add_contest(s, n->name, &n->contest, n->text, &id, err);
}

static void add_contest(struct site *site, const struct http_request *q, struct http_answer *a,
                        const struct visitor *v, struct adding *n)
{
    struct err err;
    struct visitor_audited entry = {
        .kind = "contest", .text = n->name, .work = add, .arg = n, .status = 422};
    if (!contest_take(&n->contest, n->text, strlen(n->text), "line", &err)) {
        http_refuse_err(a, 422, &err);
        return;
    }
    bool ok = visitor_do(site, q, a, v, &entry);
    contest_free(&n->contest);
    if (!ok) return;
    a->status = 201;
    json_write_open(a->body, NULL, '{');
    json_write_str(a->body, "name", n->name);
    text_str(a->body, "}\n");
}

void api_desk_add_contest(void *site, const struct http_request *q, struct http_answer *a)
{
    struct visitor v;
    if (!visitor_need_organiser_session(site, q, a, &v)) return;
    struct json_read *body = json_body_open(q, a);
    struct adding *n = body ? calloc(1, sizeof *n) : NULL;
    if (body && !n)
        http_refuse(a, 503, "no-memory: out of memory");
    else if (body &&
             (!json_read_text(body, "name", &n->name) || !json_read_text(body, "text", &n->text)))
        json_body_refuse(a);
    else if (body)
        add_contest(site, q, a, &v, n);
    free(n);
    if (body) json_read_close(body);
}

struct act {
    struct store_contest c;
    const struct action *action;
};

static bool refuse_open(struct err *err)
{
    return err_code(err, "contest-closed: the contest has closed");
}

static bool refuse_close(struct err *err)
{
    return err_code(err, "contest-closed-already: the contest has closed already");
}

static bool refuse_finals(struct err *err)
{
    return err_code(err, "finals-once: finals begin when the contest has closed, and once");
}

static bool refuse_stop(struct err *err)
{
    return err_code(err, "programs-closed: no programs are taken for the finals now");
}

static bool refuse_call(struct err *err)
{
    return err_code(err, "finals-not-now: the finals have not begun, or are over");
}

/* What an organiser can do with a contest. */
static const struct action {
    const char *name;
    bool (*refuse)(struct err *err); /* where it is not the time for it */
    bool (*run)(struct store *s, int64_t contest, bool *done, struct err *err);
    enum finals_call call; /* where there is no `run` */
} actions[] = {
    {"open", refuse_open, store_open_contest, FINALS_HOLD},
    {"close", refuse_close, store_freeze_contest, FINALS_HOLD},
    {"finals", refuse_finals, store_begin_finals, FINALS_HOLD},
    {"stop-programs", refuse_stop, store_stop_programs, FINALS_HOLD},
    {"next", refuse_call, NULL, FINALS_NEXT},
    {"all", refuse_call, NULL, FINALS_ALL},
    {"hold", refuse_call, NULL, FINALS_HOLD},
};

static bool act(struct store *s, void *arg, struct err *err)
{
    const struct act *t = arg;
    bool done = t->c.state == CONTEST_FINALS;
    bool ok = t->action->run ? t->action->run(s, t->c.id, &done, err)
                             : !done || finals_call(s, &t->c, t->action->call, err);
    return ok && (done || t->action->refuse(err));
}

void api_desk_contest(void *site, const struct http_request *q, struct http_answer *a)
{
    struct visitor v;
    struct act t = {.action = NULL};
    char kind[32];
    if (!visitor_need_organiser_session(site, q, a, &v) ||
        !contest_need(site, q, q->capture[0], &v, &t.c, a))
        return;
    for (size_t i = 0; i < sizeof actions / sizeof actions[0]; i++)
        if (strcmp(actions[i].name, q->capture[1]) == 0) t.action = &actions[i];
    if (!t.action) {
        http_refuse(a, 404, "no-contest-action: nothing of a contest is called {action:%.40s}",
                    q->capture[1]);
        return;
    }
    snprintf(kind, sizeof kind, "contest-%s", t.action->name);
    struct visitor_audited entry = {.kind = kind, .text = t.c.name, .work = act, .arg = &t};
    if (visitor_do(site, q, a, &v, &entry)) a->status = 204;
}

/* ---- lots ---- */

struct deciding {
    struct store_contest c;
    const char *names[CONTEST_PLAYERS];
    int count;
};

static bool decide(struct store *s, void *arg, struct err *err)
{
    const struct deciding *d = arg;
    if (d->c.state != CONTEST_FINALS)
        return err_code(err, "finals-not-now: the finals have not begun, or are over");
    return finals_decide(s, &d->c, d->names, d->count, err);
}

void api_desk_decide(void *site, const struct http_request *q, struct http_answer *a)
{
    struct visitor v;
    struct deciding d = {.count = 0};
    char buf[400];
    struct text about = TEXT_ON(buf);
    if (!visitor_need_organiser_session(site, q, a, &v) ||
        !contest_need(site, q, q->capture[0], &v, &d.c, a))
        return;
    struct json_read *body = json_body_open(q, a);
    if (!body) return;
    if (json_read_texts(body, "order", d.names, CONTEST_PLAYERS, &d.count)) {
        text_str(&about, d.c.name);
        for (int i = 0; i < d.count; i++) {
            text_str(&about, i == 0 ? ": " : " > ");
            text_str(&about, d.names[i]);
        }
        struct visitor_audited entry = {
            .kind = "contest-decide", .text = buf, .work = decide, .arg = &d};
        if (visitor_do(site, q, a, &v, &entry)) a->status = 204;
    } else {
        json_body_refuse(a);
    }
    json_read_close(body);
}

/* ---- contests with their codes, for organisers alone ---- */

static void put_code(void *arg, const struct store_contest *c)
{
    struct text *t = arg;
    json_write_open(t, NULL, '{');
    json_write_str(t, "name", c->name);
    json_write_str(t, "title", c->title);
    json_write_str(t, "game", c->game);
    json_write_str(t, "state", contest_state_name(c->state));
    json_write_str(t, "code", c->code[0] ? c->code : NULL);
    json_write_str(t, "call", c->call);
    json_write_int(t, "opens", c->opens);
    json_write_int(t, "closes", c->closes);
    json_write_bool(t, "is_open", c->is_open);
    json_write_str(t, "programs", contest_window_name(contest_window_at(c, c->now)));
    json_write_close(t, '}');
}

void api_desk_contests(void *arg, const struct http_request *q, struct http_answer *a)
{
    struct site *site = arg;
    struct visitor v;
    struct err err;
    if (!visitor_need_organiser(site, q, a, &v)) return;
    json_write_open(a->body, NULL, '{');
    json_write_open(a->body, "contests", '[');
    if (!store_contests(site->store, STORE_SEES_ALL, put_code, a->body, &err))
        site_store_failed(a, &err);
    else
        text_str(a->body, "]}\n");
}
