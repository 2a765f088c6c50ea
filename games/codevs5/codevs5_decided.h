/*
 * codevs5_decided — what decided a game of CODE VS 5.0: how a ninja was caught, and whether it had
 * a way out.
 */
#pragma once
#include "games/codevs5/codevs5.h"

struct codevs5_memory {
    struct codevs5_state before, now; /* the last two states */
};

void codevs5_watch(struct game_memory *, const struct game_state *);
bool codevs5_decided(const struct game_memory *, const struct game_state *, struct game_decision *);
