/* Glicko-2 with one match as a period, and the whole-numbered formula of CODE VS 5.0. */
#include "league/rating/rating.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

/* ---- Glicko-2; step numbers and letters are those of Glickman's paper ---- */

static const double START_POINTS = 1500, START_DEVIATION = 350, START_VOLATILITY = 0.06;
static const double RENEWED_DEVIATION = 150; /* a new version is usually much like the last */
static const double TAU = 0.5, SCALE = 173.7178, EPSILON = 1e-6;
static const double LEAST_INFORMATION = 1e-9; /* a match that was decided before it began */

static double g(double phi)
{
    return 1 / sqrt(1 + 3 * phi * phi / (M_PI * M_PI));
}

static double expected(double mu, double mu_j, double phi_j)
{
    return 1 / (1 + exp(-g(phi_j) * (mu - mu_j)));
}

struct volatility_search {
    double delta2, phi2, v, a, tau2;
};

static double f(const struct volatility_search *s, double x)
{
    double e = exp(x), sum = s->phi2 + s->v + e;
    return e * (s->delta2 - sum) / (2 * sum * sum) - (x - s->a) / s->tau2;
}

/* Step 5: the root of f by the Illinois method. */
static double new_volatility(const struct volatility_search *s)
{
    double a = s->a, tau = sqrt(s->tau2), b = a - tau, excess = s->delta2 - s->phi2 - s->v;
    if (excess > 0)
        b = log(excess);
    else
        while (f(s, b) < 0) b -= tau;
    double fa = f(s, a), fb = f(s, b);
    while (fabs(b - a) > EPSILON) {
        double c = a + (a - b) * fa / (fb - fa), fc = f(s, c);
        if (fc * fb <= 0) {
            a = b;
            fa = fb;
        } else {
            fa /= 2;
        }
        b = c;
        fb = fc;
    }
    return exp(a / 2);
}

struct rating glicko2_period(const struct rating *r, const struct glicko_game *games, int count,
                             double tau)
{
    double mu = (r->points - START_POINTS) / SCALE, phi = r->deviation / SCALE;
    double information = 0, surprise = 0, volatility = r->volatility;
    for (int j = 0; j < count; j++) {
        double mu_j = (games[j].points - START_POINTS) / SCALE, phi_j = games[j].deviation / SCALE;
        double e = expected(mu, mu_j, phi_j), weight = g(phi_j);
        information += weight * weight * e * (1 - e);
        surprise += weight * (games[j].score - e);
    }
    if (count > 0) {
        double v = 1 / fmax(information, LEAST_INFORMATION), delta = v * surprise;
        volatility = new_volatility(&(struct volatility_search){
            delta * delta, phi * phi, v, log(volatility * volatility), tau * tau});
    }
    double phi_star2 = phi * phi + volatility * volatility; /* step 6 */
    double phi_new = 1 / sqrt(1 / phi_star2 + information); /* step 7 */
    double deviation = phi_new * SCALE;
    return (struct rating){
        .points = (mu + phi_new * phi_new * surprise) * SCALE + START_POINTS,
        .deviation = deviation < START_DEVIATION ? deviation : START_DEVIATION,
        .volatility = volatility,
    };
}

static void meet_glicko2(struct rating *a, struct rating *b, double score)
{
    struct glicko_game of_a = {b->points, b->deviation, score};
    struct glicko_game of_b = {a->points, a->deviation, 1 - score};
    *a = glicko2_period(a, &of_a, 1, TAU);
    *b = glicko2_period(b, &of_b, 1, TAU);
}

/* ---- CODE VS 5.0 ---- */

/* d = floor(16 + 0.04 * (loser - winner)), at least 0, in whole numbers. */
static int64_t stake(int64_t winner, int64_t loser)
{
    int64_t hundredths = 1600 + 4 * (loser - winner);
    return hundredths > 0 ? hundredths / 100 : 0;
}

static void win_codevs5(struct rating *winner, struct rating *loser)
{
    double d = (double)stake((int64_t)winner->points, (int64_t)loser->points);
    winner->points += d;
    loser->points = loser->points > d ? loser->points - d : 0;
}

static void meet_codevs5(struct rating *a, struct rating *b, double score)
{
    if (score > 0.5) {
        win_codevs5(a, b);
    } else if (score < 0.5) {
        win_codevs5(b, a);
    } else if (a->points != b->points) {
        double up = a->points < b->points ? 1 : -1;
        a->points += up;
        b->points -= up;
    }
}

/* ---- both ---- */

static void meet_for_fun(struct rating *a, struct rating *b, double score)
{
    (void)a, (void)b, (void)score;
}

static const struct formula {
    const char *name;
    void (*meet)(struct rating *, struct rating *, double score);
} formulas[] = {
    [RATING_GLICKO2] = {"glicko2", meet_glicko2},
    [RATING_CODEVS5] = {"codevs5", meet_codevs5},
    [RATING_NONE] = {"none", meet_for_fun},
};

bool rating_find(const char *name, enum rating_formula *formula)
{
    for (int i = RATING_GLICKO2; i <= RATING_NONE; i++) {
        if (strcmp(formulas[i].name, name) != 0) continue;
        *formula = (enum rating_formula)i;
        return true;
    }
    return false;
}

const char *rating_name(enum rating_formula formula)
{
    return formulas[formula].name;
}

struct rating rating_start(enum rating_formula formula)
{
    if (formula != RATING_GLICKO2) return (struct rating){0};
    return (struct rating){START_POINTS, START_DEVIATION, START_VOLATILITY};
}

void rating_renew(enum rating_formula formula, struct rating *r)
{
    if (formula == RATING_GLICKO2 && r->deviation < RENEWED_DEVIATION)
        r->deviation = RENEWED_DEVIATION;
}

void rating_meet(enum rating_formula formula, struct rating *a, struct rating *b, double score)
{
    formulas[formula].meet(a, b, score);
}

double rating_expect(const struct rating *a, const struct rating *b)
{
    double phi = hypot(a->deviation, b->deviation) / SCALE;
    return 1 / (1 + exp(-g(phi) * (a->points - b->points) / SCALE));
}

int64_t rating_tenths(double points)
{
    return isfinite(points) ? llround(points * 10) : 0;
}
