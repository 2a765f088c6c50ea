/* Takes the items it sees beside it; without any it goes straight on while it can. */
#include "bots/chaser/kit.h"

/* An item at a side that can be taken; -1: there is none. */
static int item_side(const struct kit_map *m)
{
    for (int direction = CHASER_UP; direction <= CHASER_LEFT; direction++)
        if (m->cell[kit_next(m->at, direction)] == KIT_ITEM && kit_can_walk(m, direction))
            return direction;
    return -1;
}

/* Towards an item at a corner of the square. */
static int corner_side(const struct kit_map *m)
{
    for (int direction = CHASER_UP; direction <= CHASER_LEFT; direction++) {
        int corner = kit_next(kit_next(m->at, direction), (direction + 1) % 4);
        if (m->cell[corner] != KIT_ITEM) continue;
        if (kit_can_walk(m, direction)) return direction;
        if (kit_can_walk(m, (direction + 1) % 4)) return (direction + 1) % 4;
    }
    return -1;
}

/* Straight on, now and then another way. */
static int any_side(const struct kit_map *m, struct rng *rng)
{
    int ahead = m->last.direction, first = (int)rng_below(rng, 4);
    if (m->actions > 1 && rng_below(rng, 8) > 0 && kit_can_walk(m, ahead)) return ahead;
    for (int i = 0; i < 4; i++)
        if (kit_can_walk(m, (first + i) % 4)) return (first + i) % 4;
    return -1;
}

static struct chaser_action choose(struct kit_map *m, struct rng *rng)
{
    int direction = item_side(m);
    if (direction < 0) direction = corner_side(m);
    if (direction < 0) direction = any_side(m, rng);
    return direction < 0 ? kit_action(CHASER_SEARCH, 0) : kit_action(CHASER_WALK, direction);
}

static void think(const struct bot_view *view, void *memory, struct game_action *out)
{
    kit_think(view, memory, choose, out);
}

const struct bot bot_chaser_2 = {
    .name = "chaser-2",
    .game = "chaser",
    .about = N_("takes the items it sees beside it"),
    .memory_size = sizeof(struct kit_map),
    .think = think,
};
