/* Practice rooms are ladders without ratings; a challenge is a room for one match. */
#include "league/store/store_room.h"

#include "league/store/db.h"

#include <stdio.h>
#include <string.h>

/* ---- rooms ---- */

struct adding {
    struct store_room *room;
    int64_t most;
    bool done;
};

static bool add(struct store *s, void *arg, struct err *err)
{
    struct adding *n = arg;
    struct store_room *r = n->room;
    int64_t open = 0;
    bool found;
    if (!db_ask_int(s,
                    "SELECT count(*) FROM rooms r JOIN ladders l ON l.id = r.ladder"
                    " WHERE r.account = $1 AND l.state = 'open'",
                    DB_WITH(db_int(r->account)), &open, &found, err))
        return false;
    n->done = open < n->most;
    if (!n->done) return true;
    return db_ask_int(s,
                      "INSERT INTO ladders (name, game, formula, setup, map, settings, opens,"
                      " closes, state, pairs, created) VALUES ($1, $2, $3, '', NULL,"
                      " 'pairing=0 records=100', 0, 0, 'open', 0, {now}) RETURNING id",
                      DB_WITH(db_text(r->ladder_name), db_text(r->game),
                              db_text(rating_name(RATING_NONE))),
                      &r->ladder, &found, err) &&
           db_ask_int(s,
                      "INSERT INTO rooms (code, ladder, account, used, created)"
                      " VALUES ($1, $2, $3, {now}, {now}) RETURNING id",
                      DB_WITH(db_text(r->code), db_int(r->ladder), db_int(r->account)), &r->id,
                      &found, err);
}

bool store_add_room(struct store *s, struct store_room *room, int64_t most, bool *done,
                    struct err *err)
{
    struct adding n = {.room = room, .most = most};
    if (!db_transact(s, DB_WRITE, add, &n, err)) return false;
    *done = n.done;
    return true;
}

static void read_room(struct db_rows *rows, struct store_room *r)
{
    *r = (struct store_room){.id = db_get_int(rows, 0),
                             .ladder = db_get_int(rows, 1),
                             .account = db_get_int(rows, 2),
                             .used = db_get_int(rows, 3),
                             .created = db_get_int(rows, 4),
                             .is_open = strcmp(db_get_text(rows, 9), "open") == 0};
    snprintf(r->code, sizeof r->code, "%s", db_get_text(rows, 5));
    snprintf(r->ladder_name, sizeof r->ladder_name, "%s", db_get_text(rows, 6));
    snprintf(r->game, sizeof r->game, "%s", db_get_text(rows, 7));
    snprintf(r->owner, sizeof r->owner, "%s", db_get_text(rows, 8));
}

bool store_find_room(struct store *s, const char *code, struct store_room *out, bool *found,
                     struct err *err)
{
    struct db_rows rows;
    if (!db_ask(s, &rows,
                "SELECT r.id, r.ladder, r.account, r.used, r.created, r.code, l.name, l.game,"
                " a.name, l.state FROM rooms r JOIN ladders l ON l.id = r.ladder"
                " JOIN accounts a ON a.id = r.account WHERE r.code = $1",
                DB_WITH(db_text(code)), err))
        return false;
    *found = db_next(&rows);
    if (*found) read_room(&rows, out);
    return db_end(&rows, err);
}

bool store_use_room(struct store *s, int64_t room, struct err *err)
{
    return db_run(s, "UPDATE rooms SET used = {now} WHERE id = $1", DB_WITH(db_int(room)), err);
}

/* Rooms that are open, and were used for the last time before this. */
#define IDLE_LADDERS                                                                               \
    "(SELECT l.id FROM rooms r JOIN ladders l ON l.id = r.ladder"                                  \
    " WHERE l.state = 'open' AND r.used < {now} - $1)"
#define IDLE_MATCHES                                                                               \
    "(SELECT j.match FROM jobs j JOIN matches m ON m.id = j.match WHERE j.lease < {now}"           \
    " AND m.ladder IN " IDLE_LADDERS ")"

static bool close_idle(struct store *s, void *arg, struct err *err)
{
    const int64_t *idle_ms = arg;
    char buf[sizeof(struct err)];
    struct text said = TEXT_ON(buf);
    struct err why;
    err_code(&why, "room-idle: the room was closed");
    err_write_said(&said, &why);
    return db_run(s, "UPDATE matches SET void = $2, void_said = $3 WHERE id IN " IDLE_MATCHES,
                  DB_WITH(db_int(*idle_ms), db_text(why.text), db_text(buf)), err) &&
           db_run(s, "DELETE FROM jobs WHERE match IN " IDLE_MATCHES, DB_WITH(db_int(*idle_ms)),
                  err) &&
           db_run(s, "UPDATE ladders SET state = 'closed' WHERE id IN " IDLE_LADDERS,
                  DB_WITH(db_int(*idle_ms)), err);
}

bool store_close_rooms(struct store *s, int64_t idle_ms, struct err *err)
{
    return db_transact(s, DB_WRITE, close_idle, &idle_ms, err);
}

/* ---- versions ---- */

bool store_active_version(struct store *s, int64_t player, const char *game,
                          struct store_active *out, bool *found, struct err *err)
{
    struct db_rows rows;
    if (!db_ask(s, &rows,
                "SELECT id, seat FROM versions WHERE player = $1 AND game = $2"
                " AND state = 'active' ORDER BY number DESC LIMIT 1",
                DB_WITH(db_int(player), db_text(game)), err))
        return false;
    *found = db_next(&rows);
    if (*found)
        *out = (struct store_active){.version = db_get_int(&rows, 0),
                                     .is_home = strcmp(db_get_text(&rows, 1), STORE_HOME) == 0};
    return db_end(&rows, err);
}

bool store_enter_version(struct store *s, int64_t ladder, int64_t player, int64_t version,
                         struct err *err)
{
    struct rating start = rating_start(RATING_NONE);
    return db_run(s,
                  "INSERT INTO entries (ladder, player, version, rated_version, rating, deviation,"
                  " volatility, games, version_games, wins, draws, losses, last_pair, joined)"
                  " VALUES ($1, $2, $3, 0, $4, $5, $6, 0, 0, 0, 0, 0, 0, {now})"
                  " ON CONFLICT (ladder, player) DO UPDATE SET version = $3",
                  DB_WITH(db_int(ladder), db_int(player), db_int(version), db_real(start.points),
                          db_real(start.deviation), db_real(start.volatility)),
                  err);
}

bool store_pending_of(struct store *s, int64_t ladder, int64_t player, int64_t *count,
                      struct err *err)
{
    bool found;
    return db_ask_int(s,
                      "SELECT count(*) FROM jobs j CROSS JOIN matches m WHERE m.id = j.match"
                      " AND m.ladder = $1 AND (m.player0 = $2 OR m.player1 = $2)",
                      DB_WITH(db_int(ladder), db_int(player)), count, &found, err);
}

bool store_match_of_key(struct store *s, const char *key, int64_t *match, struct err *err)
{
    bool found;
    *match = 0;
    return db_ask_int(s, "SELECT id FROM matches WHERE key = $1", DB_WITH(db_text(key)), match,
                      &found, err);
}
