#include "bots/codevs4/belief.h"

#include <string.h>

enum { LAST = CODEVS4_SIZE - 1, CORNER = 40, DANGER_TURNS = 8 };

/* ---- the castle ---- */

void belief4_begin(struct belief4 *b)
{
    memset(b, 0, sizeof *b);
    b->castle_hp = codevs4_traits[CODEVS4_CASTLE].hp;
    for (int y = 0; y < CODEVS4_SIZE; y++)
        for (int x = 0; x < CODEVS4_SIZE; x++)
            if (LAST - y + LAST - x <= CORNER) codevs4_map_add(&b->castle, y, x);
}

static void cut(struct codevs4_map *map, const struct codevs4_map *out, bool is_kept)
{
    for (int y = 0; y < CODEVS4_SIZE; y++)
        for (int half = 0; half < 2; half++)
            map->row[y][half] &= is_kept ? out->row[y][half] : ~out->row[y][half];
}

static int count_cells(const struct codevs4_map *map)
{
    int count = 0;
    for (int y = 0; y < CODEVS4_SIZE; y++)
        for (int half = 0; half < 2; half++) count += __builtin_popcountll(map->row[y][half]);
    return count;
}

/* An enemy who might have hit the unit, or was hit by it and fell. */
static bool has_foe_near(const struct belief4 *b, const struct kit4 *k,
                         const struct codevs4_unit *unit)
{
    enum { NEAR = 5 };
    for (int i = 0; i < b->foes; i++) {
        const struct belief4_foe *foe = &b->foe[i];
        if (foe->seen + 2 < k->g.turn) continue;
        if (codevs4_distance(foe->y, foe->x, unit->y, unit->x) <= NEAR) return true;
    }
    return false;
}

/* Who was hit, and who was not. Before the foes of this turn are taken in: those of the last turn
   count here as well. */
static void eliminate(struct belief4 *b, const struct kit4 *k)
{
    struct codevs4_map unhurt = {{{0}}};
    bool is_any = false;
    for (int i = 0; i < k->g.count; i++) {
        const struct codevs4_unit *unit = &k->g.unit[i];
        if (unit->side != k->player) continue;
        int before = b->hp[unit->id] ? b->hp[unit->id] : codevs4_traits[unit->type].hp;
        if (unit->hp == before) {
            if (unit->y + unit->x < LAST) continue; /* too far from any */
            codevs4_map_add(&unhurt, unit->y, unit->x);
            is_any = true;
        } else if (!has_foe_near(b, k, unit)) {
            struct codevs4_map near = {{{0}}};
            codevs4_map_add(&near, unit->y, unit->x);
            codevs4_map_grow(&near, BELIEF4_CASTLE_RANGE);
            cut(&b->castle, &near, true);
            b->is_felt = true;
        }
    }
    if (!is_any) return;
    codevs4_map_grow(&unhurt, BELIEF4_CASTLE_RANGE);
    cut(&b->castle, &unhurt, false);
}

static void find_middle(struct belief4 *b)
{
    int sum_y = 0, sum_x = 0;
    for (int y = 0; y < CODEVS4_SIZE; y++)
        for (int x = 0; x < CODEVS4_SIZE; x++)
            if (codevs4_map_has(&b->castle, y, x)) sum_y += y, sum_x += x;
    b->guess = kit4_cell(sum_y / b->castles, sum_x / b->castles);
}

/* Nothing is left only if an unseen enemy was taken for the castle: then all begins again with
   what has not been seen. */
static void locate(struct belief4 *b, const struct kit4 *k)
{
    if (k->knows_castle) {
        memset(&b->castle, 0, sizeof b->castle);
        codevs4_map_add(&b->castle, k->foe_castle.y, k->foe_castle.x);
    } else if (!b->is_known) {
        eliminate(b, k);
        cut(&b->castle, &k->explored, false);
    }
    b->castles = count_cells(&b->castle);
    if (b->castles == 0) {
        b->is_felt = false;
        for (int y = 0; y < CODEVS4_SIZE; y++)
            for (int x = 0; x < CODEVS4_SIZE; x++)
                if (LAST - y + LAST - x <= CORNER && !codevs4_map_has(&k->explored, y, x))
                    codevs4_map_add(&b->castle, y, x);
        b->castles = count_cells(&b->castle);
    }
    b->is_known = b->castles == 1;
    if (b->castles > 0) find_middle(b);
}

/* ---- everybody else ---- */

