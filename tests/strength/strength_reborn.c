/* How strong the bots of CODE VS Reborn are, as tables. */
#include "bots/reborn/plan.h"
#include "os/clock.h"
#include "os/memory.h"
#include "tests/strength/sparring_reborn.h"
#include "tests/strength/strength.h"
#include "tests/strength/strength_reborn_weights.h"

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

/* ---- alone ---- */

/* Somebody who builds on a field of its own, as the clock or the nodes allow. */
struct builder {
    struct reborn_field field;
    int64_t left_us, nodes;
    void *memory;
    struct planner planner;
    int32_t turn;
    struct reborn_pack packs[REBORN_TURNS];
};

enum { BUILDER_WIDTH = 1 << 17, FIRST_US = 15000000 };

static void builder_open(struct builder *b, uint64_t seed)
{
    *b = (struct builder){.left_us = opt.clock_ms * 1000,
                          .memory = memory_zeroed(PLANNER_SIZE(BUILDER_WIDTH))};
    planner_open(&b->planner, BUILDER_WIDTH, b->memory);
    reborn_deal(b->packs, seed, REBORN_MIX_TEXT);
}

/* Searches once more for the turn of firing. */
static void better_plan(struct builder *b, int depth, struct plan_fire *best)
{
    struct plan_task task = {
        .packs = b->packs + b->turn, .depth = depth, .salt = (uint64_t)b->turn};
    struct plan_fire fire[PLAN_DEPTH + 1] = {{0}};
    int64_t start_us = clock_us(), share_us = b->left_us / 6;
    if (share_us > FIRST_US) share_us = FIRST_US;
    struct limit limit =
        opt.nodes ? limit_from(opt.nodes, INT64_MAX) : limit_from(INT64_MAX, start_us + share_us);
    mini_from(&b->field, &task.field);
    plan_search(&b->planner, &task, &limit, fire);
    b->nodes += limit.nodes;
    b->left_us -= clock_us() - start_us;
    if (plan_is_better(&fire[depth], best)) *best = fire[depth];
}

/* The longest chain in a given turn when that turn is the aim from now on. */
static int chain_in(struct builder *b, int aim)
{
    struct plan_fire best = {0};
    struct reborn_result result = {0};
    for (; b->turn <= aim; b->turn++) {
        better_plan(b, aim - b->turn, &best);
        int n = best.action[0];
        result =
            reborn_drop(&b->field, b->packs[b->turn], n / REBORN_ROTATIONS, n % REBORN_ROTATIONS);
        memmove(best.action, best.action + 1, PLAN_DEPTH);
    }
    return result.chain;
}

/* One chain from the empty field. */
static int chain_by(uint64_t seed, int aim, int64_t *nodes)
{
    struct builder b;
    builder_open(&b, seed);
    int chain = chain_in(&b, aim);
    *nodes += b.nodes;
    free(b.memory);
    return chain;
}

/* No chain of the packs up to this turn is longer: each step takes a block of its own and its
   partner, or two fives. */
static int most_steps(uint64_t seed, int turn)
{
    struct reborn_pack packs[REBORN_TURNS];
    int count[10] = {0}, steps = 0;
    reborn_deal(packs, seed, REBORN_MIX_TEXT);
    for (int t = 0; t <= turn; t++)
        for (int i = 0; i < 4; i++) count[packs[t].cell[i]]++;
    for (int v = 1; v < 5; v++) steps += count[v] < count[10 - v] ? count[v] : count[10 - v];
    return steps + count[5] / 2;
}

enum { AIMS = 5 };
static const int aims[AIMS] = {9, 11, 13, 15, 20};
static const double wanted[AIMS] = {12, 14, 17, 19, 21};

struct alone_result {
    int32_t chain, most;
    int64_t nodes, us;
};

struct alone_sum {
    double chain[AIMS], most[AIMS];
    int64_t nodes, us;
    int by_seed[4096][AIMS];
};

static void alone_one(int i, void *result, void *arg)
{
    struct alone_result r = {0};
    (void)arg;
    int64_t start_us = clock_us();
    r.chain = chain_by((uint64_t)(opt.seed + i / AIMS), aims[i % AIMS], &r.nodes);
    r.us = clock_us() - start_us;
    r.most = most_steps((uint64_t)(opt.seed + i / AIMS), aims[i % AIMS]);
    memcpy(result, &r, sizeof r);
}

