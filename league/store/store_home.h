/*
 * store_home — what a site asks the store when it plays matches of programs at home.
 */
#pragma once
#include "league/rating/matchmaking.h"
#include "league/store/store.h"

/* One of a ladder's players with an active version. */
struct store_rival {
    int64_t player, version;
    bool is_home;      /* it plays only while its author's machine is there */
    bool is_submitted; /* it plays only in the cage */
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

/* A queued match with a program at home. */
struct store_home_job {
    int64_t match, version[2];
    bool is_home[2], is_submitted[2];
    bool is_left; /* a site made it to play it at once, and was killed over it */
    char name[2][STORE_NAME], ladder[STORE_NAME];
};
enum { STORE_HOME_JOBS = 128 };
#define STORE_HOME_KEY "home:" /* how the keys of those begin that a site makes to play at once */
/* Those that nobody has, first come first. */
bool store_home_jobs(struct store *s, struct store_home_job *jobs, int *count, struct err *err);

/* Whether the finals of this ladder's contest may need a program that the account has at home: it
   plays in the ladder, and the contest is not over. */
bool store_awaits(struct store *s, int64_t ladder, int64_t account, bool *is_awaited,
                  struct err *err);
