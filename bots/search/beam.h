/*
 * beam — a beam search whose width follows from the time that there is.
 *
 * The caller owns the loop and knows the game; the beam keeps the nodes. On each level the best
 * nodes come first, and the level ends when its slice of the limit is used up (limit.h):
 *
 *     beam_begin(&beam, &limit, levels);
 *     do
 *         while ((node = beam_next(&beam))) ... child = beam_offer(&beam, score, hash, action) ...
 *     while (beam_advance(&beam));
 *
 * A node is `node_size` plain bytes, filled in by the caller. Scores are small numbers, so the best
 * are found by counting, in the order in which they came where scores are equal: the same nodes
 * give the same search. All memory is the caller's; nothing is allocated while searching.
 */
#pragma once
#include "bots/search/limit.h"
#include "bots/search/seen.h"

#include <stddef.h>

enum { BEAM_SCORES = 1 << 13, BEAM_LEVELS = 32 };

struct beam_options {
    int32_t node_size;
    int32_t width; /* most nodes that a level can hold: a power of two, 64 or more; twice as many
                      are kept while it grows */
};

/* How a node came to be. */
struct beam_step {
    int32_t parent; /* its number on the level before */
    int32_t action;
};

struct beam {
    struct beam_options options;
    struct limit *limit;
    struct seen seen;
    unsigned char *pool[2]; /* the nodes of this level and of the next */
    struct beam_step *step; /* and score: of pool[1] */
    int32_t *score;
    int32_t *order;            /* places in pool[0], the best first */
    struct beam_step *history; /* of BEAM_LEVELS levels */
    int32_t *tally;
    int32_t level, levels;
    int32_t count, at;      /* nodes of this level; how many were handed out */
    int32_t keep;           /* so many nodes of the next level are worth keeping */
    int32_t offered, floor; /* nodes of the next level; the least score that is taken */
};

/* Bytes for a beam: two pools of nodes, what goes with them, the history, the tally, the set. */
#define BEAM_SIZE(node_size, width)                                                                \
    ((size_t)(width) * (4 * (size_t)(node_size) + 8 * BEAM_LEVELS + 96) + 4 * BEAM_SCORES)
/* Takes over memory of BEAM_SIZE() bytes, aligned as by memory_zeroed(); the caller frees it. */
void beam_open(struct beam *, struct beam_options, void *memory);
/* Starts with one node, which is returned to be filled in. */
void *beam_begin(struct beam *, struct limit *, int levels);
/* The best node of this level that was not handed out yet, or NULL: its slice is used up. */
const void *beam_next(struct beam *);
/* The number of the node that beam_next() gave last. */
int32_t beam_current(const struct beam *);
/*
 * A child of the present node. NULL when it would not be among the best, or the level has one of
 * this hash; otherwise its bytes, to be filled in at once.
 */
void *beam_offer(struct beam *, int32_t score, uint64_t hash, int32_t action);
/* Goes on to the next level; false after the last one or when there are no nodes. */
bool beam_advance(struct beam *);
/* The actions that led to a node of the present level; returns how many. */
int beam_path(const struct beam *, int32_t node, int32_t actions[BEAM_LEVELS]);
