/* The top of the likelihood by Newton's method: slope and curvature are summed over all
   meetings, the step solved by Cholesky; at the top the inverse of the curvature gives the
   intervals. */
#include "league/rating/pool.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS_MOST = 1000 };
static const double ELO_PER_UNIT = 400 / 2.302585092994046; /* 400 / ln 10 */
static const double HALF_WIDTH_95 = 1.959963984540054;
static const double PRIOR_GAMES = 1, PRIOR_POINTS = 0.5;
static const double CLOSE_ENOUGH = 1e-11;

/* Strengths are natural logarithms here: x scores 1 / (1 + exp(-(x - y))) against y. */
static double expected(double x, double y)
{
    return 1 / (1 + exp(y - x));
}

/*
 * Solves M z = v for the symmetric positive definite matrix M (n by n) by Cholesky's method; M and
 * v are overwritten, z is left in v. The factor stays in the lower half of M.
 */
static void factor(double *m, int n)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
            double sum = m[i * n + j];
            for (int k = 0; k < j; k++) sum -= m[i * n + k] * m[j * n + k];
            m[i * n + j] = i == j ? sqrt(sum) : sum / m[j * n + j];
        }
}

static void solve(const double *factored, double *v, int n)
{
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < i; k++) v[i] -= factored[i * n + k] * v[k];
        v[i] /= factored[i * n + i];
    }
    for (int i = n - 1; i >= 0; i--) {
        for (int k = i + 1; k < n; k++) v[i] -= factored[k * n + i] * v[k];
        v[i] /= factored[i * n + i];
    }
}

/* Slope of the likelihood, and its curvature (the information) as a matrix. */
static void look(const struct pool_meeting *meetings, int count, const double *x, int n,
                 double *slope, double *curve)
{
    memset(curve, 0, (size_t)n * (size_t)n * sizeof *curve);
    for (int i = 0; i < n; i++) {
        double p = expected(x[i], 0);
        slope[i] = PRIOR_POINTS - PRIOR_GAMES * p;
        curve[i * n + i] = PRIOR_GAMES * p * (1 - p);
    }
    for (int i = 0; i < count; i++) {
        const struct pool_meeting *m = &meetings[i];
        double p = expected(x[m->a], x[m->b]), weight = m->games * p * (1 - p);
        slope[m->a] += m->points - m->games * p;
        slope[m->b] -= m->points - m->games * p;
        curve[m->a * n + m->a] += weight;
        curve[m->b * n + m->b] += weight;
        curve[m->a * n + m->b] -= weight;
        curve[m->b * n + m->a] -= weight;
    }
}

/* Newton's method; a step of more than 1 is shortened, which keeps it from running away. */
static void climb(const struct pool_meeting *meetings, int count, double *x, int n, double *step,
                  double *curve)
{
    for (int i = 0; i < STEPS_MOST; i++) {
        double longest = 0;
        look(meetings, count, x, n, step, curve);
        factor(curve, n);
        solve(curve, step, n);
        for (int k = 0; k < n; k++) longest = fmax(longest, fabs(step[k]));
        for (int k = 0; k < n; k++) x[k] += longest > 1 ? step[k] / longest : step[k];
        if (longest < CLOSE_ENOUGH) return;
    }
}

/* The variance of a rating against the mean of all: of sum(c[k] * x[k]), c = own - 1/n each. */
static double variance(const double *factored, int n, int player, double *column)
{
    double sum = 0;
    for (int k = 0; k < n; k++) column[k] = (k == player) - 1.0 / n;
    solve(factored, column, n);
    for (int k = 0; k < n; k++) sum += ((k == player) - 1.0 / n) * column[k];
    return sum;
}

static void rate(const struct pool_meeting *meetings, int count, struct pool_rating *ratings, int n,
                 double *room)
{
    double *x = room, *column = room + n, *curve = room + 2 * n, mean = 0;
    climb(meetings, count, x, n, column, curve);
    for (int i = 0; i < n; i++) mean += x[i] / n;
    for (int i = 0; i < n; i++) {
        double half = HALF_WIDTH_95 * ELO_PER_UNIT * sqrt(variance(curve, n, i, column));
        ratings[i] = (struct pool_rating){.elo = ELO_PER_UNIT * (x[i] - mean)};
        ratings[i].low = ratings[i].elo - half;
        ratings[i].high = ratings[i].elo + half;
    }
    for (int i = 0; i < count; i++) {
        const struct pool_meeting *m = &meetings[i];
        ratings[m->a].games += m->games;
        ratings[m->a].points += m->points;
        ratings[m->b].games += m->games;
        ratings[m->b].points += m->games - m->points;
    }
}

bool pool_rate(const struct pool_meeting *meetings, int meeting_count, struct pool_rating *ratings,
               int players)
{
    size_t n = (size_t)players;
    if (players < 1) return true;
    double *room = calloc(n * n + 2 * n, sizeof *room);
    if (!room) return false;
    rate(meetings, meeting_count, ratings, players, room);
    free(room);
    return true;
}

int pool_cycles(int players, bool (*beats)(void *arg, int a, int b), void *arg, int (*cycles)[3],
                int cap)
{
    int count = 0;
    for (int a = 0; a < players; a++)
        for (int b = a + 1; b < players; b++)
            for (int c = b + 1; c < players; c++) {
                bool forth = beats(arg, a, b) && beats(arg, b, c) && beats(arg, c, a);
                bool back = beats(arg, a, c) && beats(arg, c, b) && beats(arg, b, a);
                if (!forth && !back) continue;
                if (count < cap) {
                    cycles[count][0] = a;
                    cycles[count][1] = forth ? b : c;
                    cycles[count][2] = forth ? c : b;
                }
                count++;
            }
    return count;
}
