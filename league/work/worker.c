/* A round takes what is free, looks at what plays, renews leases before they end and stores what
   is done. Nothing is kept that the store does not have. */
#include "league/work/worker.h"

#include "league/build/program_cache.h"
#include "league/store/store_player.h"
#include "league/store/store_result.h"
#include "league/store/store_worker.h"
#include "league/work/leased_match.h"
#include "os/clock.h"
#include "os/file.h"
#include "os/proc.h"
#include "os/stop.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    IDLE_LOOK_US = 200 * 1000,      /* where nobody rings */
    BELL_LOOK_US = 2 * 1000 * 1000, /* a lease of another may have ended */
    FILL_EVERY_US = 1000 * 1000,
    LADDERS_MOST = 1000
};

/* A place: one match at a time. The second half of them are for matches that somebody waits for:
   each is used only while the match of its place in the first half stands still, and has the same
   cores and slots of the cage. (Bots need no cage.) */
struct place {
    struct leased_match match;
    int memory; /* its record while it is played: a killed worker leaves nothing behind */
    char record[FILE_MEMORY_PATH], live[4096];
    struct program program[2]; /* of those who were submitted */
};

struct worker {
    struct store *store;
    const struct worker_options *o;
    worker_fn *tell;
    void *arg;
    char name[STORE_NAME];
    struct lease_holder holder;
    struct place *places;
    struct builder_options building;
    struct builder builder;
    int64_t played, started;
    int64_t renewed_us, filled_us;
    bool is_dry;  /* the last look found nothing to take */
    bool is_rung; /* there is something new */
};

/* ---- what is told ---- */

static void tell(const struct worker *w, const struct store_job *job,
                 const struct journal_match *result, const char *why)
{
    struct worker_news news = {
        .name = w->name, .played = w->played, .job = job, .result = result, .why = why};
    if (w->tell) w->tell(w->arg, &news);
}

static void tell_build(void *arg, const struct store_build *build, const char *why)
{
    const struct worker *w = arg;
    struct worker_news news = {.name = w->name, .played = w->played, .build = build, .why = why};
    if (w->tell) w->tell(w->arg, &news);
}

static int place_count(const struct worker *w)
{
    return 2 * w->o->jobs;
}

/* ---- the match as the ladder wants it ---- */

static bool is_submitted(const struct store_job *job, int side)
{
    return strcmp(job->seat[side], STORE_SUBMITTED) == 0;
}

/* A submitted program plays in the cage, whatever the worker does with others. */
static bool seat_programs(const struct worker *w, struct place *p, struct match_options *m,
                          struct err *why)
{
    for (int side = 0; side < 2; side++) {
        bool found;
        if (!is_submitted(&p->match.job, side)) continue;
        if (!program_cache_get(w->store, w->building.programs, p->match.job.version[side],
                               &p->program[side], &found, why))
            return false;
        if (!found) return err_code(why, "program-missing: a submitted program is missing");
        m->cage = w->o->cage;
        m->seat[side] = p->program[side].run;
        m->shown[side] = STORE_SUBMITTED;
        m->home[side] = p->program[side].folder;
    }
    return true;
}

static void fill_limits(struct match_options *m, const struct ladder_settings *l)
{
    m->caged = (struct cage_limits){.memory_bytes = l->memory_mb << 20,
                                    .processes = l->processes,
                                    .file_bytes = l->file_mb << 20};
    if (l->answer_kb > 0) m->limits.answer_bytes = l->answer_kb << 10;
    if (l->output_kb > 0) m->limits.output_bytes = l->output_kb << 10;
    if (l->stderr_kb > 0) m->limits.err_bytes = l->stderr_kb << 10;
}

bool worker_fill_match(const struct store_job *job, struct match_options *m, struct text *why)
{
    struct ladder_settings l;
    const struct game *game = game_find(job->game);
    if (!game) {
        said_write(why, "no-game: there is no game {game:%s}", job->game);
        return false;
    }
    if (!ladder_settings_read(&l, job->settings, why)) return false;
    m->game = game;
    m->clock = game->clock;
    m->contest_names = !l.any_name;
    m->setup = (struct game_setup){job->seed, job->setup, job->map};
    if (l.match_ms >= 0) m->clock.match_ms = l.match_ms;
    if (l.turn_ms >= 0) m->clock.turn_ms = l.turn_ms;
    if (l.name_ms >= 0) m->clock.name_ms = l.name_ms;
    if (l.margin_ms > m->margin_ms) m->margin_ms = l.margin_ms;
    fill_limits(m, &l);
    for (int side = 0; side < 2; side++) {
        m->seat[side] = job->seat[side];
        m->who[side] = job->name[side];
    }
    return true;
}

