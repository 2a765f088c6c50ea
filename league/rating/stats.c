/* Pairs, not games, are independent: everything is estimated from the five counts of pairs. The
   likelihood ratio solves for the best distribution under each hypothesis. */
#include "league/rating/stats.h"

#include "league/rating/beta.h"

#include <math.h>

static const double OUTSIDE_95 = 0.025;                        /* on either side of an interval */
static const double PRIOR = 1.0 / STATS_OUTCOMES;              /* of a pair, for each outcome */
static const double NELO_PER_SPREAD = 800 / 2.302585092994046; /* 800 / ln 10 */
static const double NO_COUNT = 1e-3; /* stands for an outcome that has not come yet */

/* A distribution over a few values. */
struct dist {
    double value[STATS_OUTCOMES], weight[STATS_OUTCOMES];
};

double stats_score_of_elo(double elo)
{
    return 1 / (1 + pow(10, -elo / 400));
}

double stats_elo_of_score(double score)
{
    if (score <= 0) return -INFINITY;
    if (score >= 1) return INFINITY;
    return 0 - 400 * log10(1 / score - 1); /* 0, and not -0, where both are equal */
}

static double mean_of(const struct dist *d)
{
    double sum = 0;
    for (int i = 0; i < STATS_OUTCOMES; i++) sum += d->weight[i] * d->value[i];
    return sum;
}

static double variance_of(const struct dist *d, double mean)
{
    double sum = 0;
    for (int i = 0; i < STATS_OUTCOMES; i++)
        sum += d->weight[i] * (d->value[i] - mean) * (d->value[i] - mean);
    return sum;
}

/* The counts as weights that add up to 1; the values are the mean scores of a game. */
static double dist_of(const struct stats_pairs *pairs, double least, struct dist *d)
{
    double total = 0;
    for (int i = 0; i < STATS_OUTCOMES; i++) {
        d->value[i] = i / 4.0;
        d->weight[i] = pairs->count[i] > 0 ? (double)pairs->count[i] : least;
        total += d->weight[i];
    }
    for (int i = 0; i < STATS_OUTCOMES && total > 0; i++) d->weight[i] /= total;
    return total;
}

/* What is known of the score: a beta distribution. */
struct belief {
    double mean, spread; /* spread: of one game */
    double a, b;         /* of the beta distribution */
};

/* Dirichlet's distribution over the five outcomes, and the beta distribution with the same mean and
   variance of the score. */
static struct belief believe(const struct stats_pairs *pairs)
{
    struct dist d;
    double total = 0;
    for (int i = 0; i < STATS_OUTCOMES; i++) {
        d.value[i] = i / 4.0;
        d.weight[i] = (double)pairs->count[i] + PRIOR;
        total += d.weight[i];
    }
    for (int i = 0; i < STATS_OUTCOMES; i++) d.weight[i] /= total;
    double mean = mean_of(&d), variance = variance_of(&d, mean);
    double strength = mean * (1 - mean) / (variance / (total + 1)) - 1;
    return (struct belief){mean, sqrt(2 * variance), mean * strength, (1 - mean) * strength};
}

bool stats_estimate(const struct stats_pairs *pairs, struct stats_estimate *out)
{
    struct dist d;
    double count = dist_of(pairs, 0, &d);
    if (count <= 0) return false;
    double score = mean_of(&d), variance = variance_of(&d, score), error = sqrt(variance / count);
    struct belief known = believe(pairs);
    double low = beta_quantile(OUTSIDE_95, known.a, known.b);
    double high = beta_quantile(1 - OUTSIDE_95, known.a, known.b);
    bool is_extreme = score <= 0 || score >= 1, has_spread = variance > 0;
    double spread = has_spread ? sqrt(2 * variance) : known.spread; /* of one game */
    out->score = score;
    out->elo = stats_elo_of_score(is_extreme ? known.mean : score);
    out->elo_low = stats_elo_of_score(low);
    out->elo_high = stats_elo_of_score(high);
    out->nelo = ((is_extreme ? known.mean : score) - 0.5) / spread * NELO_PER_SPREAD;
    out->nelo_low = (low - 0.5) / spread * NELO_PER_SPREAD;
    out->nelo_high = (high - 0.5) / spread * NELO_PER_SPREAD;
    out->los = has_spread ? 0.5 * erfc(-(score - 0.5) / error / sqrt(2))
                          : 1 - beta_cdf(0.5, known.a, known.b);
    return true;
}

