/*
 * belief — what is known of an enemy in CODE VS 4.0 who is mostly out of sight.
 *
 * The enemy castle: the set of cells on which it can still stand, by exact elimination. A cell that
 * is in view and empty is out; a castle hits whoever is within 10 cells of it, seen or not, so a
 * unit that lost no HP rules out all cells within 10, and a unit that lost some with nobody near
 * leaves no others.
 *
 * Everybody else: where each enemy unit was seen last, and when. Who has vanished before our eyes
 * with nowhere to go is dead; buildings are dead when their cell is seen without them.
 *
 * Cells are turned as in kit.h: the enemy is at the lower right.
 */
#pragma once
#include "bots/codevs4/kit.h"

enum { BELIEF4_FOES_MAX = 4096, BELIEF4_CASTLE_RANGE = 10 };

struct belief4_foe {
    uint16_t id, hp, seen; /* the turn */
    uint8_t y, x, type;
    bool is_gone; /* the place was seen without it since: it is somewhere else */
};

struct belief4 {
    struct codevs4_map castle; /* cells on which it may stand */
    int castles;               /* how many of them */
    struct codevs4_cell guess; /* their middle, or the castle itself once it is known */
    bool is_felt;              /* somebody was hit by it: the middle is near enough */
    bool is_known;             /* one cell is left */
    uint16_t castle_hp;        /* when last seen; full before */
    int foes;
    struct belief4_foe foe[BELIEF4_FOES_MAX];   /* not known to be dead; without the castle */
    uint16_t at[CODEVS4_UNITS_MAX];             /* by ID: its place in `foe`, from 1 */
    uint16_t hp[CODEVS4_UNITS_MAX];             /* by ID: own units a turn ago */
    int32_t danger[CODEVS4_SIZE][CODEVS4_SIZE]; /* HP that a worker may lose there next turn */
    struct codevs4_map in_view;
    int pack; /* most soldiers that were seen in one cell */
};

static inline bool belief4_is_soldier(const struct belief4_foe *foe)
{
    return foe->type >= CODEVS4_KNIGHT && foe->type <= CODEVS4_ASSASSIN;
}

static inline int belief4_distance(const struct belief4_foe *foe, struct codevs4_cell cell)
{
    return codevs4_distance(foe->y, foe->x, cell.y, cell.x);
}

void belief4_begin(struct belief4 *);
/* After kit4_begin(), once a turn. */
void belief4_update(struct belief4 *, const struct kit4 *);
