/* Each wish takes units and money that nobody has taken yet; the field is turned so that the own
   castle is always near (0,0). */
#include "bots/codevs4/kit.h"

#include <stddef.h>
#include <string.h>

enum {
    LAST = CODEVS4_SIZE - 1,
    CORNER = 40,      /* a castle is this near to its corner, or nearer */
    LATTICE = 7,      /* scouts visit every seventh cell */
    SCOUTS_APART = 25 /* how far apart the goals of two scouts are */
};

/* ---- looking round ---- */

static void turn_cell(uint8_t *y, uint8_t *x)
{
    *y = (uint8_t)(LAST - *y);
    *x = (uint8_t)(LAST - *x);
}

static void turn_field(struct codevs4 *g)
{
    for (int i = 0; i < g->count; i++) turn_cell(&g->unit[i].y, &g->unit[i].x);
    for (int i = 0; i < g->resource_count; i++) turn_cell(&g->resource[i].y, &g->resource[i].x);
}

static bool is_castle_of(const struct codevs4_unit *unit, int side)
{
    return unit->type == CODEVS4_CASTLE && unit->side == side;
}

/* The castle tells which corner is ours: with a mirrored field the player's number does not. */
static void take_view(struct kit4 *k, const struct codevs4 *seen)
{
    codevs4_copy(&k->g, seen);
    k->is_turned = false;
    for (int i = 0; i < seen->count; i++)
        if (is_castle_of(&seen->unit[i], k->player))
            k->is_turned = seen->unit[i].y + seen->unit[i].x > LAST;
    if (k->is_turned) turn_field(&k->g);
}

static void remember_mine(struct kit4 *k, struct codevs4_cell cell)
{
    for (int i = 0; i < k->mines; i++)
        if (k->mine[i].y == cell.y && k->mine[i].x == cell.x) return;
    if (k->mines < CODEVS4_RESOURCES) k->mine[k->mines++] = cell;
}

static void meet(struct kit4 *k, const struct codevs4_unit *foe)
{
    if (!k->has_met[foe->id]) k->met[foe->type]++;
    k->has_met[foe->id] = true;
    if (foe->type != CODEVS4_CASTLE) return;
    k->knows_castle = true;
    k->foe_castle = kit4_cell(foe->y, foe->x);
}

static void count_units(struct kit4 *k)
{
    memset(k->own, 0, sizeof k->own);
    memset(k->is_busy, 0, (size_t)k->g.count * sizeof k->is_busy[0]);
    for (int i = 0; i < k->g.count; i++) {
        const struct codevs4_unit *unit = &k->g.unit[i];
        k->is_busy[i] = unit->side != k->player;
        if (k->is_busy[i])
            meet(k, unit);
        else
            k->own[unit->type]++;
        if (is_castle_of(unit, k->player)) k->castle = kit4_cell(unit->y, unit->x);
    }
}

bool kit4_begin(struct kit4 *k, const struct bot_view *view, void *out)
{
    const struct codevs4 *seen = (const struct codevs4 *)view->state;
    struct codevs4_map in_view;
    bool is_new = !k->is_begun || seen->stage != k->g.stage || seen->turn < k->g.turn;
    if (is_new) memset(k, 0, offsetof(struct kit4, g));
    k->is_begun = true;
    k->player = view->self.player;
    take_view(k, seen);
    codevs4_view(&k->g, k->player, &in_view);
    codevs4_map_join(&k->explored, &in_view);
    for (int i = 0; i < k->g.resource_count; i++) remember_mine(k, k->g.resource[i]);
    count_units(k);
    memset(k->miners, 0, sizeof k->miners);
    k->goals = 0;
    k->money = k->g.money[k->player];
    k->out = out;
    k->out->count = 0;
    return is_new;
}

/* ---- single units ---- */

void kit4_order(struct kit4 *k, int unit, enum codevs4_deed deed)
{
    unsigned turned =
        k->is_turned && deed < CODEVS4_MAKE ? deed ^ 1u : deed; /* up and down, left and right */
    k->out->order[k->out->count++] =
        (struct codevs4_order){.id = k->g.unit[unit].id, .deed = (uint8_t)turned};
    k->is_busy[unit] = true;
}

/* The longer way first, so that units from one cell to one cell stay together. */
void kit4_go(struct kit4 *k, int unit, struct codevs4_cell to)
{
    int dy = to.y - k->g.unit[unit].y, dx = to.x - k->g.unit[unit].x;
    bool is_vertical = (dy < 0 ? -dy : dy) >= (dx < 0 ? -dx : dx);
    k->is_busy[unit] = true;
    if (dy == 0 && dx == 0) return;
    if (is_vertical)
        kit4_order(k, unit, dy < 0 ? CODEVS4_UP : CODEVS4_DOWN);
    else
        kit4_order(k, unit, dx < 0 ? CODEVS4_LEFT : CODEVS4_RIGHT);
}

