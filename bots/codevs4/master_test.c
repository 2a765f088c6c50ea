#include "bots/codevs4/battle.h"
#include "bots/codevs4/belief.h"
#include "bots/codevs4/route.h"
#include "bots/seat_testkit.h"

/* ---- stages ---- */

static struct codevs4 game, seen;
static struct codevs4_action action;

/* Plays at most so many turns of a stage; the hash of the state at the end. */
static uint64_t play(const char *first, const char *second, const char *options, uint64_t seed,
                     int turns, int64_t left_ms)
{
    struct game_setup setup = {.seed = seed, .options = options};
    char why_not[200];
    struct text why = TEXT_ON(why_not);
    assert_true(game_codevs4.init((struct game_state *)&game, &setup, &why));
    return seat_play(&game_codevs4, (struct game_state *)&game,
                     &(struct seat_match){{first, second}, seed, turns, left_ms, NULL, NULL});
}

static void the_same_nodes_give_the_same_answers(void **state)
{
    (void)state;
    uint64_t first = play("master?nodes=200", "expert", "stages=1", 11, 260, 3600000);
    uint64_t second = play("master?nodes=200", "expert", "stages=1", 11, 260, 77);
    assert_true(first == second);
    assert_true(play("master?nodes=200", "expert", "stages=1", 12, 260, 77) != first);
}

static void a_master_beats_settler_from_both_corners(void **state)
{
    int wins = 0;
    (void)state;
    for (int i = 0; i < seat_games(4); i++) {
        uint64_t seed = 21 + (uint64_t)i;
        play("master", "settler", "stages=1", seed, CODEVS4_TURNS, 3600000);
        wins += game.score[0].result == CODEVS4_P1;
        play("settler", "master", "stages=1", seed, CODEVS4_TURNS, 3600000);
        wins += game.score[0].result == CODEVS4_P2;
    }
    assert_true(wins >= 6 || seat_games(4) < 4);
}

/* RULES 10: the second player is shown the field as the first one sees it. */
static void a_turned_field_is_played_alike(void **state)
{
    (void)state;
    play("silber", "master", "stages=1 mirror=1", 31, CODEVS4_TURNS, 3600000);
    assert_int_equal(game.score[0].result, CODEVS4_P2);
}

/* An enemy with three times the income sends packs of eighty; its castle falls all the same. */
static void a_rich_enemy_who_stays_at_home_is_beaten(void **state)
{
    (void)state;
    if (seat_games(4) < 4) return;
    play("master", "grun", "campaign=1 first=38 stages=1", 102, CODEVS4_TURNS, 3600000);
    assert_int_equal(game.score[38].result, CODEVS4_P1);
}

static void a_master_without_time_still_plays(void **state)
{
    (void)state;
    play("master", "master?ms=1", "stages=1", 3, 150, 0);
    int workers = 0;
    for (int i = 0; i < game.count; i++)
        workers += game.unit[i].side == 0 && game.unit[i].type == CODEVS4_WORKER;
    assert_true(workers > 2 * CODEVS4_FIRST_WORKERS);
}

/* ---- belief ---- */

static struct kit4 kit;
static struct belief4 belief;

/* What is seen when these own workers, and nobody else, are on the field. */
static void look(int turn, const struct codevs4_cell *worker, const int *hp, int workers)
{
    struct rng rng = {1};
    memset(&seen, 0, sizeof seen);
    seen.turn = (uint16_t)turn;
    seen.stages = 1;
    codevs4_add_unit(&seen, 0, CODEVS4_CASTLE, 5, 5);
    for (int i = 0; i < workers; i++) {
        codevs4_add_unit(&seen, 0, CODEVS4_WORKER, worker[i].y, worker[i].x);
        seen.unit[seen.count - 1].hp = (uint16_t)hp[i];
    }
    struct bot_view view = {
        .game = &game_codevs4, .state = (const struct game_state *)&seen, .rng = &rng};
    if (kit4_begin(&kit, &view, &action)) belief4_begin(&belief);
    belief4_update(&belief, &kit);
}

