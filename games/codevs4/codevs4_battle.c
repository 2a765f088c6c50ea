/*
 * The battle of a turn: RULES 6.
 *
 * The units of a side in one cell are a crowd. All of a crowd's units of one range share the number
 * `k`, and all of its units of one type suffer the same, so the work is per crowd and type: each
 * crowd looks at the 13 cells around it for enemy crowds, works out once what each type of target
 * loses to it, and adds that to those crowds. Only castles reach further and look at 221 cells.
 */
#include "games/codevs4/codevs4.h"

#include <assert.h>
#include <string.h>

enum {
    FENCE = 2, /* empty cells round the field, so that the cells around need no check */
    WIDTH = CODEVS4_SIZE + 2 * FENCE,
    NEAR_CELLS = 13,    /* within distance 2 */
    CASTLE_CELLS = 221, /* within distance 10 */
    CROWDS = CODEVS4_SIZE * CODEVS4_SIZE + 1,
    LANES = 8 /* the types, and one that is always 0: vectors come in powers of two */
};

struct crowd {
    uint16_t count[CODEVS4_TYPES];
    uint16_t weight; /* of this crowd in k: its units, at most ten */
};

/* All crowds of a side, numbered from 1. */
struct army {
    int count;
    uint16_t at[WIDTH * WIDTH]; /* number of the crowd in a cell; 0: none */
    uint16_t place[CROWDS];
    struct crowd crowd[CROWDS];
};

/* What each unit of a crowd loses, by type. */
struct losses {
    uint32_t lane[LANES];
};

/* The enemy crowds that a crowd can hit. */
struct reach {
    int k, count;
    uint16_t crowd[CASTLE_CELLS + 1];
};

static int place_of(int y, int x)
{
    return (y + FENCE) * WIDTH + x + FENCE;
}

/* ---- gathering ---- */

static uint16_t new_crowd(struct army *army, int place)
{
    int number = ++army->count;
    assert(number < CROWDS);
    army->crowd[number] = (struct crowd){.weight = 0};
    army->place[number] = (uint16_t)place;
    return (uint16_t)number;
}

static void join_army(struct army *army, const struct codevs4_unit *unit)
{
    int place = place_of(unit->y, unit->x);
    uint16_t *number = &army->at[place];
    if (*number == 0) *number = new_crowd(army, place);
    struct crowd *crowd = &army->crowd[*number];
    crowd->count[unit->type]++;
    if (crowd->weight < CODEVS4_CROWD_MAX) crowd->weight++;
}

static void gather(struct army army[2], const struct codevs4 *g)
{
    for (int p = 0; p < 2; p++) {
        army[p].count = 0;
        army[p].crowd[0] = (struct crowd){.weight = 0};
        memset(army[p].at, 0, sizeof army[p].at);
    }
    for (int i = 0; i < g->count; i++) join_army(&army[g->unit[i].side], &g->unit[i]);
}

/* ---- reach ---- */

/* Without a branch, which nobody could foretell: number 0 weighs nothing and is overwritten. */
static inline void reach_cell(const struct army *foes, int place, struct reach *reach)
{
    uint16_t number = foes->at[place];
    reach->k += foes->crowd[number].weight;
    reach->crowd[reach->count] = number;
    reach->count += number != 0;
}

static void reach_near(const struct army *foes, int place, struct reach *reach)
{
    static const int16_t around[NEAR_CELLS] = {
        -2 * WIDTH, -WIDTH - 1, -WIDTH,    -WIDTH + 1, -2,        -1,       0,
        1,          2,          WIDTH - 1, WIDTH,      WIDTH + 1, 2 * WIDTH};
    reach->k = reach->count = 0;
    for (int i = 0; i < NEAR_CELLS; i++) reach_cell(foes, place + around[i], reach);
}

static int lower(int a, int b)
{
    return a < b ? a : b;
}

