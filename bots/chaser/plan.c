/* Looks a number of steps ahead over all walks, with what each item leaves behind. */
#include "bots/chaser/plan.h"

#include <string.h>

enum {
    KEPT = 93,          /* of 100: what a prize is worth one step later */
    FAR_KEPT = 80,      /* what lies beyond the steps looked ahead is less sure */
    POCKET = 10,        /* fewer cells to go to are too few */
    POCKET_PRICE = 700, /* for each that is missing */
};

static const int steps[4] = {-PLAN_SIDE, 1, PLAN_SIDE, -1};

/* ---- the window ---- */

int plan_cell(const struct kit_map *m, int place)
{
    int dx = place % KIT_SIDE - m->at % KIT_SIDE, dy = place / KIT_SIDE - m->at / KIT_SIDE;
    if (dx < -PLAN_REACH || dx > PLAN_REACH || dy < -PLAN_REACH || dy > PLAN_REACH) return -1;
    return PLAN_START + dy * PLAN_SIDE + dx;
}

static bool touches_open(const struct kit_map *m, int place)
{
    for (int direction = CHASER_UP; direction <= CHASER_LEFT; direction++)
        if (kit_is_open(m, kit_next(place, direction))) return true;
    return false;
}

/* An unknown cell is worth a visit where it can be reached; behind it may be the end of the field,
   so it is no way to others. */
static void fill_cell(struct plan *plan, const struct kit_map *m, int at, int place, int unknown)
{
    int cell = m->cell[place];
    if (cell == KIT_BLOCK || kit_is_other(m, place) ||
        (cell == KIT_UNKNOWN && !touches_open(m, place)))
        return;
    plan->cell[at] = (uint8_t)cell;
    plan->prize[at] = cell == KIT_ITEM ? PLAN_ITEM : cell == KIT_UNKNOWN ? unknown : 0;
}

/* The rim of the window stays block, so that no way leads out of it. */
void plan_fill(struct plan *plan, const struct kit_map *m, int unknown)
{
    memset(plan->cell, KIT_BLOCK, sizeof plan->cell);
    memset(plan->prize, 0, sizeof plan->prize);
    memset(plan->price, 0, sizeof plan->price);
    for (int dy = -PLAN_REACH; dy <= PLAN_REACH; dy++)
        for (int dx = -PLAN_REACH; dx <= PLAN_REACH; dx++) {
            int x = m->at % KIT_SIDE + dx, y = m->at / KIT_SIDE + dy;
            if (x < 1 || x >= KIT_SIDE - 1 || y < 1 || y >= KIT_SIDE - 1) continue;
            fill_cell(plan, m, PLAN_START + dy * PLAN_SIDE + dx, y * KIT_SIDE + x, unknown);
        }
}

/* ---- what lies farther off ---- */

/* Steps to a prize, from wherever it is not too far. */
static void measure(struct plan *plan, int index)
{
    uint8_t *distance = plan->distance[index];
    int32_t queue[PLAN_CELLS];
    int head = 0, tail = 0;
    memset(distance, PLAN_FAR, sizeof plan->distance[index]);
    queue[tail++] = plan->prize_at[index];
    distance[queue[0]] = 0;
    while (head < tail) {
        int at = queue[head++];
        plan->pull[at] += plan->far[index][distance[at]];
        for (int direction = 0; direction < 4; direction++) {
            int next = at + steps[direction];
            if (plan->cell[next] == KIT_BLOCK || distance[next] <= distance[at] + 1) continue;
            distance[next] = (uint8_t)(distance[at] + 1);
            queue[tail++] = next;
        }
    }
}

static void add_prize(struct plan *plan, int at)
{
    int index = plan->prize_count++;
    int64_t worth = plan->prize[at];
    plan->prize_at[index] = at;
    for (int i = 0; i < PLAN_FAR; i++, worth = worth * FAR_KEPT / 100)
        plan->far[index][i] = (int32_t)worth;
    plan->far[index][PLAN_FAR] = 0;
    measure(plan, index);
}

/* An item at the end of a blind alley can be taken only by giving up. */
static bool can_be_taken(const struct plan *plan, int at)
{
    int sides = 0;
    for (int direction = 0; direction < 4; direction++)
        sides += plan->cell[at + steps[direction]] != KIT_BLOCK;
    return plan->cell[at] != KIT_ITEM || sides >= 2;
}

/* The prizes, and how they pull. */
static void find_prizes(struct plan *plan)
{
    plan->prize_count = 0;
    memset(plan->pull, 0, sizeof plan->pull);
    for (int at = 0; at < PLAN_CELLS && plan->prize_count < PLAN_PRIZES; at++)
        if (plan->prize[at] != 0 && can_be_taken(plan, at)) add_prize(plan, at);
}

