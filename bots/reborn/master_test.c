#include "bots/bot.h"
#include "bots/reborn/duel.h"
#include "bots/reborn/exchange.h"
#include "bots/seat_testkit.h"
#include "os/clock.h"

/* ---- the small field ---- */

static void assert_same_field(const struct mini *mini, const struct reborn_field *field)
{
    struct mini other;
    assert_true(mini_from(field, &other));
    assert_memory_equal(mini->plane, other.plane, sizeof other.plane);
}

/* All drops of a pack on both kinds of field; how many were compared. */
static int compare_drops(const struct mini_path *path, const struct reborn_field *field,
                         struct reborn_pack pack)
{
    struct mini mini, children[MINI_DROPS];
    struct mini_drops drops;
    uint8_t height[REBORN_COLS];
    int32_t steps[MINI_DROPS], tried[MINI_DROPS], three[3], left[3];
    int compared = 0;
    assert_true(mini_from(field, &mini));
    mini_heights(&mini, height);
    mini_prepare(pack, &drops);
    path->expand(&mini, &drops, children, steps);
    path->try_all(&mini, &drops, tried);
    for (int n = 0; n < MINI_DROPS; n++) {
        struct reborn_field after = *field;
        struct reborn_result r =
            reborn_drop_by(REBORN_PLAIN, &after, pack, n / REBORN_ROTATIONS, n % REBORN_ROTATIONS);
        assert_int_equal(steps[n], tried[n]);
        if (!mini_fits(&drops, height, n)) continue;
        assert_int_equal(steps[n], r.chain);
        assert_same_field(&children[n], &after);
        compared++;
    }
    struct mini_drop picked;
    mini_pick(pack, (uint8_t[3]){35, 0, 17}, &picked);
    path->try_three(&mini, &picked, three, left);
    assert_int_equal(three[0], steps[35]);
    assert_int_equal(three[1], steps[0]);
    assert_int_equal(three[2], steps[17]);
    if (mini_fits(&drops, height, 35)) assert_int_equal(left[0], mini_blocks(&children[35]));
    if (mini_fits(&drops, height, 0)) assert_int_equal(left[1], mini_blocks(&children[0]));
    if (mini_fits(&drops, height, 17)) assert_int_equal(left[2], mini_blocks(&children[17]));
    return compared;
}

static int count_near_slowly(const struct reborn_field *f)
{
    int count = 0;
    for (int col = 0; col < REBORN_COLS; col++)
        for (int row = 0; row < REBORN_ROWS; row++) {
            int own = reborn_cell(f, col, row);
            if (own == 0 || own == REBORN_OJAMA) continue;
            if (row + 2 < REBORN_ROWS) count += reborn_cell(f, col, row + 2) == 10 - own;
            if (col + 1 == REBORN_COLS) continue;
            if (row + 2 < REBORN_ROWS) count += reborn_cell(f, col + 1, row + 2) == 10 - own;
            if (row >= 2) count += reborn_cell(f, col + 1, row - 2) == 10 - own;
        }
    return count;
}

static void compare_survey(const struct mini_path *path, const struct reborn_field *f,
                           const struct mini *mini)
{
    struct mini_survey look;
    int blocks = 0, slopes = 0, columns = 0, highest = 0;
    path->survey(mini, &look);
    for (int col = 0; col < REBORN_COLS; col++) {
        int height = reborn_height(f, col);
        blocks += height;
        columns += height > 0;
        if (height > highest) highest = height;
        if (col > 0) slopes += abs(height - reborn_height(f, col - 1));
    }
    assert_int_equal(look.near, count_near_slowly(f));
    assert_int_equal(look.blocks, blocks);
    assert_int_equal(look.slopes, slopes);
    assert_int_equal(look.columns, columns);
    assert_int_equal(look.walls, (reborn_height(f, 0) > 0) + (reborn_height(f, 9) > 0));
    assert_int_equal(look.highest, highest);
}

