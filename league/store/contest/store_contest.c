/* Contests, and who takes part in them. */
#include "league/store/contest/store_contest.h"

#include "league/store/contest/store_stage.h"
#include "league/store/db.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const state_names[] = {[CONTEST_OPEN] = "open",
                                          [CONTEST_FROZEN] = "frozen",
                                          [CONTEST_FINALS] = "finals",
                                          [CONTEST_OVER] = "over"};

const char *contest_state_name(enum contest_state state)
{
    return state_names[state];
}

/* ---- making ---- */

struct adding {
    const char *name, *text;
    const struct contest *c;
    int64_t id, ladder, finals;
};

/* Names of contests are part of addresses and of file names. */
static bool name_is_valid(const char *name, struct err *err)
{
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
    size_t len = strlen(name);
    return (len > 0 && len <= 48 && strspn(name, letters) == len) ||
           err_code(
               err,
               "contest-name: the name of a contest has up to 48 letters a-z, digits, - and _");
}

/* A file of many lines; each of them must come back as it was. */
static bool text_is_valid(const char *text, struct err *err)
{
    char line[STORE_SEAT];
    while (*text) {
        size_t len = strcspn(text, "\r\n");
        if (len >= sizeof line)
            return err_code(err, "contest-line-long: a line of the file is too long");
        snprintf(line, sizeof line, "%.*s", (int)len, text);
        for (char *at = line; *at; at++)
            if (*at == '\t') *at = ' ';
        if (len > 0 && !db_text_is_valid("a line of the file", line, sizeof line - 1, err))
            return false;
        text += len + strspn(text + len, "\r\n");
    }
    return true;
}

static void put_clock(char *out, size_t size, const struct contest *c, const char *more)
{
    const struct game_clock *clock = &c->clock, *own = &c->game->clock;
    size_t len = (size_t)snprintf(out, size, "%s", more);
    const struct {
        const char *word;
        int64_t ms, own_ms;
    } words[] = {{"match-ms", clock->match_ms, own->match_ms},
                 {"turn-ms", clock->turn_ms, own->turn_ms},
                 {"name-ms", clock->name_ms, own->name_ms}};
    for (size_t i = 0; i < 3 && len < size; i++)
        if (words[i].ms != words[i].own_ms)
            len += (size_t)snprintf(out + len, size - len, " %s=%lld", words[i].word,
                                    (long long)words[i].ms);
}

static bool add_ladder(struct store *s, const struct adding *n, bool is_final, int64_t *id,
                       struct err *err)
{
    const struct contest *c = n->c;
    struct store_ladder l = {.formula = is_final ? RATING_NONE : c->ladder.formula,
                             .map = c->maps.count > 0 ? c->maps.text[0] : NULL,
                             .opens = is_final ? 0 : c->ladder.opens,
                             .closes = is_final ? 0 : c->ladder.closes};
    struct ladder_settings read;
    char more[2 * CONTEST_LINE], buf[SAID_BYTES];
    struct text why = TEXT_ON(buf);
    snprintf(l.name, sizeof l.name, is_final ? "%s-finals" : "%s", n->name);
    snprintf(l.game, sizeof l.game, "%s", c->game->name);
    snprintf(l.setup, sizeof l.setup, "%s", c->setup);
    if (is_final)
        snprintf(more, sizeof more, "pairing=0 %s", c->ladder.settings);
    else
        snprintf(more, sizeof more, "games=%lld %s", (long long)c->ladder.games,
                 c->ladder.settings);
    if (c->any_name) strncat(more, " names=any", sizeof more - strlen(more) - 1);
    put_clock(l.settings, sizeof l.settings, c, more);
    if (!ladder_settings_read(&read, l.settings, &why)) {
        struct err said;
        err_said(&said, buf);
        return err_code(err, "contest-settings: [ladder]: settings: {why:%p}", err_value(&said));
    }
    return store_add_ladder(s, &l, id, err);
}