static void alone_take(int i, const void *result, void *arg)
{
    struct alone_sum *sum = arg;
    struct alone_result r;
    memcpy(&r, result, sizeof r);
    sum->chain[i % AIMS] += r.chain;
    sum->most[i % AIMS] += r.most;
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
        printf("by turn %2d: %.2f steps (aim %.0f; no more than %.2f with these packs)\n", aims[k],
               sum.chain[k] / (double)opt.alone_games, wanted[k],
               sum.most[k] / (double)opt.alone_games);
    printf("%.2f million nodes a second on each core\n", (double)sum.nodes / (double)sum.us);
}

/* The longest chains that the best of three published programs fired on these seeds against a
   harmless opponent, with the official clock. */
static const struct {
    int seed, turn, steps;
} published[] = {{501, 14, 13}, {501, 15, 18}, {502, 9, 12},  {502, 15, 17}, {502, 20, 18},
                 {503, 13, 12}, {503, 15, 16}, {504, 12, 14}, {504, 13, 15}, {505, 15, 18},
                 {505, 20, 20}, {506, 16, 15}, {506, 17, 18}};
enum { PUBLISHED = sizeof published / sizeof published[0] };

static void published_one(int i, void *result, void *arg)
{
    int64_t nodes = 0;
    int32_t chain = chain_by((uint64_t)published[i].seed, published[i].turn, &nodes);
    (void)arg;
    memcpy(result, &chain, sizeof chain);
}

static void published_take(int i, const void *result, void *arg)
{
    memcpy((int32_t *)arg + i, result, sizeof(int32_t));
}

static void table_published(void)
{
    int32_t chain[PUBLISHED] = {0};
    int reached = 0;
    puts("# alone: seed by seed against the best of three published programs");
    strength_spread(PUBLISHED, sizeof(int32_t), published_one, published_take, chain);
    for (int i = 0; i < PUBLISHED; i++) {
        printf("  seed %d turn %2d: %2d steps, published %2d\n", published[i].seed,
               published[i].turn, chain[i], published[i].steps);
        reached += chain[i] >= published[i].steps;
    }
    printf("as long or longer in %d of %d\n", reached, PUBLISHED);
}

/* After a first chain, what comes next. */
enum { FIRST_AIM = 11, AGAIN = 8, AGAIN_WANTED = 12 };

static void again_one(int i, void *result, void *arg)
{
    struct builder b;
    (void)arg;
    builder_open(&b, (uint64_t)(opt.seed + i));
    int32_t chain[2] = {chain_in(&b, FIRST_AIM)};
    chain[1] = chain_in(&b, FIRST_AIM + AGAIN);
    free(b.memory);
    memcpy(result, chain, sizeof chain);
}

struct again_sum {
    double chain[2];
    int reached;
};

static void again_take(int i, const void *result, void *arg)
{
    struct again_sum *sum = arg;
    int32_t chain[2];
    (void)i;
    memcpy(chain, result, sizeof chain);
    for (int k = 0; k < 2; k++) sum->chain[k] += chain[k];
    sum->reached += chain[1] >= AGAIN_WANTED;
}

static void table_again(void)
{
    struct again_sum sum = {0};
    double n = (double)opt.alone_games;
    puts("# alone: the chain after the first one");
    strength_spread((int)opt.alone_games, 2 * sizeof(int32_t), again_one, again_take, &sum);
    printf("turn %d: %.2f steps, %d turns later: %.2f, at least %d in %d of %.0f\n", FIRST_AIM,
           sum.chain[0] / n, AGAIN, sum.chain[1] / n, AGAIN_WANTED, sum.reached, n);
}

static void table_clock(void)
{
    puts("# no game lost on time");
    strength_series(&bot_reborn_master, own, &bot_reborn_expert, own);
}

static const struct strength_table tables[] = {{"alone", table_alone},
                                               {"published", table_published},
                                               {"again", table_again},
                                               {"greedy", table_greedy},
                                               {"levels", table_levels},
                                               {"sparring", table_sparring},
                                               {"strange", table_strange},
                                               {"clock", table_clock},
                                               {"self", table_self},
                                               {"weights-free", strength_reborn_fit_free},
                                               {"weights-hit", strength_reborn_fit_hit},
                                               {0}};

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
