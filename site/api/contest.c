/*
 * Contests: those of the league (league/work/finals.h); and files NAME.ini in the folder
 * `contests`, and beside each the journal NAME.jsonl and the folder NAME.records that `taisen
 * tournament NAME.ini --out NAME.jsonl --records NAME.records` writes. Read anew for each request:
 * they are small, and the file is always right.
 */
#include "league/report/contest_json.h"
#include "os/file.h"
#include "os/folder.h"
#include "referee/record.h"
#include "site/api/contest_lookup.h"
#include "site/people/visibility.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { CONTESTS_MOST = 200 };

struct state {
    struct contest contest;
    struct journal journal;
    struct tournament tournament;
};

static void path_of(const struct site *site, const char *name, const char *ending,
                    char path[PATH_MAX])
{
    snprintf(path, PATH_MAX, "%s/contests/%s%s", site->o.var, name, ending);
}

/* A name that can only be a file of this folder. */
static bool is_plain(const char *name)
{
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
    size_t len = strlen(name);
    return len > 0 && len < CONTEST_NAME && strspn(name, letters) == len;
}

static void close_state(struct state *s)
{
    if (!s) return;
    tournament_free(&s->tournament);
    journal_free(&s->journal);
    contest_free(&s->contest);
    free(s);
}

/* Without a journal it has not begun. */
static bool read_state(const struct site *site, const char *name, int64_t most, struct state *s,
                       struct err *err)
{
    char file[PATH_MAX], journal[PATH_MAX];
    path_of(site, name, ".ini", file);
    path_of(site, name, ".jsonl", journal);
    if (!contest_read(&s->contest, file, err)) return false;
    if (access(journal, F_OK) == 0 && !journal_read(&s->journal, journal, err)) return false;
    journal_keep_first(&s->journal, most);
    return tournament_look(&s->tournament, &s->contest, &s->journal, err);
}

/* As it stood after its first `most` games. */
static struct state *open_state_after(const struct site *site, const char *name, int64_t most,
                                      struct http_answer *a)
{
    char file[PATH_MAX];
    struct err err = {.text = "out of memory"};
    path_of(site, name, ".ini", file);
    if (!is_plain(name) || access(file, F_OK) < 0) {
        http_refuse(a, 404, "no-contest: there is no contest {contest:%s}", name);
        return NULL;
    }
    struct state *s = calloc(1, sizeof *s);
    if (s && read_state(site, name, most, s, &err)) return s;
    http_refuse(a, 500, "contest-unreadable: the contest cannot be read: {why:%p}",
                err_value(&err));
    close_state(s);
    return NULL;
}

static bool has_records(const struct site *site, const char *name)
{
    char folder[PATH_MAX];
    path_of(site, name, ".records", folder);
    return access(folder, X_OK) == 0;
}

static struct state *open_state(const struct site *site, const char *name, struct http_answer *a)
{
    return open_state_after(site, name, INT64_MAX, a);
}

/* ---- those of the folder ---- */

static int is_contest(const struct dirent *entry)
{
    char name[CONTEST_NAME];
    size_t len = strlen(entry->d_name);
    if (len < 5 || len - 4 >= sizeof name || strcmp(entry->d_name + len - 4, ".ini") != 0) return 0;
    memcpy(name, entry->d_name, len - 4);
    name[len - 4] = '\0';
    return is_plain(name);
}

static void put_state(struct text *t, const struct state *s)
{
    json_write_str(t, "title", s->contest.name);
    json_write_str(t, "state",
                   s->tournament.is_over  ? "over"
                   : s->journal.count > 0 ? "running"
                                          : "waiting");
}

/* One that cannot be read is in the list with its reason. */
static void put_contest(const struct site *site, const char *name, struct text *t)
{
    struct state *s = calloc(1, sizeof *s);
    struct err err = {.text = "out of memory"};
    json_write_open(t, NULL, '{');
    json_write_str(t, "name", name);
    if (s && read_state(site, name, INT64_MAX, s, &err)) {
        put_state(t, s);
        json_write_str(t, "game", s->contest.game->name);
        json_write_int(t, "players", s->contest.player_count);
    } else {
        json_write_str(t, "title", name);
        json_write_str(t, "state", "broken");
        json_write_str(t, "error", err.text);
    }
    json_write_close(t, '}');
    close_state(s);
}

/* ---- those of the league ---- */

static const char *state_of(const struct store_contest *c, bool is_insider)
{
    if (c->state != CONTEST_OPEN) return contest_state_name(contest_known_state(c, is_insider));
    return c->is_open ? "open" : "waiting";
}

