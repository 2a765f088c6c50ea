/*
 * A league with very many workers, without their matches: what the database has to bear.
 *
 *   store_load URL WORKERS MATCHES_PER_HOUR SECONDS
 *
 * Each worker is what league/work/worker.c is to the database: a connection of its own, a look at
 * the queue and at the ladders now and then, a lease that is renewed, a result with a record.
 * Instead of a match there is a time that passes. A process of this program holds many of them and
 * does in turn what is due, so that a thousand fit on a machine. Prints one JSON object: how long
 * it took to take, renew, fill and finish, and how far things fell behind. The store must be empty.
 */
#include "base/rng.h"
#include "league/store/db.h"
#include "league/store/store_check.h"
#include "league/store/store_worker.h"
#include "os/clock.h"
#include "os/workers.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum {
    PROCESSES = 4,
    LADDERS = 4,
    PLAYERS = 1000,
    RECORD_BYTES = 12 * 1024, /* compressed: reborn has 2 KiB, chaser 15, codevs4 90 */
    SECOND_US = 1000 * 1000,
    LOOK_US = 2 * SECOND_US, /* as in worker.c: BELL_LOOK_US, FILL_EVERY_US, a third of a lease */
    FILL_US = SECOND_US,
    RENEW_US = 10 * SECOND_US,
    LEASE_MS = 30000,
    START_MOST_US = 600 * SECOND_US, /* until all have their first match */
    FILL_LOW = 4,
    FILL_HIGH = 16,
    SAMPLES_MOST = 1 << 20
};

enum work { TAKE, LOOK, RENEW, FILL, FINISH, LATE, KINDS };
static const char *const kind_names[KINDS] = {"take", "look", "renew", "fill", "finish", "late"};

/* Shared by all processes: each writes into its own. */
struct samples {
    int64_t count[KINDS], idle_us, played, lost, start_us;
    _Atomic bool is_ready;
    int32_t us[KINDS][SAMPLES_MOST];
};

struct plan {
    const char *url;
    int workers; /* of each process */
    int64_t match_us, seconds;
    struct samples *samples;
};

struct sim_worker {
    struct store *store;
    struct store_job job;
    char name[STORE_NAME];
    bool is_busy;
    int64_t end_us, look_us, fill_us, renew_us; /* when it is due */
    int64_t idle_since_us;
};

static int fail(const struct err *err)
{
    fprintf(stderr, "store_load: %s\n", err->text);
    return 3;
}

static void note(struct samples *s, enum work kind, int64_t us)
{
    if (s->count[kind] < SAMPLES_MOST) s->us[kind][s->count[kind]++] = (int32_t)us;
}

/* ---- what a worker does ---- */

struct ladder_ids {
    int64_t id[LADDERS];
    int count;
};

static void note_ladder(void *arg, const struct store_ladder *ladder)
{
    struct ladder_ids *ids = arg;
    if (ids->count < LADDERS) ids->id[ids->count++] = ladder->id;
}

static bool fill_ladders(struct sim_worker *w, struct samples *s, struct err *err)
{
    struct ladder_ids ids = {.count = 0};
    int64_t began_us = clock_us();
    if (!store_ladders(w->store, STORE_SEES_ALL, note_ladder, &ids, err)) return false;
    for (int i = 0; i < ids.count; i++) {
        int added = 0;
        if (!store_fill(w->store, ids.id[i], FILL_LOW, FILL_HIGH, &added, err)) return false;
    }
    w->fill_us = clock_us() + FILL_US;
    note(s, FILL, clock_us() - began_us);
    return true;
}

static bool take(struct sim_worker *w, const struct plan *p, struct samples *s, struct err *err)
{
    int64_t began_us = clock_us();
    if (!store_take(w->store, w->name, LEASE_MS, STORE_CAGED, &w->job, &w->is_busy, err))
        return false;
    int64_t now_us = clock_us();
    note(s, TAKE, now_us - began_us);
    if (!w->is_busy) return true;
    s->idle_us += now_us - w->idle_since_us;
    w->end_us = now_us + p->match_us;
    return true;
}

