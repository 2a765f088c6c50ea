/*
 * position — places in a game from which a program is tried: its start, somewhere in its middle,
 * shortly before its end, or a moment of a recorded game.
 *
 * All but recorded ones are reached by moves at random; the same generator gives the same one. The
 * game always goes on from there, and the player can come in there.
 */
#pragma once
#include "base/rng.h"
#include "referee/record.h"

enum position_kind { POSITION_START, POSITION_MIDDLE, POSITION_LATE, POSITION_RECORDED };

struct position {
    enum position_kind kind;
    const struct game *game;
    int player; /* who is tried */
    struct game_setup setup;
    const struct record *record; /* of POSITION_RECORDED: its setup is used instead */
};

bool position_find(const struct position *p, struct rng *rng, struct game_state *out,
                   struct err *err);
