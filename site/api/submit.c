/* Submitted programs: sending one in, its log and report, its source, and older ones again. */
#include "league/build/source.h"
#include "league/rating/matchmaking.h"
#include "league/store/store_player.h"
#include "league/store/store_submit.h"
#include "league/store/store_worker.h"
#include "os/clock.h"
#include "sandbox/cage.h"
#include "site/api/contest_lookup.h"
#include "site/api/lookup.h"
#include "site/people/visitor.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LISTED = 100, KEPT_MOST = 512 << 20 };

/* ---- languages ---- */

static bool lacks_version(const struct languages *all,
                          char version[LANGUAGES_MOST][LANGUAGE_VERSION])
{
    char ignored[LANGUAGE_LINE];
    for (int i = 0; i < all->count; i++)
        if (!version[i][0] && !language_lacks_on(&all->language[i], CAGE_PATH, ignored))
            return true;
    return false;
}

/* Asked once, or a few times where the machine was too busy to answer: a compiler does not change
   while a site runs. The PATH is that of the sandbox, in which programs are built. */
static const char *version_of(const struct languages *all, int i)
{
    enum { TRIES = 5, MOST_US = 2 * 1000 * 1000 };
    static char version[LANGUAGES_MOST][LANGUAGE_VERSION];
    static int tries;
    if (i == 0 && tries < TRIES && (tries == 0 || lacks_version(all, version))) {
        languages_versions(all, CAGE_PATH, MOST_US, version);
        tries++;
    }
    return version[i];
}

static void put_language(struct text *t, const struct languages *all, int i)
{
    const struct language *l = &all->language[i];
    json_write_open(t, NULL, '{');
    json_write_str(t, "name", l->name);
    json_write_str(t, "title", l->title);
    json_write_str(t, "version", version_of(all, i));
    json_write_str(t, "main", l->main);
    json_write_close(t, '}');
}

void api_languages(void *arg, const struct http_request *q, struct http_answer *a)
{
    const struct site *site = arg;
    const struct site_submit *s = &site->o.submit;
    (void)q;
    json_write_open(a->body, NULL, '{');
    json_write_open(a->body, "languages", '[');
    for (int i = 0; s->languages && i < s->languages->count; i++)
        put_language(a->body, s->languages, i);
    json_write_close(a->body, ']');
    err_write_member(a->body, "closed", s->closed);
    json_write_int(a->body, "bytes", SOURCE_MOST);
    json_write_int(a->body, "an_hour", s->an_hour);
    json_write_int(a->body, "waiting", s->waiting);
    trial_put_terms(site, a->body);
    text_str(a->body, "}\n");
}

/* ---- sending in ---- */

struct sending {
    struct visitor visitor;
    struct store_ladder ladder;
    struct store_contest contest; /* of a program for the finals */
    const char *file;
    const struct language *language;
};

static bool is_open_to(struct site *site, struct http_answer *a, const struct sending *s)
{
    char key[32];
    snprintf(key, sizeof key, "id %lld", (long long)s->visitor.account.id);
    struct err none;
    err_code(&none, "closed-languages: there are no languages");
    if (site->o.submit.closed || !site->o.submit.languages) {
        http_refuse(a, 503, "submit-closed: no programs are taken here: {why:%p}",
                    err_value(site->o.submit.closed ? site->o.submit.closed : &none));
        return false;
    }
    if (limit_take(&site->uploads, key, clock_us())) return true;
    http_set_header(a, "Retry-After", "600");
    http_refuse(a, 429, "upload-limit: too many files were sent in; wait a while");
    return false;
}

static bool read_file_name(const struct http_request *q, struct http_answer *a, struct sending *s)
{
    struct err err;
    const char *name = http_query(q, "name");
    s->file = name ? name : "";
    if (strchr(s->file, '/') || !bundle_path_is_valid(s->file, &err)) {
        http_refuse(a, 422,
                    "file-name: `name` is the name of the file: plain text, without folders");
        return false;
    }
    return true;
}

