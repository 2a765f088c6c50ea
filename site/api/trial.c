/* Programs that are written in the browser: run against a bot, and nothing is kept. The source
   never leaves the process that builds it; what came of it is told to whoever sent it alone. */
#include "bots/bot.h"
#include "league/build/source.h"
#include "os/clock.h"
#include "os/random.h"
#include "referee/seat.h"
#include "site/api/lookup.h"
#include "site/people/visitor.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* True, with the reason, when nobody can run anything here. */
static bool is_closed(const struct site *site, struct err *why)
{
    const struct site_submit *s = &site->o.submit;
    if (s->closed) *why = *s->closed;
    if (s->closed) return true;
    if (!s->languages) return !err_code(why, "closed-languages: there are no languages");
    return !site->o.cages_strangers &&
           !err_code(why, "closed-sandbox: this machine has no sandbox for them");
}

void trial_put_terms(const struct site *site, struct text *t)
{
    struct err why;
    json_write_open(t, "try", '{');
    err_write_member(t, "closed", is_closed(site, &why) ? &why : NULL);
    json_write_bool(t, "anybody", site->o.anybody_tries);
    json_write_close(t, '}');
}

/* ---- starting ---- */

struct trying {
    struct visitor visitor;
    int64_t account; /* 0: somebody without one */
    const struct language *language;
    const struct game *game;
    struct store_job job;
    int64_t side;
};

/* With an account, as any change; without one, where the organiser allows it, from our own page. */
static bool read_visitor(struct site *site, const struct http_request *q, struct http_answer *a,
                         struct trying *t)
{
    if (!visitor_find(site, q, a, &t->visitor)) return false;
    t->account = t->visitor.is_known ? t->visitor.account.id : 0;
    if (t->visitor.is_known || !site->o.anybody_tries)
        return visitor_need_change(site, q, a, &t->visitor);
    if (!http_is_foreign(q)) return true;
    http_refuse(a, 403, "foreign-page: this does not come from a page of this site");
    return false;
}

static bool is_open(struct site *site, const struct http_request *q, struct http_answer *a,
                    const struct trying *t)
{
    char key[HTTP_ADDRESS + 8], network[HTTP_ADDRESS];
    struct err why;
    if (is_closed(site, &why)) {
        http_refuse(a, 503, "try-closed: programs cannot be run here: {why:%p}", err_value(&why));
        return false;
    }
    http_client_network(q, network);
    snprintf(key, sizeof key, "ip %s", network);
    if (t->account) snprintf(key, sizeof key, "id %lld", (long long)t->account);
    if (limit_take(&site->trials, key, clock_us())) return true;
    http_set_header(a, "Retry-After", "60");
    http_refuse(a, 429, "try-often: too many runs; wait a minute");
    return false;
}

static bool read_ladder(struct site *site, const struct http_request *q, struct http_answer *a,
                        struct trying *t)
{
    const char *name = http_query(q, "ladder");
    struct store_ladder ladder;
    if (!name || !*name) return http_refuse(a, 422, "try-ladder: `ladder` is missing"), false;
    if (!lookup_ladder(site, q, name, &ladder, a)) return false;
    t->game = game_find(ladder.game);
    if (!t->game || ladder.formula == RATING_NONE)
        return http_refuse(a, 409, "try-no-ladder: the ladder {ladder:%s} is not for programs",
                           name),
               false;
    memcpy(t->job.game, ladder.game, sizeof t->job.game);
    memcpy(t->job.setup, ladder.setup, sizeof t->job.setup);
    memcpy(t->job.settings, ladder.settings, sizeof t->job.settings);
    return true;
}

static bool read_language(const struct site *site, const struct http_request *q,
                          struct http_answer *a, struct trying *t)
{
    char lacking[LANGUAGE_LINE];
    const char *name = http_query(q, "language");
    t->language = languages_find(site->o.submit.languages, name ? name : "");
    if (!t->language)
        http_refuse(a, 422, "try-language: there is no language {language:%.40s} here",
                    name ? name : "without a name");
    else if (language_lacks_on(t->language, CAGE_PATH, lacking))
        http_refuse(
            a, 422,
            "try-lacks: this machine cannot build {language:%s}: {lacking:%s} is not installed",
            t->language->title, lacking);
    else
        return true;
    return false;
}

