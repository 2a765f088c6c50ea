/*
 * worker — takes matches from a store's queue, plays them, and stores what came out.
 *
 * Each match runs in a process of its own (league/run/match_process.h). While it is played its
 * lease is renewed; a worker that dies or loses its connection for long loses its leases, and
 * another one plays the matches. A match whose lease was lost is broken off: its result would not
 * count. A match that fails WORKER_TRIES times, wherever it is tried, is void.
 *
 * A match between bots alone gives way: while somebody waits for a match (store_queue.h,
 * STORE_SOON), it stands still between two turns, and that match is played in its stead. Nothing is
 * lost and nothing is played twice; the bots go on where they were.
 *
 * Any worker also keeps the open ladders supplied with matches. One that has a cage also builds
 * submitted programs (league/build/builder.h) and plays them: always in the cage, and their
 * opponents in it too; one that has none leaves them to others.
 *
 * With a folder for live matches each one is also written there as it is played, a plain record to
 * be looked at; the file goes once the result is stored.
 */
#pragma once
#include "league/build/builder.h"
#include "league/store/store.h"
#include "league/store/store_queue.h"
#include "os/err.h"
#include "referee/match.h"

enum { WORKER_JOBS = 256, WORKER_TRIES = 10 };

enum worker_until {
    WORKER_FOR_EVER,
    WORKER_DRAINED, /* until nothing waits, and no ladder with an end wants more */
    WORKER_ONCE     /* one match a place, if there is one */
};

struct worker_options {
    const char *name;           /* as it would like to be called */
    struct match_options match; /* cage, margin, cores: seats, setup and clock are the match's */
    int jobs;
    enum worker_until until;
    int64_t lease_ms;
    const char *records; /* folder that all machines know, NULL: records go into the store */
    bool no_records, keep_stderr;
    const char *live; /* folder in which the running matches are, MATCH.jsonl; NULL: none */
    /* As in struct match_process_task, for what is only looked at: bots among themselves, and
       finals. What somebody waits for goes as fast as it can. */
    int64_t pace_ms;
    /* The cage that submitted programs are built and played in, whatever the others do: two slots
       a job, and two for the builder. NULL: they are another worker's. */
    const struct cage *cage;
    struct builder_options builder; /* cage, slot and lease are the worker's to fill in */
};

struct worker_news {
    const char *name;                   /* what it is called */
    int64_t played;                     /* counted results so far */
    const struct store_job *job;        /* the match just finished, given up or voided */
    const struct store_build *build;    /* or, where it is NULL, the submission just built */
    const struct journal_match *result; /* NULL: none, and `why` tells */
    const char *why;
};
typedef void worker_fn(void *arg, const struct worker_news *news);

/* A match as its ladder wants it: fills game, setup, clock, limits and seats; the rest of `m`
   stays. False, with a sentence in `why`, when it cannot be played. */
bool worker_fill_match(const struct store_job *job, struct match_options *m, struct text *why);
/* Works until it is done, asked to stop (which is no failure), or the store fails for good. */
bool worker_run(struct store *s, const struct worker_options *o, worker_fn *tell, void *arg,
                struct err *err);
