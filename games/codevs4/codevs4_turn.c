/* A turn of a stage: orders, battle, removal, income, end. RULES 4 and 5. */
#include "games/codevs4/codevs4.h"

#include <assert.h>
#include <string.h>

#define MAY(type) (1u << (CODEVS4_MAKE + (type)))
enum { MAY_WALK = 15 };

const struct codevs4_trait codevs4_traits[CODEVS4_TYPES] = {
    [CODEVS4_WORKER] = {2000, 2, 4, 40, MAY_WALK | MAY(CODEVS4_VILLAGE) | MAY(CODEVS4_BASE)},
    [CODEVS4_KNIGHT] = {5000, 2, 4, 20, MAY_WALK},
    [CODEVS4_FIGHTER] = {5000, 2, 4, 40, MAY_WALK},
    [CODEVS4_ASSASSIN] = {5000, 2, 4, 60, MAY_WALK},
    [CODEVS4_CASTLE] = {50000, 10, 10, 0, MAY(CODEVS4_WORKER)},
    [CODEVS4_VILLAGE] = {20000, 2, 10, 100, MAY(CODEVS4_WORKER)},
    [CODEVS4_BASE] = {20000, 2, 4, 500,
                      MAY(CODEVS4_KNIGHT) | MAY(CODEVS4_FIGHTER) | MAY(CODEVS4_ASSASSIN)},
};

const uint16_t codevs4_damage[CODEVS4_TYPES][CODEVS4_TYPES] = {
    [CODEVS4_WORKER] = {100, 100, 100, 100, 100, 100, 100},
    [CODEVS4_KNIGHT] = {100, 500, 200, 200, 200, 200, 200},
    [CODEVS4_FIGHTER] = {500, 1600, 500, 200, 200, 200, 200},
    [CODEVS4_ASSASSIN] = {1000, 500, 1000, 500, 200, 200, 200},
    [CODEVS4_CASTLE] = {100, 100, 100, 100, 100, 100, 100},
    [CODEVS4_VILLAGE] = {100, 100, 100, 100, 100, 100, 100},
    [CODEVS4_BASE] = {100, 100, 100, 100, 100, 100, 100},
};

static const int8_t step_y[CODEVS4_MAKE] = {-1, 1, 0, 0}, step_x[CODEVS4_MAKE] = {0, 0, -1, 1};

/* ---- units ---- */

void codevs4_copy(struct codevs4 *to, const struct codevs4 *from)
{
    if (to->count > from->count)
        memset(&to->unit[from->count], 0, (size_t)(to->count - from->count) * sizeof to->unit[0]);
    memcpy(to, from, offsetof(struct codevs4, unit) + (size_t)from->count * sizeof from->unit[0]);
}

bool codevs4_add_unit(struct codevs4 *g, int side, enum codevs4_type type, int y, int x)
{
    if (g->next_id > CODEVS4_ID_MAX) return false;
    assert(g->count < CODEVS4_UNITS_MAX);
    g->unit[g->count++] = (struct codevs4_unit){.id = (uint16_t)g->next_id++,
                                                .hp = codevs4_traits[type].hp,
                                                .y = (uint8_t)y,
                                                .x = (uint8_t)x,
                                                .type = (uint8_t)type,
                                                .side = (uint8_t)side};
    return true;
}

static int search_unit(const struct codevs4 *g, int id)
{
    int low = 0, high = g->count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (g->unit[middle].id < id)
            low = middle + 1;
        else
            high = middle;
    }
    return low < g->count && g->unit[low].id == id ? low : -1;
}

/* Most answers name their units in ascending order: the next own unit is not far, and exactly as
   far as the IDs are apart while nobody between the two has fallen. */
int codevs4_find(const struct codevs4 *g, int id, int *hint)
{
    enum { NEARBY = 8 };
    int at = *hint;
    if (at < g->count) {
        int far = at + id - g->unit[at].id;
        if (far >= 0 && far < g->count && g->unit[far].id == id) return *hint = far;
    }
    for (int i = 0; i < NEARBY && at < g->count && g->unit[at].id < id; i++) at++;
    if (at >= g->count || g->unit[at].id != id) at = search_unit(g, id);
    if (at >= 0) *hint = at;
    return at;
}

bool codevs4_is_able(const struct codevs4_unit *unit, enum codevs4_deed deed)
{
    if (deed >= CODEVS4_DEEDS || !(codevs4_traits[unit->type].deeds >> deed & 1)) return false;
    if (deed >= CODEVS4_MAKE) return true;
    int y = unit->y + step_y[deed], x = unit->x + step_x[deed];
    return y >= 0 && y < CODEVS4_SIZE && x >= 0 && x < CODEVS4_SIZE;
}

/* ---- orders ---- */