/* A person plays by way of a site, and it held the match. */
static bool is_ours(const struct store_job *job, struct err *why)
{
    for (int side = 0; side < 2; side++) {
        if (strcmp(job->seat[side], STORE_PERSON) != 0) continue;
        return err_code(why, "person-left: the person who played it has left");
    }
    return true;
}

static void forget(struct worker *w, struct place *p);
static bool give_up(struct worker *w, struct place *p, const struct err *why, struct err *err);

/* It never can be played. */
static bool refuse(struct worker *w, struct place *p, const struct err *why, struct err *err)
{
    tell(w, &p->match.job, NULL, why->text);
    bool ok = leased_match_void(&w->holder, &p->match, why, err);
    forget(w, p);
    return ok;
}

/* Bots among themselves, and finals, which people come to see. */
static bool is_only_watched(const struct store_job *job)
{
    return job->is_bots || job->formula == RATING_NONE;
}

static bool can_be_set_up(const struct store_job *job, struct match_options *m, struct err *why)
{
    char buf[SAID_BYTES];
    struct text wrong = TEXT_ON(buf);
    struct err said;
    if (worker_fill_match(job, m, &wrong)) return true;
    err_said(&said, buf);
    return err_code(why, "match-setup: it cannot be set up: {why:%p}", err_value(&said));
}

static bool start(struct worker *w, struct place *p, struct err *err)
{
    struct err why;
    struct match_process_task task = {0};
    task.keep_stderr = w->o->keep_stderr && !p->match.job.is_owned; /* everybody sees the record */
    task.pace_ms = is_only_watched(&p->match.job) ? w->o->pace_ms : 0;
    task.is_packed = true;
    if (!w->o->no_records) task.record = p->record;
    if (w->o->live) task.live = p->live;
    snprintf(p->live, sizeof p->live, "%s/%lld.jsonl", w->o->live ? w->o->live : "",
             (long long)p->match.job.match);
    task.match = w->o->match;
    task.match.lane = (int)(p - w->places) % w->o->jobs;
    task.match.slot = 2 * task.match.lane;
    if (!is_ours(&p->match.job, &why) || !can_be_set_up(&p->match.job, &task.match, &why))
        return refuse(w, p, &why, err);
    if (!seat_programs(w, p, &task.match, &why)) return give_up(w, p, &why, err);
    return (!task.record || file_memory(&p->memory, p->record, err)) &&
           leased_match_start(&p->match, &task, err);
}

/* ---- taking ---- */

static enum store_caged caged(const struct worker *w)
{
    return w->o->cage ? STORE_CAGED : STORE_UNCAGED;
}

static bool begin(struct worker *w, struct place *p, struct err *err)
{
    struct err why;
    w->started++;
    p->live[0] = '\0';
    if (p->match.job.tries <= WORKER_TRIES) return start(w, p, err);
    err_code(&why, "match-tries: it was tried too often");
    return refuse(w, p, &why, err);
}

static bool take(struct worker *w, struct place *p, struct err *err)
{
    bool found;
    if (!leased_match_take(&w->holder, &p->match, caged(w), &found, err)) return false;
    w->is_dry = !found;
    return !found || begin(w, p, err);
}

static bool runs_bots(const struct place *p)
{
    return p->match.is_held && p->match.end && p->match.job.is_bots &&
           p->match.job.priority > STORE_SOON;
}

/* Bots stand still as long as somebody waits. */
static bool make_way(struct worker *w, struct place *bots, struct place *p, struct err *err)
{
    bool found = p->match.is_held;
    if (!found && !leased_match_take_soon(&w->holder, &p->match, caged(w), &found, err))
        return false;
    leased_match_hold(&bots->match, found);
    return !found || p->match.end || begin(w, p, err);
}

static bool take_all(struct worker *w, struct err *err)
{
    w->is_dry = false;
    for (int i = 0; i < w->o->jobs && !w->is_dry; i++) {
        if (w->places[i].match.is_held || w->places[w->o->jobs + i].match.is_held) continue;
        if (w->o->until == WORKER_ONCE && w->started >= w->o->jobs) return w->is_dry = true;
        if (!take(w, &w->places[i], err)) return false;
    }
    for (int i = 0; i < w->o->jobs && w->o->until != WORKER_ONCE; i++)
        if (runs_bots(&w->places[i]) &&
            !make_way(w, &w->places[i], &w->places[w->o->jobs + i], err))
            return false;
    return true;
}

