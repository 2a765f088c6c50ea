/*
 * sim — scripts in, states out: how the rules are compared with recorded games.
 *
 * One function a game, in sim_GAME.c, reads a whole script (JSON, read with jansson) and prints one
 * JSON object a line to `out`. A script that is not well formed gives false and a sentence that
 * names the line ("line 12: ..."); the lines before it have been printed by then.
 */
#pragma once
#include "os/err.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* `inputs`: each line also has in1 and in2, the texts both players are sent (times as 0). */
typedef bool sim_fn(const char *script, size_t len, bool inputs, FILE *out, struct err *err);

sim_fn sim_reborn, sim_codevs5, sim_codevs4, sim_chaser;

/* All of them, ended by one without a game. */
struct sim {
    const char *game;
    sim_fn *run;
};
extern const struct sim sims[];
