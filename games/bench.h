/*
 * bench — one number over random games: the fingerprint of the rules.
 *
 * The same in every build (debug, release, sanitizers, WASM) and on every machine; it changes
 * exactly when some rule, generator or state layout does. A commit that touches games/ or base/
 * names it.
 */
#pragma once
#include "games/game.h"

/* Plays random games of one game from fixed seeds and mixes all state hashes into `sum`. `state`
   and `action` are work space of the caller. `*steps` grows by the steps played. */
uint64_t game_bench(const struct game *game, struct game_state *state,
                    struct game_action *const action[2], uint64_t sum, int64_t *steps);
