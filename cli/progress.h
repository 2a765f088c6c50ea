/*
 * progress — how far long work has come: a bar on a terminal; elsewhere a plain line every tenth,
 * and of slow games every half minute.
 */
#pragma once
#include "os/err.h"

#include <stdbool.h>
#include <stdint.h>

struct progress {
    bool is_terminal;
    int64_t began_us, shown_us, done_before, next_line;
};

struct progress progress_begin(void);
/* Whether it is time to show something: what is shown may cost something to find out. */
bool progress_is_due(struct progress *p, int64_t done, int64_t total);
/* `note` stands behind rate and time left. */
void progress_show(struct progress *p, int64_t done, int64_t total, const char *note);
/* Clears the bar, so that something else can be said; the next progress_show() draws it again. */
void progress_break(const struct progress *p);
/* A player had a fault: who, in which match, and what it wrote last. */
struct journal_match;
struct match_end_side;
void progress_say_fault(const struct progress *p, const char *who, const struct journal_match *m,
                        int side, const struct match_end_side *end);
/* Goes on below the bar, if one stands there. */
void progress_end(const struct progress *p);
/* Long work was stopped or failed: says why, and that the journal (NULL: there is none) can be gone
   on with. The exit status. */
int progress_stopped(const struct err *err, const char *journal);
/* How much to do at the same time unless somebody says so: half of the cores. */
int64_t progress_jobs(void);
