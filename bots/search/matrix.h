/*
 * matrix — what to choose when both sides choose at once.
 *
 * A cell says what it is worth to us when we choose its row and the opponent its column. The game
 * is solved by fictitious play: each side answers the mixture of what the other has chosen so far.
 * Against the opponent's mixture many rows are about as good; those that can go badly wrong are
 * not taken.
 */
#pragma once
#include <stdint.h>

enum { MATRIX_ROWS = 64, MATRIX_COLS = 32 };

struct matrix {
    int32_t rows, cols; /* at least one each */
    int32_t worth[MATRIX_ROWS][MATRIX_COLS];
};

/* Our row. Its worst case counts as `caution` hundredths, what it is worth against the opponent's
   mixture as the rest. */
int matrix_choose(const struct matrix *, int caution);
