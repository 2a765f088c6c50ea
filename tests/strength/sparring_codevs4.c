#include "tests/strength/sparring_codevs4.h"

#include "bots/codevs4/kit.h"

enum { OWN_HALF = 99, BEYOND_HALF = 115, WHOLE_FIELD = 198 };

/* Saves for its base from turn 20 on, so that it stands between turns 60 and 80. */
static void think_rush(const struct bot_view *view, void *memory, struct game_action *out)
{
    struct kit4 *k = memory;
    kit4_begin(k, view, out);
    kit4_spy(k);
    if (kit4_is_ready(k, 10) || k->g.turn >= 20) kit4_build(k, CODEVS4_BASE, kit4_front(k), 1);
    kit4_train(k, kit4_mix(k, 3, 1, 0));
    kit4_scout(k, 2, OWN_HALF);
    kit4_mine(k, OWN_HALF);
    kit4_breed(k, 20, OWN_HALF);
    kit4_send(k, k->g.count);
    kit4_attack(k);
}

/* Whatever its castle sees is met by all; what comes no nearer is left alone until 200 stand. */
static void think_fortress(const struct bot_view *view, void *memory, struct game_action *out)
{
    enum { FORCE = 200 };
    struct kit4 *k = memory;
    kit4_begin(k, view, out);
    int workers = k->own[CODEVS4_WORKER];
    if (k->g.turn >= 60) kit4_spy(k);
    if (kit4_is_ready(k, 20)) kit4_build(k, CODEVS4_BASE, k->castle, 1 + workers / 25);
    kit4_train(k, kit4_mix(k, 2, 1, 1));
    kit4_scout(k, 4, BEYOND_HALF);
    kit4_settle(k, 5);
    kit4_mine(k, BEYOND_HALF);
    kit4_breed(k, 60, BEYOND_HALF);
    kit4_charge(k, FORCE);
    kit4_attack(k);
    kit4_guard(k, k->castle, 12);
}

static void think_economy(const struct bot_view *view, void *memory, struct game_action *out)
{
    enum { FIRST_BASE = 250, ATTACK = 400 };
    struct kit4 *k = memory;
    kit4_begin(k, view, out);
    if (k->g.turn >= 100) kit4_spy(k);
    if (k->g.turn >= FIRST_BASE) kit4_build(k, CODEVS4_BASE, k->castle, 4);
    kit4_train(k, kit4_mix(k, 2, 1, 1));
    kit4_scout(k, 4, WHOLE_FIELD);
    kit4_settle(k, 8);
    kit4_mine(k, BEYOND_HALF);
    kit4_breed(k, 90, BEYOND_HALF);
    if (k->g.turn >= ATTACK) kit4_charge(k, 100);
    kit4_attack(k);
    kit4_guard(k, k->castle, 30);
}

#define SPARRING(id, title)                                                                        \
    const struct bot sparring_##id = {                                                             \
        .name = title, .game = "codevs4", .memory_size = sizeof(struct kit4), .think = think_##id}
SPARRING(rush, "rush");
SPARRING(fortress, "fortress");
SPARRING(economy, "economy");