static void the_small_field_plays_by_the_rules(void **state)
{
    (void)state;
    for (int number = 0; number < MINI_PATHS; number++) {
        const struct mini_path *path = mini_path(number);
        struct rng rng = {7};
        int compared = 0;
        if (!path) continue; /* the machine has no such instructions */
        for (uint64_t seed = 0; seed < 25; seed++) {
            struct reborn_pack packs[REBORN_TURNS];
            struct reborn_field field = {0};
            reborn_deal(packs, seed, seed % 2 ? REBORN_MIX_CLIENT : REBORN_MIX_TEXT);
            for (int turn = 0; turn < 60; turn++) {
                struct mini mini;
                if (!mini_from(&field, &mini)) break;
                compare_survey(path, &field, &mini);
                if (rng_below(&rng, 9) == 0 && mini_push_row(&mini)) {
                    reborn_push_ojama_row(&field);
                    assert_same_field(&mini, &field);
                }
                compared += compare_drops(path, &field, packs[turn]);
                reborn_drop(&field, packs[turn], (int)rng_below(&rng, REBORN_PACK_COLS),
                            (int)rng_below(&rng, REBORN_ROTATIONS));
            }
        }
        assert_true(compared > 10000);
    }
}

static void a_full_column_takes_no_row(void **state)
{
    struct reborn_field field = {0};
    struct mini mini;
    (void)state;
    for (int i = 0; i < REBORN_ROWS; i++) reborn_push(&field, 4, 1);
    assert_true(mini_from(&field, &mini));
    assert_false(mini_push_row(&mini));
    reborn_push(&field, 4, 1);
    assert_false(mini_from(&field, &mini));
}

static void a_shape_is_the_same_wherever_it_stands(void **state)
{
    struct reborn_field left = {0}, right = {0}, other = {0};
    struct mini mini[3];
    (void)state;
    for (int value = 1; value <= 4; value++) {
        reborn_push(&left, value / 2, value);
        reborn_push(&right, 7 + value / 2, value);
        reborn_push(&other, value / 2, 5 - value);
    }
    assert_true(mini_from(&left, &mini[0]) && mini_from(&right, &mini[1]));
    assert_true(mini_from(&other, &mini[2]));
    assert_true(mini_shape(&mini[0], 1) == mini_shape(&mini[1], 1));
    assert_true(mini_shape(&mini[0], 1) != mini_shape(&mini[2], 1));
    assert_true(mini_shape(&mini[0], 1) != mini_shape(&mini[0], 2));
}

/* ---- plans ---- */

static void search_plan(struct plan_task *task, int64_t nodes, struct plan_fire *fire)
{
    struct planner planner;
    struct limit limit = limit_from(nodes, INT64_MAX);
    void *memory = memory_zeroed(PLANNER_SIZE(1 << 9));
    planner_open(&planner, 1 << 9, memory);
    plan_search(&planner, task, &limit, fire);
    free(memory);
}

/* The chain that a plan ends in, by the rules. */
static int play_plan(const struct plan_task *task, const struct plan_fire *fire)
{
    struct reborn_field field = {0};
    int64_t stock = task->stock;
    struct reborn_result r = {0};
    for (int i = 0; i <= fire->depth; i++) {
        if (i == task->arriving_depth) stock += task->arriving;
        if (stock >= REBORN_COLS) {
            reborn_push_ojama_row(&field);
            stock -= REBORN_COLS;
        }
        int n = fire->action[i];
        r = reborn_drop(&field, task->packs[i], n / REBORN_ROTATIONS, n % REBORN_ROTATIONS);
        int64_t attack = reborn_attack(r);
        stock = stock > attack ? stock - attack : 0;
    }
    return r.chain;
}

static void a_plan_fires_what_it_says(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 6; seed++) {
        struct reborn_pack packs[REBORN_TURNS];
        struct plan_fire fire[PLAN_DEPTH + 1] = {{0}};
        struct plan_task task = {.packs = packs, .depth = 11, .salt = seed};
        if (seed % 2) task.stock = 23, task.arriving = 14, task.arriving_depth = 5;
        reborn_deal(packs, seed, REBORN_MIX_TEXT);
        search_plan(&task, 40000, fire);
        for (int i = 0; i <= task.depth; i++) {
            if (fire[i].chain == 0) continue;
            assert_int_equal(fire[i].depth, i);
            assert_int_equal(play_plan(&task, &fire[i]), fire[i].chain);
        }
        if (seed % 2 == 0) assert_true(fire[task.depth].chain >= 8);
    }
}

