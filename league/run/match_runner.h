/*
 * match_runner — plays matches side by side, each in a process of its own, and keeps the journal.
 *
 * Who plays what is decided elsewhere: the runner asks for the next match whenever a place is free
 * (`next`) and tells when one has its result (`done`). One that dies costs one match, which is then
 * played again (league/run/match_process.h). Every result is appended to the journal before anybody
 * is told. What a resumed journal has already must not be handed out by `next`: see journal_find().
 */
#pragma once
#include "league/run/journal.h"
#include "league/run/match_end.h"
#include "league/run/match_process.h"
#include "os/err.h"
#include "referee/match.h"

enum { MATCH_RUNNER_JOBS = 256, MATCH_RUNNER_LINES = 3 };

/* One match to be played; the strings belong to whoever plans. */
struct match_runner_task {
    char key[JOURNAL_KEY];
    int32_t seat[2], round;
    uint64_t seed;
    const char *command[2]; /* what sits there */
    const char *setup;      /* options of the game, NULL: as in match_runner_options.match */
    const char *map;        /* text, NULL: as there */
    bool is_once;           /* people start the clients: nothing is played again */
};

enum match_runner_next { MATCH_RUNNER_PLAY, MATCH_RUNNER_WAIT, MATCH_RUNNER_END };

/* Where the matches come from. MATCH_RUNNER_WAIT: none before another result has come. */
struct match_runner_plan {
    void *arg;
    enum match_runner_next (*next)(void *arg, struct match_runner_task *task);
    bool (*done)(void *arg, const struct journal_match *m, struct err *err);
    /* A player had a fault; `end` is how both ended and what they wrote last. NULL: nobody asks. */
    void (*fault)(void *arg, const struct journal_match *m, int p,
                  const struct match_end_side *end);
    /* Something happened at seat p of a match with TCP clients. NULL: nobody asks. */
    void (*notice)(void *arg, const struct match_runner_task *task, int p,
                   const struct notice *notice);
    /* Whether a result waits for people: match_runner_accept(), match_runner_forfeit() or
       match_runner_again() says what becomes of it. NULL: none does. */
    bool (*holds)(void *arg, const struct journal_match *m);
    /* What people speak over while it runs: `hear` is called when there is something to read. As
       long as there are lines, MATCH_RUNNER_WAIT with nothing running is not the end. */
    const int *lines;
    int line_count; /* at most MATCH_RUNNER_LINES */
    void (*hear)(void *arg, int line);
    /* How long to wait at most, negative: for ever; then `hear` is called with -1. NULL: for ever.
     */
    int64_t (*wait_us)(void *arg);
};

struct match_runner_options {
    struct match_options match; /* game, clock, cage; setup unless a task has its own */
    const char *header;         /* of the journal: what is played, as JSON */
    const char *const *seats;   /* as they are called in the journal */
    int seat_count;
    const char *const *names; /* of the people, by seat: they count more than what the programs call
                                 themselves; NULL where nobody gave one; or NULL as a whole */
    int jobs;                 /* matches at a time */
    bool keeps;               /* beside each match at a time the next one's programs stand ready */
    const char *out;          /* journal; NULL: none is written */
    bool resume;
    const char *records; /* folder for records, named by key and players; NULL: none */
    bool keep_stderr;
};

/* A match that is being played, or ready to be. */
struct match_runner_job {
    const struct match_runner_plan *plan;
    struct match_process process;
    struct match_runner_task task;
    struct match_end *end;
    int64_t number; /* in the order of the plan */
    int tries;
    bool waits;   /* its programs stand ready, until the one before has ended */
    bool is_held; /* it is over, and its result waits for people */
    struct journal_match result;
};

struct match_runner {
    const struct match_runner_options *o;
    struct match_runner_job *jobs; /* o->jobs of them; twice as many where o->keeps */
    int job_count;
    int64_t planned;
    struct journal *journal;
    const struct match_runner_plan *plan; /* while it runs */
    int out;
};

/* Begins or resumes the journal; it belongs to the caller (journal_free), also when this fails. */
bool match_runner_open(struct match_runner *c, const struct match_runner_options *o,
                       struct journal *journal, struct err *err);
/* Plays until the plan has come to its end; false when stopped, or when something failed. */
bool match_runner_run(struct match_runner *c, const struct match_runner_plan *plan,
                      struct err *err);
/* Writes a decision of people's into the journal. */
bool match_runner_decide(struct match_runner *c, const struct journal_decision *d, struct err *err);
/* What people decide about a match that is being played or held, by its key. Each is false, with
   the reason, when there is no such match (or the journal cannot be written). Played again, its
   clients connect again; accepted, the held result counts; in a forfeit side p loses, by the
   result that is held if that says so. */
bool match_runner_again(struct match_runner *c, const char *key, struct err *err);
bool match_runner_accept(struct match_runner *c, const char *key, struct err *err);
bool match_runner_forfeit(struct match_runner *c, const char *key, int p, struct err *err);
/* Whether the result of a match with this key is held. */
bool match_runner_holds(const struct match_runner *c, const char *key);
/* Whether a match with this key is being played, or its result is held. */
bool match_runner_plays(const struct match_runner *c, const char *key);
/* Ends whatever is running. */
void match_runner_close(struct match_runner *c);

/* A header: game, rules, setup and seats, and between them `more`, members of a JSON object. */
void match_runner_header(struct text *t, const struct match_runner_options *o, const char *more);