bool kit4_make(struct kit4 *k, int unit, enum codevs4_type type)
{
    if (k->money < codevs4_traits[type].cost) return false;
    k->money -= codevs4_traits[type].cost;
    kit4_order(k, unit, CODEVS4_MAKE + type);
    return true;
}

static bool is_free(const struct kit4 *k, int unit, enum codevs4_type type)
{
    return !k->is_busy[unit] && k->g.unit[unit].type == type;
}

static void set_role(struct kit4 *k, int unit, enum kit4_role role)
{
    k->role[k->g.unit[unit].id] = (uint8_t)role;
}

int kit4_nearest(const struct kit4 *k, enum codevs4_type type, struct codevs4_cell to)
{
    int best = -1, nearest = KIT4_FAR_AWAY;
    for (int i = 0; i < k->g.count; i++) {
        int distance = kit4_distance(&k->g.unit[i], to);
        if (!is_free(k, i, type) || distance >= nearest) continue;
        best = i;
        nearest = distance;
    }
    return best;
}

/* ---- scouts and spies ---- */

static bool is_explored(const struct kit4 *k, struct codevs4_cell cell)
{
    return codevs4_map_has(&k->explored, cell.y, cell.x);
}

/* The nearest place on the lattice that nobody has seen and no other scout is bound for. */
static bool find_unseen(const struct kit4 *k, int unit, int depth, struct codevs4_cell *goal)
{
    int nearest = KIT4_FAR_AWAY;
    for (int y = LATTICE / 2; y < CODEVS4_SIZE; y += LATTICE)
        for (int x = LATTICE / 2; x < CODEVS4_SIZE; x += LATTICE) {
            struct codevs4_cell cell = kit4_cell(y, x);
            int distance = kit4_distance(&k->g.unit[unit], cell);
            bool is_open = kit4_depth(cell) <= depth && !is_explored(k, cell);
            for (int i = 0; i < k->goals && is_open; i++)
                is_open = codevs4_distance(y, x, k->goal[i].y, k->goal[i].x) >= SCOUTS_APART;
            if (!is_open || distance >= nearest) continue;
            *goal = cell;
            nearest = distance;
        }
    return nearest < KIT4_FAR_AWAY;
}

static void explore(struct kit4 *k, int unit, int depth)
{
    struct codevs4_cell goal;
    set_role(k, unit, ROLE_NONE);
    if (k->goals == KIT4_SCOUTS_MAX || !find_unseen(k, unit, depth, &goal)) return;
    set_role(k, unit, ROLE_SCOUT);
    k->goal[k->goals++] = goal;
    kit4_go(k, unit, goal);
}

/* Old scouts go on before new ones are chosen. */
void kit4_scout(struct kit4 *k, int scouts, int depth)
{
    for (int role = ROLE_SCOUT; role >= ROLE_NONE; role -= ROLE_SCOUT)
        for (int i = 0; i < k->g.count && k->goals < scouts; i++)
            if (is_free(k, i, CODEVS4_WORKER) && (int)kit4_role_of(k, i) == role)
                explore(k, i, depth);
}

/* The nearest cell of the enemy corner that has not been seen; its middle when all have. */
static struct codevs4_cell find_search_cell(const struct kit4 *k, const struct codevs4_unit *unit)
{
    struct codevs4_cell best = kit4_cell(LAST - CORNER / 3, LAST - CORNER / 3);
    int nearest = KIT4_FAR_AWAY;
    for (int y = LAST - CORNER; y <= LAST; y++)
        for (int x = LAST - CORNER + (LAST - y); x <= LAST; x++) {
            struct codevs4_cell cell = kit4_cell(y, x);
            int distance = kit4_distance(unit, cell);
            if (distance >= nearest || is_explored(k, cell)) continue;
            best = cell;
            nearest = distance;
        }
    return best;
}

void kit4_spy(struct kit4 *k)
{
    int spy = -1;
    for (int i = 0; i < k->g.count; i++) {
        if (!is_free(k, i, CODEVS4_WORKER) || kit4_role_of(k, i) != ROLE_SPY) continue;
        if (k->knows_castle || spy >= 0)
            set_role(k, i, ROLE_NONE);
        else
            spy = i;
    }
    if (k->knows_castle) return;
    if (spy < 0) spy = kit4_nearest(k, CODEVS4_WORKER, kit4_cell(LAST, LAST));
    if (spy < 0) return;
    set_role(k, spy, ROLE_SPY);
    kit4_go(k, spy, find_search_cell(k, &k->g.unit[spy]));
}

/* ---- mines ---- */

static bool has_room(const struct kit4 *k, int mine, int depth)
{
    return k->miners[mine] < CODEVS4_MINERS_MAX && kit4_depth(k->mine[mine]) <= depth;
}

