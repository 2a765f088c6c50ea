/* SPSA: its sizes in the last step are those given, and it finds the top of a hill. */
#include "base/rng.h"
#include "league/rating/spsa.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static void assert_near(double got, double expected, double tolerance)
{
    if (fabs(got - expected) > tolerance) print_message("%.9f, expected %.9f\n", got, expected);
    assert_true(fabs(got - expected) <= tolerance);
}

static const struct spsa_parameter one = {
    .start = 50, .least = 0, .most = 100, .step = 4, .rate = 0.01};

static void the_last_step_has_the_sizes_given(void **state)
{
    (void)state;
    struct spsa s = {.parameters = &one, .count = 1, .steps = 1000, .seed = 1};
    double up[SPSA_PARAMETERS], down[SPSA_PARAMETERS];
    spsa_begin(&s);
    s.step = 999;
    spsa_values(&s, 0, up);
    spsa_values(&s, 1, down);
    assert_near(fabs(up[0] - 50), 4, 1e-9);
    assert_near(up[0] + down[0], 100, 1e-9);
    double side = up[0] > 50 ? 1 : -1;
    spsa_learn(&s, 1);
    assert_near(s.value[0], 50 + side * 0.01 * 4, 1e-9); /* towards the winner */
}

static void a_draw_changes_nothing_and_bounds_hold(void **state)
{
    (void)state;
    struct spsa_parameter p = one;
    struct spsa s = {.parameters = &p, .count = 1, .steps = 100, .seed = 3};
    double values[SPSA_PARAMETERS];
    spsa_begin(&s);
    spsa_learn(&s, 0);
    assert_near(s.value[0], 50, 0);
    p.start = 99.9;
    p.rate = 100;
    p.is_whole = true;
    spsa_begin(&s);
    for (int i = 0; i < 100; i++) {
        for (int side = 0; side < 2; side++) {
            spsa_values(&s, side, values);
            assert_true(values[0] >= 0 && values[0] <= 100);
            assert_near(values[0], floor(values[0]), 0);
        }
        spsa_learn(&s, i % 3 - 1);
        assert_true(s.value[0] >= 0 && s.value[0] <= 100);
    }
}

/* The chance to win follows from how much nearer to (70, -20) somebody is. */
static void it_climbs_a_hill_in_spite_of_chance(void **state)
{
    (void)state;
    static const struct spsa_parameter two[2] = {
        {.start = 20, .least = 0, .most = 100, .step = 5, .rate = 0.05},
        {.start = 40, .least = -100, .most = 100, .step = 8, .rate = 0.05}};
    for (uint64_t seed = 1; seed <= 20; seed++) {
        struct spsa s = {.parameters = two, .count = 2, .steps = 2000, .seed = seed};
        struct rng rng = {seed};
        spsa_begin(&s);
        while (s.step < s.steps) {
            double v[2][SPSA_PARAMETERS], off[2];
            for (int side = 0; side < 2; side++) {
                spsa_values(&s, side, v[side]);
                off[side] = hypot(v[side][0] - 70, v[side][1] + 20);
            }
            double chance = 1 / (1 + exp((off[0] - off[1]) / 10));
            int lead = 0;
            for (int game = 0; game < 2; game++)
                lead += (double)(rng_next(&rng) >> 11) / 9007199254740992.0 < chance ? 1 : -1;
            spsa_learn(&s, lead);
        }
        assert_near(s.value[0], 70, 12);
        assert_near(s.value[1], -20, 18);
    }
}

static void the_same_seed_draws_the_same(void **state)
{
    (void)state;
    struct spsa a = {.parameters = &one, .count = 1, .steps = 10, .seed = 5}, b = a, c = a;
    double x[SPSA_PARAMETERS], y[SPSA_PARAMETERS], z[SPSA_PARAMETERS];
    int differ = 0;
    c.seed = 6;
    spsa_begin(&a);
    spsa_begin(&b);
    spsa_begin(&c);
    for (int i = 0; i < 10; i++) {
        spsa_values(&a, 0, x);
        spsa_values(&b, 0, y);
        spsa_values(&c, 0, z);
        assert_memory_equal(x, y, sizeof x[0]);
        differ += fabs(x[0] - z[0]) > 0;
        spsa_learn(&a, 1);
        spsa_learn(&b, 1);
        spsa_learn(&c, 1);
    }
    assert_true(differ > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_last_step_has_the_sizes_given),
        cmocka_unit_test(a_draw_changes_nothing_and_bounds_hold),
        cmocka_unit_test(it_climbs_a_hill_in_spite_of_chance),
        cmocka_unit_test(the_same_seed_draws_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
