/* Submitted programs that are to be built: taking, leases, finishing; and the built ones. */
#include "league/store/db.h"
#include "league/store/store_submit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- taking ---- */

static void read_build(struct db_rows *rows, struct store_build *b)
{
    b->version = db_get_int(rows, 0);
    snprintf(b->language, sizeof b->language, "%s", db_get_text(rows, 1));
    snprintf(b->file, sizeof b->file, "%s", db_get_text(rows, 2));
    snprintf(b->game, sizeof b->game, "%s", db_get_text(rows, 3));
    snprintf(b->setup, sizeof b->setup, "%s", db_get_text(rows, 4));
    snprintf(b->settings, sizeof b->settings, "%s", db_get_text(rows, 5));
    b->map = db_is_null(rows, 6) ? NULL : strdup(db_get_text(rows, 6));
    b->source = db_copy(rows, 7, &b->len);
}

static bool describe(struct store *s, struct store_build *b, struct err *err)
{
    struct db_rows rows;
    if (!db_ask(s, &rows,
                "SELECT b.version, b.language, b.file, l.game, l.setup, l.settings, l.map, b.source"
                " FROM submissions b JOIN ladders l ON l.id = b.ladder WHERE b.id = $1",
                DB_WITH(db_int(b->id)), err))
        return false;
    bool found = db_next(&rows);
    if (found) read_build(&rows, b);
    return db_end(&rows, err) && ((found && b->source) || err_set(err, "a submission is lost"));
}

bool store_take_build(struct store *s, const char *worker, const char *languages, int64_t lease_ms,
                      struct store_build *b, bool *found, struct err *err)
{
    struct db_rows rows;
    *b = (struct store_build){.token = db_token()};
    if (!db_ask(s, &rows,
                "UPDATE submissions SET state = 'building', token = $1, worker = $2,"
                " lease = {now} + $3, tries = tries + 1, started = {now}, checked = 0,"
                " checks = 0 WHERE id = (SELECT id FROM submissions"
                " WHERE state <> 'done' AND lease < {now}"
                " AND CAST($4 AS TEXT) LIKE '% ' || language || ' %'"
                " ORDER BY id LIMIT 1 {skip}) RETURNING id, tries",
                DB_WITH(db_int(b->token), db_text(worker), db_int(lease_ms), db_text(languages)),
                err))
        return false;
    *found = db_next(&rows);
    if (*found) {
        b->id = db_get_int(&rows, 0);
        b->tries = db_get_int(&rows, 1);
    }
    return db_end(&rows, err) && (!*found || describe(s, b, err));
}

void store_build_free(struct store_build *b)
{
    free(b->map);
    free(b->source);
    b->map = b->source = NULL;
}

bool store_renew_build(struct store *s, const struct store_build *b, int64_t lease_ms, bool *held,
                       struct err *err)
{
    int64_t id;
    return db_ask_int(s,
                      "UPDATE submissions SET lease = {now} + $3 WHERE id = $1 AND token = $2"
                      " AND state = 'building' RETURNING id",
                      DB_WITH(db_int(b->id), db_int(b->token), db_int(lease_ms)), &id, held, err);
}

bool store_tell_check(struct store *s, const struct store_build *b, int64_t checked, int64_t checks,
                      struct err *err)
{
    return db_run(s,
                  "UPDATE submissions SET checked = $3, checks = $4 WHERE id = $1 AND token = $2"
                  " AND state = 'building'",
                  DB_WITH(db_int(b->id), db_int(b->token), db_int(checked), db_int(checks)), err);
}

bool store_give_back_build(struct store *s, const struct store_build *b, struct err *err)
{
    return db_run(s,
                  "UPDATE submissions SET state = 'waiting', lease = 0, token = 0, worker = '',"
                  " tries = tries - 1 WHERE id = $1 AND token = $2 AND state = 'building'",
                  DB_WITH(db_int(b->id), db_int(b->token)), err) &&
           (!s->backend->ring || db_script(s, s->backend->ring, err));
}

/* ---- finishing ---- */

struct building {
    const struct store_build *build;
    const struct store_built *built;
    char why[STORE_TEXT]; /* as either database takes it */
    char why_said[sizeof(struct err)];
    int64_t ladder;
    struct store_entered in;
    bool counted;
};

/* A finish whose answer got lost is tried again, and finds its own. */
static bool end_build(struct store *s, struct building *n, bool *is_now, struct err *err)
{
    const struct store_built *built = n->built;
    int64_t id;
    if (!db_ask_int(
            s,
            "UPDATE submissions SET state = 'done', why = $3, log = $4, report = $5, why_said = $6,"
            " lease = 0, finished = {now} WHERE id = $1 AND token = $2"
            " AND state = 'building' RETURNING id",
            DB_WITH(db_int(n->build->id), db_int(n->build->token), db_text(n->why),
                    db_text(built->log), db_text(built->report), db_text(n->why_said)),
            &id, is_now, err))
        return false;
    n->counted = *is_now;
    return *is_now || db_ask_int(s,
                                 "SELECT id FROM submissions WHERE id = $1 AND token = $2"
                                 " AND state = 'done'",
                                 DB_WITH(db_int(n->build->id), db_int(n->build->token)), &id,
                                 &n->counted, err);
}

