/* A table of runs, looked over from the site's loop: nothing in it waits. */
#include "site/trial_pool.h"

#include "os/clock.h"
#include "os/random.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const int64_t KEPT_US = INT64_C(180) * 1000 * 1000; /* what is over, once nobody asks */

void trial_pool_open(struct trial_pool *pool, const struct trial_pool_options *o)
{
    int64_t half = sysconf(_SC_NPROCESSORS_ONLN) / 2;
    *pool = (struct trial_pool){.o = *o};
    pool->places = half < 1 ? 1 : half > TRIAL_POOL_RUNNING ? TRIAL_POOL_RUNNING : (int)half;
}

static void clear(struct trial_pool *pool, struct trial_entry *e)
{
    trial_free(&e->trial);
    if (e->slot >= 0) pool->is_taken[e->slot] = false;
    free(e->source);
    *e = (struct trial_entry){.slot = -1, .trial = TRIAL_NONE};
}

void trial_pool_close(struct trial_pool *pool)
{
    for (int i = 0; i < TRIAL_POOL_MOST; i++)
        if (pool->entries[i].id[0]) clear(pool, &pool->entries[i]);
    if (pool->has_cage) cage_close(&pool->cage);
    pool->has_cage = false;
}

static bool is_over(const struct trial_entry *e)
{
    return e->id[0] && !e->is_waiting && e->slot < 0;
}

/* A free entry; or that of the run that has been over for longest. */
static struct trial_entry *make_room(struct trial_pool *pool)
{
    struct trial_entry *oldest = NULL;
    for (int i = 0; i < TRIAL_POOL_MOST; i++) {
        struct trial_entry *e = &pool->entries[i];
        if (!e->id[0]) return e;
        if (is_over(e) && (!oldest || e->asked_us < oldest->asked_us)) oldest = e;
    }
    if (oldest) clear(pool, oldest);
    return oldest;
}

/* One run of an account at a time: whoever starts another does not want the first any more. */
static void end_earlier(struct trial_pool *pool, int64_t account)
{
    for (int i = 0; account != 0 && i < TRIAL_POOL_MOST; i++)
        if (pool->entries[i].id[0] && pool->entries[i].account == account)
            clear(pool, &pool->entries[i]);
}

static int count_of(const struct trial_pool *pool, const char *network)
{
    int count = 0;
    for (int i = 0; i < TRIAL_POOL_MOST; i++) {
        const struct trial_entry *e = &pool->entries[i];
        count += e->id[0] && !is_over(e) && e->account == 0 && strcmp(e->network, network) == 0;
    }
    return count;
}

static int count_waiting(const struct trial_pool *pool)
{
    int count = 0;
    for (int i = 0; i < TRIAL_POOL_MOST; i++) count += pool->entries[i].is_waiting;
    return count;
}

static bool fill(struct trial_pool *pool, struct trial_entry *e, const struct trial_wish *wish)
{
    *e = (struct trial_entry){.account = wish->account,
                              .language = wish->language,
                              .len = wish->len,
                              .job = *wish->job,
                              .side = wish->side,
                              .slot = -1,
                              .order = ++pool->orders,
                              .asked_us = clock_us(),
                              .trial = TRIAL_NONE};
    e->source = malloc(wish->len + 1);
    if (!e->source) return false;
    memcpy(e->source, wish->source, wish->len);
    snprintf(e->network, sizeof e->network, "%s", wish->network);
    random_hex(e->id, TRIAL_POOL_ID - 1);
    e->is_waiting = true;
    return true;
}

enum trial_verdict trial_pool_add(struct trial_pool *pool, const struct trial_wish *wish,
                                  struct trial_entry **entry, struct err *err)
{
    struct cage_limits limits = cage_default_limits();
    if (!pool->has_cage && !cage_open(&pool->cage, &limits, 2 * pool->places, err))
        return TRIAL_FAILED;
    pool->has_cage = true;
    end_earlier(pool, wish->account);
    if (wish->account == 0 && count_of(pool, wish->network) >= TRIAL_POOL_EACH)
        return TRIAL_TOO_MANY;
    *entry = count_waiting(pool) < TRIAL_POOL_WAITING ? make_room(pool) : NULL;
    if (!*entry) return TRIAL_FULL;
    if (!fill(pool, *entry, wish)) return err_set(err, "out of memory"), TRIAL_FAILED;
    trial_pool_look(pool);
    return TRIAL_TAKEN;
}

struct trial_entry *trial_pool_find(struct trial_pool *pool, const char *id, int64_t account)
{
    for (int i = 0; *id && i < TRIAL_POOL_MOST; i++)
        if (strcmp(pool->entries[i].id, id) == 0 && pool->entries[i].account == account)
            return &pool->entries[i];
    return NULL;
}