static bool finish(struct sim_worker *w, struct samples *s, struct err *err)
{
    static unsigned char bytes[RECORD_BYTES];
    struct journal_match result = {.winner = (int32_t)(w->job.match % 3) - 1, .reason = "load"};
    struct store_record record = {.bytes = bytes, .len = sizeof bytes};
    bool counted = false;
    struct rng rng = {(uint64_t)w->job.match};
    for (size_t i = 0; i < sizeof bytes; i++) bytes[i] = (unsigned char)rng_next(&rng);
    int64_t began_us = clock_us();
    if (!store_finish(w->store, &w->job, &result, &record, w->name, &counted, err)) return false;
    note(s, FINISH, clock_us() - began_us);
    s->played += counted;
    s->lost += !counted;
    store_job_free(&w->job);
    w->is_busy = false;
    w->idle_since_us = clock_us();
    return true;
}

static bool renew(struct sim_worker *w, struct samples *s, struct err *err)
{
    bool held = true;
    int64_t began_us = clock_us();
    if (!store_seen(w->store, w->name, err)) return false;
    if (w->is_busy && !store_renew(w->store, &w->job, LEASE_MS, &held, err)) return false;
    w->renew_us = clock_us() + RENEW_US;
    note(s, RENEW, clock_us() - began_us);
    if (held) return true;
    s->lost++;
    store_job_free(&w->job);
    w->is_busy = false;
    w->idle_since_us = clock_us();
    return true;
}

/* While bots play, a match that somebody waits for would go first. */
static bool look_for_newcomers(struct sim_worker *w, struct samples *s, struct err *err)
{
    struct store_job job;
    bool found = false;
    int64_t began_us = clock_us();
    if (!store_take_soon(w->store, w->name, LEASE_MS, STORE_CAGED, &job, &found, err)) return false;
    note(s, LOOK, clock_us() - began_us);
    if (!found) return true;
    bool ok = store_give_back(w->store, &job, err);
    store_job_free(&job);
    return ok;
}

/* As worker.c has it: finish, take, fill (at once when nothing was left), renew. */
static bool round_of(struct sim_worker *w, const struct plan *p, struct samples *s, struct err *err)
{
    int64_t now_us = clock_us();
    bool is_over = w->is_busy && now_us >= w->end_us;
    if (is_over) note(s, LATE, now_us - w->end_us);
    if (is_over && !finish(w, s, err)) return false;
    if (w->is_busy ? !look_for_newcomers(w, s, err) : !take(w, p, s, err)) return false;
    bool is_dry = !w->is_busy;
    if ((is_dry || clock_us() >= w->fill_us) && !fill_ladders(w, s, err)) return false;
    if (is_dry && !take(w, p, s, err)) return false;
    if (clock_us() >= w->renew_us && !renew(w, s, err)) return false;
    w->look_us = clock_us() + LOOK_US;
    return true;
}

static int64_t due_us(const struct sim_worker *w)
{
    int64_t due = w->is_busy && w->end_us < w->look_us ? w->end_us : w->look_us;
    return w->renew_us < due ? w->renew_us : due;
}

/* ---- a process of many ---- */

static bool open_all(struct sim_worker *all, const struct plan *p, int number, struct err *err)
{
    struct rng rng = {(uint64_t)number + 1};
    int64_t now_us = clock_us();
    for (int i = 0; i < p->workers; i++) {
        struct sim_worker *w = &all[i];
        char wanted[32];
        snprintf(wanted, sizeof wanted, "load-%d-%d", number, i);
        if (!(w->store = store_open(p->url, STORE_USE, err))) return false;
        if (!store_register(w->store, wanted, "load", w->name, err)) return false;
        w->renew_us = now_us + (int64_t)(rng_next(&rng) % RENEW_US);
        w->fill_us = now_us + (int64_t)(rng_next(&rng) % FILL_US);
        w->look_us = now_us; /* all want a match now */
        w->idle_since_us = now_us;
    }
    return true;
}

