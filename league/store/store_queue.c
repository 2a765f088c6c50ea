/* The queue: matches that are to be played, who plays them, and what came out. */
#include "league/rating/matchmaking.h"
#include "league/store/db.h"
#include "league/store/people/store_audit.h"
#include "league/store/store_result.h"
#include "league/store/store_submit.h"
#include "os/file.h"
#include "os/random.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    ROUND_PLAYERS = 20000,
    PAIRS_MOST = 256,
    COST_OF = 8,         /* so many last results say how long a match of the ladder takes */
    COST_UNKNOWN = 1000, /* ms */
    JOB_COLUMN_COUNT = 18,
};

/* A player of the arena's own, by its seat. */
#define IS_BOT(seat) "(" seat " LIKE 'bot:%')"

/* ---- putting in ---- */

static bool queue_one(struct store *s, const struct store_plan *plan, int *added, struct err *err)
{
    int64_t match;
    bool is_new, is_frozen;
    if (!db_is_frozen(s, plan->ladder, &is_frozen, err)) return false;
    if (is_frozen) return err_set(err, "the contest has closed: nothing is played any more");
    if (!db_ask_int(s,
                    "INSERT INTO matches (key, ladder, seed, version0, version1, player0, player1,"
                    " setup, map, created) VALUES ($1, $2, $3, $4, $5,"
                    " (SELECT player FROM versions WHERE id = $4),"
                    " (SELECT player FROM versions WHERE id = $5), $6, $7, {now})"
                    " ON CONFLICT (key) DO NOTHING RETURNING id",
                    DB_WITH(db_text(plan->key), db_int(plan->ladder), db_int((int64_t)plan->seed),
                            db_int(plan->version[0]), db_int(plan->version[1]),
                            db_text(plan->setup), db_text(plan->map)),
                    &match, &is_new, err))
        return false;
    if (!is_new) return true;
    ++*added;
    return db_run(s,
                  "INSERT INTO jobs (match, priority, lease, token, worker, tries, due)"
                  " VALUES ($1, $2, 0, 0, '', 0, $3)",
                  DB_WITH(db_int(match), db_int(plan->priority), db_int(plan->due)), err);
}

struct queueing {
    const struct store_plan *plans;
    int count, added;
};

static bool queue_all(struct store *s, void *arg, struct err *err)
{
    struct queueing *q = arg;
    q->added = 0;
    for (int i = 0; i < q->count; i++)
        if (!queue_one(s, &q->plans[i], &q->added, err)) return false;
    return q->added == 0 || !s->backend->ring || db_script(s, s->backend->ring, err);
}

bool store_queue(struct store *s, const struct store_plan *plans, int count, int *added,
                 struct err *err)
{
    struct queueing q = {.plans = plans, .count = count};
    if (!db_transact(s, DB_WRITE, queue_all, &q, err)) return false;
    *added = q.added;
    return true;
}

bool store_pending(struct store *s, int64_t ladder, int64_t *count, struct err *err)
{
    bool found;
    return db_ask_int(s,
                      "SELECT count(*) FROM jobs j CROSS JOIN matches m WHERE m.id = j.match"
                      " AND (CAST($1 AS BIGINT) = 0 OR m.ladder = $1)",
                      DB_WITH(db_int(ladder)), count, &found, err);
}

/* ---- matchmaking ---- */

struct filling {
    int64_t ladder;
    int low, high, added;
    int64_t pairs;     /* made in this ladder so far */
    int64_t due, cost; /* of its next match; what one takes, by its weight */
    struct ladder_settings settings;
    bool is_wanted;
    struct candidate *candidates;
    int64_t *versions;
    int count;
};

/* Holds the ladder, unless it is held by another who fills it, or is not to be filled. */
static bool hold_ladder(struct store *s, struct filling *f, struct err *err)
{
    struct db_rows rows;
    char buf[256];
    struct text why = TEXT_ON(buf);
    if (!db_ask(s, &rows,
                "SELECT pairs, settings, due FROM ladders WHERE id = $1 AND state = 'open'"
                " AND opens <= {now} AND (closes = 0 OR closes > {now}) {skip}",
                DB_WITH(db_int(f->ladder)), err))
        return false;
    f->is_wanted = db_next(&rows);
    if (f->is_wanted) {
        f->pairs = db_get_int(&rows, 0);
        f->due = db_get_int(&rows, 2);
        f->is_wanted =
            ladder_settings_read(&f->settings, db_get_text(&rows, 1), &why) && f->settings.pairing;
    }
    return db_end(&rows, err);
}