int trial_pool_place(const struct trial_pool *pool, const struct trial_entry *entry)
{
    int before = 0;
    if (!entry->is_waiting) return 0;
    for (int i = 0; i < TRIAL_POOL_MOST; i++)
        before += pool->entries[i].is_waiting && pool->entries[i].order < entry->order;
    return before + 1;
}

void trial_pool_drop(struct trial_pool *pool, struct trial_entry *entry)
{
    clear(pool, entry);
}

/* ---- the look ---- */

static void finish(struct trial_pool *pool, struct trial_entry *e, const struct err *why)
{
    trial_stop(&e->trial, why);
    pool->is_taken[e->slot] = false;
    e->slot = -1;
}

/* Too long in what it does: building and playing have a limit each. */
static bool is_overdue(const struct trial_pool *pool, const struct trial_entry *e, int64_t now_us,
                       struct err *why)
{
    int64_t spare_ms = 5000; /* the build line has this limit itself, and a better sentence */
    if (now_us - e->asked_us > pool->o.away_ms * 1000)
        return !err_code(why, "try-left: stopped: nobody waits for it");
    if (e->playing_us > 0 && now_us - e->playing_us > pool->o.match_ms * 1000)
        return !err_code(
            why, "try-long: stopped: the match took too long; it is shown as far as it went");
    if (e->playing_us == 0 && now_us - e->started_us > (pool->o.build_ms + spare_ms) * 1000)
        return !err_code(why, "try-build-long: stopped: the build took too long");
    return false;
}

static void look_at(struct trial_pool *pool, struct trial_entry *e, int64_t now_us)
{
    struct pollfd ended = {.fd = trial_fd(&e->trial), .events = POLLIN};
    if (e->playing_us == 0 && e->trial.said->stage == TRIAL_PLAYING) e->playing_us = now_us;
    if (poll(&ended, 1, 0) > 0) {
        finish(pool, e, NULL);
        return;
    }
    struct err why;
    if (is_overdue(pool, e, now_us, &why)) finish(pool, e, &why);
}

static void start(struct trial_pool *pool, struct trial_entry *e, int slot)
{
    struct err err;
    struct trial_task task = {.language = e->language,
                              .source = e->source,
                              .len = e->len,
                              .build_ms = pool->o.build_ms,
                              .programs = pool->o.programs,
                              .kits = pool->o.kits,
                              .cage = &pool->cage,
                              .slot = 2 * slot,
                              .job = &e->job,
                              .side = e->side};
    e->is_waiting = false;
    e->started_us = clock_us();
    if (trial_start(&e->trial, &task, &err)) {
        e->slot = slot;
        pool->is_taken[slot] = true;
    } else {
        e->failed = err;
    }
    free(e->source); /* the process has its own */
    e->source = NULL;
}

static struct trial_entry *next_waiting(struct trial_pool *pool)
{
    struct trial_entry *first = NULL;
    for (int i = 0; i < TRIAL_POOL_MOST; i++) {
        struct trial_entry *e = &pool->entries[i];
        if (e->is_waiting && (!first || e->order < first->order)) first = e;
    }
    return first;
}

void trial_pool_look(struct trial_pool *pool)
{
    int64_t now_us = clock_us();
    for (int i = 0; i < TRIAL_POOL_MOST; i++) {
        struct trial_entry *e = &pool->entries[i];
        if (!e->id[0]) continue;
        if (e->slot >= 0) look_at(pool, e, now_us);
        bool is_left = e->is_waiting && now_us - e->asked_us > pool->o.away_ms * 1000;
        if (is_left || (is_over(e) && now_us - e->asked_us > KEPT_US)) clear(pool, e);
    }
    for (int slot = 0; slot < pool->places; slot++) {
        struct trial_entry *e = pool->is_taken[slot] ? NULL : next_waiting(pool);
        if (e) start(pool, e, slot);
    }
}

int trial_pool_want(const struct trial_pool *pool, struct pollfd fds[TRIAL_POOL_RUNNING])
{
    int count = 0;
    for (int i = 0; i < TRIAL_POOL_MOST; i++)
        if (pool->entries[i].id[0] && pool->entries[i].slot >= 0)
            fds[count++] =
                (struct pollfd){.fd = trial_fd(&pool->entries[i].trial), .events = POLLIN};
    return count;
}

int trial_pool_count(const struct trial_pool *pool)
{
    int count = 0;
    for (int i = 0; i < TRIAL_POOL_MOST; i++)
        count += pool->entries[i].id[0] && !is_over(&pool->entries[i]);
    return count;
}
