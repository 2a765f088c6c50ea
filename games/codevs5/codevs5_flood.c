/*
 * Flooding and the dogs: as the rules have them, dog by dog, and for machines with wide registers a
 * layer at a time. codevs5_lanes.h is included once for each instruction set, since the compiler
 * splits vectors into what a function's target offers before it inlines.
 */
#include "games/codevs5/codevs5.h"

#include <string.h>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

/* ---- plain ---- */

/* Makes layers until all of `wanted` is in one, or no cell is left that reaches a target. */
static void reach(struct codevs5_flood *f, struct codevs5_board wanted)
{
    struct codevs5_board open = f->open, layer = f->layer[f->depth]; /* kept in registers */
    wanted = board_both(wanted, open);
    while (!board_is_empty(&wanted)) {
        layer = board_both(board_beside(layer), open);
        if (board_is_empty(&layer)) break;
        f->layer[++f->depth] = layer;
        open = board_without(open, layer);
        wanted = board_both(wanted, open);
    }
    f->open = open;
}

static void finish_plain(struct codevs5_flood *f)
{
    reach(f, f->open);
}

/* RULES 5.5: up, left, right, down; the first that is nearer and holds no dog. */
static void move_dog(struct codevs5_field *field, int slot, const struct codevs5_board *nearer)
{
    int cell = field->dog_cell[slot];
    uint32_t ways = board_around(nearer, cell) & ~board_around(&field->dogs, cell);
    if (ways == 0) return;
    int to = cell - CODEVS5_COLS + __builtin_ctz(ways);
    board_remove(&field->dogs, cell);
    board_add(&field->dogs, to);
    field->dog_cell[slot] = (uint8_t)to;
}

/* RULES 5.3, 5.4: by distance, among equals by id, which is the order of the slots. */
static void move_dogs_plain(struct codevs5_field *field, struct codevs5_flood *f)
{
    struct codevs5_board dogs = field->dogs;
    uint8_t slot_on[CODEVS5_CELLS];
    for (int slot = 0; slot < field->dog_count; slot++)
        slot_on[field->dog_cell[slot]] = (uint8_t)slot;
    reach(f, dogs);
    for (int d = 1; d <= f->depth; d++) {
        struct codevs5_board here = board_both(dogs, f->layer[d]), slots = {{0}};
        BOARD_EACH(cell, &here) board_add(&slots, slot_on[cell]);
        BOARD_EACH(slot, &slots) move_dog(field, slot, &f->layer[d - 1]);
    }
}

#if defined(__x86_64__)

/* ---- with vectors ---- */

/* The step from cell to cell by this much. */
static inline enum codevs5_step step_by(int delta)
{
    if (delta == -CODEVS5_COLS) return STEP_UP;
    if (delta == CODEVS5_COLS) return STEP_DOWN;
    return delta < 0 ? STEP_LEFT : STEP_RIGHT;
}

typedef uint64_t lanes __attribute__((vector_size(32)));
_Static_assert(sizeof(lanes) == sizeof(struct codevs5_board), "a vector is a board");

enum { SLOTS = 32 };
typedef uint8_t slots __attribute__((vector_size(SLOTS))); /* something of so many dogs */

/* Sets of cells, one for each way that a dog can go. */
struct ways {
    lanes up, left, right, down;
};

/* What the dogs have done so far. */
struct moves {
    struct ways from; /* who went */
    lanes to;         /* and where they stand now */
    lanes still;      /* who has not left the layer that was the last */
};

/* Compilers warn that a vector is returned differently with and without AVX (and gcc cannot even be
   told not to note it of parameters, hence the pointers). All such functions are inlined. */
#pragma GCC diagnostic ignored "-Wpsabi"
#define INLINE static inline __attribute__((always_inline))

static const slots bit_of = {1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0, 0,
                             1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0, 0};
#define IS_EMPTY(x) _mm256_testz_si256((__m256i)(x), (__m256i)(x))
#define MASK_OF(x) ((uint32_t)_mm256_movemask_epi8((__m256i)(x))) /* a bit for each byte */

/* ---- AVX2 ---- */

#define TARGET __attribute__((target("avx2,bmi,popcnt")))
#define NAME(x) x##_avx2
/* x and what comes in from its neighbour. */
#define SHIFT_LEFT(x, before, n) ((x) << (n) | (before) >> (64 - (n)))
#define SHIFT_RIGHT(x, behind, n) ((x) >> (n) | (behind) << (64 - (n)))

