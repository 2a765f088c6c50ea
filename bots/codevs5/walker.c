/* Walks about at random and looks once before it leaps. */
#include "bots/codevs5/kit.h"

enum { TRIES = 8 };

static void think(const struct bot_view *view, void *memory, struct game_action *out)
{
    (void)memory;
    const struct codevs5_field *field = kit_own(view);
    struct codevs5_walk walks[CODEVS5_WALKS_MAX];
    int count = codevs5_list_walks(field, CODEVS5_STEPS, walks, CODEVS5_WALKS_MAX);
    const struct codevs5_walk *walk;
    int tries = 0;
    do walk = &walks[rng_below(view->rng, (uint32_t)count)];
    while (kit_is_caught(field, walk->ninja) && ++tries < TRIES);
    kit_answer(walk, (struct codevs5_spell){.jutsu = JUTSU_NONE}, out);
}

const struct bot bot_codevs5_walker = {
    .name = "walker",
    .game = "codevs5",
    .about = N_("walks at random and mostly avoids dogs; takes souls by accident"),
    .think = think,
};
