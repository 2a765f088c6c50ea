/*
 * picture — contests, ratings and searches as SVG files.
 */
#pragma once
#include "league/pool.h"
#include "league/tournament.h"
#include "league/tune.h"

/* Every phase that has begun: tables of leagues, brackets of knockouts. */
bool picture_tournament(const struct tournament *t, const char *path, struct err *err);

/* Ratings with their 95 % intervals, in the order given. */
struct picture_rating {
    const char *name;
    struct pool_rating rating;
};
bool picture_ratings(const struct picture_rating *ratings, int count, const char *title,
                     const char *path, struct err *err);

/* The parameters of a search over its steps, each between its bounds. */
bool picture_tune(const struct tune *t, const struct tune_history *h, const char *path,
                  struct err *err);