static bool add_contest(struct store *s, void *arg, struct err *err)
{
    struct adding *n = arg;
    const struct contest_ladder *l = &n->c->ladder;
    bool added;
    if (!add_ladder(s, n, false, &n->ladder, err) || !add_ladder(s, n, true, &n->finals, err))
        return false;
    if (!db_ask_int(s,
                    "INSERT INTO contests (name, title, game, text, code, ladder, finals,"
                    " finalists, state, call, frozen, created, finals_opens, finals_closes)"
                    " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'open', '', 0, {now}, $9, $10)"
                    " ON CONFLICT DO NOTHING RETURNING id",
                    DB_WITH(db_text(n->name), db_text(n->c->name), db_text(n->c->game->name),
                            db_text(n->text), l->code[0] ? db_text(l->code) : db_null(),
                            db_int(n->ladder), db_int(n->finals), db_int(l->finalists),
                            db_int(l->finals_opens), db_int(l->finals_closes)),
                    &n->id, &added, err))
        return false;
    if (!added)
        return err_code(err, "contest-exists: there is a contest with this name or code already");
    return !l->has_show || store_open_stage(s, n->id, err);
}

bool store_add_contest(struct store *s, const char *name, const struct contest *c, const char *text,
                       int64_t *id, struct err *err)
{
    struct adding n = {.name = name, .text = text, .c = c};
    if (!name_is_valid(name, err) || !text_is_valid(text, err) ||
        !db_text_is_valid("the name of a contest", c->name, CONTEST_LINE - 1, err) ||
        !db_transact(s, DB_WRITE, add_contest, &n, err))
        return false;
    *id = n.id;
    return true;
}

/* ---- finding ---- */

#define CONTEST_COLUMNS                                                                            \
    "SELECT c.id, c.ladder, c.finals, c.finalists, c.frozen, c.created, c.name, c.title, c.game,"  \
    " l.name, f.name, c.code, c.state, l.opens, l.closes, CASE WHEN l.state = 'open'"              \
    " AND l.opens <= {now} AND (l.closes = 0 OR l.closes > {now}) THEN 1 ELSE 0 END, c.call"       \
    ", c.finals_opens, c.finals_closes, {now}, g.shown"                                            \
    " FROM contests c JOIN ladders l ON l.id = c.ladder JOIN ladders f ON f.id = c.finals"         \
    " LEFT JOIN stages g ON g.contest = c.id "

static void copy(char *to, size_t size, const char *from)
{
    snprintf(to, size, "%s", from);
}

static void read_contest(struct db_rows *rows, struct store_contest *c)
{
    *c = (struct store_contest){.id = db_get_int(rows, 0),
                                .ladder = db_get_int(rows, 1),
                                .finals = db_get_int(rows, 2),
                                .finalists = db_get_int(rows, 3),
                                .frozen = db_get_int(rows, 4),
                                .created = db_get_int(rows, 5),
                                .opens = db_get_int(rows, 13),
                                .closes = db_get_int(rows, 14),
                                .is_open = db_get_int(rows, 15) != 0,
                                .finals_opens = db_get_int(rows, 17),
                                .finals_closes = db_get_int(rows, 18),
                                .now = db_get_int(rows, 19),
                                .has_stage = !db_is_null(rows, 20),
                                .shown = db_is_null(rows, 20) ? STAGE_ALL : db_get_int(rows, 20)};
    copy(c->name, sizeof c->name, db_get_text(rows, 6));
    copy(c->title, sizeof c->title, db_get_text(rows, 7));
    copy(c->game, sizeof c->game, db_get_text(rows, 8));
    copy(c->ladder_name, sizeof c->ladder_name, db_get_text(rows, 9));
    copy(c->finals_name, sizeof c->finals_name, db_get_text(rows, 10));
    copy(c->code, sizeof c->code, db_get_text(rows, 11));
    copy(c->call, sizeof c->call, db_get_text(rows, 16));
    for (int i = CONTEST_OPEN; i <= CONTEST_OVER; i++)
        if (strcmp(db_get_text(rows, 12), state_names[i]) == 0) c->state = (enum contest_state)i;
    if (c->state != CONTEST_OPEN) c->is_open = false;
}

bool db_read_contest(struct store *s, int64_t contest, struct store_contest *out, struct err *err)
{
    struct db_rows rows;
    if (!db_ask(s, &rows, CONTEST_COLUMNS "WHERE c.id = $1", DB_WITH(db_int(contest)), err))
        return false;
    bool found = db_next(&rows);
    if (found) read_contest(&rows, out);
    return db_end(&rows, err) &&
           (found || err_code(err, "no-such-contest: there is no such contest"));
}

