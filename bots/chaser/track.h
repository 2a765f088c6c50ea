/*
 * track — where the opponent may be, by a crowd of guesses.
 *
 * A guess is a whole story of the opponent: it started opposite to us, knows no more of the field
 * than it has seen, and has gone from item to item since, searching where it knew of none, now and
 * then waiting or straying; the items it took are gone and have left blocks. What we see ends the
 * stories that it contradicts, and the others are told on in several ways. Players differ more
 * than the stories do, so most of the chance is left to the aimless spread of belief.h.
 *
 * A track of zeros is the one before the first look. Without a belief that is sure of the field
 * there are no stories.
 */
#pragma once
#include "bots/chaser/belief.h"

enum { TRACK_GUESSES = 256, TRACK_ROWS = 17 };

/* A bit for each cell of the field, a word a row. */
struct track_set {
    uint32_t row[TRACK_ROWS];
};

struct track_guess {
    int32_t x, y;
    struct track_set taken, blocks, known;
};

struct track {
    struct rng rng;
    int32_t has_guesses;
    int32_t left, top; /* of the field that the guesses were made for */
    struct track_set inside, open, items;
    struct track_guess guess[TRACK_GUESSES];
    int32_t chance[KIT_PLACES]; /* adds up to BELIEF_WHOLE or less */
};

/* Once before each own action, after belief_update(). */
void track_update(struct track *, const struct belief *, const struct kit_map *);
