#include "bots/codevs4/economy.h"

#include <string.h>

enum {
    LAST = CODEVS4_SIZE - 1,
    BAD_PLACE = 400,   /* cost of having no place; more than any way */
    SCOUT_WAY = 5,     /* cost of scouting: whoever is nearer to a place works there instead */
    PAYBACK = 40,      /* turns in which a worker earns its price */
    VILLAGE_GAIN = 25, /* turns of walking that a village must save; 40 and 60 earn less */
    BRAVE = 300,       /* danger that workers at a mine bear */
};

static int mine_at(const struct kit4 *k, const struct codevs4_unit *unit)
{
    for (int i = 0; i < k->mines; i++)
        if (kit4_distance(unit, k->mine[i]) == 0) return i;
    return -1;
}

void economy_begin(struct economy *e, const struct kit4 *k, const struct belief4 *b,
                   struct economy_wish wish)
{
    /* Of several, what `tests/heavy/strength codevs4 economy` showed most for by turn 150. */
    static const struct survey_wish survey = {.beyond = 35, .near = 150};
    int miners[CODEVS4_RESOURCES] = {0};
    survey_make(&e->survey, k, b, survey);
    e->wish = wish;
    e->income = CODEVS4_INCOME;
    for (int i = 0; i < k->mines; i++)
        e->is_open[i] =
            kit4_depth(k->mine[i]) <= wish.depth && b->danger[k->mine[i].y][k->mine[i].x] <= BRAVE;
    for (int i = 0; i < k->g.count; i++) {
        int mine = kit4_is_own(k, i, CODEVS4_WORKER) ? mine_at(k, &k->g.unit[i]) : -1;
        if (mine >= 0) e->income += miners[mine]++ < CODEVS4_MINERS_MAX;
    }
}

/* ---- walking ---- */

void economy_go(struct kit4 *k, const struct belief4 *b, int unit, struct codevs4_cell to)
{
    static const int8_t step_y[] = {-1, 1, 0, 0, 0}, step_x[] = {0, 0, -1, 1, 0};
    enum { STAY = 4 };
    const struct codevs4_unit *u = &k->g.unit[unit];
    int best = STAY, least = INT32_MAX;
    int dy = to.y > u->y ? to.y - u->y : u->y - to.y, dx = to.x > u->x ? to.x - u->x : u->x - to.x;
    for (int d = 0; d <= STAY; d++) {
        int y = u->y + step_y[d], x = u->x + step_x[d];
        if (y < 0 || x < 0 || y > LAST || x > LAST) continue;
        bool is_longer = (d / 2 == 0) == (dy >= dx); /* the longer way first */
        int cost = 100 * b->danger[y][x] + 4 * codevs4_distance(y, x, to.y, to.x) - is_longer;
        if (cost >= least) continue;
        best = d;
        least = cost;
    }
    k->is_busy[unit] = true;
    if (best != STAY) kit4_order(k, unit, (enum codevs4_deed)best);
}

/* ---- who works where ---- */

/* Those who stand on a mine stay there. */
static void keep_miners(struct economy *e, struct kit4 *k)
{
    for (int i = 0; i < k->g.count; i++) {
        if (!kit4_is_free_worker(k, i)) continue;
        int mine = mine_at(k, &k->g.unit[i]);
        if (mine < 0 || !e->is_open[mine] || k->miners[mine] == CODEVS4_MINERS_MAX) continue;
        if (kit4_role_of(k, i) == ROLE_SPY) continue;
        k->miners[mine]++;
        k->is_busy[i] = true;
    }
}

static int cost_of(const struct economy *e, const struct kit4 *k, int row, int column)
{
    if (column >= e->places) return column < e->places + e->scouts ? SCOUT_WAY : BAD_PLACE;
    return kit4_distance(&k->g.unit[e->free[row]], k->mine[e->place[column]]);
}

/* Adds a row to the assignment. Rows and columns count from 1 here; column 0 is the row's start. */
static void add_row(struct economy *e, const struct kit4 *k, int row, int columns)
{
    int at = 0;
    e->row_of[0] = row;
    for (int c = 0; c <= columns; c++) e->least[c] = INT32_MAX;
    memset(e->is_used, 0, sizeof e->is_used);
    do {
        int r = e->row_of[at], delta = INT32_MAX, next = 0;
        e->is_used[at] = true;
        for (int c = 1; c <= columns; c++) {
            if (e->is_used[c]) continue;
            int cost = cost_of(e, k, r - 1, c - 1) - e->row_price[r] - e->price[c];
            if (cost < e->least[c]) {
                e->least[c] = cost;
                e->way[c] = at;
            }
            if (e->least[c] < delta) {
                delta = e->least[c];
                next = c;
            }
        }
        for (int c = 0; c <= columns; c++) {
            if (e->is_used[c]) {
                e->row_price[e->row_of[c]] += delta;
                e->price[c] -= delta;
            } else {
                e->least[c] -= delta;
            }
        }
        at = next;
    } while (e->row_of[at] != 0);
    for (; at != 0; at = e->way[at]) e->row_of[at] = e->row_of[e->way[at]];
}

/* The more places are known, the fewer look for others: one less for each mine of them. */
static void gather(struct economy *e, const struct kit4 *k)
{
    e->frees = e->places = 0;
    for (int i = 0; i < k->g.count && e->frees < ECONOMY_WORKERS_MAX; i++)
        if (kit4_is_free_worker(k, i) && kit4_role_of(k, i) != ROLE_SPY) e->free[e->frees++] = i;
    for (int m = 0; m < k->mines; m++)
        for (int room = CODEVS4_MINERS_MAX - k->miners[m]; room > 0 && e->is_open[m]; room--)
            e->place[e->places++] = m;
    e->scouts = e->wish.scouts - e->places / CODEVS4_MINERS_MAX;
}

