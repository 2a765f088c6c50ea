/*
 * codevs5_board — sets of cells as bit boards.
 *
 * A field has 17 x 14 = 238 cells, so a set of cells is one bit each in four words. Cell number
 * row * 14 + col counts row by row from the top, and so does the order of the bits: "smallest row,
 * then smallest column" is simply the lowest bit. The outer ring is wall; nothing but a wall is
 * ever on it, which is why a shift by one cell never carries anything sensible over the edge.
 */
#pragma once
#include <stdbool.h>
#include <stdint.h>

enum {
    CODEVS5_ROWS = 17,
    CODEVS5_COLS = 14,
    CODEVS5_CELLS = CODEVS5_ROWS * CODEVS5_COLS,
    CODEVS5_INNER = (CODEVS5_ROWS - 2) * (CODEVS5_COLS - 2), /* cells that are no wall */
    CODEVS5_WORDS = 4
};

struct codevs5_board {
    uint64_t word[CODEVS5_WORDS];
};

static inline int codevs5_cell(int row, int col)
{
    return row * CODEVS5_COLS + col;
}

static inline int codevs5_row(int cell)
{
    return cell / CODEVS5_COLS;
}

static inline int codevs5_col(int cell)
{
    return cell % CODEVS5_COLS;
}

static inline bool board_has(const struct codevs5_board *b, int cell)
{
    return b->word[cell >> 6] >> (cell & 63) & 1;
}

static inline void board_add(struct codevs5_board *b, int cell)
{
    b->word[cell >> 6] |= (uint64_t)1 << (cell & 63);
}

static inline void board_remove(struct codevs5_board *b, int cell)
{
    b->word[cell >> 6] &= ~((uint64_t)1 << (cell & 63));
}

static inline bool board_is_empty(const struct codevs5_board *b)
{
    return !(b->word[0] | b->word[1] | b->word[2] | b->word[3]);
}

static inline struct codevs5_board board_both(struct codevs5_board a, struct codevs5_board b)
{
    for (int i = 0; i < CODEVS5_WORDS; i++) a.word[i] &= b.word[i];
    return a;
}

static inline struct codevs5_board board_either(struct codevs5_board a, struct codevs5_board b)
{
    for (int i = 0; i < CODEVS5_WORDS; i++) a.word[i] |= b.word[i];
    return a;
}

static inline struct codevs5_board board_without(struct codevs5_board a, struct codevs5_board b)
{
    for (int i = 0; i < CODEVS5_WORDS; i++) a.word[i] &= ~b.word[i];
    return a;
}

#if defined(__x86_64__) && !defined(__POPCNT__)

/* How many bits are set in each group of four. */
static inline uint64_t board_count_fours(uint64_t x)
{
    const uint64_t ones = UINT64_MAX / 3, twos = UINT64_MAX / 5;
    x -= x >> 1 & ones;
    return (x & twos) + (x >> 2 & twos);
}

/* All words at once: without an instruction for it the compiler would call a function for each. */
static inline int board_count(const struct codevs5_board *b)
{
    const uint64_t fours = UINT64_MAX / 17;
    uint64_t first = board_count_fours(b->word[0]) + board_count_fours(b->word[1]);
    uint64_t last = board_count_fours(b->word[2]) + board_count_fours(b->word[3]);
    uint64_t eights = (first & fours) + (first >> 4 & fours) + (last & fours) + (last >> 4 & fours);
    uint64_t sixteens = (eights & UINT64_MAX / 257) + (eights >> 8 & UINT64_MAX / 257);
    return (int)(sixteens * (UINT64_MAX / 65535) >> 48);
}

#else

static inline int board_count(const struct codevs5_board *b)
{
    int count = 0;
    for (int i = 0; i < CODEVS5_WORDS; i++) count += __builtin_popcountll(b->word[i]);
    return count;
}

#endif

/* The first cell at or behind `from` that is in the set, or -1. */
static inline int board_next(const struct codevs5_board *b, int from)
{
    uint64_t word = b->word[from >> 6] >> (from & 63);
    if (word) return from + __builtin_ctzll(word);
    for (int i = (from >> 6) + 1; i < CODEVS5_WORDS; i++)
        if (b->word[i]) return i * 64 + __builtin_ctzll(b->word[i]);
    return -1;
}

/* for (int cell = board_next(b, 0); cell >= 0; cell = board_next(b, cell + 1)); a board has 256
   bits and the last cell is 237, so `cell + 1` is always a bit. */
#define BOARD_EACH(cell, board)                                                                    \
    for (int cell = board_next((board), 0); cell >= 0; cell = board_next((board), cell + 1))

/* All cells one step away from a cell of the set; walls are the caller's business. */
static inline struct codevs5_board board_beside(struct codevs5_board b)
{
    const uint64_t *w = b.word;
    struct codevs5_board near;
    for (int i = 0; i < CODEVS5_WORDS; i++) {
        uint64_t before = i > 0 ? w[i - 1] : 0, behind = i + 1 < CODEVS5_WORDS ? w[i + 1] : 0;
        near.word[i] = (w[i] << 1 | w[i] >> 1 | w[i] << CODEVS5_COLS | w[i] >> CODEVS5_COLS) |
                       (before >> 63 | before >> (64 - CODEVS5_COLS)) |
                       (behind << 63 | behind << (64 - CODEVS5_COLS));
    }
    return near;
}

/* A word that begins with the cell; whatever is behind the last cell is no matter. */
static inline uint64_t board_from(const struct codevs5_board *b, int cell)
{
    int at = cell >> 6, shift = cell & 63;
    int next = at + (at + 1 < CODEVS5_WORDS); /* the last word holds all that is left */
    return b->word[at] >> shift | b->word[next] << 1 << (63 - shift);
}

/* The neighbours in the window of board_around(): bit n stands for cell - 14 + n. */
#define AROUND_UP ((uint32_t)1)
#define AROUND_LEFT ((uint32_t)1 << (CODEVS5_COLS - 1))
#define AROUND_RIGHT ((uint32_t)1 << (CODEVS5_COLS + 1))
#define AROUND_DOWN ((uint32_t)1 << (2 * CODEVS5_COLS))

/* Which of the four neighbours of an inner cell are in the set. */
static inline uint32_t board_around(const struct codevs5_board *b, int cell)
{
    return (uint32_t)board_from(b, cell - CODEVS5_COLS) &
           (AROUND_UP | AROUND_LEFT | AROUND_RIGHT | AROUND_DOWN);
}
