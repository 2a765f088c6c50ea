/* RULES 11: the packs of a game from its seed. */
#include "games/reborn/reborn.h"

#include <assert.h>

enum { NUMBERS = 9, MOST_EACH = 180 };

/* What the packs of a game hold all together. */
static const struct mixture {
    int each;          /* how often each number comes */
    uint32_t fours;    /* packs of four blocks; the others have three */
    uint32_t gaps;     /* cells that can stay empty in a pack of three ... */
    uint8_t gap_at[4]; /* ... and which they are */
} mixtures[] = {
    [REBORN_MIX_TEXT] = {180, 120, 4, {0, 1, 2, 3}},
    [REBORN_MIX_CLIENT] = {177, 93, 3, {0, 2, 3}},
};

static void shuffle(uint8_t *items, uint32_t count, struct rng *rng)
{
    for (uint32_t left = count; left > 1; left--) {
        uint32_t pick = rng_below(rng, left);
        uint8_t last = items[left - 1];
        items[left - 1] = items[pick];
        items[pick] = last;
    }
}

static uint32_t deal_numbers(uint8_t *numbers, const struct mixture *mix, struct rng *rng)
{
    uint32_t count = 0;
    for (int value = 1; value <= NUMBERS; value++)
        for (int i = 0; i < mix->each; i++) numbers[count++] = (uint8_t)value;
    shuffle(numbers, count, rng);
    return count;
}

static void deal_sizes(uint8_t sizes[REBORN_TURNS], const struct mixture *mix, struct rng *rng)
{
    for (uint32_t i = 0; i < REBORN_TURNS; i++) sizes[i] = i < mix->fours ? 4 : 3;
    shuffle(sizes, REBORN_TURNS, rng);
}

void reborn_deal(struct reborn_pack packs[REBORN_TURNS], uint64_t seed, enum reborn_mix which)
{
    const struct mixture *mix = &mixtures[which];
    struct rng rng = {seed};
    uint8_t numbers[NUMBERS * MOST_EACH], sizes[REBORN_TURNS];
    uint32_t count = deal_numbers(numbers, mix, &rng), next = 0;
    deal_sizes(sizes, mix, &rng);
    for (int i = 0; i < REBORN_TURNS; i++) {
        int gap = sizes[i] == 3 ? mix->gap_at[rng_below(&rng, mix->gaps)] : -1;
        for (int cell = 0; cell < 4; cell++)
            packs[i].cell[cell] = cell == gap ? 0 : numbers[next++];
    }
    assert(next == count);
    (void)count; /* without assertions nobody else asks */
}
