/*
 * belief — what a player of CHaser may think of cells it has not seen.
 *
 * Contest maps have one of a few sizes and are point-symmetric. So each place where the start may
 * lie in such a field is a hypothesis; it explains what was seen more or less well: cells outside
 * are blocks for nothing, a cell whose mirror image was seen costs nothing when it is the same and
 * much when it is not, any other costs what its kind is rare. The cheapest hypothesis is believed
 * when it is clearly cheaper than all others. A belief of zeros is the one before the first look.
 */
#pragma once
#include "bots/chaser/kit.h"

enum { BELIEF_WHOLE = 1 << 20 };

struct belief {
    uint8_t first[KIT_PLACES]; /* each cell as it was seen first: later the players change them */
    int32_t seen_count;
    int32_t is_sure;
    int32_t left, top, right, bottom; /* of the field on the sheet; only when sure */
    /* Where the opponent may be: chances that add up to BELIEF_WHOLE, or all 0 when there is no
       idea. */
    int32_t chance[KIT_PLACES];
    int32_t has_idea;
};

void belief_update(struct belief *, const struct kit_map *);
/* When sure: whether a place is in the field. */
bool belief_is_inside(const struct belief *, int place);
/* When sure: a place inside mirrored at the centre. */
int belief_mirror(const struct belief *, int place);
/* When sure: what a place of the field holds, as known or as its mirror image was seen first. */
int belief_cell(const struct belief *, const struct kit_map *, int place);