/* The time of the queue is that of what is due first in it; where it is empty, of what was due
   last. A ladder that is behind comes up to it. */
static bool read_time(struct store *s, struct filling *f, struct err *err)
{
    int64_t now = 0, cost = 0;
    bool found;
    if (!db_ask_int(s,
                    "SELECT coalesce((SELECT min(due) FROM jobs WHERE priority >= $1),"
                    " (SELECT max(due) FROM ladders))",
                    DB_WITH(db_int(STORE_SOON)), &now, &found, err) ||
        !db_ask_int(
            s,
            "SELECT CAST(coalesce(avg(worker_ms), $2) AS BIGINT) FROM (SELECT worker_ms"
            " FROM results WHERE ladder = $1 AND worker_ms > 0 ORDER BY id DESC LIMIT $3) q",
            DB_WITH(db_int(f->ladder), db_int(COST_UNKNOWN), db_int(COST_OF)), &cost, &found, err))
        return false;
    f->cost = cost / f->settings.weight;
    if (f->due < now) f->due = now;
    return true;
}

static void add_candidate(struct filling *f, struct db_rows *rows)
{
    bool is_same = db_get_int(rows, 0) == db_get_int(rows, 1);
    int64_t pending = db_get_int(rows, 8), played = db_get_int(rows, 5);
    f->versions[f->count] = db_get_int(rows, 0);
    f->candidates[f->count++] = (struct candidate){
        .rating = {db_get_real(rows, 2), db_get_real(rows, 3), db_get_real(rows, 4)},
        .games = is_same ? db_get_int(rows, 6) : 0,
        .pending = pending,
        .waited = f->pairs - db_get_int(rows, 7),
        .room = f->settings.games ? f->settings.games - played - pending : INT64_MAX,
        .is_bot = db_get_int(rows, 9) != 0};
}

static bool read_candidates(struct store *s, struct filling *f, struct err *err)
{
    struct db_rows rows;
    f->count = 0;
    if (!db_ask(s, &rows,
                "SELECT e.version, e.rated_version, e.rating, e.deviation, e.volatility, e.games,"
                " e.version_games, e.last_pair, coalesce(w.waiting, 0),"
                " CASE WHEN " IS_BOT(
                    "v.seat") " THEN 1 ELSE 0 END"
                              " FROM entries e JOIN versions v ON v.id = e.version AND v.state = "
                              "'active'"
                              " AND v.seat <> $2 JOIN players p ON p.id = e.player"
                              " LEFT JOIN accounts a ON a.id = p.owner " DB_JOIN_WAITING
                              " WHERE e.ladder = $1 AND a.banned IS NULL ORDER BY e.player",
                DB_WITH(db_int(f->ladder), db_text(STORE_HOME)), err))
        return false;
    while (f->count < ROUND_PLAYERS && db_next(&rows)) add_candidate(f, &rows);
    return db_end(&rows, err);
}

/* Whether it is worth reading all players while enough matches wait. */
static bool has_newcomers(struct store *s, const struct filling *f, bool *found, struct err *err)
{
    int64_t player;
    return db_ask_int(
        s,
        "SELECT e.player FROM entries e JOIN versions v ON v.id = e.version"
        " WHERE e.ladder = $1 AND (e.version <> e.rated_version OR e.version_games < $3"
        " OR (e.version_games < $4 AND e.deviation > $5))"
        " AND v.state = 'active' AND v.seat <> $2 AND NOT " IS_BOT("v.seat") " LIMIT 1",
        DB_WITH(db_int(f->ladder), db_text(STORE_HOME), db_int(MATCHMAKING_NEW_GAMES),
                db_int(MATCHMAKING_NEW_MOST), db_real(MATCHMAKING_SURE)),
        &player, found, err);
}

static bool is_waited_for(const struct filling *f, const struct pairing *pair)
{
    return matchmaking_is_newcomer(&f->candidates[pair->a]) ||
           matchmaking_is_newcomer(&f->candidates[pair->b]);
}

/* Two matches on one seed, sides swapped. Nobody can know the seed before: a program could carry
   a table of answers. */
