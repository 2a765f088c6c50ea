/* The statistics against published values and against what they promise. */
#include "base/rng.h"
#include "league/rating/beta.h"
#include "league/rating/stats.h"

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

/*
 * Values that fishtest's own LLRcalc.py (LLR_logistic, LLR_normalized) gives for these counts, as
 * published in the tests of other programs that were checked against it; the first two and the
 * third logistic case are the samples of fishtest's self-test. Fishtest solves to about 1e-9.
 */
static void llr_agrees_with_fishtest_to_a_millionth(void **state)
{
    (void)state;
    static const struct {
        struct stats_pairs pairs;
        double elo0, elo1;
        bool normalized;
        double llr;
    } cases[] = {
        {{{10789, 19328, 33806, 19402, 10543}}, -3, 1, false, 2.1310678117855075},
        {{{39, 2226, 31451, 2412, 40}}, 0.2, 0.9, false, 2.162542580049078},
        {{{0, 10, 20, 50, 20}}, 0, 5, false, 1.4286861064744187},
        {{{3, 20, 45, 25, 7}}, 0, 10, false, 0.6959726064980855},
        {{{0, 0, 50, 0, 0}}, 0, 5, false, -0.7176058361124835},
        {{{2, 5, 80, 8, 5}}, 0, 5, false, 0.5384862572588683},
        {{{10789, 19328, 33806, 19402, 10543}}, 0, 5, true, -26.838448639795093},
        {{{10789, 19328, 33806, 19402, 10543}}, -5, 0, true, 12.039751536817539},
        {{{10789, 19328, 33806, 19402, 10543}}, -3, 1, true, 0.3008697854813657},
        {{{39, 2226, 31451, 2412, 40}}, 0.764, 3.439, true, 2.1629408695845367},
        {{{1187, 7410, 13475, 7378, 1164}}, 0, 5, true, -8.12581361915957},
        {{{0, 3, 10, 5, 2}}, 0, 5, true, 0.14646048082087207},
        {{{50, 400, 1000, 450, 60}}, 0, 5, true, 1.3501528635944866},
        {{{5, 5, 5, 5, 5}}, -3, 1, true, 0.0016567539493761486},
        {{{0, 10, 20, 50, 20}}, 0, 5, true, 1.268896403977093},
        {{{0, 0, 50, 0, 0}}, 0, 5, true, -0.01756124857176134},
        {{{2, 5, 80, 8, 5}}, 0, 5, true, 0.26570559377961006},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct sprt s = {cases[i].elo0, cases[i].elo1, 0.05, 0.05, cases[i].normalized};
        assert_near(sprt_llr(&s, &cases[i].pairs), cases[i].llr, 1e-6);
    }
}

/* Elo, half the width of its 95 % interval, LOS and normalized Elo as fishtest's stat_util.get_elo
   has them, published likewise. Where an outcome never came fishtest
   puts a thousandth in its place and we do not, so there is no such case here. */
static void estimates_agree_with_fishtest(void **state)
{
    (void)state;
    static const struct {
        struct stats_pairs pairs;
        double elo, half, los, nelo;
    } cases[] = {
        {{{10789, 19328, 33806, 19402, 10543}},
         -0.7735773359165423,
         1.2775798957280218,
         0.1176588580327751,
         -0.9516290044726476},
        {{{39, 2226, 31451, 2412, 40}},
         0.902981048809024,
         0.6625314859816553,
         0.9962220973354207,
         3.450799606946096},
        {{{1187, 7410, 13475, 7378, 1164}},
         -0.4426077992236841,
         1.7298590276177421,
         0.3080138791226903,
         -0.7041412082298373},
        {{{50, 400, 1000, 450, 60}},
         6.204866471299001,
         6.235842323937144,
         0.9744626991857153,
         10.825692474877238},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct stats_estimate e;
        assert_true(stats_estimate(&cases[i].pairs, &e));
        assert_near(e.elo, cases[i].elo, 1e-6);
        /* Ours are Bayesian: the same as far as the prior's one pair of thousands is no matter. */
        assert_near((e.elo_high - e.elo_low) / 2, cases[i].half, 0.002 * cases[i].half);
        assert_near((e.elo_high + e.elo_low) / 2, e.elo, 0.02);
        assert_near(e.los, cases[i].los, 1e-6);
        assert_near(e.nelo, cases[i].nelo, 1e-6);
    }
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
    assert_near(e.los, 0.5 * erfc(-(0.05 / error) / sqrt(2)), 1e-12);
    assert_near(e.nelo, 0.05 / sqrt(0.02) * 800 / log(10), 1e-9);
}

/* Where there are formulas: beta(a, 1) is x^a, beta(1, b) is 1 - (1 - x)^b, beta(1/2, 1/2) is the
   arc sine; beta(2, 3) is 6x^2 - 8x^3 + 3x^4. */
static void the_beta_distribution_has_its_known_values(void **state)
{
    (void)state;
    static const double shares[] = {1e-6, 0.025, 0.3, 0.5, 0.9, 0.975, 0.999999};
    for (size_t i = 0; i < sizeof shares / sizeof shares[0]; i++) {
        double p = shares[i], sine = sin(acos(-1) * p / 2);
        assert_near(beta_cdf(p, 2, 3), p * p * (6 - 8 * p + 3 * p * p), 1e-12);
        assert_near(beta_quantile(p, 5, 1), pow(p, 0.2), 1e-12);
        assert_near(beta_quantile(p, 1, 40), 1 - pow(1 - p, 1 / 40.0), 1e-12);
        assert_near(beta_quantile(p, 0.5, 0.5), sine * sine, 1e-12);
        assert_near(beta_cdf(beta_quantile(p, 12345, 6789), 12345, 6789), p, 1e-9);
    }
    /* As published: Clopper and Pearson's bounds for 10 of 20 (Beta(10, 11), Beta(11, 10)). */
    assert_near(beta_quantile(0.025, 10, 11), 0.2719578, 1e-6);
    assert_near(beta_quantile(0.975, 11, 10), 0.7280422, 1e-6);
}