/* What is sent to a contest whose ladder has closed is a program for the finals. */
static bool find_finals(struct site *site, struct http_answer *a, struct sending *s)
{
    struct err err;
    bool found;
    if (!store_find_contest(site->store, s->ladder.name, &s->contest, &found, &err))
        return site_store_failed(a, &err);
    bool has_closed = found && contest_window_at(&s->contest, s->contest.now) != WINDOW_NONE &&
                      s->contest.opens <= s->contest.now;
    if (!has_closed)
        return http_refuse(a, 409, "ladder-closed: the ladder {ladder:%s} is closed",
                           s->ladder.name),
               false;
    s->ladder.id = s->contest.finals;
    snprintf(s->ladder.name, sizeof s->ladder.name, "%s", s->contest.finals_name);
    return true;
}

static bool read_ladder(struct site *site, const struct http_request *q, struct http_answer *a,
                        struct sending *s)
{
    const char *name = http_query(q, "ladder");
    if (!name || !*name)
        return http_refuse(a, 422, "which-ladder: `ladder` says where it is to play"), false;
    if (!lookup_ladder(site, q, name, &s->ladder, a)) return false;
    if (!s->ladder.is_open) return find_finals(site, a, s);
    if (s->ladder.formula != RATING_NONE)
        return contest_has_joined(site, s->visitor.account.id, name, a);
    http_refuse(a, 409, "ladder-people: the ladder {ladder:%s} is not for programs", name);
    return false;
}

/* Whoever waits for a machine that is not there should hear so before, not after an hour. */
static bool need_builder(struct site *site, const struct language *l, struct http_answer *a)
{
    struct err err;
    bool can;
    if (!store_can_build(site->store, l->name, &can, &err)) return site_store_failed(a, &err);
    if (!can)
        http_refuse(
            a, 422,
            "no-builder: no machine here can build {language:%s} at the moment; ask the organiser",
            l->title);
    return can;
}

static bool read_language(struct site *site, const struct http_request *q, struct http_answer *a,
                          struct sending *s)
{
    const struct languages *all = site->o.submit.languages;
    const char *name = http_query(q, "language");
    bool is_named = name && *name;
    s->language =
        is_named ? languages_find(all, name) : source_language(all, s->file, q->body, q->body_len);
    if (s->language) return need_builder(site, s->language, a);
    if (is_named)
        http_refuse(a, 422, "no-language: there is no language {language:%.40s} here", name);
    else
        http_refuse(
            a, 422,
            "which-language: which language is it in? neither its name nor what is in it tells");
    return false;
}

/* It is opened once here, so that whoever sends a bad zip hears so at once. */
static bool look_into(const struct http_request *q, struct http_answer *a, const struct sending *s)
{
    struct bundle p = {0};
    struct err err;
    bool ok = source_open(&p, s->language, q->body, q->body_len, &err);
    bundle_free(&p);
    if (!ok) http_refuse_err(a, 422, &err);
    return ok;
}

static void put_id(struct http_answer *a, int64_t id, bool is_new)
{
    a->status = is_new ? 201 : 200;
    json_write_open(a->body, NULL, '{');
    json_write_int(a->body, "id", id);
    json_write_bool(a->body, "new", is_new);
    text_str(a->body, "}\n");
}

static void refuse_more(struct http_answer *a, const struct store_submit *in,
                        enum store_submitted verdict)
{
    if (verdict == SUBMITTED_TOO_MUCH) {
        http_refuse(a, 409,
                    "upload-space: all that you have sent in takes {mib:%lld} MiB; ask the "
                    "organisers for room",
                    (long long)in->most_bytes >> 20);
        return;
    }
    http_set_header(a, "Retry-After", "600");
    http_refuse(a, 429,
                verdict == SUBMITTED_TOO_MANY
                    ? "builds-waiting: {most:%lld} of yours are waiting to be built; wait until "
                      "they are done"
                    : "builds-hourly: at most {most:%lld} are taken from an account in an hour",
                (long long)(verdict == SUBMITTED_TOO_MANY ? in->most_waiting : in->most_an_hour));
}

static void keep(struct site *site, const struct http_request *q, struct http_answer *a,
                 const struct sending *s)
{
    struct store_submit in = {.account = s->visitor.account.id,
                              .ladder = s->ladder.id,
                              .language = s->language->name,
                              .file = s->file,
                              .source = q->body,
                              .len = q->body_len,
                              .most_an_hour = site->o.submit.an_hour,
                              .most_waiting = site->o.submit.waiting,
                              .most_bytes = KEPT_MOST};
    enum store_submitted verdict;
    enum store_final why;
    int64_t id;
    struct err err;
    char text[STORE_NAME + 64];
    if (!store_submit(site->store, &in, &verdict, &id, &why, &err)) {
        site_store_failed(a, &err);
    } else if (verdict == SUBMITTED_NOT_NOW) {
        contest_refuse_final(&s->contest, why, a);
    } else if (verdict == SUBMITTED_BEFORE) {
        put_id(a, id, false);
    } else if (verdict != SUBMITTED) {
        refuse_more(a, &in, verdict);
    } else {
        snprintf(text, sizeof text, "%lld: %s, %s", (long long)id, s->ladder.name, in.language);
        visitor_note(site, q, in.account, "submit", text);
        put_id(a, id, true);
    }
}