static bool queue_pair(struct store *s, struct filling *f, const struct pairing *pair,
                       struct err *err)
{
    int64_t version[2] = {f->versions[pair->a], f->versions[pair->b]};
    uint64_t seed = random_u64();
    f->pairs++;
    for (int side = 0; side < 2; side++) {
        char key[JOURNAL_KEY];
        struct store_plan plan = {.key = key,
                                  .ladder = f->ladder,
                                  .version = {version[side], version[1 - side]},
                                  .seed = seed,
                                  .priority = is_waited_for(f, pair) ? STORE_SOON : STORE_LADDER,
                                  .due = f->due};
        f->due += f->cost;
        snprintf(key, sizeof key, "%lld:%lld:%d", (long long)f->ladder, (long long)f->pairs, side);
        if (!queue_one(s, &plan, &f->added, err)) return false;
    }
    return db_run(
        s, "UPDATE entries SET last_pair = $2 WHERE ladder = $1 AND version IN ($3, $4)",
        DB_WITH(db_int(f->ladder), db_int(f->pairs), db_int(version[0]), db_int(version[1])), err);
}

static bool make_pairs(struct store *s, struct filling *f, int want, struct err *err)
{
    struct pairing pairs[PAIRS_MOST];
    uint64_t seed = (uint64_t)f->pairs;
    if (want > PAIRS_MOST) want = PAIRS_MOST;
    int made = matchmaking_welcome(f->candidates, f->count, PAIRS_MOST, seed, pairs);
    if (made < want)
        made += matchmaking_pick(f->candidates, f->count, want - made, seed, pairs + made);
    for (int i = 0; i < made; i++)
        if (!queue_pair(s, f, &pairs[i], err)) return false;
    if (made == 0) return true;
    return db_run(s, "UPDATE ladders SET pairs = $2, due = $3 WHERE id = $1",
                  DB_WITH(db_int(f->ladder), db_int(f->pairs), db_int(f->due)), err) &&
           (!s->backend->ring || db_script(s, s->backend->ring, err));
}

/* Those that nobody plays yet: however many are being played, the next worker must find one. */
static bool count_waiting(struct store *s, const struct filling *f, int64_t *count, struct err *err)
{
    bool found;
    return db_ask_int(s,
                      "SELECT count(*) FROM jobs j CROSS JOIN matches m WHERE m.id = j.match"
                      " AND m.ladder = $1 AND j.lease <= {now}",
                      DB_WITH(db_int(f->ladder)), count, &found, err);
}

/* Whether matches are to be made, and how many wait. */
static bool look(struct store *s, const struct filling *f, int64_t *waiting, bool *is_due,
                 struct err *err)
{
    if (!count_waiting(s, f, waiting, err)) return false;
    *is_due = *waiting < f->low;
    return *is_due || has_newcomers(s, f, is_due, err);
}

/* Mostly there is nothing to do. So the first look holds nothing: to hold a ladder is to write,
   which a thousand workers that look every second would keep the disk busy with. */
static bool fill(struct store *s, void *arg, struct err *err)
{
    struct filling *f = arg;
    int64_t waiting = 0;
    bool is_due;
    f->added = 0;
    if (!look(s, f, &waiting, &is_due, err)) return false;
    if (!is_due) return true;
    if (!hold_ladder(s, f, err)) return false;
    if (!f->is_wanted) return true;
    if (!look(s, f, &waiting, &is_due, err)) return false; /* another one may have filled it */
    if (!is_due) return true;
    int want = waiting < f->low ? (f->high - (int)waiting + 1) / 2 : 0;
    return read_time(s, f, err) && read_candidates(s, f, err) && make_pairs(s, f, want, err);
}

bool store_fill(struct store *s, int64_t ladder, int low, int high, int *added, struct err *err)
{
    struct filling f = {.ladder = ladder, .low = low, .high = high};
    f.candidates = calloc(ROUND_PLAYERS, sizeof *f.candidates);
    f.versions = calloc(ROUND_PLAYERS, sizeof *f.versions);
    bool ok = f.candidates && f.versions ? db_transact(s, DB_WRITE, fill, &f, err)
                                         : err_set(err, "out of memory");
    free(f.candidates);
    free(f.versions);
    *added = f.added;
    return ok;
}

/* ---- taking ---- */

/* A lease need not outlive the database: when it is lost with the last moment before a power cut,
   the match is taken again, under another token. So nobody waits for the disk here. */

static void copy(char *to, size_t size, const char *from)
{
    snprintf(to, size, "%s", from);
}