/* By hand: ten pairs, all won. With a fifth of a pair for each outcome the mean is 10.5 / 11 and
   the mean square 10.375 / 11, so the variance of the mean is 0.0320248 / 12. */
static void intervals_of_a_one_sided_result_are_worked_out_by_hand(void **state)
{
    (void)state;
    struct stats_pairs won = {{0, 0, 0, 0, 10}}, lost = {{10}};
    struct stats_estimate e = {0}, f = {0};
    double mean = 10.5 / 11, variance = (10.375 / 11 - mean * mean) / 12;
    double strength = mean * (1 - mean) / variance - 1;
    assert_true(stats_estimate(&won, &e) && stats_estimate(&lost, &f));
    assert_near(e.elo, stats_elo_of_score(mean), 1e-9);
    assert_near(e.elo_low,
                stats_elo_of_score(beta_quantile(0.025, mean * strength, (1 - mean) * strength)),
                1e-9);
    assert_true(e.elo_low > 200 && e.elo_low < 300); /* 20 of 20, were they independent: 278 */
    assert_true(e.los > 0.99 && e.los < 1);
    assert_near(f.elo_high, -e.elo_low, 1e-6);
    assert_near(f.los, 1 - e.los, 1e-9);
}

/* Every result of one to six pairs. */
static void every_interval_is_finite_has_a_width_and_holds_its_estimate(void **state)
{
    (void)state;
    for (int code = 1; code < 7 * 7 * 7 * 7 * 7; code++) {
        struct stats_pairs pairs;
        struct stats_estimate e;
        int64_t all = 0;
        for (int i = 0, left = code; i < STATS_OUTCOMES; i++, left /= 7)
            all += pairs.count[i] = left % 7;
        if (all > 6) continue;
        assert_true(stats_estimate(&pairs, &e));
        assert_true(isfinite(e.elo_low) && isfinite(e.elo_high) && isfinite(e.elo));
        assert_true(isfinite(e.nelo_low) && isfinite(e.nelo_high) && isfinite(e.nelo));
        assert_true(e.elo_high - e.elo_low > 10);
        assert_true(e.elo_low <= e.elo && e.elo <= e.elo_high);
        assert_true(e.los >= 0 && e.los <= 1);
    }
}

/* How often the interval holds the true lead, when few pairs are played. */
static void intervals_hold_the_truth_as_often_as_they_promise(void **state)
{
    (void)state;
    enum { ROUNDS = 2000, PAIRS = 10 };
    struct rng rng = {7};
    for (int elo = 0; elo <= 600; elo += 150) {
        int held = 0;
        double score = stats_score_of_elo(elo), draw = fmin(0.4, 2 * (1 - score));
        for (int round = 0; round < ROUNDS; round++) {
            struct stats_pairs pairs = {{0}};
            struct stats_estimate e;
            for (int i = 0; i < PAIRS; i++) {
                int half_points = 0;
                for (int game = 0; game < 2; game++) {
                    double u = (double)(rng_next(&rng) >> 11) / 9007199254740992.0;
                    half_points += u < score - draw / 2 ? 2 : u < score + draw / 2 ? 1 : 0;
                }
                pairs.count[half_points]++;
            }
            assert_true(stats_estimate(&pairs, &e));
            held += e.elo_low <= elo && elo <= e.elo_high;
        }
        print_message("lead %d: held by %.1f %%\n", elo, 100.0 * held / ROUNDS);
        assert_true(held > ROUNDS * 90 / 100);
    }
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
    enum { TESTS = 5000 }; /* with each hypothesis true: ten thousand in all */
    struct sprt s = {0, 30, 0.05, 0.05, false};
    struct rng rng = {42};
    int wrong0 = 0, wrong1 = 0;
    for (int i = 0; i < TESTS; i++) {
        wrong0 += simulate(&s, 0, &rng) == SPRT_H1;
        wrong1 += simulate(&s, 30, &rng) == SPRT_H0;
    }
    print_message("wrong: %.2f %% and %.2f %%\n", 100.0 * wrong0 / TESTS, 100.0 * wrong1 / TESTS);
    /* 5 %, and three standard deviations of a count of 5000. */
    assert_true(wrong0 <= 296 && wrong1 <= 296);
    assert_true(wrong0 > 100 && wrong1 > 100); /* a test that never errs takes too long */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(llr_agrees_with_published_cases),
        cmocka_unit_test(llr_agrees_with_fishtest_to_a_millionth),
        cmocka_unit_test(estimates_agree_with_fishtest),
        cmocka_unit_test(bounds_are_those_of_wald),
        cmocka_unit_test(elo_and_score_are_inverse),
        cmocka_unit_test(an_estimate_worked_out_by_hand),
        cmocka_unit_test(the_beta_distribution_has_its_known_values),
        cmocka_unit_test(intervals_of_a_one_sided_result_are_worked_out_by_hand),
        cmocka_unit_test(every_interval_is_finite_has_a_width_and_holds_its_estimate),
        cmocka_unit_test(intervals_hold_the_truth_as_often_as_they_promise),
        cmocka_unit_test(no_pairs_give_no_estimate),
        cmocka_unit_test(equal_players_have_a_lead_of_zero),
        cmocka_unit_test(simulated_tests_err_as_seldom_as_they_promise),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
