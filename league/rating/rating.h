/*
 * rating — how strong a player is, as a number that follows from its results.
 *
 * Two formulas, and none. RATING_CODEVS5 is the one of CODE VS 5.0, to the point: everybody starts
 * at 0, nobody falls below 0, points are whole. It rewards many games and forgets nothing, as that
 * contest wanted.
 *
 * RATING_GLICKO2 is for ladders on which players meet unequally often and change while they play.
 * Each player has a deviation (how unsure its points are) and a volatility (how erratic its results
 * are). It was chosen over Elo, because there a newcomer needs many games to arrive where it
 * belongs and drags its opponents with it; and over methods that look at all results at once
 * (Bradley-Terry, TrueSkill Through Time), because every result must change the ladder at once
 * and cheaply, and a rating must be explainable from the match just played. Each match is a rating
 * period of its own.
 *
 * RATING_NONE counts games and rates nobody: for people who play for fun.
 *
 * Pure functions: a ladder's ratings are the same whenever they are computed again from its results
 * in their order.
 */
#pragma once
#include <stdbool.h>
#include <stdint.h>

enum rating_formula { RATING_GLICKO2, RATING_CODEVS5, RATING_NONE };

struct rating {
    double points;
    double deviation; /* of Glicko-2, otherwise 0, as the volatility */
    double volatility;
};

/* "glicko2", "codevs5" or "none"; false when it is no such word. */
bool rating_find(const char *name, enum rating_formula *formula);
const char *rating_name(enum rating_formula formula);

struct rating rating_start(enum rating_formula formula);
/* The player comes with another program: what was known is not so sure any more. */
void rating_renew(enum rating_formula formula, struct rating *r);
/* One match; score is that of a: 1, 0.5 or 0. */
void rating_meet(enum rating_formula formula, struct rating *a, struct rating *b, double score);
/* What a is expected to score against b, 0 to 1. */
double rating_expect(const struct rating *a, const struct rating *b);
/* Points or a deviation as they are shown, in tenths; 0 for what is no finite number. */
int64_t rating_tenths(double points);

/* ---- Glicko-2 as published, with any number of games in a period ---- */

struct glicko_game {
    double points, deviation; /* of the opponent */
    double score;
};

/* tau limits how fast volatility changes; the paper recommends 0.3 to 1.2. */
struct rating glicko2_period(const struct rating *r, const struct glicko_game *games, int count,
                             double tau);
