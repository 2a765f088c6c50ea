/*
 * sparring_codevs4 — partners for measuring the master of CODE VS 4.0, of three styles: one who
 * rushes, one who gathers a mass at its castle and waits, one who lives for its economy. They are
 * made of the same wishes as the campaign's opponents (bots/codevs4/kit.h), and in no registry.
 */
#pragma once
#include "bots/bot.h"

extern const struct bot sparring_rush;     /* a base at turn 60-80, every knight goes at once */
extern const struct bot sparring_fortress; /* a mass of 200 at its castle, goes out when complete */
extern const struct bot sparring_economy;  /* mines the whole field and attacks at turn 400 */
