/* Is everything as it should be? */
#include "league/store/store_check.h"
#include "league/store/db.h"
#include "league/store/store_rerate.h"
#include "league/store/store_schema.h"
#include "league/store/store_submit.h"
#include "os/words.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LADDERS_MOST = 10000 };
/* Mathematical libraries of other machines may differ in the last digits. */
static const double TOLERANCE = 0.01;

struct inspection {
    store_finding_fn *tell;
    void *arg;
    int64_t findings;
};

static void report(struct inspection *i, const struct err *found)
{
    i->findings++;
    i->tell(i->arg, found);
}

static bool check_inside(struct store *s, struct inspection *i, struct err *err)
{
    struct db_rows rows;
    struct err found;
    if (!s->backend->inspect) return true;
    if (!db_ask(s, &rows, s->backend->inspect, DB_WITHOUT, err)) return false;
    while (db_next(&rows))
        if (strcmp(db_get_text(&rows, 0), "ok") != 0) {
            err_set(&found, "the database is broken: %s", db_get_text(&rows, 0));
            report(i, &found);
        }
    return db_end(&rows, err);
}

static bool check_reference(struct store *s, struct inspection *i, const struct db_reference *r,
                            struct err *err)
{
    char sql[512];
    int64_t count = 0;
    bool found;
    snprintf(sql, sizeof sql,
             "SELECT count(*) FROM %s x LEFT JOIN %s y ON y.%s = x.%s"
             " WHERE x.%s IS NOT NULL AND y.%s IS NULL",
             r->table, r->to, r->key, r->column, r->column, r->key);
    if (!db_ask_int(s, sql, DB_WITHOUT, &count, &found, err)) return false;
    if (count == 0) return true;
    struct err lost;
    err_set(&lost, "%lld rows of %s name a %s that is not in %s", (long long)count, r->table,
            r->column, r->to);
    report(i, &lost);
    return true;
}

static bool check_counts(struct store *s, struct inspection *i, struct err *err)
{
    static const struct {
        const char *sql, *sentence;
    } rules[] = {
        {"SELECT count(*) FROM matches m LEFT JOIN jobs j ON j.match = m.id"
         " LEFT JOIN results r ON r.match = m.id"
         " WHERE j.match IS NULL AND r.match IS NULL AND m.void IS NULL",
         N_("matches are neither waiting nor finished nor void")},
        {"SELECT count(*) FROM jobs j JOIN results r ON r.match = j.match",
         N_("matches are counted and wait to be played again")},
        {"SELECT count(*) FROM matches m JOIN results r ON r.match = m.id WHERE m.void IS NOT NULL",
         N_("matches are void and counted")},
        {"SELECT count(*) FROM matches m JOIN jobs j ON j.match = m.id WHERE m.void IS NOT NULL",
         N_("matches are void and wait to be played")},
        {"SELECT count(*) FROM (SELECT match FROM results GROUP BY match HAVING count(*) > 1) q",
         N_("matches are counted more than once")},
        {"SELECT count(*) FROM results r JOIN matches m ON m.id = r.match WHERE r.ladder <> "
         "m.ladder"
         " OR r.player0 <> m.player0 OR r.player1 <> m.player1"
         " OR r.version0 <> m.version0 OR r.version1 <> m.version1",
         N_("results are of other players than their matches")},
        {"SELECT count(*) FROM matches m JOIN versions v ON v.id = m.version0"
         " JOIN versions w ON w.id = m.version1"
         " WHERE v.player <> m.player0 OR w.player <> m.player1",
         N_("matches have versions of other players")},
        {"SELECT count(*) FROM invitations WHERE uses < 0",
         N_("invitations were used more often than they allow")},
        {"SELECT count(*) FROM versions v LEFT JOIN submissions b ON b.version = v.id"
         " WHERE v.seat = '" STORE_SUBMITTED "' AND b.id IS NULL",
         "submitted versions have lost their source"},
        {"SELECT count(*) FROM versions v JOIN submissions b ON b.version = v.id"
         " LEFT JOIN programs p ON p.version = v.id"
         " WHERE v.state IN ('active', 'old') AND p.version IS NULL",
         "submitted versions have lost their program"},
        {"SELECT count(*) FROM versions v JOIN submissions b ON b.version = v.id"
         " WHERE (b.state = 'done' AND v.state = 'checking')"
         " OR (b.state <> 'done' AND v.state <> 'checking')",
         N_("submissions are built and wait to be, or neither")},
    };
    for (size_t k = 0; k < sizeof rules / sizeof rules[0]; k++) {
        int64_t count = 0;
        bool found;
        if (!db_ask_int(s, rules[k].sql, DB_WITHOUT, &count, &found, err)) return false;
        if (count == 0) continue;
        struct err wrong;
        err_set(&wrong, "%lld %s", (long long)count, rules[k].sentence);
        snprintf(wrong.shown, sizeof wrong.shown, "%lld %s", (long long)count,
                 _(rules[k].sentence));
        report(i, &wrong);
    }
    return true;
}

