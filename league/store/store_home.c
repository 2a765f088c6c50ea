/* Who can play whom when programs at home are there: asked as one query, because it is asked
   several times a second. */
#include "league/store/store_home.h"

#include "league/store/db.h"
#include "league/store/store_submit.h"

#include <stdio.h>
#include <string.h>

static void read_rival(struct db_rows *rows, struct store_rival *r)
{
    struct ladder_settings l;
    char buf[256];
    struct text why = TEXT_ON(buf);
    int64_t played = db_get_int(rows, 6), pending = db_get_int(rows, 9);
    if (!ladder_settings_read(&l, db_get_text(rows, 10), &why)) l.games = 0;
    *r = (struct store_rival){.player = db_get_int(rows, 0),
                              .version = db_get_int(rows, 1),
                              .is_home = strcmp(db_get_text(rows, 2), STORE_HOME) == 0,
                              .is_submitted = strcmp(db_get_text(rows, 2), STORE_SUBMITTED) == 0};
    snprintf(r->name, sizeof r->name, "%s", db_get_text(rows, 8));
    r->candidate = (struct candidate){
        .rating = {db_get_real(rows, 3), db_get_real(rows, 4), db_get_real(rows, 5)},
        .games = db_get_int(rows, 7),
        .pending = pending,
        .room = l.games ? l.games - played - pending : INT64_MAX};
}

bool store_rivals(struct store *s, int64_t ladder, struct store_rival *rivals, int *count,
                  struct err *err)
{
    struct db_rows rows;
    *count = 0;
    if (!db_ask(
            s, &rows,
            "SELECT e.player, e.version, v.seat, e.rating, e.deviation, e.volatility, e.games,"
            " e.version_games, p.name, coalesce(w.waiting, 0), l.settings"
            " FROM entries e JOIN ladders l ON l.id = e.ladder"
            " JOIN players p ON p.id = e.player LEFT JOIN accounts o ON o.id = p.owner"
            " JOIN versions v ON v.id = e.version AND v.state = 'active' " DB_JOIN_WAITING
            " WHERE e.ladder = $1 AND o.banned IS NULL AND l.state = 'open' AND l.opens <= {now}"
            " AND (l.closes = 0 OR l.closes > {now}) AND v.seat <> $2 ORDER BY e.player",
            DB_WITH(db_int(ladder), db_text(STORE_PERSON)), err))
        return false;
    while (*count < STORE_RIVALS && db_next(&rows)) read_rival(&rows, &rivals[(*count)++]);
    return db_end(&rows, err);
}

bool store_points(struct store *s, int64_t ladder, int64_t player, double *points, struct err *err)
{
    struct db_rows rows;
    *points = 0;
    if (!db_ask(s, &rows, "SELECT rating FROM entries WHERE ladder = $1 AND player = $2",
                DB_WITH(db_int(ladder), db_int(player)), err))
        return false;
    if (db_next(&rows)) *points = db_get_real(&rows, 0);
    return db_end(&rows, err);
}

bool store_home_version(struct store *s, int64_t ladder, int64_t player, int64_t *version,
                        bool *found, struct err *err)
{
    return db_ask_int(s,
                      "SELECT v.id FROM entries e LEFT JOIN contests c ON c.ladder = e.ladder"
                      " LEFT JOIN finals_programs g ON g.contest = c.id AND g.player = e.player"
                      " JOIN versions v ON v.id = coalesce(g.version, e.version)"
                      " WHERE e.ladder = $1 AND e.player = $2 AND v.seat = $3"
                      " AND (v.state = 'active' OR c.state IN ('frozen', 'finals'))",
                      DB_WITH(db_int(ladder), db_int(player), db_text(STORE_HOME)), version, found,
                      err);
}

static void read_job(struct db_rows *rows, struct store_home_job *j)
{
    *j = (struct store_home_job){
        .match = db_get_int(rows, 0),
        .version = {db_get_int(rows, 1), db_get_int(rows, 2)},
        .is_home = {strcmp(db_get_text(rows, 3), STORE_HOME) == 0,
                    strcmp(db_get_text(rows, 4), STORE_HOME) == 0},
        .is_left = strncmp(db_get_text(rows, 5), STORE_HOME_KEY, sizeof STORE_HOME_KEY - 1) == 0};
    for (int side = 0; side < 2; side++)
        j->is_submitted[side] = strcmp(db_get_text(rows, 3 + side), STORE_SUBMITTED) == 0;
    for (int side = 0; side < 2; side++)
        snprintf(j->name[side], sizeof j->name[side], "%s", db_get_text(rows, 6 + side));
    snprintf(j->ladder, sizeof j->ladder, "%s", db_get_text(rows, 8));
}

bool store_home_jobs(struct store *s, struct store_home_job *jobs, int *count, struct err *err)
{
    struct db_rows rows;
    *count = 0;
    if (!db_ask(s, &rows,
                "SELECT m.id, m.version0, m.version1, a.seat, b.seat, m.key, p.name, o.name, l.name"
                " FROM jobs j JOIN matches m ON m.id = j.match"
                " JOIN versions a ON a.id = m.version0 JOIN versions b ON b.id = m.version1"
                " JOIN players p ON p.id = m.player0 JOIN players o ON o.id = m.player1"
                " JOIN ladders l ON l.id = m.ladder"
                " WHERE j.lease < {now} AND (a.seat = $1 OR b.seat = $1)"
                " ORDER BY j.priority, j.match LIMIT 128",
                DB_WITH(db_text(STORE_HOME)), err))
        return false;
    while (*count < STORE_HOME_JOBS && db_next(&rows)) read_job(&rows, &jobs[(*count)++]);
    return db_end(&rows, err);
}

bool store_awaits(struct store *s, int64_t ladder, int64_t account, bool *is_awaited,
                  struct err *err)
{
    int64_t id;
    return db_ask_int(s,
                      "SELECT c.id FROM contests c JOIN entries e ON e.ladder = c.ladder"
                      " LEFT JOIN finals_programs g ON g.contest = c.id AND g.player = e.player"
                      " JOIN players p ON p.id = e.player"
                      " JOIN versions v ON v.id = coalesce(g.version, e.version)"
                      " JOIN accounts a ON a.id = p.owner WHERE c.ladder = $1 AND p.owner = $2"
                      " AND a.banned IS NULL AND v.seat = $3 AND c.state <> 'over'",
                      DB_WITH(db_int(ladder), db_int(account), db_text(STORE_HOME)), &id,
                      is_awaited, err);
}
