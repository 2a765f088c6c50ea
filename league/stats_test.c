/* The statistics against published values and against what they promise. */
#include "base/rng.h"
#include "league/stats.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static void assert_near(double got, double expected, double tolerance)
{
    if (fabs(got - expected) > tolerance) print_message("%.9f, expected %.9f\n", got, expected);
    assert_true(fabs(got - expected) <= tolerance);
}

/* Pentanomial cases and values as fastchess's own tests of its SPRT have them (two decimals). */
static void llr_agrees_with_published_cases(void **state)
{
    (void)state;
    static const struct {
        struct stats_pairs pairs;
        struct sprt sprt;
        double llr, tolerance;
    } cases[] = {
        {{{365, 16618, 36229, 16974, 390}}, {0, 2, 0.05, 0.05, true}, 2.25, 0.005},
        {{{127, 4883, 10712, 5150, 104}}, {-1.75, 0.25, 0.05, 0.05, true}, 3.01, 0.005},
        {{{0, 0, 0, 0, 5550}}, {0, 5, 0.05, 0.05, true}, 111.82, 0.03},
        {{{223, 9863, 21279, 10037, 246}}, {0.5, 2.5, 0.05, 0.05, false}, -3.07, 0.005},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_near(sprt_llr(&cases[i].sprt, &cases[i].pairs), cases[i].llr, cases[i].tolerance);
}

static void bounds_are_those_of_wald(void **state)
{
    (void)state;
    double lower, upper;
    sprt_bounds(&(struct sprt){0, 5, 0.05, 0.05, false}, &lower, &upper);
    assert_near(lower, -2.944438979, 1e-9);
    assert_near(upper, 2.944438979, 1e-9);
}

static void elo_and_score_are_inverse(void **state)
{
    (void)state;
    assert_near(stats_score_of_elo(400), 10.0 / 11, 1e-12);
    for (int elo = -500; elo <= 500; elo += 50)
        assert_near(stats_elo_of_score(stats_score_of_elo(elo)), elo, 1e-9);
    assert_true(isinf(stats_elo_of_score(1)) && isinf(stats_elo_of_score(0)));
}

/* By hand: ten pairs, mean score 0.55, variance 0.01. */
static void an_estimate_worked_out_by_hand(void **state)
{
    (void)state;
    struct stats_pairs pairs = {{0, 0, 8, 2, 0}};
    struct stats_estimate e;
    assert_true(stats_estimate(&pairs, &e));
    assert_near(e.score, 0.55, 1e-12);
    assert_near(e.elo, -400 * log10(1 / 0.55 - 1), 1e-9);
    double error = sqrt(0.01 / 10);
    assert_near(e.elo_low, stats_elo_of_score(0.55 - 1.959963984540054 * error), 1e-9);
    assert_near(e.los, 0.5 * erfc(-(0.05 / error) / sqrt(2)), 1e-12);
    assert_near(e.nelo, 0.05 / sqrt(0.02) * 800 / log(10), 1e-9);
}

static void no_pairs_give_no_estimate(void **state)
{
    (void)state;
    struct stats_pairs none = {{0}};
    struct stats_estimate e;
    assert_false(stats_estimate(&none, &e));
    assert_int_equal(sprt_decide(&(struct sprt){0, 5, 0.05, 0.05, false}, &none), SPRT_GOES_ON);
}

static void equal_players_have_a_lead_of_zero(void **state)
{
    (void)state;
    struct stats_pairs pairs = {{7, 20, 46, 20, 7}};
    struct stats_estimate e;
    assert_true(stats_estimate(&pairs, &e));
    assert_near(e.elo, 0, 1e-9);
    assert_near(e.los, 0.5, 1e-9);
}

/* One test between players whose true lead is given; the pairs are drawn at random. */
static enum sprt_verdict simulate(const struct sprt *s, double elo, struct rng *rng)
{
    struct stats_pairs pairs = {{0}};
    double score = stats_score_of_elo(elo);
    for (int i = 0; i < 20000; i++) {
        int half_points = 0;
        for (int game = 0; game < 2; game++) {
            double draw = 0.4, u = (double)(rng_next(rng) >> 11) / 9007199254740992.0;
            half_points += u < score - draw / 2 ? 2 : u < score + draw / 2 ? 1 : 0;
        }
        pairs.count[half_points]++;
        enum sprt_verdict verdict = i % 4 == 3 ? sprt_decide(s, &pairs) : SPRT_GOES_ON;
        if (verdict != SPRT_GOES_ON) return verdict;
    }
    return SPRT_GOES_ON;
}

static void simulated_tests_err_as_seldom_as_they_promise(void **state)
{
    (void)state;
    enum { TESTS = 1000 };
    struct sprt s = {0, 30, 0.05, 0.05, false};
    struct rng rng = {42};
    int wrong0 = 0, wrong1 = 0;
    for (int i = 0; i < TESTS; i++) {
        wrong0 += simulate(&s, 0, &rng) == SPRT_H1;
        wrong1 += simulate(&s, 30, &rng) == SPRT_H0;
    }
    /* 5 % and three standard deviations of the count of 1000. */
    assert_true(wrong0 <= 71 && wrong1 <= 71);
    assert_true(wrong0 > 5 && wrong1 > 5); /* a test that never errs takes too long */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(llr_agrees_with_published_cases),
        cmocka_unit_test(bounds_are_those_of_wald),
        cmocka_unit_test(elo_and_score_are_inverse),
        cmocka_unit_test(an_estimate_worked_out_by_hand),
        cmocka_unit_test(no_pairs_give_no_estimate),
        cmocka_unit_test(equal_players_have_a_lead_of_zero),
        cmocka_unit_test(simulated_tests_err_as_seldom_as_they_promise),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
