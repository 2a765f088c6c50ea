/*
 * The battle of a turn: RULES 6.
 *
 * The units of a side in one cell are a crowd. All of a crowd's units of one range share the number
 * `k`, and all of its units of one kind suffer the same, so the work is per crowd: it reads k off
 * the 13 cells around it, works out once what it takes off a unit of each kind, and later adds up
 * what the enemy crowds of those cells take off its own. Only castles reach further and look at 221
 * cells.
 */
#include "games/codevs4/codevs4.h"

#include <string.h>

enum {
    FENCE = 2, /* empty cells round the field, so that the cells around need no check */
    WIDTH = CODEVS4_SIZE + 2 * FENCE,
    NEAR_CELLS = 13,                             /* within distance 2 */
    NEAR_K_MAX = NEAR_CELLS * CODEVS4_CROWD_MAX, /* highest k of who has range 2 */
    FEW = 500, /* units of a usual battle, and so most of its crowds */
    MANY = CODEVS4_SIZE * CODEVS4_SIZE,
    LANES = 8 /* vectors come in powers of two */
};

/* Kinds of units, by what they do and by what is done to them (RULES 1.6): the first is CIVIL as an
   attacker, whatever has no weapons and range 2, and the worker as a target. */
enum { CIVIL, KNIGHT, FIGHTER, ASSASSIN, CASTLE, ATTACKERS = CASTLE, BUILDING = CASTLE, KINDS };

static const uint8_t attacker_of[CODEVS4_TYPES] = {
    [CODEVS4_WORKER] = CIVIL,      [CODEVS4_KNIGHT] = KNIGHT, [CODEVS4_FIGHTER] = FIGHTER,
    [CODEVS4_ASSASSIN] = ASSASSIN, [CODEVS4_CASTLE] = CASTLE, [CODEVS4_VILLAGE] = CIVIL,
    [CODEVS4_BASE] = CIVIL};
static const uint8_t target_of[CODEVS4_TYPES] = {
    [CODEVS4_WORKER] = CIVIL,      [CODEVS4_KNIGHT] = KNIGHT,   [CODEVS4_FIGHTER] = FIGHTER,
    [CODEVS4_ASSASSIN] = ASSASSIN, [CODEVS4_CASTLE] = BUILDING, [CODEVS4_VILLAGE] = BUILDING,
    [CODEVS4_BASE] = BUILDING};

struct crowd {
    uint16_t count[KINDS]; /* by kind of attacker */
    uint16_t place;
    uint16_t k; /* of who has range 2 */
};

/* What each unit of a crowd loses, by kind of target. */
struct losses {
    _Alignas(32) uint32_t lane[LANES];
};

/* All crowds of a side, numbered from 1; number 0 is for cells without one. */
struct army {
    int count;
    struct crowd *crowd;
    struct losses *losses;
    uint16_t at[WIDTH * WIDTH]; /* number of the crowd in a cell */
    /* Units of a crowd, at most ten: what it counts in the enemy's k. Read eight at a time. */
    uint8_t weight[WIDTH * WIDTH + 8];
};

static int place_of(int y, int x)
{
    return (y + FENCE) * WIDTH + x + FENCE;
}

/* ---- gathering ---- */

static int lower(int a, int b)
{
    return a < b ? a : b;
}

/* Without a branch, since nobody can foretell whether a unit is the first of its crowd. */
static void join_army(struct army *army, const struct codevs4_unit *unit)
{
    int place = place_of(unit->y, unit->x), number = army->at[place];
    army->count += number == 0;
    number = number == 0 ? army->count : number;
    army->at[place] = (uint16_t)number;
    army->crowd[number].place = (uint16_t)place;
    army->crowd[number].count[attacker_of[unit->type]]++;
    army->weight[place] = (uint8_t)lower(army->weight[place] + 1, CODEVS4_CROWD_MAX);
}

static void gather(struct army army[2], const struct codevs4 *g)
{
    for (int p = 0; p < 2; p++) {
        army[p].count = 0;
        memset(army[p].at, 0, sizeof army[p].at);
        memset(army[p].weight, 0, sizeof army[p].weight);
        memset(army[p].crowd, 0, ((size_t)lower(g->count, MANY) + 1) * sizeof army[p].crowd[0]);
    }
    for (int i = 0; i < g->count; i++) join_army(&army[g->unit[i].side], &g->unit[i]);
}

