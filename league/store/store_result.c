/* What was played: matches, records, events; and all ratings once more from the results. */
#include "league/store/store_result.h"
#include "league/store/db.h"
#include "league/store/store_check.h"
#include "league/store/store_player.h"
#include "league/store/store_rerate.h"
#include "os/file.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PACKED_MOST = 1 << 30, CHUNK = 20000 };

/* ---- matches ---- */

#define YES_OR_NO(condition) "CASE WHEN " condition " THEN 1 ELSE 0 END"
#define IS_REMOTE                                                                                  \
    YES_OR_NO("'" STORE_PERSON "' IN (v.seat, w.seat) OR '" STORE_HOME "' IN (v.seat, w.seat)")
#define SEED_IS_SECRET                                                                             \
    YES_OR_NO("EXISTS (SELECT 1 FROM matches n JOIN jobs o ON o.match = n.id WHERE n.ladder = "    \
              "m.ladder AND n.seed = m.seed)")
/* What a viewer may see of it; the numbers of these columns follow those of MATCH_COLUMNS. */
#define SHOWN_COLUMNS                                                                              \
    YES_OR_NO(DB_IS_PRIVATE("m.ladder"))                                                           \
    ", " IS_REMOTE ", " SEED_IS_SECRET                                                             \
    ", l.settings, {now} - coalesce(r.finished, {now}), m.void_said"

#define MATCH_COLUMNS                                                                              \
    "SELECT m.id, m.ladder, m.player0, m.player1, m.version0, m.version1, m.seed, m.created,"      \
    " m.key, a.name, b.name, m.void, j.match, coalesce(j.lease, 0) - {now}, r.winner, r.reason,"   \
    " r.turns, r.score0, r.score1, r.fault0, r.fault1, r.ms_total0, r.ms_total1, r.ms_max0,"       \
    " r.ms_max1, r.rating0, r.rating1, r.deviation0, r.deviation1, r.worker, r.finished, k.match," \
    " a.kind, b.kind, v.number, w.number, l.name, l.game, l.formula, coalesce(m.setup, l.setup),"  \
    " r.rest0, r.rest1, " SHOWN_COLUMNS                                                            \
    " FROM matches m JOIN players a ON a.id = m.player0 JOIN players b ON b.id = "                 \
    "m.player1"                                                                                    \
    " JOIN versions v ON v.id = m.version0 JOIN versions w ON w.id = m.version1"                   \
    " JOIN ladders l ON l.id = m.ladder"                                                           \
    " LEFT JOIN jobs j ON j.match = m.id LEFT JOIN results r ON r.match = m.id"                    \
    " LEFT JOIN records k ON k.match = m.id "

static const char *state_of(struct db_rows *rows)
{
    if (!db_is_null(rows, 11)) return "void";
    if (!db_is_null(rows, 14)) return "done";
    return db_get_int(rows, 13) > 0 ? "running" : "queued";
}

static void read_result(struct db_rows *rows, struct journal_match *r)
{
    snprintf(r->key, sizeof r->key, "%s", db_get_text(rows, 8));
    snprintf(r->reason, sizeof r->reason, "%s", db_get_text(rows, 15));
    r->winner = db_is_null(rows, 14) ? -1 : (int32_t)db_get_int(rows, 14);
    r->turns = (int32_t)db_get_int(rows, 16);
    for (int p = 0; p < 2; p++) {
        r->score[p] = db_get_int(rows, 17 + p);
        snprintf(r->fault[p], sizeof r->fault[p], "%s", db_get_text(rows, 19 + p));
        r->ms_total[p] = db_get_int(rows, 21 + p);
        r->ms_max[p] = db_get_int(rows, 23 + p);
        r->rest[p] = db_get_int(rows, 40 + p);
    }
}

static void read_match(struct db_rows *rows, struct store_match *m)
{
    *m = (struct store_match){.id = db_get_int(rows, 0),
                              .ladder = db_get_int(rows, 1),
                              .seed = (uint64_t)db_get_int(rows, 6),
                              .created = db_get_int(rows, 7),
                              .key = db_get_text(rows, 8),
                              .state = state_of(rows),
                              .void_why = db_get_text(rows, 11),
                              .worker = db_get_text(rows, 29),
                              .finished = db_get_int(rows, 30),
                              .has_record = !db_is_null(rows, 31),
                              .is_private = db_get_int(rows, 42) != 0,
                              .is_remote = db_get_int(rows, 43) != 0,
                              .seed_is_secret = db_get_int(rows, 44) != 0,
                              .spectators_s = ladder_spectators_s(db_get_text(rows, 45)),
                              .over_ms = db_get_int(rows, 46),
                              .void_said = db_get_text(rows, 47),
                              .ladder_name = db_get_text(rows, 36),
                              .game = db_get_text(rows, 37),
                              .setup = db_get_text(rows, 39)};
    rating_find(db_get_text(rows, 38), &m->formula);
    for (int p = 0; p < 2; p++) {
        m->player[p] = db_get_int(rows, 2 + p);
        m->version[p] = db_get_int(rows, 4 + p);
        m->name[p] = db_get_text(rows, 9 + p);
        m->kind[p] = db_get_text(rows, 32 + p);
        m->number[p] = db_get_int(rows, 34 + p);
        m->after[p] = (struct rating){db_get_real(rows, 25 + p), db_get_real(rows, 27 + p), 0};
    }
    read_result(rows, &m->result);
    m->result.seed = m->seed;
}

