/* Lists as Excel and others save them. */
#include "league/people/sheet.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct sheet sheet;

static bool take(const char *bytes, size_t len, struct err *err)
{
    char *copy = malloc(len + 1);
    assert_non_null(copy);
    memcpy(copy, bytes, len);
    copy[len] = '\0';
    return sheet_take(&sheet, copy, len, err);
}

static void is_read(const char *text, const char *name, const char *who)
{
    struct err err = {.text = ""};
    if (!take(text, strlen(text), &err)) fail_msg("%s: %s", text, err.text);
    assert_int_equal(sheet.count, 2);
    assert_string_equal(sheet.row[0].name, name);
    assert_string_equal(sheet.row[0].who, who);
    sheet_free(&sheet);
}

static void names_come_with_headings_and_numbers_or_without(void **state)
{
    (void)state;
    is_read("花子,旭川中\n太郎,東中\n", "花子", "旭川中");
    is_read("花子\r\n太郎\r\n", "花子", "");
    is_read("1,花子,旭川中\n2,太郎,東中\n", "花子", "旭川中");
    is_read("１,花子\n３,太郎\n", "花子", "");
    is_read("番号,氏名,学校\n1,花子,旭川中\n2,太郎,東中\n", "花子", "旭川中");
    is_read("学校名;ふりがな;名前\n旭川中;はなこ;花子\n東中;たろう;太郎\n", "花子", "旭川中");
    is_read("No.\tName\n1\t花子\n2\t太郎\n", "花子", "");
    is_read("\xef\xbb\xbf\"花子 \"\"H\"\", A\",x\n太郎\n", "花子 \"H\", A", "x");
    is_read("アカウント,氏名\nhanako,花子\ntaro,太郎\n", "hanako", "花子");
    is_read("　花子　 ,旭川中\n\n,,\n太郎,東中\n", "花子", "旭川中");
}

static void numbers_that_are_names_stay(void **state)
{
    (void)state;
    is_read("1001,花子\n1002,太郎\n", "1001", "花子");
    is_read("2,花子\n1,太郎\n", "2", "花子");
    is_read("1\n2\n", "1", "");
}

static void it_may_be_in_any_encoding_of_excel(void **state)
{
    /* 番号,名前 / 1,表子 / 2,ｱｷ: with a backslash as the second byte of 表 */
    static const char cp932[] =
        "\x94\xd4\x8d\x86,\x96\xbc\x91\x4f\r\n1,\x95\x5c\x8e\x71\r\n2,\xb1\xb7";
    static const char utf16[] = "\xff\xfe\x42\x30\t\0\x44\x30\r\0\n\0\x46\x30\r\0\n\0";
    struct err err;
    (void)state;
    assert_true(take(cp932, sizeof cp932 - 1, &err));
    assert_int_equal(sheet.charset, CHARSET_CP932);
    assert_true(sheet.has_headings && sheet.has_numbers && sheet.count == 2);
    assert_string_equal(sheet.row[0].name, "表子");
    assert_string_equal(sheet.row[1].name, "ｱｷ");
    sheet_free(&sheet);
    assert_true(take(utf16, sizeof utf16 - 1, &err));
    assert_int_equal(sheet.charset, CHARSET_UTF16);
    assert_string_equal(sheet.row[0].name, "あ");
    assert_string_equal(sheet.row[0].who, "い");
    assert_string_equal(sheet.row[1].name, "う");
    sheet_free(&sheet);
}

static void what_is_no_list_is_refused_with_a_sentence(void **state)
{
    struct err err;
    (void)state;
    assert_false(take("", 0, &err));
    assert_non_null(strstr(err.text, "no name"));
    assert_false(take("名前,学校\n", strlen("名前,学校\n"), &err));
    assert_non_null(strstr(err.text, "no name"));
    assert_false(take("a\0b", 3, &err));
    assert_non_null(strstr(err.text, "no text"));
    assert_false(take("a\n\xff\xff", 4, &err));
    assert_non_null(strstr(err.text, "neither UTF-8 nor Shift_JIS"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_come_with_headings_and_numbers_or_without),
        cmocka_unit_test(numbers_that_are_names_stay),
        cmocka_unit_test(it_may_be_in_any_encoding_of_excel),
        cmocka_unit_test(what_is_no_list_is_refused_with_a_sentence),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
