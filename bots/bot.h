/*
 * bot — a built-in player.
 *
 * A bot is a player like any other: it sees what a program would see (the observed state, or what
 * game->perceive made of the input text) and answers with an action.
 *
 * How hard it thinks is its budget. Most bots have a fixed one, counted in nodes. A bot that
 * `has_budget` takes options with its name, `bot:NAME?nodes=50000`:
 *
 *     ms=N       at most so many milliseconds a turn
 *     nodes=N    at most so many nodes a turn; the clock is not read then
 *     threads=N  so many searches at once, each with the same time or nodes (default 1); only for a
 *                bot with a thread_size
 *
 * Without ms and nodes it plans the game's own clock over the game. A bot is deterministic as long
 * as no clock comes in: the same views, rng words, nodes and threads give the same answers on every
 * machine.
 */
#pragma once
#include "games/game.h"
#include "os/words.h"

struct err;

/* 0: not given. */
struct bot_budget {
    int64_t ms;
    int64_t nodes;
    int64_t threads;
};

struct bot_view {
    const struct game *game;
    const struct game_state *state; /* observed; never the true state of a game that hides some */
    struct game_self self;
    struct rng *rng; /* the bot's own, seeded once a game */
    struct bot_budget budget;
};

struct bot {
    const char *name;   /* as in bot:NAME */
    const char *game;   /* NULL: plays every game */
    const char *about;  /* one sentence, what to expect of it: a message (os/words.h) */
    bool has_budget;    /* takes options */
    const char *spare;  /* the options for playing all day beside other work; NULL: needs none */
    size_t memory_size; /* bytes kept between the turns of a game, zero at its start */
    size_t thread_size; /* as many more for each thread but the first; 0: knows one thread only */
    void (*think)(const struct bot_view *, void *memory, struct game_action *out);
};

/* A bot and how hard it is to think. */
struct bot_choice {
    const struct bot *bot;
    struct bot_budget budget;
};

/* Bytes of memory for a bot that thinks so hard. */
static inline size_t bot_memory_size(const struct bot_choice *choice)
{
    size_t more = choice->budget.threads > 1 ? (size_t)(choice->budget.threads - 1) : 0;
    return choice->bot->memory_size + more * choice->bot->thread_size;
}

/* The registry, made from bots.list. */
extern const struct bot *const bots[];
extern const int bot_count;
/* A bot of this name that plays this game, or NULL. */
const struct bot *bot_find(const struct game *game, const char *name);
/* The seat of a bot that plays on a site, all day and beside others: bot:NAME, or bot:NAME?SPARE.
 */
void bot_write_seat(const struct bot *, struct text *);
/* Reads NAME or NAME?KEY=NUMBER&... False, with the reason, when there is no such bot or an option
   is wrong. */
bool bot_read(const struct game *game, const char *text, struct bot_choice *, struct err *err);
