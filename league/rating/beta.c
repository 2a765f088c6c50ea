/*
 * The regularized incomplete beta function by its continued fraction (Lentz's method), which
 * converges fast on the side of the mean where x is small; the other side follows by symmetry.
 * Quantiles are found by halving: slow, but sure for every a and b, and asked for a few times only.
 */
#include "league/rating/beta.h"

#include <math.h>

enum { STEPS_MOST = 10000, HALVINGS = 100 };
static const double TINY = 1e-300, NEAR = 1e-15;

static double not_zero(double x)
{
    return fabs(x) < TINY ? TINY : x;
}

static double fraction(double x, double a, double b)
{
    double c = 1, d = 1 / not_zero(1 - (a + b) * x / (a + 1)), f = d;
    for (int m = 1; m < STEPS_MOST; m++) {
        double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
        double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
        d = 1 / not_zero(1 + even * d);
        c = not_zero(1 + even / c);
        f *= c * d;
        d = 1 / not_zero(1 + odd * d);
        c = not_zero(1 + odd / c);
        f *= c * d;
        if (fabs(c * d - 1) < NEAR) break;
    }
    return f;
}

double beta_cdf(double x, double a, double b)
{
    if (x <= 0) return 0;
    if (x >= 1) return 1;
    double front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x));
    if (x < (a + 1) / (a + b + 2)) return front * fraction(x, a, b) / a;
    return 1 - front * fraction(1 - x, b, a) / b;
}

double beta_quantile(double likelihood, double a, double b)
{
    double low = 0, high = 1;
    for (int i = 0; i < HALVINGS; i++) {
        double x = (low + high) / 2;
        if (x <= low || x >= high) break;
        if (beta_cdf(x, a, b) < likelihood)
            low = x;
        else
            high = x;
    }
    return (low + high) / 2;
}