/* ---- supplying ladders ---- */

struct ladder_ids {
    int64_t id[LADDERS_MOST];
    int count;
    bool with_end_only;
};

static void note_ladder(void *arg, const struct store_ladder *ladder)
{
    struct ladder_ids *ids = arg;
    struct ladder_settings l;
    char buf[256];
    struct text why = TEXT_ON(buf);
    if (!ladder->is_open || ids->count == LADDERS_MOST) return;
    if (!ladder_settings_read(&l, ladder->settings, &why) || !l.pairing) return;
    if (l.games > 0 || !ids->with_end_only) ids->id[ids->count++] = ladder->id;
}

/* Enough for this worker to be busy until the next look; what others need they fill themselves.
   Now and then, and at once when nothing was left to take. */
static bool fill_ladders(struct worker *w, struct err *err)
{
    struct ladder_ids ids = {.with_end_only = w->o->until == WORKER_DRAINED};
    int64_t now_us = clock_us();
    bool is_due = now_us - w->filled_us >= FILL_EVERY_US || w->is_dry;
    if (w->o->until == WORKER_ONCE || !is_due) return true;
    w->filled_us = now_us;
    if (!store_ladders(w->store, STORE_SEES_ALL, note_ladder, &ids, err)) return false;
    /* Matches that take their time are wanted a pair at a time, so that the ladders take turns. */
    int low = w->o->pace_ms > 0 ? 2 : 4 * w->o->jobs, high = w->o->pace_ms > 0 ? 2 : 4 * low;
    for (int i = 0; i < ids.count; i++) {
        int added = 0;
        if (!store_fill(w->store, ids.id[i], low, high, &added, err)) return false;
        if (added > 0) w->is_dry = false;
    }
    return true;
}

/* ---- finishing ---- */

static void forget(struct worker *w, struct place *p)
{
    leased_match_free(&p->match);
    file_close(&p->memory);
    if (w->o->live && p->live[0]) unlink(p->live);
}

/* A record in the common folder is known by its match, and by who played it. */
static bool store_result(struct worker *w, struct place *p, const struct journal_match *m,
                         struct err *err)
{
    char name[64];
    struct leased_record record = {.path = w->o->no_records ? NULL : p->record,
                                   .folder = w->o->records,
                                   .file = w->o->records ? name : NULL};
    bool counted = false;
    snprintf(name, sizeof name, "%lld-%llx.jsonl.zst", (long long)p->match.job.match,
             (unsigned long long)p->match.job.token);
    if (!leased_match_finish(&w->holder, &p->match, m, &record, &counted, err)) return false;
    w->played += counted;
    tell(w, &p->match.job, counted ? m : NULL, "another worker was faster");
    if (p->match.job.priority <= STORE_SOON) w->filled_us = 0; /* the next one is waited for, too */
    forget(w, p);
    return true;
}

/* The arena's own failure: somebody tries again, so often and no more. */
static bool give_up(struct worker *w, struct place *p, const struct err *why, struct err *err)
{
    tell(w, &p->match.job, NULL, why->text);
    bool is_last = p->match.job.tries >= WORKER_TRIES;
    bool ok = is_last ? leased_match_void(&w->holder, &p->match, why, err)
                      : leased_match_retry(&w->holder, &p->match, err);
    forget(w, p);
    return ok;
}

static bool read_place(struct worker *w, struct place *p, struct err *err)
{
    struct journal_match m;
    struct err why;
    switch (leased_match_read(&p->match, &m, &why)) {
    case MATCH_PROCESS_DONE: return store_result(w, p, &m, err);
    case MATCH_PROCESS_DIED: return stop_asked() || give_up(w, p, &why, err);
    case MATCH_PROCESS_GOES_ON:
    default: return true;
    }
}

static bool renew(struct worker *w, struct err *err)
{
    int64_t now_us = clock_us();
    if (now_us - w->renewed_us < w->o->lease_ms * 1000 / 3) return true;
    w->renewed_us = now_us;
    if (!store_seen(w->store, w->name, err) || !builder_renew(&w->builder, err)) return false;
    for (int i = 0; i < place_count(w); i++) {
        struct place *p = &w->places[i];
        if (!p->match.is_held) continue;
        if (!leased_match_renew(&w->holder, &p->match, err)) return false;
        if (p->match.is_held) continue;
        tell(w, &p->match.job, NULL, "another worker plays it now");
        forget(w, p);
    }
    return true;
}

