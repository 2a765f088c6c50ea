/*
 * schwarz — makes nothing until it can pay a base at its castle, and then assassins only. They wait
 * at the castle until turn 120 and go out one by one from then on. No villages.
 */
#include "bots/codevs4/kit.h"

enum { OWN_HALF = 99, FIRST_SENT = 120 };

static void think(const struct bot_view *view, void *memory, struct game_action *out)
{
    struct kit4 *k = memory;
    kit4_begin(k, view, out);
    bool has_base = kit4_build(k, CODEVS4_BASE, k->castle, 1);
    kit4_train(k, CODEVS4_ASSASSIN);
    kit4_scout(k, 3, OWN_HALF);
    kit4_mine(k, OWN_HALF);
    if (has_base) kit4_breed(k, 10, OWN_HALF);
    if (k->g.turn >= FIRST_SENT) kit4_send(k, 1);
    kit4_attack(k);
    kit4_guard(k, k->castle, 10);
}

const struct bot bot_codevs4_schwarz = {
    .name = "schwarz",
    .game = "codevs4",
    .about =
        "opponent of the campaign: saves for a base at its castle, then sends assassins one by one",
    .memory_size = sizeof(struct kit4),
    .think = think,
};
