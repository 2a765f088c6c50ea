/*
 * serve — a bot as an ordinary program: reads its input from one descriptor, answers on another.
 *
 * So a bot: seat is asked, timed and recorded like any program, and `taisen bot GAME NAME` can sit
 * on other arenas. Ends when the input does. False, with the reason, when the input is none of the
 * game's, or cannot be read, or the answer cannot be written.
 */
#pragma once
#include "bots/bot.h"
#include "os/err.h"

bool bot_serve(const struct game *game, const struct bot_choice *choice, uint64_t seed, int in,
               int out, struct err *err);
