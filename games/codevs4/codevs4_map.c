/* A set grows by whole words: bits that leave a half of a row go on in the other. */
#include "games/codevs4/codevs4_map.h"

static const uint64_t half_mask = (UINT64_C(1) << CODEVS4_HALF) - 1;

void codevs4_map_join(struct codevs4_map *map, const struct codevs4_map *other)
{
    for (int y = 0; y < CODEVS4_SIZE; y++)
        for (int half = 0; half < 2; half++) map->row[y][half] |= other->row[y][half];
}

/* One step to the left, right and nowhere; bits that leave a half go on in the other. */
static void spread_row(const uint64_t row[2], uint64_t out[2])
{
    out[0] = (row[0] | row[0] << 1 | row[0] >> 1 | row[1] << (CODEVS4_HALF - 1)) & half_mask;
    out[1] = (row[1] | row[1] << 1 | row[1] >> 1 | row[0] >> (CODEVS4_HALF - 1)) & half_mask;
}

static void grow_once(struct codevs4_map *map)
{
    uint64_t above[2] = {0, 0};
    for (int y = 0; y < CODEVS4_SIZE; y++) {
        uint64_t *row = map->row[y], spread[2];
        spread_row(row, spread);
        for (int half = 0; half < 2; half++) {
            uint64_t before = row[half];
            uint64_t below = y + 1 < CODEVS4_SIZE ? map->row[y + 1][half] : 0;
            row[half] = spread[half] | above[half] | below;
            above[half] = before;
        }
    }
}

void codevs4_map_grow(struct codevs4_map *map, int distance)
{
    for (int i = 0; i < distance; i++) grow_once(map);
}
