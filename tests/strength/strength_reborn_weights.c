/*
 * Finds what a field should be worth to the search of CODE VS Reborn (plan_weights in plan.c), by
 * the cross-entropy method: in each generation sets of weights are drawn round the best known ones,
 * all search the same positions, and the third that finds the longest chains says where and how
 * widely to draw next.
 */
#include "tests/strength/strength_reborn_weights.h"

#include "bots/reborn/plan.h"
#include "os/memory.h"
#include "tests/strength/strength.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern const struct bot bot_reborn_master;

enum {
    NUMBERS = 2 * PLAN_FEATURES,
    SETS = 24, /* the first is what is best so far */
    BEST = 8,
    AIMS = 5,
    WIDTH = 1 << 13,
    GAME_NODES = 8000, /* of the players whose games the positions are from */
};

/* From the empty field to these turns, and from a field that was hit so many turns on. */
static const int aims[PLAN_TABLES][AIMS] = {{9, 11, 13, 15, 20}, {4, 5, 6, 8, 10}};

struct fit {
    int table, sets;
    int64_t seed;
    double mean[NUMBERS], spread[NUMBERS];
    double set[SETS][NUMBERS];
    double chain[SETS];   /* steps */
    double squares[SETS]; /* of the steps that they are more than those of set 0 */
};

/* ---- positions ---- */

struct found {
    struct rng rng;
    struct plan_task task;
    struct reborn_pack packs[REBORN_TURNS];
    int seen;
};

/* Of all fields of a game that were hit, each is as likely. */
static void watch(const struct game_state *state, void *arg)
{
    const struct reborn *g = (const struct reborn *)state;
    struct found *f = arg;
    for (int p = 0; p < 2; p++) {
        struct mini field;
        if (g->turn + PLAN_DEPTH >= g->turns || !mini_from(&g->side[p].field, &field)) continue;
        if (mini_ojama(&field) < REBORN_COLS || rng_below(&f->rng, (uint32_t)++f->seen) != 0)
            continue;
        memcpy(f->packs, g->packs + g->turn, PLAN_DEPTH * sizeof f->packs[0]);
        f->task = (struct plan_task){.field = field,
                                     .stock = (int32_t)(g->side[p].stock % 1000),
                                     .arriving_depth = -1,
                                     .packs = f->packs};
    }
}

/* False when no field of the game was hit. */
static bool find_position(int table, uint64_t seed, struct found *f)
{
    *f = (struct found){.rng = {seed}};
    if (table == PLAN_FREE) {
        reborn_deal(f->packs, seed, REBORN_MIX_TEXT);
        f->task = (struct plan_task){.arriving_depth = -1, .packs = f->packs};
        return true;
    }
    struct bot_budget budget = {.nodes = GAME_NODES};
    struct strength_match match = {.bot = {&bot_reborn_master, &bot_reborn_master},
                                   .budget = {budget, budget},
                                   .seed = seed,
                                   .watch = watch,
                                   .arg = f};
    strength_play(&match);
    return f->seen > 0;
}

/* ---- sets of weights ---- */

static int16_t whole(double x)
{
    return (int16_t)lround(fmax(fmin(x, INT16_MAX), INT16_MIN));
}

static void read_set(const double numbers[NUMBERS], struct plan_weight weights[PLAN_FEATURES])
{
    for (int i = 0; i < PLAN_FEATURES; i++)
        weights[i] = (struct plan_weight){whole(numbers[2 * i]), whole(numbers[2 * i + 1])};
}

static double normal(struct rng *rng)
{
    double sum = -6;
    for (int i = 0; i < 12; i++) sum += rng_below(rng, 1 << 20) / 1048576.0;
    return sum;
}

static void draw_sets(struct fit *fit, struct rng *rng)
{
    memcpy(fit->set[0], fit->mean, sizeof fit->mean);
    for (int k = 1; k < SETS; k++)
        for (int i = 0; i < NUMBERS; i++)
            fit->set[k][i] = fit->mean[i] + fit->spread[i] * normal(rng);
}

/* ---- a generation ---- */

struct chains {
    int32_t chain[SETS];
};

