/*
 * matchmaking — which pairs of a ladder should play next.
 *
 * A pair is worth playing when its result is open and will move the ratings: players close in
 * points, at least one of them unsure. The first of a pair is whoever needs a game most: a
 * newcomer, then one that has waited too long, then those with the fewest games of their present
 * version, then the one whose points are the least sure. Its opponent is drawn at random, with
 * chances in proportion to how much the match would tell, so that the same two do not meet for
 * ever.
 *
 * A newcomer is a version that somebody wrote and now waits for: it is one until it has played
 * MATCHMAKING_NEW_GAMES games, and then until its points are as sure as MATCHMAKING_SURE, but for
 * no more than MATCHMAKING_NEW_MOST games. Bots are never newcomers; nobody waits for them.
 *
 * Nobody is forgotten: whoever has not played for MATCHMAKING_PATIENCE times as many pairs as there
 * are players goes before all but newcomers, who are few and stop being new. Pure functions: the
 * same candidates and seed give the same pairs.
 */
#pragma once
#include "league/rating/rating.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    MATCHMAKING_NEW_GAMES = 20,
    MATCHMAKING_NEW_MOST = 40,
    MATCHMAKING_SURE = 100, /* points of deviation */
    MATCHMAKING_PATIENCE = 2
};

struct candidate {
    struct rating rating;
    int64_t games;   /* finished, of its present version */
    int64_t pending; /* queued or being played */
    int64_t waited;  /* pairs made in this ladder since it was last in one */
    int64_t room;    /* matches it should still be given; at 0 it is an opponent for others only */
    bool is_bot;     /* one of the arena's own */
};

struct pairing {
    int32_t a, b;
};

/* An opponent for `first` of them, who plays now; -1: there is none. */
int matchmaking_rival(const struct candidate *candidates, int count, int first, uint64_t seed);
/* Whether somebody waits for its first games; those that are on their way are not counted. */
bool matchmaking_is_newcomer(const struct candidate *c);
/* One pair for each newcomer that has less than a pair on its way: so its opponents follow from
   what it has done so far, and it is never without a match. Writes at most `want`; counts them as
   matchmaking_pick() does. */
int matchmaking_welcome(struct candidate *candidates, int count, int want, uint64_t seed,
                        struct pairing *pairs);
/* Writes at most `want` pairs and returns how many there are: fewer only when nobody needs a game
   or there are no two players. Counts the pairs it makes into pending, waited and room. */
int matchmaking_pick(struct candidate *candidates, int count, int want, uint64_t seed,
                     struct pairing *pairs);
