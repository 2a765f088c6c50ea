/*
 * Finalists: who they are, and with which program they play.
 *
 * Until the finals begin both follow from the ladder: the best who come, so that whoever withdraws
 * is replaced by the next one. A program for the finals stands beside the ladder in a table of its
 * own: it plays nowhere else, so that nobody sees it before the finals. One that was sent in time
 * counts even if it is built later, until the first game of its player.
 */
#include "base/scan.h"
#include "league/contest/timestamp.h"
#include "league/store/contest/store_contest.h"
#include "league/store/db.h"

#include <stdio.h>
#include <string.h>

/* ---- finalists ---- */

/* The best who come, as far as there are places: $1 is the contest. A player without an account
   was entered by the organiser. PLAYS: the version that plays for them. */
#define PLAYS "coalesce(g.version, e.version)"
#define WHO_COMES                                                                                  \
    " FROM contests c JOIN entries e ON e.ladder = c.ladder JOIN players p ON p.id = e.player"     \
    " LEFT JOIN finals_programs g ON g.contest = c.id AND g.player = e.player"                     \
    " LEFT JOIN accounts a ON a.id = p.owner"                                                      \
    " LEFT JOIN contestants x ON x.contest = c.id AND x.account = p.owner"                         \
    " WHERE c.id = $1 AND p.kind NOT IN ('bot', 'person') AND a.banned IS NULL"                    \
    " AND coalesce(x.withdrew, 0) = 0 ORDER BY e.rating DESC, e.games DESC, e.player"              \
    " LIMIT (SELECT finalists FROM contests WHERE id = $1)"

static bool name_finalists(struct store *s, int64_t contest, struct err *err)
{
    return db_run(s,
                  "INSERT INTO finalists (contest, seed, player, version)"
                  " SELECT CAST($1 AS BIGINT), row_number() OVER"
                  " (ORDER BY q.rating DESC, q.games DESC, q.player), q.player, q.version"
                  " FROM (SELECT e.rating, e.games, e.player, " PLAYS " AS version" WHO_COMES ") q",
                  DB_WITH(db_int(contest)), err);
}

static bool enter_finals(struct store *s, int64_t contest, struct err *err)
{
    return db_run(s,
                  "INSERT INTO entries (ladder, player, version, rated_version, rating, deviation,"
                  " volatility, games, version_games, wins, draws, losses, last_pair, joined)"
                  " SELECT c.finals, f.player, f.version, 0, $2, $3, $4, 0, 0, 0, 0, 0, 0, {now}"
                  " FROM finalists f JOIN contests c ON c.id = f.contest WHERE c.id = $1",
                  DB_WITH(db_int(contest), db_real(rating_start(RATING_NONE).points),
                          db_real(rating_start(RATING_NONE).deviation),
                          db_real(rating_start(RATING_NONE).volatility)),
                  err);
}

struct beginning {
    int64_t contest;
    bool done;
};

/* Whoever still may send in a program is waited for. */
static bool window_is_over(struct store *s, int64_t contest, struct err *err)
{
    struct store_contest c;
    char until[TIMESTAMP_ROOM];
    if (!db_read_contest(s, contest, &c, err)) return false;
    if (c.finals_closes <= c.now) return true;
    timestamp_write(c.finals_closes, until);
    return err_code(
        err,
        "finals-wait: programs for the finals are taken until {until:%s}; then finalists are named",
        until);
}

static bool begin_finals(struct store *s, void *arg, struct err *err)
{
    struct beginning *b = arg;
    int64_t id, count = 0;
    bool found;
    if (!db_ask_int(s, "SELECT id FROM contests WHERE id = $1 AND state = 'frozen' {lock}",
                    DB_WITH(db_int(b->contest)), &id, &b->done, err))
        return false;
    if (!b->done) return true;
    if (!window_is_over(s, b->contest, err) || !name_finalists(s, b->contest, err) ||
        !db_ask_int(s, "SELECT count(*) FROM finalists WHERE contest = $1",
                    DB_WITH(db_int(b->contest)), &count, &found, err))
        return false;
    if (count < 2)
        return err_code(err, "finals-few: finals want two players at least, and there are fewer");
    return enter_finals(s, b->contest, err) &&
           db_run(s, "UPDATE contests SET state = 'finals' WHERE id = $1",
                  DB_WITH(db_int(b->contest)), err);
}

