/*
 * store_notice — what authors hear of their programs: how a lost match ended, the last words on
 * standard error, and notices.
 *
 * Last words and marks are kept for the author and organisers; whoever hands them out sees to
 * that.
 */
#pragma once
#include "league/store/store.h"

enum { STORE_MATCH_END = 4097, STORE_MARKS = 64 * 1024 + 1 };

struct store_match_end {
    bool is_known;
    int64_t exit; /* as the shell tells it (128 + signal); -1: it was stopped */
    char text[STORE_MATCH_END];
    char marks[STORE_MARKS]; /* league/run/match_end.h has their form */
};
bool store_match_end(struct store *s, int64_t match, struct store_match_end out[2],
                     struct err *err);

struct store_notice {
    int64_t id, match, created; /* match: 0 where it is of none */
    const char *kind;           /* "fault": a program lost by one, and the text names it; ... */
    const char *text;
    bool is_seen;
};
typedef void store_notice_fn(void *arg, const struct store_notice *notice);
/* Those of an account, newest first, at most `most`, with an id below `before` (0: from the newest
   on). */
bool store_notices(struct store *s, int64_t account, int64_t before, int64_t most,
                   store_notice_fn *tell, void *arg, struct err *err);
bool store_count_notices(struct store *s, int64_t account, int64_t *unseen, struct err *err);
/* All up to this one have been seen. */
bool store_see_notices(struct store *s, int64_t account, int64_t last, struct err *err);
/* One that is of no match. */
bool store_notify(struct store *s, int64_t account, const char *kind, const char *text,
                  struct err *err);
