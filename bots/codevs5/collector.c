/* Goes to the nearest souls and never into an open mouth: looks one turn ahead. */
#include "bots/codevs5/kit.h"

enum { SOUL = 1000, CAUGHT = 1000000, TIES = 16 };

static int score(const struct codevs5_field *field, const struct codevs5_walk *walk,
                 const uint8_t distance[CODEVS5_CELLS])
{
    int points = SOUL * walk->souls;
    for (int n = 0; n < CODEVS5_NINJAS; n++) points -= distance[walk->ninja[n]];
    return kit_is_caught(field, walk->ninja) ? points - CAUGHT : points;
}

static void think(const struct bot_view *view, void *memory, struct game_action *out)
{
    (void)memory;
    const struct codevs5_field *field = kit_own(view);
    struct codevs5_walk walks[CODEVS5_WALKS_MAX];
    uint8_t distance[CODEVS5_CELLS];
    int count = codevs5_list_walks(field, CODEVS5_STEPS, walks, CODEVS5_WALKS_MAX);
    int best = 0, most = INT32_MIN;
    kit_soul_distances(field, distance);
    for (int i = 0; i < count; i++) {
        int points = score(field, &walks[i], distance) * TIES + (int)rng_below(view->rng, TIES);
        if (points <= most) continue;
        best = i;
        most = points;
    }
    kit_answer(&walks[best], (struct codevs5_spell){.jutsu = JUTSU_NONE}, out);
}

const struct bot bot_codevs5_collector = {
    .name = "collector",
    .game = "codevs5",
    .about = N_("goes for the nearest souls and looks one turn ahead"),
    .think = think,
};
