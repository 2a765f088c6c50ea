/*
 * master, expert, amateur — players of CODE VS 5.0, the same code with different means.
 *
 * The master plans the clock over the game (chase.h says how it decides). The expert has a small
 * fixed number of nodes a turn and looks out for the jutsu of this turn alone. The amateur has
 * still fewer and looks at its own field alone.
 */
#include "bots/budget.h"
#include "bots/codevs5/chase.h"

#include <string.h>

enum {
    CLOCK_PART = 50, /* a turn gets one in so many of what is left, */
    HARD_PART = 25,  /* a hard one of the master's one in so many */
    EXPERT_WIDTH = 1 << 9,
    AMATEUR_WIDTH = 1 << 7,
};

struct level {
    const struct chase_style *style;
    struct budget_level budget;
};

/* `tests/heavy/strength codevs5 levels` prints what each wins against the one below. */
static const struct level master_level = {.style = &chase_master,
                                          .budget = {.clock_part = CLOCK_PART}};
static const struct chase_style expert_style = {
    .width = EXPERT_WIDTH, .turns = 5, .minds_opponent = true, .kill_likely = 35};
static const struct level expert_level = {.style = &expert_style,
                                          .budget = {.nodes = 150, .clock_part = CLOCK_PART}};
static const struct chase_style amateur_style = {.width = AMATEUR_WIDTH, .turns = 4};
static const struct level amateur_level = {.style = &amateur_style,
                                           .budget = {.nodes = 30, .clock_part = CLOCK_PART}};

/* The router's nodes follow; it is opened at the first turn. */
struct mind {
    struct chase chase;
    int32_t is_open;
    _Alignas(64) unsigned char rest[];
};

static void think_at(const struct level *level, const struct bot_view *view, void *memory,
                     struct game_action *out)
{
    const struct codevs5_state *state = kit_state(view);
    struct mind *mind = memory;
    int turns_left = state->turns - state->turn;
    struct budget_level hard_level = level->budget;
    hard_level.clock_part = HARD_PART;
    struct budget_turn turn = budget_of_turn(view, &level->budget, turns_left);
    struct budget_turn hard = budget_of_turn(view, &hard_level, turns_left);
    struct chase_time time = {turn.nodes, turn.end_us, hard.nodes, hard.end_us};
    if (!mind->is_open) chase_open(&mind->chase, *level->style, mind->rest);
    mind->is_open = 1;
    struct codevs5_command command = chase_think(&mind->chase, state, view->self.player, time);
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
    .about =
        N_("searches six turns ahead on both fields with all of the clock, and goes for kills"),
    .has_budget = true,
    .spare = "nodes=10000",
    .memory_size = sizeof(struct mind) + ROUTER_SIZE(CHASE_MASTER_WIDTH),
    .think = think_master,
};

const struct bot bot_codevs5_expert = {
    .name = "expert",
    .game = "codevs5",
    .about = N_("the master with few nodes a turn; looks out for the jutsu of this turn alone"),
    .has_budget = true,
    .memory_size = sizeof(struct mind) + ROUTER_SIZE(EXPERT_WIDTH),
    .think = think_expert,
};

const struct bot bot_codevs5_amateur = {
    .name = "amateur",
    .game = "codevs5",
    .about =
        N_("runs and collects like the master, but sees less far and never looks at the opponent"),
    .has_budget = true,
    .memory_size = sizeof(struct mind) + ROUTER_SIZE(AMATEUR_WIDTH),
    .think = think_amateur,
};
