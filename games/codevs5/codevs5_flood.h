/*
 * codevs5_flood — how far the cells of a field are from a set of targets (RULES 1.3).
 *
 * Distances to a set of cells, layer by layer: layer[d] holds the cells at distance d. Layers are
 * made on demand; nobody needs those behind the farthest dog.
 *
 * A distance is at most 127. A shortest way of P cells has no short cuts: of the 4 P neighbours of
 * its cells, 2 P - 2 are on the way itself and 2 P + 2 are not. Those are inner cells, 180 - P at
 * most, with four neighbours each, or the 54 cells of the ring that have one: 2 P + 2 is at most
 * 4 (180 - P) + 54, so P is at most 128.
 *
 * The distances are kept in binary digits, a set of cells each. Digit k of a number D is the parity
 * of how many multiples of 2^k there are up to D, and D is at least d just where the cell is open
 * before layer d is made. So each set of open cells is added (exclusive or) to one sum, by the
 * highest power of two that divides d; digit k is then sum k and all sums above it.
 */
#pragma once
#include "games/codevs5/codevs5_board.h"

enum { CODEVS5_DIGITS = 7, CODEVS5_LAYERS = 1 << CODEVS5_DIGITS };

struct codevs5_flood {
    struct codevs5_board open;                /* floor that no layer has reached yet */
    int depth;                                /* the last layer made */
    struct codevs5_board sum[CODEVS5_DIGITS]; /* of the sets of open cells, see above */
    struct codevs5_board layer[CODEVS5_LAYERS];
};

static inline void flood_start(struct codevs5_flood *f, struct codevs5_board floor,
                               struct codevs5_board targets)
{
    f->open = board_without(floor, targets);
    f->depth = 0;
    for (int k = 0; k < CODEVS5_DIGITS; k++) f->sum[k] = (struct codevs5_board){{0}};
    f->layer[0] = targets;
}

/* Makes layers until all of `wanted` is in one, or no cell is left that reaches a target. */
void flood_reach(struct codevs5_flood *, struct codevs5_board wanted);
/* The same on every machine in plain C: what the other is tested against. */
void flood_reach_plain(struct codevs5_flood *, struct codevs5_board wanted);

static inline void flood_finish(struct codevs5_flood *f)
{
    flood_reach(f, f->open);
}

/*
 * A byte for each cell (a board has bits for 256): its distance, 0 where there is none, plus
 * CODEVS5_TAKEN where nobody can step: cells that are not in `free`, and those without a way.
 */
enum { CODEVS5_TAKEN = 1 << CODEVS5_DIGITS, CODEVS5_MAP_SIZE = CODEVS5_WORDS * 64 };
void flood_map(const struct codevs5_flood *, struct codevs5_board free,
               uint8_t map[CODEVS5_MAP_SIZE]);
