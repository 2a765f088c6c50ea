#include "bots/search/matrix.h"

#include <assert.h>

enum { ROUNDS = 1000 };

static int64_t careful_worth(const struct matrix *m, int row, int64_t mean, int caution)
{
    int64_t worst = m->worth[row][0];
    for (int k = 1; k < m->cols; k++)
        if (m->worth[row][k] < worst) worst = m->worth[row][k];
    return caution * worst + (100 - caution) * mean;
}

int matrix_choose(const struct matrix *m, int caution)
{
    int64_t row_sum[MATRIX_ROWS] = {0}, col_sum[MATRIX_COLS] = {0}, most = INT64_MIN;
    int row = 0, col = 0, best = 0;
    assert(m->rows >= 1 && m->rows <= MATRIX_ROWS && m->cols >= 1 && m->cols <= MATRIX_COLS);
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < m->rows; i++) row_sum[i] += m->worth[i][col];
        for (int i = 0; i < m->rows; i++)
            if (row_sum[i] > row_sum[row]) row = i;
        for (int k = 0; k < m->cols; k++) col_sum[k] += m->worth[row][k];
        for (int k = 0; k < m->cols; k++)
            if (col_sum[k] < col_sum[col]) col = k;
    }
    for (int i = 0; i < m->rows; i++) {
        int64_t worth = careful_worth(m, i, row_sum[i] / ROUNDS, caution);
        if (worth > most) best = i, most = worth;
    }
    return best;
}