/* ---- ratings ---- */

struct ladder_list {
    int64_t id[LADDERS_MOST];
    char name[LADDERS_MOST][STORE_NAME];
    int count;
};

static void note_ladder(void *arg, const struct store_ladder *ladder)
{
    struct ladder_list *list = arg;
    if (list->count == LADDERS_MOST) return;
    memcpy(list->name[list->count], ladder->name, STORE_NAME);
    list->id[list->count++] = ladder->id;
}

static bool is_same(const struct standing *a, const struct standing *b)
{
    return fabs(a->rating.points - b->rating.points) <= TOLERANCE &&
           fabs(a->rating.deviation - b->rating.deviation) <= TOLERANCE &&
           (a->games == 0 || fabs(a->also.points - b->also.points) <= TOLERANCE) &&
           a->games == b->games && a->version_games == b->version_games && a->wins == b->wins &&
           a->draws == b->draws && a->losses == b->losses && a->version == b->version;
}

struct comparing {
    struct inspection *inspection;
    const char *ladder;
    const struct rerated *rerated;
};

static void compare(void *arg, const struct store_place *place)
{
    const struct comparing *c = arg;
    for (int64_t k = 0; k < c->rerated->count; k++) {
        const struct standing *now = &c->rerated->all[k], *kept = &place->standing;
        if (now->player != kept->player || is_same(now, kept)) continue;
        struct err wrong;
        err_set(
            &wrong,
            "ladder %s: %s has %.2f points after %lld games, its results make it %.2f after %lld",
            c->ladder, place->name, kept->rating.points, (long long)kept->games, now->rating.points,
            (long long)now->games);
        report(c->inspection, &wrong);
    }
}

static bool check_ratings(struct store *s, struct inspection *i, int64_t ladder, const char *name,
                          struct err *err)
{
    struct rerated r = {0};
    struct comparing c = {i, name, &r};
    bool ok = rerate_read(s, ladder, &r, err) && store_standings(s, ladder, compare, &c, err);
    if (ok && r.strangers > 0) {
        struct err wrong;
        err_set(&wrong, "ladder %s: %lld results are of players who are not in it", name,
                (long long)r.strangers);
        report(i, &wrong);
    }
    free(r.all);
    return ok;
}

static bool check_ladders(struct store *s, struct inspection *i, struct err *err)
{
    struct ladder_list *list = calloc(1, sizeof *list);
    if (!list) return err_set(err, "out of memory");
    bool ok = store_ladders(s, STORE_SEES_ALL, note_ladder, list, err);
    for (int k = 0; ok && k < list->count; k++)
        ok = check_ratings(s, i, list->id[k], list->name[k], err);
    free(list);
    return ok;
}

static bool check_all(struct store *s, void *arg, struct err *err)
{
    struct inspection *i = arg;
    bool ok = check_inside(s, i, err);
    for (int k = 0; ok && k < db_reference_count; k++)
        ok = check_reference(s, i, &db_references[k], err);
    return ok && check_counts(s, i, err) && check_ladders(s, i, err);
}

bool store_check(struct store *s, store_finding_fn *tell, void *arg, int64_t *findings,
                 struct err *err)
{
    struct inspection i = {.tell = tell, .arg = arg};
    if (!db_transact(s, DB_READ, check_all, &i, err)) return false;
    *findings = i.findings;
    return true;
}