static bool find(struct store *s, const char *sql, const char *key, struct store_contest *out,
                 bool *found, struct err *err)
{
    struct db_rows rows;
    if (!db_ask(s, &rows, sql, DB_WITH(db_text(key)), err)) return false;
    *found = db_next(&rows);
    if (*found) read_contest(&rows, out);
    return db_end(&rows, err);
}

bool store_find_contest(struct store *s, const char *name, struct store_contest *out, bool *found,
                        struct err *err)
{
    struct err ignored;
    *found = false; /* what cannot be a name is none */
    return !name_is_valid(name, &ignored) ||
           find(s, CONTEST_COLUMNS "WHERE c.name = $1", name, out, found, err);
}

bool store_contest_by_code(struct store *s, const char *code, struct store_contest *out,
                           bool *found, struct err *err)
{
    struct err ignored;
    *found = false;
    return !db_text_is_valid("a code", code, CONTEST_NAME - 1, &ignored) ||
           find(s, CONTEST_COLUMNS "WHERE c.code = $1", code, out, found, err);
}

bool store_contests(struct store *s, struct store_viewer viewer, store_contest_fn *tell, void *arg,
                    struct err *err)
{
    struct db_rows rows;
    struct store_contest contest;
    if (!db_ask(s, &rows, CONTEST_COLUMNS "WHERE " DB_MAY_SEE("l.id", "$1") " ORDER BY c.id DESC",
                DB_WITH(db_viewer(viewer)), err))
        return false;
    while (db_next(&rows)) {
        read_contest(&rows, &contest);
        tell(arg, &contest);
    }
    return db_end(&rows, err);
}

bool store_contest_text(struct store *s, int64_t contest, char **text, struct err *err)
{
    struct db_rows rows;
    *text = NULL;
    if (!db_ask(s, &rows, "SELECT text FROM contests WHERE id = $1", DB_WITH(db_int(contest)), err))
        return false;
    if (db_next(&rows)) *text = strdup(db_get_text(&rows, 0));
    return db_end(&rows, err) &&
           (*text || err_code(err, "no-such-contest: there is no such contest"));
}

/* ---- those who take part ---- */

bool store_contestant(struct store *s, int64_t contest, int64_t account,
                      struct store_contestant *out, struct err *err)
{
    int64_t withdrew = 0;
    *out = (struct store_contestant){0};
    if (!db_ask_int(s, "SELECT withdrew FROM contestants WHERE contest = $1 AND account = $2",
                    DB_WITH(db_int(contest), db_int(account)), &withdrew, &out->has_joined, err))
        return false;
    out->has_withdrawn = withdrew > 0;
    return true;
}

bool store_join_contest(struct store *s, int64_t contest, int64_t account, struct err *err)
{
    return db_run(s,
                  "INSERT INTO contestants (contest, account, joined, withdrew)"
                  " VALUES ($1, $2, {now}, 0) ON CONFLICT (contest, account) DO NOTHING",
                  DB_WITH(db_int(contest), db_int(account)), err);
}

struct withdrawing {
    int64_t contest, account;
    bool withdraws, done;
};

/* The contest is held, so that nobody leaves while the finalists are named. */
static bool withdraw(struct store *s, void *arg, struct err *err)
{
    struct withdrawing *w = arg;
    int64_t id;
    if (!db_ask_int(s,
                    "SELECT id FROM contests WHERE id = $1 AND state IN ('open', 'frozen') {lock}",
                    DB_WITH(db_int(w->contest)), &id, &w->done, err))
        return false;
    if (!w->done) return true;
    return store_join_contest(s, w->contest, w->account, err) &&
           db_run(s,
                  w->withdraws ? "UPDATE contestants SET withdrew = {now}"
                                 " WHERE contest = $1 AND account = $2 AND withdrew = 0"
                               : "UPDATE contestants SET withdrew = 0"
                                 " WHERE contest = $1 AND account = $2",
                  DB_WITH(db_int(w->contest), db_int(w->account)), err);
}

bool store_withdraw(struct store *s, int64_t contest, int64_t account, bool withdraws, bool *done,
                    struct err *err)
{
    struct withdrawing w = {.contest = contest, .account = account, .withdraws = withdraws};
    if (!db_transact(s, DB_WRITE, withdraw, &w, err)) return false;
    *done = w.done;
    return true;
}
