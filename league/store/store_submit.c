/* Programs that people send in: accepting, listing, and making an older one active again. */
#include "league/store/store_submit.h"

#include "league/store/db.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const int64_t HOUR_MS = INT64_C(3600) * 1000;

/* ---- accepting ---- */

struct submitting {
    const struct store_submit *in;
    int64_t key; /* this one and no other */
    int64_t id, player, version, number;
    char game[STORE_WORD];
    enum store_submitted verdict;
    enum store_final final;
};

static bool find_own(struct store *s, struct submitting *n, bool *found, struct err *err)
{
    return db_ask_int(s, "SELECT id FROM submissions WHERE key = $1", DB_WITH(db_int(n->key)),
                      &n->id, found, err);
}

/* Where an answer got lost, whoever sent it sends it again. */
static bool find_same(struct store *s, struct submitting *n, bool *found, struct err *err)
{
    const struct store_submit *in = n->in;
    return db_ask_int(
        s,
        "SELECT b.id FROM submissions b JOIN versions v ON v.id = b.version WHERE b.id ="
        " (SELECT max(id) FROM submissions WHERE account = $1 AND ladder = $2)"
        " AND b.language = $3 AND b.bytes = $4 AND b.source = $5 AND b.created > {now} - $6"
        " AND v.state IN ('checking', 'active')",
        DB_WITH(db_int(in->account), db_int(in->ladder), db_text(in->language),
                db_int((int64_t)in->len), db_bytes(in->source, in->len), db_int(STORE_SAME_MS)),
        &n->id, found, err);
}

/* The player is held, so that one who sends two at once gets two numbers, and is counted. */
static bool hold_player(struct store *s, struct submitting *n, struct err *err)
{
    bool found;
    return db_ask_int(s, "SELECT id FROM players WHERE id = $1 {lock}", DB_WITH(db_int(n->player)),
                      &n->player, &found, err);
}

static bool look_at_limits(struct store *s, struct submitting *n, struct err *err)
{
    int64_t lately = 0, waiting = 0, bytes = 0;
    bool found;
    if (!db_ask_int(s,
                    "SELECT count(*) FROM submissions WHERE account = $1 AND created > {now} - $2",
                    DB_WITH(db_int(n->in->account), db_int(HOUR_MS)), &lately, &found, err) ||
        !db_ask_int(s, "SELECT count(*) FROM submissions WHERE account = $1 AND state <> 'done'",
                    DB_WITH(db_int(n->in->account)), &waiting, &found, err) ||
        !db_ask_int(
            s,
            "SELECT CAST(coalesce(sum(b.bytes + coalesce(length(p.bytes), 0)), 0) AS BIGINT)"
            " FROM submissions b LEFT JOIN programs p ON p.version = b.version"
            " WHERE b.account = $1",
            DB_WITH(db_int(n->in->account)), &bytes, &found, err))
        return false;
    n->verdict = waiting >= n->in->most_waiting  ? SUBMITTED_TOO_MANY
                 : lately >= n->in->most_an_hour ? SUBMITTED_TOO_OFTEN
                 : bytes >= n->in->most_bytes    ? SUBMITTED_TOO_MUCH
                                                 : SUBMITTED;
    return true;
}

/* The contest is held: it does not come to its finals meanwhile. */
static bool look_at_window(struct store *s, struct submitting *n, struct err *err)
{
    int64_t contest;
    bool is_final;
    n->final = FINAL_TAKEN;
    if (!db_contest_of_finals(s, n->in->ladder, &contest, &is_final, err)) return false;
    if (!is_final) return true;
    if (!db_may_send_final(s, contest, n->player, &n->final, err)) return false;
    if (n->final != FINAL_TAKEN) n->verdict = SUBMITTED_NOT_NOW;
    return true;
}

