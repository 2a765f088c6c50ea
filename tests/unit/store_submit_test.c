/* Players of accounts, and submitted programs, in the store. */
#include "league/store/store_check.h"
#include "league/store/store_submit.h"
#include "tests/unit/store_kit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TEST(name) cmocka_unit_test_setup_teardown(name, kit_begin, kit_end)

/* ---- whose a player is ---- */

static int64_t own(int64_t account, const char *expected)
{
    char name[STORE_NAME];
    int64_t player;
    must(store_own_player(kit_store, account, &player, name, &kit_err));
    assert_string_equal(name, expected);
    return player;
}

static void an_account_has_one_player(void **state)
{
    (void)state;
    int64_t hana = kit_account("Hana"), player, again;
    struct store_player p;
    bool found;
    must(store_player_of(kit_store, hana, &player, &found, &kit_err));
    assert_false(found);
    player = own(hana, "Hana");
    assert_int_equal(own(hana, "Hana"), player);
    must(store_player_of(kit_store, hana, &again, &found, &kit_err));
    assert_true(found);
    assert_int_equal(again, player);
    must(store_find_player(kit_store, player, &p, &found, &kit_err));
    assert_true(found);
    assert_int_equal(p.owner, hana);
    assert_string_equal(p.kind, "program");
    kit_is_well();
}

static void a_name_that_is_anothers_gets_a_number(void **state)
{
    (void)state;
    int64_t ladder = kit_ladder("main", "reborn");
    struct store_entered in;
    static const char *const taken[] = {"greedy", "greedy-2"};
    for (int i = 0; i < 2; i++) {
        struct store_enter e = {
            .ladder = ladder, .player = taken[i], .kind = "bot", .seat = "bot:greedy"};
        must(store_enter(kit_store, &e, &in, &kit_err));
    }
    int64_t account = kit_account("greedy");
    assert_int_equal(own(account, "greedy-3"), own(account, "greedy-3"));
    struct store_player bot;
    bool found;
    must(store_find_player(kit_store, in.player, &bot, &found, &kit_err));
    assert_int_equal(bot.owner, 0);
}

static void a_long_name_is_cut_between_characters(void **state)
{
    (void)state;
    int64_t ladder = kit_ladder("main", "reborn");
    char name[STORE_NAME] = "", expected[STORE_NAME];
    for (int i = 0; i < 21; i++) snprintf(name + i * 3, sizeof name - (size_t)i * 3, "対");
    struct store_enter e = {.ladder = ladder, .player = name, .kind = "bot", .seat = "bot:greedy"};
    struct store_entered in;
    must(store_enter(kit_store, &e, &in, &kit_err));
    snprintf(expected, sizeof expected, "%.60s-2", name);
    own(kit_account(name), expected);
}

static void nobodys_account_has_no_player(void **state)
{
    (void)state;
    char name[STORE_NAME];
    int64_t player;
    assert_false(store_own_player(kit_store, 4711, &player, name, &kit_err));
}

/* ---- submitting ---- */

static char source[] = "print(1)\n\0\xff"; /* another one each time it is sent */
enum { HOUR_MS = 3600 * 1000 };
static int64_t most_bytes = 1 << 20;

static int64_t submit_same(int64_t account, int64_t ladder, enum store_submitted expected)
{
    struct store_submit in = {.account = account,
                              .ladder = ladder,
                              .language = "python",
                              .file = "my player.py",
                              .source = source,
                              .len = sizeof source,
                              .most_an_hour = 6,
                              .most_waiting = 3,
                              .most_bytes = most_bytes};
    enum store_submitted verdict;
    int64_t id = 0;
    must(store_submit(kit_store, &in, &verdict, &id, NULL, &kit_err));
    assert_int_equal(verdict, expected);
    return id;
}

static int64_t submit(int64_t account, int64_t ladder, enum store_submitted expected)
{
    source[6]++;
    return submit_same(account, ladder, expected);
}

static bool take(struct store_build *b, int64_t lease_ms)
{
    bool found;
    must(store_take_build(kit_store, "tester", " c python ", lease_ms, b, &found, &kit_err));
    return found;
}

