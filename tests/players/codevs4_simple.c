/*
 * A small CODE VS 4.0 player in C: ten workers, who mine what they happen to find, a base as soon
 * as it can be paid, and knights who march to and fro over the enemy's corner.
 */
#include <stdio.h>
#include <stdlib.h>

struct unit {
    int id, y, x, hp, type;
};

enum { UNITS_MAX = 20001, CELLS_MAX = 64 };

static struct unit own[UNITS_MAX], foe[UNITS_MAX];
static int cell_y[CELLS_MAX], cell_x[CELLS_MAX], cells;
static struct {
    int id;
    char letter;
} order[UNITS_MAX];
static int orders;

static int read_units(struct unit *unit)
{
    int count;
    if (scanf("%d", &count) != 1) exit(0);
    for (int i = 0; i < count; i++)
        if (scanf("%d %d %d %d %d", &unit[i].id, &unit[i].y, &unit[i].x, &unit[i].hp,
                  &unit[i].type) != 5)
            exit(0);
    return count;
}

static void remember_cell(int y, int x)
{
    for (int i = 0; i < cells; i++)
        if (cell_y[i] == y && cell_x[i] == x) return;
    cell_y[cells] = y;
    cell_x[cells++] = x;
}

static void read_cells(void)
{
    int count, y, x;
    char end[8];
    if (scanf("%d", &count) != 1) exit(0);
    for (int i = 0; i < count; i++) {
        if (scanf("%d %d", &y, &x) != 2) exit(0);
        remember_cell(y, x);
    }
    if (scanf("%7s", end) != 1) exit(0);
}

static void give(int id, char letter)
{
    order[orders].id = id;
    order[orders++].letter = letter;
}

static void walk(const struct unit *unit, int y, int x)
{
    if (unit->y != y)
        give(unit->id, unit->y < y ? 'D' : 'U');
    else if (unit->x != x)
        give(unit->id, unit->x < x ? 'R' : 'L');
}

/* The first known cell, or a place on the own half that differs from worker to worker. */
static void work(const struct unit *unit, int turn, int corner)
{
    int spot = (unit->id * 37 + turn / 40 * 23) % 70;
    if (cells > 0)
        walk(unit, cell_y[unit->id % cells], cell_x[unit->id % cells]);
    else
        walk(unit, corner ? 99 - spot : spot, corner ? 29 + spot : 70 - spot);
}

static void march(const struct unit *unit, int turn, int corner)
{
    int y = turn / 8 % 5 * 8, x = turn / 40 % 2 ? 35 - y : 0;
    walk(unit, corner ? y : 99 - y, corner ? x : 99 - x);
}

int main(void)
{
    int left, stage, turn, money, corner = 0, last = -1;
    puts("simple-c");
    fflush(stdout);
    while (scanf("%d %d %d %d", &left, &stage, &turn, &money) == 4) {
        int count = read_units(own), workers = 0, bases = 0;
        if (stage != last) cells = 0;
        last = stage;
        read_units(foe);
        read_cells();
        orders = 0;
        for (int i = 0; i < count; i++) {
            workers += own[i].type == 0;
            bases += own[i].type == 6;
            if (own[i].type == 4) corner = own[i].y + own[i].x > 99;
        }
        for (int i = 0; i < count; i++) {
            if (own[i].type == 0 && bases == 0 && money >= 500) give(own[i].id, '6'), bases = 1;
            if (own[i].type == 4 && workers < 10) give(own[i].id, '0');
            if (own[i].type == 6) give(own[i].id, '1');
            if (own[i].type == 0) work(&own[i], turn, corner);
            if (own[i].type == 1) march(&own[i], turn, corner);
        }
        printf("%d\n", orders);
        for (int i = 0; i < orders; i++) printf("%d %c\n", order[i].id, order[i].letter);
        fflush(stdout);
    }
}
