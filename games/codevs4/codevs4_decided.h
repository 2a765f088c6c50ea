/*
 * codevs4_decided — what decided a game of CODE VS 4.0: the stage that did, and the army at whose
 * hands its castle fell.
 */
#pragma once
#include "games/codevs4/codevs4.h"

/* The enemies in sight of a castle, since they first came and have not left. */
struct codevs4_siege {
    int32_t first;     /* turn of the stage; 0 with `soldiers` and `workers` 0: there is none */
    int32_t calm;      /* turns without any */
    int32_t soldiers;  /* the most at once */
    int32_t workers;   /* the most at once */
    int32_t defenders; /* soldiers of the castle's owner in its sight, the most at once */
    int32_t y, x;      /* sum of the places at which they came into sight, from the castle */
};

struct codevs4_memory {
    struct codevs4_siege siege[CODEVS4_STAGES][2]; /* of the castle of a side, the last one */
    int32_t begun[CODEVS4_STAGES];                 /* turns of the game before the stage */
    int32_t turn;                                  /* of the game */
};

void codevs4_watch(struct game_memory *, const struct game_state *);
bool codevs4_decided(const struct game_memory *, const struct game_state *, struct game_decision *);
