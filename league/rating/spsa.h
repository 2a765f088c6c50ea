/*
 * spsa — simultaneous perturbation stochastic approximation: tuning numbers by games.
 *
 * In each step all parameters are moved at once, each up or down by lot, and the program with the
 * moved numbers plays the one with the opposite moves. Whatever wins, the parameters go a little
 * that way. Moves and rates shrink from step to step with Spall's exponents (0.101 and 0.602); what
 * is given are their sizes in the last step, as in fishtest, since these can be imagined.
 *
 * Pure: what is drawn in a step follows from the seed and its number.
 */
#pragma once
#include <stdbool.h>
#include <stdint.h>

enum { SPSA_PARAMETERS = 64 };

struct spsa_parameter {
    double start, least, most;
    double step; /* how far it is moved in the last step */
    double rate; /* part of `step` that a game more won than lost is worth in the last step */
    bool is_whole;
};

struct spsa {
    const struct spsa_parameter *parameters;
    int count;
    int64_t steps; /* in all */
    uint64_t seed;
    int64_t step; /* the number of the current one, from 0 */
    double value[SPSA_PARAMETERS];
};

void spsa_begin(struct spsa *s);
/* The values that side 0 (moved) and side 1 (moved the other way) play with in this step. */
void spsa_values(const struct spsa *s, int side, double values[SPSA_PARAMETERS]);
/* lead: games that side 0 has won more than side 1. Goes on to the next step. */
void spsa_learn(struct spsa *s, int lead);
/* A value as it is given to a program: within its bounds, and whole where it must be. */
double spsa_shown(const struct spsa_parameter *p, double value);
