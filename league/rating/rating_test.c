#include "league/rating/rating.h"
#include "league/rating/standing.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void assert_near(double got, double wanted, double within)
{
    if (fabs(got - wanted) > within) fail_msg("%.9f is not %.9f", got, wanted);
}

/* Glickman, "Example of the Glicko-2 system": 1500/200/0.06 against three opponents, tau 0.5. */
static void glicko2_gives_the_values_of_the_paper(void **state)
{
    (void)state;
    struct rating r = {1500, 200, 0.06};
    struct glicko_game games[] = {{1400, 30, 1}, {1550, 100, 0}, {1700, 300, 0}};
    struct rating after = glicko2_period(&r, games, 3, 0.5);
    assert_near(after.points, 1464.06, 0.01);
    assert_near(after.deviation, 151.52, 0.01);
    assert_near(after.volatility, 0.05999, 0.00001);
}

static void glicko2_without_games_only_grows_unsure(void **state)
{
    (void)state;
    struct rating r = {1600, 200, 0.06}, after = glicko2_period(&r, NULL, 0, 0.5);
    assert_near(after.points, 1600, 1e-9);
    assert_near(after.deviation, sqrt(200 * 200 + pow(0.06 * 173.7178, 2)), 1e-9);
    struct rating most = {1500, 350, 0.06};
    assert_near(glicko2_period(&most, NULL, 0, 0.5).deviation, 350, 1e-9);
}

static void glicko2_survives_any_upset(void **state)
{
    (void)state;
    struct rating weak = {200, 30, 0.06}, strong = {3000, 30, 0.06};
    for (int i = 0; i < 2000; i++) rating_meet(RATING_GLICKO2, &weak, &strong, 1);
    assert_true(isfinite(weak.points) && isfinite(strong.points));
    assert_true(weak.points > strong.points);
    assert_true(weak.volatility > 0 && weak.volatility < 1);
}

static void glicko2_is_even_handed(void **state)
{
    (void)state;
    struct rating a = rating_start(RATING_GLICKO2), b = a;
    rating_meet(RATING_GLICKO2, &a, &b, 1);
    assert_near(a.points - 1500, 1500 - b.points, 1e-9);
    assert_near(a.points, 1662.31, 0.01);
    assert_true(a.deviation < 350);
    rating_meet(RATING_GLICKO2, &a, &b, 0.5);
    assert_true(a.points > b.points);
}

static void a_new_version_is_less_sure(void **state)
{
    (void)state;
    struct rating r = {1700, 60, 0.06}, unsure = {1700, 300, 0.06}, whole = {70, 0, 0};
    rating_renew(RATING_GLICKO2, &r);
    assert_near(r.deviation, 150, 0);
    assert_near(r.points, 1700, 0);
    rating_renew(RATING_GLICKO2, &unsure);
    assert_near(unsure.deviation, 300, 0);
    rating_renew(RATING_CODEVS5, &whole);
    assert_near(whole.deviation, 0, 0);
}

static void check_codevs5(double a, double b, double score, double a_after, double b_after)
{
    struct rating x = {.points = a}, y = {.points = b};
    rating_meet(RATING_CODEVS5, &x, &y, score);
    assert_near(x.points, a_after, 0);
    assert_near(y.points, b_after, 0);
}

/* games/codevs5: d = floor(16 + 0.04 * (loser - winner)), at least 0; nobody below 0. */
static void codevs5_is_exact(void **state)
{
    (void)state;
    check_codevs5(0, 0, 1, 16, 0);
    check_codevs5(100, 100, 1, 116, 84);
    check_codevs5(100, 100, 0, 84, 116);
    check_codevs5(100, 99, 1, 115, 84);   /* 15.96 */
    check_codevs5(99, 100, 1, 115, 84);   /* 16.04 */
    check_codevs5(500, 125, 1, 501, 124); /* 375 ahead: 1 */
    check_codevs5(500, 124, 1, 500, 124); /* 376 ahead: 0.96 */
    check_codevs5(2000, 0, 1, 2000, 0);   /* not below 0 */
    check_codevs5(0, 2000, 1, 96, 1904);
    check_codevs5(0, 10, 1, 16, 0);
    check_codevs5(50, 50, 0.5, 50, 50);
    check_codevs5(50, 80, 0.5, 51, 79);
    check_codevs5(80, 50, 0.5, 79, 51);
    check_codevs5(0, 1, 0.5, 1, 0);
}

