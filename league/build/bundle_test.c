#include "league/build/bundle.h"

#include "league/build/source.h"
#include "os/folder.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static struct err err;

static void paths_stay_below_their_folder(void **state)
{
    static const char *const good[] = {"player.py",      "a/b/c.h", "対戦.py", "a b.c",
                                       "Player$1.class", "-x",      "...",     ".hidden"};
    static const char *const bad[] = {
        "",      "/",        "/a",     "a/",       "a//b",     ".",
        "..",    "../a",     "a/..",   "a/../b",   "./a",      "a\\b",
        "a\nb",  "a\tb",     "a\177",  "\"a\"",    " a",       "a ",
        "a/ /b", "\xff",     "C:/a",   "a/b ",     "\x80",     "\xed\xa0\x80",
        "\x01a", "a/b/c/..", "..a/..", "a\x1b[0m", "\xc0\xaf", "1/2/3/4/5/6/7/8/9",
    };
    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
        if (!bundle_path_is_valid(good[i], &err)) fail_msg("%s: %s", good[i], err.text);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        if (bundle_path_is_valid(bad[i], &err)) fail_msg("`%s` was taken", bad[i]);
    char longest[BUNDLE_PATH + 1];
    memset(longest, 'a', sizeof longest);
    longest[BUNDLE_PATH] = '\0';
    assert_false(bundle_path_is_valid(longest, &err));
    longest[BUNDLE_PATH - 1] = '\0';
    assert_true(bundle_path_is_valid(longest, &err));
}

static bool add(struct bundle *p, const char *path, const char *text)
{
    return bundle_add(p, &bundle_sent, path, text, strlen(text), &err);
}

static void a_bundle_refuses_what_cannot_lie_side_by_side(void **state)
{
    struct bundle p = {0};
    (void)state;
    assert_true(add(&p, "a", "1"));
    assert_true(add(&p, "b/c", "2"));
    static const char *const bad[] = {"a", "A", "a/b", "b", "B/C", "b/c/d", "-o", "b/-o", "@x"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        if (add(&p, bad[i], "x")) fail_msg("%s was taken", bad[i]);
    assert_int_equal(p.count, 2);
    assert_int_equal(p.bytes, 2);
    bundle_free(&p);
}

static void a_bundle_is_bounded(void **state)
{
    static const struct bundle_limits small = {.files = 2, .bytes = 10};
    struct bundle p = {0};
    (void)state;
    assert_true(bundle_add(&p, &small, "a", "12345678", 8, &err));
    assert_false(bundle_add(&p, &small, "b", "123", 3, &err));
    assert_true(bundle_add(&p, &small, "b", "12", 2, &err));
    assert_false(bundle_add(&p, &small, "c", "", 0, &err));
    bundle_free(&p);
}

static void what_is_packed_comes_back(void **state)
{
    struct bundle p = {0}, back = {0};
    char *bytes, *again;
    size_t len, len_again;
    (void)state;
    assert_true(add(&p, "player.py", "print(1)\n"));
    assert_true(add(&p, "対戦/empty", ""));
    p.files[0].is_program = true;
    for (int packed = 0; packed < 2; packed++) {
        assert_true(bundle_write(&p, packed, &bytes, &len, &err));
        assert_true(bundle_write(&p, packed, &again, &len_again, &err));
        assert_int_equal(len, len_again);
        assert_memory_equal(bytes, again, len);
        if (!bundle_read_tar(&back, &bundle_built, bytes, len, &err)) fail_msg("%s", err.text);
        assert_int_equal(back.count, 2);
        assert_string_equal(back.files[0].bytes, "print(1)\n");
        assert_true(back.files[0].is_program);
        assert_false(back.files[1].is_program);
        assert_non_null(bundle_find(&back, "対戦/empty"));
        bundle_free(&back);
        assert_false(bundle_read_tar(&back, &bundle_built, bytes, len / 3, &err));
        bundle_free(&back);
        free(bytes);
        free(again);
    }
    bundle_free(&p);
}

static void a_folder_gets_files_and_nothing_else(void **state)
{
    char folder[] = "/tmp/taisen-bundle-XXXXXX", path[256];
    struct bundle p = {0};
    struct stat st;
    (void)state;
    assert_non_null(mkdtemp(folder));
    assert_true(add(&p, "a/b/tool", "#!/bin/sh\n"));
    p.files[0].is_program = true;
    assert_true(bundle_unpack(&p, folder, &err));
    assert_false(bundle_unpack(&p, folder, &err)); /* nothing is written over */
    snprintf(path, sizeof path, "%s/a/b/tool", folder);
    assert_int_equal(stat(path, &st), 0);
    assert_int_equal(st.st_mode & 07777, 0755);
    assert_int_equal(st.st_size, 10);
    bundle_free(&p);
    assert_true(folder_remove(folder));
    assert_true(folder_is_free(folder));
}

/* As browsers and unzip write them; the locale of a server is C. */
static void names_may_be_in_any_script(void **state)
{
    static const char name[] = "部品/対戦.py";
    struct bundle p = {0}, back = {0};
    char *bytes;
    size_t len;
    (void)state;
    assert_true(add(&p, name, "X = 1\n"));
    assert_true(add(&p, "player.py", "\n"));
    assert_true(bundle_write_zip(&p, "player", &bytes, &len, &err));
    assert_non_null(memmem(bytes, len, name, strlen(name)));
    assert_int_equal(bytes[7] & 8, 8); /* the names are said to be UTF-8 */
    if (!bundle_read_zip(&back, &bundle_sent, bytes, len, &err)) fail_msg("%s", err.text);
    assert_non_null(bundle_find(&back, name));
    free(bytes);
    bundle_free(&p);
    bundle_free(&back);
}

static void one_file_is_kept_under_the_languages_name(void **state)
{
    static struct languages all;
    static const char list[] = "language c\ntitle C\nneeds gcc\npackages gcc\nmain player.c\n"
                               "build true\nrun ./player\n";
    struct bundle p = {0};
    (void)state;
    assert_true(languages_read(&all, list, "list", &err));
    assert_ptr_equal(source_language(&all, "My Program.C", "x", 1), &all.language[0]);
    assert_null(source_language(&all, "c", "x", 1));
    assert_null(source_language(&all, "player.c.txt", "x", 1));
    assert_true(source_open(&p, &all.language[0], "int x;", 6, &err));
    assert_non_null(bundle_find(&p, "player.c"));
    bundle_free(&p);
    assert_false(source_open(&p, &all.language[0], "", 0, &err));
    assert_false(source_open(&p, &all.language[0], "a\0b", 3, &err));
    assert_false(source_open(&p, &all.language[0], "PK\3\4", 4, &err));
    bundle_free(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(paths_stay_below_their_folder),
        cmocka_unit_test(a_bundle_refuses_what_cannot_lie_side_by_side),
        cmocka_unit_test(a_bundle_is_bounded),
        cmocka_unit_test(what_is_packed_comes_back),
        cmocka_unit_test(a_folder_gets_files_and_nothing_else),
        cmocka_unit_test(names_may_be_in_any_script),
        cmocka_unit_test(one_file_is_kept_under_the_languages_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
