/*
 * script — scripts in, states out: how the rules are compared with recorded games (`taisen sim`).
 *
 * A game that has scripts brings games/X/X_script.c, which defines `const struct game_script
 * script_X`; the list of all is made from games.list. Those files are tools beside the rules, not
 * rules: they may read JSON and write files.
 */
#pragma once
#include "os/err.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct game_script {
    const char *game;
    /*
     * Reads a whole script (JSON, by jansson) and prints one JSON object per line to `out`. A
     * script that is not well formed gives false and a sentence that names the line ("line 12:
     * ..."); the lines before it have been printed by then. `inputs`: each line also has in1 and
     * in2, the texts both players are sent (times as 0).
     */
    bool (*run)(const char *script, size_t len, bool inputs, FILE *out, struct err *err);
};

extern const struct game_script *const game_scripts[]; /* ended by NULL */
/* NULL: the game has no scripts. */
const struct game_script *game_script_find(const char *game);