bool store_begin_finals(struct store *s, int64_t contest, bool *done, struct err *err)
{
    struct beginning b = {.contest = contest};
    if (!db_transact(s, DB_WRITE, begin_finals, &b, err)) return false;
    *done = b.done;
    return true;
}

/* Whether a program of the player's for these finals is still to be built. */
#define IS_BUILDING                                                                                \
    "CASE WHEN EXISTS (SELECT 1 FROM submissions b JOIN versions w ON w.id = b.version"            \
    " WHERE b.ladder = c.finals AND w.player = p.id AND b.state <> 'done') THEN 1 ELSE 0 END"

bool store_finalists(struct store *s, const struct store_contest *c, store_finalist_fn *tell,
                     void *arg, struct err *err)
{
    struct db_rows rows;
    bool is_named = c->state == CONTEST_FINALS || c->state == CONTEST_OVER;
    const char *named =
        "SELECT f.player, f.version, p.name, g.version, " IS_BUILDING ", f.absent FROM finalists f"
        " JOIN players p ON p.id = f.player JOIN contests c ON c.id = f.contest"
        " LEFT JOIN finals_programs g ON g.contest = f.contest AND g.player = f.player"
        " WHERE f.contest = $1 ORDER BY f.seed";
    const char *coming =
        "SELECT e.player, " PLAYS ", p.name, g.version, " IS_BUILDING ", 0" WHO_COMES;
    if (!db_ask(s, &rows, is_named ? named : coming, DB_WITH(db_int(c->id)), err)) return false;
    for (int64_t seed = 1; db_next(&rows); seed++) {
        struct store_finalist f = {.seed = seed,
                                   .player = db_get_int(&rows, 0),
                                   .version = db_get_int(&rows, 1),
                                   .name = db_get_text(&rows, 2),
                                   .has_program = !db_is_null(&rows, 3),
                                   .is_building = db_get_int(&rows, 4) != 0,
                                   .is_absent = db_get_int(&rows, 5) != 0};
        tell(arg, &f);
    }
    return db_end(&rows, err);
}

bool store_set_absent(struct store *s, int64_t contest, int64_t player, bool is_absent, bool *done,
                      struct err *err)
{
    int64_t seed;
    return db_ask_int(s,
                      "UPDATE finalists SET absent = $3 WHERE contest = $1 AND player = $2"
                      " RETURNING seed",
                      DB_WITH(db_int(contest), db_int(player), db_int(is_absent)), &seed, done,
                      err);
}

/* ---- programs for the finals ---- */

enum contest_window contest_window_at(const struct store_contest *c, int64_t now)
{
    bool is_closed = c->state != CONTEST_OPEN ||
                     (c->closes > 0 && c->closes <= now); /* nobody came to freeze it */
    if (c->finals_closes == 0) return WINDOW_NONE;
    if (!is_closed || now < c->finals_opens) return WINDOW_EARLY;
    return now < c->finals_closes && c->state <= CONTEST_FROZEN ? WINDOW_OPEN : WINDOW_LATE;
}

const char *contest_window_name(enum contest_window window)
{
    static const char *const names[] = {[WINDOW_NONE] = "none",
                                        [WINDOW_EARLY] = "early",
                                        [WINDOW_OPEN] = "open",
                                        [WINDOW_LATE] = "late"};
    return names[window];
}

static bool is_finalist(struct store *s, int64_t contest, int64_t player, bool *is_one,
                        struct err *err)
{
    int64_t id;
    return db_ask_int(s,
                      "SELECT q.player FROM (SELECT e.player" WHO_COMES ") q WHERE q.player = $2",
                      DB_WITH(db_int(contest), db_int(player)), &id, is_one, err);
}

