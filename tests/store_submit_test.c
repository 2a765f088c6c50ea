/* Players of accounts, and submitted programs, in the store. */
#include "tests/store_kit.h"

#include <stdio.h>
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

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        TEST(an_account_has_one_player),
        TEST(a_name_that_is_anothers_gets_a_number),
        TEST(a_long_name_is_cut_between_characters),
        TEST(nobodys_account_has_no_player),
    };
    return kit_main(argc, argv, tests, sizeof tests / sizeof tests[0]);
}