/* ---- going round ---- */

static int64_t wait_us(const struct worker *w)
{
    int64_t renew_us = w->renewed_us + w->o->lease_ms * 1000 / 3 - clock_us();
    int64_t look_us = store_notify_fd(w->store) >= 0 ? BELL_LOOK_US : IDLE_LOOK_US;
    int64_t least = renew_us < look_us ? renew_us : look_us;
    return least > 0 ? least : 0;
}

static bool wait_for_news(struct worker *w, struct err *err)
{
    struct pollfd fds[2 * WORKER_JOBS + 2];
    int count = place_count(w);
    for (int i = 0; i < count; i++)
        fds[i] = (struct pollfd){.fd = leased_match_fd(&w->places[i].match), .events = POLLIN};
    fds[count] = (struct pollfd){.fd = store_notify_fd(w->store), .events = POLLIN};
    fds[count + 1] = (struct pollfd){.fd = builder_fd(&w->builder), .events = POLLIN};
    if (stop_poll(fds, (nfds_t)count + 2, wait_us(w)) < 0 && errno != EINTR)
        return err_sys(err, "poll");
    if (stop_asked()) return true;
    if (fds[count].revents) store_notify_drain(w->store);
    w->is_rung = fds[count].revents != 0;
    if (fds[count + 1].revents && !builder_read(&w->builder, tell_build, w, err)) return false;
    for (int i = 0; i < count; i++)
        if (fds[i].fd >= 0 && fds[i].revents && !read_place(w, &w->places[i], err)) return false;
    return true;
}

static bool any_runs(const struct worker *w)
{
    for (int i = 0; i < place_count(w); i++)
        if (w->places[i].match.is_held) return true;
    return false;
}

/* Matches that others hold may still come back: their worker may be dead. */
static bool is_over(struct worker *w, bool *over, struct err *err)
{
    int64_t pending = 0;
    *over = w->is_dry && w->builder.is_dry && w->o->until != WORKER_FOR_EVER && !any_runs(w);
    if (!*over || w->o->until == WORKER_ONCE) return true;
    if (!store_pending(w->store, 0, &pending, err)) return false;
    *over = pending == 0;
    return true;
}

static bool work(struct worker *w, struct err *err)
{
    while (!stop_asked()) {
        bool over;
        if (!builder_look(&w->builder, w->is_rung, err) || !builder_tell(&w->builder, err) ||
            !take_all(w, err))
            return false;
        if (!fill_ladders(w, err)) return false;
        if (!is_over(w, &over, err)) return false;
        if (over) return true;
        if (!w->is_dry && !any_runs(w)) continue; /* new matches have come */
        if (!renew(w, err) || !wait_for_news(w, err)) return false;
    }
    return true;
}

/* What is not finished is another's at once. */
static void leave(struct worker *w)
{
    struct err ignored;
    for (int i = 0; i < place_count(w); i++) {
        struct place *p = &w->places[i];
        if (p->match.is_held) leased_match_give_back(&w->holder, &p->match, &ignored);
        forget(w, p);
    }
    builder_leave(&w->builder);
    store_leave(w->store, w->name, &ignored);
    proc_kill_descendants();
}

static bool prepare(struct worker *w, struct err *err)
{
    char machine[65] = "?";
    gethostname(machine, sizeof machine - 1);
    w->holder = (struct lease_holder){w->store, w->name, w->o->lease_ms};
    w->building = w->o->builder;
    w->building.cage = w->o->cage;
    w->building.slot = 2 * w->o->jobs;
    w->building.lease_ms = w->o->lease_ms;
    builder_open(&w->builder, w->store, w->o->cage ? &w->building : NULL, w->name);
    const char *languages = w->builder.words[1] ? w->builder.words : "";
    return store_register(w->store, w->o->name, machine, w->name, err) &&
           store_tell_languages(w->store, w->name, languages, err);
}

bool worker_run(struct store *s, const struct worker_options *o, worker_fn *tell_fn, void *arg,
                struct err *err)
{
    struct worker w = {.store = s, .o = o, .tell = tell_fn, .arg = arg, .renewed_us = clock_us()};
    struct place *places = calloc(2 * (size_t)o->jobs, sizeof *places);
    if (!places) return err_set(err, "out of memory");
    w.places = places;
    for (int i = 0; i < place_count(&w); i++)
        places[i] = (struct place){.match = LEASED_MATCH_NONE, .memory = -1};
    bool ok = prepare(&w, err) && work(&w, err);
    leave(&w);
    free(places);
    return ok;
}