/* ---- k ---- */

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "the first of eight cells is lowest");

static uint64_t eight_at(const uint8_t *weight)
{
    uint64_t eight;
    memcpy(&eight, weight, sizeof eight);
    return eight;
}

/* RULES 6.1 for range 2: five rows with one, three, five, three and one cell, added up column by
   column; a product with a one in each byte then has the sum of all bytes on top. */
static int near_k(const uint8_t *weight)
{
    static const uint64_t one = 0x0000000000FF0000, three = 0x00000000FFFFFF00,
                          five = 0x000000FFFFFFFFFF, ones = 0x0101010101010101;
    const uint8_t *row = weight - 2;
    uint64_t columns = (eight_at(row - 2 * WIDTH) & one) + (eight_at(row - WIDTH) & three) +
                       (eight_at(row) & five) + (eight_at(row + WIDTH) & three) +
                       (eight_at(row + 2 * WIDTH) & one);
    return (int)(columns * ones >> 56);
}

/* Adds up the weights within a castle's range, which ends at the edge of the field. All crowds
   there lose `share`, and number 0, whom that does not hurt. */
static int visit_far(struct army *foes, int place, uint32_t share)
{
    int range = codevs4_traits[CODEVS4_CASTLE].range, last = CODEVS4_SIZE - 1, k = 0;
    int y = place / WIDTH - FENCE, x = place % WIDTH - FENCE;
    for (int dy = -lower(range, y); dy <= lower(range, last - y); dy++) {
        int width = range - (dy < 0 ? -dy : dy);
        int from = x - lower(width, x), to = x + lower(width, last - x);
        for (int at = place_of(y + dy, from); at <= place_of(y + dy, to); at++) {
            k += foes->weight[at];
            if (share == 0) continue;
            for (int t = 0; t < KINDS; t++) foes->losses[foes->at[at]].lane[t] += share;
        }
    }
    return k;
}

/* ---- losses ---- */

/* All damages there are, divided by k and rounded down (RULES 6.3). */
enum { D100, D200, D500, D1000, D1600, DAMAGES };
#define SHARE(k)                                                                                   \
    {                                                                                              \
        100 / (k), 200 / (k), 500 / (k), 1000 / (k), 1600 / (k)                                    \
    }
#define TEN_SHARES(k)                                                                              \
    SHARE(k), SHARE(k + 1), SHARE(k + 2), SHARE(k + 3), SHARE(k + 4), SHARE(k + 5), SHARE(k + 6),  \
        SHARE(k + 7), SHARE(k + 8), SHARE(k + 9)
static const uint16_t shares[NEAR_K_MAX + 1][DAMAGES] = {
    {0},
    TEN_SHARES(1),
    TEN_SHARES(11),
    TEN_SHARES(21),
    TEN_SHARES(31),
    TEN_SHARES(41),
    TEN_SHARES(51),
    TEN_SHARES(61),
    TEN_SHARES(71),
    TEN_SHARES(81),
    TEN_SHARES(91),
    TEN_SHARES(101),
    TEN_SHARES(111),
    TEN_SHARES(121),
};

/* RULES 1.6: [attacker][target]. */
static const uint8_t damage_of[ATTACKERS][KINDS] = {
    [CIVIL] = {D100, D100, D100, D100, D100},
    [KNIGHT] = {D100, D500, D200, D200, D200},
    [FIGHTER] = {D500, D1600, D500, D200, D200},
    [ASSASSIN] = {D1000, D500, D1000, D500, D200},
};

/* What a unit of each kind loses to a crowd. */
static void set_hits(struct losses *hits, const struct crowd *crowd)
{
    const uint16_t *share = shares[crowd->k];
    for (int target = 0; target < LANES; target++) {
        uint32_t sum = 0;
        for (int a = 0; a < ATTACKERS && target < KINDS; a++)
            sum += (uint32_t)crowd->count[a] * share[damage_of[a][target]];
        hits->lane[target] = sum;
    }
}

