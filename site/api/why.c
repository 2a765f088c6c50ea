/*
 * Why a match went as it did: how each side ended, what it thought, and for the author of a
 * program, and organisers, its last words on standard error, its marks for the viewer and its last
 * exchanges.
 */
#include "league/store/people/store_notice.h"
#include "league/store/store_player.h"
#include "league/store/store_result.h"
#include "league/store/store_submit.h"
#include "referee/replay.h"
#include "site/people/visibility.h"
#include "site/people/visitor.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EXCHANGES = 3, SENT_MOST = 8 * 1024, HOST_MOST = 200 };

struct why {
    struct site *site;
    const struct http_request *q;
    struct text *out;
    struct visitor visitor;
    /* The match, as far as it is told. */
    bool is_there, is_done;
    int64_t id, player[2], version[2];
    char name[2][STORE_NAME], void_why[STORE_TEXT], void_said[sizeof(struct err)];
    struct journal_match result;
    struct record record; /* no steps where there is none */
    struct store_match_end words[2];
};

static void take_match(void *arg, const struct store_match *m)
{
    struct why *w = arg;
    w->is_there = true;
    w->is_done = strcmp(m->state, "done") == 0;
    w->result = m->result;
    snprintf(w->void_why, sizeof w->void_why, "%s", m->void_why ? m->void_why : "");
    snprintf(w->void_said, sizeof w->void_said, "%s", m->void_said);
    for (int p = 0; p < 2; p++) {
        w->player[p] = m->player[p];
        w->version[p] = m->version[p];
        snprintf(w->name[p], sizeof w->name[p], "%s", m->name[p]);
    }
}

/* False, having refused, when there is no such match, for this visitor. */
static bool lookup_match(struct why *w, struct http_answer *a)
{
    struct store_which which = {0};
    struct err err;
    if (!site_id(w->q->capture[0], &w->id, a)) return false;
    which.match = w->id;
    if (!visibility_of(w->site, w->q, a, &which.viewer) ||
        !visitor_find(w->site, w->q, a, &w->visitor))
        return false;
    if (!store_matches(w->site->store, &which, take_match, w, &err))
        return site_store_failed(a, &err);
    if (!w->is_there)
        http_refuse(a, 404, "no-match: there is no match {match:%lld}", (long long)w->id);
    return w->is_there;
}

/* A record that is not kept any more, or cannot be read, is no reason to tell nothing. */
static void read_record(struct why *w)
{
    char *bytes, *text = NULL;
    size_t len;
    struct err ignored;
    if (!store_record(w->site->store, w->id, &bytes, &len, &ignored)) return;
    if (record_is_packed(bytes, len)) {
        record_unpack(bytes, len, RECORD_MOST, "the record", &text, &len, &ignored);
        free(bytes);
        bytes = text;
    }
    if (bytes && !record_parse(&w->record, bytes, len, "the record", &ignored)) {
        record_free(&w->record);
        w->record = (struct record){0};
    }
    free(bytes);
}

/* ---- exchanges ---- */

static const char *const kinds[] = {[REPLY_ACTION] = "answer",
                                    [REPLY_INVALID] = "invalid",
                                    [REPLY_TIMEOUT] = "timeout",
                                    [REPLY_GONE] = "gone"};

static void put_exchange(struct why *w, const struct replay *r, int p, struct text *prompt)
{
    const struct record_step *step = &w->record.steps[r->at];
    text_clear(prompt);
    if (r->at == 0) r->game->greet(r->state, p, prompt);
    r->game->prompt(r->state, p, r->left_ms, prompt);
    size_t shown = prompt->len < SENT_MOST ? prompt->len : SENT_MOST;
    json_write_open(w->out, NULL, '{');
    json_write_int(w->out, "turn", step->turn);
    json_write_bytes(w->out, "sent", prompt->buf, shown);
    json_write_bool(w->out, "is_cut", shown < prompt->len);
    json_write_str(w->out, "kind", kinds[step->kind[p]]);
    if (step->answer[p])
        json_write_bytes(w->out, "answer", step->answer[p], step->answer_len[p]);
    else
        json_write_null(w->out, "answer");
    json_write_int(w->out, "ms", step->ms[p]);
    json_write_close(w->out, '}');
}

/* The step from which on the player was asked so often. */
static int32_t first_of_last(const struct record *r, int p)
{
    int asked = 0;
    int32_t at = r->step_count;
    while (at > 0 && asked < EXCHANGES) asked += r->steps[--at].kind[p] != REPLY_NONE;
    return at;
}

static void put_exchanges(struct why *w, int p)
{
    struct replay replay;
    struct err ignored;
    int32_t from = first_of_last(&w->record, p);
    char *buf = w->record.game ? malloc(2 * (size_t)w->record.game->text_max + 1) : NULL;
    json_write_open(w->out, "exchanges", '[');
    if (buf && replay_open(&replay, &w->record, &ignored)) {
        struct text prompt = text_on(buf, 2 * (size_t)w->record.game->text_max + 1);
        do
            if (replay.at >= from && !replay_at_end(&replay) &&
                w->record.steps[replay.at].kind[p] != REPLY_NONE)
                put_exchange(w, &replay, p, &prompt);
        while (!replay_at_end(&replay) && replay_next(&replay, &ignored));
        replay_close(&replay);
    }
    free(buf);
    json_write_close(w->out, ']');
}