static bool find_game(struct store *s, struct submitting *n, struct err *err)
{
    struct db_rows rows;
    if (!db_ask(s, &rows, "SELECT game FROM ladders WHERE id = $1", DB_WITH(db_int(n->in->ladder)),
                err))
        return false;
    bool found = db_next(&rows);
    if (found) snprintf(n->game, sizeof n->game, "%s", db_get_text(&rows, 0));
    return db_end(&rows, err) &&
           (found || err_code(err, "no-such-ladder: there is no such ladder"));
}

static bool make_version(struct store *s, struct submitting *n, struct err *err)
{
    bool found;
    return db_ask_int(s,
                      "INSERT INTO versions (player, game, number, seat, language, state, created)"
                      " VALUES ($1, $2, (SELECT coalesce(max(number), 0) + 1 FROM versions"
                      " WHERE player = $1 AND game = $2), $3, $4, 'checking', {now}) RETURNING id",
                      DB_WITH(db_int(n->player), db_text(n->game), db_text(STORE_SUBMITTED),
                              db_text(n->in->language)),
                      &n->version, &found, err);
}

static bool keep_source(struct store *s, struct submitting *n, struct err *err)
{
    const struct store_submit *in = n->in;
    bool found;
    return db_ask_int(
        s,
        "INSERT INTO submissions (key, account, ladder, version, language, file, source, bytes,"
        " state, why, log, report, lease, token, worker, tries, created, finished)"
        " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'waiting', '', '', '', 0, 0, '', 0, {now}, 0)"
        " RETURNING id",
        DB_WITH(db_int(n->key), db_int(in->account), db_int(in->ladder), db_int(n->version),
                db_text(in->language), db_text(in->file), db_bytes(in->source, in->len),
                db_int((int64_t)in->len)),
        &n->id, &found, err);
}

static bool submit(struct store *s, void *arg, struct err *err)
{
    struct submitting *n = arg;
    bool is_done;
    n->verdict = SUBMITTED;
    if (!find_own(s, n, &is_done, err)) return false;
    if (is_done) return true;
    if (!hold_player(s, n, err) || !find_same(s, n, &is_done, err)) return false;
    if (is_done) return n->verdict = SUBMITTED_BEFORE, true;
    if (!look_at_limits(s, n, err) || !look_at_window(s, n, err)) return false;
    if (n->verdict != SUBMITTED) return true;
    return find_game(s, n, err) && make_version(s, n, err) && keep_source(s, n, err) &&
           (!s->backend->ring || db_script(s, s->backend->ring, err));
}

bool store_submit(struct store *s, const struct store_submit *in, enum store_submitted *verdict,
                  int64_t *id, enum store_final *why, struct err *err)
{
    struct submitting n = {.in = in, .key = db_token()};
    char name[STORE_NAME];
    if (!db_text_is_valid("the name of a file", in->file, STORE_FILE_NAME - 1, err) ||
        !db_text_is_valid("the name of a language", in->language, STORE_WORD - 1, err))
        return false;
    if (!store_own_player(s, in->account, &n.player, name, err)) return false;
    if (!db_transact(s, DB_WRITE, submit, &n, err)) return false;
    *verdict = n.verdict;
    *id = n.id;
    if (why) *why = n.final;
    return true;
}

/* ---- telling ---- */

#define SUBMISSION                                                                                 \
    "SELECT b.id, b.account, v.player, b.version, v.number, b.bytes, b.tries, b.created,"          \
    " b.finished, a.name, p.name, l.name, l.game, b.language, b.file, b.state, v.state,"           \
    " CASE WHEN b.version IN (e.version, g.version) THEN 1 ELSE 0 END, b.why, l.settings,"         \
    " b.checked, b.checks, CASE WHEN e.rated_version = b.version THEN 1 ELSE 0 END,"               \
    " e.version_games, e.rating, e.deviation, b.why_said"
