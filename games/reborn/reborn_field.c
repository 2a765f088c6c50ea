/*
 * The field: single blocks, and the moves with their chains for each instruction set.
 *
 * The chain itself is in reborn_lanes.h, which is included once for each instruction set: the
 * compiler splits vectors into what a function's target offers before it inlines, so a single copy
 * inlined into differently targeted callers would stay as slow as the plain one.
 */
#include "games/reborn/reborn.h"

#include <assert.h>
#include <string.h>

typedef uint64_t lanes __attribute__((vector_size(32)));
_Static_assert(sizeof(lanes) == sizeof(uint64_t[REBORN_WORDS]), "a vector is a plane");

/* The four planes of a field. */
struct cells {
    lanes low, mid, high, pair;
};

#define SLOT_ROWS ((UINT64_C(1) << REBORN_TOP_ROWS) - 1)
/* The same bits in each of the three columns of a word. */
#define IN_EACH_SLOT(bits) ((bits) | (bits) << REBORN_SLOT_BITS | (bits) << 2 * REBORN_SLOT_BITS)

static const uint64_t floors = IN_EACH_SLOT(UINT64_C(1));
static const uint64_t rows = IN_EACH_SLOT(SLOT_ROWS);
static const uint64_t fences = IN_EACH_SLOT(UINT64_C(1) << (REBORN_SLOT_BITS - 1));

/* The columns under a pack at each place. */
#define SLOT(n) (SLOT_ROWS << (n)*REBORN_SLOT_BITS)
static const uint64_t pack_slots[REBORN_PACK_COLS][REBORN_WORDS] = {
    {SLOT(0), SLOT(0), 0, 0}, {0, SLOT(0), SLOT(0), 0}, {0, 0, SLOT(0), SLOT(0)},
    {SLOT(1), 0, 0, SLOT(0)}, {SLOT(1), SLOT(1), 0, 0}, {0, SLOT(1), SLOT(1), 0},
    {0, 0, SLOT(1), SLOT(1)}, {SLOT(2), 0, 0, SLOT(1)}, {SLOT(2), SLOT(2), 0, 0},
};

/* Compilers warn that a vector is returned differently with and without AVX (and gcc cannot even be
   told not to note it of parameters, hence the pointers). All such functions are inlined. */
#pragma GCC diagnostic ignored "-Wpsabi"
#define INLINE static inline __attribute__((always_inline))

#define TARGET
#define NAME(x) x##_plain
#include "games/reborn/reborn_lanes.h"
#undef TARGET
#undef NAME

#if defined(__x86_64__)
#define TARGET __attribute__((target("avx2,popcnt")))
#define NAME(x) x##_avx2
#include "games/reborn/reborn_lanes.h"
#undef TARGET
#undef NAME

#define TARGET __attribute__((target("avx512f,avx512vl,avx512bw,avx512dq,popcnt")))
#define NAME(x) x##_avx512
#include "games/reborn/reborn_lanes.h"
#undef TARGET
#undef NAME
#endif

/* ---- the choice of a path ---- */

static const struct kernel {
    struct reborn_result (*drop)(struct reborn_field *, uint64_t left, uint64_t right, int col);
    struct reborn_result (*blast)(struct reborn_field *);
} kernels[REBORN_PATHS] = {
    [REBORN_PLAIN] = {drop_plain, blast_plain},
#if defined(__x86_64__)
    [REBORN_AVX2] = {drop_avx2, blast_avx2},
    [REBORN_AVX512] = {drop_avx512, blast_avx512},
#endif
};

const char *const reborn_path_names[REBORN_PATHS] = {"plain", "avx2", "avx512"};

bool reborn_path_works(enum reborn_path path)
{
#if defined(__x86_64__)
    if (path == REBORN_AVX2) return __builtin_cpu_supports("avx2");
    if (path == REBORN_AVX512)
        return __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw") &&
               __builtin_cpu_supports("avx512dq");
#endif
    return path == REBORN_PLAIN;
}

/* Asked anew each time: it is two loads, and nothing has to be kept between calls. */
static enum reborn_path best_path(void)
{
    if (reborn_path_works(REBORN_AVX512)) return REBORN_AVX512;
    return reborn_path_works(REBORN_AVX2) ? REBORN_AVX2 : REBORN_PLAIN;
}

/* ---- single blocks ---- */

/* Codes of the values 0 to 11, and back. */
static const uint8_t codes[REBORN_OJAMA + 1] = {0, 8, 9, 10, 11, 4, 15, 14, 13, 12, 0, 1};
static const uint8_t values[16] = {0, REBORN_OJAMA, 0, 0, 5, 0, 0, 0, 1, 2, 3, 4, 9, 8, 7, 6};

static inline int word_of(int col)
{
    return col % REBORN_WORDS;
}

static inline int floor_of(int col)
{
    return col / REBORN_WORDS * REBORN_SLOT_BITS;
}

int reborn_height(const struct reborn_field *f, int col)
{
    int word = word_of(col);
    uint64_t any = f->plane[0][word] | f->plane[1][word] | f->plane[2][word] | f->plane[3][word];
    return __builtin_popcountll(any >> floor_of(col) & SLOT_ROWS);
}

int reborn_cell(const struct reborn_field *f, int col, int row)
{
    unsigned code = 0;
    for (int k = 0; k < REBORN_PLANES; k++)
        code |= (unsigned)(f->plane[k][word_of(col)] >> (floor_of(col) + row) & 1) << k;
    return values[code];
}

void reborn_push(struct reborn_field *f, int col, int value)
{
    int height = reborn_height(f, col);
    assert(height < REBORN_TOP_ROWS && codes[value] != 0);
    for (int k = 0; k < REBORN_PLANES; k++)
        f->plane[k][word_of(col)] |= (uint64_t)(codes[value] >> k & 1) << (floor_of(col) + height);
}

void reborn_push_ojama_row(struct reborn_field *f)
{
    for (int col = 0; col < REBORN_COLS; col++) reborn_push(f, col, REBORN_OJAMA);
}

/* ---- moves ---- */

/* RULES 3.3: what is in a pack's column falls on its own, so an empty cell takes no room. */
static uint64_t column(int upper, int lower)
{
    return lower ? codes[lower] | (uint64_t)codes[upper] << REBORN_PLANES : codes[upper];
}

struct reborn_result reborn_drop_by(enum reborn_path path, struct reborn_field *f,
                                    struct reborn_pack pack, int col, int rotation)
{
    /* RULES 3.2: the cells that come to stand at upper left, lower left, upper and lower right. */
    static const uint8_t turned[REBORN_ROTATIONS][4] = {
        {0, 2, 1, 3}, {2, 3, 0, 1}, {3, 1, 2, 0}, {1, 0, 3, 2}};
    const uint8_t *at = turned[rotation];
    uint64_t left = column(pack.cell[at[0]], pack.cell[at[1]]);
    uint64_t right = column(pack.cell[at[2]], pack.cell[at[3]]);
    return kernels[path].drop(f, left, right, col);
}

struct reborn_result reborn_blast_by(enum reborn_path path, struct reborn_field *f)
{
    return kernels[path].blast(f);
}

struct reborn_result reborn_drop(struct reborn_field *f, struct reborn_pack pack, int col,
                                 int rotation)
{
    return reborn_drop_by(best_path(), f, pack, col, rotation);
}

struct reborn_result reborn_blast(struct reborn_field *f)
{
    return reborn_blast_by(best_path(), f);
}
