/* The scoring of CHaser contests, as sections 8 and 9 of its rulebook have it. */
#include "league/contest/bracket.h"
#include "league/contest/chaser_score.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static struct chaser_outcome outcome(int winner, enum chaser_cause cause, int cool, int hot,
                                     int left)
{
    return (struct chaser_outcome){winner, cause, {cool, hot}, left};
}

/* ---- qualifier ---- */

static void points_of_the_qualifier(void **state)
{
    (void)state;
    static const struct {
        int winner;
        enum chaser_cause cause;
        int items, left, points;
    } cases[] = {
        {0, CAUSE_CRUSHED, 5, 40, 55},    {0, CAUSE_ENCLOSED, 5, 40, 55},
        {0, CAUSE_COLLISION, 5, 40, 55},  {0, CAUSE_SELF_ENCLOSED, 5, 40, 55},
        {0, CAUSE_FOUL, 5, 40, 55},       {1, CAUSE_CRUSHED, 5, 40, -25},
        {1, CAUSE_COLLISION, 2, 99, -93}, {1, CAUSE_FOUL, 0, 100, -100},
        {0, CAUSE_ITEMS, 9, 0, 27},       {1, CAUSE_ITEMS, 9, 0, 27},
        {-1, CAUSE_ITEMS, 9, 0, 27},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct chaser_outcome g =
            outcome(cases[i].winner, cases[i].cause, cases[i].items, 3, cases[i].left);
        assert_int_equal(qualifier_points(&g), cases[i].points);
    }
}

static void causes_are_the_reasons_of_a_match(void **state)
{
    (void)state;
    enum chaser_cause cause;
    assert_true(chaser_cause_of("self_enclosed", &cause));
    assert_int_equal(cause, CAUSE_SELF_ENCLOSED);
    assert_false(chaser_cause_of("boredom", &cause));
}

/* Twenty-four made-up results: two have 41 (places 11 and 12), four have 30 (14 to 17). */
static int made_up(struct contestant all[24])
{
    static const int points[24] = {90, 12, 55, 41, 41, 30, 27, 77, 60, 33, 18,  21,
                                   30, 30, 30, 45, 52, 64, 66, 11, -4, 70, -93, 48};
    for (int i = 0; i < 24; i++)
        all[i] = (struct contestant){.id = i, .lot = 100 - i, .points = {points[i]}, .games = 1};
    return 24;
}

static void twenty_four_contestants_are_ranked(void **state)
{
    (void)state;
    static const int best[] = {0, 7, 21, 18, 17, 8, 2, 16, 23, 15};
    struct contestant all[24];
    int count = made_up(all);
    qualifier_rank(all, count);
    for (size_t i = 0; i < sizeof best / sizeof best[0]; i++) assert_int_equal(all[i].id, best[i]);
    /* A tie inside the places is for the lot: 4 drew the smaller number. */
    assert_int_equal(all[10].id, 4);
    assert_int_equal(all[11].id, 3);
    assert_int_equal(all[23].id, 22);
}

static void a_tie_inside_the_places_is_settled_by_lot(void **state)
{
    (void)state;
    struct contestant all[24];
    int from, to;
    qualifier_rank(all, made_up(all));
    assert_false(qualifier_is_open(all, 24, QUALIFIER_PLACES, &from, &to));
}

static void a_tie_across_the_last_place_is_played_out(void **state)
{
    (void)state;
    struct contestant all[24];
    int from, to, count = made_up(all);
    qualifier_rank(all, count);
    /* 33 is 13th, then four have 30: with 15 places the tie goes across. */
    assert_true(qualifier_is_open(all, count, 15, &from, &to));
    assert_int_equal(from, 13);
    assert_int_equal(to, 17);
    static const int again[] = {5, 9, 5, 2};
    for (int i = from; i < to; i++) all[i].points[all[i].games++] = again[i - from];
    qualifier_rank(all, count);
    assert_int_equal(all[13].points[1], 9);
    /* The two with 5 are still level, and still across the line. */
    assert_true(qualifier_is_open(all, count, 15, &from, &to));
    assert_int_equal(from, 14);
    assert_int_equal(to, 16);
    all[14].points[all[14].games++] = 1;
    all[15].points[all[15].games++] = 2;
    qualifier_rank(all, count);
    assert_false(qualifier_is_open(all, count, 15, &from, &to));
    assert_int_equal(all[14].points[2], 2);
}

static void fewer_contestants_than_places_all_advance(void **state)
{
    (void)state;
    struct contestant all[24];
    int from, to;
    made_up(all);
    qualifier_rank(all, 5);
    assert_false(qualifier_is_open(all, 5, QUALIFIER_PLACES, &from, &to));
}

/* ---- knockout ---- */

static void items_count_as_the_rulebook_says(void **state)
{
    (void)state;
    struct chaser_outcome put = outcome(0, CAUSE_CRUSHED, 4, 7, 30);
    assert_int_equal(knockout_items(&put, 0), 4);
    assert_int_equal(knockout_items(&put, 1), 0);
    struct chaser_outcome self = outcome(0, CAUSE_FOUL, 4, 7, 30);
    assert_int_equal(knockout_items(&self, 0), 4);
    assert_int_equal(knockout_items(&self, 1), -30);
    struct chaser_outcome time = outcome(0, CAUSE_ITEMS, 9, 7, 0);
    assert_int_equal(knockout_items(&time, 1), 7);
}

