/* How strong the bots of CODE VS Reborn are, as tables. */
#include "bots/reborn/plan.h"
#include "os/clock.h"
#include "os/memory.h"
#include "tests/heavy/sparring_reborn.h"
#include "tests/heavy/strength.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern const struct bot bot_random, bot_reborn_greedy, bot_reborn_master, bot_reborn_expert,
    bot_reborn_amateur;

static void note(const struct game_state *state, int p, struct text *t)
{
    const struct reborn *g = (const struct reborn *)state;
    const struct reborn_last *last = &g->side[p].last;
    if (last->blast == 0 && last->chain < 5) return;
    text_char(t, ' ');
    text_int(t, g->turn - 1);
    text_str(t, last->blast > 0 ? ":skill" : ":");
    text_int(t, last->blast > 0 ? last->blast : last->chain);
}

static const struct bot_budget own = {0};

static void table_greedy(void)
{
    puts("# against the sparring partner that there was before");
    strength_series(&bot_reborn_master, strength_budget(), &bot_reborn_greedy, own);
}

static void table_levels(void)
{
    puts("# each level against the one below");
    strength_series(&bot_reborn_master, strength_budget(), &bot_reborn_expert, own);
    strength_series(&bot_reborn_expert, own, &bot_reborn_amateur, own);
    strength_series(&bot_reborn_amateur, own, &bot_reborn_greedy, own);
}

static void table_sparring(void)
{
    puts("# against partners who play like contest programs and do not look at the opponent");
    strength_series(&bot_reborn_master, strength_budget(), &sparring_fast, own);
    strength_series(&bot_reborn_master, strength_budget(), &sparring_late, own);
    strength_series(&bot_reborn_master, strength_budget(), &sparring_skill, own);
    strength_series(&bot_reborn_master, strength_budget(), &sparring_harass, own);
}

static void table_strange(void)
{
    puts("# against strange opponents");
    strength_series(&bot_reborn_master, strength_budget(), &strange_spammer, own);
    strength_series(&bot_reborn_master, strength_budget(), &strange_bomber, own);
    strength_series(&bot_reborn_master, strength_budget(), &strange_staller, own);
    strength_series(&bot_reborn_master, strength_budget(), &strange_copier, own);
    strength_series(&bot_reborn_master, strength_budget(), &bot_random, own);
}

static void table_self(void)
{
    puts("# the master against itself with a quarter of the nodes");
    struct bot_budget less = {.nodes = opt.nodes ? opt.nodes / 4 + 1 : 20000};
    strength_series(&bot_reborn_master, strength_budget(), &bot_reborn_master, less);
}

/* The longest chain by a given turn when that turn is the aim from the start, as the clock allows.
 */
enum { AIMS = 5 };
static const int aims[AIMS] = {9, 11, 13, 15, 20};
static const double wanted[AIMS] = {12, 14, 17, 19, 21};

static int chain_by(struct planner *planner, uint64_t seed, int aim, int64_t *nodes)
{
    struct reborn_pack packs[REBORN_TURNS];
    struct reborn_field field = {0};
    struct plan_fire best = {0};
    struct reborn_result result = {0};
    int64_t left_us = opt.clock_ms * 1000;
    reborn_deal(packs, seed, REBORN_MIX_TEXT);
    for (int turn = 0; turn <= aim; turn++) {
        struct plan_task task = {
            .packs = packs + turn, .depth = aim - turn, .salt = (uint64_t)turn};
        struct plan_fire fire[PLAN_DEPTH + 1] = {{0}};
        int64_t start_us = clock_us(), share_us = left_us / 6;
        if (share_us > 15000000) share_us = 15000000;
        struct limit limit = opt.nodes ? limit_from(opt.nodes, INT64_MAX)
                                       : limit_from(INT64_MAX, start_us + share_us);
        mini_from(&field, &task.field);
        plan_search(planner, &task, &limit, fire);
        *nodes += limit.nodes;
        left_us -= clock_us() - start_us;
        if (fire[task.depth].chain > best.chain) best = fire[task.depth];
        int n = best.action[0];
        result = reborn_drop(&field, packs[turn], n / REBORN_ROTATIONS, n % REBORN_ROTATIONS);
        memmove(best.action, best.action + 1, PLAN_DEPTH);
    }
    return result.chain;
}

struct alone_result {
    int32_t chain;
    int64_t nodes, us;
};

struct alone_sum {
    double chain[AIMS];
    int64_t nodes, us;
    int by_seed[4096][AIMS];
};

static void alone_one(int i, void *result, void *arg)
{
    struct planner planner;
    struct alone_result r = {0};
    void *memory = memory_zeroed(PLANNER_SIZE(1 << 17));
    (void)arg;
    planner_open(&planner, 1 << 17, memory);
    int64_t start_us = clock_us();
    r.chain = chain_by(&planner, (uint64_t)(opt.seed + i / AIMS), aims[i % AIMS], &r.nodes);
    r.us = clock_us() - start_us;
    free(memory);
    memcpy(result, &r, sizeof r);
}

static void alone_take(int i, const void *result, void *arg)
{
    struct alone_sum *sum = arg;
    struct alone_result r;
    memcpy(&r, result, sizeof r);
    sum->chain[i % AIMS] += r.chain;
    sum->nodes += r.nodes;
    sum->us += r.us;
    if (i / AIMS < 4096) sum->by_seed[i / AIMS][i % AIMS] = r.chain;
}

static void table_alone(void)
{
    static struct alone_sum sum;
    puts("# alone: the longest chain by a turn that is the aim from the start");
    strength_spread((int)opt.alone_games * AIMS, sizeof(struct alone_result), alone_one, alone_take,
                    &sum);
    for (int s = 0; s < opt.alone_games && s < 4096 && opt.is_loud; s++) {
        printf("  seed %lld:", (long long)opt.seed + s);
        for (int k = 0; k < AIMS; k++) printf(" %d:%d", aims[k], sum.by_seed[s][k]);
        puts("");
    }
    for (int k = 0; k < AIMS; k++)
        printf("by turn %2d: %.2f steps (aim %.0f)\n", aims[k],
               sum.chain[k] / (double)opt.alone_games, wanted[k]);
    printf("%.2f million nodes a second on each core\n", (double)sum.nodes / (double)sum.us);
}

static void table_clock(void)
{
    puts("# no game lost on time");
    strength_series(&bot_reborn_master, own, &bot_reborn_expert, own);
}

static const struct strength_table tables[] = {
    {"alone", table_alone},     {"greedy", table_greedy},
    {"levels", table_levels},   {"sparring", table_sparring},
    {"strange", table_strange}, {"clock", table_clock},
    {"self", table_self},       {0}};

static const struct strength_player players[] = {
    {"master", &bot_reborn_master},   {"expert", &bot_reborn_expert},
    {"amateur", &bot_reborn_amateur}, {"greedy", &bot_reborn_greedy},
    {"random", &bot_random},          {"fast", &sparring_fast},
    {"late", &sparring_late},         {"skill", &sparring_skill},
    {"harass", &sparring_harass},     {"spammer", &strange_spammer},
    {"bomber", &strange_bomber},      {"staller", &strange_staller},
    {"copier", &strange_copier},      {0}};

int main(int argc, char **argv)
{
    static const struct strength reborn = {
        .game = &game_reborn, .players = players, .tables = tables, .note = note};
    return strength_main(&reborn, argc, argv);
}
