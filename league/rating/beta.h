/*
 * beta — the beta distribution: how likely a share between 0 and 1 is, after some successes and
 * failures. Pure.
 */
#pragma once

/* How likely it is that the share is at most x; a and b are positive. */
double beta_cdf(double x, double a, double b);
/* The share below which it lies with this likelihood, between 0 and 1. */
double beta_quantile(double likelihood, double a, double b);