/* ---- a side ---- */

static void put_end(struct why *w, int p)
{
    const struct store_match_end *words = &w->words[p];
    bool is_known = words->is_known && words->exit >= 0;
    if (is_known && words->exit < 128)
        json_write_int(w->out, "exit", words->exit);
    else
        json_write_null(w->out, "exit");
    if (is_known && words->exit > 128)
        json_write_int(w->out, "signal", words->exit - 128);
    else
        json_write_null(w->out, "signal");
}

static void put_times(struct why *w, int p)
{
    json_write_open(w->out, "ms", '[');
    for (int32_t i = 0; i < w->record.step_count; i++)
        if (w->record.steps[i].kind[p] != REPLY_NONE)
            json_write_int(w->out, NULL, w->record.steps[i].ms[p]);
    json_write_close(w->out, ']');
    json_write_int(w->out, "limit_ms", w->record.turn_ms);
}

/* Where the site is for whoever asks; a name with anything strange in it is not repeated. */
static void put_origin(struct text *t, const struct why *w)
{
    const char *host = http_header(w->q, "Host");
    bool is_plain = host && *host && strlen(host) < HOST_MOST;
    for (const char *c = host; is_plain && *c; c++)
        is_plain = isalnum((unsigned char)*c) || strchr(".:-[]", *c);
    text_str(t, w->site->o.https || http_is_secure(w->q) ? "https://" : "http://");
    text_str(t, is_plain ? host : "localhost");
}

/* Gives the program what it was sent once more, and compares. */
static void put_command(struct why *w, int p, bool is_mine)
{
    char line[1024], run[STORE_RUN] = "./player", name[STORE_PROGRAM_NAME];
    struct text t = TEXT_ON(line);
    struct err ignored;
    bool found;
    if (w->record.step_count == 0) {
        json_write_null(w->out, "command");
        return;
    }
    if (is_mine &&
        (!store_program_name(w->site->store, w->version[p], name, run, &found, &ignored) || !found))
        strcpy(run, "./player");
    text_str(&t, "taisen replay ");
    put_origin(&t, w);
    text_str(&t, "/matches/");
    text_int(&t, w->id);
    text_str(&t, " --rerun ");
    text_int(&t, p + 1);
    text_str(&t, " -- ");
    text_str(&t, run);
    json_write_str(w->out, "command", line);
}

static bool is_mine(struct why *w, int p)
{
    struct store_player player;
    struct err ignored;
    bool found;
    if (!w->visitor.is_known) return false;
    if (w->visitor.account.role == ROLE_ORGANISER) return true;
    return store_find_player(w->site->store, w->player[p], &player, &found, &ignored) && found &&
           player.owner == w->visitor.account.id;
}

static void put_side(struct why *w, int p)
{
    bool mine = is_mine(w, p);
    json_write_open(w->out, NULL, '{');
    json_write_int(w->out, "player", w->player[p]);
    json_write_str(w->out, "name", w->name[p]);
    json_write_bool(w->out, "has_lost", w->is_done && w->result.winner == 1 - p);
    json_write_str(w->out, "fault", w->result.fault[p]);
    put_end(w, p);
    put_times(w, p);
    put_command(w, p, mine);
    json_write_bool(w->out, "is_mine", mine);
    if (mine) {
        json_write_str(w->out, "stderr", w->words[p].text);
        json_write_str(w->out, "marks", w->words[p].marks);
        put_exchanges(w, p);
    } else {
        json_write_null(w->out, "stderr");
        json_write_null(w->out, "marks");
        json_write_null(w->out, "exchanges");
    }
    json_write_close(w->out, '}');
}

static void put_why(struct why *w)
{
    json_write_open(w->out, NULL, '{');
    json_write_int(w->out, "match", w->id);
    json_write_bool(w->out, "is_over", w->is_done);
    json_write_str(w->out, "reason", w->result.reason);
    json_write_int(w->out, "turns", w->result.turns);
    json_write_str(w->out, "void_why", w->void_why);
    json_write_json(w->out, "void_why_said", w->void_said);
    json_write_open(w->out, "sides", '[');
    for (int p = 0; p < 2; p++) put_side(w, p);
    text_str(w->out, "]}\n");
}

void api_match_why(void *arg, const struct http_request *q, struct http_answer *a)
{
    struct why *w = calloc(1, sizeof *w);
    struct err err;
    if (!w) {
        http_refuse(a, 503, "no-memory: out of memory");
        return;
    }
    *w = (struct why){.site = arg, .q = q, .out = a->body};
    if (lookup_match(w, a)) {
        if (!store_match_end(w->site->store, w->id, w->words, &err)) {
            site_store_failed(a, &err);
        } else {
            if (w->is_done) read_record(w);
            put_why(w);
            http_set_header(a, "Cache-Control", "private, no-store");
        }
    }
    record_free(&w->record);
    free(w);
}
