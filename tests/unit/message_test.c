#include "base/said.h"
#include "os/err.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void a_message_is_a_code_a_sentence_and_values(void **state)
{
    struct err err;
    (void)state;
    assert_false(err_code(&err,
                          "wrong-turn: turn {given:%lld} of {name:%.3s} is not {turn:%d}; {n:%zu}",
                          -7LL, "abcdef", 12, (size_t)3));
    assert_string_equal(err.text, "turn -7 of abc is not 12; 3");
    assert_string_equal(err.code, "wrong-turn");
    assert_string_equal(err.values, "\"given\":-7,\"name\":\"abc\",\"turn\":12,\"n\":3");
}

static void values_may_hold_braces_quotes_and_bytes_that_are_no_text(void **state)
{
    struct err err;
    (void)state;
    err_code(&err, "no-game: there is no game {game:%s}", "{a:%s}\"\xff");
    assert_string_equal(err.text, "there is no game {a:%s}\"\xff");
    assert_string_equal(err.values, "\"game\":\"{a:%s}\\\"\\ufffd\"");
}

static void values_that_do_not_fit_are_left_out_whole(void **state)
{
    struct err err;
    char name[600];
    (void)state;
    memset(name, '"', sizeof name - 1); /* each takes two bytes of JSON */
    name[sizeof name - 1] = '\0';
    err_code(&err, "no-game: there is no game {game:%s}", name);
    assert_string_equal(err.code, "no-game");
    assert_string_equal(err.values, "");
    assert_int_equal(strlen(err.text), sizeof err.text - 1);
}

static void a_message_with_its_values_in_it_becomes_a_failure(void **state)
{
    struct err err, direct;
    char buf[SAID_BYTES];
    struct text said = TEXT_ON(buf);
    (void)state;
    said_write(&said, "option-range: option {option:%s} must be from {least:%d} to {most:%lld}",
               "a}b{c:d", -3, 1LL << 40);
    err_said(&err, buf);
    err_code(&direct, "option-range: option {option:%s} must be from {least:%d} to {most:%lld}",
             "a}b{c:d", -3, 1LL << 40);
    assert_string_equal(err.text, "option a}b{c:d must be from -3 to 1099511627776");
    assert_string_equal(err.text, direct.text);
    assert_string_equal(err.code, direct.code);
    assert_string_equal(err.values, direct.values);
}

static void a_message_may_stand_on_a_line(void **state)
{
    struct err err;
    char buf[SAID_BYTES];
    struct text said = TEXT_ON(buf);
    (void)state;
    said_at_line(&said, 3, "map-rows: more than 40 rows");
    err_said(&err, buf);
    assert_string_equal(err.text, "line 3: more than 40 rows");
    assert_string_equal(err.values, "\"line\":3");
    text_clear(&said);
    said_at_line(&said, 0, "map-rows: more than 40 rows");
    assert_string_equal(buf, "map-rows: more than 40 rows");
}

static void a_message_that_was_cut_is_read_as_far_as_it_goes(void **state)
{
    static const char whole[] = "option-odd: option {option:wi}}dth} must be {n=12}";
    struct err err;
    (void)state;
    for (size_t len = 0; len < sizeof whole; len++) {
        char *cut = strndup(whole, len); /* so that a look past its end is found */
        assert_non_null(cut);
        err_said(&err, cut);
        assert_null(strstr(err.values, "\"n\":,"));
        free(cut);
    }
    assert_string_equal(err.text, "option wi}dth must be 12");
}

static void a_line_stands_in_front_and_among_the_values(void **state)
{
    struct err err;
    (void)state;
    err_code(&err, "class-twice: {name:%s} stands in the list already", "ken");
    err_at_line(&err, 4);
    assert_string_equal(err.text, "line 4: ken stands in the list already");
    assert_string_equal(err.code, "class-twice");
    assert_string_equal(err.values, "\"line\":4,\"name\":\"ken\"");
}