static bool hold_version(struct store *s, struct building *n, struct err *err)
{
    struct db_rows rows;
    if (!db_ask(s, &rows,
                "SELECT p.id, v.number, b.ladder FROM submissions b"
                " JOIN versions v ON v.id = b.version JOIN players p ON p.id = v.player"
                " WHERE b.id = $1",
                DB_WITH(db_int(n->build->id)), err))
        return false;
    bool found = db_next(&rows), is_held;
    if (found) {
        n->in = (struct store_entered){.player = db_get_int(&rows, 0),
                                       .version = n->build->version,
                                       .number = db_get_int(&rows, 1)};
        n->ladder = db_get_int(&rows, 2);
    }
    if (!db_end(&rows, err)) return false;
    if (!found) return err_set(err, "a submission has lost its version");
    return db_ask_int(s, "SELECT id FROM players WHERE id = $1 {lock}",
                      DB_WITH(db_int(n->in.player)), &n->in.player, &is_held, err);
}

/* One that was sent later may have been faster: it stays what the player plays with. */
static bool find_newer(struct store *s, struct building *n, bool *found, struct err *err)
{
    struct db_rows rows;
    if (!db_ask(s, &rows,
                "SELECT v.id, v.number FROM versions v JOIN versions m ON m.id = $1"
                " AND m.player = v.player AND m.game = v.game"
                " WHERE v.state = 'active' AND v.number > m.number",
                DB_WITH(db_int(n->build->version)), err))
        return false;
    *found = db_next(&rows);
    if (*found) {
        n->in.version = db_get_int(&rows, 0);
        n->in.number = db_get_int(&rows, 1);
    }
    return db_end(&rows, err);
}

static bool let_play(struct store *s, struct building *n, struct err *err)
{
    const struct store_built *built = n->built;
    int64_t contest;
    bool is_late, is_final;
    if (!db_contest_of_finals(s, n->ladder, &contest, &is_final, err)) return false;
    return db_run(s, "INSERT INTO programs (version, bytes, run) VALUES ($1, $2, $3)",
                  DB_WITH(db_int(n->build->version), db_bytes(built->program, built->len),
                          db_text(built->run)),
                  err) &&
           store_set_state(s, n->build->version, "old", err) &&
           (is_final
                ? db_seat_final(s, contest, &n->in, false, err)
                : find_newer(s, n, &is_late, err) && db_seat_version(s, n->ladder, &n->in, err));
}

static bool finish(struct store *s, void *arg, struct err *err)
{
    struct building *n = arg;
    bool is_now;
    if (!end_build(s, n, &is_now, err)) return false;
    if (!is_now) return true;
    if (n->built->why) return store_set_state(s, n->build->version, "broken", err);
    return hold_version(s, n, err) && let_play(s, n, err);
}

bool store_finish_build(struct store *s, const struct store_build *build,
                        const struct store_built *built, bool *counted, struct err *err)
{
    struct building n = {.build = build, .built = built};
    if (built->why) {
        struct text said = TEXT_ON(n.why_said);
        db_make_plain(n.why, sizeof n.why, built->why->text);
        err_write_said(&said, built->why);
    }
    if (!db_transact(s, DB_WRITE, finish, &n, err)) return false;
    *counted = n.counted;
    return true;
}

/* ---- built programs ---- */

bool store_program_name(struct store *s, int64_t version, char name[STORE_PROGRAM_NAME],
                        char run[STORE_RUN], bool *found, struct err *err)
{
    struct db_rows rows;
    if (!db_ask(s, &rows,
                "SELECT p.run, b.key FROM programs p JOIN submissions b ON b.version = p.version"
                " WHERE p.version = $1",
                DB_WITH(db_int(version)), err))
        return false;
    *found = db_next(&rows);
    if (*found) {
        snprintf(run, STORE_RUN, "%s", db_get_text(&rows, 0));
        snprintf(name, STORE_PROGRAM_NAME, "%lld-%016llx", (long long)version,
                 (unsigned long long)db_get_int(&rows, 1));
    }
    return db_end(&rows, err);
}

bool store_program(struct store *s, int64_t version, char **bytes, size_t *len, struct err *err)
{
    struct db_rows rows;
    *bytes = NULL;
    if (!db_ask(s, &rows, "SELECT bytes FROM programs WHERE version = $1", DB_WITH(db_int(version)),
                err))
        return false;
    bool found = db_next(&rows);
    if (found) *bytes = db_copy(&rows, 0, len);
    return db_end(&rows, err) && (!found || *bytes || err_set(err, "out of memory"));
}
