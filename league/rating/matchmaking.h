/*
 * matchmaking — which pairs of a ladder should play next.
 *
 * A pair is worth playing when its result is open and will move the ratings: players close in
 * points, at least one of them unsure. The first of a pair is whoever needs a game most: one that
 * has waited too long, then those with the fewest games of their present version, then the one
 * whose points are the least sure. Its opponent is drawn at random, with chances in proportion to
 * how much the match would tell, so that the same two do not meet for ever.
 *
 * Nobody is forgotten: whoever has not played for MATCHMAKING_PATIENCE times as many pairs as there
 * are players goes first. A pure function: the same candidates and seed give the same pairs.
 */
#pragma once
#include "league/rating/rating.h"

#include <stdint.h>

enum { MATCHMAKING_NEW_GAMES = 10, MATCHMAKING_PATIENCE = 2 };

struct candidate {
    struct rating rating;
    int64_t games;   /* finished, of its present version */
    int64_t pending; /* queued or being played */
    int64_t waited;  /* pairs made in this ladder since it was last in one */
    int64_t room;    /* matches it should still be given; at 0 it is an opponent for others only */
};

struct pairing {
    int32_t a, b;
};

/* An opponent for `first` of them, who plays now; -1: there is none. */
int matchmaking_rival(const struct candidate *candidates, int count, int first, uint64_t seed);
/* Writes at most `want` pairs and returns how many there are: fewer only when nobody needs a game
   or there are no two players. Counts the pairs it makes into pending, waited and room. */
int matchmaking_pick(struct candidate *candidates, int count, int want, uint64_t seed,
                     struct pairing *pairs);
