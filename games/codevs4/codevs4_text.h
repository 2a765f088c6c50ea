/*
 * codevs4_text — the texts of CODE VS 4.0: the parts of `struct game` that read or write them.
 * For codevs4.c alone; what each promises stands in games/game.h.
 *
 * The longest prompt has 20001 units with 20 bytes each, the longest frame 25, the longest answer
 * three orders of 8 bytes for each of them; an answer may hold as much again of what is ignored.
 */
#pragma once
#include "games/game.h"

enum { CODEVS4_ANSWER_MAX = 1 << 20, CODEVS4_TEXT_MAX = 1 << 19 };

bool codevs4_contest_name_ok(const char *name, struct text *why);
void codevs4_greet(const struct game_state *, int p, struct text *);
void codevs4_prompt(const struct game_state *, int p, const int64_t left_ms[2], struct text *);
void codevs4_farewell(const struct game_state *, int p, struct text *);
enum parse_result codevs4_parse(const struct game_state *, int p, const char *buf, size_t len,
                                struct game_action *, size_t *used);
void codevs4_format(const struct game_state *, int p, const struct game_action *, struct text *);
enum parse_result codevs4_perceive(struct game_state *, struct game_self *, const char *buf,
                                   size_t len, size_t *used);
void codevs4_frame(const struct game_state *, struct text *);
