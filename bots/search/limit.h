/*
 * limit — how long a search may go on: so many nodes, or until a moment of the clock.
 *
 * With a number of nodes alone the clock is never read, so the answer is the same on every machine.
 * A search of several levels gives each of them its slice: what is left, divided by the levels to
 * come. A level that needs less leaves more to the others.
 *
 * With both, slices are slices of the nodes, and the clock only ends the whole: on a busy machine
 * a slice of a few milliseconds may pass while others have the core, and a level without nodes
 * leaves nothing to those that come.
 */
#pragma once
#include <stdbool.h>
#include <stdint.h>

struct limit {
    int64_t nodes;       /* visited so far */
    int64_t nodes_end;   /* INT64_MAX: only the clock counts */
    int64_t end_us;      /* INT64_MAX: only the nodes count */
    int64_t slice_nodes; /* where the present slice ends */
    int64_t slice_us;
    int64_t read_at; /* nodes at which the clock is read again */
    bool slice_is_over;
};

/* Of the two limits given the nearer one holds. */
struct limit limit_from(int64_t nodes_end, int64_t end_us);
/* Begins the next slice, of what is left for so many slices. */
void limit_slice(struct limit *, int slices_left);
/* What is left but for the last of so many parts, as a limit of its own. */
struct limit limit_before(const struct limit *, int parts);
/* Counts nodes; true when the slice is used up. Reads the clock only every few dozen nodes. */
bool limit_spend(struct limit *, int nodes);
/* Nothing is left for a further slice. */
bool limit_is_over(const struct limit *);
