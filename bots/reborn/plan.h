/*
 * plan — the longest chains that a side can fire in the turns to come, found by beam search.
 *
 * The packs are known, so the pack that is to set a chain off is known as well. A search is made
 * for one turn of firing: a field is worth the longest chain that the pack of that turn would set
 * off on it, wherever it is dropped. That is dear to ask of every field. A field has most of its
 * blocks from its parent, though, and so are the places where the chain can be set off: a child is
 * asked for its parent's three best places alone (three chains cost what one does, see field.h),
 * and for all 36 when its own turn has come to have children. Equals are told apart by the pairs
 * that nearly touch, and by chance. Fields that are each other's copies, some columns to the left
 * or right, count as one.
 *
 * Ojama rows that wait fall in the plan as they will. Whatever can be fired earlier on the way is
 * noted too.
 */
#pragma once
#include "bots/reborn/field.h"
#include "bots/search/beam.h"

enum { PLAN_DEPTH = 24, PLAN_WIDTH = 1 << 15, PLAN_NODE = 104 };

/* A way to fire: actions for the turns from now on, the last one sets the chain off. */
struct plan_fire {
    int32_t chain;  /* steps; 0: there is none */
    int32_t attack; /* ojama */
    int32_t left;   /* blocks on the field afterwards; decides between equal chains */
    int32_t depth;  /* turns to wait; as many actions and one more */
    uint8_t action[PLAN_DEPTH + 1];
    uint8_t zero[3];
};

struct plan_task {
    struct mini field;
    int32_t stock;                   /* ojama that wait for this side */
    int32_t arriving;                /* as many more are to come ... */
    int32_t arriving_depth;          /* ... after so many turns */
    const struct reborn_pack *packs; /* packs[0] is the one of this turn */
    int32_t depth;                   /* fire after so many turns; at most PLAN_DEPTH */
    uint64_t salt;                   /* of what decides between equals */
};

/* What a field looks like to the search. */
enum plan_feature {
    PLAN_STEP,   /* a step of its chain */
    PLAN_LEFT,   /* a block that is left after it */
    PLAN_NEAR,   /* a pair that nearly touches */
    PLAN_BLOCK,  /* a block */
    PLAN_SLOPE,  /* a row by which neighbouring columns differ */
    PLAN_COLUMN, /* a column that is not empty */
    PLAN_WALL,   /* one of those at a wall */
    PLAN_HIGH,   /* a row more than is safe */
    PLAN_FEATURES
};

/* What each of it is worth, in sixteenths. */
struct plan_weight {
    int16_t few;      /* few turns before the chain is fired */
    int16_t per_turn; /* more for each turn that is left beyond these */
};

/* Two tables: for fields with no ojama to speak of, and for those that were hit. */
enum { PLAN_FREE, PLAN_HIT, PLAN_TABLES };
extern const struct plan_weight plan_weights[PLAN_TABLES][PLAN_FEATURES];

struct planner {
    const struct mini_path *path;
    /* plan_weights, unless somebody tries others. */
    const struct plan_weight (*weights)[PLAN_FEATURES];
    struct beam beam;
};

/* Bytes for a planner that keeps at most `width` fields of a level, a power of two. */
#define PLANNER_SIZE(width) BEAM_SIZE(PLAN_NODE, width)
void planner_open(struct planner *, int width, void *memory);
/* Whether a chain is longer than another, or as long and leaves more blocks. */
bool plan_is_better(const struct plan_fire *, const struct plan_fire *than);
/* Betters the fires: fire[d] is the best one known that waits d turns. */
void plan_search(struct planner *, const struct plan_task *, struct limit *,
                 struct plan_fire fire[PLAN_DEPTH + 1]);
