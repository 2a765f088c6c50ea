/*
 * What bots.wasm adds to games.wasm stands on this: the match that is open, and the place for
 * texts.
 */
#pragma once
#include "games/game.h"

#define EXPORT(name) __attribute__((export_name(#name)))

/* NULL before the first match. */
const struct game *wasm_game(void);
EXPORT(state) unsigned char *wasm_state(void);
/* Texts are written here; what a call returns is their length. */
struct text *wasm_out(void);
