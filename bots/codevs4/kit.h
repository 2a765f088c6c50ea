/*
 * kit — what the players of CODE VS 4.0 share.
 *
 * A player is a short list of wishes, most urgent first: each call below takes units that have
 * nothing to do yet, and money that is left, and gives them orders. The order of the calls is the
 * whole plan.
 *
 * The kit turns the field so that the own castle is always near (0,0) and the enemy's near (99,99);
 * only the orders that go out are turned back. It remembers within a stage what has been in view:
 * explored cells, resource cells ("mines"), the enemy castle, and which enemy units have been met.
 */
#pragma once
#include "bots/bot.h"
#include "games/codevs4/codevs4.h"

/* What a unit has been told to be; kept by ID until it is told otherwise. */
enum kit4_role { ROLE_NONE, ROLE_SCOUT, ROLE_SPY, ROLE_SENT };

enum { KIT4_SCOUTS_MAX = 16, KIT4_FAR_AWAY = 1000 };

/* A bot's memory: zero at the start of a game. */
struct kit4 {
    /* kept within a stage */
    bool is_begun;
    bool knows_castle;
    struct codevs4_cell foe_castle;
    struct codevs4_cell mine[CODEVS4_RESOURCES];
    int mines;
    struct codevs4_map explored;
    int met[CODEVS4_TYPES];          /* different enemy units seen so far */
    bool has_met[CODEVS4_UNITS_MAX]; /* by ID */
    uint8_t role[CODEVS4_UNITS_MAX]; /* by ID: enum kit4_role */

    /* of this turn */
    struct codevs4 g; /* as seen, turned */
    int player;
    bool is_turned;
    int money; /* that nobody has claimed yet; below 0 while something is saved for */
    int own[CODEVS4_TYPES];
    struct codevs4_cell castle;
    int miners[CODEVS4_RESOURCES];             /* workers at each mine, or on their way there */
    struct codevs4_cell goal[KIT4_SCOUTS_MAX]; /* of the scouts */
    int goals;
    bool is_busy[CODEVS4_UNITS_MAX]; /* by place in g.unit; enemies always are */
    struct codevs4_action *out;
};

static inline struct codevs4_cell kit4_cell(int y, int x)
{
    return (struct codevs4_cell){(uint8_t)y, (uint8_t)x};
}

static inline int kit4_distance(const struct codevs4_unit *unit, struct codevs4_cell cell)
{
    return codevs4_distance(unit->y, unit->x, cell.y, cell.x);
}

/* How far towards the enemy a cell lies: 0 is the own corner, 198 the enemy's. */
static inline int kit4_depth(struct codevs4_cell cell)
{
    return cell.y + cell.x;
}

static inline bool kit4_is_soldier(const struct codevs4_unit *unit)
{
    return unit->type >= CODEVS4_KNIGHT && unit->type <= CODEVS4_ASSASSIN;
}

static inline bool kit4_is_own(const struct kit4 *k, int unit, enum codevs4_type type)
{
    return k->g.unit[unit].side == k->player && k->g.unit[unit].type == type;
}

static inline bool kit4_is_own_soldier(const struct kit4 *k, int unit)
{
    return k->g.unit[unit].side == k->player && kit4_is_soldier(&k->g.unit[unit]);
}

static inline enum kit4_role kit4_role_of(const struct kit4 *k, int unit)
{
    return (enum kit4_role)k->role[k->g.unit[unit].id];
}

static inline bool kit4_is_free_worker(const struct kit4 *k, int unit)
{
    return !k->is_busy[unit] && k->g.unit[unit].type == CODEVS4_WORKER;
}

/* Begins a turn: looks round, and clears the answer. True in the first turn of a stage. */
bool kit4_begin(struct kit4 *, const struct bot_view *, void *out);

/* ---- single units, by their place in g.unit ---- */

/* Tells a unit what to do; it is busy then. */
void kit4_order(struct kit4 *, int unit, enum codevs4_deed);
/* One step on the way; at the cell it waits. Either way it is busy then. */
void kit4_go(struct kit4 *, int unit, struct codevs4_cell to);
/* False when there is not enough money. */
bool kit4_make(struct kit4 *, int unit, enum codevs4_type);
/* The nearest own unit of this type that has nothing to do, or -1. */
int kit4_nearest(const struct kit4 *, enum codevs4_type, struct codevs4_cell to);

/* ---- economy ---- */

/* Workers who look for mines, no deeper than this, as long as there is something to see. */
void kit4_scout(struct kit4 *, int scouts, int depth);
/* One worker who looks for the enemy castle. */
void kit4_spy(struct kit4 *);
/* Workers walk to the nearest mines with room, no deeper than this; the rest explores. */
void kit4_mine(struct kit4 *, int depth);
/* More workers, up to `most` and to what the known mines hold; after kit4_mine(). */
void kit4_breed(struct kit4 *, int most, int depth);
/* Villages at mines that are worked, up to so many in all, and not side by side. */
void kit4_settle(struct kit4 *, int villages);
/* The mine furthest ahead that is worked; the castle as long as there is none. */
struct codevs4_cell kit4_front(const struct kit4 *);

/* There are enough workers to think of a base, or money for one all the same. */
bool kit4_is_ready(const struct kit4 *, int workers);
/*
 * Saves up for a building and sends a worker to build it there, until there are so many of the
 * type. True when there are. What is saved is not left for the calls that follow.
 */
bool kit4_build(struct kit4 *, enum codevs4_type, struct codevs4_cell where, int wanted);
/* Bases at the front, and never at the castle. */
void kit4_advance(struct kit4 *, int bases);

/* ---- army ---- */

/* Each base makes a unit of this type. */
void kit4_train(struct kit4 *, enum codevs4_type);
/* The type of soldier that there is least of, seen by what a base should have. */
enum codevs4_type kit4_mix(const struct kit4 *, int knights, int fighters, int assassins);
/* The type that beats what has been met most; CODEVS4_TYPES: nothing has been met. */
enum codevs4_type kit4_answer(const struct kit4 *);
int kit4_soldiers(const struct kit4 *, enum kit4_role);
/* Some of the soldiers who wait are sent out, the oldest first. */
void kit4_send(struct kit4 *, int most);
/* All soldiers who wait are sent out, once there are so many. */
void kit4_charge(struct kit4 *, int size);
/* Soldiers who have been sent go for the enemy castle, or look for it. */
void kit4_attack(struct kit4 *);
/* The enemy in view that is nearest to a unit among those within this distance of the castle, or
 * -1.
 */
int kit4_intruder(const struct kit4 *, const struct codevs4_unit *guard, int distance);
/* The others go for enemies in view within this distance of the castle, or gather at a cell. */
void kit4_guard(struct kit4 *, struct codevs4_cell where, int distance);