static void read_job(struct db_rows *rows, struct store_job *job)
{
    job->ladder = db_get_int(rows, 0);
    job->seed = (uint64_t)db_get_int(rows, 1);
    for (int p = 0; p < 2; p++) {
        job->version[p] = db_get_int(rows, 2 + p);
        job->player[p] = db_get_int(rows, 4 + p);
        copy(job->seat[p], sizeof job->seat[p], db_get_text(rows, 6 + p));
        copy(job->name[p], sizeof job->name[p], db_get_text(rows, 16 + p));
    }
    copy(job->key, sizeof job->key, db_get_text(rows, 8));
    copy(job->game, sizeof job->game, db_get_text(rows, 9));
    rating_find(db_get_text(rows, 10), &job->formula);
    copy(job->setup, sizeof job->setup, db_get_text(rows, 11));
    copy(job->settings, sizeof job->settings, db_get_text(rows, 12));
    job->map = db_is_null(rows, 13) ? NULL : strdup(db_get_text(rows, 13));
    job->is_owned = db_get_int(rows, 14) > 0;
    job->is_bots = db_get_int(rows, 15) != 0;
}

#define JOB_COLUMNS                                                                                \
    "SELECT m.ladder, m.seed, m.version0, m.version1, m.player0, m.player1, a.seat, b.seat,"       \
    " m.key, l.game, l.formula, coalesce(m.setup, l.setup), l.settings, coalesce(m.map, l.map),"   \
    " (SELECT count(owner) FROM players WHERE id IN (m.player0, m.player1)), CASE WHEN " IS_BOT(   \
        "a.seat") " AND " IS_BOT("b.seat") " THEN 1 ELSE 0 END, p.name, q.name"
#define JOB_JOINS                                                                                  \
    " JOIN ladders l ON l.id = m.ladder JOIN players p ON p.id = m.player0"                        \
    " JOIN players q ON q.id = m.player1 JOIN versions a ON a.id = m.version0"                     \
    " JOIN versions b ON b.id = m.version1"

static bool describe_job(struct store *s, struct store_job *job, struct err *err)
{
    struct db_rows rows;
    if (!db_ask(s, &rows, JOB_COLUMNS " FROM matches m" JOB_JOINS " WHERE m.id = $1",
                DB_WITH(db_int(job->match)), err))
        return false;
    bool found = db_next(&rows);
    if (found) read_job(&rows, job);
    return db_end(&rows, err) && (found || err_set(err, "a job without its match"));
}

#define TAKE                                                                                       \
    "UPDATE jobs SET token = $1, worker = $2, lease = {now} + $3, tries = tries + 1"               \
    " WHERE match = (SELECT match FROM jobs WHERE lease < {now}"
/* Seats are looked up one by one: joined with the versions, PostgreSQL reads all matches that there
   ever were. */
#define SEAT_OF(version) "(SELECT seat FROM versions WHERE id = m." version ")"
#define WITHOUT(seats)                                                                             \
    " AND NOT EXISTS (SELECT 1 FROM matches m WHERE m.id = jobs.match AND (" SEAT_OF(              \
        "version0") " IN (" seats ") OR " SEAT_OF("version1") " IN (" seats ")))"
#define TAKEN                                                                                      \
    " AND priority <= $4 ORDER BY priority, due, match LIMIT 1 {skip})"                            \
    " RETURNING match, tries, priority{late}"
#define ALL_AT_ONCE(taken)                                                                         \
    "WITH t AS (" taken ") " JOB_COLUMNS ", t.match, t.tries, t.priority FROM t"                   \
    " JOIN matches m ON m.id = t.match" JOB_JOINS
#define TAKE_CAGED TAKE WITHOUT("'" STORE_HOME "'") TAKEN
#define TAKE_UNCAGED TAKE WITHOUT("'" STORE_HOME "', '" STORE_SUBMITTED "'") TAKEN

/* [whether a WITH may write] */
static const char *const take_sql[][2] = {
    [STORE_CAGED] = {TAKE_CAGED, ALL_AT_ONCE(TAKE_CAGED)},
    [STORE_UNCAGED] = {TAKE_UNCAGED, ALL_AT_ONCE(TAKE_UNCAGED)},
};

