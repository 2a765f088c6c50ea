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

#if defined(__SSE2__)
#include <immintrin.h>
#endif

enum {
    FENCE = 2, /* empty cells round the field, so that the cells around need no check */
    WIDTH = CODEVS4_SIZE + 2 * FENCE,
    NEAR_CELLS = 13,                             /* within distance 2 */
    NEAR_K_MAX = NEAR_CELLS * CODEVS4_CROWD_MAX, /* highest k of who has range 2 */
    FEW = 500, /* units of a usual battle, and so most of its crowds */
    LANES = 8  /* vectors come in powers of two */
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

/* The units of a side in one cell. */
struct crowd {
    uint16_t count[KINDS]; /* by kind of attacker */
    uint16_t place, side;
    uint16_t k; /* of who has range 2 */
};

/* What each unit of a crowd loses, or makes others lose, by kind of target. More than any unit has
   is written as the most that fits: it is dead either way. */
struct losses {
    _Alignas(16) uint16_t lane[LANES];
};

/* All crowds of both sides, numbered from 1; number 0 is for cells without one. */
struct battle {
    int crowds;
    uint16_t *crowd_of; /* number of the crowd of each unit */
    struct crowd *crowd;
    struct losses *hits, *losses;  /* of each crowd */
    uint16_t at[2][WIDTH * WIDTH]; /* number of the crowd of a side in a cell */
    /* Units of a crowd, at most ten: what it counts in the enemy's k. Read eight at a time. */
    uint8_t weight[2][WIDTH * WIDTH + 8];
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

/* Without a branch, since nobody can foretell whether a unit is the first of its crowd. Returns the
   number of crowds so far. */
static int join(struct battle *b, int crowds, const struct codevs4_unit *unit, uint16_t *crowd_of)
{
    int side = unit->side, place = place_of(unit->y, unit->x), number = b->at[side][place];
    crowds += number == 0;
    number = number == 0 ? crowds : number;
    b->at[side][place] = *crowd_of = (uint16_t)number;
    b->crowd[number].place = (uint16_t)place;
    b->crowd[number].side = (uint16_t)side;
    b->crowd[number].count[attacker_of[unit->type]]++;
    b->weight[side][place] = (uint8_t)lower(b->weight[side][place] + 1, CODEVS4_CROWD_MAX);
    return crowds;
}

static void gather(struct battle *b, const struct codevs4 *g)
{
    int crowds = 0;
    memset(b->at, 0, sizeof b->at);
    memset(b->weight, 0, sizeof b->weight);
    memset(b->crowd, 0, ((size_t)g->count + 1) * sizeof b->crowd[0]);
    for (int i = 0; i < g->count; i++) crowds = join(b, crowds, &g->unit[i], &b->crowd_of[i]);
    b->crowds = crowds;
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
   of this side there lose `share`, and number 0, whom that does not hurt. */
static void add_loss(uint16_t *sum, uint32_t more)
{
    *sum = more < (uint32_t)(UINT16_MAX - *sum) ? (uint16_t)(*sum + more) : UINT16_MAX;
}

static int visit_far(struct battle *b, int side, int place, uint32_t share)
{
    int range = codevs4_traits[CODEVS4_CASTLE].range, last = CODEVS4_SIZE - 1, k = 0;
    int y = place / WIDTH - FENCE, x = place % WIDTH - FENCE;
    for (int dy = -lower(range, y); dy <= lower(range, last - y); dy++) {
        int width = range - (dy < 0 ? -dy : dy);
        int from = x - lower(width, x), to = x + lower(width, last - x);
        for (int at = place_of(y + dy, from); at <= place_of(y + dy, to); at++) {
            k += b->weight[side][at];
            if (share == 0) continue;
            for (int t = 0; t < KINDS; t++) add_loss(&b->losses[b->at[side][at]].lane[t], share);
        }
    }
    return k;
}

/* ---- losses ---- */

/*
 * RULES 1.6, 6.3: damage by kind of target and of attacker, divided by k and rounded down. Two
 * attackers lie side by side: there is an instruction that multiplies such pairs and adds them up.
 */
enum { PAIRS = ATTACKERS / 2 };
_Static_assert(CIVIL == 0 && KNIGHT == 1 && FIGHTER == 2 && ASSASSIN == 3, "as in the pairs");
#define SHARES(k)                                                                                  \
    {                                                                                              \
        {{100 / (k), 100 / (k)},                                                                   \
         {100 / (k), 500 / (k)},                                                                   \
         {100 / (k), 200 / (k)},                                                                   \
         {100 / (k), 200 / (k)},                                                                   \
         {100 / (k), 200 / (k)}},                                                                  \
        {                                                                                          \
            {500 / (k), 1000 / (k)}, {1600 / (k), 500 / (k)}, {500 / (k), 1000 / (k)},             \
                {200 / (k), 500 / (k)},                                                            \
            {                                                                                      \
                200 / (k), 200 / (k)                                                               \
            }                                                                                      \
        }                                                                                          \
    }
#define TEN_SHARES(k)                                                                              \
    SHARES(k), SHARES(k + 1), SHARES(k + 2), SHARES(k + 3), SHARES(k + 4), SHARES(k + 5),          \
        SHARES(k + 6), SHARES(k + 7), SHARES(k + 8), SHARES(k + 9)
static const _Alignas(32) int16_t shares[NEAR_K_MAX + 1][PAIRS][LANES][2] = {
    {{{0}}},        TEN_SHARES(1),   TEN_SHARES(11),  TEN_SHARES(21),  TEN_SHARES(31),
    TEN_SHARES(41), TEN_SHARES(51),  TEN_SHARES(61),  TEN_SHARES(71),  TEN_SHARES(81),
    TEN_SHARES(91), TEN_SHARES(101), TEN_SHARES(111), TEN_SHARES(121),
};
_Static_assert(CODEVS4_UNITS_MAX <= INT16_MAX, "units of a crowd are multiplied as such");

static const int16_t around[NEAR_CELLS] = {-2 * WIDTH, -WIDTH - 1, -WIDTH,   -WIDTH + 1, -2,
                                           -1,         0,          1,        2,          WIDTH - 1,
                                           WIDTH,      WIDTH + 1,  2 * WIDTH};

/*
 * set_hits: what a unit of each kind loses to a crowd.
 * suffer_near: what the crowds around a place take off a unit there (RULES 6.2). Number 0 hits
 * nobody, and is added like all: a branch here could not be foretold.
 */
#if defined(__SSE2__)

static void set_hits(struct losses *hits, const struct crowd *crowd)
{
    const __m128i *share = (const __m128i *)shares[crowd->k]; /* four kinds of target each */
    __m128i counts = _mm_loadl_epi64((const __m128i *)crowd->count);
    __m128i first = _mm_shuffle_epi32(counts, 0x00), second = _mm_shuffle_epi32(counts, 0x55);
    __m128i low = _mm_add_epi32(_mm_madd_epi16(share[0], first), _mm_madd_epi16(share[2], second));
    __m128i high = _mm_add_epi32(_mm_madd_epi16(share[1], first), _mm_madd_epi16(share[3], second));
    /* What cuts off to 16 bits wants numbers with a sign. */
    __m128i middle = _mm_set1_epi32(INT16_MIN), back = _mm_set1_epi16(INT16_MIN);
    __m128i packed = _mm_packs_epi32(_mm_add_epi32(low, middle), _mm_add_epi32(high, middle));
    _mm_store_si128((__m128i *)hits, _mm_xor_si128(packed, back));
}

static struct losses suffer_near(const uint16_t *at, const struct losses *hits)
{
    __m128i sum = _mm_setzero_si128();
    for (int i = 0; i < NEAR_CELLS; i++)
        sum = _mm_adds_epu16(sum, _mm_load_si128((const __m128i *)&hits[at[around[i]]]));
    struct losses losses;
    _mm_store_si128((__m128i *)&losses, sum);
    return losses;
}

#else

static struct losses cut_off(const uint32_t sum[LANES])
{
    struct losses losses;
    for (int t = 0; t < LANES; t++)
        losses.lane[t] = (uint16_t)(sum[t] < UINT16_MAX ? sum[t] : UINT16_MAX);
    return losses;
}

static void set_hits(struct losses *hits, const struct crowd *crowd)
{
    uint32_t sum[LANES] = {0};
    for (int t = 0; t < LANES; t++)
        for (int a = 0; a < ATTACKERS; a++)
            sum[t] += (uint32_t)(crowd->count[a] * shares[crowd->k][a / 2][t][a % 2]);
    *hits = cut_off(sum);
}

static struct losses suffer_near(const uint16_t *at, const struct losses *hits)
{
    uint32_t sum[LANES] = {0};
    for (int i = 0; i < NEAR_CELLS; i++)
        for (int t = 0; t < LANES; t++) sum[t] += hits[at[around[i]]].lane[t];
    return cut_off(sum);
}

#endif

/* Who reaches nobody with range 2 is in nobody's reach but a castle's. */
static void attack_near(struct battle *b)
{
    static const struct losses none;
    b->hits[0] = b->losses[0] = none;
    for (int i = 1; i <= b->crowds; i++) {
        struct crowd *crowd = &b->crowd[i];
        crowd->k = (uint16_t)near_k(&b->weight[1 - crowd->side][crowd->place]);
        if (crowd->k > 0) set_hits(&b->hits[i], crowd);
    }
    for (int i = 1; i <= b->crowds; i++) {
        const struct crowd *crowd = &b->crowd[i];
        const uint16_t *foes = &b->at[1 - crowd->side][crowd->place];
        b->losses[i] = crowd->k > 0 ? suffer_near(foes, b->hits) : none;
    }
}

static void attack_far(struct battle *b)
{
    uint32_t damage = codevs4_damage[CODEVS4_CASTLE][CODEVS4_WORKER]; /* like any other target's */
    for (int i = 1; i <= b->crowds; i++) {
        const struct crowd *crowd = &b->crowd[i];
        uint32_t castles = crowd->count[CASTLE];
        if (castles == 0) continue;
        int foe = 1 - crowd->side, k = visit_far(b, foe, crowd->place, 0);
        if (k > 0) visit_far(b, foe, crowd->place, castles * (damage / (uint32_t)k));
    }
}

static void suffer(struct codevs4_unit *unit, const struct losses *losses)
{
    uint32_t loss = losses->lane[target_of[unit->type]];
    unit->hp = unit->hp > loss ? (uint16_t)(unit->hp - loss) : 0;
}

static void fight(struct codevs4 *g, struct battle *b)
{
    gather(b, g);
    attack_near(b);
    attack_far(b);
    for (int i = 0; i < g->count; i++) suffer(&g->unit[i], &b->losses[b->crowd_of[i]]);
}

/* Frames are looked at page by page when they are entered, so that no stack runs over unseen. With
   the largest one that takes half as long as a usual battle, which therefore has a small one. */
static __attribute__((noinline)) void fight_few(struct codevs4 *g)
{
    uint16_t crowd_of[FEW];
    struct crowd crowd[FEW + 1];
    struct losses hits[FEW + 1], losses[FEW + 1];
    struct battle b;
    b.crowd_of = crowd_of, b.crowd = crowd, b.hits = hits, b.losses = losses;
    fight(g, &b);
}

static __attribute__((noinline)) void fight_many(struct codevs4 *g)
{
    uint16_t crowd_of[CODEVS4_UNITS_MAX];
    struct crowd crowd[CODEVS4_UNITS_MAX + 1];
    struct losses hits[CODEVS4_UNITS_MAX + 1], losses[CODEVS4_UNITS_MAX + 1];
    struct battle b;
    b.crowd_of = crowd_of, b.crowd = crowd, b.hits = hits, b.losses = losses;
    fight(g, &b);
}

void codevs4_battle(struct codevs4 *g)
{
    if (g->count <= FEW)
        fight_few(g);
    else
        fight_many(g);
}
