/*
 * master, expert, amateur — players of CODE VS Reborn, the same code with different means.
 *
 * The master plans the clock over the game and searches both sides' plans (duel.h says how it
 * decides). The expert has a small fixed number of nodes a turn. The amateur has still fewer, plans
 * less far ahead, and does not look at the opponent's field at all.
 */
#include "bots/budget.h"
#include "bots/reborn/duel.h"

#include <string.h>

enum {
    CLOCK_PART = 15, /* a turn gets one in so many of what is left */
    EXPERT_WIDTH = 1 << 10,
    AMATEUR_WIDTH = 1 << 8,
};

struct level {
    struct duel_style style;
    struct budget_level budget;
};

/* `tests/heavy/strength reborn levels` prints what each wins against the one below. */
static const struct level master_level = {
    .style = {.width = PLAN_WIDTH, .depth = 20, .minds_opponent = true},
    .budget = {.clock_part = CLOCK_PART}};
static const struct level expert_level = {
    .style = {.width = EXPERT_WIDTH, .depth = 14, .minds_opponent = true},
    .budget = {.nodes = 45000, .clock_part = CLOCK_PART, .keeps_clock = true}};
static const struct level amateur_level = {
    .style = {.width = AMATEUR_WIDTH, .depth = 10, .minds_opponent = false},
    .budget = {.nodes = 32000, .clock_part = CLOCK_PART, .keeps_clock = true}};

/* The planner's nodes follow; it is opened at the first turn. */
struct mind {
    struct duel duel;
    int32_t is_open;
    _Alignas(64) unsigned char rest[];
};

static void think_at(const struct level *level, const struct bot_view *view, void *memory,
                     struct game_action *out)
{
    const struct reborn *game = (const struct reborn *)view->state;
    struct mind *mind = memory;
    int threads = view->budget.threads > 1 ? (int)view->budget.threads : 1;
    struct budget_turn turn = budget_of_turn(view, &level->budget, game->turns - game->turn);
    if (!mind->is_open) duel_open(&mind->duel, level->style, threads, mind->rest);
    mind->is_open = 1;
    struct reborn_action action = duel_think(&mind->duel, game, view->self.player, turn.nodes,
                                             turn.end_us, rng_next(view->rng));
    memcpy(out, &action, sizeof action);
}

static void think_master(const struct bot_view *view, void *memory, struct game_action *out)
{
    think_at(&master_level, view, memory, out);
}

static void think_expert(const struct bot_view *view, void *memory, struct game_action *out)
{
    think_at(&expert_level, view, memory, out);
}

static void think_amateur(const struct bot_view *view, void *memory, struct game_action *out)
{
    think_at(&amateur_level, view, memory, out);
}

const struct bot bot_reborn_master = {
    .name = "master",
    .game = "reborn",
    .about = N_("searches both sides' plans with all of the clock, and fires when that pays most"),
    .has_budget = true,
    .spare = "nodes=400000",
    .memory_size = sizeof(struct mind) + PLANNER_SIZE(PLAN_WIDTH),
    .thread_size = PLANNER_SIZE(PLAN_WIDTH),
    .think = think_master,
};

const struct bot bot_reborn_expert = {
    .name = "expert",
    .game = "reborn",
    .about = N_("the master with a small number of nodes a turn"),
    .has_budget = true,
    .memory_size = sizeof(struct mind) + PLANNER_SIZE(EXPERT_WIDTH),
    .thread_size = PLANNER_SIZE(EXPERT_WIDTH),
    .think = think_expert,
};

const struct bot bot_reborn_amateur = {
    .name = "amateur",
    .game = "reborn",
    .about = N_("builds chains like the master, but sees less far and never looks at the opponent"),
    .has_budget = true,
    .memory_size = sizeof(struct mind) + PLANNER_SIZE(AMATEUR_WIDTH),
    .thread_size = PLANNER_SIZE(AMATEUR_WIDTH),
    .think = think_amateur,
};