/* 371 steps; with weights that were the same for all turns it was 364. */
static void what_counts_on_a_field_depends_on_the_turns_left(void **state)
{
    int steps = 0;
    (void)state;
    for (uint64_t seed = 60001; seed <= 60030; seed++) {
        struct reborn_pack packs[REBORN_TURNS];
        struct plan_fire fire[PLAN_DEPTH + 1] = {{0}};
        struct plan_task task = {.packs = packs, .depth = 13};
        reborn_deal(packs, seed, REBORN_MIX_TEXT);
        search_plan(&task, 15000, fire);
        steps += fire[task.depth].chain;
    }
    assert_true(steps >= 368);
}

/* A turn makes some twenty searches. What each of them overruns is lost to the last ones, and those
   are for the own plans: with a short clock there were none of these. */
static void a_search_without_time_ends_at_once(void **state)
{
    struct reborn_pack packs[REBORN_TURNS];
    struct plan_fire fire[PLAN_DEPTH + 1] = {{0}};
    struct plan_task task = {.packs = packs, .depth = 15, .arriving_depth = -1};
    struct limit limit = limit_from(INT64_MAX, clock_us());
    struct planner planner;
    void *memory = memory_zeroed(PLANNER_SIZE(1 << 9));
    (void)state;
    reborn_deal(packs, 1, REBORN_MIX_TEXT);
    planner_open(&planner, 1 << 9, memory);
    plan_search(&planner, &task, &limit, fire);
    assert_true(fire[task.depth].chain > 0); /* each level has its best field expanded at least */
    assert_true(limit.nodes <= 2 * MINI_DROPS * (task.depth + 1));
    free(memory);
}

/* ---- exchanges ---- */

enum { MEETING_TURN = 9, MEETING_LATER = 7 };

/* In turn 9 the one side has a chain, and the other builds for turn 16. */
struct meeting {
    struct reborn_side side[2];
    struct plan_fire plan[2];
    struct reborn_pack packs[REBORN_TURNS];
};

static void meet(struct meeting *m, uint64_t seed)
{
    struct plan_task task = {.packs = m->packs, .arriving_depth = -1};
    *m = (struct meeting){0};
    reborn_deal(m->packs, seed, REBORN_MIX_TEXT);
    for (int p = 0; p < 2; p++) {
        struct plan_fire fire[PLAN_DEPTH + 1] = {{0}}, *plan = &m->plan[p];
        task.depth = MEETING_TURN + p * MEETING_LATER;
        search_plan(&task, 20000, fire);
        *plan = fire[task.depth];
        for (int i = 0; i < MEETING_TURN; i++) side_play(&m->side[p], m->packs[i], plan->action[i]);
        plan->depth -= MEETING_TURN;
        memmove(plan->action, plan->action + MEETING_TURN, (size_t)plan->depth + 1);
    }
}

/* As `me` sees it. */
static int64_t outcome(const struct meeting *m, int me, const struct plan_fire *theirs)
{
    struct planner planner;
    void *memory = memory_zeroed(PLANNER_SIZE(1 << 9));
    struct exchange x = {.planner = &planner,
                         .me = &m->side[me],
                         .foe = &m->side[1 - me],
                         .packs = m->packs + MEETING_TURN,
                         .turns_left = REBORN_TURNS - MEETING_TURN,
                         .answer_nodes = 1500,
                         .end_us = INT64_MAX};
    planner_open(&planner, 1 << 9, memory);
    int64_t worth = exchange_outcome(&x, &m->plan[me], theirs);
    free(memory);
    return worth;
}

static void what_one_side_wins_the_other_loses(void **state)
{
    int answered = 0;
    (void)state;
    for (uint64_t seed = 501; seed <= 506; seed++) {
        struct meeting m;
        meet(&m, seed);
        int64_t alone = outcome(&m, 0, NULL), first = outcome(&m, 0, &m.plan[1]);
        assert_int_equal(alone, 16 * m.plan[0].attack);
        assert_true(first <= alone);
        assert_in_range(first + outcome(&m, 1, &m.plan[0]) + 1, 0, 2); /* sixteenths are cut */
        answered += first < alone;
        m.side[1] = m.side[0];
        assert_int_equal(outcome(&m, 0, &m.plan[0]), 0);
    }
    assert_true(answered >= 3);
}

