#include "league/rating/matchmaking.h"

#include "base/rng.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

enum { PLAYERS = 60 };

static struct candidate veteran(double points)
{
    return (struct candidate){.rating = {points, 50, 0.06}, .games = 500, .room = INT64_MAX};
}

static void fill(struct candidate *c)
{
    for (int i = 0; i < PLAYERS; i++) c[i] = veteran(1000 + 20.0 * i);
}

static void two_players_are_needed(void **state)
{
    (void)state;
    struct candidate one = veteran(1500);
    struct pairing pair;
    assert_int_equal(matchmaking_pick(&one, 1, 5, 1, &pair), 0);
    assert_int_equal(matchmaking_pick(NULL, 0, 5, 1, &pair), 0);
}

static void nobody_plays_itself(void **state)
{
    (void)state;
    struct candidate c[PLAYERS];
    struct pairing pairs[1000];
    fill(c);
    assert_int_equal(matchmaking_pick(c, PLAYERS, 1000, 7, pairs), 1000);
    for (int i = 0; i < 1000; i++) {
        assert_int_not_equal(pairs[i].a, pairs[i].b);
        assert_in_range(pairs[i].a, 0, PLAYERS - 1);
        assert_in_range(pairs[i].b, 0, PLAYERS - 1);
    }
}

static void new_versions_come_first(void **state)
{
    (void)state;
    struct candidate c[PLAYERS];
    struct pairing pairs[10];
    fill(c);
    c[20].games = 0;
    c[30].waited = 10 * PLAYERS; /* long overdue, and still behind a newcomer */
    assert_int_equal(matchmaking_pick(c, PLAYERS, 10, 1, pairs), 10);
    for (int i = 0; i < 10; i++) assert_int_equal(pairs[i].a, 20);
    assert_int_equal(c[20].pending, MATCHMAKING_NEW_GAMES);
    matchmaking_pick(c, PLAYERS, 1, 1, pairs);
    assert_int_not_equal(pairs[0].a, 20); /* its first games are on their way */
}

static void bots_are_never_newcomers(void **state)
{
    (void)state;
    struct candidate c[PLAYERS];
    struct pairing pair;
    fill(c);
    c[10].games = c[20].games = 0;
    c[10].is_bot = true;
    assert_false(matchmaking_is_newcomer(&c[10]));
    assert_true(matchmaking_is_newcomer(&c[20]));
    for (int i = 0; i < 10; i++) {
        assert_int_equal(matchmaking_pick(c, PLAYERS, 1, 1, &pair), 1);
        assert_int_equal(pair.a, 20);
    }
    assert_int_equal(matchmaking_pick(c, PLAYERS, 1, 1, &pair), 1);
    assert_int_equal(pair.a, 10); /* a new bot comes after them, and before those who are sure */
}

static void each_newcomer_is_welcomed_with_a_pair_at_a_time(void **state)
{
    (void)state;
    struct candidate c[PLAYERS];
    struct pairing pairs[PLAYERS];
    fill(c);
    assert_int_equal(matchmaking_welcome(c, PLAYERS, PLAYERS, 1, pairs), 0);
    c[3].games = c[5].games = c[7].games = 0;
    c[7].pending = 1;
    c[5].room = 0; /* it has had all the games it should have */
    assert_int_equal(matchmaking_welcome(c, PLAYERS, PLAYERS, 1, pairs), 2);
    assert_int_equal(pairs[0].a, 3);
    assert_int_equal(pairs[1].a, 7);
    assert_int_equal(c[3].pending, 2);
    assert_int_equal(matchmaking_welcome(c, PLAYERS, PLAYERS, 1, pairs), 0); /* they have theirs */
    c[3].games = MATCHMAKING_NEW_GAMES - 2; /* with those on their way it has enough */
    assert_int_equal(matchmaking_welcome(c, PLAYERS, PLAYERS, 1, pairs), 0);
    c[3].rating.deviation = 2 * MATCHMAKING_SURE; /* but not where it is so unsure */
    c[3].pending = 0;
    assert_int_equal(matchmaking_welcome(c, PLAYERS, PLAYERS, 1, pairs), 1);
    c[3].games = MATCHMAKING_NEW_MOST;
    c[3].pending = 0;
    assert_int_equal(matchmaking_welcome(c, PLAYERS, PLAYERS, 1, pairs), 0);
    assert_int_equal(matchmaking_welcome(c, 1, PLAYERS, 1, pairs), 0);
}

static void close_ones_meet_more_often(void **state)
{
    (void)state;
    struct candidate c[PLAYERS];
    struct pairing pairs[2000];
    int close = 0;
    fill(c);
    matchmaking_pick(c, PLAYERS, 2000, 3, pairs);
    for (int i = 0; i < 2000; i++) close += abs(pairs[i].a - pairs[i].b) <= 10;
    /* At random it would be a third of them. */
    assert_true(close > 1100);
}

