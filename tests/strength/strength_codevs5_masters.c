/*
 * Masters that are not quite the one of the arena: whose hard turns get more nodes than others, and
 * with weights of their own.
 */
#include "tests/strength/strength_codevs5_masters.h"

#include "bots/codevs5/chase.h"
#include "tests/strength/strength.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/*
 * `fit` finds what should count how much to the search (route_weights in route.c) by simultaneous
 * perturbation (SPSA): in each step all numbers are moved a little, each up or down by lot; the
 * master with these plays against the master with the opposite moves, and every number goes a part
 * of the way that its side of the score says. Prices are those of the seeds, so that all price
 * lists have their say.
 */
enum {
    NUMBERS = 2 * ROUTE_VALUES, /* worth and part by price of each */
    PART = 5,                   /* they are moved by one in so many of the worth */
    NODES = 1500,               /* when --nodes says nothing */
    SEEDS = 400,                /* for the comparison at the end */
    HARD_TIMES = 10             /* as many nodes a hard turn, more */
};

/* The first steps go half of the way; the longer it goes on, the shorter they are. */
static const double GAIN = 0.5, SETTLED = 50;

extern const struct bot bot_codevs5_master;

/* ---- masters ---- */

struct mind {
    struct chase chase;
    int32_t is_open;
    _Alignas(64) unsigned char rest[];
};

static struct route_weight weights[2][ROUTE_VALUES];

static void think_with(const struct route_weight *own, const struct bot_view *view, void *memory,
                       int64_t hard_nodes, struct game_action *out)
{
    struct mind *mind = memory;
    if (!mind->is_open) chase_open(&mind->chase, chase_master, mind->rest);
    mind->is_open = 1;
    mind->chase.router.weights = own;
    struct chase_time time = {view->budget.nodes, INT64_MAX, hard_nodes, INT64_MAX};
    struct codevs5_command command =
        chase_think(&mind->chase, kit_state(view), view->self.player, time);
    memcpy(out, &command, sizeof command);
}

static void think_first(const struct bot_view *view, void *memory, struct game_action *out)
{
    think_with(weights[0], view, memory, view->budget.nodes, out);
}

static void think_second(const struct bot_view *view, void *memory, struct game_action *out)
{
    think_with(weights[1], view, memory, view->budget.nodes, out);
}

static void think_patiently(const struct bot_view *view, void *memory, struct game_action *out)
{
    think_with(route_weights, view, memory, (1 + HARD_TIMES) * view->budget.nodes, out);
}

#define MASTER(title, thinks)                                                                      \
    {                                                                                              \
        .name = title, .game = "codevs5", .has_budget = true,                                      \
        .memory_size = sizeof(struct mind) + ROUTER_SIZE(CHASE_MASTER_WIDTH), .think = thinks      \
    }

static const struct bot fitted[2] = {MASTER("fitted", think_first), MASTER("before", think_second)};
static const struct bot patient = MASTER("patient", think_patiently);

/* ---- numbers ---- */

/* How far a price is from the middle at most. */
static int reach_of(int jutsu)
{
    return jutsu == JUTSU_SLASH ? 12 : jutsu == JUTSU_MY_CLONE ? 1 : 2;
}

static void read_weights(double number[NUMBERS])
{
    for (int i = 0; i < ROUTE_VALUES; i++) {
        number[2 * i] = route_weights[i].worth;
        number[2 * i + 1] = route_weights[i].per_price;
    }
}

static void set_weights(struct route_weight *w, const double number[NUMBERS])
{
    memcpy(w, route_weights, sizeof route_weights);
    for (int i = 0; i < ROUTE_VALUES; i++) {
        w[i].worth = (int32_t)lround(number[2 * i]);
        w[i].per_price = (int32_t)lround(number[2 * i + 1]);
    }
}

/* By how much a number is moved. */
static double width_of(int i)
{
    const struct route_weight *w = &route_weights[i / 2];
    double width = (double)w->worth / PART;
    return i % 2 == 0 ? width : width / reach_of(w->jutsu);
}

static void print_numbers(const double number[NUMBERS])
{
    for (int i = 0; i < ROUTE_VALUES; i++)
        printf("  %s %.0f %+.0f", route_weights[i].name, number[2 * i], number[2 * i + 1]);
    puts("");
    fflush(stdout);
}

/* ---- a step ---- */

static struct bot_budget budget_of_all(void)
{
    return (struct bot_budget){.nodes = opt.nodes ? opt.nodes : NODES};
}

static void play_one(int i, void *result, void *arg)
{
    const int64_t *seed = arg;
    int seat = i & 1;
    struct strength_match m = {.seed = (uint64_t)(*seed + i)};
    for (int k = 0; k < 2; k++) {
        m.bot[seat ^ k] = &fitted[k];
        m.budget[seat ^ k] = budget_of_all();
    }
    int winner = strength_play(&m).winner;
    *(int32_t *)result = winner < 0 ? 0 : winner == seat ? 1 : -1;
}

static int32_t points;

static void take_one(int i, const void *result, void *arg)
{
    (void)i, (void)arg;
    points += *(const int32_t *)result;
}

static void take_step(double number[NUMBERS], struct rng *rng, int64_t seed, int step)
{
    double side[2][NUMBERS], move[NUMBERS];
    int count = (int)opt.alone_games;
    for (int i = 0; i < NUMBERS; i++) {
        move[i] = rng_below(rng, 2) ? width_of(i) : -width_of(i);
        side[0][i] = number[i] + move[i];
        side[1][i] = number[i] - move[i];
    }
    for (int k = 0; k < 2; k++) set_weights(weights[k], side[k]);
    points = 0;
    strength_spread(count, sizeof(int32_t), play_one, take_one, &seed);
    double way = GAIN * points / count / (1 + step / SETTLED);
    for (int i = 0; i < NUMBERS; i++) number[i] += way * move[i];
    printf("%3d: %+3d of %d;", step, points, count);
    print_numbers(number);
}

void strength_codevs5_fit(void)
{
    struct rng rng = {(uint64_t)opt.seed};
    double number[NUMBERS];
    int64_t seed = opt.seed;
    int steps = opt.games;
    puts("# worth and part by price, in hundredths: --games steps of --alone games");
    read_weights(number);
    for (int step = 1; step <= steps; step++, seed += opt.alone_games)
        take_step(number, &rng, seed, step);
    set_weights(weights[0], number);
    memcpy(weights[1], route_weights, sizeof route_weights);
    opt.games = SEEDS;
    opt.seed = seed;
    strength_series(&fitted[0], budget_of_all(), &fitted[1], budget_of_all());
    opt.games = steps;
}

void strength_codevs5_hard(void)
{
    puts(
        "# the master whose hard turns get ten times as many nodes more, against one whose do not");
    strength_series(&patient, budget_of_all(), &bot_codevs5_master, budget_of_all());
}