static void wait_for_news(struct sim_worker *all, int count, int64_t until_us)
{
    static struct pollfd fds[4096];
    int64_t left_us = until_us - clock_us();
    for (int i = 0; i < count; i++)
        fds[i] = (struct pollfd){.fd = store_notify_fd(all[i].store), .events = POLLIN};
    if (poll(fds, (nfds_t)count, left_us > 0 ? (int)(left_us / 1000) : 0) <= 0) return;
    for (int i = 0; i < count; i++) {
        if (!fds[i].revents) continue;
        store_notify_drain(all[i].store);
        all[i].look_us = clock_us(); /* the bell wakes everybody */
    }
}

/* Does what is due until end_us, or until all have a match. */
static bool go_on(struct sim_worker *all, const struct plan *p, struct samples *s, int64_t end_us,
                  bool until_busy, struct err *err)
{
    while (clock_us() < end_us) {
        int64_t next_us = end_us;
        int busy = 0;
        for (int i = 0; i < p->workers; i++) {
            if (due_us(&all[i]) <= clock_us() && !round_of(&all[i], p, s, err)) return false;
            if (due_us(&all[i]) < next_us) next_us = due_us(&all[i]);
            busy += all[i].is_busy;
        }
        if (until_busy && busy == p->workers) return true;
        wait_for_news(all, p->workers, next_us);
    }
    return true;
}

/* All have a match, and each is over after a random part of its time, as if this had been going on
   for long. Waits for the other processes, whose workers keep their leases meanwhile. */
static bool begin(struct sim_worker *all, const struct plan *p, int number, struct err *err)
{
    struct plan endless = *p;
    struct samples *s = &p->samples[number];
    struct rng rng = {(uint64_t)number + 77};
    int64_t began_us = clock_us();
    endless.match_us = START_MOST_US;
    if (!go_on(all, &endless, s, began_us + START_MOST_US, true, err)) return false;
    s->start_us = clock_us() - began_us;
    s->is_ready = true;
    for (int ready = 0; ready < PROCESSES;) {
        if (!go_on(all, &endless, s, clock_us() + SECOND_US / 10, false, err)) return false;
        ready = 0;
        for (int i = 0; i < PROCESSES; i++) ready += p->samples[i].is_ready;
    }
    for (int i = 0; i < p->workers; i++)
        all[i].end_us = clock_us() + (int64_t)(rng_next(&rng) % (uint64_t)p->match_us);
    memset(s->count, 0, sizeof s->count); /* the start is not what is measured */
    s->played = s->idle_us = 0;
    return true;
}

static bool simulate(struct sim_worker *all, const struct plan *p, int number, struct err *err)
{
    struct samples *s = &p->samples[number];
    if (!open_all(all, p, number, err) || !begin(all, p, number, err)) return false;
    if (!go_on(all, p, s, clock_us() + p->seconds * SECOND_US, false, err)) return false;
    for (int i = 0; i < p->workers; i++) {
        if (all[i].is_busy && !store_give_back(all[i].store, &all[i].job, err)) return false;
        store_close(all[i].store);
    }
    return true;
}

static int run_process(int number, void *arg)
{
    const struct plan *p = arg;
    struct err err;
    struct sim_worker *all = calloc((size_t)p->workers, sizeof *all);
    bool ok = all ? simulate(all, p, number, &err) : err_set(&err, "out of memory");
    free(all);
    return ok ? 0 : fail(&err);
}

/* ---- all of them ---- */

