/*
 * worker_pool — the workers that a site keeps, so that something is always being played: processes
 * of their own at the lowest priority. One that dies is started again, after a while that grows
 * when it dies at once.
 */
#pragma once
#include "os/err.h"
#include "os/workers.h"

#include <stdint.h>

enum { WORKER_POOL_WORDS = 32 };

struct worker_pool {
    struct workers workers;
    const char *words[WORKER_POOL_WORDS + 1]; /* the command; ends with NULL */
    int jobs;
    int64_t restarts;
    int64_t again_us[WORKERS_MAX], begun_us[WORKERS_MAX]; /* when it is, and was, started */
    int64_t delay_us[WORKERS_MAX];
};

/* Nobody is started before the first worker_pool_look(); the words must stay. */
void worker_pool_open(struct worker_pool *h, const char *const *words, int jobs);
/* Collects those who have ended and starts those who are due. */
void worker_pool_look(struct worker_pool *h);
int worker_pool_running(const struct worker_pool *h);
/* Asks all to stop and waits for them. */
void worker_pool_close(struct worker_pool *h);