/* ---- players ---- */

/* Plays at most so many turns; the hash of the state at the end. */
static uint64_t play(const char *left, const char *right, uint64_t seed, int turns, int64_t left_ms,
                     struct reborn *g)
{
    struct reborn_pack packs[REBORN_TURNS];
    reborn_deal(packs, seed, REBORN_MIX_TEXT);
    reborn_start(g, packs, REBORN_TURNS, REBORN_TURNS);
    return seat_play(&game_reborn, (struct game_state *)g,
                     &(struct seat_match){{left, right}, seed, turns, left_ms, NULL, NULL});
}

static void the_same_nodes_give_the_same_answers(void **state)
{
    static struct reborn a, b;
    (void)state;
    uint64_t first = play("master?nodes=4000", "expert?nodes=2000", 11, 18, 180000, &a);
    uint64_t second = play("master?nodes=4000", "expert?nodes=2000", 11, 18, 77, &b);
    assert_true(first == second);
    assert_true(play("master?nodes=4100", "expert?nodes=2000", 12, 18, 1, &a) != first);
}

static void a_master_with_few_nodes_beats_greedy(void **state)
{
    static struct reborn g;
    int wins = 0;
    (void)state;
    for (int seed = 1; seed <= seat_games(3); seed++) {
        play("master?nodes=60000", "greedy", (uint64_t)seed, 500, 180000, &g);
        wins += g.winner == 0;
    }
    assert_true(wins >= 2 || seat_games(3) < 3);
}

static void a_master_without_time_still_answers(void **state)
{
    static struct reborn g;
    (void)state;
    play("master", "master?ms=1", 3, 30, 0, &g);
    assert_true(g.turn > 0);
}

static void threads_find_the_same_with_the_same_nodes(void **state)
{
    static struct reborn a, b;
    (void)state;
    uint64_t first = play("master?nodes=4000&threads=3", "expert?nodes=2000", 11, 14, 180000, &a);
    uint64_t second = play("master?nodes=4000&threads=3", "expert?nodes=2000", 11, 14, 77, &b);
    assert_true(first == second);
    first = play("master?nodes=4000&threads=1", "expert?nodes=2000", 11, 14, 1, &a);
    second = play("master?nodes=4000", "expert?nodes=2000", 11, 14, 1, &b);
    assert_true(first == second);
}

/* With no time left there is hardly a search: a turn takes a fraction of what the nodes would. */
static void an_expert_keeps_the_clock(void **state)
{
    static struct reborn starved, free_of_it;
    (void)state;
    uint64_t first = play("expert", "amateur", 5, 8, 0, &starved);
    assert_int_equal(starved.turn, 8);
    assert_true(first != play("expert?nodes=45000", "amateur?nodes=32000", 5, 8, 0, &free_of_it));
}

/* On a busy machine a slice of milliseconds may pass without a node, so a turn's time becomes nodes
   by the pace of the turn before, and each search gets its part of them. */
static void nodes_follow_from_the_time_and_the_pace(void **state)
{
    enum { WIDTH = 1 << 8, MINUTE_US = 60 * 1000000 };
    static const struct duel_style style = {.width = WIDTH, .depth = 8, .minds_opponent = true};
    static struct reborn g;
    static struct duel duel;
    struct reborn_pack packs[REBORN_TURNS];
    void *memory = memory_zeroed(PLANNER_SIZE(WIDTH));
    (void)state;
    reborn_deal(packs, 7, REBORN_MIX_TEXT);
    reborn_start(&g, packs, REBORN_TURNS, REBORN_TURNS);
    duel = (struct duel){.pace = {1}};
    duel_open(&duel, style, 1, memory);
    int64_t start_us = clock_us();
    duel_think(&duel, &g, 0, INT64_MAX, start_us + MINUTE_US, 1);
    assert_true(clock_us() - start_us < MINUTE_US / 2);
    assert_true(duel.pace.nodes_a_ms > 1); /* it was faster than that */
    free(memory);
}

