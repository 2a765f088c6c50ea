/*
 * stopwatch — how long the longest turn of a match lasted, until its verdict.
 *
 * An observer of the match. What the arena itself waited for a core meanwhile is taken off, as the
 * referee does: so a limit can be asserted on a machine that is busy with other things.
 */
#pragma once
#include "os/clock.h"
#include "os/cores.h"
#include "referee/match.h"

struct stopwatch {
    int64_t since_us, waited_us; /* when the turn began, and how long the arena had waited then */
    int64_t name_us, longest_us; /* until the names were known; the longest turn */
};

/* Since the last lap. */
static inline int64_t stopwatch_lap(struct stopwatch *w)
{
    int64_t now_us = clock_us(), waited_us = cores_waited_us();
    int64_t took_us = now_us - w->since_us - (waited_us - w->waited_us);
    w->since_us = now_us;
    w->waited_us = waited_us;
    return took_us;
}

static inline bool stopwatch_names(void *arg, const struct game_state *state,
                                   const char *const name[2], const int64_t name_ms[2],
                                   struct err *err)
{
    struct stopwatch *w = arg;
    (void)state, (void)name, (void)name_ms, (void)err;
    w->name_us = stopwatch_lap(w);
    return true;
}

static inline bool stopwatch_step(void *arg, const struct match_step *step, struct err *err)
{
    struct stopwatch *w = arg;
    int64_t took_us = stopwatch_lap(w);
    (void)step, (void)err;
    if (took_us > w->longest_us) w->longest_us = took_us;
    return true;
}

/* Right before the match. */
static inline struct match_watch stopwatch_start(struct stopwatch *w)
{
    *w = (struct stopwatch){0};
    stopwatch_lap(w);
    return (struct match_watch){.arg = w, .begin = stopwatch_names, .step = stopwatch_step};
}