bool db_may_send_final(struct store *s, int64_t contest, int64_t player, enum store_final *verdict,
                       struct err *err)
{
    struct store_contest c;
    bool is_one;
    *verdict = FINAL_NO_WINDOW;
    if (!db_read_contest(s, contest, &c, err)) return false;
    switch (contest_window_at(&c, c.now)) {
    case WINDOW_NONE: return true;
    case WINDOW_EARLY: *verdict = FINAL_EARLY; break;
    case WINDOW_OPEN: *verdict = FINAL_TAKEN; break;
    case WINDOW_LATE: *verdict = FINAL_LATE; break;
    }
    if (!is_finalist(s, contest, player, &is_one, err)) return false;
    if (*verdict == FINAL_TAKEN && !is_one) *verdict = FINAL_NO_FINALIST;
    return true;
}

bool db_contest_of_finals(struct store *s, int64_t ladder, int64_t *contest, bool *found,
                          struct err *err)
{
    return db_ask_int(s, "SELECT id FROM contests WHERE finals = $1 {lock}",
                      DB_WITH(db_int(ladder)), contest, found, err);
}

bool store_may_send_final(struct store *s, int64_t contest, int64_t account,
                          enum store_final *verdict, struct err *err)
{
    int64_t player = 0; /* of somebody who has none: no finalist */
    bool found;
    return db_ask_int(s, "SELECT id FROM players WHERE owner = $1", DB_WITH(db_int(account)),
                      &player, &found, err) &&
           db_may_send_final(s, contest, player, verdict, err);
}

/* Nobody changes programs between two games. */
static bool has_begun(struct store *s, int64_t contest, int64_t player, bool *found,
                      struct err *err)
{
    int64_t id;
    return db_ask_int(s,
                      "SELECT m.id FROM matches m JOIN contests c ON c.finals = m.ladder"
                      " WHERE c.id = $1 AND (m.player0 = $2 OR m.player1 = $2) LIMIT 1",
                      DB_WITH(db_int(contest), db_int(player)), &id, found, err);
}

bool db_seat_final(struct store *s, int64_t contest, const struct store_entered *in, bool is_wish,
                   struct err *err)
{
    bool is_late;
    if (!has_begun(s, contest, in->player, &is_late, err)) return false;
    if (is_late) return true;
    return db_run(
               s,
               "INSERT INTO finals_programs (contest, player, version, created)"
               " VALUES ($1, $2, $3, {now}) ON CONFLICT (contest, player)"
               " DO UPDATE SET version = excluded.version, created = excluded.created"
               " WHERE CAST($4 AS BIGINT) = 1 OR finals_programs.version < excluded.version",
               DB_WITH(db_int(contest), db_int(in->player), db_int(in->version), db_int(is_wish)),
               err) &&
           db_run(s,
                  "UPDATE finalists SET version = (SELECT g.version FROM finals_programs g"
                  " WHERE g.contest = $1 AND g.player = $2) WHERE contest = $1 AND player = $2",
                  DB_WITH(db_int(contest), db_int(in->player)), err) &&
           db_run(s,
                  "UPDATE entries SET version = (SELECT g.version FROM finals_programs g"
                  " WHERE g.contest = $1 AND g.player = $2) WHERE player = $2"
                  " AND ladder = (SELECT finals FROM contests WHERE id = $1)",
                  DB_WITH(db_int(contest), db_int(in->player)), err);
}

struct coming_home {
    int64_t contest;
    const char *seat;
    struct store_entered in;
    enum store_final verdict;
};

