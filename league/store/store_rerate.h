/* store_rerate — all standings of a ladder, computed again from its results. */
#pragma once
#include "league/rating/standing.h"
#include "league/store/store.h"

struct rerated {
    struct standing_formulas formulas;
    struct standing *all; /* by player; the caller frees it */
    int64_t count;
    bool rewrites;     /* the ratings that stand in the results, too */
    int64_t strangers; /* results of players who are not in the ladder */
};

/* Writes the standings of the whole ladder anew, and into every result what it made of the ratings.
   For use within a transaction. */
bool rerate_write(struct store *s, int64_t ladder, struct err *err);
/* *r begins empty; all is to be freed even after a failure. */
bool rerate_read(struct store *s, int64_t ladder, struct rerated *r, struct err *err);
