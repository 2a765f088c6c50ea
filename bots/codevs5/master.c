/*
 * master, expert, amateur — players of CODE VS 5.0, the same code with different means.
 *
 * The master plans the clock over the game (chase.h says how it decides). The expert has a small
 * fixed number of nodes a turn and attacks only to be sure of a kill. The amateur has still fewer
 * and looks at its own field alone.
 */
#include "bots/bot.h"
#include "bots/codevs5/chase.h"
#include "bots/search/clock_plan.h"
#include "os/clock.h"

#include <string.h>

enum {
    CLOCK_PART = 50, /* a turn gets one in so many of what is left */
    MASTER_WIDTH = 1 << 13,
    EXPERT_WIDTH = 1 << 9,
    AMATEUR_WIDTH = 1 << 7,
};

struct level {
    struct chase_style style;
    int64_t nodes; /* a turn; 0: as the clock allows */
};

/* `tests/heavy/strength codevs5 levels` prints what each wins against the one below. */
static const struct level master_level = {
    .style = {.width = MASTER_WIDTH, .turns = 6, .minds_opponent = true, .kill_likely = 30}};
static const struct level expert_level = {
    .style = {.width = EXPERT_WIDTH, .turns = 5, .minds_opponent = true, .kill_likely = 100},
    .nodes = 300};
static const struct level amateur_level = {
    .style = {.width = AMATEUR_WIDTH, .turns = 4, .minds_opponent = false}, .nodes = 300};

/* The router's nodes follow; it is opened at the first turn. */
struct mind {
    struct chase chase;
    int32_t is_open;
    _Alignas(64) unsigned char rest[];
};

static int64_t turn_end_us(const struct bot_view *view, const struct codevs5_state *state)
{
    const struct game_clock *clock = &view->game->clock;
    struct clock_plan plan = {.left_ms = view->self.left_ms[view->self.player],
                              .match_ms = clock->match_ms,
                              .turn_ms = clock->turn_ms,
                              .turns_left = state->turns - state->turn,
                              .part = CLOCK_PART};
    int64_t ms = clock_plan_ms(&plan);
    if (view->budget.ms > 0 && ms > view->budget.ms) ms = view->budget.ms;
    return clock_us() + 1000 * ms;
}

static void think_at(const struct level *level, const struct bot_view *view, void *memory,
                     struct game_action *out)
{
    const struct codevs5_state *state = kit_state(view);
    struct mind *mind = memory;
    int64_t nodes = view->budget.nodes, end_us = INT64_MAX;
    if (!mind->is_open) chase_open(&mind->chase, level->style, mind->rest);
    mind->is_open = 1;
    if (nodes == 0 && view->budget.ms == 0) nodes = level->nodes;
    if (nodes == 0) {
        nodes = INT64_MAX;
        end_us = turn_end_us(view, state);
    }
    struct codevs5_command command =
        chase_think(&mind->chase, state, view->self.player, nodes, end_us);
    memcpy(out, &command, sizeof command);
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

const struct bot bot_codevs5_master = {
    .name = "master",
    .game = "codevs5",
    .about = "searches six turns ahead on both fields with all of the clock, and goes for kills",
    .has_budget = true,
    .spare = "nodes=10000",
    .memory_size = sizeof(struct mind) + ROUTER_SIZE(MASTER_WIDTH),
    .think = think_master,
};

const struct bot bot_codevs5_expert = {
    .name = "expert",
    .game = "codevs5",
    .about = "the master with few nodes a turn; attacks only to be sure of a kill",
    .has_budget = true,
    .memory_size = sizeof(struct mind) + ROUTER_SIZE(EXPERT_WIDTH),
    .think = think_expert,
};

const struct bot bot_codevs5_amateur = {
    .name = "amateur",
    .game = "codevs5",
    .about = "runs and collects like the master, but sees less far and never looks at the opponent",
    .has_budget = true,
    .memory_size = sizeof(struct mind) + ROUTER_SIZE(AMATEUR_WIDTH),
    .think = think_amateur,
};
