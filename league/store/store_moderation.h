/*
 * store_moderation — what organisers do to matches: annul, repeat, and look at what waits.
 */
#pragma once
#include "league/store/store.h"

enum store_annulled { ANNULLED, ANNUL_NO_MATCH, ANNUL_IS_VOID };
/* The match is void, whether it has been played, is being played or waits; a result is taken back,
   and all ratings of its ladder are what they would be without it. */
bool store_annul(struct store *s, int64_t match, const char *why, enum store_annulled *verdict,
                 struct err *err);
/* The match is played again, whatever came out of it before, and on a new seed where it is none of
   a contest's finals. *found is false when there is none; a
   match of a contest that has closed is not played again. */
bool store_rerun(struct store *s, int64_t match, bool *found, struct err *err);

struct store_waiting {
    int64_t match, priority, tries, created;
    bool is_running;
    const char *worker, *ladder, *game, *name[2];
};
typedef void store_waiting_fn(void *arg, const struct store_waiting *waiting);
/* What is being played, then what waits, in the order in which it will be taken. */
bool store_queued(struct store *s, int64_t most, store_waiting_fn *tell, void *arg,
                  struct err *err);
