/*
 * crew — plays matches side by side, each in a process of its own, and keeps the journal.
 *
 * Who plays what is decided elsewhere: the crew asks for the next match whenever a place is free
 * (`next`) and tells when one has its result (`done`). One that dies costs one match, which is then
 * played again (league/bout.h). Every result is appended to the journal before anybody is told.
 * What a resumed journal has already must not be handed out by `next`: see journal_find().
 */
#pragma once
#include "league/bout.h"
#include "league/journal.h"
#include "os/err.h"
#include "referee/match.h"

enum { CREW_JOBS = 256 };

/* One match to be played; the strings belong to whoever plans. */
struct crew_task {
    char key[JOURNAL_KEY];
    int32_t seat[2], round;
    uint64_t seed;
    const char *command[2]; /* what sits there */
    const char *setup;      /* options of the game, NULL: as in crew_options.match */
    const char *map;        /* text, NULL: as there */
};

enum crew_next { CREW_PLAY, CREW_WAIT, CREW_END };

/* Where the matches come from. CREW_WAIT: none before another result has come. */
struct crew_plan {
    void *arg;
    enum crew_next (*next)(void *arg, struct crew_task *task);
    bool (*done)(void *arg, const struct journal_match *m, struct err *err);
};

struct crew_options {
    struct match_options match; /* game, clock, cage; setup unless a task has its own */
    const char *header;         /* of the journal: what is played, as JSON */
    const char *const *seats;   /* as they are called in the journal */
    int seat_count;
    int jobs;
    const char *out; /* journal; NULL: none is written */
    bool resume;
    const char *records; /* folder for records, NULL: none */
    bool keep_stderr;
};

/* A match that is being played. */
struct crew_job {
    struct bout bout;
    struct crew_task task;
    int tries;
};

struct crew {
    const struct crew_options *o;
    struct crew_job *jobs;
    struct journal *journal;
    int out;
};

/* Begins or resumes the journal; it belongs to the caller (journal_free), also when this fails. */
bool crew_open(struct crew *c, const struct crew_options *o, struct journal *journal,
               struct err *err);
/* Plays until the plan has come to its end; false when stopped, or when something failed. */
bool crew_run(struct crew *c, const struct crew_plan *plan, struct err *err);
/* Whether a match with this key is being played. */
bool crew_plays(const struct crew *c, const char *key);
/* Ends whatever is running. */
void crew_close(struct crew *c);

/* A header: game, rules, setup and seats, and between them `more`, members of a JSON object. */
void crew_header(struct text *t, const struct crew_options *o, const char *more);
