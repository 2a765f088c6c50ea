/* Four in a Row: a test for each numbered rule. */
#include "games/example/example.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static struct example game;

static struct game_state *opaque(void)
{
    return (struct game_state *)&game;
}

static void begin(uint64_t seed, const char *options)
{
    char buf[256];
    struct text why = TEXT_ON(buf);
    struct game_setup setup = {.seed = seed, .options = options};
    if (!game_example.init(opaque(), &setup, &why)) fail_msg("%s", buf);
}

/* An answer as it comes on a line, or a failure. */
static void answer(const char *line)
{
    struct example_action action;
    struct game_reply reply[2] = {{.kind = REPLY_NONE}, {.kind = REPLY_NONE}};
    size_t used = 0;
    int p = example_next(&game);
    enum parse_result result =
        game_example.parse(opaque(), p, line, strlen(line), (struct game_action *)&action, &used);
    assert_int_equal(used, strlen(line));
    reply[p] = (struct game_reply){.kind = result == PARSE_OK ? REPLY_ACTION : REPLY_INVALID,
                                   .action = (const struct game_action *)&action};
    game_example.step(opaque(), reply);
}

/* Columns in turn, "0123": an empty board to begin with. */
static void play(const char *columns)
{
    begin(1, "opening=0");
    for (; *columns; columns++) {
        char line[3] = {*columns, '\n', '\0'};
        answer(line);
    }
}

static void assert_over(const char *reason, int winner)
{
    struct game_status s;
    game_example.status(opaque(), &s);
    assert_true(s.over);
    assert_string_equal(s.reason, reason);
    assert_int_equal(s.winner, winner);
    assert_int_equal(game_example.actors(opaque()), 0);
}

static void the_opening_is_drawn_from_the_seed(void **state)
{
    (void)state;
    struct example first;
    begin(1, NULL);
    first = game;
    assert_int_equal(game.stones, EXAMPLE_OPENING);
    begin(1, "");
    assert_memory_equal(&game, &first, sizeof game);
    begin(2, NULL);
    assert_memory_not_equal(&game, &first, sizeof game);
    begin(1, "opening=0");
    assert_int_equal(game.stones, 0);
}

static void an_opening_of_more_than_six_is_refused(void **state)
{
    (void)state;
    char buf[256];
    struct text why = TEXT_ON(buf);
    struct game_setup setup = {.options = "opening=7"};
    assert_false(game_example.init(opaque(), &setup, &why));
    assert_non_null(strstr(buf, "opening"));
}

static void players_move_in_turn(void **state)
{
    (void)state;
    play("");
    assert_int_equal(game_example.actors(opaque()), 1);
    play("3");
    assert_int_equal(game_example.actors(opaque()), 2);
    play("33");
    assert_int_equal(game_example.actors(opaque()), 1);
}

static void a_stone_falls_to_the_lowest_empty_cell(void **state)
{
    (void)state;
    play("33");
    assert_int_equal(example_at(&game, 3, 0), 1);
    assert_int_equal(example_at(&game, 3, 1), 2);
    assert_int_equal(example_at(&game, 3, 2), EXAMPLE_EMPTY);
}

static void four_level_win(void **state)
{
    (void)state;
    play("0011223");
    assert_over("line", 0);
}

static void four_upright_win(void **state)
{
    (void)state;
    play("3031323");
    assert_over("line", 0);
}

static void four_slanting_win_both_ways(void **state)
{
    (void)state;
    play("0112622363633");
    assert_over("line", 0);
    play("6554044303033");
    assert_over("line", 0);
}

static void three_are_no_line(void **state)
{
    (void)state;
    play("001122");
    assert_int_equal(game.ending, EXAMPLE_RUNNING);
}

static void the_line_is_told_whichever_stone_completes_it(void **state)
{
    (void)state;
    uint8_t line[EXAMPLE_LINE];
    play("0011332");
    assert_true(example_line(&game, line));
    for (int i = 0; i < EXAMPLE_LINE; i++) assert_int_equal(line[i], i);
}

static void a_full_board_without_a_line_is_a_draw(void **state)
{
    (void)state;
    /* Pairs of columns that never let four meet. */
    play("010101101010232323323232454545545454666666");
    assert_int_equal(game.stones, EXAMPLE_CELLS);
    assert_over("full board", -1);
}

static void what_is_no_move_loses(void **state)
{
    (void)state;
    static const char *const lines[] = {"7\n", "-1\n", "x\n", "\n", "3 3\n", "3x\n"};
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        play("");
        answer(lines[i]);
        assert_over("invalid", 1);
    }
}

static void a_full_column_is_no_move(void **state)
{
    (void)state;
    play("3333330");
    answer("3\n");
    assert_over("invalid", 0);
}

static void late_and_gone_lose(void **state)
{
    (void)state;
    for (int p = 0; p < 2; p++) {
        struct game_reply reply[2] = {{.kind = REPLY_NONE}, {.kind = REPLY_NONE}};
        play(p == 0 ? "" : "3");
        reply[p].kind = REPLY_TIMEOUT;
        game_example.step(opaque(), reply);
        assert_over("time", 1 - p);
        play(p == 0 ? "" : "3");
        reply[p].kind = REPLY_GONE;
        game_example.step(opaque(), reply);
        assert_over("gone", 1 - p);
    }
}

static void the_prompt_is_that_of_the_rules(void **state)
{
    (void)state;
    char buf[1024];
    struct text out = TEXT_ON(buf);
    play("3431");
    game_example.prompt(opaque(), 0, (int64_t[]){59998, 7}, &out);
    assert_string_equal(buf,
                        "4\n59998\n.......\n.......\n.......\n.......\n...O...\n.X.OX..\nEND\n");
}

static void input_that_is_no_prompt_is_refused(void **state)
{
    (void)state;
    static const char *const inputs[] = {
        "x\n",
        "0\n-1\n",
        "0\n1\n......\n",
        "0\n1\n.......\n.......\n.......\n.......\n......?\n",
        "0\n1\n.......\n.......\n.......\n.......\n...O...\n.......\nEND\n", /* in the air */
        "9\n1\n.......\n.......\n.......\n.......\n.......\n...O...\nEND\n", /* more moves than
                                                                                stones */
        "0\n1\n.......\n.......\n.......\n.......\n.......\n.......\nEMD\n",
    };
    for (size_t i = 0; i < sizeof inputs / sizeof inputs[0]; i++) {
        struct game_self self;
        size_t used;
        assert_int_equal(
            game_example.perceive(opaque(), &self, inputs[i], strlen(inputs[i]), &used),
            PARSE_INVALID);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_opening_is_drawn_from_the_seed),
        cmocka_unit_test(an_opening_of_more_than_six_is_refused),
        cmocka_unit_test(players_move_in_turn),
        cmocka_unit_test(a_stone_falls_to_the_lowest_empty_cell),
        cmocka_unit_test(four_level_win),
        cmocka_unit_test(four_upright_win),
        cmocka_unit_test(four_slanting_win_both_ways),
        cmocka_unit_test(three_are_no_line),
        cmocka_unit_test(the_line_is_told_whichever_stone_completes_it),
        cmocka_unit_test(a_full_board_without_a_line_is_a_draw),
        cmocka_unit_test(what_is_no_move_loses),
        cmocka_unit_test(a_full_column_is_no_move),
        cmocka_unit_test(late_and_gone_lose),
        cmocka_unit_test(the_prompt_is_that_of_the_rules),
        cmocka_unit_test(input_that_is_no_prompt_is_refused),
    };
    return cmocka_run_group_tests_name("example", tests, NULL, NULL);
}
