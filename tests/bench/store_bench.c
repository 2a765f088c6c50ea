/*
 * How fast a store is: the queue with many workers, and a large ladder.
 *
 *   store_bench URL queue JOBS WORKERS      empty matches, taken and finished; each exactly once
 *   store_bench URL ladder PLAYERS RESULTS  standings, and all ratings from scratch
 *
 * Prints one JSON object. The store must be empty; `taisen db init` makes one.
 */
#include "league/store/db.h"
#include "league/store/store_check.h"
#include "os/clock.h"
#include "os/workers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { QUEUE_PLAYERS = 200, STANDINGS_RUNS = 20 };

static int fail(const struct err *err)
{
    fprintf(stderr, "store_bench: %s\n", err->text);
    return 3;
}

static double seconds_since(int64_t from_us)
{
    return (double)(clock_us() - from_us) / 1e6;
}

/* A ladder of bots named p1, p2, ...; ids begin at 1 in an empty store. */
static bool make_ladder(struct store *s, int players, struct err *err)
{
    struct store_ladder ladder = {.name = "bench", .game = "reborn"};
    int64_t id;
    if (!store_add_ladder(s, &ladder, &id, err)) return false;
    for (int i = 1; i <= players; i++) {
        char name[32];
        struct store_entered entered;
        snprintf(name, sizeof name, "p%d", i);
        struct store_enter enter = {
            .ladder = id, .player = name, .kind = "bot", .seat = "bot:random"};
        if (!store_enter(s, &enter, &entered, err)) return false;
    }
    return true;
}

static void count_finding(void *arg, const struct err *found)
{
    (void)arg;
    fprintf(stderr, "store_bench: %s\n", found->text);
}

/* ---- the queue ---- */

/* Both tables at once, by arithmetic that both databases know. */
static bool queue_jobs(struct store *s, int64_t jobs, struct err *err)
{
    return db_run(s,
                  "WITH RECURSIVE n(i) AS (SELECT CAST(1 AS BIGINT) UNION ALL"
                  " SELECT i + 1 FROM n WHERE i < $1)"
                  " INSERT INTO matches (id, key, ladder, seed, version0, version1, player0,"
                  " player1, created) SELECT i, 'bench:' || i, 1, i, 1 + (i * 7) % $2,"
                  " 1 + (i * 7 + 1 + i % 50) % $2, 1 + (i * 7) % $2, 1 + (i * 7 + 1 + i % 50) % $2,"
                  " 0 FROM n",
                  DB_WITH(db_int(jobs), db_int(QUEUE_PLAYERS)), err) &&
           db_run(s,
                  "INSERT INTO jobs (match, priority, lease, token, worker, tries)"
                  " SELECT id, id, 0, 0, '', 0 FROM matches",
                  DB_WITHOUT, err);
}

static bool work(struct store *s, const char *name, struct err *err)
{
    struct journal_match result = {.winner = 0, .reason = "bench"};
    for (bool found = true; found;) {
        struct store_job job;
        bool counted;
        if (!store_take(s, name, 60000, STORE_CAGED, &job, &found, err)) return false;
        if (!found) return true;
        result.winner = (int32_t)(job.match % 3) - 1;
        if (!store_finish(s, &job, &result, NULL, name, &counted, err)) return false;
        if (!counted) return err_set(err, "match %lld was not counted", (long long)job.match);
        store_job_free(&job);
    }
    return true;
}

static int run_worker(int number, void *arg)
{
    char name[32];
    struct err err;
    struct store *s = store_open(arg, STORE_USE, &err);
    snprintf(name, sizeof name, "bench-%d", number);
    if (!s) return fail(&err);
    bool ok = work(s, name, &err);
    store_close(s);
    return ok ? 0 : fail(&err);
}

static bool run_workers(char *url, int count, struct err *err)
{
    struct workers w = {.count = 0};
    int failed = 0, status;
    for (int i = 0; i < count; i++)
        if (!workers_start(&w, i, run_worker, url, err)) return false;
    for (int i = 0; i < count;) {
        if (workers_wait(&w, 60 * 1000 * 1000, &status) < 0) continue;
        failed += status != 0;
        i++;
    }
    return failed == 0 || err_set(err, "%d workers failed", failed);
}

