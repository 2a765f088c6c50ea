/*
 * stats — what a row of results says about two players.
 *
 * Matches come in pairs: the same start twice, with sides swapped. A pair is worth 0 to 2 points in
 * halves, so there are five outcomes (the pentanomial counts); the two games of a pair are not
 * independent, pairs are. All estimates are made from the counts of pairs.
 *
 * Elo is the logistic one, 400 * log10(score / (1 - score)). Normalized Elo measures the same lead
 * in units of the spread of a single game, so that draws do not shrink it.
 *
 * Estimates are the most likely values. Intervals say what is known, however few or one-sided the
 * games are: they are Bayesian. Before the first game each of the five outcomes counts as a fifth
 * of a pair (Perks' prior: together one pair, of which nothing is known); the likelihood of the
 * score after the pairs is a beta distribution with the mean and the variance that these counts
 * give, and the interval leaves 2.5 % of it on either side. With many pairs it becomes the usual
 * one, the score plus and minus 1.96 standard errors. Where the most likely value is infinite
 * (every game won, or no spread at all), the estimate is the mean of that distribution instead.
 *
 * The test of two hypotheses is the generalized sequential probability ratio test: the ratio of the
 * likelihoods of the counts under the best distributions with the one and the other strength. For
 * logistic Elo the constraint is the mean, for normalized Elo the mean over the spread.
 */
#pragma once
#include <stdbool.h>
#include <stdint.h>

enum { STATS_OUTCOMES = 5 };

/* pairs[k]: how many pairs brought the first player k/2 points. */
struct stats_pairs {
    int64_t count[STATS_OUTCOMES];
};

struct stats_estimate {
    double score;                  /* of a game, 0 to 1 */
    double elo, elo_low, elo_high; /* 95 % interval; all of them finite */
    double nelo, nelo_low, nelo_high;
    double los; /* likelihood of superiority, 0 to 1 */
};

/* False when there is no pair yet. */
bool stats_estimate(const struct stats_pairs *pairs, struct stats_estimate *out);

struct sprt {
    double elo0, elo1;  /* H0: the lead is elo0; H1: it is elo1 */
    double alpha, beta; /* chances to accept the wrong one */
    bool normalized;
};

enum sprt_verdict { SPRT_GOES_ON, SPRT_H0, SPRT_H1 };

/* Log-likelihood ratio of H1 against H0. */
double sprt_llr(const struct sprt *s, const struct stats_pairs *pairs);
/* H0 is accepted at or below the lower bound, H1 at or above the upper one. */
void sprt_bounds(const struct sprt *s, double *lower, double *upper);
enum sprt_verdict sprt_decide(const struct sprt *s, const struct stats_pairs *pairs);

double stats_score_of_elo(double elo);
double stats_elo_of_score(double score);
