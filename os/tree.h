/*
 * tree — a process and everything below it, found by way of /proc.
 *
 * For what is small and rare: each look opens a few files a process. Where a control group can be
 * had, it knows the same at once. However deep the tree is, all of it is found.
 */
#pragma once
#include <sched.h>
#include <stdint.h>
#include <sys/types.h>

struct tree_use {
    int64_t cpu_us;  /* user and system time, with what those used who ended and were waited for */
    int64_t wait_us; /* ready to run, but waiting for a core; all living threads added up */
    int64_t rss_kb;  /* the largest resident size that one of the processes has had */
    int ready;       /* threads that run or wait for a core at this moment */
    cpu_set_t cores; /* that its threads may use, all taken together */
};

/* root 0: nobody. */
struct tree_use tree_use(pid_t root);
/* The CPU time alone, which is quicker to be had. */
int64_t tree_cpu_us(pid_t root);
void tree_signal(pid_t root, int signal);
