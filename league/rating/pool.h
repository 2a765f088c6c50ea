/*
 * pool — ratings of all who played each other, from the results alone.
 *
 * The model is that of Bradley and Terry: player a scores 1 / (1 + 10^((Rb - Ra) / 400)) a game
 * against b; a draw is half a win for both. The ratings are the most likely ones, on a scale whose
 * mean is 0. So that they stay finite for one who has won or lost everything, everybody is given
 * one draw more, against an average player. Intervals come from the curvature of the likelihood
 * at its top; it takes each game as won or lost, so with many draws they are a little too wide.
 *
 * Pure: no clock, no randomness. Time and memory go with the square (intervals: cube) of the
 * number of players.
 */
#pragma once
#include <stdbool.h>
#include <stdint.h>

/* What two players have played; each two of a pool at most once. */
struct pool_meeting {
    int a, b;
    double games, points; /* points: of a, draws as one half */
};

struct pool_rating {
    double elo, low, high; /* 95 % */
    double games, points;
};

/* False when memory is short. */
bool pool_rate(const struct pool_meeting *meetings, int meeting_count, struct pool_rating *ratings,
               int players);

/*
 * Three players each of whom beats the next, and the last the first. `beats` says whether a beats
 * b so clearly that chance is no good explanation. Writes at most `cap` of them, each once with the
 * smallest number first, and returns how many there are.
 */
int pool_cycles(int players, bool (*beats)(void *arg, int a, int b), void *arg, int (*cycles)[3],
                int cap);