static int bench_queue(struct store *s, char *url, int64_t jobs, int workers)
{
    struct err err;
    int64_t counted = 0, findings = 0;
    bool found;
    if (!make_ladder(s, QUEUE_PLAYERS, &err) || !queue_jobs(s, jobs, &err)) return fail(&err);
    int64_t began_us = clock_us();
    if (!run_workers(url, workers, &err)) return fail(&err);
    double seconds = seconds_since(began_us);
    if (!db_ask_int(s, "SELECT count(*) FROM results", DB_WITHOUT, &counted, &found, &err) ||
        !store_check(s, count_finding, NULL, &findings, &err))
        return fail(&err);
    printf("{\"jobs\":%lld,\"workers\":%d,\"seconds\":%.2f,\"jobs_per_second\":%.0f,"
           "\"counted\":%lld,\"findings\":%lld}\n",
           (long long)jobs, workers, seconds, (double)jobs / seconds, (long long)counted,
           (long long)findings);
    return counted == jobs && findings == 0 ? 0 : 1;
}

/* ---- a large ladder ---- */

static bool fill_ladder(struct store *s, int64_t players, int64_t results, struct err *err)
{
    return db_run(s,
                  "WITH RECURSIVE n(i) AS (SELECT CAST(1 AS BIGINT) UNION ALL"
                  " SELECT i + 1 FROM n WHERE i < $1)"
                  " INSERT INTO matches (id, key, ladder, seed, version0, version1, player0,"
                  " player1, created) SELECT i, 'bench:' || i, 1, i, 1 + (i * 7919) % $2,"
                  " 1 + (i * 7919 + 1 + i % ($2 - 1)) % $2, 1 + (i * 7919) % $2,"
                  " 1 + (i * 7919 + 1 + i % ($2 - 1)) % $2, 0 FROM n",
                  DB_WITH(db_int(results), db_int(players)), err) &&
           db_run(s,
                  "INSERT INTO results (id, match, ladder, player0, player1, version0, version1,"
                  " winner, reason, turns, score0, score1, fault0, fault1, ms_total0, ms_total1,"
                  " ms_max0, ms_max1, rating0, rating1, deviation0, deviation1, token, worker,"
                  " finished) SELECT id, id, ladder, player0, player1, version0, version1,"
                  " CASE WHEN id % 17 = 0 THEN -1 WHEN id % 4 = 0 THEN 0"
                  " WHEN player0 > player1 THEN 1 ELSE 0 END, 'bench', 1, 0, 0, '', '', 0, 0, 0, 0,"
                  " 0, 0, 0, 0, 0, '', 0 FROM matches",
                  DB_WITHOUT, err);
}

static void ignore_place(void *arg, const struct store_place *place)
{
    int *count = arg;
    (void)place;
    ++*count;
}

static int bench_ladder(struct store *s, int64_t players, int64_t results)
{
    struct err err;
    double best = 1e9;
    int64_t findings = 0;
    int count = 0;
    if (!make_ladder(s, (int)players, &err) || !fill_ladder(s, players, results, &err))
        return fail(&err);
    int64_t began_us = clock_us();
    if (!store_rerate(s, 1, &err)) return fail(&err);
    double rerate_s = seconds_since(began_us);
    for (int i = 0; i < STANDINGS_RUNS; i++) {
        began_us = clock_us();
        count = 0;
        if (!store_standings(s, 1, ignore_place, &count, &err)) return fail(&err);
        double took = seconds_since(began_us);
        if (took < best) best = took;
    }
    if (!store_check(s, count_finding, NULL, &findings, &err)) return fail(&err);
    printf("{\"players\":%d,\"results\":%lld,\"rerate_s\":%.2f,\"standings_ms\":%.2f,"
           "\"findings\":%lld}\n",
           count, (long long)results, rerate_s, best * 1e3, (long long)findings);
    return findings == 0 ? 0 : 1;
}

int main(int argc, char **argv)
{
    struct err err;
    if (argc != 5) {
        fprintf(stderr, "usage: store_bench URL queue JOBS WORKERS | URL ladder PLAYERS RESULTS\n");
        return 2;
    }
    struct store *s = store_open(argv[1], STORE_USE, &err);
    if (!s) return fail(&err);
    int64_t first = strtoll(argv[3], NULL, 10), second = strtoll(argv[4], NULL, 10);
    int status = strcmp(argv[2], "queue") == 0 ? bench_queue(s, argv[1], first, (int)second)
                                               : bench_ladder(s, first, second);
    store_close(s);
    return status;
}
