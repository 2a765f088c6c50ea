/* What authors hear of their programs' matches: how they ended and their last standard error, and
 * notices.
 */
#include "league/store/people/store_notice.h"
#include "league/store/db.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- as a match is finished ---- */

static bool write_side(struct store *s, int64_t match, int side, const struct match_end_side *w,
                       struct err *err)
{
    return db_run(s,
                  "INSERT INTO last_words (match, side, ended, text, marks)"
                  " VALUES ($1, $2, $3, $4, $5)"
                  " ON CONFLICT (match, side) DO UPDATE SET ended = $3, text = $4, marks = $5",
                  DB_WITH(db_int(match), db_int(side), db_int(w->exit), db_text(w->text),
                          db_text(w->marks ? w->marks : "")),
                  err);
}

/* Nobody's player has nobody to tell it to. */
static bool tell_owner(struct store *s, int64_t match, int64_t player, const char *fault,
                       struct err *err)
{
    return db_run(s,
                  "INSERT INTO notices (account, kind, match, text, created, seen)"
                  " SELECT owner, 'fault', $2, $3, {now}, 0 FROM players"
                  " WHERE id = $1 AND owner IS NOT NULL",
                  DB_WITH(db_int(player), db_int(match), db_text(fault)), err);
}

bool db_write_match_end(struct store *s, const struct store_job *job,
                        const struct journal_match *result, const struct match_end_side *ends,
                        struct err *err)
{
    for (int p = 0; p < 2; p++) {
        bool has_lost = result->winner == 1 - p || result->fault[p][0];
        bool has_marks = ends && ends[p].marks && ends[p].marks[0];
        if (ends && (has_lost || has_marks) && !write_side(s, job->match, p, &ends[p], err))
            return false;
        if (result->fault[p][0] &&
            !tell_owner(s, job->match, job->player[p], result->fault[p], err))
            return false;
    }
    return true;
}

/* ---- and afterwards ---- */

bool store_match_end(struct store *s, int64_t match, struct store_match_end out[2], struct err *err)
{
    struct db_rows rows;
    for (int p = 0; p < 2; p++) out[p] = (struct store_match_end){.exit = -1};
    if (!db_ask(s, &rows, "SELECT side, ended, text, marks FROM last_words WHERE match = $1",
                DB_WITH(db_int(match)), err))
        return false;
    while (db_next(&rows)) {
        int64_t p = db_get_int(&rows, 0);
        if (p != 0 && p != 1) continue;
        out[p].is_known = true;
        out[p].exit = db_get_int(&rows, 1);
        snprintf(out[p].text, sizeof out[p].text, "%s", db_get_text(&rows, 2));
        snprintf(out[p].marks, sizeof out[p].marks, "%s", db_get_text(&rows, 3));
    }
    return db_end(&rows, err);
}

/* What an account hears of finals that are shown on a stage comes when the audience has seen it. */
#define IS_SHOWN                                                                                   \
    " AND NOT EXISTS (SELECT 1 FROM matches m WHERE m.id = notices.match AND " DB_IS_UNSHOWN(      \
        "m.ladder", "m.id") ")"

bool store_notices(struct store *s, int64_t account, int64_t before, int64_t most,
                   store_notice_fn *tell, void *arg, struct err *err)
{
    struct db_rows rows;
    if (!db_ask(s, &rows,
                "SELECT id, kind, coalesce(match, 0), text, created, seen FROM notices"
                " WHERE account = $1 AND ($2 = 0 OR id < $2)" IS_SHOWN " ORDER BY id DESC LIMIT $3",
                DB_WITH(db_int(account), db_int(before), db_int(most)), err))
        return false;
    while (db_next(&rows)) {
        struct store_notice n = {.id = db_get_int(&rows, 0),
                                 .kind = db_get_text(&rows, 1),
                                 .match = db_get_int(&rows, 2),
                                 .text = db_get_text(&rows, 3),
                                 .created = db_get_int(&rows, 4),
                                 .is_seen = db_get_int(&rows, 5) != 0};
        tell(arg, &n);
    }
    return db_end(&rows, err);
}

bool store_count_notices(struct store *s, int64_t account, int64_t *unseen, struct err *err)
{
    bool found;
    return db_ask_int(s, "SELECT count(*) FROM notices WHERE account = $1 AND seen = 0" IS_SHOWN,
                      DB_WITH(db_int(account)), unseen, &found, err);
}

bool store_see_notices(struct store *s, int64_t account, int64_t last, struct err *err)
{
    return db_run(
        s, "UPDATE notices SET seen = {now} WHERE account = $1 AND id <= $2 AND seen = 0" IS_SHOWN,
        DB_WITH(db_int(account), db_int(last)), err);
}

bool store_notify(struct store *s, int64_t account, const char *kind, const char *text,
                  struct err *err)
{
    return db_run(s,
                  "INSERT INTO notices (account, kind, text, created, seen)"
                  " VALUES ($1, $2, $3, {now}, 0)",
                  DB_WITH(db_int(account), db_text(kind), db_text(text)), err);
}
