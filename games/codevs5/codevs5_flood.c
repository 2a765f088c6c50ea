/*
 * Flooding, a step of the whole layer at a time: in plain C, and where the machine has AVX2 with a
 * board in one register. Both give the same; the tests compare them. And maps of what was flooded.
 */
#include "games/codevs5/codevs5_flood.h"

#include <string.h>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

/* ---- plain ---- */

void flood_reach_plain(struct codevs5_flood *f, struct codevs5_board wanted)
{
    struct codevs5_board open = f->open, layer = f->layer[f->depth]; /* kept in registers */
    wanted = board_both(wanted, open);
    while (!board_is_empty(&wanted)) {
        layer = board_both(board_beside(layer), open);
        if (board_is_empty(&layer)) break;
        f->layer[++f->depth] = layer;
        struct codevs5_board *sum = &f->sum[__builtin_ctz((unsigned)f->depth)];
        for (int i = 0; i < CODEVS5_WORDS; i++) sum->word[i] ^= open.word[i];
        open = board_without(open, layer);
        wanted = board_both(wanted, open);
    }
    f->open = open;
}

/* ---- AVX2 ---- */

#if defined(__x86_64__)
#define TARGET __attribute__((target("avx2")))
typedef uint64_t lanes __attribute__((vector_size(32)));

TARGET static inline lanes load(const struct codevs5_board *b)
{
    return (lanes)_mm256_loadu_si256((const __m256i *)b);
}

TARGET static inline void store(struct codevs5_board *b, lanes x)
{
    _mm256_storeu_si256((__m256i *)b, (__m256i)x);
}

TARGET static inline bool is_empty(lanes x)
{
    return _mm256_testz_si256((__m256i)x, (__m256i)x);
}

/* What leaves the first or the last word would be the ring, which is never in a layer. */
TARGET static inline lanes beside(lanes x)
{
    lanes before = (lanes)_mm256_permute4x64_epi64((__m256i)x, _MM_SHUFFLE(2, 1, 0, 3));
    lanes behind = (lanes)_mm256_permute4x64_epi64((__m256i)x, _MM_SHUFFLE(0, 3, 2, 1));
    return (x << 1 | x >> 1) | (x << CODEVS5_COLS | x >> CODEVS5_COLS) |
           ((before >> 63 | before >> (64 - CODEVS5_COLS)) |
            (behind << 63 | behind << (64 - CODEVS5_COLS)));
}

TARGET static void reach_avx2(struct codevs5_flood *f, const struct codevs5_board *goal)
{
    lanes open = load(&f->open), layer = load(&f->layer[f->depth]), wanted = load(goal) & open;
    int depth = f->depth;
    while (!is_empty(wanted)) {
        layer = beside(layer) & open;
        if (is_empty(layer)) break;
        store(&f->layer[++depth], layer);
        struct codevs5_board *sum = &f->sum[__builtin_ctz((unsigned)depth)];
        store(sum, load(sum) ^ open);
        open &= ~layer;
        wanted &= open;
    }
    store(&f->open, open);
    f->depth = depth;
}
#endif

void flood_reach(struct codevs5_flood *f, struct codevs5_board wanted)
{
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) {
        reach_avx2(f, &wanted);
        return;
    }
#endif
    flood_reach_plain(f, wanted);
}

/* ---- the map ---- */

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "the first cells are the first byte");

/* 128 cells, half a board: what even the oldest of today's machines have registers for. */
typedef uint64_t half __attribute__((vector_size(16)));
typedef uint8_t bytes __attribute__((vector_size(16)));

/* Swaps the upper bits of each group of 2 * width bits of *a with the lower ones of *b. */
static inline void swap_bits(half *a, half *b, int width, uint64_t lower)
{
    half swapped = (*a >> width ^ *b) & lower;
    *b ^= swapped;
    *a ^= swapped << width;
}

/* A transposition of 8 x 8 bits in all bytes at once: then vector n has those of the cells 8 i + n,
   with a bit from each digit. */
static inline void join_digits(half digit[8])
{
    for (int i = 0; i < 4; i++)
        swap_bits(&digit[i], &digit[i + 4], 4, UINT64_C(0x0F0F0F0F0F0F0F0F));
    for (int i = 0; i < 4; i++)
        swap_bits(&digit[i % 2 + i / 2 * 4], &digit[i % 2 + i / 2 * 4 + 2], 2,
                  UINT64_C(0x3333333333333333));
    for (int i = 0; i < 8; i += 2)
        swap_bits(&digit[i], &digit[i + 1], 1, UINT64_C(0x5555555555555555));
}

/* The bytes of the first four vectors and of the last four in turn, each a half. */
static inline void shuffle(const half in[8], half out[8])
{
    for (int i = 0; i < 4; i++) {
        bytes a = (bytes)in[i], b = (bytes)in[i + 4];
        out[2 * i] = (half)__builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21,
                                                   6, 22, 7, 23);
        out[2 * i + 1] = (half)__builtin_shufflevector(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28,
                                                       13, 29, 14, 30, 15, 31);
    }
}

static inline half half_of(const struct codevs5_board *b, int word)
{
    return (half){b->word[word], b->word[word + 1]};
}

void flood_map(const struct codevs5_flood *f, struct codevs5_board free,
               uint8_t map[CODEVS5_MAP_SIZE])
{
    for (int word = 0; word < CODEVS5_WORDS; word += 2) {
        half open = half_of(&f->open, word), sum = {0}, digit[8], in_turn[8];
        for (int k = CODEVS5_DIGITS - 1; k >= 0; k--) {
            sum ^= half_of(&f->sum[k], word);
            digit[k] = sum & ~open;
        }
        digit[CODEVS5_DIGITS] = ~half_of(&free, word) | open;
        join_digits(digit);
        shuffle(digit, in_turn); /* three times, and the bytes are in the order of the cells */
        shuffle(in_turn, digit);
        shuffle(digit, in_turn);
        memcpy(map + word * 64, in_turn, sizeof in_turn);
    }
}
