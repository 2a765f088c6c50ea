/* A first opponent: walks about and avoids blocks. Items it meets are taken by accident. */
#include "bots/chaser/kit.h"

static struct chaser_action choose(struct kit_map *m, struct rng *rng)
{
    int first = (int)rng_below(rng, 4);
    for (int i = 0; i < 4; i++) {
        int direction = (first + i) % 4;
        if (kit_is_open(m, kit_next(m->at, direction))) return kit_action(CHASER_WALK, direction);
    }
    return kit_action(CHASER_SEARCH, first);
}

static void think(const struct bot_view *view, void *memory, struct game_action *out)
{
    kit_think(view, memory, choose, out);
}

const struct bot bot_chaser_1 = {
    .name = "chaser-1",
    .game = "chaser",
    .about = N_("walks about and avoids blocks: a first opponent"),
    .memory_size = sizeof(struct kit_map),
    .think = think,
};