static bool finish(const struct store_build *b, const char *why)
{
    struct err said = {.code = ""};
    if (why) err_code(&said, "build-died: {what:%s}", why);
    struct store_built built = {.why = why ? &said : NULL,
                                .log = "line 1\nline 2 対戦\n",
                                .report = "[]",
                                .program = why ? NULL : source,
                                .len = why ? 0 : sizeof source,
                                .run = "python3 player.py"};
    bool counted;
    must(store_finish_build(kit_store, b, &built, &counted, &kit_err));
    return counted;
}

static void build(const char *why)
{
    struct store_build b;
    assert_true(take(&b, HOUR_MS));
    assert_true(finish(&b, why));
    store_build_free(&b);
}

/* What is told of a submission, in one text. */
struct told {
    char text[512];
    int count;
};

static void note(void *arg, const struct store_submission *b)
{
    struct told *t = arg;
    t->count++;
    snprintf(t->text, sizeof t->text, "%s %s v%lld %s %s%s%s", b->player_name, b->ladder,
             (long long)b->number, b->state, b->version_state, b->is_playing ? " plays" : "",
             b->why);
}

static void assert_told(int64_t id, const char *expected)
{
    struct told t = {.count = 0};
    must(store_submission(kit_store, id, note, &t, &kit_err));
    assert_int_equal(t.count, 1);
    assert_string_equal(t.text, expected);
}

static void a_program_is_built_once_and_plays(void **state)
{
    (void)state;
    int64_t hana = kit_account("hana"), ladder = kit_ladder("main", "reborn");
    int64_t id = submit(hana, ladder, SUBMITTED);
    struct store_build b, other;
    assert_told(id, "hana main v1 waiting checking");
    assert_true(take(&b, HOUR_MS));
    assert_told(id, "hana main v1 building checking");
    assert_false(take(&other, HOUR_MS));
    assert_string_equal(b.language, "python");
    assert_string_equal(b.file, "my player.py");
    assert_string_equal(b.game, "reborn");
    assert_int_equal(b.len, sizeof source);
    assert_memory_equal(b.source, source, sizeof source);
    assert_true(finish(&b, NULL));
    assert_true(finish(&b, NULL)); /* again is no harm */
    assert_told(id, "hana main v1 done active plays");
    char *bytes, run[STORE_RUN], name[STORE_PROGRAM_NAME];
    size_t len;
    bool found;
    must(store_program_name(kit_store, b.version, name, run, &found, &kit_err));
    assert_true(found);
    must(store_program(kit_store, b.version, &bytes, &len, &kit_err));
    assert_int_equal(len, sizeof source);
    assert_memory_equal(bytes, source, len);
    assert_string_equal(run, "python3 player.py");
    free(bytes);
    store_build_free(&b);
    kit_is_well();
}

static void what_is_broken_does_not_play(void **state)
{
    (void)state;
    int64_t hana = kit_account("hana"), ladder = kit_ladder("main", "reborn");
    int64_t first = submit(hana, ladder, SUBMITTED);
    build(NULL);
    int64_t second = submit(hana, ladder, SUBMITTED);
    build(" it does not compile");
    assert_told(first, "hana main v1 done active plays");
    assert_told(second, "hana main v2 done broken it does not compile");
    enum store_again verdict;
    must(store_play_again(kit_store, second, &verdict, &kit_err));
    assert_int_equal(verdict, AGAIN_BROKEN);
}

/* The reason is made of what a program said. */
static void a_reason_is_kept_whatever_is_in_it(void **state)
{
    (void)state;
    int64_t hana = kit_account("hana"), ladder = kit_ladder("main", "reborn");
    int64_t id = submit(hana, ladder, SUBMITTED);
    build(" \xff\x01\x1b[2J対\n\"\\\xe5\xaf");
    assert_told(id, "hana main v1 done broken ???[2J対?\"\\??");
    char cut[6];
    db_make_plain(cut, sizeof cut, "対戦");
    assert_string_equal(cut, "対"); /* never half a character */
    db_make_plain(cut, sizeof cut, "abcdefgh");
    assert_string_equal(cut, "abcde");
}

