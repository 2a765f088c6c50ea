#include "bots/codevs5/chase.h"
#include "os/err.h"
#include "os/memory.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { NODES = 300, WIDTH = 1 << 9 };

static const struct codevs5_spell no_spell = {.jutsu = JUTSU_NONE};

/* ---- games ---- */

struct seat {
    struct bot_choice choice;
    void *memory;
    struct rng rng;
};

static void sit(struct seat *seat, const char *name, uint64_t seed)
{
    struct err err;
    assert_true(bot_read(&game_codevs5, name, &seat->choice, &err));
    seat->memory = memory_zeroed(seat->choice.bot->memory_size + 1);
    seat->rng.word = seed;
}

static struct codevs5_command ask(struct seat *seat, const struct codevs5_state *g, int p,
                                  int64_t left_ms)
{
    struct codevs5_command command;
    struct codevs5_state seen;
    game_codevs5.observe((const struct game_state *)g, p, (struct game_state *)&seen);
    struct bot_view view = {.game = &game_codevs5,
                            .state = (const struct game_state *)&seen,
                            .self = {.player = p, .left_ms = {left_ms, left_ms}},
                            .rng = &seat->rng,
                            .budget = seat->choice.budget};
    seat->choice.bot->think(&view, seat->memory, (struct game_action *)&command);
    assert_int_equal(command.fault, FAULT_NONE);
    return command;
}

/* Plays at most so many turns; the hash of the state at the end. */
static uint64_t play(const char *left, const char *right, uint64_t seed, int turns, int64_t left_ms,
                     struct codevs5_state *g)
{
    struct seat seat[2];
    codevs5_generate(g, seed);
    sit(&seat[0], left, seed);
    sit(&seat[1], right, seed + 1);
    while (g->end == END_NOT_YET && g->turn < turns) {
        struct codevs5_command command[2];
        for (int p = 0; p < 2; p++) command[p] = ask(&seat[p], g, p, left_ms);
        codevs5_play(g, command);
    }
    for (int p = 0; p < 2; p++) free(seat[p].memory);
    return game_codevs5.hash((const struct game_state *)g);
}

static void the_same_nodes_give_the_same_answers(void **state)
{
    static struct codevs5_state a, b;
    (void)state;
    uint64_t first = play("master?nodes=400", "expert?nodes=300", 11, 20, 300000, &a);
    uint64_t second = play("master?nodes=400", "expert?nodes=300", 11, 20, 77, &b);
    assert_true(first == second);
    assert_true(play("master?nodes=410", "expert?nodes=300", 12, 20, 1, &a) != first);
}

static void a_master_with_few_nodes_beats_runner(void **state)
{
    static struct codevs5_state g;
    int wins = 0;
    (void)state;
    for (uint64_t seed = 1; seed <= 4; seed++) {
        play("master?nodes=800", "runner", seed, CODEVS5_TURNS, 300000, &g);
        wins += g.winner == 0;
    }
    assert_true(wins >= 3);
}

static void a_master_without_time_still_answers(void **state)
{
    static struct codevs5_state g;
    (void)state;
    play("master", "master?ms=1", 3, 15, 0, &g);
    assert_true(g.turn > 0);
}

/* ---- positions ---- */

static struct codevs5_walk walk[CODEVS5_WALKS_MAX];

static bool dies(const struct codevs5_state *g, int p, const struct codevs5_command *command,
                 struct codevs5_spell foe)
{
    struct codevs5_field field = g->field[p];
    return codevs5_field_step(&field, g->cost, command, foe, 0).caught != 0;
}

/* Whether a rock or clone of the opponent, if it can pay for it, kills this command. */
static bool can_be_killed(const struct codevs5_state *g, int p,
                          const struct codevs5_command *command)
{
    static const enum codevs5_jutsu kinds[] = {JUTSU_FOE_ROCK, JUTSU_FOE_CLONE};
    struct codevs5_board floor = codevs5_floor(&g->field[p]);
    for (int k = 0; k < 2; k++) {
        if (g->field[1 - p].nin < g->cost[kinds[k]]) continue;
        BOARD_EACH(cell, &floor)
        if (dies(g, p, command, (struct codevs5_spell){(int8_t)kinds[k], (uint8_t)cell}))
            return true;
    }
    return false;
}

