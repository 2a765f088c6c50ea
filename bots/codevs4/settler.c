/*
 * settler — scouts its half of the field, fills the mines with workers from villages beside them,
 * looks for the enemy castle in time, and attacks with a mass of knights and of what beats the
 * enemy it has met. Until then its soldiers, from bases at the castle, meet whoever comes near.
 */
#include "bots/codevs4/kit.h"

enum { BEYOND_HALF = 110 };

/* Mostly knights, which are cheap, and what beats the enemy. */
static enum codevs4_type choose_type(const struct kit4 *k)
{
    int weight[CODEVS4_TYPES + 1] = {0, 3, 1, 1};
    weight[kit4_answer(k)] += 2;
    return kit4_mix(k, weight[CODEVS4_KNIGHT], weight[CODEVS4_FIGHTER], weight[CODEVS4_ASSASSIN]);
}

static void think(const struct bot_view *view, void *memory, struct game_action *out)
{
    struct kit4 *k = memory;
    kit4_begin(k, view, out);
    int workers = k->own[CODEVS4_WORKER];
    if (k->g.turn >= 60) kit4_spy(k);
    if (kit4_is_ready(k, 20)) kit4_build(k, CODEVS4_BASE, k->castle, 1 + workers / 30);
    kit4_train(k, choose_type(k));
    kit4_scout(k, 4, BEYOND_HALF);
    kit4_settle(k, 5);
    kit4_mine(k, BEYOND_HALF);
    kit4_breed(k, 60, BEYOND_HALF);
    kit4_charge(k, 80);
    kit4_attack(k);
    kit4_guard(k, k->castle, 40);
}

const struct bot bot_codevs4_settler = {
    .name = "settler",
    .game = "codevs4",
    .about = N_("scouts, mines, builds villages and attacks with a mass"),
    .memory_size = sizeof(struct kit4),
    .think = think,
};
