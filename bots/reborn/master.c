/*
 * master, expert, amateur — players of CODE VS Reborn, the same code with different means.
 *
 * The master plans the clock over the game and searches both sides' plans (duel.h says how it
 * decides). The expert has a small fixed number of nodes a turn. The amateur has still fewer, plans
 * less far ahead, and does not look at the opponent's field at all.
 */
#include "bots/bot.h"
#include "bots/reborn/duel.h"
#include "bots/search/clock_plan.h"
#include "os/clock.h"

#include <string.h>

enum {
    CLOCK_PART = 15, /* a turn gets one in so many of what is left */
    EXPERT_WIDTH = 1 << 10,
    AMATEUR_WIDTH = 1 << 8,
};

struct level {
    struct duel_style style;
    int64_t nodes; /* a turn; 0: as the clock allows */
};

/* `tests/heavy/strength reborn levels` prints what each wins against the one below. */
static const struct level master_level = {
    .style = {.width = PLAN_WIDTH, .depth = 20, .minds_opponent = true}};
static const struct level expert_level = {
    .style = {.width = EXPERT_WIDTH, .depth = 14, .minds_opponent = true}, .nodes = 60000};
static const struct level amateur_level = {
    .style = {.width = AMATEUR_WIDTH, .depth = 10, .minds_opponent = false}, .nodes = 12000};

/* The planner's nodes follow; it is opened at the first turn. */
struct mind {
    struct duel duel;
    int32_t is_open;
    _Alignas(64) unsigned char rest[];
};

static int64_t turn_end_us(const struct bot_view *view, const struct reborn *game)
{
    const struct game_clock *clock = &view->game->clock;
    struct clock_plan plan = {.left_ms = view->self.left_ms[view->self.player],
                              .match_ms = clock->match_ms,
                              .turn_ms = clock->turn_ms,
                              .turns_left = game->turns - game->turn,
                              .part = CLOCK_PART};
    int64_t ms = clock_plan_ms(&plan);
    if (view->budget.ms > 0 && ms > view->budget.ms) ms = view->budget.ms;
    return clock_us() + 1000 * ms;
}

static void think_at(const struct level *level, const struct bot_view *view, void *memory,
                     struct game_action *out)
{
    const struct reborn *game = (const struct reborn *)view->state;
    struct mind *mind = memory;
    int64_t nodes = view->budget.nodes, end_us = INT64_MAX;
    if (!mind->is_open) duel_open(&mind->duel, level->style, mind->rest);
    mind->is_open = 1;
    if (nodes == 0 && view->budget.ms == 0) nodes = level->nodes;
    if (nodes == 0) {
        nodes = INT64_MAX;
        end_us = turn_end_us(view, game);
    }
    struct reborn_action action =
        duel_think(&mind->duel, game, view->self.player, nodes, end_us, rng_next(view->rng));
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
    .about = "searches both sides' plans with all of the clock, and fires when that pays most",
    .has_budget = true,
    .spare = "nodes=400000",
    .memory_size = sizeof(struct mind) + PLANNER_SIZE(PLAN_WIDTH),
    .think = think_master,
};

const struct bot bot_reborn_expert = {
    .name = "expert",
    .game = "reborn",
    .about = "the master with a small number of nodes a turn",
    .has_budget = true,
    .memory_size = sizeof(struct mind) + PLANNER_SIZE(EXPERT_WIDTH),
    .think = think_expert,
};

const struct bot bot_reborn_amateur = {
    .name = "amateur",
    .game = "reborn",
    .about = "builds chains like the master, but sees less far and never looks at the opponent",
    .has_budget = true,
    .memory_size = sizeof(struct mind) + PLANNER_SIZE(AMATEUR_WIDTH),
    .think = think_amateur,
};