static bool tell_matches(struct db_rows *rows, store_match_fn *tell, void *arg, struct err *err)
{
    while (db_next(rows)) {
        struct store_match m;
        read_match(rows, &m);
        tell(arg, &m);
    }
    return db_end(rows, err);
}

/* $3: the game. $6, $7: the viewer. */
#define SOME                                                                                       \
    " AND (CAST($3 AS TEXT) IS NULL OR l.game = $3) AND " DB_MAY_SEE(                              \
        "m.ladder", "$6") " AND (CAST($7 AS BIGINT) = 1 OR NOT " DB_IS_UNSHOWN("m.ladder",         \
                                                                               "m.id") ") "

bool store_matches(struct store *s, const struct store_which *w, store_match_fn *tell, void *arg,
                   struct err *err)
{
    struct db_rows rows;
    int64_t before = w->before > 0 ? w->before : INT64_MAX;
    const char *sql =
        MATCH_COLUMNS "WHERE m.id < $1 AND CAST($4 AS BIGINT) = CAST($5 AS BIGINT)" SOME
                      "ORDER BY m.id DESC LIMIT $2";
    const char *of_ladder =
        MATCH_COLUMNS "WHERE m.id < $1 AND m.ladder = $4 AND CAST($5 AS BIGINT) = 0" SOME
                      "ORDER BY m.id DESC LIMIT $2";
    const char *of_player = MATCH_COLUMNS "WHERE m.id < $1 AND (m.player0 = $5 OR m.player1 = $5)"
                                          " AND (CAST($4 AS BIGINT) = 0 OR m.ladder = $4)" SOME
                                          "ORDER BY m.id DESC LIMIT $2";
    const char *one = MATCH_COLUMNS
        "WHERE m.id = $5 AND m.id < $1 AND (CAST($4 AS BIGINT) = 0 OR m.ladder = $4)" SOME
        "LIMIT $2";
    const struct db_value args[] = {
        db_int(before),       db_int(w->match ? 1 : w->most),          db_text(w->game),
        db_int(w->ladder),    db_int(w->match ? w->match : w->player), db_viewer(w->viewer),
        db_insider(w->viewer)};
    const char *which = w->match ? one : w->player ? of_player : w->ladder ? of_ladder : sql;
    bool ok = db_ask(s, &rows, which, args, 7, err);
    return ok && tell_matches(&rows, tell, arg, err);
}

bool store_scores(struct store *s, int64_t ladder, int64_t most, store_score_fn *tell, void *arg,
                  struct err *err)
{
    struct db_rows rows;
    if (!db_ask(s, &rows,
                "SELECT player0, player1, rating0, rating1, winner, finished FROM results"
                " WHERE ladder = $1 ORDER BY id DESC LIMIT $2",
                DB_WITH(db_int(ladder), db_int(most)), err))
        return false;
    while (db_next(&rows)) {
        struct store_score score = {.player = {db_get_int(&rows, 0), db_get_int(&rows, 1)},
                                    .rating = {db_get_real(&rows, 2), db_get_real(&rows, 3)},
                                    .winner = (int)db_get_int(&rows, 4),
                                    .finished = db_get_int(&rows, 5)};
        tell(arg, &score);
    }
    return db_end(&rows, err);
}

bool store_history(struct store *s, int64_t ladder, int64_t player, store_match_fn *tell, void *arg,
                   struct err *err)
{
    struct db_rows rows;
    return db_ask(s, &rows,
                  MATCH_COLUMNS "WHERE m.ladder = $1 AND (m.player0 = $2 OR m.player1 = $2)"
                                " AND r.id IS NOT NULL ORDER BY r.id",
                  DB_WITH(db_int(ladder), db_int(player)), err) &&
           tell_matches(&rows, tell, arg, err);
}

