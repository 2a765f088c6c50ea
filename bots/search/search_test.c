#include "bots/search/beam.h"
#include "bots/search/clock_plan.h"
#include "bots/search/matrix.h"
#include "bots/search/pace.h"
#include "bots/search/threads.h"
#include "os/clock.h"
#include "os/memory.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* ---- seen ---- */

static void a_hash_is_new_once(void **state)
{
    uint64_t memory[64];
    struct seen seen;
    (void)state;
    assert_int_equal(seen_size(64), sizeof memory);
    seen_open(&seen, memory, 64);
    for (uint64_t i = 0; i < 20; i++) assert_true(seen_add(&seen, i * i * 7919 << 20));
    for (uint64_t i = 0; i < 20; i++) assert_false(seen_add(&seen, i * i * 7919 << 20));
    seen_clear(&seen);
    assert_true(seen_add(&seen, UINT64_C(7919) << 20));
    assert_false(seen_add(&seen, UINT64_C(7919) << 20));
    seen_clear_to(&seen, 16);
    assert_true(seen_add(&seen, UINT64_C(7919) << 20));
    assert_false(seen_add(&seen, UINT64_C(7919) << 20));
}

static void a_full_set_forgets_and_goes_on(void **state)
{
    uint64_t memory[8];
    struct seen seen;
    (void)state;
    seen_open(&seen, memory, 8);
    for (uint64_t i = 0; i < 10000; i++) {
        seen_add(&seen, i << 20);
        assert_false(seen_add(&seen, i << 20)); /* the latest is always known */
    }
}

/* ---- limit ---- */

static void slices_share_the_nodes_that_are_left(void **state)
{
    struct limit limit = limit_from(1000, INT64_MAX);
    (void)state;
    limit_slice(&limit, 4);
    assert_false(limit_spend(&limit, 249));
    assert_true(limit_spend(&limit, 1));
    limit_slice(&limit, 3);
    assert_true(limit_spend(&limit, 250));
    limit_slice(&limit, 2);
    assert_false(limit_spend(&limit, 50)); /* needs little and leaves the rest */
    limit_slice(&limit, 1);
    assert_false(limit_spend(&limit, 449));
    assert_false(limit_is_over(&limit));
    assert_true(limit_spend(&limit, 1));
    assert_true(limit_is_over(&limit));
    limit = limit_from(1000, INT64_MAX);
    limit_spend(&limit, 400);
    struct limit before = limit_before(&limit, 6);
    assert_int_equal(before.nodes_end, 900);
    assert_false(limit_spend(&before, 499));
    assert_true(limit_spend(&before, 1));
}

static void the_clock_ends_a_search(void **state)
{
    struct limit past = limit_from(INT64_MAX, clock_us() - 1),
                 later = limit_from(INT64_MAX, clock_us() + 3600 * INT64_C(1000000));
    int spent = 0;
    (void)state;
    assert_true(limit_is_over(&past));
    limit_slice(&past, 1);
    while (!limit_spend(&past, 1)) spent++;
    assert_in_range(spent, 0, 5000); /* the clock is read often enough */
    limit_slice(&later, 1);
    assert_false(limit_spend(&later, 1000000));
    assert_false(limit_is_over(&later));
}

static void with_both_limits_slices_are_of_nodes(void **state)
{
    enum { SLICES = 3600000 }; /* of a millisecond, or of a thousand nodes */
    int64_t now_us = clock_us();
    struct limit both = limit_from(SLICES * INT64_C(1000), now_us + SLICES * INT64_C(1000));
    (void)state;
    limit_slice(&both, SLICES);
    while (clock_us() < now_us + 2000) continue; /* others have the core */
    assert_false(limit_spend(&both, 999));
    assert_true(limit_spend(&both, 1));
    both = limit_from(1000, clock_us() - 1);
    limit_slice(&both, 4);
    assert_true(limit_spend(&both, 1));
}

/* ---- pace ---- */

static void a_time_is_as_many_nodes_as_were_searched_before(void **state)
{
    struct pace pace = {0};
    (void)state;
    pace_note(&pace, 50000, 10000);
    assert_int_equal(pace.nodes_a_ms, 5000);
    assert_int_equal(pace_nodes(&pace, 100000), 400000); /* a fifth is left over */
    pace_note(&pace, 10000, 10000);                      /* others want the core */
    assert_int_equal(pace.nodes_a_ms, 3000);
    pace_note(&pace, 0, 10000); /* nothing at all */
    assert_int_equal(pace_nodes(&pace, -5), 1);
    for (int i = 0; i < 20; i++) pace_note(&pace, 0, 10000);
    assert_int_equal(pace.nodes_a_ms, 1);
}

/* ---- clock_plan ---- */

