/*
 * stop — being asked to stop (SIGINT, SIGTERM, SIGHUP), without losing the moment.
 *
 * stop_watch() blocks these signals; they arrive only inside stop_poll(), so a signal between a
 * check and the wait is never lost. A second request ends the program at once. Below proc_guard() a
 * signal to either of the two processes, or to both as a terminal sends it, is one request.
 */
#pragma once
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

void stop_watch(void);
bool stop_asked(void);
int stop_signal(void); /* the signal that came, 0: none */
/* Like poll(), with microseconds (negative: for ever), letting stop signals in. */
int stop_poll(struct pollfd *fds, nfds_t count, int64_t wait_us);
/* The mask while waiting, for whoever waits by another call. */
const sigset_t *stop_mask(void);
/* In a child, before exec: signals as a fresh program expects them. */
void stop_reset_in_child(void);
