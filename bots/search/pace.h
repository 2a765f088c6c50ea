/*
 * pace — how many nodes a time is.
 *
 * A search of many parts that gives each of them its milliseconds may find that some passed while
 * others had the core. So the time of a turn becomes nodes, by the pace of the turns before, and
 * the parts get nodes; the clock only ends the turn. Zero at the start of a game: nothing is known
 * yet.
 */
#pragma once
#include <stdint.h>

struct pace {
    int64_t nodes_a_ms;
};

/* What was searched in a time; counts half, what was known before the other half. */
void pace_note(struct pace *, int64_t nodes, int64_t us);
/* Nodes for a time, with some of it left over; at least 1. Something must have been noted. */
int64_t pace_nodes(const struct pace *, int64_t us);