/* Whoever gets no place is free to scout. */
static void share_out(struct economy *e, struct kit4 *k, const struct belief4 *b)
{
    gather(e, k);
    int columns = e->places + e->frees;
    memset(e->row_price, 0, sizeof e->row_price);
    memset(e->price, 0, sizeof e->price);
    memset(e->row_of, 0, sizeof e->row_of);
    for (int row = 1; row <= e->frees; row++) add_row(e, k, row, columns);
    for (int c = 1; c <= e->places; c++) {
        if (e->row_of[c] == 0) continue;
        int mine = e->place[c - 1];
        k->miners[mine]++;
        economy_go(k, b, e->free[e->row_of[c] - 1], k->mine[mine]);
    }
}

static void scout(struct economy *e, struct kit4 *k, const struct belief4 *b)
{
    for (int i = 0; i < k->g.count; i++)
        if (kit4_is_free_worker(k, i) && kit4_role_of(k, i) != ROLE_SPY)
            survey_walk(&e->survey, k, b, i);
}

/* ---- more workers ---- */

static int open_places(const struct economy *e, const struct kit4 *k, int mine)
{
    return e->is_open[mine] ? CODEVS4_MINERS_MAX - k->miners[mine] : 0;
}

/* The nearest castle or village that may make a worker; `any`: even if it is busy. */
static int nearest_maker(const struct kit4 *k, struct codevs4_cell to, bool any, int *distance)
{
    int best = -1;
    *distance = KIT4_FAR_AWAY;
    for (int i = 0; i < k->g.count; i++) {
        if (!kit4_is_own(k, i, CODEVS4_CASTLE) && !kit4_is_own(k, i, CODEVS4_VILLAGE)) continue;
        int way = kit4_distance(&k->g.unit[i], to);
        if ((k->is_busy[i] && !any) || way >= *distance) continue;
        best = i;
        *distance = way;
    }
    return best;
}

static bool breed_one(struct economy *e, struct kit4 *k)
{
    int best = -1, shortest = KIT4_FAR_AWAY, goal = -1;
    for (int m = 0; m < k->mines; m++) {
        int way, maker;
        if (open_places(e, k, m) <= 0) continue;
        maker = nearest_maker(k, k->mine[m], false, &way);
        if (maker < 0 || way >= shortest) continue;
        best = maker;
        shortest = way;
        goal = m;
    }
    if (best < 0 || k->g.turn + shortest + PAYBACK > e->wish.horizon) return false;
    if (!kit4_make(k, best, CODEVS4_WORKER)) return false;
    k->miners[goal]++;
    return true;
}

/* Where nothing is known yet, the first workers are made all the same: they help to look. */
static void breed(struct economy *e, struct kit4 *k)
{
    enum { FIRST_TURNS = 40, FIRST_WORKERS = 11 };
    int castle = kit4_nearest(k, CODEVS4_CASTLE, k->castle);
    while (breed_one(e, k)) continue;
    bool is_early = k->g.turn < FIRST_TURNS && k->own[CODEVS4_WORKER] < FIRST_WORKERS;
    if (is_early && castle >= 0 && !k->is_busy[castle]) kit4_make(k, castle, CODEVS4_WORKER);
}

/* ---- villages ---- */

/* Turns of walking that a village would save those who are still to be made; as many as can be. */
static int village_gain(const struct economy *e, const struct kit4 *k, struct codevs4_cell cell)
{
    int gain = 0, left = e->wish.horizon - PAYBACK - k->g.turn;
    int makable = left > 0 ? (k->money + e->income * left) / PAYBACK : 0;
    for (int m = 0; m < k->mines; m++) {
        int before, now = codevs4_distance(cell.y, cell.x, k->mine[m].y, k->mine[m].x);
        int room = open_places(e, k, m);
        nearest_maker(k, k->mine[m], true, &before);
        if (room <= 0 || now >= before) continue;
        if (room > makable) room = makable;
        makable -= room;
        if (before > left) before = left;
        if (before > now) gain += room * (before - now);
    }
    return gain;
}

static void settle(struct economy *e, struct kit4 *k, const struct belief4 *b)
{
    int best = -1, most = VILLAGE_GAIN;
    if (k->own[CODEVS4_VILLAGE] >= e->wish.villages) return;
    for (int i = 0; i < k->g.count; i++) {
        const struct codevs4_unit *unit = &k->g.unit[i];
        if (!kit4_is_own(k, i, CODEVS4_WORKER) || mine_at(k, unit) < 0) continue;
        if (b->danger[unit->y][unit->x] > 0) continue;
        int gain = village_gain(e, k, kit4_cell(unit->y, unit->x));
        if (gain <= most) continue;
        best = i;
        most = gain;
    }
    if (best < 0) return;
    if (kit4_make(k, best, CODEVS4_VILLAGE))
        k->own[CODEVS4_VILLAGE]++;
    else
        k->money -= codevs4_traits[CODEVS4_VILLAGE].cost; /* saved for */
}

void economy_run(struct economy *e, struct kit4 *k, const struct belief4 *b)
{
    keep_miners(e, k);
    share_out(e, k, b);
    settle(e, k, b);
    breed(e, k);
    scout(e, k, b);
}
