/*
 * svg_report — contests, ratings and searches as SVG files.
 */
#pragma once
#include "league/contest/tournament.h"
#include "league/rating/pool.h"
#include "league/run/tune.h"

/* Every phase that has begun: tables of leagues, brackets of knockouts. */
bool svg_report_tournament(const struct tournament *t, bool is_japanese, const char *path,
                           struct err *err);

/* Ratings with their 95 % intervals, in the order given. */
struct svg_report_rating {
    const char *name;
    struct pool_rating rating;
};
bool svg_report_ratings(const struct svg_report_rating *ratings, int count, const char *title,
                        const char *path, struct err *err);

/* The parameters of a search over its steps, each between its bounds. */
bool svg_report_tune(const struct tune *t, const struct tune_history *h, const char *path,
                     struct err *err);
