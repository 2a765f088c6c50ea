/*
 * field — a small, fast field for searching CODE VS Reborn.
 *
 * The same four bit planes as struct reborn_field (games/reborn/reborn.h), but a column is 16 bits:
 * a field is 80 bytes, and three of them fit the registers on which a chain is run, so three drops
 * cost what one does. It has no rows above the danger line. A drop or an ojama row that would reach
 * over row 16 must not be played on it (mini_fits, mini_push_row say so); all others come out as by
 * the rules. The tests compare the two on random games, for every instruction set.
 */
#pragma once
#include "games/reborn/reborn.h"

enum { MINI_DROPS = REBORN_PACK_COLS * REBORN_ROTATIONS };

struct mini {
    uint16_t plane[REBORN_PLANES][REBORN_COLS];
    uint16_t zero[8]; /* so that 16 columns can be read of any plane */
};
_Static_assert(sizeof(struct mini) == 96, "a field is one and a half cache lines");

typedef uint16_t mini_lanes __attribute__((vector_size(64)));

/* Three drops of a pack; for each plane, the columns in which the lower or the upper block has its
   bit. */
struct mini_drop {
    mini_lanes lower[REBORN_PLANES], upper[REBORN_PLANES];
};

/* All drops of a pack: action n is place n / 4, rotation n % 4. */
struct mini_drops {
    struct mini_drop three[MINI_DROPS / 3];
    uint8_t high[MINI_DROPS][2]; /* blocks in the left and right column */
};

/* False when a column is over row 16. */
bool mini_from(const struct reborn_field *, struct mini *out);
void mini_prepare(struct reborn_pack, struct mini_drops *out);
/* Three drops of a pack as a list of its own; with fewer, the last one is repeated. */
void mini_pick(struct reborn_pack, const uint8_t actions[3], struct mini_drop *out);
void mini_heights(const struct mini *, uint8_t height[REBORN_COLS]);
int mini_blocks(const struct mini *);
int mini_ojama(const struct mini *);
/* Whether a drop stays within the 16 rows before its chain begins. */
static inline bool mini_fits(const struct mini_drops *d, const uint8_t height[REBORN_COLS],
                             int action)
{
    int col = action / REBORN_ROTATIONS;
    return height[col] + d->high[action][0] <= REBORN_ROWS &&
           height[col + 1] + d->high[action][1] <= REBORN_ROWS;
}
/* An ojama in each column; false when one is full. */
bool mini_push_row(struct mini *);
/* A hash of the blocks, wherever between the walls they stand: shifted by a column it is the same.
 */
uint64_t mini_shape(const struct mini *, uint64_t salt);

/* What a field looks like, apart from its chains. */
struct mini_survey {
    int32_t near;    /* pairs that would touch if one of them came down by a row */
    int32_t blocks;  /* ojama count, too */
    int32_t slopes;  /* differences of height between neighbouring columns */
    int32_t columns; /* that are not empty */
    int32_t walls;   /* of the two columns at the walls, those that are not empty */
    int32_t highest; /* rows */
};

/* What a machine can do; chosen once. All give the same answers. */
struct mini_path {
    const char *name;
    /* Plays all drops of a pack: 36 fields and the steps of their chains. */
    void (*expand)(const struct mini *, const struct mini_drops *, struct mini children[MINI_DROPS],
                   int32_t steps[MINI_DROPS]);
    /* Only the steps. */
    void (*try_all)(const struct mini *, const struct mini_drops *, int32_t steps[MINI_DROPS]);
    /* The steps, and how many blocks are left after them. */
    void (*try_three)(const struct mini *, const struct mini_drop *, int32_t steps[3],
                      int32_t left[3]);
    void (*survey)(const struct mini *, struct mini_survey *out);
};

enum { MINI_PATHS = 3 };
/* The path of this number, or NULL where the machine has no such instructions. */
const struct mini_path *mini_path(int number);
const struct mini_path *mini_best_path(void);
