/*
 * reborn_text — the texts of CODE VS Reborn: the parts of `struct game` that read or write them.
 * For reborn.c alone; what each promises stands in games/game.h.
 */
#pragma once
#include "games/game.h"

enum { REBORN_ANSWER_MAX = 256, REBORN_TEXT_MAX = 8192 };

bool reborn_name_ok(const char *name, struct text *why);
void reborn_greet(const struct game_state *, int p, struct text *);
void reborn_prompt(const struct game_state *, int p, const int64_t left_ms[2], struct text *);
void reborn_farewell(const struct game_state *, int p, struct text *);
enum parse_result reborn_parse(const struct game_state *, int p, const char *buf, size_t len,
                               struct game_action *, size_t *used);
void reborn_format(const struct game_state *, int p, const struct game_action *, struct text *);
enum parse_result reborn_perceive(struct game_state *, struct game_self *, const char *buf,
                                  size_t len, size_t *used);
void reborn_frame(const struct game_state *, struct text *);
