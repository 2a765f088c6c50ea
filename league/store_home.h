/*
 * store_home — what a site asks the store when it plays matches of programs at home.
 */
#pragma once
#include "league/matchmaking.h"
#include "league/store.h"

/* One of a ladder's players with an active version. */
struct store_rival {
    int64_t player, version;
    bool is_home; /* it plays only while its author's machine is there */
    char name[STORE_NAME];
    struct candidate candidate;
};

enum { STORE_RIVALS = 512 };
/* Those of a ladder, at most STORE_RIVALS; none where it is not open. */
bool store_rivals(struct store *s, int64_t ladder, struct store_rival *rivals, int *count,
                  struct err *err);
/* The points of a player in a ladder; 0 where it is not in it, or the ladder has none. */
bool store_points(struct store *s, int64_t ladder, int64_t player, double *points, struct err *err);
/* The version with which a player plays from home in a ladder; *found is false when it does not. */
bool store_home_version(struct store *s, int64_t ladder, int64_t player, int64_t *version,
                        bool *found, struct err *err);