static bool make_league(const char *url, struct err *err)
{
    struct store *s = store_open(url, STORE_USE, err);
    if (!s) return false;
    bool ok = true;
    for (int l = 0; ok && l < LADDERS; l++) {
        char name[32];
        int64_t id;
        struct store_ladder ladder = {.game = "reborn"};
        snprintf(ladder.name, sizeof ladder.name, "load%d", l);
        ok = store_add_ladder(s, &ladder, &id, err);
        for (int i = 0; ok && i < PLAYERS / LADDERS; i++) {
            struct store_entered entered;
            snprintf(name, sizeof name, "p%d-%d", l, i);
            struct store_enter enter = {
                .ladder = id, .player = name, .kind = "bot", .seat = "bot:random"};
            ok = store_enter(s, &enter, &entered, err);
        }
    }
    store_close(s);
    return ok;
}

static int by_size(const void *a, const void *b)
{
    int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
    return (x > y) - (x < y);
}

static double ms_at(const int32_t *sorted, size_t place)
{
    return sorted[place] / 1e3;
}

static void report(const struct plan *p, enum work kind)
{
    static int32_t all[PROCESSES * SAMPLES_MOST];
    size_t count = 0;
    for (int i = 0; i < PROCESSES; i++) {
        memcpy(all + count, p->samples[i].us[kind],
               (size_t)p->samples[i].count[kind] * sizeof all[0]);
        count += (size_t)p->samples[i].count[kind];
    }
    qsort(all, count, sizeof all[0], by_size);
    printf(",\"%s\":{\"count\":%zu", kind_names[kind], count);
    if (count > 0)
        printf(",\"p50_ms\":%.1f,\"p99_ms\":%.1f,\"max_ms\":%.1f", ms_at(all, count / 2),
               ms_at(all, count * 99 / 100), ms_at(all, count - 1));
    putchar('}');
}

static bool run_all(struct plan *p, struct err *err)
{
    struct workers w = {.count = 0};
    int status, failed = 0;
    for (int i = 0; i < PROCESSES; i++)
        if (!workers_start(&w, i, run_process, p, err)) return false;
    for (int left = PROCESSES; left > 0;) {
        if (workers_wait(&w, 60 * (int64_t)SECOND_US, &status) < 0) continue;
        failed += status != 0;
        left--;
    }
    return failed == 0 || err_set(err, "%d processes failed", failed);
}

int main(int argc, char **argv)
{
    struct err err;
    if (argc != 5) {
        fprintf(stderr, "usage: store_load URL WORKERS MATCHES_PER_HOUR SECONDS\n");
        return 2;
    }
    int workers = atoi(argv[2]);
    int64_t an_hour = atoll(argv[3]);
    struct plan p = {.url = argv[1],
                     .workers = workers / PROCESSES,
                     .match_us = (int64_t)workers * 3600 * SECOND_US / an_hour,
                     .seconds = atoll(argv[4]),
                     .samples = mmap(NULL, PROCESSES * sizeof *p.samples, PROT_READ | PROT_WRITE,
                                     MAP_SHARED | MAP_ANONYMOUS, -1, 0)};
    if (p.samples == MAP_FAILED) return err_sys(&err, "mmap"), fail(&err);
    if (!make_league(p.url, &err) || !run_all(&p, &err)) return fail(&err);
    int64_t played = 0, lost = 0, idle_us = 0, start_us = 0;
    for (int i = 0; i < PROCESSES; i++) {
        played += p.samples[i].played;
        lost += p.samples[i].lost;
        idle_us += p.samples[i].idle_us;
        if (p.samples[i].start_us > start_us) start_us = p.samples[i].start_us;
    }
    printf("{\"workers\":%d,\"wanted_per_hour\":%lld,\"played_per_hour\":%.0f,\"lost\":%lld,"
           "\"start_s\":%.1f,\"idle_ms_a_match\":%.1f",
           workers, (long long)an_hour, (double)played * 3600 / (double)p.seconds, (long long)lost,
           (double)start_us / 1e6, played ? (double)idle_us / 1e3 / (double)played : 0.0);
    for (int kind = 0; kind < KINDS; kind++) report(&p, (enum work)kind);
    puts("}");
    return lost == 0 ? 0 : 1;
}