/* RULES 5.3: the cost is taken at once. */
static bool make(struct codevs4 *g, const struct codevs4_unit *maker, enum codevs4_type type)
{
    int side = maker->side, cost = codevs4_traits[type].cost;
    if (g->money[side] < cost) return false;
    if (!codevs4_add_unit(g, side, type, maker->y, maker->x)) return false;
    g->money[side] -= cost;
    return true;
}

static bool act(struct codevs4 *g, struct codevs4_unit *unit, enum codevs4_deed deed)
{
    if (!codevs4_is_able(unit, deed)) return false;
    if (deed >= CODEVS4_MAKE) return make(g, unit, (enum codevs4_type)(deed - CODEVS4_MAKE));
    unit->y = (uint8_t)(unit->y + step_y[deed]);
    unit->x = (uint8_t)(unit->x + step_x[deed]);
    return true;
}

/* RULES 5.2, 5.5. Units made in this turn come after the first `old` ones. */
static void obey(struct codevs4 *g, int p, const struct codevs4_action *action, int old)
{
    uint8_t has_acted[CODEVS4_UNITS_MAX];
    int hint = 0;
    assert(action->count >= 0 && action->count <= CODEVS4_ORDERS_MAX);
    memset(has_acted, 0, (size_t)old);
    for (int i = 0; i < action->count; i++) {
        const struct codevs4_order *order = &action->order[i];
        int at = codevs4_find(g, order->id, &hint);
        if (at < 0 || at >= old || g->unit[at].side != p || has_acted[at]) continue;
        has_acted[at] = act(g, &g->unit[at], order->deed);
    }
}

/* ---- what follows the battle ---- */

/* RULES 4.4. Returns a bit for each side whose castle stands. */
static unsigned remove_fallen(struct codevs4 *g)
{
    unsigned castles = 0;
    int kept = 0;
    for (int i = 0; i < g->count; i++) {
        struct codevs4_unit unit = g->unit[i];
        unsigned lives = unit.hp > 0; /* counted, not asked: nobody could foretell it */
        castles |= (lives & (unit.type == CODEVS4_CASTLE)) << unit.side;
        g->unit[kept] = unit;
        kept += (int)lives;
    }
    memset(&g->unit[kept], 0, (size_t)(g->count - kept) * sizeof g->unit[0]);
    g->count = kept;
    return castles;
}

/* RULES 4.5. */
static void earn(struct codevs4 *g)
{
    uint8_t resource_at[CODEVS4_SIZE][CODEVS4_SIZE]; /* its number from 1; 0: none */
    uint8_t miners[2][CODEVS4_RESOURCES + 1] = {{0}};
    memset(resource_at, 0, sizeof resource_at);
    for (int i = 0; i < g->resource_count; i++)
        resource_at[g->resource[i].y][g->resource[i].x] = (uint8_t)(i + 1);
    for (int i = 0; i < g->count; i++) {
        const struct codevs4_unit *unit = &g->unit[i];
        if (unit->type != CODEVS4_WORKER) continue;
        int resource = resource_at[unit->y][unit->x];
        if (resource == 0 || miners[unit->side][resource] == CODEVS4_MINERS_MAX) continue;
        miners[unit->side][resource]++;
        g->money[unit->side]++;
    }
    for (int p = 0; p < 2; p++) g->money[p] += g->income[p];
}

/* RULES 4.6: the castles decide first. */
static enum codevs4_result judge(const struct codevs4 *g, unsigned castles)
{
    switch (castles) {
    case 0: return CODEVS4_DRAW;
    case 1: return CODEVS4_P1;
    case 2: return CODEVS4_P2;
    default: return g->turn >= CODEVS4_TURNS ? CODEVS4_DRAW : CODEVS4_NONE;
    }
}

void codevs4_play(struct codevs4 *g, const struct codevs4_action *const action[2])
{
    int old = g->count;
    assert(g->score[g->stage].result == CODEVS4_NONE);
    for (int p = 0; p < 2; p++) obey(g, p, action[p], old);
    codevs4_battle(g);
    unsigned castles = remove_fallen(g);
    earn(g);
    g->turn++;
    enum codevs4_result result = judge(g, castles);
    if (result == CODEVS4_NONE) return;
    g->score[g->stage] = (struct codevs4_score){.turns = g->turn, .result = (uint8_t)result};
}

/* ---- view ---- */

/* RULES 7.2. Those who see far are grown first by the difference, then all together. */
void codevs4_view(const struct codevs4 *g, int p, struct codevs4_map *view)
{
    enum { NEAR = 4, FAR = 10 };
    struct codevs4_map near = {{{0}}};
    *view = near;
    for (int i = 0; i < g->count; i++) {
        const struct codevs4_unit *unit = &g->unit[i];
        if (unit->side != p) continue;
        bool is_far = codevs4_traits[unit->type].view == FAR;
        codevs4_map_add(is_far ? view : &near, unit->y, unit->x);
    }
    codevs4_map_grow(view, FAR - NEAR);
    codevs4_map_join(view, &near);
    codevs4_map_grow(view, NEAR);
}