/* Plays a game in which each turn takes what was planned, `slower` times as long in the turns from
   `from` on, as the planner only sees the clock, and `extra_ms` besides. */
static int64_t left_after(int64_t match_ms, int turns, int from, int slower, int extra_ms)
{
    int64_t left_ms = match_ms;
    for (int turn = 0; turn < turns; turn++) {
        struct clock_plan plan = {.left_ms = left_ms,
                                  .match_ms = match_ms,
                                  .turn_ms = 20000,
                                  .turns_left = turns - turn,
                                  .part = 15};
        int64_t ms = clock_plan_ms(&plan);
        assert_true(ms >= 0 && ms <= 12000);
        left_ms -= ms + (turn >= from ? slower * extra_ms : extra_ms);
        if (left_ms < 0) return left_ms;
    }
    return left_ms;
}

static void a_clock_lasts_for_all_turns(void **state)
{
    (void)state;
    assert_true(left_after(180000, 500, 500, 1, 1) >= 0);
    assert_true(left_after(18000, 500, 500, 1, 1) >= 0);
    assert_true(left_after(180000, 500, 30, 3, 1) >= 0);
    assert_true(left_after(18000, 500, 0, 3, 1) >= 0);
}

static void early_turns_get_more(void **state)
{
    struct clock_plan first = {.left_ms = 180000,
                               .match_ms = 180000,
                               .turn_ms = 20000,
                               .turns_left = 500,
                               .part = 15},
                      later = first, unknown = first, unlimited = {.left_ms = -1, .part = 15};
    (void)state;
    later.left_ms = 60000;
    later.turns_left = 480;
    assert_true(clock_plan_ms(&first) > 2 * clock_plan_ms(&later));
    assert_true(clock_plan_ms(&later) > 0);
    unknown.left_ms = -1;
    assert_in_range(clock_plan_ms(&unknown), 1, clock_plan_ms(&first));
    assert_true(clock_plan_ms(&unlimited) > 0);
}

/* ---- beam ---- */

/* A toy: ten digits are chosen one by one; the score of a prefix is misleading in its last digit.
 */
struct toy {
    int32_t sum;
    int32_t last;
};

enum { DIGITS = 4, TOY_WIDTH = 64 };

static int toy_worth(int last, int digit)
{
    return (last * 7 + digit * 5) % 11;
}

static int best_by_brute_force(int last, int level)
{
    int best = 0;
    for (int digit = 0; digit < 10 && level < DIGITS; digit++) {
        int sum = toy_worth(last, digit) + best_by_brute_force(digit, level + 1);
        if (sum > best) best = sum;
    }
    return best;
}

static int search_toy(struct beam *beam, int64_t nodes, int32_t path[BEAM_LEVELS])
{
    struct limit limit = limit_from(nodes, INT64_MAX);
    int best = -1;
    *(struct toy *)beam_begin(beam, &limit, DIGITS) = (struct toy){0, 0};
    do
        for (const struct toy *node; (node = beam_next(beam));) {
            for (int digit = 0; digit < 10; digit++) {
                int sum = node->sum + toy_worth(node->last, digit);
                if (beam->level == DIGITS - 1 && sum > best) {
                    best = sum;
                    beam_path(beam, beam_current(beam), path);
                    path[DIGITS - 1] = digit;
                }
                uint64_t hash = ((uint64_t)sum << 8 | (uint64_t)digit)
                                << 20; /* all that matters later */
                struct toy *child = beam_offer(beam, sum, hash, digit);
                if (child) *child = (struct toy){sum, digit};
            }
            limit_spend(&limit, 10);
        }
    while (beam_advance(beam));
    return best;
}

static void a_wide_beam_finds_the_best_and_its_path(void **state)
{
    struct beam beam;
    struct beam_options options = {.node_size = sizeof(struct toy), .width = 1 << 10};
    void *memory = memory_zeroed(BEAM_SIZE(sizeof(struct toy), 1 << 10));
    int32_t path[BEAM_LEVELS];
    (void)state;
    beam_open(&beam, options, memory);
    int best = search_toy(&beam, INT64_MAX, path), sum = 0, last = 0;
    assert_int_equal(best, best_by_brute_force(0, 0));
    for (int i = 0; i < DIGITS; i++) {
        sum += toy_worth(last, path[i]);
        last = path[i];
    }
    assert_int_equal(sum, best);
    free(memory);
}