static bool read_opponent(const struct http_request *q, struct http_answer *a, struct trying *t)
{
    const char *against = http_query(q, "against");
    if (!http_query_int(q, "side", 0, 1, 0, &t->side))
        return http_refuse(a, 422, "try-side: `side` is 0 or 1"), false;
    if (!against || !seat_spec_is_bot(against) || !bot_find(t->game, against + 4)) {
        http_refuse(a, 422, "try-against: `against` is bot:NAME, of a bot that plays {game:%s}",
                    t->game->name);
        return false;
    }
    int other = 1 - (int)t->side;
    snprintf(t->job.seat[other], sizeof t->job.seat[other], "%s", against);
    snprintf(t->job.name[other], sizeof t->job.name[other], "%s", against + 4);
    snprintf(t->job.name[t->side], sizeof t->job.name[t->side], "%s",
             t->visitor.is_known ? t->visitor.account.name : "you");
    return true;
}

static bool read_seed(const struct http_request *q, struct http_answer *a, struct trying *t)
{
    int64_t seed;
    if (!http_query_int(q, "seed", 0, INT64_MAX, -1, &seed))
        return http_refuse(a, 422, "try-seed: `seed` is a whole number"), false;
    t->job.seed = seed < 0 ? random_u32() : (uint64_t)seed;
    return true;
}

static bool look_into(const struct http_request *q, struct http_answer *a, const struct trying *t)
{
    struct bundle p = {0};
    struct err err;
    bool ok = source_open(&p, t->language, q->body, q->body_len, &err);
    bundle_free(&p);
    if (!ok) http_refuse_err(a, 422, &err);
    return ok;
}

static void take(struct site *site, const struct http_request *q, struct http_answer *a,
                 const struct trying *t)
{
    char network[HTTP_ADDRESS];
    struct trial_entry *entry;
    struct err err;
    http_client_network(q, network);
    struct trial_wish wish = {.account = t->account,
                              .network = network,
                              .language = t->language,
                              .source = q->body,
                              .len = q->body_len,
                              .job = &t->job,
                              .side = (int)t->side};
    enum trial_verdict verdict = trial_pool_add(site->trial_pool, &wish, &entry, &err);
    if (verdict == TRIAL_TAKEN) {
        a->status = 201;
        json_write_open(a->body, NULL, '{');
        json_write_str(a->body, "id", entry->id);
        text_str(a->body, "}\n");
        return;
    }
    if (verdict == TRIAL_FAILED) {
        http_refuse(a, 503, "try-closed: programs cannot be run here: {why:%p}", err_value(&err));
        return;
    }
    http_set_header(a, "Retry-After", "30");
    if (verdict == TRIAL_FULL)
        http_refuse(a, 429, "try-full: too many programs wait to be run; try again soon");
    else
        http_refuse(a, 429, "try-network: too many programs of your network are being run");
}

void api_try(void *arg, const struct http_request *q, struct http_answer *a)
{
    struct site *site = arg;
    struct trying *t = calloc(1, sizeof *t);
    if (!t) {
        http_refuse(a, 503, "no-memory: out of memory");
        return;
    }
    if (read_visitor(site, q, a, t) && is_open(site, q, a, t) && read_ladder(site, q, a, t) &&
        read_language(site, q, a, t) && read_opponent(q, a, t) && read_seed(q, a, t) &&
        look_into(q, a, t))
        take(site, q, a, t);
    free(t);
}

/* ---- telling ---- */

