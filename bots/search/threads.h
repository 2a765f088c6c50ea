/*
 * threads — the same search several times at once, each with memory of its own.
 *
 * For searches that share nothing while they run: whoever calls waits for all of them and puts
 * their results together in the order of their numbers, so that it does not matter which one was
 * done first.
 */
#pragma once

enum { THREADS_MOST = 16 };

/* Calls work(number, arg) for the numbers below `count`, at most THREADS_MOST: number 0 here, the
   others each in a thread, or here as well where the system gives none. */
void threads_run(int count, void (*work)(int number, void *arg), void *arg);
