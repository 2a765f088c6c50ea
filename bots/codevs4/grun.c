/*
 * grun — saves up at first. A village far from any resource cell watches the middle of the field,
 * on the line y + x = 110 as seen from the upper left; several bases make a mix of all types until
 * it has met enough of the enemy, and then the type that beats what it has met.
 */
#include "bots/codevs4/kit.h"

enum { BEYOND_HALF = 115, WATCH_DEPTH = 198 - 110, ENOUGH_MET = 5, SAVED_UP = 10 };

static bool has_watch(const struct kit4 *k)
{
    for (int i = 0; i < k->g.count; i++) {
        const struct codevs4_unit *unit = &k->g.unit[i];
        bool is_ours = unit->side == k->player && unit->type == CODEVS4_VILLAGE;
        if (is_ours && unit->y + unit->x == WATCH_DEPTH) return true;
    }
    return false;
}

/* In the middle of the line, or as near to it as the known mines allow. */
static struct codevs4_cell find_watch(const struct kit4 *k)
{
    static const int8_t aside[] = {0, 6, -6, 12, -12, 18, -18};
    struct codevs4_cell cell = kit4_cell(WATCH_DEPTH / 2, WATCH_DEPTH / 2);
    for (size_t a = 0; a < sizeof aside; a++) {
        bool is_apart = true;
        cell = kit4_cell(WATCH_DEPTH / 2 + aside[a], WATCH_DEPTH / 2 - aside[a]);
        for (int i = 0; i < k->mines && is_apart; i++)
            is_apart = codevs4_distance(cell.y, cell.x, k->mine[i].y, k->mine[i].x) > 4;
        if (is_apart) break;
    }
    return cell;
}

/* Mostly knights at first; then mostly what beats the enemy it has met. */
static enum codevs4_type choose_type(const struct kit4 *k)
{
    int met = k->met[CODEVS4_KNIGHT] + k->met[CODEVS4_FIGHTER] + k->met[CODEVS4_ASSASSIN];
    int weight[CODEVS4_TYPES + 1] = {0, 3, 1, 1};
    if (met >= ENOUGH_MET) weight[kit4_answer(k)] = 4;
    return kit4_mix(k, weight[CODEVS4_KNIGHT], weight[CODEVS4_FIGHTER], weight[CODEVS4_ASSASSIN]);
}

static void think(const struct bot_view *view, void *memory, struct game_action *out)
{
    struct kit4 *k = memory;
    kit4_begin(k, view, out);
    int workers = k->own[CODEVS4_WORKER];
    if (k->g.turn >= 60) kit4_spy(k);
    struct codevs4_cell watch = find_watch(k);
    if (workers >= 10 && !has_watch(k))
        kit4_build(k, CODEVS4_VILLAGE, watch, k->own[CODEVS4_VILLAGE] + 1);
    if (kit4_is_ready(k, 18))
        kit4_build(k, CODEVS4_BASE, k->own[CODEVS4_BASE] < 2 ? k->castle : watch, 1 + workers / 25);
    kit4_train(k, choose_type(k));
    kit4_scout(k, 4, BEYOND_HALF);
    kit4_settle(k, 5);
    kit4_mine(k, BEYOND_HALF);
    if (k->g.turn >= SAVED_UP) kit4_breed(k, 65, BEYOND_HALF);
    kit4_charge(k, 80);
    kit4_attack(k);
    kit4_guard(k, k->castle, 40);
}

const struct bot bot_codevs4_grun = {
    .name = "grun",
    .game = "codevs4",
    .about =
        "opponent of the campaign: a watch village, several bases, and the type that beats yours",
    .memory_size = sizeof(struct kit4),
    .think = think,
};
