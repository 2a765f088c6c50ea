/* A small CODE VS 5.0 player in C: each ninja walks towards its nearest soul, round rocks. */
#include <stdio.h>
#include <string.h>

enum { ROWS = 17, COLS = 14, CELLS = ROWS * COLS };

struct field {
    char map[ROWS][COLS + 1];
    int ninja[2][2];
    char soul[ROWS][COLS], dog[ROWS][COLS];
};

static int number(void)
{
    int n = -1;
    return scanf("%d", &n) == 1 ? n : -1;
}

static void read_things(char where[ROWS][COLS], int has_id)
{
    int count = number();
    memset(where, 0, CELLS);
    for (int i = 0; i < count; i++) {
        if (has_id) number();
        int row = number(), col = number();
        if (row >= 0 && row < ROWS && col >= 0 && col < COLS) where[row][col] = 1;
    }
}

static int read_field(struct field *f)
{
    number(); /* nin-power */
    int rows = number(), cols = number();
    if (rows != ROWS || cols != COLS) return 0;
    for (int row = 0; row < ROWS; row++)
        if (scanf("%14s", f->map[row]) != 1) return 0;
    number();
    for (int n = 0; n < 2; n++) {
        number();
        f->ninja[n][0] = number();
        f->ninja[n][1] = number();
    }
    read_things(f->dog, 1);
    read_things(f->soul, 0);
    for (int i = 0; i < 8; i++) number();
    return 1;
}

/* The first two steps of a shortest way to a soul, by breadth-first search. */
static void walk(const struct field *f, int n, char out[3])
{
    static const int down[] = {-1, 0, 0, 1}, right[] = {0, -1, 1, 0};
    int queue[CELLS], from[CELLS], head = 0, tail = 0;
    char by[CELLS] = {0};
    memset(from, -1, sizeof from);
    int start = f->ninja[n][0] * COLS + f->ninja[n][1], goal = -1;
    queue[tail++] = start;
    from[start] = start;
    while (head < tail && goal < 0) {
        int cell = queue[head++];
        if (f->soul[cell / COLS][cell % COLS]) goal = cell;
        for (int d = 0; d < 4; d++) {
            int row = cell / COLS + down[d], col = cell % COLS + right[d], to = row * COLS + col;
            if (f->map[row][col] != '_' || f->dog[row][col] || from[to] >= 0) continue;
            from[to] = cell;
            by[to] = "ULRD"[d];
            queue[tail++] = to;
        }
    }
    char way[CELLS + 1];
    int length = 0;
    for (int cell = goal; goal >= 0 && cell != start; cell = from[cell]) way[length++] = by[cell];
    int steps = length < 2 ? length : 2;
    for (int i = 0; i < steps; i++) out[i] = way[length - 1 - i];
    out[steps] = '\0';
}

int main(void)
{
    struct field own, other;
    puts("simple-c");
    fflush(stdout);
    while (number() >= 0) { /* time left */
        for (int i = 0; i < 9; i++) number();
        if (!read_field(&own) || !read_field(&other)) return 0;
        char steps[2][3];
        for (int n = 0; n < 2; n++) walk(&own, n, steps[n]);
        printf("2\n%s\n%s\n", steps[0], steps[1]);
        fflush(stdout);
    }
    return 0;
}