/* The example of the rulebook: A wins by time 9 : 5, then walks into a block. */
static void the_example_of_the_rulebook(void **state)
{
    (void)state;
    struct chaser_outcome games[2] = {outcome(0, CAUSE_ITEMS, 9, 5, 0),
                                      outcome(0, CAUSE_COLLISION, 3, 12, 40)};
    struct knockout_score s = knockout_judge(games);
    assert_int_equal(s.wins[0], 1);
    assert_int_equal(s.wins[1], 1);
    assert_int_equal(s.items[0], -31);
    assert_int_equal(s.items[1], 8);
    assert_int_equal(s.winner, 1);
}

static void more_wins_come_before_items(void **state)
{
    (void)state;
    struct chaser_outcome games[2] = {outcome(0, CAUSE_CRUSHED, 1, 20, 10),
                                      outcome(-1, CAUSE_ITEMS, 20, 20, 0)};
    assert_int_equal(knockout_judge(games).winner, 0);
}

static void a_level_match_needs_another_map(void **state)
{
    (void)state;
    struct chaser_outcome games[2] = {outcome(0, CAUSE_ITEMS, 9, 5, 0),
                                      outcome(0, CAUSE_ITEMS, 9, 5, 0)};
    assert_int_equal(knockout_judge(games).winner, -1);
    struct chaser_outcome draws[2] = {outcome(-1, CAUSE_ITEMS, 6, 6, 0),
                                      outcome(-1, CAUSE_ITEMS, 8, 8, 0)};
    assert_int_equal(knockout_judge(draws).winner, -1);
}

/* ---- bracket ---- */

static void twenty_four_players_give_eight_byes_to_the_best(void **state)
{
    (void)state;
    struct bracket b;
    int byes = 0;
    assert_true(bracket_make(&b, 24));
    assert_int_equal(b.size, 32);
    for (int m = 0; m < 16; m++) {
        if (b.match[m].seed[1] != BRACKET_BYE) continue;
        byes++;
        assert_true(b.match[m].seed[0] < 8);
        assert_int_equal(b.match[m].winner, b.match[m].seed[0]);
    }
    assert_int_equal(byes, 8);
    /* Without a bye, seeds of the first round add up to 32 (counted from 1: 33). */
    for (int m = 0; m < 16; m++)
        if (b.match[m].seed[1] >= 0) assert_int_equal(b.match[m].seed[0] + b.match[m].seed[1], 31);
}

/* The better seed always wins: then everyone ends where the seeding says. */
static int play_all(struct bracket *b)
{
    int played = 0;
    for (int m; (m = bracket_next(b)) >= 0; played++) {
        assert_true(b->match[m].seed[0] < b->match[m].seed[1]);
        bracket_note(b, m, 0);
    }
    return played;
}

static void the_best_four_seeds_take_the_first_four_places(void **state)
{
    (void)state;
    for (int players = 4; players <= 40; players++) {
        struct bracket b;
        int places[4];
        assert_true(bracket_make(&b, players));
        assert_int_equal(play_all(&b), players); /* n - 1 and the match for third place */
        bracket_places(&b, places);
        for (int i = 0; i < 4; i++) assert_int_equal(places[i], i);
    }
}

static void one_and_two_can_meet_only_in_the_final(void **state)
{
    (void)state;
    struct bracket b;
    assert_true(bracket_make(&b, 16));
    for (int m; (m = bracket_next(&b)) != 14 && m >= 0;) {
        bool both = b.match[m].seed[0] == 0 && b.match[m].seed[1] == 1;
        assert_false(both);
        bracket_note(&b, m, 0);
    }
    assert_int_equal(b.match[14].seed[0], 0);
    assert_int_equal(b.match[14].seed[1], 1);
}

static void the_match_for_third_place_comes_before_the_final(void **state)
{
    (void)state;
    struct bracket b;
    assert_true(bracket_make(&b, 4));
    bracket_note(&b, bracket_next(&b), 1);
    bracket_note(&b, bracket_next(&b), 1);
    assert_int_equal(bracket_next(&b), 3);
    assert_int_equal(b.match[3].seed[0], 0);
    assert_int_equal(b.match[3].seed[1], 1);
}

static void two_and_three_players_are_few_but_enough(void **state)
{
    (void)state;
    struct bracket b;
    int places[4];
    assert_false(bracket_make(&b, 1));
    assert_false(bracket_make(&b, BRACKET_MAX + 1));
    assert_true(bracket_make(&b, 2));
    assert_int_equal(play_all(&b), 1);
    assert_true(bracket_make(&b, 3));
    assert_int_equal(play_all(&b), 2);
    bracket_places(&b, places);
    assert_int_equal(places[2], 2);
    assert_int_equal(places[3], BRACKET_OPEN);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_of_the_qualifier),
        cmocka_unit_test(causes_are_the_reasons_of_a_match),
        cmocka_unit_test(twenty_four_contestants_are_ranked),
        cmocka_unit_test(a_tie_inside_the_places_is_settled_by_lot),
        cmocka_unit_test(a_tie_across_the_last_place_is_played_out),
        cmocka_unit_test(fewer_contestants_than_places_all_advance),
        cmocka_unit_test(items_count_as_the_rulebook_says),
        cmocka_unit_test(the_example_of_the_rulebook),
        cmocka_unit_test(more_wins_come_before_items),
        cmocka_unit_test(a_level_match_needs_another_map),
        cmocka_unit_test(twenty_four_players_give_eight_byes_to_the_best),
        cmocka_unit_test(the_best_four_seeds_take_the_first_four_places),
        cmocka_unit_test(one_and_two_can_meet_only_in_the_final),
        cmocka_unit_test(the_match_for_third_place_comes_before_the_final),
        cmocka_unit_test(two_and_three_players_are_few_but_enough),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
