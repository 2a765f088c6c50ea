/*
 * example — the state of Four in a Row and its typed functions, for bots and tests.
 *
 * The game of the tutorial: small, but complete. A state is a board of bytes that is copied by an
 * assignment.
 */
#pragma once
#include "games/game.h"

enum {
    EXAMPLE_COLS = 7,
    EXAMPLE_ROWS = 6,
    EXAMPLE_CELLS = EXAMPLE_COLS * EXAMPLE_ROWS,
    EXAMPLE_LINE = 4,
    EXAMPLE_OPENING = 2, /* stones dropped by lot, unless the setup says otherwise */
    EXAMPLE_OPENING_MAX = 6,
    EXAMPLE_EMPTY = 0, /* a cell; otherwise the number of its player, plus one */
    EXAMPLE_NO_CELL = 255
};

enum example_ending {
    EXAMPLE_RUNNING,
    EXAMPLE_END_LINE,
    EXAMPLE_END_FULL,
    EXAMPLE_END_LATE,
    EXAMPLE_END_INVALID,
    EXAMPLE_END_GONE
};

#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wpadded"
struct example {
    uint8_t cell[EXAMPLE_CELLS]; /* row after row from the bottom: EMPTY or player + 1 */
    uint8_t stones;              /* on the board */
    uint8_t opening;             /* of them, those that were dropped by lot */
    uint8_t last;                /* cell of the newest stone, or NO_CELL */
    uint8_t ending;
    int8_t winner; /* -1: nobody */
    uint8_t zero;
};

struct example_action {
    uint8_t col;
};
#pragma GCC diagnostic pop
_Static_assert(sizeof(struct example) == 48, "the state has no hidden bytes");

extern const struct game game_example;

/* Whose turn it is. */
static inline int example_next(const struct example *g)
{
    return g->stones % 2;
}

static inline int example_at(const struct example *g, int col, int row)
{
    return g->cell[row * EXAMPLE_COLS + col];
}

/* The lowest empty row of a column; EXAMPLE_ROWS when it is full. */
int example_height(const struct example *g, int col);
/* Drops a stone of player p into a column that is not full, and ends the game if that does. */
void example_drop(struct example *g, int col, int p);
/* The cells of the line that the newest stone has made; false when it has made none. */
bool example_line(const struct example *g, uint8_t cell[EXAMPLE_LINE]);
