#include "bots/codevs4/battle.h"

#include <string.h>

enum { LAST = CODEVS4_SIZE - 1, REACH = 2, FAR_AWAY = 1000 };

void battle_begin(struct battle *b, struct codevs4_cell castle, int castle_hp)
{
    memset(b->field.unit, 0, (size_t)b->field.count * sizeof b->field.unit[0]);
    memset(&b->field, 0, offsetof(struct codevs4, unit));
    b->field.stages = 1;
    b->castle = castle;
    b->type[0] = b->type[1] = CODEVS4_KNIGHT;
    b->alert = 12;
    b->most[0] = b->most[1] = BATTLE_CROWDED;
    battle_add(b, 1, CODEVS4_CASTLE, castle.y, castle.x, castle_hp);
    /* A castle of the attackers, out of the way: without one they would have lost. */
    battle_add(b, 0, CODEVS4_CASTLE, castle.y > LAST / 2 ? 0 : LAST, castle.x > LAST / 2 ? 0 : LAST,
               codevs4_traits[CODEVS4_CASTLE].hp);
}

void battle_add(struct battle *b, int side, enum codevs4_type type, int y, int x, int hp)
{
    codevs4_add_unit(&b->field, side, type, y, x);
    b->field.unit[b->field.count - 1].hp = (uint16_t)hp;
}

/* ---- steps ---- */

int battle_step(struct crowd *crowd, const struct codevs4_unit *unit, struct codevs4_cell to,
                int reach)
{
    static const int8_t step_y[] = {-1, 1, 0, 0, 0}, step_x[] = {0, 0, -1, 1, 0};
    enum { STAY = 4 };
    int best = STAY, least = INT32_MAX;
    int dy = to.y > unit->y ? to.y - unit->y : unit->y - to.y;
    int dx = to.x > unit->x ? to.x - unit->x : unit->x - to.x;
    crowd->count[unit->y][unit->x]--;
    for (int d = 0; d <= STAY; d++) {
        int y = unit->y + step_y[d], x = unit->x + step_x[d];
        if (y < 0 || x < 0 || y > LAST || x > LAST) continue;
        int far = codevs4_distance(y, x, to.y, to.x), over = crowd->count[y][x] - crowd->most + 1;
        int spread = crowd->most > BATTLE_CROWDED ? 0 : crowd->count[y][x] / 2;
        int cost = far > reach ? 8 * far : 8 * reach + spread;
        if (over > 0) cost += 12 + over;
        cost = 4 * cost - ((d / 2 == 0) == (dy >= dx)) - 2 * (d == STAY);
        if (cost >= least) continue;
        best = d;
        least = cost;
    }
    crowd->count[unit->y + step_y[best]][unit->x + step_x[best]]++;
    return best == STAY ? BATTLE_STAY : best;
}

static void order(struct battle *b, int side, int id, int deed)
{
    b->order[side].order[b->order[side].count++] =
        (struct codevs4_order){.id = (uint16_t)id, .deed = (uint8_t)deed};
}

/* ---- both sides ---- */

static bool is_walker(const struct codevs4_unit *unit)
{
    return unit->type <= CODEVS4_ASSASSIN;
}

/* The attacker who is nearest to the castle, or -1. */
static int find_intruder(const struct battle *b)
{
    int best = -1, nearest = FAR_AWAY;
    for (int i = 0; i < b->field.count; i++) {
        const struct codevs4_unit *unit = &b->field.unit[i];
        if (unit->side != 0 || unit->type == CODEVS4_CASTLE) continue;
        int far = kit4_distance(unit, b->castle);
        if (far >= nearest) continue;
        best = i;
        nearest = far;
    }
    return nearest <= b->alert ? best : -1;
}

static void move_side(struct battle *b, int side, struct codevs4_cell to, int reach)
{
    memset(&b->crowd, 0, sizeof b->crowd);
    b->crowd.most = b->most[side];
    for (int i = 0; i < b->field.count; i++)
        if (b->field.unit[i].side == side && is_walker(&b->field.unit[i]))
            b->crowd.count[b->field.unit[i].y][b->field.unit[i].x]++;
    for (int i = 0; i < b->field.count; i++) {
        const struct codevs4_unit *unit = &b->field.unit[i];
        if (unit->side != side || !kit4_is_soldier(unit)) continue;
        int deed = battle_step(&b->crowd, unit, to, reach);
        if (deed != BATTLE_STAY) order(b, side, unit->id, deed);
    }
}

static void make_soldiers(struct battle *b)
{
    for (int i = 0; i < b->field.count; i++)
        if (b->field.unit[i].type == CODEVS4_BASE) {
            int side = b->field.unit[i].side;
            order(b, side, b->field.unit[i].id, (int)CODEVS4_MAKE + (int)b->type[side]);
        }
}

static int count_attackers(const struct battle *b)
{
    int count = 0;
    for (int i = 0; i < b->field.count; i++)
        count += b->field.unit[i].side == 0 && kit4_is_soldier(&b->field.unit[i]);
    return count;
}

static void count_left(const struct battle *b, int left[2])
{
    left[0] = left[1] = 0;
    for (int i = 0; i < b->field.count; i++) {
        const struct codevs4_unit *unit = &b->field.unit[i];
        const struct codevs4_trait *trait = &codevs4_traits[unit->type];
        if (kit4_is_soldier(unit)) left[unit->side] += trait->cost * unit->hp / trait->hp;
    }
}

struct battle_result battle_run(struct battle *b, int turns, int making, struct limit *limit)
{
    const struct codevs4_action *const orders[2] = {&b->order[0], &b->order[1]};
    struct battle_result result = {0};
    for (; result.turns < turns; result.turns++) {
        if (b->field.score[0].result != CODEVS4_NONE || limit_is_over(limit)) break;
        if (result.turns >= making && count_attackers(b) == 0) break;
        int intruder = find_intruder(b);
        b->order[0].count = b->order[1].count = 0;
        move_side(b, 0, b->castle, REACH);
        if (intruder >= 0)
            move_side(b, 1, kit4_cell(b->field.unit[intruder].y, b->field.unit[intruder].x), 1);
        if (result.turns < making) make_soldiers(b);
        codevs4_play(&b->field, orders);
        limit_spend(limit, 1);
    }
    result.has_fallen = b->field.score[0].result == CODEVS4_P1;
    count_left(b, result.left);
    return result;
}