static void an_older_version_plays_again(void **state)
{
    (void)state;
    int64_t hana = kit_account("hana"), ladder = kit_ladder("main", "reborn");
    int64_t first = submit(hana, ladder, SUBMITTED);
    build(NULL);
    int64_t second = submit(hana, ladder, SUBMITTED);
    build(NULL);
    assert_told(first, "hana main v1 done old");
    assert_told(second, "hana main v2 done active plays");
    enum store_again verdict;
    must(store_play_again(kit_store, first, &verdict, &kit_err));
    assert_int_equal(verdict, AGAIN_PLAYS);
    assert_told(first, "hana main v1 done active plays");
    assert_told(second, "hana main v2 done old");
    kit_is_well();
}

static void the_newer_one_plays_whichever_is_built_first(void **state)
{
    (void)state;
    int64_t hana = kit_account("hana"), ladder = kit_ladder("main", "reborn");
    int64_t first = submit(hana, ladder, SUBMITTED), second = submit(hana, ladder, SUBMITTED);
    struct store_build slow;
    assert_true(take(&slow, HOUR_MS));
    build(NULL);
    assert_told(second, "hana main v2 done active plays");
    assert_true(finish(&slow, NULL));
    store_build_free(&slow);
    assert_told(first, "hana main v1 done old");
    assert_told(second, "hana main v2 done active plays");
}

static void a_build_whose_lease_ended_is_anothers(void **state)
{
    (void)state;
    int64_t hana = kit_account("hana"), ladder = kit_ladder("main", "reborn");
    int64_t id = submit(hana, ladder, SUBMITTED);
    struct store_build dead, other;
    bool held;
    assert_true(take(&dead, -1));
    assert_true(take(&other, HOUR_MS));
    assert_int_equal(other.tries, 2);
    must(store_renew_build(kit_store, &dead, HOUR_MS, &held, &kit_err));
    assert_false(held);
    assert_false(finish(&dead, NULL));
    must(store_give_back_build(kit_store, &dead, &kit_err));
    assert_told(id, "hana main v1 building checking");
    must(store_give_back_build(kit_store, &other, &kit_err));
    assert_told(id, "hana main v1 waiting checking");
    store_build_free(&dead);
    store_build_free(&other);
    build(NULL);
    assert_told(id, "hana main v1 done active plays");
}

static void only_languages_that_are_known_are_taken(void **state)
{
    (void)state;
    struct store_build b;
    bool found;
    submit(kit_account("hana"), kit_ladder("main", "reborn"), SUBMITTED);
    must(store_take_build(kit_store, "t", " c pytho java ", HOUR_MS, &b, &found, &kit_err));
    assert_false(found);
}

/* An answer got lost, and whoever sent it sends it again. */
static void the_same_program_is_there_once(void **state)
{
    (void)state;
    int64_t account = kit_account("Hana"), ladder = kit_ladder("main", "reborn");
    int64_t first = submit(account, ladder, SUBMITTED);
    assert_int_equal(submit_same(account, ladder, SUBMITTED_BEFORE), first);
    assert_true(submit_same(account, kit_ladder("other", "reborn"), SUBMITTED) != first);
    assert_true(submit_same(kit_account("Taro"), ladder, SUBMITTED) != first);
    build(NULL);
    assert_int_equal(submit_same(account, ladder, SUBMITTED_BEFORE), first); /* it plays */
    must(db_run(kit_store, "UPDATE submissions SET created = created - $1",
                DB_WITH(db_int(STORE_SAME_MS + 1)), &kit_err));
    assert_true(submit_same(account, ladder, SUBMITTED) != first); /* long after, it is meant */
    kit_is_well();
}

static void what_is_broken_can_be_sent_again(void **state)
{
    (void)state;
    int64_t account = kit_account("Hana"), ladder = kit_ladder("main", "reborn");
    int64_t first = submit(account, ladder, SUBMITTED);
    build("by no fault of yours");
    assert_true(submit_same(account, ladder, SUBMITTED) != first);
}

static void an_account_has_its_limits(void **state)
{
    (void)state;
    int64_t hana = kit_account("hana"), ladder = kit_ladder("main", "reborn");
    for (int i = 0; i < 3; i++) submit(hana, ladder, SUBMITTED);
    submit(hana, ladder, SUBMITTED_TOO_MANY);
    submit(kit_account("taro"), ladder, SUBMITTED);
    for (int i = 0; i < 4; i++) build(NULL);
    for (int i = 0; i < 3; i++) submit(hana, ladder, SUBMITTED);
    for (int i = 0; i < 3; i++) build("broken");
    submit(hana, ladder, SUBMITTED_TOO_OFTEN);
    struct told t = {.count = 0};
    must(store_submissions(kit_store, hana, 0, 100, note, &t, &kit_err));
    assert_int_equal(t.count, 6);
    int64_t jiro = kit_account("jiro");
    submit(jiro, ladder, SUBMITTED);
    build(NULL);
    most_bytes = (int64_t)(2 * sizeof source); /* the source, and what was built of it */
    submit(jiro, ladder, SUBMITTED_TOO_MUCH);
    most_bytes++;
    submit(jiro, ladder, SUBMITTED);
    most_bytes = 1 << 20;
    kit_is_well();
}