static void put_league(struct text *t, const struct store_contest *c)
{
    json_write_str(t, "ladder", c->ladder_name);
    json_write_str(t, "finals", c->finals_name);
    json_write_int(t, "opens", c->opens);
    json_write_int(t, "closes", c->closes);
    json_write_int(t, "frozen", c->frozen);
    json_write_int(t, "finalists", c->finalists);
    json_write_bool(t, "is_open", c->is_open);
    json_write_bool(t, "is_private", c->code[0] != '\0');
    json_write_bool(t, "has_stage", c->has_stage);
    json_write_int(t, "finals_opens", c->finals_opens);
    json_write_int(t, "finals_closes", c->finals_closes);
    json_write_str(t, "programs", contest_window_name(contest_window_at(c, c->now)));
}

struct listing {
    struct text *out;
    bool is_insider;
};

static void tell_contest(void *arg, const struct store_contest *c)
{
    const struct listing *list = arg;
    struct text *t = list->out;
    json_write_open(t, NULL, '{');
    json_write_str(t, "name", c->name);
    json_write_str(t, "title", c->title);
    json_write_str(t, "state", state_of(c, list->is_insider));
    json_write_str(t, "game", c->game);
    put_league(t, c);
    json_write_close(t, '}');
}

/* Who would play in the finals, or does. */
static void tell_finalist(void *arg, const struct store_finalist *f)
{
    struct text *t = arg;
    json_write_open(t, NULL, '{');
    json_write_int(t, "seed", f->seed);
    json_write_int(t, "player", f->player);
    json_write_str(t, "name", f->name);
    json_write_str(t, "program",
                   f->is_building   ? "building"
                   : f->has_program ? "finals"
                                    : "ladder");
    json_write_bool(t, "is_absent", f->is_absent);
    json_write_close(t, '}');
}

static void put_self(struct text *t, const struct visitor *v, const struct store_contestant *self)
{
    json_write_bool(t, "has_joined", v->is_known && self->has_joined);
    json_write_bool(t, "has_withdrawn", v->is_known && self->has_withdrawn);
}

static bool put_finals(struct site *site, struct text *t, const struct finals *f, bool is_insider,
                       const struct visitor *v, struct err *err)
{
    struct store_contestant self = {0};
    enum store_final may = FINAL_NO_FINALIST;
    json_write_open(t, "league", '{');
    put_league(t, &f->about);
    /* What is being played behind the stage would tell how it went before. */
    json_write_str(t, "call", f->about.has_stage && !is_insider ? "" : f->about.call);
    json_write_int(t, "running", f->running);
    json_write_int(t, "latest", f->latest);
    if (v->is_known && (!store_contestant(site->store, f->about.id, v->account.id, &self, err) ||
                        !store_may_send_final(site->store, f->about.id, v->account.id, &may, err)))
        return false;
    put_self(t, v, &self);
    json_write_bool(t, "may_send", may == FINAL_TAKEN);
    json_write_open(t, "coming", '[');
    if (!store_finalists(site->store, &f->about, tell_finalist, t, err)) return false;
    json_write_close(t, ']');
    json_write_close(t, '}');
    return true;
}

static void answer_league(struct site *site, const struct http_request *q,
                          const struct store_contest *c, const struct visitor *v,
                          struct http_answer *a)
{
    struct err err;
    bool is_insider = contest_is_insider(q, v);
    struct finals *f = contest_open(site, q, v, c, a);
    if (!f) return;
    json_write_open(a->body, NULL, '{');
    json_write_str(a->body, "name", c->name);
    json_write_str(a->body, "title", c->title);
    json_write_str(a->body, "state", state_of(c, is_insider));
    contest_json(a->body, &f->tournament, &f->journal);
    json_write_bool(a->body, "has_records", true);
    if (put_finals(site, a->body, f, is_insider, v, &err))
        text_str(a->body, "}\n");
    else
        site_store_failed(a, &err);
    finals_close(f);
}

/* ---- all of them ---- */

static void list_folder(const struct site *site, struct text *t)
{
    char folder[PATH_MAX];
    struct dirent **entries = NULL;
    path_of(site, "", "", folder);
    int count = scandir(folder, &entries, is_contest, alphasort);
    for (int i = 0; i < count; i++) {
        entries[i]->d_name[strlen(entries[i]->d_name) - 4] = '\0';
        if (i < CONTESTS_MOST) put_contest(site, entries[i]->d_name, t);
        free(entries[i]);
    }
    free(entries);
}

void api_contests(void *arg, const struct http_request *q, struct http_answer *a)
{
    struct site *site = arg;
    struct store_viewer viewer;
    struct err err;
    if (!visibility_of(site, q, a, &viewer)) return;
    json_write_open(a->body, NULL, '{');
    json_write_open(a->body, "contests", '[');
    struct listing list = {a->body, viewer.sees_all};
    if (!store_contests(site->store, viewer, tell_contest, &list, &err)) {
        site_store_failed(a, &err);
        return;
    }
    list_folder(site, a->body);
    text_str(a->body, "]}\n");
}

/* ---- one of them ---- */

