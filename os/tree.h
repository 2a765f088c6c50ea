/*
 * tree — a process and everything below it, found by way of /proc.
 *
 * For what is small and rare: each look opens a few files a process. Where a control group can be
 * had, it knows the same at once.
 */
#pragma once
#include <stdint.h>
#include <sys/types.h>

struct tree_use {
    int64_t cpu_us;  /* user and system time */
    int64_t wait_us; /* ready to run, but waiting for a core; all threads added up */
    int ready;       /* threads that run or wait for a core at this moment ... */
    int cores;       /* ... and the fewest cores that one of them may use; INT_MAX: none is ready */
};

/* Of all that live: what a process used that has ended is not in it. */
struct tree_use tree_use(pid_t root);
void tree_signal(pid_t root, int signal);