void api_submit(void *arg, const struct http_request *q, struct http_answer *a)
{
    struct site *site = arg;
    struct sending s;
    if (visitor_need_change(site, q, a, &s.visitor) && is_open_to(site, a, &s) &&
        read_file_name(q, a, &s) && read_ladder(site, q, a, &s) && read_language(site, q, a, &s) &&
        look_into(q, a, &s))
        keep(site, q, a, &s);
}

/* ---- telling ---- */

/* So many games make a version rated, where its ladder lets it play so many; 0: it is not rated. */
static int64_t games_wanted(const struct store_submission *b)
{
    struct ladder_settings l;
    char buf[256];
    struct text why = TEXT_ON(buf);
    if (!b->is_playing || !ladder_settings_read(&l, b->settings, &why) || !l.pairing) return 0;
    return l.games > 0 && l.games < MATCHMAKING_NEW_GAMES ? l.games : MATCHMAKING_NEW_GAMES;
}

static const char *stage_of(const struct store_submission *b)
{
    bool is_done = strcmp(b->state, "done") == 0;
    if (strcmp(b->state, "waiting") == 0) return "queued";
    if (!is_done) return b->checks > 0 ? "checking" : "building";
    if (strcmp(b->version_state, "broken") == 0) return "broken";
    int64_t wanted = games_wanted(b);
    if (wanted == 0) return "checked";
    return b->games >= wanted ? "rated" : "playing";
}

static void put_progress(struct text *t, const struct store_submission *b)
{
    json_write_open(t, "progress", '{');
    json_write_str(t, "stage", stage_of(b));
    json_write_int(t, "place", b->place);
    json_write_int(t, "wait_ms", b->wait_ms);
    json_write_int(t, "checked", b->checked);
    json_write_int(t, "checks", b->checks);
    json_write_int(t, "games", b->games);
    json_write_int(t, "games_wanted", games_wanted(b));
    if (b->is_rated) {
        json_write_tenths(t, "rating", rating_tenths(b->rating));
        json_write_tenths(t, "deviation", rating_tenths(b->deviation));
    } else {
        json_write_null(t, "rating");
        json_write_null(t, "deviation");
    }
    json_write_close(t, '}');
}

static void put_about(struct text *t, const struct store_submission *b)
{
    bool is_done = strcmp(b->state, "done") == 0;
    json_write_int(t, "id", b->id);
    json_write_int(t, "player", b->player);
    json_write_str(t, "name", b->player_name);
    json_write_int(t, "version", b->number);
    json_write_str(t, "ladder", b->ladder);
    json_write_str(t, "game", b->game);
    json_write_str(t, "language", b->language);
    json_write_str(t, "file", b->file);
    json_write_int(t, "bytes", b->bytes);
    json_write_str(t, "state", is_done ? b->version_state : b->state);
    json_write_bool(t, "playing", b->is_playing);
    json_write_str(t, "why", *b->why ? b->why : NULL);
    json_write_json(t, "why_said", b->why_said);
    json_write_int(t, "created", b->created);
    json_write_int(t, "finished", b->finished);
    put_progress(t, b);
}

static void put_listed(void *arg, const struct store_submission *b)
{
    struct text *t = arg;
    json_write_open(t, NULL, '{');
    put_about(t, b);
    json_write_close(t, '}');
}

void api_submissions(void *arg, const struct http_request *q, struct http_answer *a)
{
    struct site *site = arg;
    struct visitor v;
    struct err err;
    int64_t before;
    if (!visitor_need(site, q, a, &v)) return;
    if (!http_query_int(q, "before", 0, INT64_MAX, 0, &before)) {
        http_refuse(a, 400, "before-number: `before` is the number of a submission");
        return;
    }
    json_write_open(a->body, NULL, '{');
    json_write_open(a->body, "submissions", '[');
    if (!store_submissions(site->store, v.account.id, before, LISTED, put_listed, a->body, &err)) {
        site_store_failed(a, &err);
        return;
    }
    text_str(a->body, "]}\n");
}