static bool take(struct store *s, const char *worker, int64_t lease_ms, enum store_caged caged,
                 int64_t priority, struct store_job *job, bool *found, struct err *err)
{
    struct db_rows rows;
    bool at_once = s->backend->with_may_write;
    int taken = at_once ? JOB_COLUMN_COUNT : 0;
    *job = (struct store_job){.token = db_token()};
    if (!db_ask(s, &rows, take_sql[caged][at_once],
                DB_WITH(db_int(job->token), db_text(worker), db_int(lease_ms), db_int(priority)),
                err))
        return false;
    *found = db_next(&rows);
    if (*found) {
        job->match = db_get_int(&rows, taken);
        job->tries = db_get_int(&rows, taken + 1);
        job->priority = db_get_int(&rows, taken + 2);
        if (at_once) read_job(&rows, job);
    }
    return db_end(&rows, err) && (!*found || at_once || describe_job(s, job, err));
}

bool store_take(struct store *s, const char *worker, int64_t lease_ms, enum store_caged caged,
                struct store_job *job, bool *found, struct err *err)
{
    return take(s, worker, lease_ms, caged, INT64_MAX, job, found, err);
}

bool store_take_soon(struct store *s, const char *worker, int64_t lease_ms, enum store_caged caged,
                     struct store_job *job, bool *found, struct err *err)
{
    return take(s, worker, lease_ms, caged, STORE_SOON, job, found, err);
}

bool store_take_match(struct store *s, int64_t match, const char *worker, int64_t lease_ms,
                      struct store_job *job, bool *found, struct err *err)
{
    *job = (struct store_job){.token = db_token(), .match = match};
    return db_ask_int(s,
                      "UPDATE jobs SET token = $1, worker = $2, lease = {now} + $3,"
                      " tries = tries + 1 WHERE match = $4 AND lease < {now} RETURNING tries{late}",
                      DB_WITH(db_int(job->token), db_text(worker), db_int(lease_ms), db_int(match)),
                      &job->tries, found, err) &&
           (!*found || describe_job(s, job, err));
}

struct starting {
    const struct store_plan *plan;
    const char *worker;
    int64_t lease_ms;
    struct store_job *job;
};

static bool start(struct store *s, void *arg, struct err *err)
{
    const struct starting *n = arg;
    int added = 0;
    bool found;
    *n->job = (struct store_job){.token = db_token(), .tries = 1};
    if (!queue_one(s, n->plan, &added, err)) return false;
    if (added == 0) return err_set(err, "there is a match %s already", n->plan->key);
    return db_ask_int(s,
                      "UPDATE jobs SET token = $2, worker = $3, lease = {now} + $4, tries = 1"
                      " WHERE match = (SELECT id FROM matches WHERE key = $1) RETURNING match",
                      DB_WITH(db_text(n->plan->key), db_int(n->job->token), db_text(n->worker),
                              db_int(n->lease_ms)),
                      &n->job->match, &found, err) &&
           describe_job(s, n->job, err);
}

bool store_start(struct store *s, const struct store_plan *plan, const char *worker,
                 int64_t lease_ms, struct store_job *job, struct err *err)
{
    struct starting n = {plan, worker, lease_ms, job};
    return db_transact(s, DB_WRITE, start, &n, err);
}

bool store_reseat(struct store *s, struct store_job *job, int side, int64_t version,
                  struct err *err)
{
    const char *sql = side ? "UPDATE matches SET version1 = $2,"
                             " player1 = (SELECT player FROM versions WHERE id = $2) WHERE id = $1"
                           : "UPDATE matches SET version0 = $2,"
                             " player0 = (SELECT player FROM versions WHERE id = $2) WHERE id = $1";
    if (!db_run(s, sql, DB_WITH(db_int(job->match), db_int(version)), err)) return false;
    store_job_free(job);
    return describe_job(s, job, err);
}

void store_job_free(struct store_job *job)
{
    free(job->map);
    job->map = NULL;
}

bool store_renew(struct store *s, const struct store_job *job, int64_t lease_ms, bool *held,
                 struct err *err)
{
    int64_t match;
    return db_ask_int(s,
                      "UPDATE jobs SET lease = {now} + $3 WHERE match = $1 AND token = $2"
                      " RETURNING match{late}",
                      DB_WITH(db_int(job->match), db_int(job->token), db_int(lease_ms)), &match,
                      held, err);
}

bool store_give_back(struct store *s, const struct store_job *job, struct err *err)
{
    return db_run(s,
                  "UPDATE jobs SET lease = 0, token = 0, worker = '', tries = tries - 1"
                  " WHERE match = $1 AND token = $2",
                  DB_WITH(db_int(job->match), db_int(job->token)), err) &&
           (!s->backend->ring || db_script(s, s->backend->ring, err));
}

/* ---- finishing ---- */

