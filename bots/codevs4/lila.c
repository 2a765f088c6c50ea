/*
 * lila — saves up at first, for a village: villages stand on its resource cells. Its bases are at
 * the castle, where a large force of all types gathers. Only what the castle sees can move it;
 * then, when it is large enough, all of it goes out at once.
 */
#include "bots/codevs4/kit.h"

enum { BEYOND_HALF = 110, FORCE = 70 };

static void think(const struct bot_view *view, void *memory, struct game_action *out)
{
    struct kit4 *k = memory;
    kit4_begin(k, view, out);
    int workers = k->own[CODEVS4_WORKER];
    bool has_village = k->own[CODEVS4_VILLAGE] > 0;
    kit4_scout(k, 3, BEYOND_HALF);
    kit4_settle(k, 5);
    if (has_village && kit4_is_ready(k, 20))
        kit4_build(k, CODEVS4_BASE, k->castle, 1 + workers / 35);
    kit4_train(k, kit4_mix(k, 1, 1, 1));
    kit4_mine(k, BEYOND_HALF);
    if (has_village) kit4_breed(k, 60, BEYOND_HALF);
    kit4_charge(k, FORCE);
    kit4_attack(k);
    kit4_guard(k, k->castle, 10);
}

const struct bot bot_codevs4_lila = {
    .name = "lila",
    .game = "codevs4",
    .about =
        N_("opponent of the campaign: gathers a large force at its castle and sends it out all "
           "at once"),
    .memory_size = sizeof(struct kit4),
    .think = think,
};
