/*
 * silber — makes a worker at the first chance, looks for the enemy castle from the first turn on,
 * and sends every knight straight there from a base out in the field. Nobody stays at home.
 */
#include "bots/codevs4/kit.h"

enum { OWN_HALF = 99 };

static void think(const struct bot_view *view, void *memory, struct game_action *out)
{
    struct kit4 *k = memory;
    kit4_begin(k, view, out);
    kit4_spy(k);
    if (kit4_is_ready(k, 12)) kit4_advance(k, 1);
    kit4_train(k, CODEVS4_KNIGHT);
    kit4_scout(k, 2, OWN_HALF);
    kit4_mine(k, OWN_HALF);
    kit4_breed(k, 16, OWN_HALF);
    kit4_send(k, k->g.count);
    kit4_attack(k);
}

const struct bot bot_codevs4_silber = {
    .name = "silber",
    .game = "codevs4",
    .about = N_("opponent of the campaign: an early rush of knights straight at the castle"),
    .memory_size = sizeof(struct kit4),
    .think = think,
};
