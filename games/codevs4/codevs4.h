/*
 * codevs4 — CODE VS 4.0: state, and the typed core that bots work with.
 *
 * The rules are those of RULES.md beside this file; comments cite its paragraphs.
 *
 * A game is a row of stages. The state holds the stage being played and the results of those before
 * it. The living units lie without gaps at the front of one array, in ascending order of their IDs:
 * new units get the highest ID and go to the end, the dead are closed up over. So everything walks
 * over the living alone, and unused slots are zero: equal states have equal bytes. There is a slot
 * for every ID a stage can give out, so no rule ever depends on room.
 */
#pragma once
#include "games/codevs4/codevs4_map.h"
#include "games/game.h"

#include <stdint.h>

enum {
    CODEVS4_STAGES = 41,
    CODEVS4_TURNS = 1000,
    CODEVS4_RESOURCES = 20,
    CODEVS4_ID_MAX = 20000,
    CODEVS4_UNITS_MAX = CODEVS4_ID_MAX + 1,
    CODEVS4_INCOME = 10,
    CODEVS4_MINERS_MAX = 5, /* workers of a side that earn on one resource cell */
    CODEVS4_CROWD_MAX = 10, /* units of one cell that count when damage is shared out */
    CODEVS4_FIRST_WORKERS = 5,
    CODEVS4_USUAL_STAGES = 3,  /* of a match that does not ask for a number */
    CODEVS4_ROUND_STAGES = 27, /* of a campaign: three rounds of nine, then the extra stages */
    CODEVS4_EXTRA_STAGES = 7,  /* of each of its two extra rounds */
};

enum codevs4_type {
    CODEVS4_WORKER,
    CODEVS4_KNIGHT,
    CODEVS4_FIGHTER,
    CODEVS4_ASSASSIN,
    CODEVS4_CASTLE,
    CODEVS4_VILLAGE,
    CODEVS4_BASE,
    CODEVS4_TYPES
};

/* What an order tells a unit: a step, or CODEVS4_MAKE + the type it is to make. */
enum codevs4_deed {
    CODEVS4_UP,
    CODEVS4_DOWN,
    CODEVS4_LEFT,
    CODEVS4_RIGHT,
    CODEVS4_MAKE,
    CODEVS4_DEEDS = CODEVS4_MAKE + CODEVS4_TYPES
};

/* RULES 1.5. `deeds` has bit d set for each deed the type may be ordered to do. */
struct codevs4_trait {
    uint16_t hp;
    uint8_t range, view;
    uint16_t cost;
    uint16_t deeds;
};
extern const struct codevs4_trait codevs4_traits[CODEVS4_TYPES];
/* RULES 1.6: [attacker][target]. */
extern const uint16_t codevs4_damage[CODEVS4_TYPES][CODEVS4_TYPES];

enum codevs4_result { CODEVS4_NONE, CODEVS4_P1, CODEVS4_P2, CODEVS4_DRAW };

enum codevs4_ending {
    CODEVS4_RUNNING,
    CODEVS4_END_STAGES,
    CODEVS4_END_TIME,
    CODEVS4_END_INVALID,
    CODEVS4_END_GONE,
    CODEVS4_END_BOTH /* at fault in the same turn */
};

#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wpadded"

struct codevs4_cell {
    uint8_t y, x;
};

struct codevs4_unit {
    uint16_t id;
    uint16_t hp;
    uint8_t y, x;
    uint8_t type; /* enum codevs4_type */
    uint8_t side; /* 0 or 1 */
};

/* How a stage ended. */
struct codevs4_score {
    uint16_t turns;
    uint8_t result; /* enum codevs4_result; CODEVS4_NONE: not ended */
    uint8_t zero;
};