static void codevs5_stays_whole_and_above_zero(void **state)
{
    (void)state;
    struct rating r[5] = {{0}};
    uint32_t dice = 1;
    for (int i = 0; i < 10000; i++) {
        dice = dice * 1664525 + 1013904223;
        unsigned a = (dice >> 10) % 5, b = (a + 1 + (dice >> 20) % 4) % 5;
        rating_meet(RATING_CODEVS5, &r[a], &r[b], ((dice >> 28) % 3) / 2.0);
        assert_true(r[a].points >= 0 && r[b].points >= 0);
        assert_near(r[a].points, floor(r[a].points), 0);
    }
}

static void expectation_is_a_chance(void **state)
{
    (void)state;
    struct rating a = {1700, 50, 0.06}, b = {1500, 50, 0.06}, c = {1500, 350, 0.06};
    assert_near(rating_expect(&a, &a), 0.5, 1e-12);
    assert_near(rating_expect(&a, &b) + rating_expect(&b, &a), 1, 1e-12);
    assert_true(rating_expect(&a, &b) > rating_expect(&a, &c));
}

static void without_a_formula_nobody_is_rated(void **state)
{
    (void)state;
    struct rating a = rating_start(RATING_NONE), b = a;
    rating_meet(RATING_NONE, &a, &b, 1);
    rating_renew(RATING_NONE, &a);
    assert_memory_equal(&a, &(struct rating){0}, sizeof a);
    assert_memory_equal(&b, &(struct rating){0}, sizeof b);
}

/* What stands beside is what a ladder of that formula would have. */
static void a_second_formula_counts_as_the_first_would(void **state)
{
    (void)state;
    static const struct standing_formulas both = {RATING_CODEVS5, RATING_GLICKO2},
                                          first = {RATING_CODEVS5, RATING_NONE},
                                          second = {RATING_GLICKO2, RATING_NONE};
    const struct standing_formulas of[] = {both, first, second};
    struct standing s[3][2];
    for (int k = 0; k < 3; k++)
        for (int p = 0; p < 2; p++) s[k][p] = standing_start(of[k], p + 1);
    assert_true(s[0][0].rating.points == 0 && s[0][0].also.points > 0);
    for (int game = 0; game < 40; game++)
        for (int k = 0; k < 3; k++) {
            struct standing *pair[2] = {&s[k][0], &s[k][1]};
            int64_t version[2] = {1 + game / 15, 7}; /* a new version now and then */
            standing_count(of[k], pair, version, game % 3 - 1);
        }
    for (int p = 0; p < 2; p++) {
        assert_memory_equal(&s[0][p].rating, &s[1][p].rating, sizeof(struct rating));
        assert_memory_equal(&s[0][p].also, &s[2][p].rating, sizeof(struct rating));
        assert_true(s[1][p].also.points == 0 && s[1][p].also.deviation == 0);
    }
}

static void formulas_have_names(void **state)
{
    (void)state;
    enum rating_formula formula;
    assert_true(rating_find("codevs5", &formula));
    assert_string_equal(rating_name(formula), "codevs5");
    assert_false(rating_find("elo", &formula));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(glicko2_gives_the_values_of_the_paper),
        cmocka_unit_test(glicko2_without_games_only_grows_unsure),
        cmocka_unit_test(glicko2_survives_any_upset),
        cmocka_unit_test(glicko2_is_even_handed),
        cmocka_unit_test(a_new_version_is_less_sure),
        cmocka_unit_test(codevs5_is_exact),
        cmocka_unit_test(codevs5_stays_whole_and_above_zero),
        cmocka_unit_test(expectation_is_a_chance),
        cmocka_unit_test(without_a_formula_nobody_is_rated),
        cmocka_unit_test(a_second_formula_counts_as_the_first_would),
        cmocka_unit_test(formulas_have_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