#define FROM_SUBMISSIONS                                                                           \
    " FROM submissions b JOIN versions v ON v.id = b.version JOIN accounts a ON a.id = b.account"  \
    " JOIN players p ON p.id = v.player JOIN ladders l ON l.id = b.ladder"                         \
    " LEFT JOIN entries e ON e.ladder = b.ladder AND e.player = v.player"                          \
    " LEFT JOIN contests c ON c.finals = b.ladder"                                                 \
    " LEFT JOIN finals_programs g ON g.contest = c.id AND g.player = v.player "

enum { LOG_COLUMN = 27 };

static struct store_submission read_submission(struct db_rows *rows)
{
    bool is_rated = db_get_int(rows, 22) != 0;
    return (struct store_submission){.id = db_get_int(rows, 0),
                                     .account = db_get_int(rows, 1),
                                     .player = db_get_int(rows, 2),
                                     .version = db_get_int(rows, 3),
                                     .number = db_get_int(rows, 4),
                                     .bytes = db_get_int(rows, 5),
                                     .tries = db_get_int(rows, 6),
                                     .created = db_get_int(rows, 7),
                                     .finished = db_get_int(rows, 8),
                                     .account_name = db_get_text(rows, 9),
                                     .player_name = db_get_text(rows, 10),
                                     .ladder = db_get_text(rows, 11),
                                     .game = db_get_text(rows, 12),
                                     .language = db_get_text(rows, 13),
                                     .file = db_get_text(rows, 14),
                                     .state = db_get_text(rows, 15),
                                     .version_state = db_get_text(rows, 16),
                                     .is_playing = db_get_int(rows, 17) != 0,
                                     .why = db_get_text(rows, 18),
                                     .why_said = db_get_text(rows, 26),
                                     .log = "",
                                     .report = "",
                                     .settings = db_get_text(rows, 19),
                                     .checked = db_get_int(rows, 20),
                                     .checks = db_get_int(rows, 21),
                                     .is_rated = is_rated,
                                     .games = is_rated ? db_get_int(rows, 23) : 0,
                                     .rating = is_rated ? db_get_real(rows, 24) : 0,
                                     .deviation = is_rated ? db_get_real(rows, 25) : 0};
}

/* Those before it, and how long the last ones took. */
static bool read_place(struct store *s, int64_t id, int64_t *place, int64_t *wait_ms,
                       struct err *err)
{
    int64_t took = 0;
    bool found;
    *place = *wait_ms = 0;
    if (!db_ask_int(s,
                    "SELECT (SELECT count(*) FROM submissions o WHERE o.state <> 'done'"
                    " AND o.id <= b.id) FROM submissions b WHERE b.id = $1 AND b.state = 'waiting'",
                    DB_WITH(db_int(id)), place, &found, err) ||
        !db_ask_int(
            s,
            "SELECT CAST(coalesce(avg(q.took), 0) AS BIGINT) FROM (SELECT finished - started"
            " AS took FROM submissions WHERE state = 'done' AND started > 0"
            " ORDER BY id DESC LIMIT 10) q",
            DB_WITHOUT, &took, &found, err))
        return false;
    *wait_ms = *place * took;
    return true;
}

bool store_submissions(struct store *s, int64_t account, int64_t before, int64_t most,
                       store_submission_fn *tell, void *arg, struct err *err)
{
    struct db_rows rows;
    if (!db_ask(s, &rows,
                SUBMISSION FROM_SUBMISSIONS
                "WHERE b.account = $1 AND (CAST($2 AS BIGINT) = 0 OR b.id < $2)"
                " ORDER BY b.id DESC LIMIT $3",
                DB_WITH(db_int(account), db_int(before), db_int(most)), err))
        return false;
    while (db_next(&rows)) {
        struct store_submission b = read_submission(&rows);
        tell(arg, &b);
    }
    return db_end(&rows, err);
}

