/*
 * bot — a built-in player.
 *
 * A bot is a player like any other: it sees what a program would see (the observed state, or what
 * game->perceive made of the input text) and answers with an action. It is deterministic: the same
 * views and the same rng words give the same answers, so its effort is counted in nodes, never in
 * time. `left_ms` is there for bots that want to answer faster when the clock runs out.
 */
#pragma once
#include "games/game.h"

struct bot_view {
    const struct game *game;
    const struct game_state *state; /* observed; never the true state of a game that hides some */
    struct game_self self;
    struct rng *rng; /* the bot's own, seeded once a game */
};

struct bot {
    const char *name;   /* as in bot:NAME */
    const char *game;   /* NULL: plays every game */
    const char *about;  /* one sentence, what to expect of it */
    size_t memory_size; /* bytes kept between the turns of a game, zero at its start */
    void (*think)(const struct bot_view *, void *memory, struct game_action *out);
};

/* The registry, made from bots.list. */
extern const struct bot *const bots[];
extern const int bot_count;
/* A bot of this name that plays this game, or NULL. */
const struct bot *bot_find(const struct game *game, const char *name);
