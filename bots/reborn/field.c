#include "bots/reborn/field.h"

#include "base/hash.h"

#include <string.h>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

typedef mini_lanes lanes;
typedef uint16_t half __attribute__((vector_size(32)));
typedef uint64_t words __attribute__((vector_size(64)));

struct cells {
    lanes low, mid, high, pair;
};

#pragma GCC diagnostic ignored "-Wpsabi"
#define INLINE static inline __attribute__((always_inline))

/* Which columns of a vector belong to the first, second and third field. */
enum { FIRST = 0x7ff, SECOND = 0x7ff << 11 };

INLINE uint64_t overlay(const words *x)
{
    return (*x)[0] | (*x)[1] | (*x)[2] | (*x)[3] | (*x)[4] | (*x)[5] | (*x)[6] | (*x)[7];
}

INLINE bool is_zero_plain(const lanes *x)
{
    return overlay((const words *)x) == 0;
}

/* Bit k: something is set in field k. */
INLINE unsigned who_plain(const lanes *x)
{
    const words *w = (const words *)x; /* 11 columns are 2 words and three quarters */
    uint64_t first = (*w)[0] | (*w)[1] | (*w)[2] << 16;
    uint64_t second = (*w)[2] >> 48 | (*w)[3] | (*w)[4] | (*w)[5] << 32;
    uint64_t third = (*w)[5] >> 32 | (*w)[6] | (*w)[7];
    return (unsigned)(first != 0) | (unsigned)(second != 0) << 1 | (unsigned)(third != 0) << 2;
}

#define TARGET
#define NAME(x) x##_plain
#include "bots/reborn/lanes.h"
#undef TARGET
#undef NAME

#if defined(__x86_64__)
#define TARGET __attribute__((target("avx2,bmi,popcnt")))
#define NAME(x) x##_avx2
INLINE TARGET bool is_zero_avx2(const lanes *x)
{
    __m256i a, b;
    memcpy(&a, x, sizeof a);
    memcpy(&b, (const char *)x + sizeof a, sizeof b);
    a = _mm256_or_si256(a, b);
    return _mm256_testz_si256(a, a);
}

INLINE TARGET unsigned who_avx2(const lanes *x)
{
    __m256i a, b, zero = _mm256_setzero_si256();
    memcpy(&a, x, sizeof a);
    memcpy(&b, (const char *)x + sizeof a, sizeof b);
    __m256i empty = _mm256_packs_epi16(_mm256_cmpeq_epi16(a, zero), _mm256_cmpeq_epi16(b, zero));
    empty = _mm256_permute4x64_epi64(empty, 0xd8);
    unsigned set = ~(unsigned)_mm256_movemask_epi8(empty);
    return (unsigned)((set & FIRST) != 0) | (unsigned)((set & SECOND) != 0) << 1 |
           (unsigned)(set >> 22 != 0) << 2;
}
#include "bots/reborn/lanes.h"
#undef TARGET
#undef NAME

#define TARGET __attribute__((target("avx512f,avx512vl,avx512bw,avx512dq,bmi,popcnt")))
#define NAME(x) x##_avx512
INLINE TARGET bool is_zero_avx512(const lanes *x)
{
    return _mm512_test_epi64_mask((__m512i)*x, (__m512i)*x) == 0;
}

INLINE TARGET unsigned who_avx512(const lanes *x)
{
    unsigned set = _mm512_test_epi16_mask((__m512i)*x, (__m512i)*x);
    return (unsigned)((set & FIRST) != 0) | (unsigned)((set & SECOND) != 0) << 1 |
           (unsigned)(set >> 22 != 0) << 2;
}
#include "bots/reborn/lanes.h"
#undef TARGET
#undef NAME
#endif

static const struct mini_path paths[MINI_PATHS] = {
    {"plain", expand_plain, try_all_plain, try_three_plain, survey_plain},
#if defined(__x86_64__)
    {"avx2", expand_avx2, try_all_avx2, try_three_avx2, survey_avx2},
    {"avx512", expand_avx512, try_all_avx512, try_three_avx512, survey_avx512},
#endif
};

static bool path_works(int number)
{
#if defined(__x86_64__)
    if (number == 1) return __builtin_cpu_supports("avx2");
    if (number == 2)
        return __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw") &&
               __builtin_cpu_supports("avx512dq");
#endif
    return number == 0;
}

const struct mini_path *mini_path(int number)
{
    return path_works(number) ? &paths[number] : NULL;
}

const struct mini_path *mini_best_path(void)
{
    int number = MINI_PATHS - 1;
    while (!path_works(number)) number--;
    return &paths[number];
}

/* ---- packs ---- */

static const uint8_t codes[REBORN_OJAMA + 1] = {0, 8, 9, 10, 11, 4, 15, 14, 13, 12, 0, 1};

