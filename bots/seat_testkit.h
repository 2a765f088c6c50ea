/*
 * Games between bots, for their tests: two bots by name on a state that is set up already.
 */
#pragma once
#include "bots/bot.h"
#include "os/err.h"
#include "os/memory.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

struct seat {
    const struct game *game;
    struct bot_choice choice;
    void *memory;
    struct game_state *seen;
    struct rng rng;
};

static inline void seat_open(struct seat *seat, const struct game *game, const char *bot,
                             uint64_t seed)
{
    struct err err;
    seat->game = game;
    assert_true(bot_read(game, bot, &seat->choice, &err));
    seat->memory = memory_zeroed(bot_memory_size(&seat->choice) + 1);
    seat->seen = memory_zeroed(game->state_size);
    seat->rng.word = seed;
}

static inline void seat_close(struct seat *seat)
{
    free(seat->memory);
    free(seat->seen);
}

/* What the bot does as player p, who has so much time left. */
static inline void seat_ask(struct seat *seat, const struct game_state *state, int p,
                            int64_t left_ms, struct game_action *action)
{
    const struct game *game = seat->game;
    if (game->observe) game->observe(state, p, seat->seen);
    struct bot_view view = {.game = game,
                            .state = game->observe ? seat->seen : state,
                            .self = {.player = p, .left_ms = {left_ms, left_ms}},
                            .rng = &seat->rng,
                            .budget = seat->choice.budget};
    seat->choice.bot->think(&view, seat->memory, action);
    if (game->flaw) assert_null(game->flaw(state, p, action));
}

/* With the sanitizers, which make it ten times as slow, one game or its beginning must do: it finds
   what they look for, and is too little for a count. */
static inline int seat_games(int all)
{
    return getenv("SANITIZED") ? 1 : all;
}

static inline int seat_turns(int all)
{
    enum { FEW = 16 };
    return getenv("SANITIZED") && all > FEW ? FEW : all;
}

static inline bool seat_goes_on(const struct game *game, const struct game_state *state, int turns)
{
    struct game_status status;
    game->status(state, &status);
    return !status.over && status.turn < turns;
}

/* A match: its bots, the seed of the first (the second has the next one), and how long it lasts. */
struct seat_match {
    const char *bot[2];
    uint64_t seed;
    int turns;
    int64_t left_ms;
    void (*look)(const struct game_state *, void *arg); /* before each turn; may be NULL */
    void *arg;
};

/* Plays it on a state that is set up; the hash of the state at the end. */
static inline uint64_t seat_play(const struct game *game, struct game_state *state,
                                 const struct seat_match *m)
{
    struct seat seat[2];
    struct game_reply reply[2];
    struct game_action *action[2];
    for (int p = 0; p < 2; p++) {
        seat_open(&seat[p], game, m->bot[p], m->seed + (uint64_t)p);
        action[p] = memory_zeroed(game->action_size);
        reply[p] = (struct game_reply){REPLY_ACTION, action[p]};
    }
    while (seat_goes_on(game, state, m->turns)) {
        if (m->look) m->look(state, m->arg);
        for (int p = 0; p < 2; p++) seat_ask(&seat[p], state, p, m->left_ms, action[p]);
        game->step(state, reply);
    }
    for (int p = 0; p < 2; p++) {
        seat_close(&seat[p]);
        free(action[p]);
    }
    return game->hash(state);
}