static void search_one(int i, void *result, void *arg)
{
    static struct plan_weight weights[PLAN_TABLES][PLAN_FEATURES];
    static struct found found;
    static void *memory;
    const struct fit *fit = arg;
    struct chains out = {{0}};
    struct planner planner;
    if (!memory) memory = memory_zeroed(PLANNER_SIZE(WIDTH));
    planner_open(&planner, WIDTH, memory);
    planner.weights = weights;
    if (find_position(fit->table, (uint64_t)fit->seed + (uint64_t)i, &found))
        for (int k = 0; k < fit->sets * AIMS; k++) {
            struct plan_fire fire[PLAN_DEPTH + 1] = {{0}};
            struct plan_task task = found.task;
            struct limit limit = limit_from(opt.nodes ? opt.nodes : 50000, INT64_MAX);
            read_set(fit->set[k / AIMS], weights[PLAN_FREE]);
            read_set(fit->set[k / AIMS], weights[PLAN_HIT]);
            task.depth = aims[fit->table][k % AIMS];
            plan_search(&planner, &task, &limit, fire);
            out.chain[k / AIMS] += fire[task.depth].chain;
        }
    memcpy(result, &out, sizeof out);
}

static void take_one(int i, const void *result, void *arg)
{
    struct fit *fit = arg;
    struct chains in;
    (void)i;
    memcpy(&in, result, sizeof in);
    for (int k = 0; k < fit->sets; k++) {
        double more = (in.chain[k] - in.chain[0]) / (double)AIMS;
        fit->chain[k] += in.chain[k] / (double)AIMS;
        fit->squares[k] += more * more;
    }
}

static void measure(struct fit *fit)
{
    memset(fit->chain, 0, sizeof fit->chain);
    memset(fit->squares, 0, sizeof fit->squares);
    strength_spread((int)opt.alone_games, sizeof(struct chains), search_one, take_one, fit);
    fit->seed += opt.alone_games;
}

/* Half of the step towards where the best ones lie; the spread follows slowly. */
static void learn(struct fit *fit)
{
    int order[SETS];
    for (int k = 0; k < SETS; k++) {
        int at = k;
        for (; at > 0 && fit->chain[order[at - 1]] < fit->chain[k]; at--) order[at] = order[at - 1];
        order[at] = k;
    }
    for (int i = 0; i < NUMBERS; i++) {
        double mean = 0, square = 0;
        for (int b = 0; b < BEST; b++) mean += fit->set[order[b]][i] / BEST;
        for (int b = 0; b < BEST; b++) square += pow(fit->set[order[b]][i] - mean, 2) / (BEST - 1);
        fit->mean[i] += 0.5 * (mean - fit->mean[i]);
        fit->spread[i] = 0.8 * fit->spread[i] + 0.2 * sqrt(square);
    }
}

static void print_set(const double numbers[NUMBERS])
{
    struct plan_weight weights[PLAN_FEATURES];
    read_set(numbers, weights);
    for (int i = 0; i < PLAN_FEATURES; i++)
        printf(" {%d, %d}", weights[i].few, weights[i].per_turn);
    puts("");
    fflush(stdout);
}

static void begin(struct fit *fit)
{
    for (int i = 0; i < PLAN_FEATURES; i++) {
        struct plan_weight w = plan_weights[fit->table][i];
        fit->mean[2 * i] = w.few;
        fit->mean[2 * i + 1] = w.per_turn;
        fit->spread[2 * i] = 30 + fabs(w.few) / 3;
        fit->spread[2 * i + 1] = 4 + fabs(w.per_turn) / 2 + fabs(w.few) / 50;
    }
}

/* The weights that were found beside those of plan.c, on positions of their own. */
static void compare(struct fit *fit)
{
    double n = (double)(opt.alone_games *= 4);
    struct fit now = {.table = fit->table};
    begin(&now);
    memcpy(fit->set[0], now.mean, sizeof now.mean);
    memcpy(fit->set[1], fit->mean, sizeof fit->mean);
    fit->sets = 2;
    measure(fit);
    double more = (fit->chain[1] - fit->chain[0]) / n;
    printf("%.3f steps instead of %.3f: %+.3f +- %.3f\n", fit->chain[1] / n, fit->chain[0] / n,
           more, 1.96 * sqrt((fit->squares[1] / n - more * more) / n));
}

static void fit_table(int table)
{
    static struct fit fit;
    struct rng rng = {(uint64_t)opt.seed};
    fit = (struct fit){.table = table, .sets = SETS, .seed = opt.seed};
    begin(&fit);
    for (int generation = 1; generation <= opt.games; generation++) {
        draw_sets(&fit, &rng);
        measure(&fit);
        learn(&fit);
        printf("%3d: %.3f steps;", generation, fit.chain[0] / (double)opt.alone_games);
        print_set(fit.mean);
    }
    compare(&fit);
}

void strength_reborn_fit_free(void)
{
    puts("# weights for fields without ojama: --games generations of --alone positions");
    fit_table(PLAN_FREE);
}

void strength_reborn_fit_hit(void)
{
    puts("# weights for fields that were hit: --games generations of --alone positions");
    fit_table(PLAN_HIT);
}
