/*
 * strength — matches between bots in one process, for measuring how strong they are.
 *
 * A program of a game (strength_GAME.c) names its players and its tables and calls
 * strength_main(). Games are played by the rules themselves, with a clock for each side; --jobs
 * processes play at once; both sides are taken in turn on each seed.
 */
#pragma once
#include "bots/bot.h"

struct strength_options {
    int games, jobs, threads;
    int64_t seed, clock_ms, nodes, ms, alone_games;
    bool is_loud;
};

struct strength_player {
    const char *name;
    const struct bot *bot;
};

struct strength_table {
    const char *name;
    void (*print)(void);
};

enum { STRENGTH_NOTE = 300 };

struct strength {
    const struct game *game;
    const struct strength_player *players; /* both lists end with a NULL */
    const struct strength_table *tables;   /* the last only when it is asked for */
    /* Appends what a player did in the turn just played, for --loud; NULL: nothing. */
    void (*note)(const struct game_state *, int p, struct text *);
    /* Adds to the numbers of a player what is worth an average; NULL: nothing. */
    void (*count)(const struct game_state *before, const struct game_state *after, int p,
                  int32_t *numbers);
    const char *const *numbers; /* what is counted, ends with a NULL */
    const char *setup;          /* options of a match, as for --setup; NULL: none */
    bool sides_are_alike;       /* players who draw no lots would play the same game again with the
                                   sides swapped: each seed is played once, from alternate sides */
};

enum { STRENGTH_NUMBERS = 8 };

/* One match, for tables that look at more than who won. */
struct strength_match {
    const struct bot *bot[2];
    struct bot_budget budget[2];
    uint64_t seed;
    const char *setup;
    void (*watch)(const struct game_state *, void *arg); /* every state; NULL: nobody does */
    void *arg;
};

struct strength_outcome {
    int32_t winner; /* 0, 1, -1 */
    int32_t late;   /* bit p: player p ran out of time */
    int32_t turns;
    int32_t longest_ms[2]; /* turn */
    int32_t left_ms[2];
    int32_t number[2][STRENGTH_NUMBERS];
    char note[2][STRENGTH_NOTE];
};

extern struct strength_options opt;
extern const struct strength *measured;

/* Nodes or milliseconds that were asked for; for the first player. */
struct bot_budget strength_budget(void);
struct strength_outcome strength_play(const struct strength_match *);
/* Plays opt.games, prints a line, returns what the first won, in half points. */
int strength_series(const struct bot *a, struct bot_budget, const struct bot *b, struct bot_budget);
/* Runs work(i) for all i in opt.jobs processes, and hands the results on in any order. */
void strength_spread(int count, size_t size, void (*work)(int i, void *result, void *arg),
                     void (*take)(int i, const void *result, void *arg), void *arg);
int strength_main(const struct strength *, int argc, char **argv);
