/* Records: what is written is read back; what is changed, cut or foreign is found. */
#include "os/stop.h"
#include "referee/match.h"
#include "referee/record.h"
#include "referee/replay.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "os/file.h"

static char folder[] = "/tmp/taisen-record-XXXXXX";
static char plain[64], packed[64];

static void play_into(const char *path)
{
    const struct game *game = game_find("reborn");
    struct match_options o = {.game = game,
                              .setup = {.seed = 3, .options = "mix=client"},
                              .seat = {"bot:random", "bot:random"},
                              .who = {"はるか \"1\"", NULL},
                              .clock = game->clock};
    struct match_result result;
    struct err err;
    struct record_writer *w = record_create(path, &o, true, &err);
    assert_non_null(w);
    struct match_watch watch = record_watch(w);
    assert_true(match_run(&o, &watch, 1, &result, &err));
    assert_true(record_finish(w, &result, &err));
    record_close(w);
}

static int make_records(void **state)
{
    (void)state;
    if (!mkdtemp(folder)) return -1;
    snprintf(plain, sizeof plain, "%s/game.jsonl", folder);
    snprintf(packed, sizeof packed, "%s/game.jsonl.zst", folder);
    play_into(plain);
    play_into(packed);
    return 0;
}

static int remove_records(void **state)
{
    (void)state;
    unlink(plain);
    unlink(packed);
    return rmdir(folder);
}

static void people_have_the_names_that_were_entered(void **state)
{
    struct record r;
    struct err err;
    (void)state;
    assert_true(record_read(&r, packed, RECORD_MOST, &err));
    assert_string_equal(r.who[0], "はるか \"1\"");
    assert_string_equal(r.name[0], "random");
    assert_string_equal(record_player(&r, 0), r.who[0]);
    assert_null(r.who[1]);
    assert_string_equal(record_player(&r, 1), "random");
    record_free(&r);
}

static void a_record_is_verified(void **state)
{
    (void)state;
    const char *const paths[] = {plain, packed};
    for (int i = 0; i < 2; i++) {
        struct record r;
        struct err err;
        assert_true(record_read(&r, paths[i], RECORD_MOST, &err));
        assert_true(r.is_whole);
        assert_string_equal(r.options, "mix=client");
        assert_string_equal(r.name[0], "random");
        assert_true(replay_verify(&r, &err));
        record_free(&r);
    }
}

static char *load(size_t *len)
{
    char *bytes;
    struct err err;
    assert_true(file_read(plain, 1 << 24, &bytes, len, &err));
    return bytes;
}

static bool is_accepted(const char *bytes, size_t len)
{
    struct record r;
    struct err err;
    if (!record_parse(&r, bytes, len, "changed", &err)) return false;
    bool ok = replay_verify(&r, &err);
    record_free(&r);
    return ok;
}

static void every_changed_digit_is_found(void **state)
{
    (void)state;
    size_t len;
    char *bytes = load(&len);
    int tried = 0;
    assert_true(is_accepted(bytes, len));
    for (size_t i = 0; i < len; i++) {
        char was = bytes[i];
        if (was < '0' || was > '9' || i % 17 != 0) continue;
        bytes[i] = was == '9' ? '0' : (char)(was + 1);
        assert_false(is_accepted(bytes, len));
        bytes[i] = was;
        tried++;
    }
    assert_true(tried > 50);
    free(bytes);
}

static void a_cut_record_is_read_as_far_as_it_goes(void **state)
{
    (void)state;
    size_t len;
    char *bytes = load(&len);
    for (size_t cut = 0; cut < len; cut += 37) {
        struct record r;
        struct err err = {.text = ""};
        if (record_parse(&r, bytes, cut, "cut", &err)) {
            assert_false(r.is_whole);
            assert_false(replay_verify(&r, &err));
            record_free(&r);
        }
        assert_true(strlen(err.text) > 0);
    }
    free(bytes);
}

static void a_cut_packed_record_keeps_its_steps(void **state)
{
    (void)state;
    char *bytes;
    size_t len;
    struct err err;
    struct record whole, r;
    char path[80];
    assert_true(record_read(&whole, packed, RECORD_MOST, &err));
    assert_true(file_read(packed, 1 << 24, &bytes, &len, &err));
    snprintf(path, sizeof path, "%s/cut.zst", folder);
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fwrite(bytes, 1, len - 20, f);
    fclose(f);
    assert_true(record_read(&r, path, RECORD_MOST, &err));
    assert_false(r.is_whole);
    record_free(&r);
    record_free(&whole);
    free(bytes);
    unlink(path);
}

static void what_is_no_record_is_refused(void **state)
{
    (void)state;
    static const char *const foreign[] = {
        "",
        "\n",
        "hello\n",
        "{}\n",
        "[]\n",
        "{\"taisen\":1}\n",
        "{\"taisen\":99,\"game\":\"reborn\"}\n",
        "{\"taisen\":1,\"game\":\"chess\"}\n",
        "{\"taisen\":1,\"game\":\"reborn\",\"rules\":1}\n",
    };
    for (size_t i = 0; i < sizeof foreign / sizeof foreign[0]; i++) {
        struct record r;
        struct err err = {.text = ""};
        assert_false(record_parse(&r, foreign[i], strlen(foreign[i]), "foreign", &err));
        assert_true(strlen(err.text) > 0);
    }
}

static void a_place_that_cannot_be_written_is_said(void **state)
{
    (void)state;
    struct match_options o = {.game = game_find("reborn"), .seat = {"bot:random", "bot:random"}};
    struct err err = {.text = ""};
    assert_null(record_create("/no/such/folder/game.jsonl", &o, true, &err));
    assert_non_null(strstr(err.text, "/no/such/folder"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(people_have_the_names_that_were_entered),
        cmocka_unit_test(a_record_is_verified),
        cmocka_unit_test(every_changed_digit_is_found),
        cmocka_unit_test(a_cut_record_is_read_as_far_as_it_goes),
        cmocka_unit_test(a_cut_packed_record_keeps_its_steps),
        cmocka_unit_test(what_is_no_record_is_refused),
        cmocka_unit_test(a_place_that_cannot_be_written_is_said),
    };
    proc_become_subreaper();
    stop_watch();
    return cmocka_run_group_tests(tests, make_records, remove_records);
}