bool store_broken(struct store *s, int64_t most, store_submission_fn *tell, void *arg,
                  struct err *err)
{
    struct db_rows rows;
    if (!db_ask(s, &rows,
                SUBMISSION FROM_SUBMISSIONS
                "WHERE b.state = 'done' AND b.why <> '' AND NOT EXISTS (SELECT 1 FROM submissions n"
                " WHERE n.account = b.account AND n.ladder = b.ladder AND n.id > b.id)"
                " ORDER BY b.id DESC LIMIT $1",
                DB_WITH(db_int(most)), err))
        return false;
    while (db_next(&rows)) {
        struct store_submission b = read_submission(&rows);
        tell(arg, &b);
    }
    return db_end(&rows, err);
}

bool store_submission(struct store *s, int64_t id, store_submission_fn *tell, void *arg,
                      struct err *err)
{
    struct db_rows rows;
    int64_t place, wait_ms;
    if (!read_place(s, id, &place, &wait_ms, err)) return false;
    if (!db_ask(s, &rows, SUBMISSION ", b.log, b.report" FROM_SUBMISSIONS "WHERE b.id = $1",
                DB_WITH(db_int(id)), err))
        return false;
    if (db_next(&rows)) {
        struct store_submission b = read_submission(&rows);
        b.log = db_get_text(&rows, LOG_COLUMN);
        b.report = db_get_text(&rows, LOG_COLUMN + 1);
        b.place = place;
        b.wait_ms = wait_ms;
        tell(arg, &b);
    }
    return db_end(&rows, err);
}

bool store_submission_source(struct store *s, int64_t id, char **bytes, size_t *len,
                             char file[STORE_FILE_NAME], struct err *err)
{
    struct db_rows rows;
    *bytes = NULL;
    if (!db_ask(s, &rows, "SELECT source, file FROM submissions WHERE id = $1", DB_WITH(db_int(id)),
                err))
        return false;
    bool found = db_next(&rows);
    if (found) {
        *bytes = db_copy(&rows, 0, len);
        snprintf(file, STORE_FILE_NAME, "%s", db_get_text(&rows, 1));
    }
    return db_end(&rows, err) && (!found || *bytes || err_code(err, "no-memory: out of memory"));
}

/* ---- again ---- */

struct again {
    int64_t submission, ladder;
    struct store_entered in;
    enum store_again verdict;
};

static bool find_version(struct store *s, struct again *g, bool *found, struct err *err)
{
    struct db_rows rows;
    if (!db_ask(s, &rows,
                "SELECT v.player, v.id, v.number, b.ladder FROM submissions b"
                " JOIN versions v ON v.id = b.version"
                " WHERE b.id = $1 AND v.state IN ('active', 'old')",
                DB_WITH(db_int(g->submission)), err))
        return false;
    *found = db_next(&rows);
    if (*found) {
        g->in = (struct store_entered){.player = db_get_int(&rows, 0),
                                       .version = db_get_int(&rows, 1),
                                       .number = db_get_int(&rows, 2)};
        g->ladder = db_get_int(&rows, 3);
    }
    return db_end(&rows, err);
}

static bool play_again(struct store *s, void *arg, struct err *err)
{
    struct again *g = arg;
    enum store_final final;
    int64_t contest;
    bool found, is_final;
    g->verdict = AGAIN_BROKEN;
    if (!find_version(s, g, &found, err)) return false;
    if (!found) return true;
    if (!db_contest_of_finals(s, g->ladder, &contest, &is_final, err)) return false;
    g->verdict = AGAIN_PLAYS;
    if (!is_final) return db_seat_version(s, g->ladder, &g->in, err);
    if (!db_may_send_final(s, contest, g->in.player, &final, err)) return false;
    if (final == FINAL_TAKEN) return db_seat_final(s, contest, &g->in, true, err);
    g->verdict = AGAIN_NOT_NOW;
    return true;
}

bool store_play_again(struct store *s, int64_t submission, enum store_again *verdict,
                      struct err *err)
{
    struct again g = {.submission = submission};
    if (!db_transact(s, DB_WRITE, play_again, &g, err)) return false;
    *verdict = g.verdict;
    return true;
}