/* ---- names with options ---- */

static void options_of_a_bot_are_read(void **state)
{
    struct bot_choice choice;
    struct err err;
    (void)state;
    assert_true(bot_read(&game_reborn, "master?ms=100&nodes=5", &choice, &err));
    assert_string_equal(choice.bot->name, "master");
    assert_int_equal(choice.budget.ms, 100);
    assert_int_equal(choice.budget.nodes, 5);
    assert_true(bot_read(&game_reborn, "greedy", &choice, &err));
    assert_int_equal(choice.budget.ms, 0);
}

static void each_thread_has_memory_of_its_own(void **state)
{
    struct bot_choice one, four;
    struct err err;
    (void)state;
    assert_true(bot_read(&game_reborn, "master", &one, &err));
    assert_true(bot_read(&game_reborn, "master?threads=4", &four, &err));
    assert_int_equal(four.budget.threads, 4);
    assert_int_equal(bot_memory_size(&one), one.bot->memory_size);
    assert_int_equal(bot_memory_size(&four) - bot_memory_size(&one), 3 * one.bot->thread_size);
}

static void wrong_options_of_a_bot_are_refused(void **state)
{
    static const struct {
        const char *text, *why;
    } wrong[] = {
        {"nobody", "no bot nobody plays reborn; `taisen bots reborn` lists those that do"},
        {"nobody?ms=1", "no bot nobody plays reborn; `taisen bots reborn` lists those that do"},
        {"greedy?ms=1", "bot:greedy takes no options"},
        {"master?", "bot:master: no option ``; there are ms=N, nodes=N and threads=N"},
        {"master?depth=3", "bot:master: no option `depth`; there are ms=N, nodes=N and threads=N"},
        {"master?ms", "bot:master: ms takes a number from 1 to 2147483648"},
        {"master?ms=", "bot:master: ms takes a number from 1 to 2147483648"},
        {"master?ms=0", "bot:master: ms takes a number from 1 to 2147483648"},
        {"master?ms=-4", "bot:master: ms takes a number from 1 to 2147483648"},
        {"master?nodes=1e6", "bot:master: nodes takes a number from 1 to 1099511627776"},
        {"master?nodes=99999999999999999999",
         "bot:master: nodes takes a number from 1 to 1099511627776"},
        {"master?threads=0", "bot:master: threads takes a number from 1 to 16"},
        {"master?threads=17", "bot:master: threads takes a number from 1 to 16"},
        {"master?threads=two", "bot:master: threads takes a number from 1 to 16"},
        {"greedy?threads=2", "bot:greedy takes no options"},
        {"master?ms=5&&nodes=1", "bot:master: no option ``; there are ms=N, nodes=N and threads=N"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct bot_choice choice;
        struct err err;
        assert_false(bot_read(&game_reborn, wrong[i].text, &choice, &err));
        assert_string_equal(err.text, wrong[i].why);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_small_field_plays_by_the_rules),
        cmocka_unit_test(a_full_column_takes_no_row),
        cmocka_unit_test(a_shape_is_the_same_wherever_it_stands),
        cmocka_unit_test(a_plan_fires_what_it_says),
        cmocka_unit_test(what_counts_on_a_field_depends_on_the_turns_left),
        cmocka_unit_test(a_search_without_time_ends_at_once),
        cmocka_unit_test(what_one_side_wins_the_other_loses),
        cmocka_unit_test(the_same_nodes_give_the_same_answers),
        cmocka_unit_test(a_master_with_few_nodes_beats_greedy),
        cmocka_unit_test(a_master_without_time_still_answers),
        cmocka_unit_test(an_expert_keeps_the_clock),
        cmocka_unit_test(nodes_follow_from_the_time_and_the_pace),
        cmocka_unit_test(threads_find_the_same_with_the_same_nodes),
        cmocka_unit_test(options_of_a_bot_are_read),
        cmocka_unit_test(each_thread_has_memory_of_its_own),
        cmocka_unit_test(wrong_options_of_a_bot_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
