/*
 * match_process — a match in a process of its own, so that one that dies costs one match.
 *
 * The process plays, again when the machine disturbed the match, and hands its result over as one
 * line of a journal; before it there may be lines of what people should hear about its seats.
 * Whoever started it waits for the descriptor and reads. Ending it ends the players, too. One that
 * `waits` starts its programs, and lets them begin when match_process_go() says so.
 */
#pragma once
#include "league/run/journal.h"
#include "os/err.h"
#include "os/proc.h"
#include "referee/match.h"

enum { MATCH_PROCESS_LINE = 4096 };

struct match_end;

/* Who came to seat p, was sent away, or what it is called. */
typedef void match_notice_fn(void *arg, int p, const struct notice *notice);

struct match_process {
    struct proc proc;
    match_notice_fn *notice; /* hears of TCP clients; set before it is started, or NULL */
    void *notice_arg;
    char line[MATCH_PROCESS_LINE];
    size_t len;
};

/* What is played; needed only while it is started. */
struct match_process_task {
    struct match_options match; /* complete: seats, setup, slot of the cage */
    struct journal_match about; /* key, seats, round and seed of its line */
    const char *record;         /* file for the record, NULL: none */
    bool is_packed;             /* compress it, whatever it is called */
    const char *live;           /* file for a second, plain one for who watches, NULL: none */
    bool keep_stderr;
    struct match_end *end; /* for how it ended, NULL: nobody wants to know */
    bool is_once;          /* a disturbed match counts as well: people do not play it again */
    bool waits;            /* for match_process_go() */
    int64_t pace_ms; /* a turn lasts at least so long, and at least twice what it took; 0: no */
};

enum match_process_news { MATCH_PROCESS_GOES_ON, MATCH_PROCESS_DONE, MATCH_PROCESS_DIED };

bool match_process_start(struct match_process *b, const struct match_process_task *task,
                         struct err *err);
static inline bool match_process_runs(const struct match_process *b)
{
    return b->proc.pid > 0;
}
/* To be polled for reading. */
static inline int match_process_fd(const struct match_process *b)
{
    return b->proc.out;
}
/* Reads what has come. MATCH_PROCESS_DONE: the result is in *m. MATCH_PROCESS_DIED: it ended
   without, and says why. After both it does not run any more. */
enum match_process_news match_process_read(struct match_process *b, const char *key,
                                           struct journal_match *m, struct err *why);
/* Lets the players of one that waits begin. */
void match_process_go(const struct match_process *b);
void match_process_end(struct match_process *b);
