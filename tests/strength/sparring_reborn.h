/*
 * sparring — opponents for measuring the master of CODE VS Reborn.
 *
 * Four imitate how contest programs play, by search alone and without a look at the opponent; four
 * do strange things. All are bots in the sense of bots/bot.h, but in no registry.
 */
#pragma once
#include "bots/bot.h"

extern const struct bot sparring_fast;   /* 12 steps by turn 11, and again every ten turns */
extern const struct bot sparring_late;   /* 18 steps at turn 21, and again fifteen turns later */
extern const struct bot sparring_skill;  /* fills the gauge, keeps its fives, then blasts */
extern const struct bot sparring_harass; /* five steps or so every few turns */

extern const struct bot strange_spammer; /* whatever vanishes at once */
extern const struct bot strange_bomber;  /* piles up and uses nothing but the skill */
extern const struct bot strange_staller; /* keeps its field low and never fires */
extern const struct bot strange_copier;  /* does what the opponent did the turn before */