static bool end_job(struct store *s, const struct store_job *job, bool *held, struct err *err)
{
    int64_t match;
    return db_ask_int(s, "DELETE FROM jobs WHERE match = $1 AND token = $2 RETURNING match",
                      DB_WITH(db_int(job->match), db_int(job->token)), &match, held, err);
}

struct voiding {
    const struct store_job *job;
    const struct err *why;
};

bool db_mark_void(struct store *s, int64_t ladder, int64_t match, const struct err *why,
                  struct err *err)
{
    char buf[sizeof(struct err)];
    struct text said = TEXT_ON(buf);
    err_write_said(&said, why);
    return db_run(s, "UPDATE matches SET void = $2, void_said = $3 WHERE id = $1",
                  DB_WITH(db_int(match), db_text(why->text), db_text(buf)), err) &&
           db_run(s,
                  "INSERT INTO events (kind, ladder, match, text, created)"
                  " VALUES ('void', $1, $2, $3, {now})",
                  DB_WITH(db_int(ladder), db_int(match), db_text(why->text)), err);
}

static bool void_match(struct store *s, void *arg, struct err *err)
{
    const struct voiding *v = arg;
    bool held;
    if (!end_job(s, v->job, &held, err)) return false;
    return !held || db_mark_void(s, v->job->ladder, v->job->match, v->why, err);
}

bool store_void(struct store *s, const struct store_job *job, const struct err *why,
                struct err *err)
{
    return db_transact(s, DB_WRITE, void_match, &(struct voiding){job, why}, err);
}

/* Of a job that is held. */
static bool drop_job(struct store *s, const struct store_job *job, struct err *err)
{
    return db_run(s, "DELETE FROM jobs WHERE match = $1", DB_WITH(db_int(job->match)), err);
}

struct finishing {
    const struct store_job *job;
    const struct journal_match *result;
    const struct store_record *record;
    const char *worker;
    bool counted, is_late;
    struct standing_formulas formulas;
    struct standing standing[2];
};

/* A finish whose answer got lost is tried again, and finds its own result. */
static bool is_ours_already(struct store *s, struct finishing *f, struct err *err)
{
    int64_t id;
    return db_ask_int(s, "SELECT id FROM results WHERE match = $1 AND token = $2",
                      DB_WITH(db_int(f->job->match), db_int(f->job->token)), &id, &f->counted, err);
}

static void read_standing(struct db_rows *rows, struct finishing *f)
{
    int p = db_get_int(rows, 0) == f->job->player[1];
    struct standing *t = &f->standing[p];
    *t = (struct standing){
        .player = db_get_int(rows, 0),
        .version = db_get_int(rows, 1),
        .rating = {db_get_real(rows, 2), db_get_real(rows, 3), db_get_real(rows, 4)},
        .games = db_get_int(rows, 5),
        .version_games = db_get_int(rows, 6),
        .wins = db_get_int(rows, 7),
        .draws = db_get_int(rows, 8),
        .losses = db_get_int(rows, 9),
        .also = {db_get_real(rows, 10), db_get_real(rows, 11), db_get_real(rows, 12)}};
    if (t->games == 0) t->also = rating_start(f->formulas.also);
    f->is_late = db_get_int(rows, 13) != 0;
}

/* Holds the job and both standings until the end, the job first and the players in one order for
   all: so results of a player are counted one after the other, in the order of their ids, and
   nobody waits in a circle. All that has to be known is asked for at once, because each question
   is a way to the database and back. */
static bool hold_all(struct store *s, struct finishing *f, struct err *err)
{
    struct db_rows rows;
    const struct store_job *job = f->job;
    int found = 0;
    if (!db_ask(s, &rows,
                "SELECT e.player, e.rated_version, e.rating, e.deviation, e.volatility, e.games,"
                " e.version_games, e.wins, e.draws, e.losses, e.also_rating, e.also_deviation,"
                " e.also_volatility, (SELECT count(*) FROM " DB_FROZEN(
                    "$1") ") FROM jobs j JOIN entries e ON e.ladder = $1 AND e.player IN ($2, $3)"
                          " WHERE j.match = $4 AND j.token = $5 ORDER BY e.player {lock}",
                DB_WITH(db_int(job->ladder), db_int(job->player[0]), db_int(job->player[1]),
                        db_int(job->match), db_int(job->token)),
                err))
        return false;
    for (; db_next(&rows); found++) read_standing(&rows, f);
    f->counted = found > 0;
    return db_end(&rows, err) &&
           (found != 1 || err_set(err, "a match of players who are not in the ladder"));
}

