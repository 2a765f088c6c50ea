#include "base/hash.h"
#include "base/json_write.h"
#include "base/rng.h"
#include "base/scan.h"
#include "base/text.h"
#include "base/utf8.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void text_that_does_not_fit_is_cut(void **state)
{
    (void)state;
    char buf[6];
    struct text t = TEXT_ON(buf);
    text_str(&t, "abc");
    text_int(&t, -123);
    assert_string_equal(buf, "abc-1");
    assert_true(t.cut);
    text_char(&t, 'x');
    assert_int_equal(t.len, 5);
}

static void numbers_are_written_in_full(void **state)
{
    (void)state;
    char buf[80];
    struct text t = TEXT_ON(buf);
    text_int(&t, INT64_MIN);
    text_char(&t, ' ');
    text_int(&t, INT64_MAX);
    text_char(&t, ' ');
    text_int(&t, 0);
    text_char(&t, ' ');
    text_hex(&t, 0x123456789abcdefu);
    assert_string_equal(buf, "-9223372036854775808 9223372036854775807 0 0123456789abcdef");
}

static void json_strings_escape_what_json_forbids(void **state)
{
    (void)state;
    char buf[120];
    struct text t = TEXT_ON(buf);
    text_json(&t, "a\"\\\n\r\t\x01対\xff\xed\xa0\x80", 14);
    assert_string_equal(buf, "\"a\\\"\\\\\\n\\r\\t\\u0001対\\ufffd\\ufffd\\ufffd\\ufffd\"");
    text_clear(&t);
    text_json_bytes(&t, "A\xe5", 2);
    assert_string_equal(buf, "\"A\\u00e5\"");
}

static void lines_lose_lf_and_one_cr(void **state)
{
    (void)state;
    struct scan s = scan_str("ab\r\n\ncd"), line;
    assert_true(scan_line(&s, &line));
    assert_true(scan_equals(&line, "ab"));
    assert_true(scan_line(&s, &line));
    assert_true(scan_equals(&line, ""));
    assert_false(scan_line(&s, &line));
    assert_int_equal(scan_left(&s), 2);
}

static void numbers_are_read_only_as_whole_words(void **state)
{
    (void)state;
    int64_t n = 7;
    uint64_t u = 7;
    struct scan s =
        scan_str(" \t-42 9223372036854775807 9223372036854775808 12x 18446744073709551615 "
                 "18446744073709551616 -");
    assert_true(scan_int(&s, &n));
    assert_int_equal(n, -42);
    assert_true(scan_int(&s, &n));
    assert_true(n == INT64_MAX);
    assert_false(scan_int(&s, &n));
    assert_true(scan_uint(&s, &u));
    assert_false(scan_int(&s, &n));
    struct scan word;
    assert_true(scan_word(&s, &word));
    assert_true(scan_equals(&word, "12x"));
    assert_true(scan_uint(&s, &u));
    assert_true(u == UINT64_MAX);
    assert_false(scan_uint(&s, &u));
    assert_true(scan_word(&s, &word));
    assert_false(scan_int(&s, &n));
    assert_true(scan_word(&s, &word));
    assert_true(scan_blank(&s));
    assert_false(scan_word(&s, &word));
}

static void splitmix_gives_its_published_values(void **state)
{
    (void)state;
    struct rng zero = {0}, one = {1};
    assert_true(rng_next(&zero) == 0xE220A8397B1DCDAFu);
    assert_true(rng_next(&one) == 0x910A2DEC89025CC1u);
}

/* new java.util.Random(42): nextInt(10) five times, then nextInt(16), nextInt(1 << 30 | 1). */
static void java_random_gives_the_numbers_of_java(void **state)
{
    (void)state;
    struct java_rng r = java_rng_from(42);
    static const int32_t expected[] = {0, 3, 8, 4, 0};
    for (int i = 0; i < 5; i++) assert_int_equal(java_rng_below(&r, 10), expected[i]);
}