bool store_record(struct store *s, int64_t match, char **bytes, size_t *len, struct err *err)
{
    struct db_rows rows;
    char path[STORE_SEAT] = "";
    *bytes = NULL;
    if (!db_ask(s, &rows, "SELECT bytes, path FROM records WHERE match = $1",
                DB_WITH(db_int(match)), err))
        return false;
    if (db_next(&rows)) {
        struct db_value v = db_get(&rows, 0);
        snprintf(path, sizeof path, "%s", db_get_text(&rows, 1));
        if (v.type == DB_BYTES && (*bytes = malloc(v.len + 1))) {
            memcpy(*bytes, v.bytes, v.len);
            (*bytes)[v.len] = '\0';
            *len = v.len;
        }
    }
    if (!db_end(&rows, err)) return false;
    if (path[0] && !s->records)
        return err_set(err, "the record of match %lld is a file; say where with --records",
                       (long long)match);
    if (path[0]) return file_read_in(s->records, path, PACKED_MOST, bytes, len, err);
    return *bytes || err_set(err, "there is no record of match %lld", (long long)match);
}

/* ---- events ---- */

#define EVENT_FLAGS                                                                                \
    YES_OR_NO(DB_IS_PRIVATE("e.ladder")) ", " YES_OR_NO(DB_IS_UNSHOWN("e.ladder", "e.match"))

struct listening {
    int64_t after, most;
    store_event_fn *tell;
    void *arg;
};

static bool read_events(struct store *s, void *arg, struct err *err)
{
    const struct listening *l = arg;
    struct db_rows rows;
    if (s->backend->settle && !db_script(s, s->backend->settle, err)) return false;
    if (!db_ask(s, &rows,
                "SELECT e.id, e.ladder, e.match, e.created, e.kind, e.text, l.name,"
                " " EVENT_FLAGS " FROM events e LEFT JOIN ladders l ON l.id = e.ladder"
                " WHERE e.id > $1 ORDER BY e.id LIMIT $2",
                DB_WITH(db_int(l->after), db_int(l->most)), err))
        return false;
    while (db_next(&rows)) {
        struct store_event e = {.id = db_get_int(&rows, 0),
                                .ladder = db_get_int(&rows, 1),
                                .match = db_get_int(&rows, 2),
                                .created = db_get_int(&rows, 3),
                                .kind = db_get_text(&rows, 4),
                                .text = db_get_text(&rows, 5),
                                .ladder_name = db_get_text(&rows, 6),
                                .is_private = db_get_int(&rows, 7) != 0,
                                .is_unshown = db_get_int(&rows, 8) != 0};
        l->tell(l->arg, &e);
    }
    return db_end(&rows, err);
}

bool store_events(struct store *s, int64_t after, int64_t most, store_event_fn *tell, void *arg,
                  struct err *err)
{
    struct listening l = {after, most, tell, arg};
    return db_transact(s, DB_READ, read_events, &l, err);
}

bool store_last_event(struct store *s, int64_t *id, struct err *err)
{
    bool found;
    return db_ask_int(s, "SELECT coalesce(max(id), 0) FROM events", DB_WITHOUT, id, &found, err);
}

/* ---- ratings from scratch ---- */

static int by_player(const void *a, const void *b)
{
    const struct standing *x = a, *y = b;
    return (x->player > y->player) - (x->player < y->player);
}

static struct standing *find(const struct rerated *r, int64_t player)
{
    struct standing key = {.player = player};
    return bsearch(&key, r->all, (size_t)r->count, sizeof *r->all, by_player);
}

static bool start_all(struct store *s, int64_t ladder, struct rerated *r, struct err *err)
{
    struct db_rows rows;
    int64_t count = 0;
    bool found;
    if (!db_ask_int(s, "SELECT count(*) FROM entries WHERE ladder = $1", DB_WITH(db_int(ladder)),
                    &count, &found, err) ||
        !db_ask(s, &rows,
                "SELECT e.player, l.formula, l.settings FROM entries e JOIN ladders l ON l.id = "
                "e.ladder"
                " WHERE e.ladder = $1 ORDER BY e.player",
                DB_WITH(db_int(ladder)), err))
        return false;
    r->all = calloc((size_t)count + 1, sizeof *r->all);
    while (r->all && r->count < count && db_next(&rows)) {
        enum rating_formula formula = RATING_NONE;
        rating_find(db_get_text(&rows, 1), &formula);
        if (r->count == 0) r->formulas = ladder_formulas(formula, db_get_text(&rows, 2));
        r->all[r->count++] = standing_start(r->formulas, db_get_int(&rows, 0));
    }
    return db_end(&rows, err) && (r->all || err_set(err, "out of memory"));
}

