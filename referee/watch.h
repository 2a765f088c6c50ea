/*
 * watch — poll() for the same descriptors again and again.
 *
 * The kernel remembers them (epoll), so that a wait costs no more for each of them. The caller says
 * every time what it wants, as to poll(), at the same places of a list; only what is new is told to
 * the kernel. What is no longer wanted stays there until it has news, because mostly it is wanted
 * again a moment later. Where a machine has no epoll_pwait2(), poll() does the work.
 *
 * A place of the list has one descriptor, for one kind of event, or for the moment none.
 */
#pragma once
#include <poll.h>
#include <stdbool.h>
#include <stdint.h>

enum { WATCH_MOST = 16 };

struct watch {
    int set;               /* of the kernel; -1: none yet */
    bool has_none;         /* and there will be none */
    int known[WATCH_MOST]; /* the descriptor that it has for a place, or -1 */
};

void watch_open(struct watch *);
/* At most WATCH_MOST places. As stop_poll(): microseconds, negative: for ever; stop signals are let
   in. May return 0 before the time is over. */
int watch_poll(struct watch *, struct pollfd *fds, int count, int64_t wait_us);
void watch_close(struct watch *);
