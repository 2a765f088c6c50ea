/*
 * leased_match — one match of the queue, from the taking to the result: its job is held under a
 * lease, it is played in a process of its own, the lease is renewed while it lasts, and in the end
 * it is finished once, void, or somebody else's.
 *
 * Workers hold matches this way, and so does a site whose people and programs at home play. Whoever
 * holds one is asked nothing about the store: what is due is done by these functions, and `is_held`
 * says whether the match is still ours.
 */
#pragma once
#include "league/run/match_process.h"
#include "league/store/store_queue.h"

/* Who holds matches, and for how long without a sign of life. */
struct lease_holder {
    struct store *store;
    const char *name; /* as a worker of the league */
    int64_t lease_ms;
};

/* Begins as LEASED_MATCH_NONE, which holds nothing. */
#define LEASED_MATCH_NONE ((struct leased_match){.process.proc = PROC_NONE})
struct leased_match {
    struct store_job job;
    struct match_process process;
    struct match_end *end; /* how it ended; NULL: it was not started */
    bool is_held;          /* the job is ours, and there is no result yet */
    int64_t renewed_us;
    int64_t started_us, on_hold_us; /* on hold: since when, 0: it is not */
    int64_t rested_us;              /* how long it was on hold before */
};

/* ---- holding ---- */

/* Takes the next match; *found is false when there is none. */
bool leased_match_take(const struct lease_holder *h, struct leased_match *m, enum store_caged caged,
                       bool *found, struct err *err);
/* Takes this match; *found is false when somebody else has it. */
bool leased_match_take_this(const struct lease_holder *h, struct leased_match *m, int64_t match,
                            bool *found, struct err *err);
/* Takes the next match that somebody waits for; *found is false when there is none. */
bool leased_match_take_soon(const struct lease_holder *h, struct leased_match *m,
                            enum store_caged caged, bool *found, struct err *err);
/* Makes a match and takes it at once. */
bool leased_match_make(const struct lease_holder *h, struct leased_match *m,
                       const struct store_plan *plan, struct err *err);
/* Keeps the lease; is_held becomes false when somebody else has the match now. */
bool leased_match_renew(const struct lease_holder *h, struct leased_match *m, struct err *err);
/* Keeps the lease where a quarter of it has passed since the last time. */
bool leased_match_renew_when_due(const struct lease_holder *h, struct leased_match *m,
                                 int64_t now_us, struct err *err);

/* ---- playing ---- */

/* Starts the process. What belongs to the job (key, seed, how it ended) is filled in here, the
   rest of the task is the caller's. */
bool leased_match_start(struct leased_match *m, struct match_process_task *task, struct err *err);
/* Stands still between two turns, where no clock runs, or goes on. Its lease is to be renewed all
   the same. */
void leased_match_hold(struct leased_match *m, bool is_on_hold);
/* What to poll for reading; -1: nothing runs. */
int leased_match_fd(const struct leased_match *m);
/* Reads what the process says; the result, or why there is none. */
enum match_process_news leased_match_read(struct leased_match *m, struct journal_match *result,
                                          struct err *why);

/* ---- the end: each of these lets go of the job ---- */

/* The result, with the bytes of the record at `path` (NULL: none; in the store, or with `file` as a
   file of that name in the folder `folder`). *counted is false when the match was somebody else's.
   Where this fails the match is still held: it can be tried again. */
struct leased_record {
    const char *path, *folder, *file;
};
bool leased_match_finish(const struct lease_holder *h, struct leased_match *m,
                         const struct journal_match *result, const struct leased_record *record,
                         bool *counted, struct err *err);
/* It has no result and will have none. */
bool leased_match_void(const struct lease_holder *h, struct leased_match *m, const struct err *why,
                       struct err *err);
/* It failed by no fault of the players: the next one tries, and this try counts. */
bool leased_match_retry(const struct lease_holder *h, struct leased_match *m, struct err *err);
/* It was not played: the next one's, as if it had not been taken. */
bool leased_match_give_back(const struct lease_holder *h, struct leased_match *m, struct err *err);

/* Ends the process, if it still runs, and frees all; what is held stays so until its lease ends. */
void leased_match_free(struct leased_match *m);
