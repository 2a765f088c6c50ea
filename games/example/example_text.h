/* example_text — what programs of Four in a Row read and write: RULES 4, as struct game wants it.
 */
#pragma once
#include "games/game.h"

void example_greet(const struct game_state *, int p, struct text *);
void example_prompt(const struct game_state *, int p, const int64_t left_ms[2], struct text *);
void example_farewell(const struct game_state *, int p, struct text *);
enum parse_result example_parse(const struct game_state *, int p, const char *buf, size_t len,
                                struct game_action *action, size_t *used);
void example_format(const struct game_state *, int p, const struct game_action *, struct text *);
enum parse_result example_perceive(struct game_state *, struct game_self *, const char *buf,
                                   size_t len, size_t *used);
void example_frame(const struct game_state *, struct text *);
