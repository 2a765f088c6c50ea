/*
 * human — a person at the terminal as a player.
 *
 * Like bot_serve(): reads the game's protocol from one descriptor and answers on another, but asks
 * the person at the terminal what to answer. A game that is better played with keys brings
 * games/X/X_human.c, which defines `const struct human human_X`; the list of all is made from
 * games.list. Any other game shows its input and takes a typed answer.
 */
#pragma once
#include "games/game.h"
#include "os/err.h"

struct human {
    const char *game;
    /* Plays one match to its end; the name has been said. */
    bool (*play)(int in, int out, struct err *err);
};

bool human_serve(const struct game *game, int in, int out, struct err *err);
