/* The stage of a contest's finals: one row, and an event whenever more may be seen, so that pages
   look again. */
#include "league/store/contest/store_stage.h"

#include "league/store/db.h"
#include "os/random.h"

#include <stdio.h>
#include <string.h>

static void copy(char *to, size_t size, const char *from)
{
    snprintf(to, size, "%s", from);
}

bool store_stage(struct store *s, int64_t contest, struct store_stage *out, struct err *err)
{
    struct db_rows rows;
    *out = (struct store_stage){.shown = STAGE_ALL};
    if (!db_ask(s, &rows,
                "SELECT token, shown, {now} - since, cue, command, pace, paused, blank, message"
                " FROM stages WHERE contest = $1",
                DB_WITH(db_int(contest)), err))
        return false;
    if (db_next(&rows)) {
        *out = (struct store_stage){.is_open = true,
                                    .shown = db_get_int(&rows, 1),
                                    .ago_ms = db_get_int(&rows, 2),
                                    .cue = db_get_int(&rows, 3),
                                    .is_paused = db_get_int(&rows, 6) != 0,
                                    .is_blank = db_get_int(&rows, 7) != 0};
        copy(out->token, sizeof out->token, db_get_text(&rows, 0));
        copy(out->command, sizeof out->command, db_get_text(&rows, 4));
        copy(out->pace, sizeof out->pace, db_get_text(&rows, 5));
        copy(out->message, sizeof out->message, db_get_text(&rows, 8));
    }
    return db_end(&rows, err);
}

/* What has a result by now was there for everybody to see. */
bool store_open_stage(struct store *s, int64_t contest, struct err *err)
{
    char token[STAGE_TOKEN];
    random_hex(token, STAGE_TOKEN - 1);
    return db_run(s,
                  "INSERT INTO stages (contest, token, shown, since, cue, command, pace,"
                  " paused, blank, message) SELECT c.id, CAST($2 AS TEXT), (SELECT"
                  " coalesce(max(r.match), 0) FROM results r WHERE r.ladder = c.finals), {now}, 0,"
                  " '', 'normal', 0, 0, '' FROM contests c WHERE c.id = $1"
                  " ON CONFLICT (contest) DO NOTHING",
                  DB_WITH(db_int(contest), db_text(token)), err);
}

/* ---- showing ---- */

struct showing {
    int64_t contest, match;
    bool moved;
};

static bool tell_shown(struct store *s, int64_t contest, struct err *err)
{
    return db_run(s,
                  "INSERT INTO events (kind, ladder, text, created)"
                  " SELECT 'shown', finals, name, {now} FROM contests WHERE id = $1",
                  DB_WITH(db_int(contest)), err);
}

static bool show(struct store *s, void *arg, struct err *err)
{
    struct showing *n = arg;
    int64_t contest;
    if (!db_ask_int(s,
                    "UPDATE stages SET shown = $2, since = {now}"
                    " WHERE contest = $1 AND shown < $2 RETURNING contest",
                    DB_WITH(db_int(n->contest), db_int(n->match)), &contest, &n->moved, err))
        return false;
    return !n->moved || tell_shown(s, n->contest, err);
}

bool store_stage_show(struct store *s, int64_t contest, int64_t match, bool *moved, struct err *err)
{
    struct showing n = {.contest = contest, .match = match};
    if (!db_transact(s, DB_WRITE, show, &n, err)) return false;
    *moved = n.moved;
    return true;
}

static bool close_stage(struct store *s, void *arg, struct err *err)
{
    int64_t contest = *(const int64_t *)arg;
    return db_run(s, "DELETE FROM stages WHERE contest = $1", DB_WITH(db_int(contest)), err) &&
           tell_shown(s, contest, err);
}

bool store_close_stage(struct store *s, int64_t contest, struct err *err)
{
    return db_transact(s, DB_WRITE, close_stage, &contest, err);
}

bool db_unshow(struct store *s, int64_t ladder, int64_t match, struct err *err)
{
    return db_run(s,
                  "UPDATE stages SET shown = $2 - 1, since = {now}, cue = cue + 1,"
                  " command = 'back' WHERE shown >= $2"
                  " AND contest = (SELECT id FROM contests WHERE finals = $1)",
                  DB_WITH(db_int(ladder), db_int(match)), err);
}

bool store_stage_settle(struct store *s, int64_t contest, struct err *err)
{
    return db_run(s,
                  "UPDATE stages SET shown = " DB_ALL_SHOWN ", since = {now} WHERE contest = $1"
                  " AND EXISTS (SELECT 1 FROM contests c WHERE c.id = $1 AND c.state = 'over')"
                  " AND NOT EXISTS (SELECT 1 FROM contests c JOIN results r ON r.ladder = c.finals"
                  " WHERE c.id = $1 AND r.match > stages.shown)",
                  DB_WITH(db_int(contest)), err);
}

/* ---- what the organiser does ---- */

bool store_stage_do(struct store *s, int64_t contest, const struct store_stage *w, struct err *err)
{
    int64_t id;
    bool found;
    if (w->message[0] && !db_text_is_valid("the message", w->message, sizeof w->message - 1, err))
        return false;
    if (!db_ask_int(s,
                    "UPDATE stages SET cue = cue + 1, command = $2, pace = $3,"
                    " paused = $4, blank = $5, message = $6 WHERE contest = $1 RETURNING contest",
                    DB_WITH(db_int(contest), db_text(w->command), db_text(w->pace),
                            db_int(w->is_paused), db_int(w->is_blank), db_text(w->message)),
                    &id, &found, err))
        return false;
    return found || err_code(err, "no-stage: the finals are not shown on a stage");
}
