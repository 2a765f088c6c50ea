/*
 * sparring — opponents for measuring the master of CODE VS 5.0, of three styles: one who hoards
 * nin-power and never attacks, one who drops rocks, one who casts clones. All run by the amateur's
 * search. They are bots in the sense of bots/bot.h, but in no registry.
 */
#pragma once
#include "bots/bot.h"

extern const struct bot sparring_hoarder; /* spends on staying alive alone */
extern const struct bot sparring_rocks;   /* a rock in the way whenever it can pay for one */
extern const struct bot sparring_clones;  /* calls the dogs to a ninja that has few ways left */
