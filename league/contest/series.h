/*
 * series — one match of a contest: so many games of two players, sides swapped from game to game.
 *
 * Player 0 is the one with the better seed; it moves first (is player 1 of the arena, Cool in
 * CHaser) in games 0, 2, ..., and both games of a pair begin from the same start. Pure: says from
 * the results of the games so far how the match stands and how many games there must be.
 *
 * By games: more won games win; level ones go into sudden death (one game at a time until one is
 * won) or stay drawn. By items, as in CHaser: pairs, each judged afresh, until one is not level.
 */
#pragma once
#include "league/contest/chaser_score.h"

#include <stdbool.h>

enum series_judging { SERIES_BY_GAMES, SERIES_BY_ITEMS };

struct series_rules {
    int games;
    bool is_best_of;   /* ends as soon as it is decided */
    bool sudden_death; /* level is not the end */
    bool is_limited;   /* after `extra` more games it is, and the better seed wins */
    int extra;
    enum series_judging judging;
};

struct series_game {
    int winner;                   /* player of the match: 0, 1, or -1 */
    struct chaser_outcome chaser; /* by items only: as the game saw it */
};

struct series {
    int wins[2], draws, played;
    int32_t items[2]; /* by items only: of the pair that counts */
    int due;          /* games there must be; more than played while the match is not over */
    bool is_over, by_seed, by_lot; /* level to the end: the better seed has won, or who drew it */
    int winner;                    /* 0, 1, or -1: drawn, or not over */
};

/* Which side of the arena a player of the match has in a game. */
static inline int series_side(int game, int player)
{
    return game % 2 == 0 ? player : 1 - player;
}

/* The first `count` games, without gaps. */
struct series series_judge(const struct series_rules *r, const struct series_game *games,
                           int count);
