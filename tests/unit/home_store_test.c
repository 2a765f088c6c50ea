/* Programs at home, rooms and challenges in the store, on both databases: PROGRAM sqlite |
 * postgres. */
#include "league/store/store_home.h"
#include "league/store/store_room.h"
#include "tests/unit/store_kit.h"

#include <stdio.h>
#include <string.h>

static struct store_rival rivals[STORE_RIVALS];
static struct store_home_job jobs[STORE_HOME_JOBS];

static int count_rivals(int64_t ladder)
{
    int count;
    must(store_rivals(kit_store, ladder, rivals, &count, &kit_err));
    return count;
}

static int count_jobs(void)
{
    int count;
    must(store_home_jobs(kit_store, jobs, &count, &kit_err));
    return count;
}

/* Player 0 of the main ladder plays from home from here on. */
static void go_home(void)
{
    kit_enter(0, STORE_HOME);
}

static void workers_leave_matches_of_programs_at_home(void **state)
{
    (void)state;
    struct store_job job;
    bool found;
    go_home();
    assert_int_equal(kit_queue(0, 1, 1), 1);
    assert_false(kit_take(&job, KIT_LEASE_MS));
    assert_int_equal(count_jobs(), 1);
    assert_true(jobs[0].is_home[0]);
    assert_false(jobs[0].is_home[1] || jobs[0].is_left || jobs[0].is_submitted[0]);
    assert_string_equal(jobs[0].name[0], "p0");
    assert_string_equal(jobs[0].ladder, "main");
    must(store_take_match(kit_store, jobs[0].match, "site", KIT_LEASE_MS, &job, &found, &kit_err));
    assert_true(found);
    assert_string_equal(job.seat[0], STORE_HOME);
    assert_int_equal(count_jobs(), 0); /* somebody has it */
    struct store_job other;
    must(store_take_match(kit_store, job.match, "site", KIT_LEASE_MS, &other, &found, &kit_err));
    assert_false(found);
    assert_true(kit_finish(&job, 0));
    store_job_free(&job);
    kit_is_well();
}

static void a_match_that_a_site_left_is_known_by_its_key(void **state)
{
    (void)state;
    struct store_job job;
    go_home();
    struct store_plan plan = {.key = STORE_HOME_KEY "0123",
                              .ladder = kit_main,
                              .version = {kit_player[0].version, kit_player[1].version},
                              .seed = 7};
    must(store_start(kit_store, &plan, "site", 0, &job, &kit_err)); /* its lease ends at once */
    while (count_jobs() == 0) continue;
    assert_true(jobs[0].is_left);
    store_job_free(&job);
    kit_is_well();
}

static void rivals_are_those_who_could_play(void **state)
{
    (void)state;
    int64_t version;
    bool found;
    go_home();
    assert_int_equal(count_rivals(kit_main), KIT_PLAYERS);
    assert_true(rivals[0].is_home && !rivals[1].is_home && !rivals[1].is_submitted);
    must(store_home_version(kit_store, kit_main, kit_player[0].player, &version, &found, &kit_err));
    assert_true(found && version == kit_player[0].version);
    must(store_home_version(kit_store, kit_main, kit_player[1].player, &version, &found, &kit_err));
    assert_false(found);
    must(store_set_state(kit_store, kit_player[2].version, "broken", &kit_err));
    assert_int_equal(count_rivals(kit_main), KIT_PLAYERS - 1);
    double points;
    must(store_points(kit_store, kit_main, kit_player[1].player, &points, &kit_err));
    assert_true(points > 1000);
    must(store_points(kit_store, kit_main, 999999, &points, &kit_err));
    assert_true(points == 0);
    must(store_set_open(kit_store, kit_main, false, &kit_err));
    assert_int_equal(count_rivals(kit_main), 0);
}

/* ---- rooms ---- */

static struct store_room add_room(int64_t account, const char *code, int64_t most, bool *done)
{
    struct store_room room = {.account = account};
    snprintf(room.code, sizeof room.code, "%s", code);
    snprintf(room.game, sizeof room.game, "reborn");
    snprintf(room.ladder_name, sizeof room.ladder_name, "room-%s", code);
    must(store_add_room(kit_store, &room, most, done, &kit_err));
    return room;
}