/* A version of its own: the one of the ladder stays what it was. */
static bool enter_final(struct store *s, void *arg, struct err *err)
{
    struct coming_home *h = arg;
    bool found;
    int64_t id;
    if (!db_ask_int(s, "SELECT id FROM players WHERE id = $1 {lock}", DB_WITH(db_int(h->in.player)),
                    &id, &found, err) ||
        !db_ask_int(s, "SELECT id FROM contests WHERE id = $1 {lock}", DB_WITH(db_int(h->contest)),
                    &id, &found, err) ||
        !db_may_send_final(s, h->contest, h->in.player, &h->verdict, err))
        return false;
    if (h->verdict != FINAL_TAKEN) return true;
    return db_ask_int(
               s,
               "INSERT INTO versions (player, game, number, seat, state, created)"
               " SELECT CAST($1 AS BIGINT), c.game, (SELECT coalesce(max(v.number), 0) + 1"
               " FROM versions v WHERE v.player = $1 AND v.game = c.game),"
               " CAST($3 AS TEXT), 'old', {now} FROM contests c WHERE c.id = $2 RETURNING id",
               DB_WITH(db_int(h->in.player), db_int(h->contest), db_text(h->seat)), &h->in.version,
               &found, err) &&
           db_seat_final(s, h->contest, &h->in, true, err);
}

bool store_enter_final(struct store *s, int64_t contest, int64_t player, const char *seat,
                       int64_t *version, enum store_final *verdict, struct err *err)
{
    struct coming_home h = {.contest = contest, .seat = seat, .in = {.player = player}};
    if (!db_transact(s, DB_WRITE, enter_final, &h, err)) return false;
    *verdict = h.verdict;
    *version = h.in.version;
    return true;
}

bool store_stop_programs(struct store *s, int64_t contest, bool *done, struct err *err)
{
    int64_t id;
    return db_ask_int(s,
                      "UPDATE contests SET finals_closes = {now} WHERE id = $1"
                      " AND state = 'frozen' AND finals_closes > {now} RETURNING id",
                      DB_WITH(db_int(contest)), &id, done, err);
}

/* ---- lots ---- */

bool store_decide(struct store *s, int64_t contest, const struct journal_decision *d,
                  struct err *err)
{
    char buf[8 * JOURNAL_ORDER];
    struct text players = TEXT_ON(buf);
    for (int i = 0; i < d->count; i++) {
        if (i > 0) text_char(&players, ' ');
        text_int(&players, d->seat[i]);
    }
    return db_run(s,
                  "INSERT INTO decisions (contest, phase, match, players, created)"
                  " VALUES ($1, $2, $3, $4, {now})",
                  DB_WITH(db_int(contest), db_int(d->phase), db_int(d->fixture), db_text(buf)),
                  err);
}

static void read_decision(struct db_rows *rows, struct journal_decision *d)
{
    struct scan players = scan_str(db_get_text(rows, 2));
    int64_t seat;
    *d = (struct journal_decision){.phase = (int32_t)db_get_int(rows, 0),
                                   .fixture = (int32_t)db_get_int(rows, 1)};
    while (d->count < JOURNAL_ORDER && scan_int(&players, &seat))
        d->seat[d->count++] = (int32_t)seat;
}

bool store_decisions(struct store *s, int64_t contest, store_decision_fn *tell, void *arg,
                     struct err *err)
{
    struct db_rows rows;
    bool ok = true;
    if (!db_ask(s, &rows,
                "SELECT phase, match, players FROM decisions WHERE contest = $1 ORDER BY id",
                DB_WITH(db_int(contest)), err))
        return false;
    while (ok && db_next(&rows)) {
        struct journal_decision d;
        read_decision(&rows, &d);
        ok = tell(arg, &d);
    }
    return db_end(&rows, err) && (ok || err_code(err, "no-memory: out of memory"));
}

/* ---- the finals ---- */

bool store_call(struct store *s, int64_t contest, const char *call, struct err *err)
{
    return db_run(s, "UPDATE contests SET call = $2 WHERE id = $1 AND state = 'finals'",
                  DB_WITH(db_int(contest), db_text(call)), err);
}

bool store_end_contest(struct store *s, int64_t contest, struct err *err)
{
    return db_run(
        s, "UPDATE contests SET state = 'over', call = '' WHERE id = $1 AND state = 'finals'",
        DB_WITH(db_int(contest)), err);
}
