/*
 * chokudAI — saves up at first, for a village: villages stand on its resource cells, and its
 * workers come from them. The base is out in the field, none is at the castle.
 */
#include "bots/codevs4/kit.h"

enum { OWN_HALF = 99 };

static void think(const struct bot_view *view, void *memory, struct game_action *out)
{
    struct kit4 *k = memory;
    kit4_begin(k, view, out);
    bool has_village = k->own[CODEVS4_VILLAGE] > 0;
    kit4_scout(k, 3, OWN_HALF);
    kit4_settle(k, 6);
    if (has_village && kit4_is_ready(k, 20)) kit4_advance(k, 1);
    kit4_train(k, kit4_mix(k, 2, 1, 1));
    kit4_mine(k, OWN_HALF);
    if (has_village) kit4_breed(k, 30, OWN_HALF);
    kit4_charge(k, 20);
    kit4_attack(k);
    kit4_guard(k, kit4_front(k), 0);
}

const struct bot bot_codevs4_chokudAI = {
    .name = "chokudAI",
    .game = "codevs4",
    .about = N_("opponent of the campaign: villages on resource cells, a base out in the field"),
    .memory_size = sizeof(struct kit4),
    .think = think,
};