static bool has_safe_walk(const struct codevs5_state *g, int p)
{
    int walks = codevs5_list_walks(&g->field[p], CODEVS5_STEPS, walk, CODEVS5_WALKS_MAX);
    for (int i = 0; i < walks; i++) {
        struct codevs5_command command = kit_command(&walk[i], no_spell);
        if (!dies(g, p, &command, no_spell) && !can_be_killed(g, p, &command)) return true;
    }
    return false;
}

/* Whether a rock of ours leaves the other side no walk without jutsu. */
static bool kills_all(const struct codevs5_state *g, int foe, struct codevs5_spell rock)
{
    int walks = codevs5_list_walks(&g->field[foe], CODEVS5_STEPS, walk, CODEVS5_WALKS_MAX);
    for (int i = 0; i < walks; i++) {
        struct codevs5_command command = kit_command(&walk[i], no_spell);
        if (!dies(g, foe, &command, rock)) return false;
    }
    return true;
}

static bool has_killing_rock(const struct codevs5_state *g, int foe)
{
    struct codevs5_board floor = codevs5_floor(&g->field[foe]);
    if (g->field[1 - foe].nin < g->cost[JUTSU_FOE_ROCK]) return false;
    BOARD_EACH(cell, &floor)
    if (kills_all(g, foe, (struct codevs5_spell){JUTSU_FOE_ROCK, (uint8_t)cell})) return true;
    return false;
}

struct tally {
    int positions, careless, chances, missed;
};

/* What a thinker does in the positions of a game between others. */
static void examine(const struct codevs5_state *g, struct chase *chase, struct tally *t)
{
    struct codevs5_command command = chase_think(chase, g, 0, NODES, INT64_MAX);
    bool may_kill = has_killing_rock(g, 1) && !kills_all(g, 1, no_spell);
    if (has_safe_walk(g, 0)) {
        t->positions++;
        t->careless += can_be_killed(g, 0, &command);
    }
    if (!may_kill || (command.jutsu != JUTSU_NONE && command.jutsu != JUTSU_FOE_ROCK)) return;
    t->chances++;
    t->missed += command.jutsu != JUTSU_FOE_ROCK ||
                 !kills_all(g, 1, (struct codevs5_spell){JUTSU_FOE_ROCK, command.argument});
}

static void a_kill_is_seen_on_both_sides(void **state)
{
    static struct codevs5_state g;
    struct chase_style style = {
        .width = WIDTH, .turns = 5, .minds_opponent = true, .kill_likely = 30};
    struct tally t = {0};
    void *memory = memory_zeroed(ROUTER_SIZE(WIDTH));
    struct chase *chase = memory_zeroed(sizeof *chase);
    (void)state;
    for (uint64_t seed = 20; seed < 24; seed++) {
        struct seat seat[2];
        codevs5_generate(&g, seed);
        for (int p = 0; p < 2; p++) sit(&seat[p], "runner", seed + (uint64_t)p);
        while (g.end == END_NOT_YET) {
            struct codevs5_command command[2];
            memset(chase, 0, sizeof *chase);
            chase_open(chase, style, memory);
            if (g.turn > 12) examine(&g, chase, &t);
            for (int p = 0; p < 2; p++) command[p] = ask(&seat[p], &g, p, 300000);
            codevs5_play(&g, command);
        }
        for (int p = 0; p < 2; p++) free(seat[p].memory);
    }
    free(chase);
    free(memory);
    print_message("# careless in %d of %d positions, missed %d of %d kills\n", t.careless,
                  t.positions, t.missed, t.chances);
    assert_true(t.positions > 50 && t.chances > 0);
    assert_true(t.careless * 25 <= t.positions);
    assert_int_equal(t.missed, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_nodes_give_the_same_answers),
        cmocka_unit_test(a_master_with_few_nodes_beats_runner),
        cmocka_unit_test(a_master_without_time_still_answers),
        cmocka_unit_test(a_kill_is_seen_on_both_sides),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