/* A castle's range ends at the edge of the field, not at the fence. */
static void reach_far(const struct army *foes, int place, struct reach *reach)
{
    int range = codevs4_traits[CODEVS4_CASTLE].range, last = CODEVS4_SIZE - 1;
    int y = place / WIDTH - FENCE, x = place % WIDTH - FENCE;
    reach->k = reach->count = 0;
    for (int dy = -lower(range, y); dy <= lower(range, last - y); dy++) {
        int width = range - (dy < 0 ? -dy : dy);
        int from = x - lower(width, x), to = x + lower(width, last - x);
        for (int at = place_of(y + dy, from); at <= place_of(y + dy, to); at++)
            reach_cell(foes, at, reach);
    }
}

/* ---- losses ---- */

/*
 * Rounding down comes before adding up (RULES 6.3), so each attacker's share is a division. They
 * are made with one division for all: with m = 2^18 / k + 1, damage * m >> 18 is damage / k rounded
 * down as long as damage * k is below 2^18; for range 2 that is at most 1600 * 130, for castles
 * 100 * 2210.
 */
enum { SHARE_BITS = 18 };

static uint32_t share_factor(int k)
{
    return (1u << SHARE_BITS) / (uint32_t)k + 1;
}

static void add_attackers(struct losses *sum, int type, uint32_t count, uint32_t m)
{
    for (int t = 0; t < CODEVS4_TYPES; t++)
        sum->lane[t] += count * (codevs4_damage[type][t] * m >> SHARE_BITS);
}

static void strike(struct losses *losses, const struct reach *reach, const struct losses *sum)
{
    for (int i = 0; i < reach->count; i++)
        for (int t = 0; t < LANES; t++) losses[reach->crowd[i]].lane[t] += sum->lane[t];
}

static void attack_near(const struct crowd *crowd, const struct reach *reach, struct losses *losses)
{
    struct losses sum = {{0}};
    if (reach->k == 0) return;
    uint32_t m = share_factor(reach->k);
    for (int type = 0; type < CODEVS4_TYPES; type++)
        if (crowd->count[type] > 0 && type != CODEVS4_CASTLE)
            add_attackers(&sum, type, crowd->count[type], m);
    strike(losses, reach, &sum);
}

static void attack_far(const struct crowd *crowd, const struct reach *reach, struct losses *losses)
{
    struct losses sum = {{0}};
    if (reach->k == 0) return;
    add_attackers(&sum, CODEVS4_CASTLE, crowd->count[CODEVS4_CASTLE], share_factor(reach->k));
    strike(losses, reach, &sum);
}

static void attack(const struct army *army, const struct army *foes, struct losses *losses)
{
    struct reach reach;
    memset(losses, 0, ((size_t)foes->count + 1) * sizeof *losses);
    for (int number = 1; number <= army->count; number++) {
        const struct crowd *crowd = &army->crowd[number];
        reach_near(foes, army->place[number], &reach);
        attack_near(crowd, &reach, losses);
        if (crowd->count[CODEVS4_CASTLE] == 0) continue;
        reach_far(foes, army->place[number], &reach);
        attack_far(crowd, &reach, losses);
    }
}

static void suffer(struct codevs4 *g, int side, const struct army *army,
                   const struct losses *losses)
{
    for (int i = 0; i < g->count; i++) {
        struct codevs4_unit *unit = &g->unit[i];
        if (unit->side != side) continue;
        uint32_t loss = losses[army->at[place_of(unit->y, unit->x)]].lane[unit->type];
        unit->hp = unit->hp > loss ? (uint16_t)(unit->hp - loss) : 0;
    }
}

/* The crowds are those before the battle, so it does not matter who is reckoned first. */
void codevs4_battle(struct codevs4 *g)
{
    struct army army[2];
    struct losses losses[CROWDS];
    gather(army, g);
    for (int p = 0; p < 2; p++) {
        attack(&army[1 - p], &army[p], losses);
        suffer(g, p, &army[p], losses);
    }
}
