/* The chains of CODE VS Reborn that the search builds when nobody disturbs it. */
#include "tests/strength/strength_reborn_alone.h"

#include "bots/reborn/plan.h"
#include "os/clock.h"
#include "os/memory.h"
#include "tests/strength/strength.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

static void builder_open(struct builder *b, const struct reborn_pack packs[REBORN_TURNS])
{
    *b = (struct builder){.left_us = opt.clock_ms * 1000,
                          .memory = memory_zeroed(PLANNER_SIZE(BUILDER_WIDTH))};
    planner_open(&b->planner, BUILDER_WIDTH, b->memory);
    memcpy(b->packs, packs, sizeof b->packs);
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

int strength_reborn_chain_by(const struct reborn_pack packs[REBORN_TURNS], int aim, int64_t *nodes)
{
    struct builder b;
    builder_open(&b, packs);
    int chain = chain_in(&b, aim);
    *nodes += b.nodes;
    free(b.memory);
    return chain;
}

static int chain_of(uint64_t seed, int aim, int64_t *nodes)
{
    struct reborn_pack packs[REBORN_TURNS];
    reborn_deal(packs, seed, REBORN_MIX_TEXT);
    return strength_reborn_chain_by(packs, aim, nodes);
}

/* No chain of these blocks is longer: each step takes a block of its own and its partner, or two
   fives. */
static int most_steps(const int count[10])
{
    int steps = count[5] / 2;
    for (int v = 1; v < 5; v++) steps += count[v] < count[10 - v] ? count[v] : count[10 - v];
    return steps;
}

static void count_packs(const struct reborn_pack *packs, int turns, int count[10])
{
    for (int t = 0; t < turns; t++)
        for (int i = 0; i < 4; i++) count[packs[t].cell[i]]++;
}

static void count_field(const struct reborn_field *field, int count[10])
{
    for (int col = 0; col < REBORN_COLS; col++)
        for (int row = 0; row < REBORN_ROWS; row++) {
            int cell = reborn_cell(field, col, row);
            if (cell < REBORN_OJAMA) count[cell % 10]++;
        }
}

static int most_by(uint64_t seed, int turn)
{
    struct reborn_pack packs[REBORN_TURNS];
    int count[10] = {0};
    reborn_deal(packs, seed, REBORN_MIX_TEXT);
    count_packs(packs, turn + 1, count);
    return most_steps(count);
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
    r.chain = chain_of((uint64_t)(opt.seed + i / AIMS), aims[i % AIMS], &r.nodes);
    r.us = clock_us() - start_us;
    r.most = most_by((uint64_t)(opt.seed + i / AIMS), aims[i % AIMS]);
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

void strength_reborn_alone(void)
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

/* What more thinking brings: one search from the empty field with so many nodes. */
enum { STEPS_OF_NODES = 3, TIMES_NODES = 8 };

static int64_t nodes_of(int step)
{
    int64_t nodes = opt.nodes ? opt.nodes : 1000000;
    while (step-- > 0) nodes *= TIMES_NODES;
    return nodes;
}

struct scaling_sum {
    double chain[AIMS][STEPS_OF_NODES], most[AIMS];
    int reached[AIMS];
};

static void scaling_one(int i, void *result, void *arg)
{
    struct builder b;
    struct reborn_pack packs[REBORN_TURNS];
    int32_t chain[STEPS_OF_NODES] = {0};
    (void)arg;
    reborn_deal(packs, (uint64_t)(opt.seed + i / AIMS), REBORN_MIX_TEXT);
    builder_open(&b, packs);
    for (int k = 0; k < STEPS_OF_NODES; k++) {
        struct plan_fire fire[PLAN_DEPTH + 1] = {{0}};
        struct plan_task task = {.packs = packs, .depth = aims[i % AIMS]};
        struct limit limit = limit_from(nodes_of(k), INT64_MAX);
        plan_search(&b.planner, &task, &limit, fire);
        chain[k] = fire[task.depth].chain;
    }
    free(b.memory);
    memcpy(result, chain, sizeof chain);
}

static void scaling_take(int i, const void *result, void *arg)
{
    struct scaling_sum *sum = arg;
    int32_t chain[STEPS_OF_NODES];
    int aim = i % AIMS, most = most_by((uint64_t)(opt.seed + i / AIMS), aims[aim]);
    memcpy(chain, result, sizeof chain);
    for (int k = 0; k < STEPS_OF_NODES; k++) sum->chain[aim][k] += chain[k];
    sum->most[aim] += most;
    sum->reached[aim] += chain[STEPS_OF_NODES - 1] >= most;
}

void strength_reborn_scaling(void)
{
    struct scaling_sum sum = {0};
    double n = (double)opt.alone_games;
    puts("# alone: what more nodes bring to a single search");
    strength_spread((int)opt.alone_games * AIMS, STEPS_OF_NODES * sizeof(int32_t), scaling_one,
                    scaling_take, &sum);
    for (int i = 0; i < AIMS; i++) {
        printf("by turn %2d:", aims[i]);
        for (int k = 0; k < STEPS_OF_NODES; k++)
            printf(" %.2f with %lld thousand nodes,", sum.chain[i][k] / n,
                   (long long)nodes_of(k) / 1000);
        printf(" no more than %.2f with these packs (reached on %d of %.0f seeds)\n",
               sum.most[i] / n, sum.reached[i], n);
    }
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
    int32_t chain = chain_of((uint64_t)published[i].seed, published[i].turn, &nodes);
    (void)arg;
    memcpy(result, &chain, sizeof chain);
}

static void published_take(int i, const void *result, void *arg)
{
    memcpy((int32_t *)arg + i, result, sizeof(int32_t));
}

void strength_reborn_published(void)
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

struct again_result {
    int32_t chain[2], most; /* the second is no longer than that with the blocks that are left */
};

static void again_one(int i, void *result, void *arg)
{
    struct builder b;
    struct reborn_pack packs[REBORN_TURNS];
    struct again_result r = {0};
    int count[10] = {0};
    (void)arg;
    reborn_deal(packs, (uint64_t)(opt.seed + i), REBORN_MIX_TEXT);
    builder_open(&b, packs);
    r.chain[0] = chain_in(&b, FIRST_AIM);
    count_field(&b.field, count);
    count_packs(packs + FIRST_AIM + 1, AGAIN, count);
    r.most = most_steps(count);
    r.chain[1] = chain_in(&b, FIRST_AIM + AGAIN);
    free(b.memory);
    memcpy(result, &r, sizeof r);
}

struct again_sum {
    double chain[2], most;
    int reached, possible;
};

static void again_take(int i, const void *result, void *arg)
{
    struct again_sum *sum = arg;
    struct again_result r;
    (void)i;
    memcpy(&r, result, sizeof r);
    for (int k = 0; k < 2; k++) sum->chain[k] += r.chain[k];
    sum->most += r.most;
    sum->reached += r.chain[1] >= AGAIN_WANTED;
    sum->possible += r.most >= AGAIN_WANTED;
}

void strength_reborn_again(void)
{
    struct again_sum sum = {0};
    double n = (double)opt.alone_games;
    puts("# alone: the chain after the first one");
    strength_spread((int)opt.alone_games, sizeof(struct again_result), again_one, again_take, &sum);
    printf("turn %d: %.2f steps, %d turns later: %.2f (no more than %.2f with the blocks that were "
           "left), at least %d in %d of %.0f (possible in %d)\n",
           FIRST_AIM, sum.chain[0] / n, AGAIN, sum.chain[1] / n, sum.most / n, AGAIN_WANTED,
           sum.reached, n, sum.possible);
}