static void hashes_depend_on_every_byte_and_never_change(void **state)
{
    (void)state;
    char bytes[19] = "eighteen characters";
    uint64_t h = hash_bytes(0, bytes, sizeof bytes);
    for (size_t i = 0; i < sizeof bytes; i++) {
        bytes[i] ^= 1;
        assert_true(hash_bytes(0, bytes, sizeof bytes) != h);
        bytes[i] ^= 1;
    }
    assert_true(hash_bytes(0, bytes, 8) != hash_bytes(0, bytes, 9));
    assert_true(hash_bytes(0, "", 0) == 0x005f88b4b264c343u);
}

static void utf8_is_never_cut_within_a_character(void **state)
{
    (void)state;
    static const char text[] = "a\xe5\xaf\xbe\xe6\x88\xa6\xf0\x9f\x8e\xae";
    static const size_t ends[] = {0, 1, 1, 1, 4, 4, 4, 7, 7, 7, 7, 11};
    for (size_t most = 0; most <= 11; most++)
        assert_int_equal(utf8_cut(text, sizeof text - 1, most), ends[most]);
    assert_int_equal(utf8_cut("\x80\x80\x80\x80\x80\x80", 6, 5), 2); /* no UTF-8 at all */
}

static void only_valid_utf8_is_a_character(void **state)
{
    (void)state;
    static const char *const bad[] = {
        "\xc0\x80",         "\xe0\x80\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80",
        "\xf5\x80\x80\x80", "\xe5\xaf",     "\x80",         "\xff"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        const char *at = bad[i];
        assert_int_equal(utf8_length(bad[i], strlen(bad[i])), 0);
        assert_int_equal(utf8_next(&at), 0xfffd);
        assert_ptr_equal(at, bad[i] + 1);
    }
    const char *at = "\xf0\x9f\x8e\xaez";
    assert_int_equal(utf8_next(&at), 0x1f3ae);
    assert_int_equal(utf8_next(&at), 'z');
}

static void a_line_for_a_terminal_commands_nothing(void **state)
{
    (void)state;
    static const char bytes[] = "\x1b[2J\xc2\x9b"
                                "1m\xe5\xaf\xbe\xff\n";
    char buf[64];
    struct text t = TEXT_ON(buf);
    text_line(&t, bytes, sizeof bytes - 1);
    assert_string_equal(buf, "?[2J?1m\xe5\xaf\xbe??");
    assert_int_equal(utf8_columns("a\xe5\xaf\xbe\xef\xbd\xb1"), 4); /* a, full-width, half-width */
    assert_false(utf8_is_plain("a\tb", 3));
    assert_true(utf8_is_plain("\xe5\xaf\xbe", 3));
}

static void json_members_have_commas_between_them(void **state)
{
    (void)state;
    char buf[128];
    struct text t = TEXT_ON(buf);
    json_write_open(&t, NULL, '{');
    json_write_tenths(&t, "a", -15004);
    json_write_tenths(&t, "b", -3);
    json_write_str(&t, "c", NULL);
    json_write_open(&t, "d", '[');
    json_write_bool(&t, NULL, true);
    json_write_int(&t, NULL, -7);
    json_write_close(&t, ']');
    json_write_close(&t, '}');
    assert_string_equal(buf, "{\"a\":-1500.4,\"b\":-0.3,\"c\":null,\"d\":[true,-7]}");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_that_does_not_fit_is_cut),
        cmocka_unit_test(numbers_are_written_in_full),
        cmocka_unit_test(json_strings_escape_what_json_forbids),
        cmocka_unit_test(utf8_is_never_cut_within_a_character),
        cmocka_unit_test(only_valid_utf8_is_a_character),
        cmocka_unit_test(a_line_for_a_terminal_commands_nothing),
        cmocka_unit_test(json_members_have_commas_between_them),
        cmocka_unit_test(lines_lose_lf_and_one_cr),
        cmocka_unit_test(numbers_are_read_only_as_whole_words),
        cmocka_unit_test(splitmix_gives_its_published_values),
        cmocka_unit_test(java_random_gives_the_numbers_of_java),
        cmocka_unit_test(hashes_depend_on_every_byte_and_never_change),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
