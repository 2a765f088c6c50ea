/*
 * bout — a match in a process of its own, so that one that dies costs one match.
 *
 * The process plays, again when the machine disturbed the match, and hands its result over as one
 * line of a journal. Whoever started it waits for the descriptor and reads. Ending it ends the
 * players, too.
 */
#pragma once
#include "league/journal.h"
#include "os/err.h"
#include "os/proc.h"
#include "referee/match.h"

enum { BOUT_LINE = 4096 };

struct words;

struct bout {
    struct proc proc;
    char line[BOUT_LINE];
    size_t len;
};

/* What is played; needed only while it is started. */
struct bout_task {
    struct match_options match; /* complete: seats, setup, slot of the cage */
    struct journal_match about; /* key, seats, round and seed of its line */
    const char *record;         /* file for the record, NULL: none */
    bool is_packed;             /* compress it, whatever it is called */
    const char *live;           /* file for a second, plain one for who watches, NULL: none */
    bool keep_stderr;
    struct words *words; /* for how it ended, NULL: nobody wants to know */
    bool is_once;        /* a disturbed match counts as well: people do not play it again */
    int64_t pace_ms;     /* a turn lasts at least so long, and at least twice what it took; 0: no */
};

enum bout_news { BOUT_GOES_ON, BOUT_DONE, BOUT_DIED };

bool bout_start(struct bout *b, const struct bout_task *task, struct err *err);
static inline bool bout_runs(const struct bout *b)
{
    return b->proc.pid > 0;
}
/* To be polled for reading. */
static inline int bout_fd(const struct bout *b)
{
    return b->proc.out;
}
/* Reads what has come. BOUT_DONE: the result is in *m. BOUT_DIED: it ended without, and says why.
   After both it does not run any more. */
enum bout_news bout_read(struct bout *b, const char *key, struct journal_match *m, struct err *why);
void bout_end(struct bout *b);