/* The run that the path names, where it is the visitor's; NULL, having refused. */
static struct trial_entry *find(struct site *site, const struct http_request *q,
                                struct http_answer *a)
{
    struct visitor v;
    if (!visitor_find(site, q, a, &v)) return NULL;
    struct trial_entry *e =
        trial_pool_find(site->trial_pool, q->capture[0], v.is_known ? v.account.id : 0);
    if (!e) http_refuse(a, 404, "try-over: this run is over; start it again");
    return e;
}

static const char *state_of(const struct trial_entry *e)
{
    static const char *const states[] = {"building", "playing", "done"};
    if (e->is_waiting) return "waiting";
    return e->trial.said && !e->failed.text[0] ? states[e->trial.said->stage] : "done";
}

static void put_result(struct text *t, const struct trial_entry *e)
{
    const struct trial_said *said = e->trial.said;
    if (!said || !said->has_result || said->stage != TRIAL_OVER) {
        json_write_null(t, "result");
        return;
    }
    const struct journal_match *r = &said->result;
    json_write_open(t, "result", '{');
    json_write_int(t, "winner", r->winner);
    json_write_int(t, "side", e->side);
    json_write_int(t, "turns", r->turns);
    json_write_str(t, "reason", r->reason);
    json_write_str(t, "fault", r->fault[e->side]);
    json_write_int(t, "ms_max", r->ms_max[e->side]);
    json_write_int(t, "ms_total", r->ms_total[e->side]);
    json_write_close(t, '}');
}

/* Its standard error, and how it ended: of the program alone. */
static void put_end(struct text *t, const struct trial_entry *e)
{
    struct match_end_told *told = e->trial.end ? malloc(sizeof *told) : NULL;
    bool is_told = told && strcmp(state_of(e), "done") == 0;
    if (is_told) match_end_tell(e->trial.end, told);
    const struct match_end_side *side = is_told ? &told->side[e->side] : NULL;
    bool has_ended = side && e->trial.said->has_result && side->exit >= 0;
    json_write_str(t, "stderr", side ? side->text : "");
    if (has_ended)
        json_write_int(t, "exit", side->exit);
    else
        json_write_null(t, "exit");
    free(told);
}

static void put_trial(struct text *t, const struct trial_pool *pool, const struct trial_entry *e)
{
    const struct trial_said *said = e->trial.said;
    bool is_done = strcmp(state_of(e), "done") == 0;
    const struct err *why = e->failed.text[0] ? &e->failed : said && is_done ? &said->why : NULL;
    json_write_open(t, NULL, '{');
    json_write_str(t, "id", e->id);
    json_write_str(t, "state", state_of(e));
    json_write_int(t, "place", trial_pool_place(pool, e));
    err_write_member(t, "why", why && why->text[0] ? why : NULL);
    if (said && said->log_len > 0)
        json_write_json(t, "log", said->log);
    else
        json_write_null(t, "log");
    json_write_bool(t, "has_record", e->playing_us > 0 || (said && said->has_result));
    put_result(t, e);
    put_end(t, e);
    text_str(t, "}\n");
}

void api_try_state(void *arg, const struct http_request *q, struct http_answer *a)
{
    struct site *site = arg;
    struct trial_entry *e = find(site, q, a);
    if (!e) return;
    e->asked_us = clock_us();
    put_trial(a->body, site->trial_pool, e);
}

void api_try_record(void *arg, const struct http_request *q, struct http_answer *a)
{
    struct site *site = arg;
    const struct trial_entry *e = find(site, q, a);
    if (!e) return;
    a->heap = trial_read_record(&e->trial, &a->bytes_len);
    if (!a->heap) {
        http_refuse(a, 404, "try-no-match: there is no match to show");
        return;
    }
    a->type = "application/x-ndjson";
}

void api_try_stop(void *arg, const struct http_request *q, struct http_answer *a)
{
    struct site *site = arg;
    struct trying t;
    if (!read_visitor(site, q, a, &t)) return;
    struct trial_entry *e = find(site, q, a);
    if (!e) return;
    trial_pool_drop(site->trial_pool, e);
    a->status = 204;
}
