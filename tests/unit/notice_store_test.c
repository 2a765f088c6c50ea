/* What authors hear of their programs' matches, on both databases: PROGRAM sqlite | postgres. */
#include "league/store/people/store_notice.h"
#include "league/store/store_result.h"
#include "tests/unit/store_kit.h"

#include <stdio.h>
#include <string.h>

static int64_t ladder, account;
static struct store_entered in[2];

/* One player is somebody's, the other nobody's. */
static void enter(void)
{
    char name[STORE_NAME];
    int64_t player;
    ladder = kit_ladder("main", "reborn");
    account = kit_account("aoi");
    must(store_own_player(kit_store, account, &player, name, &kit_err));
    struct store_enter mine = {
        .ladder = ladder, .player = name, .kind = "program", .seat = "./mine"};
    struct store_enter bot = {
        .ladder = ladder, .player = "bot", .kind = "bot", .seat = "bot:random"};
    must(store_enter(kit_store, &mine, &in[0], &kit_err));
    must(store_enter(kit_store, &bot, &in[1], &kit_err));
}

static const char *marks = ""; /* that the program of the first seat draws */

static int64_t play(int winner, const char *fault, const char *last)
{
    static uint64_t seed;
    char key[32];
    int added;
    bool found, counted;
    struct store_job job;
    struct journal_match result = {.winner = winner, .reason = "test"};
    struct match_end_side words[2] = {{.exit = 1, .text = last, .marks = marks},
                                      {.exit = -1, .text = "bot's"}};
    struct store_record record = {.bytes = "x", .len = 1, .ends = words};
    struct store_plan plan = {
        .key = key, .ladder = ladder, .version = {in[0].version, in[1].version}, .seed = ++seed};
    snprintf(key, sizeof key, "words:%llu", (unsigned long long)seed);
    snprintf(result.fault[0], sizeof result.fault[0], "%s", fault);
    must(store_queue(kit_store, &plan, 1, &added, &kit_err));
    must(store_take(kit_store, "tester", 60000, STORE_CAGED, &job, &found, &kit_err));
    assert_true(found && job.is_owned);
    must(store_finish(kit_store, &job, &result, &record, "tester", &counted, &kit_err));
    assert_true(counted);
    store_job_free(&job);
    return job.match;
}

struct seen {
    int count;
    struct store_notice last;
    char text[64];
};

static void see(void *arg, const struct store_notice *n)
{
    struct seen *seen = arg;
    seen->count++;
    seen->last = *n;
    snprintf(seen->text, sizeof seen->text, "%s", n->text);
}

static int64_t unseen(void)
{
    int64_t count;
    must(store_count_notices(kit_store, account, &count, &kit_err));
    return count;
}

static void a_lost_match_has_the_last_words_of_its_loser(void **state)
{
    (void)state;
    struct store_match_end words[2];
    enter();
    int64_t match = play(1, "gone", "IndexError: \xe6\xbc\xa2");
    must(store_match_end(kit_store, match, words, &kit_err));
    assert_true(words[0].is_known);
    assert_int_equal(words[0].exit, 1);
    assert_string_equal(words[0].text, "IndexError: \xe6\xbc\xa2");
    assert_false(words[1].is_known);
    match = play(0, "", "");
    must(store_match_end(kit_store, match, words, &kit_err));
    assert_false(words[0].is_known);
    assert_true(words[1].is_known);
    kit_is_well();
}

static void marks_are_kept_of_a_match_won_too(void **state)
{
    (void)state;
    struct store_match_end words[2];
    enter();
    marks = "0 #note a\n3 #plot b 1\n";
    int64_t match = play(0, "", "");
    must(store_match_end(kit_store, match, words, &kit_err));
    assert_true(words[0].is_known);
    assert_string_equal(words[0].marks, marks);
    assert_string_equal(words[1].marks, "");
    marks = "";
    kit_is_well();
}

static void the_owner_of_a_program_that_failed_is_told(void **state)
{
    (void)state;
    struct seen seen = {0};
    enter();
    play(1, "", "");
    assert_int_equal(unseen(), 0);
    int64_t match = play(1, "timeout", "");
    play(1, "gone", "");
    assert_int_equal(unseen(), 2);
    must(store_notices(kit_store, account, 0, 10, see, &seen, &kit_err));
    assert_int_equal(seen.count, 2);
    assert_int_equal(seen.last.match, match);
    assert_string_equal(seen.text, "timeout");
    must(store_see_notices(kit_store, account, seen.last.id, &kit_err));
    assert_int_equal(unseen(), 1);
    must(store_notices(kit_store, account + 1, 0, 10, see, &seen, &kit_err));
    assert_int_equal(seen.count, 2); /* nobody else is */
    kit_is_well();
}

static void last_words_go_with_the_records(void **state)
{
    (void)state;
    struct store_match_end words[2];
    struct store_ladder l = {.name = "short", .game = "reborn", .settings = "records=1"};
    enter();
    must(store_add_ladder(kit_store, &l, &ladder, &kit_err));
    for (int p = 0; p < 2; p++) {
        struct store_enter e = {.ladder = ladder,
                                .player = p ? "bot" : "aoi",
                                .kind = p ? "bot" : "program",
                                .seat = p ? "bot:random" : "./mine"};
        must(store_enter(kit_store, &e, &in[p], &kit_err));
    }
    int64_t first = play(1, "", "first"), second = play(1, "", "second");
    must(store_match_end(kit_store, first, words, &kit_err));
    assert_false(words[0].is_known);
    must(store_match_end(kit_store, second, words, &kit_err));
    assert_string_equal(words[0].text, "second");
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_lost_match_has_the_last_words_of_its_loser, kit_begin,
                                        kit_end),
        cmocka_unit_test_setup_teardown(marks_are_kept_of_a_match_won_too, kit_begin, kit_end),
        cmocka_unit_test_setup_teardown(the_owner_of_a_program_that_failed_is_told, kit_begin,
                                        kit_end),
        cmocka_unit_test_setup_teardown(last_words_go_with_the_records, kit_begin, kit_end),
    };
    return kit_main_of(argc, argv, tests, sizeof tests / sizeof tests[0]);
}