struct showing {
    struct text *out;
    int64_t viewer; /* who asks; an organiser sees everybody's */
    bool is_organiser, found, is_mine;
};

static void put_one(void *arg, const struct store_submission *b)
{
    struct showing *s = arg;
    s->is_mine = b->account == s->viewer;
    s->found = s->is_mine || s->is_organiser;
    if (!s->found || !s->out) return;
    json_write_open(s->out, NULL, '{');
    put_about(s->out, b);
    json_write_str(s->out, "account", b->account_name);
    /* They stand in the store as JSON. */
    json_write_json(s->out, "log", b->log);
    json_write_json(s->out, "report", b->report);
    text_str(s->out, "}\n");
}

/* False, having refused, when it is none that the visitor may see. */
static bool find_submission(struct site *site, const struct http_request *q, struct http_answer *a,
                            const struct visitor *v, struct showing *s, int64_t *id)
{
    struct err err;
    s->viewer = v->account.id;
    s->is_organiser = v->account.role == ROLE_ORGANISER;
    if (!site_id(q->capture[0], id, a)) return false;
    if (!store_submission(site->store, *id, put_one, s, &err)) return site_store_failed(a, &err);
    if (!s->found)
        http_refuse(a, 404, "no-submission: you have no submission {id:%lld}", (long long)*id);
    return s->found;
}

void api_submission(void *arg, const struct http_request *q, struct http_answer *a)
{
    struct site *site = arg;
    struct visitor v;
    struct showing s = {.out = a->body};
    int64_t id;
    if (visitor_need(site, q, a, &v)) find_submission(site, q, a, &v, &s, &id);
}

/* Its author's alone: an organiser sees what came of it, not how it is made. */
static bool lookup_own(struct site *site, const struct http_request *q, struct http_answer *a,
                       const struct visitor *v, int64_t *id)
{
    struct showing s = {.out = NULL};
    if (!find_submission(site, q, a, v, &s, id)) return false;
    if (!s.is_mine) http_refuse(a, 403, "author-only: this is for its author alone");
    return s.is_mine;
}

/* ---- its source ---- */

static void name_download(struct http_answer *a, const char *file)
{
    char name[3 * STORE_FILE_NAME] = "";
    struct text t = TEXT_ON(name);
    for (const char *at = file; *at; at++) {
        char hex[4];
        bool is_plain = isalnum((unsigned char)*at) || strchr("-_.", *at);
        snprintf(hex, sizeof hex, is_plain ? "%c" : "%%%02X", (unsigned char)*at);
        text_str(&t, hex);
    }
    http_set_header(a, "Content-Disposition", "attachment; filename*=UTF-8''%s", name);
}

void api_source(void *arg, const struct http_request *q, struct http_answer *a)
{
    struct site *site = arg;
    struct visitor v;
    char file[STORE_FILE_NAME];
    int64_t id;
    struct err err;
    if (!visitor_need(site, q, a, &v) || !lookup_own(site, q, a, &v, &id)) return;
    if (!store_submission_source(site->store, id, &a->heap, &a->bytes_len, file, &err)) {
        site_store_failed(a, &err);
        return;
    }
    visitor_note(site, q, v.account.id, "source", q->capture[0]);
    a->type = "application/octet-stream";
    name_download(a, file);
}

/* ---- again ---- */

void api_play_again(void *arg, const struct http_request *q, struct http_answer *a)
{
    struct site *site = arg;
    struct visitor v;
    int64_t id;
    enum store_again verdict;
    struct err err;
    if (!visitor_need_change(site, q, a, &v) || !lookup_own(site, q, a, &v, &id)) return;
    if (!store_play_again(site->store, id, &verdict, &err)) {
        site_store_failed(a, &err);
    } else if (verdict == AGAIN_BROKEN) {
        http_refuse(a, 409, "version-unchecked: only a version that has passed its check can play");
    } else if (verdict == AGAIN_NOT_NOW) {
        http_refuse(
            a, 409,
            "finals-closed-program: submissions for these finals are closed, or you are not a "
            "finalist");
    } else {
        visitor_note(site, q, v.account.id, "active", q->capture[0]);
        a->status = 204;
    }
}
