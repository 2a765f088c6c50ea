/*
 * workers — processes of our own that work side by side, each with a number.
 *
 * A worker has the arena's standard input, output and error; it is asked to stop (SIGTERM) when its
 * parent dies. It must call stop_watch() itself if it wants to hear that.
 */
#pragma once
#include "os/err.h"

#include <stdint.h>
#include <sys/types.h>

enum { WORKERS_MAX = 256 };

struct workers {
    pid_t pid[WORKERS_MAX]; /* 0: not running */
    int count;              /* numbers in use: 0 .. count-1 */
};

/* Starts worker `number`; run()'s result is its exit status. */
bool workers_start(struct workers *w, int number, int (*run)(int number, void *arg), void *arg,
                   struct err *err);
/* Waits at most wait_us for one to end; its number, or -1. *status is as a shell shows it. */
int workers_wait(struct workers *w, int64_t wait_us, int *status);
/* Asks all to stop, waits a moment, kills those who did not. */
void workers_stop(struct workers *w);
