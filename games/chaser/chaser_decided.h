/*
 * chaser_decided — what decided a game of CHaser: who made the block that ended it, or since when
 * the winner had more items.
 */
#pragma once
#include "games/chaser/chaser.h"

/* Who made a block, and how. */
enum chaser_maker {
    CHASER_MADE_BY_MAP,
    CHASER_MADE_BY_PUT,  /* + 2 * player */
    CHASER_MADE_BY_TRAIL /* left behind where an item was taken; + 2 * player */
};

struct chaser_memory {
    struct chaser_board before, now; /* around the last step */
    int32_t turn_before, turn_now;
    int32_t lead_since[2]; /* the turn since which a player has had more items; -1: it has not */
    bool has_begun, has_ended; /* what follows the end only tells the players */
    bool was_beside[2];        /* whether a player stood beside the other before its last command */
    bool waits_for_command;    /* in the state `now`, */
    uint8_t asked;             /* of whom */
    uint8_t maker[CHASER_SIDE_MAX][CHASER_SIDE_MAX]; /* [y][x], enum chaser_maker */
    int32_t made[CHASER_SIDE_MAX][CHASER_SIDE_MAX];  /* in which turn */
};

void chaser_watch(struct game_memory *, const struct game_state *);
bool chaser_decided(const struct game_memory *, const struct game_state *, struct game_decision *);