static void a_room_is_found_by_its_code_while_it_is_used(void **state)
{
    (void)state;
    bool done, found;
    int64_t account = kit_account("ana"), pending;
    struct store_room found_room, room = add_room(account, "first", 2, &done);
    assert_true(done);
    must(store_find_room(kit_store, "first", &found_room, &found, &kit_err));
    assert_true(found && found_room.is_open && found_room.ladder == room.ladder);
    assert_string_equal(found_room.owner, "ana");
    must(store_find_room(kit_store, "other", &found_room, &found, &kit_err));
    assert_false(found);
    add_room(account, "second", 2, &done);
    assert_true(done);
    add_room(account, "third", 2, &done);
    assert_false(done);
    must(store_use_room(kit_store, room.id, &kit_err));
    for (int i = 1; i <= 2; i++)
        must(store_enter_version(kit_store, room.ladder, kit_player[i].player,
                                 kit_player[i].version, &kit_err));
    struct store_plan plan = {.key = "room:1",
                              .ladder = room.ladder,
                              .version = {kit_player[1].version, kit_player[2].version}};
    int added;
    must(store_queue(kit_store, &plan, 1, &added, &kit_err));
    must(store_close_rooms(kit_store, 3600 * 1000, &kit_err)); /* they were used just now */
    must(store_pending(kit_store, room.ladder, &pending, &kit_err));
    assert_int_equal(pending, 1);
    must(store_close_rooms(kit_store, -3600 * 1000, &kit_err)); /* as if an hour had gone */
    must(store_find_room(kit_store, "first", &found_room, &found, &kit_err));
    assert_true(found && !found_room.is_open);
    must(store_pending(kit_store, room.ladder, &pending, &kit_err));
    assert_int_equal(pending, 0);
    add_room(account, "third", 2, &done);
    assert_true(done);
    kit_is_well();
}

static void a_challenge_is_played_by_the_active_versions(void **state)
{
    (void)state;
    struct store_active active;
    bool found;
    struct store_ladder challenges = {
        .name = "reborn-challenges", .game = "reborn", .formula = RATING_NONE};
    int64_t count, match, ladder;
    must(store_add_ladder(kit_store, &challenges, &ladder, &kit_err));
    go_home();
    must(
        store_active_version(kit_store, kit_player[0].player, "reborn", &active, &found, &kit_err));
    assert_true(found && active.is_home && active.version == kit_player[0].version);
    must(
        store_active_version(kit_store, kit_player[0].player, "chaser", &active, &found, &kit_err));
    assert_false(found);
    for (int i = 0; i < 2; i++) /* to enter again is no failure */
        for (int p = 0; p < 2; p++)
            must(store_enter_version(kit_store, ladder, kit_player[p].player, kit_player[p].version,
                                     &kit_err));
    struct store_plan plan = {.key = "challenge:1",
                              .ladder = ladder,
                              .version = {kit_player[0].version, kit_player[1].version}};
    int added;
    must(store_queue(kit_store, &plan, 1, &added, &kit_err));
    must(store_pending_of(kit_store, ladder, kit_player[1].player, &count, &kit_err));
    assert_int_equal(count, 1);
    must(store_pending_of(kit_store, ladder, kit_player[2].player, &count, &kit_err));
    assert_int_equal(count, 0);
    must(store_match_of_key(kit_store, "challenge:1", &match, &kit_err));
    assert_true(match > 0);
    must(store_match_of_key(kit_store, "challenge:2", &match, &kit_err));
    assert_int_equal(match, 0);
    kit_is_well();
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, kit_begin_main, kit_end)
        TEST(workers_leave_matches_of_programs_at_home),
        TEST(a_match_that_a_site_left_is_known_by_its_key),
        TEST(rivals_are_those_who_could_play),
        TEST(a_room_is_found_by_its_code_while_it_is_used),
        TEST(a_challenge_is_played_by_the_active_versions),
    };
    return kit_main_of(argc, argv, tests, sizeof tests / sizeof tests[0]);
}