/* A result, and the ratings after it. */
struct counted {
    int64_t id;
    struct rating after[2];
};

/* Many at a time, as numbers in the text of one statement: one by one they cost PostgreSQL three
   times as much. All digits of a number are written, so it comes back as it was. What stands there
   already is left alone: mostly all that was played before the result that changed. */
static bool write_some(struct store *s, const struct counted *list, int64_t count, struct err *err)
{
    enum { HEAD = 400, ROW = 150 };
    size_t room = HEAD + (size_t)count * ROW, len = 0;
    char *sql = malloc(room);
    if (!sql) return err_set(err, "out of memory");
    len += (size_t)snprintf(sql, room, "WITH v(id, r0, r1, d0, d1) AS (VALUES ");
    for (int64_t i = 0; i < count; i++) {
        const struct rating *a = &list[i].after[0], *b = &list[i].after[1];
        len += (size_t)snprintf(sql + len, room - len, "%s(%lld, %.17g, %.17g, %.17g, %.17g)",
                                i > 0 ? "," : "", (long long)list[i].id, a->points, b->points,
                                a->deviation, b->deviation);
    }
    len += (size_t)snprintf(sql + len, room - len,
                            ") UPDATE results SET rating0 = v.r0, rating1 = v.r1, deviation0 ="
                            " v.d0, deviation1 = v.d1 FROM v WHERE results.id = v.id AND NOT"
                            " (rating0 = v.r0 AND rating1 = v.r1 AND deviation0 = v.d0 AND"
                            " deviation1 = v.d1)");
    assert(len < room);
    bool ok = db_script(s, sql, err);
    free(sql);
    return ok;
}

static bool write_ratings(struct store *s, const struct counted *list, int64_t count,
                          struct err *err)
{
    enum { BLOCK = 1000 };
    for (int64_t i = 0; i < count; i += BLOCK)
        if (!write_some(s, list + i, count - i < BLOCK ? count - i : BLOCK, err)) return false;
    return true;
}

/* A stretch of the results; *last is where it ended, *count how many there were. */
static bool count_some(struct store *s, int64_t ladder, struct rerated *r, int64_t *last,
                       struct counted *list, int64_t *count, struct err *err)
{
    struct db_rows rows;
    *count = 0;
    if (!db_ask(s, &rows,
                "SELECT id, player0, player1, version0, version1, winner FROM results"
                " WHERE ladder = $1 AND id > $2 ORDER BY id LIMIT $3",
                DB_WITH(db_int(ladder), db_int(*last), db_int(CHUNK)), err))
        return false;
    while (db_next(&rows)) {
        struct standing *pair[2] = {find(r, db_get_int(&rows, 1)), find(r, db_get_int(&rows, 2))};
        int64_t version[2] = {db_get_int(&rows, 3), db_get_int(&rows, 4)};
        struct counted *c = &list[(*count)++];
        *c = (struct counted){.id = *last = db_get_int(&rows, 0)};
        if (pair[0] && pair[1])
            standing_count(r->formulas, pair, version, (int)db_get_int(&rows, 5));
        else
            r->strangers++;
        for (int p = 0; p < 2; p++)
            if (pair[p]) c->after[p] = pair[p]->rating;
    }
    return db_end(&rows, err);
}

bool rerate_read(struct store *s, int64_t ladder, struct rerated *r, struct err *err)
{
    struct counted *list = malloc(CHUNK * sizeof *list);
    int64_t last = 0, count = 1;
    if (!list) return err_set(err, "out of memory");
    bool ok = start_all(s, ladder, r, err);
    while (ok && count > 0) {
        ok = count_some(s, ladder, r, &last, list, &count, err);
        if (ok && r->rewrites) ok = write_ratings(s, list, count, err);
    }
    free(list);
    return ok;
}

bool rerate_write(struct store *s, int64_t ladder, struct err *err)
{
    struct rerated r = {.rewrites = true};
    bool ok = db_run(s, "SELECT player FROM entries WHERE ladder = $1 ORDER BY player {lock}",
                     DB_WITH(db_int(ladder)), err) &&
              rerate_read(s, ladder, &r, err);
    for (int64_t i = 0; ok && i < r.count; i++) ok = db_write_standing(s, ladder, &r.all[i], err);
    free(r.all);
    return ok;
}

/* In one transaction, with all standings held: no result can come in between. */
static bool rerate(struct store *s, void *arg, struct err *err)
{
    return rerate_write(s, *(int64_t *)arg, err);
}

bool store_rerate(struct store *s, int64_t ladder, struct err *err)
{
    return db_transact(s, DB_WRITE, rerate, &ladder, err);
}