static void a_file_and_a_key_stand_in_front_and_among_the_values(void **state)
{
    struct err err;
    (void)state;
    err_code(&err, "ini-empty: has no value");
    err_in_key(&err, "seed");
    err_in_file(&err, "cup.ini", 3);
    assert_string_equal(err.text, "cup.ini:3: seed: has no value");
    assert_string_equal(err.code, "ini-empty");
    assert_string_equal(err.values, "\"file\":\"cup.ini\",\"line\":3,\"key\":\"seed\"");
    err_code(&err, "contest-no-phase: no phase");
    err_in_file(&err, "cup.ini", 0);
    assert_string_equal(err.text, "cup.ini: no phase");
}

static void a_failure_is_a_value_with_its_own_code_and_values(void **state)
{
    struct err why, err;
    (void)state;
    err_code(&why, "no-bot: there is no bot {bot:%s}", "deep");
    err_code(&err, "contest-seat: {name:%s}: {why:%p}", "Aki", err_value(&why));
    assert_string_equal(err.text, "Aki: there is no bot deep");
    assert_string_equal(err.values, "\"name\":\"Aki\",\"why\":{\"code\":\"no-bot\","
                                    "\"params\":{\"bot\":\"deep\"}}");
    err_set(&why, "it is gone");
    err_code(&err, "contest-seat: {why:%p}", err_value(&why));
    assert_string_equal(err.values, "\"why\":\"it is gone\"");
}

static void what_has_no_code_says_so(void **state)
{
    struct err err;
    (void)state;
    err_code(&err, "no-memory: out of memory");
    err_set(&err, "something else");
    assert_string_equal(err.code, "");
    err_at_line(&err, 2);
    assert_string_equal(err.text, "line 2: something else");
    assert_string_equal(err.values, "");
}

static void a_sentence_for_the_terminal_stands_beside_the_english_one(void **state)
{
    struct err err;
    (void)state;
    err_set(&err, "it is gone");
    err_wrap(&err, "match %d", 7);
    err_at_line(&err, 2);
    assert_string_equal(err.text, "line 2: match 7: it is gone");
    assert_string_equal(err.shown, err.text); /* nobody has chosen another language */
    errno = ENOENT;
    err_sys(&err, "open %s", "x");
    assert_string_equal(err.text, "open x: No such file or directory");
    assert_string_equal(err.shown, err.text);
}

static void of_a_sentence_with_a_code_the_terminal_is_told_what_stands_in_front(void **state)
{
    struct err err;
    (void)state;
    err_code(&err, "ini-empty: has no value");
    assert_string_equal(err.shown, "");
    err_in_file(&err, "cup.ini", 3); /* among the values */
    err_wrap(&err, "--from");
    assert_string_equal(err.text, "--from: cup.ini:3: has no value");
    assert_string_equal(err.shown, "--from: ");
    assert_string_equal(err.code, "ini-empty");
    assert_string_equal(err.values, "\"file\":\"cup.ini\",\"line\":3");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_message_is_a_code_a_sentence_and_values),
        cmocka_unit_test(values_may_hold_braces_quotes_and_bytes_that_are_no_text),
        cmocka_unit_test(values_that_do_not_fit_are_left_out_whole),
        cmocka_unit_test(a_message_with_its_values_in_it_becomes_a_failure),
        cmocka_unit_test(a_message_may_stand_on_a_line),
        cmocka_unit_test(a_message_that_was_cut_is_read_as_far_as_it_goes),
        cmocka_unit_test(a_line_stands_in_front_and_among_the_values),
        cmocka_unit_test(a_file_and_a_key_stand_in_front_and_among_the_values),
        cmocka_unit_test(a_failure_is_a_value_with_its_own_code_and_values),
        cmocka_unit_test(what_has_no_code_says_so),
        cmocka_unit_test(a_sentence_for_the_terminal_stands_beside_the_english_one),
        cmocka_unit_test(of_a_sentence_with_a_code_the_terminal_is_told_what_stands_in_front),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