/* RULES 3.3: the code of a column's lower block and, four bits up, of its upper one. */
static unsigned column(int upper, int lower)
{
    return lower ? codes[lower] | (unsigned)codes[upper] << REBORN_PLANES : codes[upper];
}

/* RULES 3.2. */
static void turn(struct reborn_pack pack, int rotation, unsigned out[2])
{
    static const uint8_t turned[REBORN_ROTATIONS][4] = {
        {0, 2, 1, 3}, {2, 3, 0, 1}, {3, 1, 2, 0}, {1, 0, 3, 2}};
    const uint8_t *at = turned[rotation];
    out[0] = column(pack.cell[at[0]], pack.cell[at[1]]);
    out[1] = column(pack.cell[at[2]], pack.cell[at[3]]);
}

static void put(struct mini_drop *out, int which, struct reborn_pack pack, int action)
{
    unsigned code[2];
    turn(pack, action % REBORN_ROTATIONS, code);
    for (int side = 0; side < 2; side++) {
        int at = 11 * which + action / REBORN_ROTATIONS + side;
        for (int k = 0; k < REBORN_PLANES; k++) {
            out->lower[k][at] = code[side] >> k & 1 ? 0xffff : 0;
            out->upper[k][at] = code[side] >> (k + REBORN_PLANES) & 1 ? 0xffff : 0;
        }
    }
}

void mini_pick(struct reborn_pack pack, const uint8_t actions[3], struct mini_drop *out)
{
    memset(out, 0, sizeof *out);
    for (int i = 0; i < 3; i++) put(out, i, pack, actions[i]);
}

void mini_prepare(struct reborn_pack pack, struct mini_drops *out)
{
    for (int n = 0; n < MINI_DROPS; n++) {
        unsigned code[2];
        turn(pack, n % REBORN_ROTATIONS, code);
        for (int side = 0; side < 2; side++)
            out->high[n][side] = (uint8_t)((code[side] != 0) + (code[side] >> REBORN_PLANES != 0));
    }
    for (int n = 0; n < MINI_DROPS; n += 3)
        mini_pick(pack, (uint8_t[3]){(uint8_t)n, (uint8_t)(n + 1), (uint8_t)(n + 2)},
                  &out->three[n / 3]);
}

/* ---- single fields ---- */

bool mini_from(const struct reborn_field *field, struct mini *out)
{
    memset(out, 0, sizeof *out);
    for (int col = 0; col < REBORN_COLS; col++) {
        if (reborn_height(field, col) > REBORN_ROWS) return false;
        for (int k = 0; k < REBORN_PLANES; k++)
            out->plane[k][col] = (uint16_t)(field->plane[k][col % REBORN_WORDS] >>
                                            (col / REBORN_WORDS * REBORN_SLOT_BITS));
    }
    return true;
}

void mini_heights(const struct mini *f, uint8_t height[REBORN_COLS])
{
    for (int col = 0; col < REBORN_COLS; col++)
        height[col] = (uint8_t)__builtin_popcount(
            (unsigned)(f->plane[0][col] | f->plane[1][col] | f->plane[2][col] | f->plane[3][col]));
}

int mini_blocks(const struct mini *f)
{
    uint8_t height[REBORN_COLS];
    int blocks = 0;
    mini_heights(f, height);
    for (int col = 0; col < REBORN_COLS; col++) blocks += height[col];
    return blocks;
}

/* RULES 3.3: of the codes only that of ojama has the first bit alone. */
int mini_ojama(const struct mini *f)
{
    int ojama = 0;
    for (int col = 0; col < REBORN_COLS; col++)
        ojama += __builtin_popcount((unsigned)(f->plane[0][col] & ~f->plane[1][col] &
                                               ~f->plane[2][col] & ~f->plane[3][col]));
    return ojama;
}

bool mini_push_row(struct mini *f)
{
    uint8_t height[REBORN_COLS];
    mini_heights(f, height);
    for (int col = 0; col < REBORN_COLS; col++)
        if (height[col] == REBORN_ROWS) return false;
    for (int col = 0; col < REBORN_COLS; col++)
        f->plane[0][col] = (uint16_t)(f->plane[0][col] | 1u << height[col]);
    return true;
}

/* All four planes of a column. */
static uint64_t column_at(const struct mini *f, int col)
{
    return f->plane[0][col] | (uint64_t)f->plane[1][col] << 16 | (uint64_t)f->plane[2][col] << 32 |
           (uint64_t)f->plane[3][col] << 48;
}

uint64_t mini_shape(const struct mini *f, uint64_t salt)
{
    uint64_t hash = salt;
    int first = 0, end = REBORN_COLS;
    while (first < end && column_at(f, first) == 0) first++;
    while (end > first && column_at(f, end - 1) == 0) end--;
    for (int col = first; col < end; col++) hash = hash_word(hash, column_at(f, col));
    return hash_word(hash, salt);
}
