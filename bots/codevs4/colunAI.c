/*
 * colunAI — makes a worker at the first chance. One base out in the field and none at the castle;
 * groups of fighters and assassins. Falls to an early attack, as rosa does.
 */
#include "bots/codevs4/kit.h"

enum { OWN_HALF = 99 };

static void think(const struct bot_view *view, void *memory, struct game_action *out)
{
    struct kit4 *k = memory;
    kit4_begin(k, view, out);
    if (kit4_is_ready(k, 12)) kit4_advance(k, 1);
    kit4_train(k, kit4_mix(k, 0, 1, 1));
    kit4_scout(k, 3, OWN_HALF);
    kit4_mine(k, OWN_HALF);
    kit4_breed(k, 12, OWN_HALF);
    kit4_charge(k, 12);
    kit4_attack(k);
    kit4_guard(k, kit4_front(k), 0);
}

const struct bot bot_codevs4_colunAI = {
    .name = "colunAI",
    .game = "codevs4",
    .about =
        N_("opponent of the campaign: few workers, a base out in the field, assassins in groups"),
    .memory_size = sizeof(struct kit4),
    .think = think,
};
