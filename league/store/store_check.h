/*
 * store_check — whether a league is whole, and its ratings computed again.
 */
#pragma once
#include "league/store/store.h"

typedef void store_finding_fn(void *arg, const struct err *found);
/* Tells everything that is wrong: references to nothing, matches that are counted never or twice,
   ratings that are not what the results make them. */
bool store_check(struct store *s, store_finding_fn *tell, void *arg, int64_t *findings,
                 struct err *err);
/* Computes all ratings of a ladder from its results. */
bool store_rerate(struct store *s, int64_t ladder, struct err *err);