/* A byte of the set for each cell, out of its two halves, and of that the cell's bit. */
INLINE TARGET slots members(const lanes *set, const slots *cells)
{
    __m256i first = (__m256i)__builtin_shufflevector(*set, *set, 0, 1, 0, 1);
    __m256i second = (__m256i)__builtin_shufflevector(*set, *set, 2, 3, 2, 3);
    slots bit = (slots)_mm256_shuffle_epi8((__m256i)bit_of, (__m256i)(*cells & 7));
    slots byte = *cells >> 3;
    __m256i found = _mm256_blendv_epi8(_mm256_shuffle_epi8(first, (__m256i)byte),
                                       _mm256_shuffle_epi8(second, (__m256i)byte), (__m256i)*cells);
    return (slots)(((slots)found & bit) == bit);
}

/* Slots from this one on; those behind the last dog hold cell 0, where no dog ever is. */
INLINE TARGET slots load_slots_avx2(const struct codevs5_field *field, int slot)
{
    slots cells = {0};
    if (__builtin_expect(slot + SLOTS <= CODEVS5_INNER, 1))
        memcpy(&cells, field->dog_cell + slot, SLOTS);
    else
        memcpy(&cells, field->dog_cell + slot, (size_t)(CODEVS5_INNER - slot));
    return cells;
}

INLINE TARGET void store_slots(struct codevs5_field *field, int slot, const slots *cells)
{
    if (__builtin_expect(slot + SLOTS <= CODEVS5_INNER, 1))
        memcpy(field->dog_cell + slot, cells, SLOTS);
    else
        memcpy(field->dog_cell + slot, cells, (size_t)(CODEVS5_INNER - slot));
}

INLINE TARGET void move_slots_avx2(struct codevs5_field *field, const struct ways *from)
{
    for (int slot = 0; slot < field->dog_count; slot += SLOTS) {
        slots cells = load_slots_avx2(field, slot);
        slots up = members(&from->up, &cells), left = members(&from->left, &cells);
        slots right = members(&from->right, &cells), down = members(&from->down, &cells);
        cells += left - right + (down & CODEVS5_COLS) - (up & CODEVS5_COLS);
        store_slots(field, slot, &cells);
    }
}

#define load_slots_avx512 load_slots_avx2
#define move_slots_avx512 move_slots_avx2

#include "games/codevs5/codevs5_lanes.h"
#undef TARGET
#undef NAME

/* ---- AVX-512 ---- */

#define TARGET __attribute__((target("avx512f,avx512vl,avx512bw,avx512vbmi2,bmi,popcnt")))
#define NAME(x) x##_avx512
#undef SHIFT_LEFT
#undef SHIFT_RIGHT
#define SHIFT_LEFT(x, before, n) ((lanes)_mm256_shldi_epi64((__m256i)(x), (__m256i)(before), n))
#define SHIFT_RIGHT(x, behind, n) ((lanes)_mm256_shrdi_epi64((__m256i)(x), (__m256i)(behind), n))

#include "games/codevs5/codevs5_lanes.h"
#undef TARGET
#undef NAME

#endif

/* ---- the choice of a path ---- */

static const struct kernel {
    void (*finish)(struct codevs5_flood *);
    void (*move_dogs)(struct codevs5_field *, struct codevs5_flood *);
} kernels[CODEVS5_PATHS] = {
    [CODEVS5_PLAIN] = {finish_plain, move_dogs_plain},
#if defined(__x86_64__)
    [CODEVS5_AVX2] = {finish_avx2, move_dogs_avx2},
    [CODEVS5_AVX512] = {finish_avx512, move_dogs_avx512},
#endif
};

bool codevs5_path_works(enum codevs5_path path)
{
#if defined(__x86_64__)
    if (path == CODEVS5_AVX2) return __builtin_cpu_supports("avx2");
    if (path == CODEVS5_AVX512)
        return __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw") &&
               __builtin_cpu_supports("avx512vbmi2");
#endif
    return path == CODEVS5_PLAIN;
}

/* Asked anew each time: it is two loads, and nothing has to be kept between calls. */
static enum codevs5_path best_path(void)
{
    if (codevs5_path_works(CODEVS5_AVX512)) return CODEVS5_AVX512;
    return codevs5_path_works(CODEVS5_AVX2) ? CODEVS5_AVX2 : CODEVS5_PLAIN;
}

void flood_finish_by(enum codevs5_path path, struct codevs5_flood *f)
{
    kernels[path].finish(f);
}

void flood_finish(struct codevs5_flood *f)
{
    flood_finish_by(best_path(), f);
}

void codevs5_move_dogs_by(enum codevs5_path path, struct codevs5_field *field,
                          struct codevs5_flood *f)
{
    kernels[path].move_dogs(field, f);
}

void codevs5_move_dogs(struct codevs5_field *field, struct codevs5_flood *f)
{
    codevs5_move_dogs_by(best_path(), field, f);
}
