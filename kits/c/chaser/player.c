/*
 * A first player for CHaser.  CHaser の最初のプレイヤーです。
 *
 *   build: gcc -O2 -o player player.c
 *   run:   ./player
 *   on a server:  ./player HOST PORT NAME
 *
 * It puts a block on an enemy beside it, collects items where that is safe, and explores.
 * 相手がとなりにいたらブロックを置き、安全ならアイテムを取り、まだ行っていない方へ歩きます。
 */
#include "chaser.h"

#include <stdbool.h>

enum { DIRECTIONS = 4, MAP_SIZE = 100, NEVER = -100000 };

/* The four directions, with the cells of the square that belong to them. */
static const struct direction {
    int letter;
    int side;       /* the cell in this direction  となりのマス */
    int corners[2]; /* the corners beside that cell  ななめ */
    int dx, dy;
} directions[DIRECTIONS] = {{UP, 1, {0, 2}, 0, -1},
                            {RIGHT, 5, {2, 8}, 1, 0},
                            {DOWN, 7, {6, 8}, 0, 1},
                            {LEFT, 3, {0, 6}, -1, 0}};

/* How often each cell was visited; we start in the middle.  歩いた回数の記録 */
struct explorer {
    int x, y;
    int visits[MAP_SIZE][MAP_SIZE];
};

static int count_corners(const int cells[CELLS], const struct direction *d, int what)
{
    return (cells[d->corners[0]] == what) + (cells[d->corners[1]] == what);
}

/* How good a step in this direction is: more is better. */
static int evaluate(const struct explorer *e, const int cells[CELLS], const struct direction *d)
{
    if (cells[d->side] == BLOCK) return NEVER;
    /* A step beside an enemy lets it put a block on us.  相手のとなりに行くと負ける */
    if (count_corners(cells, d, ENEMY) > 0) return NEVER;
    /* Taking an item leaves a block behind us: is a side of the item's cell open?
       アイテムを取ると元のマスがブロックになるので、逃げ道があるか調べます。 */
    bool is_trap = count_corners(cells, d, BLOCK) == 2;
    if (cells[d->side] == ITEM) return is_trap ? NEVER : 1000;
    /* YOUR IDEA HERE: keep a map, use look and search, wall the enemy in.  ここを工夫しよう */
    return 10 * count_corners(cells, d, ITEM) - e->visits[e->y + d->dy][e->x + d->dx];
}

static void act(struct client *c, struct explorer *e)
{
    const struct direction *best = NULL;
    int best_value = NEVER;
    for (int i = 0; i < DIRECTIONS; i++) {
        const struct direction *d = &directions[i];
        if (c->cells[d->side] == ENEMY) {
            put(c, d->letter);
            return;
        }
    }
    for (int i = 0; i < DIRECTIONS; i++) {
        int value = evaluate(e, c->cells, &directions[i]);
        if (value <= best_value) continue;
        best_value = value;
        best = &directions[i];
    }
    if (!best) {
        look(c, UP); /* waits  待つ */
        return;
    }
    e->x += best->dx;
    e->y += best->dy;
    e->visits[e->y][e->x]++;
    walk(c, best->letter);
}

int main(int argc, char **argv)
{
    static struct explorer explorer = {.x = MAP_SIZE / 2, .y = MAP_SIZE / 2};
    struct client client;
    explorer.visits[explorer.y][explorer.x] = 1;
    client_open(&client, argc, argv, "starter-c");
    for (;;) {
        getReady(&client);
        act(&client, &explorer);
    }
}
