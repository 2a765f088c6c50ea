#include "bots/budget.h"

#include "bots/search/clock_plan.h"
#include "os/clock.h"

static int64_t turn_end_us(const struct bot_view *view, int clock_part, int turns_left)
{
    const struct game_clock *clock = &view->game->clock;
    struct clock_plan plan = {.left_ms = view->self.left_ms[view->self.player],
                              .match_ms = clock->match_ms,
                              .turn_ms = clock->turn_ms,
                              .turns_left = turns_left,
                              .part = clock_part};
    int64_t ms = clock_plan_ms(&plan);
    if (view->budget.ms > 0 && ms > view->budget.ms) ms = view->budget.ms;
    return clock_us() + 1000 * ms;
}

struct budget_turn budget_of_turn(const struct bot_view *view, const struct budget_level *level,
                                  int turns_left)
{
    int64_t nodes = view->budget.nodes;
    if (nodes == 0 && view->budget.ms == 0) nodes = level->nodes;
    bool has_clock = nodes == 0 || (view->budget.nodes == 0 && level->keeps_clock);
    return (struct budget_turn){
        .nodes = nodes > 0 ? nodes : INT64_MAX,
        .end_us = has_clock ? turn_end_us(view, level->clock_part, turns_left) : INT64_MAX};
}