static bool write_result(struct store *s, const struct finishing *f, struct err *err)
{
    const struct store_job *job = f->job;
    const struct journal_match *r = f->result;
    const struct rating *a = &f->standing[0].rating, *b = &f->standing[1].rating;
    return db_run(
        s,
        "INSERT INTO results (match, ladder, player0, player1, version0, version1, winner, reason,"
        " turns, score0, score1, fault0, fault1, ms_total0, ms_total1, ms_max0, ms_max1, rating0,"
        " rating1, deviation0, deviation1, token, worker, rest0, rest1, worker_ms, finished)"
        " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18,"
        " $19, $20, $21, $22, $23, $24, $25, $26, {now})",
        DB_WITH(db_int(job->match), db_int(job->ladder), db_int(job->player[0]),
                db_int(job->player[1]), db_int(job->version[0]), db_int(job->version[1]),
                db_int(r->winner), db_text(r->reason), db_int(r->turns), db_int(r->score[0]),
                db_int(r->score[1]), db_text(r->fault[0]), db_text(r->fault[1]),
                db_int(r->ms_total[0]), db_int(r->ms_total[1]), db_int(r->ms_max[0]),
                db_int(r->ms_max[1]), db_real(a->points), db_real(b->points), db_real(a->deviation),
                db_real(b->deviation), db_int(job->token), db_text(f->worker), db_int(r->rest[0]),
                db_int(r->rest[1]), db_int(job->worker_ms)),
        err);
}

bool db_write_standing(struct store *s, int64_t ladder, const struct standing *t, struct err *err)
{
    return db_run(
        s,
        "UPDATE entries SET rated_version = $3, rating = $4, deviation = $5,"
        " volatility = $6, games = $7, version_games = $8, wins = $9, draws = $10,"
        " losses = $11, also_rating = $12, also_deviation = $13,"
        " also_volatility = $14 WHERE ladder = $1 AND player = $2",
        DB_WITH(db_int(ladder), db_int(t->player), db_int(t->version), db_real(t->rating.points),
                db_real(t->rating.deviation), db_real(t->rating.volatility), db_int(t->games),
                db_int(t->version_games), db_int(t->wins), db_int(t->draws), db_int(t->losses),
                db_real(t->also.points), db_real(t->also.deviation), db_real(t->also.volatility)),
        err);
}

static bool write_record(struct store *s, const struct finishing *f, struct err *err)
{
    const struct store_record *r = f->record;
    if (!r || (!r->bytes && !r->file)) return true;
    if (r->file && !file_name_is_plain(r->file))
        return err_set(err, "`%s` is not the name of a record", r->file);
    return db_run(s, "INSERT INTO records (match, bytes, path) VALUES ($1, $2, $3)",
                  DB_WITH(db_int(f->job->match), r->file ? db_null() : db_bytes(r->bytes, r->len),
                          db_text(r->file)),
                  err);
}

/* Each new record takes the place of an old one, where the ladder wants no more than so many. */
static bool drop_record(struct store *s, const struct finishing *f, struct err *err)
{
    struct ladder_settings l;
    char buf[256];
    struct text why = TEXT_ON(buf);
    if (!ladder_settings_read(&l, f->job->settings, &why) || l.records == 0) return true;
#define OLDEST "(SELECT match FROM results WHERE ladder = $1 ORDER BY id DESC LIMIT 1 OFFSET $2)"
    return db_run(s, "DELETE FROM records WHERE match = " OLDEST,
                  DB_WITH(db_int(f->job->ladder), db_int(l.records)), err) &&
           db_run(s, "DELETE FROM last_words WHERE match = " OLDEST,
                  DB_WITH(db_int(f->job->ladder), db_int(l.records)), err);
}

static bool write_match_end(struct store *s, const struct finishing *f, struct err *err)
{
    return db_write_match_end(s, f->job, f->result, f->record ? f->record->ends : NULL, err);
}

/* Idle viewers are not rung up: who notifies holds a lock of the whole database while it commits,
   and every finish would wait for every other. The feed looks by itself. */
static bool write_event(struct store *s, const struct finishing *f, struct err *err)
{
    return db_run(
        s,
        "INSERT INTO events (kind, ladder, match, text, created)"
        " VALUES ('result', $1, $2, $3, {now})",
        DB_WITH(db_int(f->job->ladder), db_int(f->job->match), db_text(f->result->reason)), err);
}

/* Once may be chance; one who is late again and again while others have the cores is told to the
 * organisers. */
