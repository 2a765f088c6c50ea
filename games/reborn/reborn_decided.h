/*
 * reborn_decided — what decided a game of CODE VS Reborn: the attack that buried the loser, the
 * loser's own pile, or the points.
 */
#pragma once
#include "games/reborn/reborn.h"

struct reborn_memory {
    int32_t turns; /* watched so far */
    struct {
        int32_t sent[2];  /* ojama that a side put into the other's stock, after the offset */
        int32_t stock[2]; /* at the end of the turn */
        int32_t chain[2], blast[2], dropped[2];
        int64_t score[2];
    } turn[REBORN_TURNS];
};

void reborn_watch(struct game_memory *, const struct game_state *);
bool reborn_decided(const struct game_memory *, const struct game_state *, struct game_decision *);
