/*
 * human — a person at the terminal as a player.
 *
 * Like bot_serve(): reads the game's protocol from one descriptor and answers on another, but asks
 * the person at the terminal what to answer. CHaser is played with the arrow keys; any other game
 * shows its input and takes a typed answer.
 */
#pragma once
#include "games/game.h"
#include "os/err.h"

bool human_serve(const struct game *game, int in, int out, struct err *err);