/* RULES 6.2: what the crowds around a place take off a unit there. Number 0 hits nobody, and is
   added like all: a branch here could not be foretold. */
static struct losses suffer_near(const uint16_t *at, const struct losses *hits)
{
    static const int16_t around[NEAR_CELLS] = {
        -2 * WIDTH, -WIDTH - 1, -WIDTH,    -WIDTH + 1, -2,        -1,       0,
        1,          2,          WIDTH - 1, WIDTH,      WIDTH + 1, 2 * WIDTH};
    struct losses sum = {{0}};
    for (int i = 0; i < NEAR_CELLS; i++) {
        const struct losses *hit = &hits[at[around[i]]];
        for (int t = 0; t < LANES; t++) sum.lane[t] += hit->lane[t];
    }
    return sum;
}

/* Who reaches nobody with range 2 is in nobody's reach but a castle's. */
static void attack_near(const struct army *army, struct army *foes, struct losses *hits)
{
    static const struct losses none;
    hits[0] = foes->losses[0] = none;
    for (int i = 1; i <= army->count; i++)
        if (army->crowd[i].k > 0) set_hits(&hits[i], &army->crowd[i]);
    for (int i = 1; i <= foes->count; i++) {
        const struct crowd *crowd = &foes->crowd[i];
        foes->losses[i] = crowd->k > 0 ? suffer_near(&army->at[crowd->place], hits) : none;
    }
}

static void attack_far(const struct army *army, struct army *foes)
{
    uint32_t damage = codevs4_damage[CODEVS4_CASTLE][CODEVS4_WORKER]; /* like any other target's */
    for (int i = 1; i <= army->count; i++) {
        const struct crowd *crowd = &army->crowd[i];
        uint32_t castles = crowd->count[CASTLE];
        if (castles == 0) continue;
        int k = visit_far(foes, crowd->place, 0);
        if (k > 0) visit_far(foes, crowd->place, castles * (damage / (uint32_t)k));
    }
}

static void suffer(struct codevs4_unit *unit, const struct army *army)
{
    int number = army->at[place_of(unit->y, unit->x)];
    uint32_t loss = army->losses[number].lane[target_of[unit->type]];
    unit->hp = unit->hp > loss ? (uint16_t)(unit->hp - loss) : 0;
}

/* `hits` is work space. The crowds are those before the battle, so it does not matter who is
   reckoned first. */
static void fight(struct codevs4 *g, struct army army[2], struct losses *hits)
{
    gather(army, g);
    for (int p = 0; p < 2; p++)
        for (int i = 1; i <= army[p].count; i++) {
            struct crowd *crowd = &army[p].crowd[i];
            crowd->k = (uint16_t)near_k(&army[1 - p].weight[crowd->place]);
        }
    for (int p = 0; p < 2; p++) {
        attack_near(&army[p], &army[1 - p], hits);
        attack_far(&army[p], &army[1 - p]);
    }
    for (int i = 0; i < g->count; i++) suffer(&g->unit[i], &army[g->unit[i].side]);
}

/* Frames are looked at page by page when they are entered, so that no stack runs over unseen. With
   the largest one that takes half as long as a usual battle, which therefore has a small one. */
static __attribute__((noinline)) void fight_few(struct codevs4 *g)
{
    struct crowd crowd[2][FEW + 1];
    struct losses hits[FEW + 1], losses[2][FEW + 1];
    struct army army[2];
    for (int p = 0; p < 2; p++) army[p].crowd = crowd[p];
    for (int p = 0; p < 2; p++) army[p].losses = losses[p];
    fight(g, army, hits);
}

static __attribute__((noinline)) void fight_many(struct codevs4 *g)
{
    struct crowd crowd[2][MANY + 1];
    struct losses hits[MANY + 1], losses[2][MANY + 1];
    struct army army[2];
    for (int p = 0; p < 2; p++) army[p].crowd = crowd[p];
    for (int p = 0; p < 2; p++) army[p].losses = losses[p];
    fight(g, army, hits);
}

void codevs4_battle(struct codevs4 *g)
{
    if (g->count <= FEW)
        fight_few(g);
    else
        fight_many(g);
}