void api_contest(void *arg, const struct http_request *q, struct http_answer *a)
{
    struct site *site = arg;
    struct store_contest c;
    struct visitor v;
    bool found;
    if (!contest_lookup(site, q, q->capture[0], &v, &c, &found, a)) return;
    if (found) {
        answer_league(site, q, &c, &v, a);
        return;
    }
    int64_t most;
    if (!http_query_int(q, "games", 0, INT64_MAX, INT64_MAX, &most)) {
        http_refuse(a, 400, "games-number: `games` is how many of its games are looked at");
        return;
    }
    struct state *s = open_state_after(arg, q->capture[0], most, a);
    if (!s) return;
    json_write_open(a->body, NULL, '{');
    json_write_str(a->body, "name", q->capture[0]);
    put_state(a->body, s);
    contest_json(a->body, &s->tournament, &s->journal);
    json_write_bool(a->body, "has_records", has_records(site, q->capture[0]));
    json_write_null(a->body, "league");
    text_str(a->body, "}\n");
    close_state(s);
}

void api_bracket(void *arg, const struct http_request *q, struct http_answer *a)
{
    struct site *site = arg;
    struct store_contest c;
    struct visitor v;
    bool found;
    if (!contest_lookup(site, q, q->capture[0], &v, &c, &found, a)) return;
    if (found) {
        struct finals *f = contest_open(site, q, &v, &c, a);
        if (f) contest_draw(q, &f->tournament, a);
        finals_close(f);
        return;
    }
    struct state *s = open_state(arg, q->capture[0], a);
    if (s) contest_draw(q, &s->tournament, a);
    close_state(s);
}

/* ---- of those of the folder: the games, and the results as a table ---- */

/* The key of a game as the name of its record begins (league/run/match_runner.c): numbers with
   dashes between them. */
static bool is_game(const char *key)
{
    return *key && strlen(key) < JOURNAL_KEY && key[strspn(key, "0123456789-")] == '\0';
}

void api_contest_game(void *arg, const struct http_request *q, struct http_answer *a)
{
    struct site *site = arg;
    char folder[PATH_MAX], beginning[JOURNAL_KEY + 2], file[NAME_MAX + 1];
    char *bytes = NULL;
    size_t len;
    struct err err;
    path_of(site, q->capture[0], ".records", folder);
    snprintf(beginning, sizeof beginning, "%.*s_", JOURNAL_KEY, q->capture[1]);
    if (!is_plain(q->capture[0]) || !is_game(q->capture[1]) ||
        !folder_find(folder, beginning, file, sizeof file) ||
        !file_read_in(folder, file, RECORD_MOST, &bytes, &len, &err)) {
        http_refuse(a, 404, "no-game-record: there is no record of this game");
        return;
    }
    if (!site_unpack(&bytes, &len, a)) return;
    a->heap = bytes;
    a->bytes_len = len;
    a->type = "application/x-ndjson";
}

enum column { COLUMN_RANK, COLUMN_WON, COLUMN_DRAWN, COLUMN_LOST, COLUMN_POINTS };

/* Who plays alone wins against nobody, and a bracket gives no points. */
static bool has_column(enum schedule_format format, enum column column)
{
    if (format == QUALIFIER || format == CAMPAIGN)
        return column == COLUMN_RANK || column == COLUMN_POINTS;
    return column != COLUMN_POINTS || (format != KNOCKOUT && format != DOUBLE_ELIMINATION);
}

static void put_phase_rows(struct text *t, const struct tournament *c,
                           const struct tournament_phase *p, const int *place_of)
{
    for (int i = 0; i < p->entrants; i++) {
        const struct placing *s = &p->schedule.standings[i];
        int player = p->player[s->player];
        if (place_of[player] > 0) text_int(t, place_of[player]);
        text_char(t, ',');
        contest_csv_cell(t, c->contest->player[player].name);
        text_char(t, ',');
        contest_csv_cell(t, p->phase->name);
        const int64_t numbers[] = {s->rank, s->won, s->drawn, s->lost, s->points};
        for (size_t k = 0; k < sizeof numbers / sizeof numbers[0]; k++) {
            text_char(t, ',');
            if (has_column(p->phase->rules.format, (enum column)k)) text_int(t, numbers[k]);
        }
        text_str(t, "\r\n");
    }
}

void contest_folder_csv(struct site *site, const struct http_request *q, struct http_answer *a)
{
    static const char *const columns[] = {"place", "name",  "phase", "rank",
                                          "won",   "drawn", "lost",  "points"};
    int places[CONTEST_PLAYERS], place_of[CONTEST_PLAYERS] = {0};
    struct state *s = open_state(site, q->capture[0], a);
    if (!s) return;
    int count = s->tournament.is_over ? tournament_places(&s->tournament, places) : 0;
    for (int i = 0; i < count; i++) place_of[places[i]] = i + 1;
    contest_csv_begin(q, q->capture[0], columns, sizeof columns / sizeof columns[0], a);
    for (int i = 0; i < s->tournament.begun; i++)
        put_phase_rows(a->body, &s->tournament, &s->tournament.phase[i], place_of);
    close_state(s);
}
