/*
 * gelb — makes a worker at the first chance, and many more: the field fills with workers and then
 * with knights from several bases, none of them at the castle. No assassins. Slow, but dangerous
 * when it is left alone.
 */
#include "bots/codevs4/kit.h"

enum { BEYOND_HALF = 115 };

static void think(const struct bot_view *view, void *memory, struct game_action *out)
{
    struct kit4 *k = memory;
    kit4_begin(k, view, out);
    int workers = k->own[CODEVS4_WORKER];
    if (kit4_is_ready(k, 20)) kit4_advance(k, 1 + workers / 40);
    kit4_scout(k, 3, BEYOND_HALF);
    kit4_settle(k, 4);
    kit4_mine(k, BEYOND_HALF);
    kit4_breed(k, 30, BEYOND_HALF);
    kit4_train(k, kit4_mix(k, 4, 1, 0));
    kit4_breed(k, 70, BEYOND_HALF);
    kit4_charge(k, 40);
    kit4_attack(k);
    kit4_guard(k, kit4_front(k), 0);
}

const struct bot bot_codevs4_gelb = {
    .name = "gelb",
    .game = "codevs4",
    .about =
        N_("opponent of the campaign: many workers, masses of knights, dangerous in long stages"),
    .memory_size = sizeof(struct kit4),
    .think = think,
};