static void who_is_not_hit_rules_cells_out(void **state)
{
    const struct codevs4_cell at = {80, 80};
    const int unhurt = 2000;
    (void)state;
    memset(&kit, 0, sizeof kit);
    look(0, &at, &unhurt, 1);
    for (int y = 0; y < CODEVS4_SIZE; y++)
        for (int x = 0; x < CODEVS4_SIZE; x++) {
            bool may_be = 198 - y - x <= 40 && codevs4_distance(y, x, 80, 80) > 10;
            assert_int_equal(codevs4_map_has(&belief.castle, y, x), may_be);
        }
    assert_false(belief.is_felt);
}

static void who_is_hit_with_nobody_near_leaves_a_ring(void **state)
{
    const struct codevs4_cell at[] = {{80, 80}, {81, 80}};
    const int hp[] = {2000, 1900};
    (void)state;
    memset(&kit, 0, sizeof kit);
    look(0, &at[0], &hp[0], 1);
    look(1, &at[1], &hp[1], 1);
    for (int y = 0; y < CODEVS4_SIZE; y++)
        for (int x = 0; x < CODEVS4_SIZE; x++) {
            bool may_be = 198 - y - x <= 40 && codevs4_distance(y, x, 80, 80) > 10 &&
                          codevs4_distance(y, x, 81, 80) <= 10;
            assert_int_equal(codevs4_map_has(&belief.castle, y, x), may_be);
        }
    assert_true(belief.is_felt);
    assert_false(belief.is_known);
}

/* A worker at (60,60) looks; so many enemy knights are where they were put. */
static void look_for_knights(int turn, struct codevs4_cell at, int knights)
{
    struct rng rng = {1};
    memset(&seen, 0, sizeof seen);
    seen.turn = (uint16_t)turn;
    seen.stages = 1;
    codevs4_add_unit(&seen, 0, CODEVS4_CASTLE, 5, 5);
    codevs4_add_unit(&seen, 0, CODEVS4_WORKER, 60, 60);
    for (int i = 0; i < knights; i++) codevs4_add_unit(&seen, 1, CODEVS4_KNIGHT, at.y, at.x);
    struct bot_view view = {
        .game = &game_codevs4, .state = (const struct game_state *)&seen, .rng = &rng};
    if (kit4_begin(&kit, &view, &action)) belief4_begin(&belief);
    belief4_update(&belief, &kit);
}

static void whoever_left_a_place_is_gone_from_it(void **state)
{
    const struct codevs4_cell at = {62, 62};
    (void)state;
    memset(&kit, 0, sizeof kit);
    look_for_knights(0, at, 20);
    assert_int_equal(belief.foes, 20);
    assert_int_equal(belief.pack, 20);
    assert_false(belief.foe[0].is_gone);
    look_for_knights(10, at, 0);
    assert_int_equal(belief.foes, 20);
    assert_true(belief.foe[0].is_gone);
    look_for_knights(11, at, 1);
    assert_false(belief.foe[0].is_gone);
    assert_true(belief.foe[1].is_gone);
    assert_int_equal(belief.pack, 20);
}

/* ---- ways ---- */

static void a_way_leads_round_danger(void **state)
{
    static struct route route;
    const struct codevs4_cell at = {50, 40}, to = {50, 60};
    const int hp = 2000;
    (void)state;
    memset(&kit, 0, sizeof kit);
    look(0, &at, &hp, 1);
    for (int y = 45; y <= 55; y++) belief.danger[y][50] = 2000;
    route_to(&route, &belief, to, NULL);
    int steps = 0;
    for (struct codevs4_cell cell = at; cell.y != to.y || cell.x != to.x; steps++) {
        cell = route_next(&route, cell);
        assert_int_equal(belief.danger[cell.y][cell.x], 0);
        assert_true(steps < 40);
    }
    assert_int_equal(steps, 20 + 2 * 6); /* past the end of the wall and back */
}

/* ---- battles ---- */

static struct battle_result besiege(int attackers, int guards)
{
    static struct battle battle;
    const struct codevs4_cell castle = {80, 80};
    struct limit limit = limit_from(INT64_MAX, INT64_MAX);
    battle_begin(&battle, castle, 50000);
    for (int i = 0; i < attackers; i++)
        battle_add(&battle, 0, CODEVS4_KNIGHT, 70, 70 + i % 8, 5000);
    for (int i = 0; i < guards; i++) battle_add(&battle, 1, CODEVS4_KNIGHT, 80, 80, 5000);
    return battle_run(&battle, 100, 0, &limit);
}

