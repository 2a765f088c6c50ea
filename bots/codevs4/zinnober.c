/*
 * zinnober — makes a worker at the first chance. Its base stands at the castle, and so do its
 * soldiers until a group is complete.
 */
#include "bots/codevs4/kit.h"

enum { OWN_HALF = 99 };

static void think(const struct bot_view *view, void *memory, struct game_action *out)
{
    struct kit4 *k = memory;
    kit4_begin(k, view, out);
    if (kit4_is_ready(k, 16)) kit4_build(k, CODEVS4_BASE, k->castle, 1);
    kit4_train(k, kit4_mix(k, 1, 2, 1));
    kit4_scout(k, 3, OWN_HALF);
    kit4_mine(k, OWN_HALF);
    kit4_breed(k, 18, OWN_HALF);
    kit4_charge(k, 15);
    kit4_attack(k);
    kit4_guard(k, k->castle, 10);
}

const struct bot bot_codevs4_zinnober = {
    .name = "zinnober",
    .game = "codevs4",
    .about = N_("opponent of the campaign: a base at its castle, mixed groups"),
    .memory_size = sizeof(struct kit4),
    .think = think,
};
