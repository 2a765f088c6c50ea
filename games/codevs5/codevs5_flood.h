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
 */
#pragma once
#include "games/codevs5/codevs5_board.h"

enum { CODEVS5_LAYERS = 128 };

struct codevs5_flood {
    struct codevs5_board open; /* floor that no layer has reached yet */
    int depth;                 /* the last layer made */
    struct codevs5_board layer[CODEVS5_LAYERS];
};

static inline void flood_start(struct codevs5_flood *f, struct codevs5_board floor,
                               struct codevs5_board targets)
{
    f->open = board_without(floor, targets);
    f->depth = 0;
    f->layer[0] = targets;
}

/* Makes the layers that are missing, until no cell is left that reaches a target. */
void flood_finish(struct codevs5_flood *);

/* The ways to do it: what this machine does by itself is the last that works. All give the same. */
enum codevs5_path { CODEVS5_PLAIN, CODEVS5_AVX2, CODEVS5_AVX512, CODEVS5_PATHS };
bool codevs5_path_works(enum codevs5_path); /* on this machine */
void flood_finish_by(enum codevs5_path, struct codevs5_flood *);
