/*
 * codevs4_map — a set of cells of the field, a bit each.
 *
 * A row is two words of 50 cells. Growing a set by one step in the four directions is a handful of
 * word operations a row, whatever the set holds, so "all cells within distance d of any of these"
 * costs d such steps.
 */
#pragma once
#include <stdbool.h>
#include <stdint.h>

enum { CODEVS4_SIZE = 100, CODEVS4_HALF = CODEVS4_SIZE / 2 };

struct codevs4_map {
    uint64_t row[CODEVS4_SIZE][2];
};

static inline void codevs4_map_add(struct codevs4_map *map, int y, int x)
{
    map->row[y][x >= CODEVS4_HALF] |= UINT64_C(1) << x % CODEVS4_HALF;
}

static inline bool codevs4_map_has(const struct codevs4_map *map, int y, int x)
{
    return map->row[y][x >= CODEVS4_HALF] >> x % CODEVS4_HALF & 1;
}

void codevs4_map_join(struct codevs4_map *map, const struct codevs4_map *other);
/* Adds all cells within this distance of the set. */
void codevs4_map_grow(struct codevs4_map *map, int distance);