static bool note_disturbance(struct store *s, const struct finishing *f, struct err *err)
{
    char text[SAID_BYTES];
    for (int p = 0; p < 2; p++) {
        struct text said = TEXT_ON(text);
        if (f->result->disturbed[p] < 2) continue;
        said_write(&said,
                   "audit-late: match {match:%lld}, side {side:%d}, player {player:%lld}: late "
                   "{n:%lld} times",
                   (long long)f->job->match, p + 1, (long long)f->job->player[p],
                   (long long)f->result->disturbed[p]);
        struct store_audit_entry entry = {.address = f->worker, .kind = "disturbed", .text = text};
        if (!store_add_audit(s, &entry, err)) return false;
    }
    return true;
}

void db_frozen_why(struct err *why)
{
    err_code(why, "match-too-late: the contest closed before it was finished");
}

static bool void_late(struct store *s, struct finishing *f, struct err *err)
{
    struct err why;
    db_frozen_why(&why);
    f->counted = false;
    return drop_job(s, f->job, err) && db_mark_void(s, f->job->ladder, f->job->match, &why, err);
}

static bool finish(struct store *s, void *arg, struct err *err)
{
    struct finishing *f = arg;
    struct standing *pair[2] = {&f->standing[0], &f->standing[1]};
    if (!hold_all(s, f, err)) return false;
    if (!f->counted) return is_ours_already(s, f, err);
    if (f->is_late) return void_late(s, f, err);
    standing_count(f->formulas, pair, f->job->version, f->result->winner);
    return drop_job(s, f->job, err) && write_result(s, f, err) &&
           db_write_standing(s, f->job->ladder, pair[0], err) &&
           db_write_standing(s, f->job->ladder, pair[1], err) && write_record(s, f, err) &&
           drop_record(s, f, err) && write_match_end(s, f, err) && write_event(s, f, err) &&
           note_disturbance(s, f, err);
}

bool store_finish(struct store *s, const struct store_job *job, const struct journal_match *result,
                  const struct store_record *record, const char *worker, bool *counted,
                  struct err *err)
{
    struct finishing f = {.job = job,
                          .result = result,
                          .record = record,
                          .worker = worker,
                          .formulas = ladder_formulas(job->formula, job->settings)};
    if (!db_transact(s, DB_WRITE, finish, &f, err)) return false;
    *counted = f.counted;
    return true;
}

/* ---- forfeits ---- */

struct forfeiting {
    const struct store_plan *plan;
    struct store_job *job;
    int winner;
};

/* Whoever holds it finds its job gone, as with any match that was taken back. */
static bool seize(struct store *s, const struct forfeiting *n, bool *found, struct err *err)
{
    int added = 0;
    return queue_one(s, n->plan, &added, err) &&
           db_run(s, "UPDATE matches SET void = NULL, void_said = '' WHERE key = $1",
                  DB_WITH(db_text(n->plan->key)), err) &&
           db_run(s,
                  "INSERT INTO jobs (match, priority, lease, token, worker, tries)"
                  " SELECT m.id, 0, 0, 0, '', 0 FROM matches m WHERE m.key = $1 AND NOT EXISTS"
                  " (SELECT 1 FROM results r WHERE r.match = m.id)"
                  " ON CONFLICT (match) DO NOTHING",
                  DB_WITH(db_text(n->plan->key)), err) &&
           db_ask_int(s,
                      "UPDATE jobs SET token = $2, lease = {now}"
                      " WHERE match = (SELECT id FROM matches WHERE key = $1) RETURNING match",
                      DB_WITH(db_text(n->plan->key), db_int(n->job->token)), &n->job->match, found,
                      err);
}

static bool forfeit(struct store *s, void *arg, struct err *err)
{
    const struct forfeiting *n = arg;
    struct journal_match result = {.winner = n->winner, .reason = "forfeit", .seed = n->plan->seed};
    bool found, counted;
    if (!seize(s, n, &found, err)) return false;
    if (!found) return true;
    return describe_job(s, n->job, err) &&
           store_finish(s, n->job, &result, NULL, "organiser", &counted, err);
}

bool store_forfeit(struct store *s, const struct store_plan *plan, int winner, struct err *err)
{
    struct store_job job = {.token = db_token()};
    struct forfeiting n = {plan, &job, winner};
    bool ok = db_transact(s, DB_WRITE, forfeit, &n, err);
    store_job_free(&job);
    return ok;
}
