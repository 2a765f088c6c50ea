/*
 * side — one side of CODE VS Reborn, played by the rules but for what the opponent does.
 *
 * Actions are numbers: the drops as in field.h, and the skill after them.
 */
#pragma once
#include "bots/reborn/field.h"

enum { SIDE_SKILL = MINI_DROPS };

struct reborn_action side_action(int number);
/* A row that is due falls first; what is sent cancels own ojama that wait. */
struct reborn_result side_play(struct reborn_side *, struct reborn_pack, int number);
/* The room above a field, in ojama: more than this need not be sent. */
int side_room(const struct reborn_side *);
/* Ojama that wait, as a planner counts them: more never fall in a game. */
int32_t side_stock(const struct reborn_side *);
