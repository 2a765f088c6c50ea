/*
 * Remembers what it has seen and goes to the nearest item it knows. When it knows none it searches
 * along the line that would show it most, or walks to where the unknown begins.
 */
#include "bots/chaser/plan.h"

enum { DEPTH = 5, UNKNOWN_WORTH = 150 };

struct memory {
    struct kit_map map;
    struct plan plan;
};

static struct chaser_action choose(struct kit_map *m, struct rng *rng)
{
    struct plan *plan = &((struct memory *)m)->plan;
    (void)rng;
    plan_fill(plan, m, UNKNOWN_WORTH);
    struct plan_steps first = plan_walk(plan, DEPTH, KIT_ALL_DIRECTIONS);
    int search = plan_knows_item(plan) ? -1 : kit_best_search(m);
    if (search >= 0) return kit_action(CHASER_SEARCH, search);
    if (first.best < 0) return kit_action(CHASER_SEARCH, 0);
    return kit_action(kit_may_be_trap(m, first.best) ? CHASER_LOOK : CHASER_WALK, first.best);
}

static void think(const struct bot_view *view, void *memory, struct game_action *out)
{
    kit_think(view, memory, choose, out);
}

const struct bot bot_chaser_3 = {
    .name = "chaser-3",
    .game = "chaser",
    .about = N_("searches, remembers the map and goes for the nearest item it knows"),
    .memory_size = sizeof(struct memory),
    .think = think,
};