static void note_sentence(void *arg, const struct err *found)
{
    snprintf(arg, 256, "%.255s", found->text);
}

static void check_finds_what_was_lost(void **state)
{
    static const char *const harms[][2] = {
        {"DELETE FROM programs", "lost their program"},
        {"UPDATE versions SET state = 'checking'", "built and wait"},
        {"UPDATE submissions SET state = 'waiting'", "built and wait"},
        {"DELETE FROM programs; DELETE FROM submissions", "lost their source"},
    };
    (void)state;
    int64_t hana = kit_account("hana"), ladder = kit_ladder("main", "reborn"), count;
    submit(hana, ladder, SUBMITTED);
    build(NULL);
    kit_is_well();
    for (size_t i = 0; i < sizeof harms / sizeof harms[0]; i++) {
        char said[256] = "";
        must(db_script(kit_store, harms[i][0], &kit_err));
        must(store_check(kit_store, note_sentence, said, &count, &kit_err));
        if (count == 0 || !strstr(said, harms[i][1])) fail_msg("%s: %s", harms[i][0], said);
        must(db_script(kit_store,
                       "UPDATE versions SET state = 'broken';"
                       " UPDATE submissions SET state = 'done'",
                       &kit_err));
    }
}

/* A match of a submitted program is for workers with a cage. */
static void without_a_cage_no_submitted_program_is_played(void **state)
{
    (void)state;
    int64_t ladder = kit_ladder("main", "reborn");
    submit(kit_account("hana"), ladder, SUBMITTED);
    build(NULL);
    struct store_enter e = {.ladder = ladder, .player = "bot", .kind = "bot", .seat = "bot:random"};
    struct store_entered bot, hana;
    must(store_enter(kit_store, &e, &bot, &kit_err));
    must(store_find_entry(kit_store, ladder, "hana", &hana, &kit_err));
    struct store_plan plans[] = {
        {.key = "a", .ladder = ladder, .version = {bot.version, hana.version}},
        {.key = "b", .ladder = ladder, .version = {bot.version, bot.version}, .priority = 1}};
    int added;
    struct store_job job;
    bool found;
    must(store_queue(kit_store, plans, 2, &added, &kit_err));
    must(store_take(kit_store, "w", HOUR_MS, STORE_UNCAGED, &job, &found, &kit_err));
    assert_true(found);
    assert_string_equal(job.key, "b");
    must(store_take(kit_store, "w", HOUR_MS, STORE_UNCAGED, &job, &found, &kit_err));
    assert_false(found);
    must(store_take(kit_store, "w", HOUR_MS, STORE_CAGED, &job, &found, &kit_err));
    assert_true(found);
    assert_string_equal(job.seat[1], STORE_SUBMITTED);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        TEST(an_account_has_one_player),
        TEST(a_name_that_is_anothers_gets_a_number),
        TEST(a_long_name_is_cut_between_characters),
        TEST(nobodys_account_has_no_player),
        TEST(a_program_is_built_once_and_plays),
        TEST(what_is_broken_does_not_play),
        TEST(a_reason_is_kept_whatever_is_in_it),
        TEST(an_older_version_plays_again),
        TEST(the_newer_one_plays_whichever_is_built_first),
        TEST(a_build_whose_lease_ended_is_anothers),
        TEST(only_languages_that_are_known_are_taken),
        TEST(the_same_program_is_there_once),
        TEST(what_is_broken_can_be_sent_again),
        TEST(an_account_has_its_limits),
        TEST(check_finds_what_was_lost),
        TEST(without_a_cage_no_submitted_program_is_played),
    };
    return kit_main_of(argc, argv, tests, sizeof tests / sizeof tests[0]);
}