struct codevs4 {
    uint64_t seed;
    int32_t money[2];
    int32_t income[2];
    int32_t next_id;
    int32_t count;  /* of living units */
    uint16_t stage; /* the one being played, or the last one */
    uint16_t turn;  /* of this stage */
    uint16_t first, stages;
    uint8_t resource_count;
    uint8_t campaign; /* player 2 earns more in the extra stages */
    uint8_t mirror;   /* the field is turned for player 2 */
    uint8_t ending;   /* enum codevs4_ending, of the whole game */
    struct codevs4_cell resource[CODEVS4_RESOURCES];
    struct codevs4_score score[CODEVS4_STAGES];
    struct codevs4_unit unit[CODEVS4_UNITS_MAX];
};

struct codevs4_order {
    uint16_t id;
    uint8_t deed; /* enum codevs4_deed */
    uint8_t zero;
};

/*
 * At most three orders of a unit can matter: a worker may be told to make a village, and if the
 * money is short a base, and if that fails too to walk; a base has three types to try.
 */
enum { CODEVS4_ORDERS_MAX = 3 * CODEVS4_UNITS_MAX };

struct codevs4_action {
    int32_t count;
    struct codevs4_order order[CODEVS4_ORDERS_MAX];
};

#pragma GCC diagnostic pop

_Static_assert(sizeof(struct codevs4_unit) == 8, "a unit is one word");
_Static_assert(sizeof(struct codevs4) == 248 + 8 * CODEVS4_UNITS_MAX, "no hidden padding");
_Static_assert(sizeof(struct codevs4_action) == 4 + 4 * CODEVS4_ORDERS_MAX, "no hidden padding");

static inline int codevs4_distance(int y1, int x1, int y2, int x2)
{
    return (y1 > y2 ? y1 - y2 : y2 - y1) + (x1 > x2 ? x1 - x2 : x2 - x1);
}

/* `to = from` for states in use: touches only the units that one of them has. */
void codevs4_copy(struct codevs4 *to, const struct codevs4 *from);

/* ---- stages ---- */

/* RULES 3: a fresh stage from the seed of the state. Keeps what belongs to the whole game. */
void codevs4_begin_stage(struct codevs4 *, int stage);
/* Castles and first workers of both sides; there must be no units yet. RULES 3.4. */
void codevs4_found(struct codevs4 *, const struct codevs4_cell castle[2]);
/* Basic income of a side in a stage of a campaign; RULES 10.4. */
int codevs4_campaign_income(int p, int stage);

/* The opponents of the campaign; RULES 10.5. */
enum { CODEVS4_OPPONENTS = 9 };
extern const char *const codevs4_opponent_names[CODEVS4_OPPONENTS];
/* Which of them plays a stage, given the word that the game's second player draws from. */
int codevs4_opponent(uint64_t word, int stage);

/* ---- a turn ---- */

/* Adds a unit with full HP and the next free ID; false when there is none. RULES 5.3. */
bool codevs4_add_unit(struct codevs4 *, int side, enum codevs4_type, int y, int x);
/* The place of a living unit in `unit`, or -1. `hint` is where to look first. */
int codevs4_find(const struct codevs4 *, int id, int *hint);
/* Whether the unit's type may do this and, for a step, the field goes on there. RULES 5.1. */
bool codevs4_is_able(const struct codevs4_unit *, enum codevs4_deed);
/* RULES 6: all losses of a turn; the fallen are left with 0 HP. */
void codevs4_battle(struct codevs4 *);
/* RULES 4: a whole turn. When it ends the stage, score[stage] says how. */
void codevs4_play(struct codevs4 *, const struct codevs4_action *const action[2]);
/* All cells in view of a side; RULES 7.2. */
void codevs4_view(const struct codevs4 *, int p, struct codevs4_map *view);

/* ---- points ---- */

/* RULES 10.6: points, and the turns of stages won less those of stages lost. */
int codevs4_points(const struct codevs4 *, int p);
int codevs4_turn_sum(const struct codevs4 *, int p);

extern const struct game game_codevs4;
