/*
 * chaser_text — the texts of CHaser: the parts of `struct game` that read or write them. For
 * chaser.c alone; what each promises stands in games/game.h.
 */
#pragma once
#include "games/game.h"

enum { CHASER_ANSWER_MAX = 4096, CHASER_TEXT_MAX = 8192 };

void chaser_greet(const struct game_state *, int p, struct text *);
void chaser_prompt(const struct game_state *, int p, const int64_t left_ms[2], struct text *);
void chaser_farewell(const struct game_state *, int p, struct text *);
enum parse_result chaser_parse(const struct game_state *, int p, const char *buf, size_t len,
                               struct game_action *, size_t *used);
void chaser_format(const struct game_state *, int p, const struct game_action *, struct text *);
enum parse_result chaser_perceive(struct game_state *, struct game_self *, const char *buf,
                                  size_t len, size_t *used);
void chaser_write_start(const struct game_state *, struct text *);
void chaser_frame(const struct game_state *, struct text *);
