/*
 * tournament_internal — which game is whose, for tournament.c, which looks, and tournament_run.c,
 * which plays.
 */
#pragma once
#include "league/contest/tournament.h"

/* The seat of a phase's bot: behind those of the players. */
int tournament_bot_seat(const struct contest *c, int phase);
/* Key and seats of a game, by which its result is found in a journal. */
void tournament_name_game(const struct contest *c, const struct tournament_phase *p, int fixture,
                          const struct fixture *f, int game, struct match_runner_task *task);
/* All of the task. */
void tournament_fill_task(const struct contest *c, const struct tournament_phase *p, int fixture,
                          int game, struct match_runner_task *task);
