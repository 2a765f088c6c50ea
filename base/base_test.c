#include "base/hash.h"
#include "base/rng.h"
#include "base/scan.h"
#include "base/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_that_does_not_fit_is_cut),
        cmocka_unit_test(numbers_are_written_in_full),
        cmocka_unit_test(json_strings_escape_what_json_forbids),
        cmocka_unit_test(lines_lose_lf_and_one_cr),
        cmocka_unit_test(numbers_are_read_only_as_whole_words),
        cmocka_unit_test(splitmix_gives_its_published_values),
        cmocka_unit_test(java_random_gives_the_numbers_of_java),
        cmocka_unit_test(hashes_depend_on_every_byte_and_never_change),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
