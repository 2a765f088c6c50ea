/* The formula by example: threads, busy loops beside them, cores. */
#include "referee/disturb.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

enum { S = 1000 * 1000, MS = 1000 };

/* `threads` of the player and `loops` of others share `cores` fairly for `wall`: what is counted.
 */
static struct disturb_use share(int threads, int loops, int cores, int64_t wall_us)
{
    int ready = threads + loops;
    int64_t given_us = ready <= cores ? wall_us : wall_us * cores / ready; /* for each thread */
    int64_t own_us = given_us * threads, others_us = given_us * loops;
    return (struct disturb_use){.wall_us = wall_us,
                                .cpu_us = own_us,
                                .wait_us = (wall_us - given_us) * threads,
                                .own_us = own_us,
                                .idle_us = wall_us * cores - own_us - others_us,
                                .cores = cores};
}

static void assert_near(int64_t got_us, int64_t expected_us)
{
    if (got_us < expected_us - 50 * MS || got_us > expected_us + MS)
        fail_msg("excused %lld us, expected %lld", (long long)got_us, (long long)expected_us);
}

static void who_waits_for_others_is_excused_in_proportion(void **state)
{
    (void)state;
    static const struct {
        int threads, loops, cores;
        int64_t excused_us; /* of 10 s */
    } cases[] = {
        /* One thread: exactly what it waited. */
        {1, 0, 1, 0},
        {1, 1, 1, 5 * S},
        {1, 3, 1, 7500 * MS},
        {1, 1, 2, 0}, /* there is a core for each */
        {1, 3, 2, 5 * S},
        {1, 15, 16, 0},
        /* As many threads as cores: what one of them waited. */
        {2, 2, 2, 5 * S},
        {2, 1, 2, 3333 * MS},
        {16, 16, 16, 5 * S},
        /* More threads than cores: most of the waiting is for itself. */
        {2, 0, 1, 0},
        {8, 0, 2, 0},
        {320, 0, 16, 0},
        {8, 2, 2, 2 * S}, /* the loops used 4 s of 20, and it can use two cores */
        {8, 8, 2, 5 * S},
        {100, 1, 2, 99 * MS},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct disturb_use u = share(cases[i].threads, cases[i].loops, cases[i].cores, 10 * S);
        assert_near(disturb_excused_us(&u), cases[i].excused_us);
    }
}

/* A real finalist in Java: 3.7 s of CPU time in 20 s, with 52 s of waiting in its threads, on two
   cores that others had. */
static void many_threads_that_wait_for_others_are_excused(void **state)
{
    (void)state;
    struct disturb_use u = {
        .wall_us = 20 * S, .cpu_us = 3700 * MS, .wait_us = 52 * S, .own_us = 3900 * MS, .cores = 2};
    assert_near(disturb_excused_us(&u), 18040 * MS);
}

/* Whatever it claims to have waited, by whatever means: never more than others used. */
static void nobody_is_excused_beyond_what_others_used(void **state)
{
    (void)state;
    uint64_t x = 88172645463325252ULL;
    for (int i = 0; i < 200000; i++) {
        int64_t n[6];
        for (int k = 0; k < 6; k++) {
            x ^= x << 13, x ^= x >> 7, x ^= x << 17;
            n[k] = (int64_t)(x % (30 * S));
        }
        struct disturb_use u = {.wall_us = n[0] + 1,
                                .cpu_us = n[1],
                                .wait_us = 10 * n[2],
                                .arena_us = n[3],
                                .own_us = n[4],
                                .idle_us = n[5],
                                .cores = 1 + i % 16};
        int64_t others_us = u.wall_us * u.cores - u.idle_us - u.own_us;
        int64_t excused_us = disturb_excused_us(&u);
        assert_true(excused_us >= 0 && excused_us <= u.wall_us);
        assert_true(excused_us <= (others_us > 0 ? others_us : 0));
    }
}

static void what_the_counting_may_be_wrong_by_excuses_nobody(void **state)
{
    (void)state;
    for (int cores = 1; cores <= 16; cores *= 4) {
        struct disturb_use u = {.wall_us = 60 * MS,
                                .cpu_us = 40 * MS,
                                .wait_us = 300 * MS,
                                .own_us = 40 * MS,
                                .idle_us = 60 * MS * cores - 40 * MS - 2 * 10 * MS,
                                .cores = cores};
        assert_int_equal(disturb_excused_us(&u), 0);
    }
}

static void sleeping_is_no_waiting(void **state)
{
    (void)state;
    struct disturb_use u = {.wall_us = 10 * S, .cpu_us = 1000, .own_us = 1000, .cores = 2};
    assert_int_equal(disturb_excused_us(&u),
                     0); /* the cores were all busy, and it did not want one */
}

static void the_arena_that_had_no_core_to_read_the_answer_counts_once(void **state)
{
    (void)state;
    struct disturb_use u = {
        .wall_us = S, .wait_us = 600 * MS, .arena_us = 800 * MS, .cores = 1, .own_us = 0};
    int64_t both_us = disturb_excused_us(&u);
    assert_int_equal(both_us, 980 * MS); /* not more than others had */
    u.wait_us = 0;
    assert_int_equal(disturb_excused_us(&u), 800 * MS);
}

static void stolen_cores_hold_up_who_runs(void **state)
{
    (void)state;
    struct disturb_use u = {.wall_us = 10 * S,
                            .cpu_us = 4 * S,
                            .own_us = 4 * S,
                            .idle_us = 12 * S,
                            .stolen_us = 4 * S,
                            .cores = 2};
    assert_near(disturb_excused_us(&u), 2 * S); /* half of what ran was the player's */
    u.cpu_us = u.own_us = 0;                    /* it slept */
    assert_int_equal(disturb_excused_us(&u), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_waits_for_others_is_excused_in_proportion),
        cmocka_unit_test(many_threads_that_wait_for_others_are_excused),
        cmocka_unit_test(nobody_is_excused_beyond_what_others_used),
        cmocka_unit_test(what_the_counting_may_be_wrong_by_excuses_nobody),
        cmocka_unit_test(sleeping_is_no_waiting),
        cmocka_unit_test(the_arena_that_had_no_core_to_read_the_answer_counts_once),
        cmocka_unit_test(stolen_cores_hold_up_who_runs),
    };
    return cmocka_run_group_tests_name("disturb", tests, NULL, NULL);
}
