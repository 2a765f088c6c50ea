#include "bots/codevs4/route.h"

#include <string.h>

enum {
    LAST = CODEVS4_SIZE - 1,
    STEP = 4,
    WORTH = 1,     /* what a cell that is worth something costs less */
    HURT = 30,     /* HP that are worth a quarter of a step */
    STEP_MAX = 64, /* the worst step; buckets are one more */
    BUCKETS = STEP_MAX + 1,
    CELLS = CODEVS4_SIZE * CODEVS4_SIZE
};

static const int8_t step_y[] = {-1, 1, 0, 0}, step_x[] = {0, 0, -1, 1};

static int step_cost(const struct belief4 *b, int32_t worth[CODEVS4_SIZE][CODEVS4_SIZE], int y,
                     int x)
{
    int cost = STEP + b->danger[y][x] / HURT - (worth && worth[y][x] > 0 ? WORTH : 0);
    return cost < STEP_MAX ? cost : STEP_MAX;
}

/* Dijkstra from the goal, with a list of cells for each cost modulo the number of lists. A cell can
   stand in two lists; only the first time counts. */
void route_to(struct route *r, const struct belief4 *b, struct codevs4_cell to,
              int32_t worth[CODEVS4_SIZE][CODEVS4_SIZE])
{
    static const int none = -1;
    int first[BUCKETS], next[2 * CELLS * 2], cell[2 * CELLS * 2], used = 0, waiting = 1;
    bool is_done[CELLS];
    memset(r->cost, 0xFF, sizeof r->cost);
    memset(is_done, 0, sizeof is_done);
    for (int i = 0; i < BUCKETS; i++) first[i] = none;
    r->cost[to.y][to.x] = 0;
    r->step[to.y][to.x] = ROUTE_END;
    cell[used] = to.y * CODEVS4_SIZE + to.x;
    next[used] = none;
    first[0] = used++;
    for (int cost = 0; waiting > 0; cost++) {
        int *list = &first[cost % BUCKETS];
        while (*list != none) {
            int at = cell[*list], y = at / CODEVS4_SIZE, x = at % CODEVS4_SIZE;
            *list = next[*list];
            waiting--;
            if (is_done[at]) continue;
            is_done[at] = true;
            int there = cost + step_cost(b, worth, y, x);
            for (int d = 0; d < 4; d++) {
                int cy = y + step_y[d], cx = x + step_x[d];
                if (cy < 0 || cx < 0 || cy > LAST || cx > LAST || there >= r->cost[cy][cx])
                    continue;
                r->cost[cy][cx] = (uint16_t)there;
                r->step[cy][cx] = (uint8_t)(d ^ 1); /* back again */
                cell[used] = cy * CODEVS4_SIZE + cx;
                next[used] = first[there % BUCKETS];
                first[there % BUCKETS] = used++;
                waiting++;
            }
        }
    }
}

struct codevs4_cell route_next(const struct route *r, struct codevs4_cell from)
{
    int d = r->step[from.y][from.x];
    return d == ROUTE_END ? from : kit4_cell(from.y + step_y[d], from.x + step_x[d]);
}

void route_go(const struct route *r, struct kit4 *k, int unit)
{
    int d = r->step[k->g.unit[unit].y][k->g.unit[unit].x];
    k->is_busy[unit] = true;
    if (d != ROUTE_END) kit4_order(k, unit, (enum codevs4_deed)d);
}
