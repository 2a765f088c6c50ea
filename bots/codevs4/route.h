/*
 * route — the way to a cell of the field in CODE VS 4.0 that leads round danger: the shortest one
 * where a step costs more the more it may hurt.
 */
#pragma once
#include "bots/codevs4/belief.h"

enum { ROUTE_END = CODEVS4_DEEDS };

struct route {
    uint16_t cost[CODEVS4_SIZE][CODEVS4_SIZE]; /* of the way from there */
    uint8_t step[CODEVS4_SIZE][CODEVS4_SIZE];  /* first on it; ROUTE_END at its end */
};

/* All ways to a cell. Cells that are worth something may cost a small detour; NULL: none is. */
void route_to(struct route *, const struct belief4 *, struct codevs4_cell to,
              int32_t worth[CODEVS4_SIZE][CODEVS4_SIZE]);
/* Where one step on the way leads to. */
struct codevs4_cell route_next(const struct route *, struct codevs4_cell from);
/* One step on the way; the unit is busy then. */
void route_go(const struct route *, struct kit4 *, int unit);
