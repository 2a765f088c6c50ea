/* Ratings of pools against closed forms, and against what their intervals promise. */
#include "base/rng.h"
#include "league/rating/pool.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

static void assert_near(double got, double expected, double tolerance)
{
    if (fabs(got - expected) > tolerance) print_message("%.9f, expected %.9f\n", got, expected);
    assert_true(fabs(got - expected) <= tolerance);
}

/* Two players: by symmetry x and -x; the slope of the likelihood must vanish there. */
static void two_players_stand_where_the_slope_vanishes(void **state)
{
    (void)state;
    struct pool_meeting m = {.a = 0, .b = 1, .games = 200, .points = 150};
    struct pool_rating r[2];
    assert_true(pool_rate(&m, 1, r, 2));
    assert_near(r[0].elo + r[1].elo, 0, 1e-9);
    double unit = 400 / log(10), x = r[0].elo / unit;
    assert_near(150 - 200 / (1 + exp(-2 * x)) + 0.5 - 1 / (1 + exp(-x)), 0, 1e-7);
    /* Nearly the logistic Elo of three quarters: the one drawn game more is all that differs. */
    assert_near(r[0].elo - r[1].elo, -400 * log10(1 / 0.75 - 1), 1);
}

/* The information about the difference is n p (1 - p), and each stands half of it off the mean. */
static void the_interval_of_two_is_that_of_a_share(void **state)
{
    (void)state;
    struct pool_meeting m = {.a = 0, .b = 1, .games = 1e6, .points = 640000};
    struct pool_rating r[2];
    assert_true(pool_rate(&m, 1, r, 2));
    double half = 1.959963984540054 * 400 / log(10) / sqrt(1e6 * 0.64 * 0.36) / 2;
    assert_near((r[0].high - r[0].low) / 2, half, 1e-5);
    assert_near(r[0].games, 1e6, 0);
    assert_near(r[1].points, 360000, 0);
}

/* A pool that scores exactly as its ratings say gets these ratings back. */
static void exact_scores_give_the_ratings_back(void **state)
{
    (void)state;
    static const double elo[5] = {310, 80, 0, -120, -270};
    struct pool_meeting m[10];
    struct pool_rating r[5];
    int count = 0;
    for (int a = 0; a < 5; a++)
        for (int b = a + 1; b < 5; b++, count++) {
            double p = 1 / (1 + pow(10, (elo[b] - elo[a]) / 400));
            m[count] = (struct pool_meeting){.a = a, .b = b, .games = 1e7, .points = 1e7 * p};
        }
    assert_true(pool_rate(m, count, r, 5));
    for (int i = 0; i < 5; i++) assert_near(r[i].elo, elo[i], 1e-3);
}

static void one_who_won_everything_has_a_finite_rating(void **state)
{
    (void)state;
    struct pool_meeting m[2] = {{0, 1, 10, 10}, {1, 2, 10, 10}};
    struct pool_rating r[3];
    assert_true(pool_rate(m, 2, r, 3));
    assert_true(isfinite(r[0].elo) && isfinite(r[0].high) && r[0].elo > r[1].elo + 100);
    assert_true(r[0].high - r[0].low > 200); /* and nobody claims to know it well */
}

static void a_pool_in_two_halves_or_without_games_is_rated(void **state)
{
    (void)state;
    struct pool_meeting m[2] = {{0, 1, 10, 7}, {2, 3, 10, 7}};
    struct pool_rating r[5];
    assert_true(pool_rate(m, 2, r, 5));
    assert_near(r[0].elo, r[2].elo, 1e-9);
    assert_near(r[4].elo, 0, 1e-6);
    assert_true(r[4].high - r[4].low > 500);
    assert_true(pool_rate(NULL, 0, r, 1));
    assert_near(r[0].elo, 0, 1e-9);
}

static double draw(struct rng *rng)
{
    return (double)(rng_next(rng) >> 11) / 9007199254740992.0;
}

/* 95 % intervals hold the truth in 95 % of simulated pools. */
static void intervals_hold_the_truth_as_often_as_they_promise(void **state)
{
    (void)state;
    enum { POOLS = 2000, PLAYERS = 6, GAMES = 60 };
    static const double elo[PLAYERS] = {150, 90, 20, -30, -80, -150};
    struct rng rng = {7};
    int inside = 0;
    for (int pool = 0; pool < POOLS; pool++) {
        struct pool_meeting m[PLAYERS * PLAYERS];
        struct pool_rating r[PLAYERS];
        int count = 0;
        for (int a = 0; a < PLAYERS; a++)
            for (int b = a + 1; b < PLAYERS; b++) {
                double p = 1 / (1 + pow(10, (elo[b] - elo[a]) / 400)), points = 0;
                for (int g = 0; g < GAMES; g++) points += draw(&rng) < p;
                m[count++] = (struct pool_meeting){a, b, GAMES, points};
            }
        assert_true(pool_rate(m, count, r, PLAYERS));
        for (int i = 0; i < PLAYERS; i++) inside += r[i].low <= elo[i] && elo[i] <= r[i].high;
    }
    double share = (double)inside / (POOLS * PLAYERS);
    print_message("the truth lies in %.2f %% of the intervals\n", 100 * share);
    assert_true(share > 0.94 && share < 0.96);
}

static bool stone_paper_scissors(void *arg, int a, int b)
{
    int players = *(int *)arg;
    return a < 3 && b < 3 ? b == (a + 1) % 3 : a < b && players > 3;
}

static void circles_of_three_are_found_once(void **state)
{
    (void)state;
    int cycles[4][3], players = 5;
    assert_int_equal(pool_cycles(players, stone_paper_scissors, &players, cycles, 4), 1);
    assert_int_equal(cycles[0][0], 0);
    assert_int_equal(cycles[0][1], 1);
    assert_int_equal(cycles[0][2], 2);
    assert_int_equal(pool_cycles(2, stone_paper_scissors, &players, cycles, 4), 0);
}

/* A round robin of 300: it must not take long, and every rating must be a number. */
static void a_large_pool_is_rated(void **state)
{
    (void)state;
    enum { MANY = 300 };
    struct pool_meeting *m = calloc((size_t)MANY * MANY, sizeof *m);
    struct pool_rating *r = calloc(MANY, sizeof *r);
    struct rng rng = {11};
    int count = 0;
    assert_non_null(m);
    assert_non_null(r);
    for (int a = 0; a < MANY; a++)
        for (int b = a + 1; b < MANY; b++)
            m[count++] = (struct pool_meeting){a, b, 2, (double)rng_below(&rng, 5) / 2};
    assert_true(pool_rate(m, count, r, MANY));
    for (int i = 0; i < MANY; i++) assert_true(isfinite(r[i].elo) && r[i].low < r[i].high);
    free(m);
    free(r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_players_stand_where_the_slope_vanishes),
        cmocka_unit_test(the_interval_of_two_is_that_of_a_share),
        cmocka_unit_test(exact_scores_give_the_ratings_back),
        cmocka_unit_test(one_who_won_everything_has_a_finite_rating),
        cmocka_unit_test(a_pool_in_two_halves_or_without_games_is_rated),
        cmocka_unit_test(intervals_hold_the_truth_as_often_as_they_promise),
        cmocka_unit_test(circles_of_three_are_found_once),
        cmocka_unit_test(a_large_pool_is_rated),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