/* ---- looking ahead ---- */

/* One way: where it has come, and which prizes it has taken. */
struct way {
    int at, came_from;
    int depth;
    int taken_count;
    int taken[PLAN_DEPTH_MAX];
    int64_t worth;
};

/* Cells to go to, up to POCKET; the unknown may be large. */
static int room(const struct plan *plan, int from)
{
    int32_t found[POCKET];
    int count = 0;
    found[count++] = from;
    for (int i = 0; i < count && count < POCKET; i++)
        for (int direction = 0; direction < 4 && count < POCKET; direction++) {
            int next = found[i] + steps[direction], k = 0;
            if (plan->cell[next] == KIT_BLOCK) continue;
            if (plan->cell[next] == KIT_UNKNOWN) return POCKET;
            while (k < count && found[k] != next) k++;
            if (k == count) found[count++] = next;
        }
    return count;
}

static int index_of(const struct plan *plan, int at)
{
    int low = 0, high = plan->prize_count; /* prizes are in the order of their cells */
    while (low < high) {
        int middle = (low + high) / 2;
        if (plan->prize_at[middle] < at)
            low = middle + 1;
        else
            high = middle;
    }
    return low < plan->prize_count && plan->prize_at[low] == at ? low : -1;
}

static int64_t leaf_worth(const struct plan *plan, const struct way *way, int32_t weight)
{
    int64_t pull = plan->pull[way->at];
    for (int i = 0; i < way->taken_count; i++) {
        int index = way->taken[i];
        if (index >= 0) pull -= plan->far[index][plan->distance[index][way->at]];
    }
    return way->worth + pull * weight -
           (int64_t)(POCKET - room(plan, way->at)) * POCKET_PRICE * PLAN_NOW;
}

static bool is_blind(const struct plan *plan, int at, int came_from)
{
    for (int direction = 0; direction < 4; direction++) {
        int next = at + steps[direction];
        if (next != came_from && plan->cell[next] != KIT_BLOCK) return false;
    }
    return true;
}

static int64_t look_ahead(struct plan *plan, const struct way *way, int32_t weight);

/* The best that a way can come to over this step; INT64_MIN where it cannot be taken. */
static int64_t try_step(struct plan *plan, const struct way *way, int direction, int32_t weight)
{
    int from = way->at, to = from + steps[direction];
    int cell = plan->cell[to], left = plan->cell[from];
    int32_t prize = plan->prize[to];
    if (cell == KIT_BLOCK || (to == way->came_from && prize == 0)) return INT64_MIN;
    if (cell == KIT_ITEM && is_blind(plan, to, from)) return INT64_MIN;
    struct way next = *way;
    next.at = to;
    next.came_from = from;
    next.depth++;
    next.worth += (int64_t)(prize - plan->price[to]) * weight;
    if (prize > 0) next.taken[next.taken_count++] = index_of(plan, to);
    plan->prize[to] = 0;
    if (cell == KIT_ITEM) {
        plan->cell[to] = KIT_FLOOR;
        plan->cell[from] = KIT_BLOCK;
        next.came_from = 0;
    }
    int64_t worth = look_ahead(plan, &next, weight * KEPT / 100);
    plan->cell[from] = (uint8_t)left;
    plan->cell[to] = (uint8_t)cell;
    plan->prize[to] = prize;
    return worth;
}

static int64_t look_ahead(struct plan *plan, const struct way *way, int32_t weight)
{
    int64_t best = INT64_MIN;
    plan->nodes++;
    for (int direction = 0; direction < 4 && way->depth < plan->depth; direction++) {
        int64_t worth = try_step(plan, way, direction, weight);
        if (worth > best) best = worth;
    }
    return best > INT64_MIN ? best : leaf_worth(plan, way, weight);
}

struct plan_steps plan_walk(struct plan *plan, int depth, unsigned allowed)
{
    struct way start = {.at = PLAN_START};
    struct plan_steps first = {.best = -1};
    find_prizes(plan);
    plan->depth = depth;
    plan->nodes = 0;
    for (int direction = 0; direction < 4; direction++) {
        bool is_allowed = allowed >> direction & 1;
        int64_t worth = is_allowed ? try_step(plan, &start, direction, PLAN_NOW) : INT64_MIN;
        first.worth[direction] = worth;
        if (worth > INT64_MIN && (first.best < 0 || worth > first.worth[first.best]))
            first.best = direction;
    }
    return first;
}

bool plan_knows_item(const struct plan *plan)
{
    for (int i = 0; i < plan->prize_count; i++)
        if (plan->cell[plan->prize_at[i]] == KIT_ITEM && plan->distance[i][PLAN_START] < PLAN_FAR)
            return true;
    return false;
}
