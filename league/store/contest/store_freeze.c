/* A contest from its opening to its end. */
#include "league/store/contest/store_contest.h"
#include "league/store/db.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DUE_MOST = 64 };

struct turning {
    int64_t contest, ladder;
    bool done;
};

/* Holds the contest; done says whether it is in this state. */
static bool hold(struct store *s, struct turning *t, const char *sql, struct err *err)
{
    return db_ask_int(s, sql, DB_WITH(db_int(t->contest)), &t->ladder, &t->done, err);
}

static bool turn(struct store *s, db_body *body, int64_t contest, bool *done, struct err *err)
{
    struct turning t = {.contest = contest};
    if (!db_transact(s, DB_WRITE, body, &t, err)) return false;
    *done = t.done;
    return true;
}

#define HOLD_OPEN "SELECT ladder FROM contests WHERE id = $1 AND state = 'open' {lock}"

bool db_is_frozen(struct store *s, int64_t ladder, bool *is_frozen, struct err *err)
{
    int64_t id;
    return db_ask_int(s, "SELECT c.id FROM " DB_FROZEN("$1"), DB_WITH(db_int(ladder)), &id,
                      is_frozen, err);
}

/* ---- opening ---- */

static bool open_now(struct store *s, void *arg, struct err *err)
{
    struct turning *t = arg;
    if (!hold(s, t, HOLD_OPEN, err)) return false;
    return !t->done || db_run(s,
                              "UPDATE ladders SET state = 'open',"
                              " opens = CASE WHEN opens > {now} THEN {now} ELSE opens END"
                              " WHERE id = $1",
                              DB_WITH(db_int(t->ladder)), err);
}

bool store_open_contest(struct store *s, int64_t contest, bool *done, struct err *err)
{
    return turn(s, open_now, contest, done, err);
}

/* ---- freezing ---- */

/* Whoever holds such a match finds its job gone, and its result does not count. */
static bool void_unfinished(struct store *s, int64_t ladder, struct err *err)
{
    char buf[sizeof(struct err)];
    struct text said = TEXT_ON(buf);
    struct err why;
    db_frozen_why(&why);
    err_write_said(&said, &why);
    return db_run(
        s,
        "UPDATE matches SET void = $2, void_said = $3 WHERE ladder = $1 AND void IS NULL AND id "
        "NOT IN"
        " (SELECT match FROM results WHERE ladder = $1) AND id NOT IN (SELECT match FROM jobs)",
        DB_WITH(db_int(ladder), db_text(why.text), db_text(buf)), err);
}

static bool freeze(struct store *s, void *arg, struct err *err)
{
    struct turning *t = arg;
    if (!hold(s, t, HOLD_OPEN, err)) return false;
    if (!t->done) return true;
    /* The ladder first: whoever fills it is waited for. Then the jobs: a finish that is under way
       is waited for, and its match has a result. */
    return db_run(s, "UPDATE ladders SET state = 'closed' WHERE id = $1",
                  DB_WITH(db_int(t->ladder)), err) &&
           db_run(s, "DELETE FROM jobs WHERE match IN (SELECT id FROM matches WHERE ladder = $1)",
                  DB_WITH(db_int(t->ladder)), err) &&
           void_unfinished(s, t->ladder, err) &&
           db_run(s, "UPDATE contests SET state = 'frozen', frozen = {now} WHERE id = $1",
                  DB_WITH(db_int(t->contest)), err) &&
           db_run(s,
                  "INSERT INTO events (kind, ladder, text, created)"
                  " SELECT 'ladder', ladder, name, {now} FROM contests WHERE id = $1",
                  DB_WITH(db_int(t->contest)), err);
}

bool store_freeze_contest(struct store *s, int64_t contest, bool *done, struct err *err)
{
    return turn(s, freeze, contest, done, err);
}

bool store_freeze_due(struct store *s, int *count, struct err *err)
{
    struct db_rows rows;
    int64_t due[DUE_MOST];
    int found = 0;
    *count = 0;
    if (!db_ask(s, &rows,
                "SELECT c.id FROM contests c JOIN ladders l ON l.id = c.ladder"
                " WHERE c.state = 'open' AND (l.state <> 'open'"
                " OR (l.closes > 0 AND l.closes <= {now})) ORDER BY c.id",
                DB_WITHOUT, err))
        return false;
    while (found < DUE_MOST && db_next(&rows)) due[found++] = db_get_int(&rows, 0);
    if (!db_end(&rows, err)) return false;
    for (int i = 0; i < found; i++) {
        bool done;
        if (!store_freeze_contest(s, due[i], &done, err)) return false;
        *count += done;
    }
    return true;
}