static void a_beam_with_few_nodes_answers_the_same_twice(void **state)
{
    struct beam beam;
    struct beam_options options = {.node_size = sizeof(struct toy), .width = TOY_WIDTH};
    void *memory = memory_zeroed(BEAM_SIZE(sizeof(struct toy), TOY_WIDTH));
    int32_t path[2][BEAM_LEVELS];
    (void)state;
    beam_open(&beam, options, memory);
    for (int64_t nodes = 1; nodes < 200; nodes += 13) {
        int first = search_toy(&beam, nodes, path[0]);
        assert_true(first > 0); /* each level has its best node expanded at least */
        assert_int_equal(search_toy(&beam, nodes, path[1]), first);
        assert_memory_equal(path[0], path[1], DIGITS * sizeof path[0][0]);
    }
    free(memory);
}

static void a_level_keeps_its_best_nodes(void **state)
{
    struct beam beam;
    struct beam_options options = {.node_size = sizeof(struct toy), .width = TOY_WIDTH};
    void *memory = memory_zeroed(BEAM_SIZE(sizeof(struct toy), TOY_WIDTH));
    struct limit limit = limit_from(INT64_MAX, INT64_MAX);
    (void)state;
    beam_open(&beam, options, memory);
    *(struct toy *)beam_begin(&beam, &limit, 2) = (struct toy){0, 0};
    assert_non_null(beam_next(&beam));
    for (int i = 0; i < 5000; i++) {
        int score = i * 7919 % 5000; /* each number below 5000 once */
        struct toy *child = beam_offer(&beam, score, (uint64_t)i << 20, i);
        if (child) *child = (struct toy){score, 0};
    }
    struct toy *first = beam_offer(&beam, 5000, UINT64_C(5000) << 20, 0);
    assert_non_null(first);
    *first = (struct toy){5000, 0};
    assert_null(beam_offer(&beam, 5000, UINT64_C(5000) << 20, 0)); /* refused, as it is known ... */
    assert_null(beam_offer(&beam, 10, UINT64_C(999999) << 20, 0)); /* ... and as it is too bad */
    assert_true(beam_advance(&beam));
    for (int i = 0; i < TOY_WIDTH; i++) {
        const struct toy *node = beam_next(&beam);
        assert_non_null(node);
        assert_int_equal(node->sum, 5000 - i);
    }
    assert_null(beam_next(&beam));
    assert_false(beam_advance(&beam));
    free(memory);
}

/* ---- threads ---- */

static void square(int number, void *arg)
{
    ((int *)arg)[number] += number * number;
}

static void every_number_is_worked_on_once(void **state)
{
    (void)state;
    for (int count = 1; count <= THREADS_MOST; count++) {
        int squares[THREADS_MOST] = {0};
        threads_run(count, square, squares);
        for (int i = 0; i < THREADS_MOST; i++) assert_int_equal(squares[i], i < count ? i * i : 0);
    }
}

/* ---- both choose at once ---- */

static void the_row_that_is_best_against_everything_is_chosen(void **state)
{
    struct matrix m = {3, 2, {{1, 5}, {2, 6}, {0, 9}}};
    struct matrix alone = {4, 1, {{3}, {8}, {8}, {1}}};
    (void)state;
    assert_int_equal(matrix_choose(&m, 0), 1); /* the opponent stays in the first column */
    assert_int_equal(matrix_choose(&alone, 25), 1);
}

static void caution_shuns_what_can_go_badly_wrong(void **state)
{
    struct matrix m = {2, 2, {{100, -100}, {-10, 5}}};
    (void)state;
    assert_int_equal(matrix_choose(&m, 100), 1);
}

/* ---- no time ---- */

/* The clock used to be read after a thousand nodes first, in every slice. */
static void a_slice_without_time_is_over_with_its_first_node(void **state)
{
    struct limit limit = limit_from(INT64_MAX, clock_us() - 1);
    (void)state;
    limit_slice(&limit, 7);
    assert_true(limit_spend(&limit, 1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_slice_without_time_is_over_with_its_first_node),
        cmocka_unit_test(a_hash_is_new_once),
        cmocka_unit_test(a_full_set_forgets_and_goes_on),
        cmocka_unit_test(slices_share_the_nodes_that_are_left),
        cmocka_unit_test(the_clock_ends_a_search),
        cmocka_unit_test(with_both_limits_slices_are_of_nodes),
        cmocka_unit_test(a_time_is_as_many_nodes_as_were_searched_before),
        cmocka_unit_test(a_clock_lasts_for_all_turns),
        cmocka_unit_test(early_turns_get_more),
        cmocka_unit_test(a_wide_beam_finds_the_best_and_its_path),
        cmocka_unit_test(a_beam_with_few_nodes_answers_the_same_twice),
        cmocka_unit_test(a_level_keeps_its_best_nodes),
        cmocka_unit_test(every_number_is_worked_on_once),
        cmocka_unit_test(the_row_that_is_best_against_everything_is_chosen),
        cmocka_unit_test(caution_shuns_what_can_go_badly_wrong),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