static int nearest_mine(const struct kit4 *k, struct codevs4_cell from, int depth)
{
    int best = -1, nearest = KIT4_FAR_AWAY;
    for (int i = 0; i < k->mines; i++) {
        int distance = codevs4_distance(from.y, from.x, k->mine[i].y, k->mine[i].x);
        if (!has_room(k, i, depth) || distance >= nearest) continue;
        best = i;
        nearest = distance;
    }
    return best;
}

/* Those who stand on a mine stay; then the others choose; whoever finds no room explores. */
void kit4_mine(struct kit4 *k, int depth)
{
    for (int only_there = 1; only_there >= 0; only_there--)
        for (int i = 0; i < k->g.count; i++) {
            const struct codevs4_unit *unit = &k->g.unit[i];
            if (!is_free(k, i, CODEVS4_WORKER)) continue;
            int mine = nearest_mine(k, kit4_cell(unit->y, unit->x), depth);
            if (mine < 0 || (only_there && kit4_distance(unit, k->mine[mine]) > 0)) continue;
            k->miners[mine]++;
            kit4_go(k, i, k->mine[mine]);
        }
    kit4_scout(k, KIT4_SCOUTS_MAX, depth);
}

/* The castle or village that is nearest to a mine and can make a worker, or -1. */
static int nearest_maker(const struct kit4 *k, struct codevs4_cell mine)
{
    int castle = kit4_nearest(k, CODEVS4_CASTLE, mine);
    int village = kit4_nearest(k, CODEVS4_VILLAGE, mine);
    if (castle < 0 || village < 0) return castle < 0 ? village : castle;
    bool is_nearer =
        kit4_distance(&k->g.unit[village], mine) < kit4_distance(&k->g.unit[castle], mine);
    return is_nearer ? village : castle;
}

/* Where the next worker should be born: where its way to work is shortest. */
static int find_maker(const struct kit4 *k, int depth, int *mine)
{
    int best = -1, nearest = KIT4_FAR_AWAY;
    if (k->mines == 0) return kit4_nearest(k, CODEVS4_CASTLE, k->castle);
    for (int i = 0; i < k->mines; i++) {
        int maker = has_room(k, i, depth) ? nearest_maker(k, k->mine[i]) : -1;
        if (maker < 0) continue;
        int distance = kit4_distance(&k->g.unit[maker], k->mine[i]);
        if (distance >= nearest) continue;
        best = maker;
        *mine = i;
        nearest = distance;
    }
    return best;
}

void kit4_breed(struct kit4 *k, int most, int depth)
{
    int mine = 0;
    while (k->own[CODEVS4_WORKER] < most) {
        int maker = find_maker(k, depth, &mine);
        if (maker < 0 || !kit4_make(k, maker, CODEVS4_WORKER)) return;
        k->own[CODEVS4_WORKER]++;
        k->miners[mine]++;
    }
}

static bool is_near_building(const struct kit4 *k, struct codevs4_cell cell)
{
    enum { VILLAGE_APART = 8 };
    for (int i = 0; i < k->g.count; i++) {
        const struct codevs4_unit *unit = &k->g.unit[i];
        if (unit->side != k->player || unit->type != CODEVS4_VILLAGE) continue;
        if (kit4_distance(unit, cell) < VILLAGE_APART) return true;
    }
    return false;
}

void kit4_settle(struct kit4 *k, int villages)
{
    for (int i = 0; i < k->mines && k->own[CODEVS4_VILLAGE] < villages; i++) {
        if (is_near_building(k, k->mine[i])) continue;
        int worker = kit4_nearest(k, CODEVS4_WORKER, k->mine[i]);
        if (worker < 0 || kit4_distance(&k->g.unit[worker], k->mine[i]) > 0) continue;
        if (!kit4_make(k, worker, CODEVS4_VILLAGE)) return;
        k->own[CODEVS4_VILLAGE]++;
    }
}

static bool has_worker_at(const struct kit4 *k, struct codevs4_cell cell)
{
    for (int i = 0; i < k->g.count; i++) {
        const struct codevs4_unit *unit = &k->g.unit[i];
        if (unit->side == k->player && unit->type == CODEVS4_WORKER &&
            kit4_distance(unit, cell) == 0)
            return true;
    }
    return false;
}

struct codevs4_cell kit4_front(const struct kit4 *k)
{
    struct codevs4_cell front = k->castle;
    for (int i = 0; i < k->mines; i++)
        if (kit4_depth(k->mine[i]) > kit4_depth(front) && has_worker_at(k, k->mine[i]))
            front = k->mine[i];
    return front;
}

bool kit4_is_ready(const struct kit4 *k, int workers)
{
    return k->own[CODEVS4_WORKER] >= workers || k->money >= codevs4_traits[CODEVS4_BASE].cost;
}