static void a_battle_tells_who_wins(void **state)
{
    (void)state;
    assert_true(besiege(20, 0).has_fallen);
    assert_true(besiege(60, 10).has_fallen);
    struct battle_result lost = besiege(5, 40);
    assert_false(lost.has_fallen);
    assert_int_equal(lost.left[0], 0);
    assert_true(lost.left[1] > 0);
}

/* Ten in a cell count, and all of them are hurt: who stands in a pack is beaten by few. */
static void a_pack_is_beaten_by_few(void **state)
{
    static struct battle battle;
    const struct codevs4_cell castle = {80, 80};
    struct limit limit = limit_from(INT64_MAX, INT64_MAX);
    (void)state;
    for (int is_pack = 0; is_pack < 2; is_pack++) {
        battle_begin(&battle, castle, 50000);
        if (is_pack) battle.most[1] = UINT8_MAX;
        for (int i = 0; i < 60; i++) battle_add(&battle, 0, CODEVS4_KNIGHT, 70, 68 + i % 8, 5000);
        for (int i = 0; i < 80; i++) battle_add(&battle, 1, CODEVS4_KNIGHT, 80, 80, 5000);
        assert_int_equal(battle_run(&battle, 150, 0, &limit).has_fallen, is_pack);
    }
}

/* Those in front make room, so that nobody waits behind them. */
static void all_of_a_crowd_come_within_reach(void **state)
{
    static struct battle battle;
    const struct codevs4_cell castle = {80, 80};
    struct limit limit = limit_from(INT64_MAX, INT64_MAX);
    int near = 0;
    (void)state;
    battle_begin(&battle, castle, 50000);
    for (int i = 0; i < 60; i++) battle_add(&battle, 0, CODEVS4_KNIGHT, 72, 79 + i % 3, 5000);
    battle_run(&battle, 10, 0, &limit);
    for (int i = 0; i < battle.field.count; i++)
        near += battle.field.unit[i].type == CODEVS4_KNIGHT &&
                kit4_distance(&battle.field.unit[i], castle) <= 2;
    assert_true(near >= 45);
}

static void a_battle_ends_with_the_nodes(void **state)
{
    static struct battle battle;
    const struct codevs4_cell castle = {80, 80};
    struct limit limit = limit_from(7, INT64_MAX);
    (void)state;
    battle_begin(&battle, castle, 50000);
    battle_add(&battle, 0, CODEVS4_KNIGHT, 60, 60, 5000);
    assert_int_equal(battle_run(&battle, 100, 0, &limit).turns, 7);
}

static void a_crowd_spreads_out(void **state)
{
    static struct crowd crowd = {.most = BATTLE_CROWDED};
    struct codevs4_unit unit = {.y = 70, .x = 80, .type = CODEVS4_KNIGHT};
    const struct codevs4_cell to = {80, 80};
    int straight = 0;
    (void)state;
    crowd.count[70][80] = 30;
    for (int i = 0; i < 30; i++) straight += battle_step(&crowd, &unit, to, 2) == CODEVS4_DOWN;
    assert_in_range(straight, 8, 12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_nodes_give_the_same_answers),
        cmocka_unit_test(a_master_beats_settler_from_both_corners),
        cmocka_unit_test(a_turned_field_is_played_alike),
        cmocka_unit_test(a_rich_enemy_who_stays_at_home_is_beaten),
        cmocka_unit_test(a_master_without_time_still_plays),
        cmocka_unit_test(who_is_not_hit_rules_cells_out),
        cmocka_unit_test(who_is_hit_with_nobody_near_leaves_a_ring),
        cmocka_unit_test(whoever_left_a_place_is_gone_from_it),
        cmocka_unit_test(a_way_leads_round_danger),
        cmocka_unit_test(a_battle_tells_who_wins),
        cmocka_unit_test(a_pack_is_beaten_by_few),
        cmocka_unit_test(all_of_a_crowd_come_within_reach),
        cmocka_unit_test(a_battle_ends_with_the_nodes),
        cmocka_unit_test(a_crowd_spreads_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
