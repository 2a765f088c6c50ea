/*
 * hash_worker — hashes passwords on a thread of its own.
 *
 * A hash takes a twentieth of a second and 64 MiB on purpose; the site's loop must go on meanwhile.
 * One thread works on a short queue of jobs; whoever submitted one is told by a descriptor that
 * something was done, looks whether it was theirs, and drops it.
 */
#pragma once
#include "site/people/account.h"

struct hash_worker;
struct hash_job;

struct hash_worker *hash_worker_open(enum account_cost cost, struct err *err);
/* Waits for the job in hand; jobs that somebody still holds stay theirs to drop. */
void hash_worker_close(struct hash_worker *w);
/* Readable when a job may have been done; hash_worker_drain() takes note of it. */
int hash_worker_fd(const struct hash_worker *w);
void hash_worker_drain(struct hash_worker *w);

/* To check a password against a hash (NULL: against one that nothing fits, in the same time), or
   to make a hash, or both one after the other: with `check` and `make`. Texts are copied. */
struct hash_work {
    const char *hash, *check, *make;
};
/* NULL when the w has too much to do already. */
struct hash_job *hash_worker_submit(struct hash_worker *w, const struct hash_work *work);
bool hash_job_is_done(struct hash_job *job);
void hash_job_wait(struct hash_job *job);
/* Of a job that is done: did the password fit (true where none was to be checked), and the hash
   made, "" when it was not. */
bool hash_job_fits(const struct hash_job *job);
const char *hash_job_made(const struct hash_job *job);
/* Whether it is done or not. */
void hash_job_drop(struct hash_job *job);