static void the_unsure_play_more(void **state)
{
    (void)state;
    struct candidate c[PLAYERS];
    struct pairing pairs[300];
    int with_unsure = 0;
    fill(c);
    c[30].rating.deviation = 200;
    matchmaking_pick(c, PLAYERS, 300, 3, pairs);
    for (int i = 0; i < 300; i++) with_unsure += pairs[i].a == 30 || pairs[i].b == 30;
    assert_true(with_unsure > 3 * 300 * 2 / PLAYERS);
}

/* Even the one that is hopelessly behind, and sure of it. */
static void nobody_is_forgotten(void **state)
{
    (void)state;
    struct candidate c[PLAYERS];
    struct pairing pair;
    int64_t longest = 0;
    fill(c);
    c[0].rating = (struct rating){-5000, 1, 0.06};
    for (int round = 0; round < 20000; round++) {
        assert_int_equal(matchmaking_pick(c, PLAYERS, 1, (uint64_t)round, &pair), 1);
        for (int i = 0; i < PLAYERS; i++) {
            if (c[i].waited > longest) longest = c[i].waited;
            c[i].pending = 0;
        }
    }
    assert_true(longest <= (MATCHMAKING_PATIENCE + 1) * PLAYERS);
}

static void whoever_has_enough_is_only_an_opponent(void **state)
{
    (void)state;
    struct candidate c[PLAYERS];
    struct pairing pairs[100];
    fill(c);
    for (int i = 0; i < PLAYERS; i++) c[i].room = 0;
    assert_int_equal(matchmaking_pick(c, PLAYERS, 100, 1, pairs), 0);
    c[5].room = 6;
    assert_int_equal(matchmaking_pick(c, PLAYERS, 100, 1, pairs), 3);
    for (int i = 0; i < 3; i++) assert_int_equal(pairs[i].a, 5);
}

static void the_same_seed_gives_the_same_pairs(void **state)
{
    (void)state;
    struct candidate c[2][PLAYERS];
    struct pairing pairs[2][200];
    for (int i = 0; i < 2; i++) {
        fill(c[i]);
        matchmaking_pick(c[i], PLAYERS, 200, 11, pairs[i]);
    }
    assert_memory_equal(pairs[0], pairs[1], sizeof pairs[0]);
}

/* Players of known strength, all new: does the ladder find their order? */
static void a_simulated_ladder_finds_the_order(void **state)
{
    (void)state;
    struct candidate c[PLAYERS];
    struct rng dice = {5};
    int inversions = 0;
    for (int i = 0; i < PLAYERS; i++)
        c[i] = (struct candidate){.rating = rating_start(RATING_GLICKO2), .room = INT64_MAX};
    for (int round = 0; round < 40 * PLAYERS; round++) {
        struct pairing pair;
        matchmaking_pick(c, PLAYERS, 1, (uint64_t)round, &pair);
        struct rating a = {50.0 * pair.a, 0, 0}, b = {50.0 * pair.b, 0, 0}; /* in truth */
        for (int game = 0; game < 2; game++) {
            bool wins = (double)(rng_next(&dice) >> 11) * 0x1p-53 < rating_expect(&a, &b);
            rating_meet(RATING_GLICKO2, &c[pair.a].rating, &c[pair.b].rating, wins);
        }
        for (int side = 0; side < 2; side++) {
            struct candidate *played = &c[side ? pair.b : pair.a];
            played->pending = 0;
            played->games += 2;
        }
    }
    for (int i = 0; i < PLAYERS; i++)
        for (int j = i + 1; j < PLAYERS; j++) inversions += c[i].rating.points > c[j].rating.points;
    /* Neighbours are 50 points apart and may be swapped; far ones may not. */
    assert_true(inversions < 3 * PLAYERS);
    for (int i = 0; i + 12 < PLAYERS; i++)
        assert_true(c[i].rating.points < c[i + 12].rating.points);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_players_are_needed),
        cmocka_unit_test(nobody_plays_itself),
        cmocka_unit_test(new_versions_come_first),
        cmocka_unit_test(bots_are_never_newcomers),
        cmocka_unit_test(each_newcomer_is_welcomed_with_a_pair_at_a_time),
        cmocka_unit_test(close_ones_meet_more_often),
        cmocka_unit_test(the_unsure_play_more),
        cmocka_unit_test(nobody_is_forgotten),
        cmocka_unit_test(whoever_has_enough_is_only_an_opponent),
        cmocka_unit_test(the_same_seed_gives_the_same_pairs),
        cmocka_unit_test(a_simulated_ladder_finds_the_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