/*
 * Solves sum of weight * value / (1 + x * value) = 0 for x between the poles, where the sum falls
 * from plus to minus infinity. Needs values of both signs.
 */
static double solve(const struct dist *d)
{
    double least = d->value[0], most = d->value[0];
    for (int i = 1; i < STATS_OUTCOMES; i++) {
        if (d->value[i] < least) least = d->value[i];
        if (d->value[i] > most) most = d->value[i];
    }
    if (least >= 0 || most <= 0) return 0;
    double low = -1 / most, high = -1 / least;
    for (int step = 0; step < 200; step++) {
        double x = (low + high) / 2, sum = 0;
        if (x <= low || x >= high) break; /* as near as numbers can be */
        for (int i = 0; i < STATS_OUTCOMES; i++)
            sum += d->weight[i] * d->value[i] / (1 + x * d->value[i]);
        if (sum > 0)
            low = x;
        else
            high = x;
    }
    return (low + high) / 2;
}

/* The distribution nearest to d (most likely, given d's weights as counts) with this mean. */
static struct dist with_mean(const struct dist *d, double mean)
{
    struct dist centred = *d, best = *d;
    for (int i = 0; i < STATS_OUTCOMES; i++) centred.value[i] -= mean;
    double x = solve(&centred);
    for (int i = 0; i < STATS_OUTCOMES; i++)
        best.weight[i] = d->weight[i] / (1 + x * centred.value[i]);
    return best;
}

/* The same with (mean - 1/2) / spread = t, found step by step: each step makes the condition linear
   about the distribution found so far. */
static struct dist with_t_value(const struct dist *d, double t)
{
    struct dist best = *d;
    for (int i = 0; i < STATS_OUTCOMES; i++) best.weight[i] = 1.0 / STATS_OUTCOMES;
    for (int step = 0; step < 50; step++) {
        double mean = mean_of(&best), spread = sqrt(variance_of(&best, mean)), change = 0;
        struct dist line = *d;
        for (int i = 0; i < STATS_OUTCOMES; i++) {
            double off = (mean - d->value[i]) / spread;
            line.value[i] = d->value[i] - 0.5 - t * spread * (1 + off * off) / 2;
        }
        double x = solve(&line);
        for (int i = 0; i < STATS_OUTCOMES; i++) {
            double weight = d->weight[i] / (1 + x * line.value[i]);
            change = fmax(change, fabs(weight - best.weight[i]));
            best.weight[i] = weight;
        }
        if (change < 1e-12) break;
    }
    return best;
}

double sprt_llr(const struct sprt *s, const struct stats_pairs *pairs)
{
    struct dist d, h0, h1;
    double count = dist_of(pairs, NO_COUNT, &d), llr = 0;
    if (s->normalized) {
        /* A pair's mean has half the variance of a game, were its games independent. */
        h0 = with_t_value(&d, s->elo0 / NELO_PER_SPREAD * sqrt(2));
        h1 = with_t_value(&d, s->elo1 / NELO_PER_SPREAD * sqrt(2));
    } else {
        h0 = with_mean(&d, stats_score_of_elo(s->elo0));
        h1 = with_mean(&d, stats_score_of_elo(s->elo1));
    }
    for (int i = 0; i < STATS_OUTCOMES; i++) llr += d.weight[i] * log(h1.weight[i] / h0.weight[i]);
    return count * llr;
}

void sprt_bounds(const struct sprt *s, double *lower, double *upper)
{
    *lower = log(s->beta / (1 - s->alpha));
    *upper = log((1 - s->beta) / s->alpha);
}

enum sprt_verdict sprt_decide(const struct sprt *s, const struct stats_pairs *pairs)
{
    double lower, upper, llr = sprt_llr(s, pairs);
    sprt_bounds(s, &lower, &upper);
    return llr >= upper ? SPRT_H1 : llr <= lower ? SPRT_H0 : SPRT_GOES_ON;
}