static void forget(struct belief4 *b, int i)
{
    b->at[b->foe[i].id] = 0;
    b->foe[i] = b->foe[--b->foes];
    if (i < b->foes) b->at[b->foe[i].id] = (uint16_t)(i + 1);
}

static void see(struct belief4 *b, const struct codevs4_unit *unit, int turn)
{
    int at = b->at[unit->id];
    if (at == 0) {
        if (b->foes == BELIEF4_FOES_MAX) return;
        at = b->at[unit->id] = (uint16_t)++b->foes;
    }
    b->foe[at - 1] = (struct belief4_foe){.id = unit->id,
                                          .hp = unit->hp,
                                          .seen = (uint16_t)turn,
                                          .y = unit->y,
                                          .x = unit->x,
                                          .type = unit->type};
}

/* All cells within so many steps are in view. */
static bool is_in_view(const struct belief4 *b, int y, int x, int steps)
{
    for (int dy = -steps; dy <= steps; dy++)
        for (int dx = -steps; dx <= steps; dx++) {
            int cy = y + dy, cx = x + dx;
            if (codevs4_distance(0, 0, dy, dx) > steps) continue;
            if (cy < 0 || cx < 0 || cy > LAST || cx > LAST) continue;
            if (!codevs4_map_has(&b->in_view, cy, cx)) return false;
        }
    return true;
}

static void update_foes(struct belief4 *b, const struct kit4 *k)
{
    enum { LOOKED_AFTER = 3 };
    for (int i = 0; i < k->g.count; i++) {
        const struct codevs4_unit *unit = &k->g.unit[i];
        if (unit->side == k->player) continue;
        if (unit->type == CODEVS4_CASTLE)
            b->castle_hp = unit->hp;
        else
            see(b, unit, k->g.turn);
    }
    for (int i = b->foes - 1; i >= 0; i--) {
        struct belief4_foe *foe = &b->foe[i];
        int age = k->g.turn - foe->seen, steps = foe->type <= CODEVS4_ASSASSIN ? age : 0;
        if (age == 0) continue;
        foe->is_gone |= codevs4_map_has(&b->in_view, foe->y, foe->x);
        if (steps > LOOKED_AFTER) continue;
        if (is_in_view(b, foe->y, foe->x, steps)) forget(b, i);
    }
}

static void update_pack(struct belief4 *b, const struct kit4 *k)
{
    uint8_t count[CODEVS4_SIZE][CODEVS4_SIZE] = {{0}};
    for (int i = 0; i < k->g.count; i++) {
        const struct codevs4_unit *unit = &k->g.unit[i];
        if (unit->side == k->player || !kit4_is_soldier(unit)) continue;
        if (++count[unit->y][unit->x] > b->pack) b->pack = count[unit->y][unit->x];
    }
}

/* Soldiers come a step nearer before they strike. */
static void update_danger(struct belief4 *b, const struct kit4 *k)
{
    memset(b->danger, 0, sizeof b->danger);
    for (int i = 0; i < b->foes; i++) {
        const struct belief4_foe *foe = &b->foe[i];
        int reach = codevs4_traits[foe->type].range + belief4_is_soldier(foe);
        if (foe->type <= CODEVS4_ASSASSIN && foe->seen + DANGER_TURNS < k->g.turn) continue;
        for (int y = foe->y - reach; y <= foe->y + reach; y++)
            for (int x = foe->x - reach; x <= foe->x + reach; x++)
                if (y >= 0 && x >= 0 && y <= LAST && x <= LAST &&
                    codevs4_distance(y, x, foe->y, foe->x) <= reach)
                    b->danger[y][x] += codevs4_damage[foe->type][CODEVS4_WORKER];
    }
}

void belief4_update(struct belief4 *b, const struct kit4 *k)
{
    codevs4_view(&k->g, k->player, &b->in_view);
    /* Enemies of this turn and of the last one may both explain a loss. */
    for (int i = 0; i < k->g.count; i++) {
        const struct codevs4_unit *unit = &k->g.unit[i];
        if (unit->side != k->player && unit->type != CODEVS4_CASTLE && b->at[unit->id] == 0)
            see(b, unit, k->g.turn);
    }
    locate(b, k);
    update_foes(b, k);
    update_pack(b, k);
    update_danger(b, k);
    memset(b->hp, 0, sizeof b->hp);
    for (int i = 0; i < k->g.count; i++)
        if (k->g.unit[i].side == k->player) b->hp[k->g.unit[i].id] = k->g.unit[i].hp;
}