bool kit4_build(struct kit4 *k, enum codevs4_type type, struct codevs4_cell where, int wanted)
{
    int cost = codevs4_traits[type].cost;
    if (k->own[type] >= wanted) return true;
    int builder = kit4_nearest(k, CODEVS4_WORKER, where);
    if (builder < 0) return false;
    int way = kit4_distance(&k->g.unit[builder], where);
    if (way == 0 && kit4_make(k, builder, type)) return k->own[type] + 1 >= wanted;
    if (k->money + CODEVS4_INCOME * way >= cost) kit4_go(k, builder, where);
    k->money -= cost;
    return false;
}

void kit4_advance(struct kit4 *k, int bases)
{
    struct codevs4_cell front = kit4_front(k);
    bool is_home = front.y == k->castle.y && front.x == k->castle.x;
    if (!is_home) kit4_build(k, CODEVS4_BASE, front, bases);
}

/* ---- army ---- */

void kit4_train(struct kit4 *k, enum codevs4_type type)
{
    for (int i = 0; i < k->g.count; i++)
        if (is_free(k, i, CODEVS4_BASE) && !kit4_make(k, i, type)) return;
}

enum codevs4_type kit4_mix(const struct kit4 *k, int knights, int fighters, int assassins)
{
    const int weight[CODEVS4_TYPES] = {
        [CODEVS4_KNIGHT] = knights, [CODEVS4_FIGHTER] = fighters, [CODEVS4_ASSASSIN] = assassins};
    enum codevs4_type best = CODEVS4_TYPES;
    for (enum codevs4_type t = CODEVS4_KNIGHT; t <= CODEVS4_ASSASSIN; t++) {
        if (weight[t] == 0) continue;
        if (best == CODEVS4_TYPES || k->own[t] * weight[best] < k->own[best] * weight[t]) best = t;
    }
    return best;
}

enum codevs4_type kit4_answer(const struct kit4 *k)
{
    static const uint8_t beats[CODEVS4_TYPES] = {[CODEVS4_KNIGHT] = CODEVS4_FIGHTER,
                                                 [CODEVS4_FIGHTER] = CODEVS4_ASSASSIN,
                                                 [CODEVS4_ASSASSIN] = CODEVS4_KNIGHT};
    enum codevs4_type most = CODEVS4_KNIGHT;
    for (enum codevs4_type t = CODEVS4_FIGHTER; t <= CODEVS4_ASSASSIN; t++)
        if (k->met[t] > k->met[most]) most = t;
    return k->met[most] > 0 ? (enum codevs4_type)beats[most] : CODEVS4_TYPES;
}

int kit4_soldiers(const struct kit4 *k, enum kit4_role role)
{
    int count = 0;
    for (int i = 0; i < k->g.count; i++)
        count += kit4_is_own_soldier(k, i) && kit4_role_of(k, i) == role;
    return count;
}

void kit4_send(struct kit4 *k, int most)
{
    for (int i = 0; i < k->g.count && most > 0; i++) {
        if (!kit4_is_own_soldier(k, i) || kit4_role_of(k, i) == ROLE_SENT) continue;
        set_role(k, i, ROLE_SENT);
        most--;
    }
}

void kit4_charge(struct kit4 *k, int size)
{
    if (kit4_soldiers(k, ROLE_NONE) >= size) kit4_send(k, k->g.count);
}

void kit4_attack(struct kit4 *k)
{
    for (int i = 0; i < k->g.count; i++) {
        if (k->is_busy[i] || !kit4_is_own_soldier(k, i) || kit4_role_of(k, i) != ROLE_SENT)
            continue;
        kit4_go(k, i, k->knows_castle ? k->foe_castle : find_search_cell(k, &k->g.unit[i]));
    }
}

int kit4_intruder(const struct kit4 *k, const struct codevs4_unit *guard, int distance)
{
    int best = -1, nearest = KIT4_FAR_AWAY;
    for (int i = 0; i < k->g.count; i++) {
        const struct codevs4_unit *foe = &k->g.unit[i];
        if (foe->side == k->player || kit4_distance(foe, k->castle) > distance) continue;
        int way = kit4_distance(guard, kit4_cell(foe->y, foe->x));
        if (way >= nearest) continue;
        best = i;
        nearest = way;
    }
    return best;
}

void kit4_guard(struct kit4 *k, struct codevs4_cell where, int distance)
{
    for (int i = 0; i < k->g.count; i++) {
        if (k->is_busy[i] || !kit4_is_own_soldier(k, i)) continue;
        int foe = kit4_intruder(k, &k->g.unit[i], distance);
        kit4_go(k, i, foe < 0 ? where : kit4_cell(k->g.unit[foe].y, k->g.unit[foe].x));
    }
}
