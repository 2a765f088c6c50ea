/*
 * house — the workers that a site keeps, so that something is always being played: processes of
 * their own at the lowest priority. One that dies is started again, after a while that grows when
 * it dies at once.
 */
#pragma once
#include "os/err.h"
#include "os/workers.h"

#include <stdint.h>

enum { HOUSE_WORDS = 32 };

struct house {
    struct workers workers;
    const char *words[HOUSE_WORDS + 1]; /* the command; ends with NULL */
    int jobs;
    int64_t restarts;
    int64_t again_us[WORKERS_MAX], begun_us[WORKERS_MAX]; /* when it is, and was, started */
    int64_t delay_us[WORKERS_MAX];
};

/* Nobody is started before the first house_look(); the words must stay. */
void house_open(struct house *h, const char *const *words, int jobs);
/* Collects those who have ended and starts those who are due. */
void house_look(struct house *h);
int house_running(const struct house *h);
/* Asks all to stop and waits for them. */
void house_close(struct house *h);
