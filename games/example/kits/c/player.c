/*
 * A first player for Four in a Row.  四目並べの最初のプレイヤーです。
 *
 *   build: gcc -O2 -o player player.c
 *   run:   ./player
 *
 * It completes a line of four if it can, stops the opponent's, and otherwise likes the middle.
 * 四つ並べられるなら並べ、相手の四つを止め、そうでなければまん中に近い列に落とします。
 */
#include "arena.h"

#include <stdbool.h>

enum { COLUMNS = 7, ROWS = 6 };

/* Rows from the bottom: O is mine, X the opponent's.  下の段から順。O が自分、X が相手です。 */
static char board[ROWS][WORD_SIZE];

static void read_board(void)
{
    for (int y = ROWS - 1; y >= 0; y--) read_word(board[y]);
    skip_word(); /* END */
}

static int height(int column)
{
    int y = 0;
    while (y < ROWS && board[y][column] != '.') y++;
    return y;
}

/* How many stones of this kind follow (x, y) in one direction.  ある方向に同じ石がいくつ続くか。 */
static int count(char stone, int x, int y, int dx, int dy)
{
    int n = 0;
    for (;;) {
        x += dx;
        y += dy;
        if (x < 0 || x >= COLUMNS || y < 0 || y >= ROWS || board[y][x] != stone) return n;
        n++;
    }
}

static bool makes_line(char stone, int column)
{
    static const int way[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
    int y = height(column);
    for (int i = 0; i < 4; i++) {
        int dx = way[i][0], dy = way[i][1];
        if (count(stone, column, y, dx, dy) + count(stone, column, y, -dx, -dy) >= 3) return true;
    }
    return false;
}

/* How good it is to drop a stone there: more is better. */
static int evaluate(int column)
{
    if (makes_line('O', column)) return 100;
    if (makes_line('X', column)) return 50;
    /* YOUR IDEA HERE: what else makes a column good?  ここを工夫しよう
       For instance: do not move where the opponent could complete a line on top. */
    return -abs(column - COLUMNS / 2);
}

static int choose(void)
{
    int best = -1000, best_column = 0;
    for (int column = 0; column < COLUMNS; column++) {
        if (height(column) == ROWS) continue;
        int value = evaluate(column);
        if (value <= best) continue;
        best = value;
        best_column = column;
    }
    return best_column;
}

int main(void)
{
    puts("starter-c"); /* the name comes first  最初に名前を出力 */
    flush_answer();
    for (;;) {
        read_int(); /* moves so far  これまでの手数 */
        read_int(); /* time left in milliseconds  残り時間(ミリ秒) */
        read_board();
        printf("%d\n", choose());
        flush_answer();
    }
}
