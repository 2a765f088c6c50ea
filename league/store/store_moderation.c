/* What organisers do: matches that never were, matches once more, and what waits to be played. */
#include "league/store/store_moderation.h"
#include "league/store/db.h"
#include "league/store/store_check.h"
#include "league/store/store_rerate.h"
#include "os/random.h"

#include <stdio.h>
#include <string.h>

/* ---- a match ---- */

struct taking_back {
    int64_t match, ladder;
    const char *why;
    bool is_void, found;
};

static bool find_match(struct store *s, struct taking_back *t, struct err *err)
{
    struct db_rows rows;
    if (!db_ask(s, &rows, "SELECT ladder, void FROM matches WHERE id = $1 {lock}",
                DB_WITH(db_int(t->match)), err))
        return false;
    t->found = db_next(&rows);
    if (t->found) {
        t->ladder = db_get_int(&rows, 0);
        t->is_void = !db_is_null(&rows, 1);
    }
    return db_end(&rows, err);
}

/* All standings of the ladder are held, so that no result comes in between. Whoever plays the
   match finds its job gone. */
static bool take_back(struct store *s, const struct taking_back *t, struct err *err)
{
    int64_t result;
    bool was_counted;
    if (!db_run(s, "SELECT player FROM entries WHERE ladder = $1 ORDER BY player {lock}",
                DB_WITH(db_int(t->ladder)), err) ||
        !db_run(s, "DELETE FROM jobs WHERE match = $1", DB_WITH(db_int(t->match)), err) ||
        !db_ask_int(s, "DELETE FROM results WHERE match = $1 RETURNING id",
                    DB_WITH(db_int(t->match)), &result, &was_counted, err))
        return false;
    return db_unshow(s, t->ladder, t->match, err) &&
           (!was_counted || rerate_write(s, t->ladder, err));
}

static bool annul(struct store *s, void *arg, struct err *err)
{
    struct taking_back *t = arg;
    struct err why;
    err_set(&why, "%s", t->why);
    if (!find_match(s, t, err)) return false;
    if (!t->found || t->is_void) return true;
    return take_back(s, t, err) && db_mark_void(s, t->ladder, t->match, &why, err);
}

bool store_annul(struct store *s, int64_t match, const char *why, enum store_annulled *verdict,
                 struct err *err)
{
    struct taking_back t = {.match = match, .why = why};
    if (!db_text_is_valid("the reason", why, STORE_TEXT - 1, err) ||
        !db_transact(s, DB_WRITE, annul, &t, err))
        return false;
    *verdict = !t.found ? ANNUL_NO_MATCH : t.is_void ? ANNUL_IS_VOID : ANNULLED;
    return true;
}

/* On a seed that nobody has seen: the first game has shown what the old one deals. Those of finals
   follow from the contest's own seed, which is drawn when they begin. */
static bool draw_seed(struct store *s, const struct taking_back *t, struct err *err)
{
    int64_t contest;
    bool is_final;
    return db_contest_of_finals(s, t->ladder, &contest, &is_final, err) &&
           (is_final || db_run(s, "UPDATE matches SET seed = $2 WHERE id = $1",
                               DB_WITH(db_int(t->match), db_int((int64_t)random_u64())), err));
}

static bool rerun(struct store *s, void *arg, struct err *err)
{
    struct taking_back *t = arg;
    bool is_frozen;
    if (!find_match(s, t, err)) return false;
    if (!t->found) return true;
    if (!db_is_frozen(s, t->ladder, &is_frozen, err)) return false;
    if (is_frozen)
        return err_code(err,
                        "contest-closed-match: the contest has closed: nothing is played any more");
    return take_back(s, t, err) &&
           db_run(s, "DELETE FROM records WHERE match = $1", DB_WITH(db_int(t->match)), err) &&
           db_run(s, "UPDATE matches SET void = NULL, void_said = '' WHERE id = $1",
                  DB_WITH(db_int(t->match)), err) &&
           draw_seed(s, t, err) &&
           db_run(s,
                  "INSERT INTO jobs (match, priority, lease, token, worker, tries)"
                  " VALUES ($1, 0, 0, 0, '', 0)",
                  DB_WITH(db_int(t->match)), err) &&
           (!s->backend->ring || db_script(s, s->backend->ring, err));
}

bool store_rerun(struct store *s, int64_t match, bool *found, struct err *err)
{
    struct taking_back t = {.match = match};
    if (!db_transact(s, DB_WRITE, rerun, &t, err)) return false;
    *found = t.found;
    return true;
}

/* ---- the queue ---- */

bool store_queued(struct store *s, int64_t most, store_waiting_fn *tell, void *arg, struct err *err)
{
    struct db_rows rows;
    if (!db_ask(s, &rows,
                "SELECT j.match, j.priority, j.tries, m.created,"
                " CASE WHEN j.lease > {now} THEN 1 ELSE 0 END, j.worker, l.name, l.game, a.name,"
                " b.name FROM jobs j JOIN matches m ON m.id = j.match"
                " JOIN ladders l ON l.id = m.ladder JOIN players a ON a.id = m.player0"
                " JOIN players b ON b.id = m.player1 ORDER BY 5 DESC, j.priority, j.due, j.match "
                "LIMIT $1",
                DB_WITH(db_int(most)), err))
        return false;
    while (db_next(&rows)) {
        struct store_waiting w = {.match = db_get_int(&rows, 0),
                                  .priority = db_get_int(&rows, 1),
                                  .tries = db_get_int(&rows, 2),
                                  .created = db_get_int(&rows, 3),
                                  .is_running = db_get_int(&rows, 4) != 0,
                                  .worker = db_get_text(&rows, 5),
                                  .ladder = db_get_text(&rows, 6),
                                  .game = db_get_text(&rows, 7),
                                  .name = {db_get_text(&rows, 8), db_get_text(&rows, 9)}};
        tell(arg, &w);
    }
    return db_end(&rows, err);
}
