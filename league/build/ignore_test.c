#include "league/build/ignore.h"
#include "league/build/pack.h"
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

/* ---- patterns ---- */

static void patterns_mean_what_they_mean_in_gitignore(void **state)
{
    (void)state;
    static const struct {
        const char *text, *path;
        bool is_folder, is_out;
    } cases[] = {
        {"*.o", "a.o", false, true},
        {"*.o", "deep/down/a.o", false, true},
        {"*.o", "a.of", false, false},
        {"/a.o", "b/a.o", false, false},
        {"/a.o", "a.o", false, true},
        {"b/*.o", "b/a.o", false, true},
        {"b/*.o", "c/b/a.o", false, false},
        {"b/*.o", "b/c/a.o", false, false},
        {"build/", "build", true, true},
        {"build/", "build", false, false},
        {"build/", "x/build", true, true},
        {"**/x", "x", false, true},
        {"**/x", "a/b/x", false, true},
        {"a/**/x", "a/x", false, true},
        {"a/**/x", "a/b/c/x", false, true},
        {"a/**/x", "b/x", false, false},
        {"a/**", "a/b/c", false, true},
        {"a/**", "a", true, false},
        {"a**b", "axxb", false, true},
        {"a?c", "abc", false, true},
        {"x/a?c", "x/a/c", false, false},
        {"[a-c]x", "bx", false, true},
        {"[!a-c]x", "bx", false, false},
        {"[]]x", "]x", false, true},
        {"[ab", "[ab", false, true},
        {"\\#a", "#a", false, true},
        {"\\!a", "!a", false, true},
        {"\\*a", "xa", false, false},
        {"# a", "# a", false, false},
        {"*.o\n!keep.o\n", "keep.o", false, false},
        {"!keep.o\n*.o\n", "keep.o", false, true},
        {"a \r\n", "a", false, true},
        {"", "a", false, false},
        {"/", "a", true, false},
        {"!", "a", false, false},
        {"対*", "対戦", false, true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        if (ignore_matches(cases[i].text, cases[i].path, cases[i].is_folder, false) !=
            cases[i].is_out)
            fail_msg("`%s` and %s", cases[i].text, cases[i].path);
}

/* A pattern that would take years if every way to read it were tried. */
static void no_pattern_takes_long(void **state)
{
    (void)state;
    char text[4001], path[IGNORE_PATH + 1];
    for (size_t i = 0; i < 4000; i += 2) memcpy(text + i, "*a", 2);
    text[3999] = 'b';
    text[4000] = '\0';
    memset(path, 'a', IGNORE_PATH);
    path[IGNORE_PATH] = '\0';
    assert_false(ignore_matches(text, path, false, false));
}

static void what_nobody_means_to_send_is_left_out(void **state)
{
    (void)state;
    static const char *const out[] = {".git",   "lib/.DS_Store", "__pycache__",   "x.pyc",
                                      "player", "node_modules",  "game.jsonl.zst"};
    static const char *const in[] = {"player.py",    "lib/player",  "Arena.java",
                                     "package.json", "weights.bin", "go.mod"};
    for (size_t i = 0; i < sizeof out / sizeof out[0]; i++)
        assert_true(ignore_matches(ignore_defaults, out[i], true, false));
    for (size_t i = 0; i < sizeof in / sizeof in[0]; i++)
        assert_false(ignore_matches(ignore_defaults, in[i], false, false));
}

/* ---- folders ---- */

static char top[] = "/tmp/taisen-pack-XXXXXX";

static void put(const char *path, const char *text)
{
    char whole[256];
    snprintf(whole, sizeof whole, "%s/%s", top, path);
    FILE *f = fopen(whole, "w");
    assert_non_null(f);
    assert_true(fputs(text, f) >= 0 && fclose(f) == 0);
}

static void make(const char *path)
{
    char whole[256];
    snprintf(whole, sizeof whole, "%s/%s", top, path);
    assert_int_equal(mkdir(whole, 0755), 0);
}

static void a_folder_is_packed_without_what_is_ignored(void **state)
{
    (void)state;
    struct bundle b = {0}, again = {0};
    struct err err;
    int left_out;
    char link[64];
    char *bytes[2];
    size_t len[2];
    assert_non_null(mkdtemp(top));
    make("lib"), make("__pycache__"), make(".git"), make("build"), make("data");
    put("player.py", "import lib.a\n");
    put("lib/a.py", "A = 1\n");
    put("lib/a.pyc", "x");
    put("__pycache__/a.pyc", "x");
    put(".git/config", "x");
    put("build/table.txt", "1");
    put("data/notes.txt", "x");
    put(".taisenignore", "# mine\ndata/\n!build/\n");
    snprintf(link, sizeof link, "%s/passwd", top);
    assert_int_equal(symlink("/etc/passwd", link), 0);
    assert_true(pack_folder(top, &b, &left_out, &err));
    assert_int_equal(b.count, 3);
    assert_non_null(bundle_find(&b, "player.py"));
    assert_non_null(bundle_find(&b, "lib/a.py"));
    assert_non_null(bundle_find(&b, "build/table.txt"));
    assert_int_equal(left_out, 6);
    assert_true(pack_folder(top, &again, &left_out, &err));
    assert_true(bundle_write_zip(&b, "player", &bytes[0], &len[0], &err));
    assert_true(bundle_write_zip(&again, "player", &bytes[1], &len[1], &err));
    assert_int_equal(len[0], len[1]);
    assert_memory_equal(bytes[0], bytes[1], len[0]);
    free(bytes[0]), free(bytes[1]);
    bundle_free(&b), bundle_free(&again);
}

static void a_folder_with_nothing_or_too_much_is_refused(void **state)
{
    (void)state;
    struct bundle b = {0};
    struct err err;
    char name[64];
    int left_out;
    put(".taisenignore", "*\n");
    assert_false(pack_folder(top, &b, &left_out, &err));
    assert_non_null(strstr(err.text, "no files"));
    bundle_free(&b);
    put(".taisenignore", "");
    for (int i = 0; i < 201; i++) {
        snprintf(name, sizeof name, "data/%d.txt", i);
        put(name, "x");
    }
    assert_false(pack_folder(top, &b, &left_out, &err));
    assert_non_null(strstr(err.text, ".taisenignore"));
    bundle_free(&b);
    assert_true(folder_remove(top));
    assert_false(pack_folder(top, &b, &left_out, &err));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(patterns_mean_what_they_mean_in_gitignore),
        cmocka_unit_test(no_pattern_takes_long),
        cmocka_unit_test(what_nobody_means_to_send_is_left_out),
        cmocka_unit_test(a_folder_is_packed_without_what_is_ignored),
        cmocka_unit_test(a_folder_with_nothing_or_too_much_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
