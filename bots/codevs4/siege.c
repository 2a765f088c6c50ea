#include "bots/codevs4/siege.h"

#include "bots/codevs4/bases.h"

enum {
    GUARD_NEAR = 14,  /* soldiers this near to their castle guard it */
    GUARD_TURNS = 40, /* for so long after they were seen */
};

/* ---- what guards the enemy castle ---- */

/* A soldier who was not seen when somebody last looked has left. */
static bool is_guard(const struct war *w, const struct kit4 *k, const struct belief4 *b,
                     const struct belief4_foe *foe)
{
    enum { MISSED = 6 };
    if (belief4_distance(foe, b->guess) > GUARD_NEAR || foe->is_gone) return false;
    if (foe->type == CODEVS4_BASE) return true;
    return belief4_is_soldier(foe) && foe->seen + GUARD_TURNS >= k->g.turn &&
           foe->seen + MISSED >= w->looked;
}

bool siege_is_guarded(const struct war *w, const struct kit4 *k, const struct belief4 *b)
{
    for (int i = 0; i < b->foes; i++)
        if (is_guard(w, k, b, &b->foe[i])) return true;
    return false;
}

int siege_guards(const struct war *w, const struct kit4 *k, const struct belief4 *b)
{
    int guards = 0;
    for (int i = 0; i < b->foes; i++)
        guards += belief4_is_soldier(&b->foe[i]) && is_guard(w, k, b, &b->foe[i]);
    return guards;
}

bool siege_is_looked_at(const struct war *w, const struct kit4 *k, const struct belief4 *b)
{
    enum { MANY = 6 };
    int seen = 0;
    if (!b->is_known) return false;
    if (codevs4_map_has(&b->in_view, b->guess.y, b->guess.x)) return true;
    for (int i = 0; i < b->foes; i++)
        seen += b->foe[i].seen == k->g.turn && is_guard(w, k, b, &b->foe[i]);
    return seen >= MANY;
}

/* ---- before the enemy castle ---- */

bool siege_is_sent(enum siege_plan plan, int unit)
{
    return plan == PLAN_ALL || (plan == PLAN_HALF && unit % 2 == 0);
}

static void add_guards(struct war *w, const struct kit4 *k, const struct belief4 *b,
                       enum siege_plan plan)
{
    enum { UNSEEN_MAX = 12 };
    int bases = 0, guards = 0, unseen = k->g.turn - w->looked;
    for (int i = 0; i < b->foes; i++) {
        const struct belief4_foe *foe = &b->foe[i];
        bool is_near_worker = foe->type == CODEVS4_WORKER && foe->seen + 5 >= k->g.turn &&
                              belief4_distance(foe, b->guess) <= 4;
        if (!is_guard(w, k, b, foe) && !is_near_worker) continue;
        bool is_fresh = foe->seen + 3 >= k->g.turn || foe->type == CODEVS4_BASE;
        battle_add(&w->battle, 1, foe->type, is_fresh ? foe->y : b->guess.y,
                   is_fresh ? foe->x : b->guess.x, foe->hp);
        bases += foe->type == CODEVS4_BASE;
        guards += belief4_is_soldier(foe);
    }
    /* What their bases have made since somebody looked; by the time of a long march, as many as
       there ever were. */
    int more = unseen / 2 < UNSEEN_MAX ? unseen / 2 : UNSEEN_MAX;
    if (bases == 0) more = 0;
    if (plan != PLAN_FRONT) more = w->garrison - guards;
    for (int i = 0; i < more; i++) {
        enum codevs4_type type = (enum codevs4_type)(CODEVS4_KNIGHT + i % 3);
        battle_add(&w->battle, 1, type, b->guess.y, b->guess.x, codevs4_traits[type].hp);
    }
}

bool siege_is_at_front(const struct kit4 *k, const struct belief4 *b,
                       const struct codevs4_unit *unit)
{
    return kit4_distance(unit, b->guess) < kit4_distance(unit, k->castle);
}

/* Who was seen in a big pack is taken to move in packs. */
static int most_of_theirs(const struct belief4 *b)
{
    enum { PACK = 15 };
    return b->pack >= PACK ? UINT8_MAX : BATTLE_CROWDED;
}

bool siege_is_at_home(const struct kit4 *k, const struct belief4 *b, int unit)
{
    return kit4_is_own_soldier(k, unit) && !siege_is_at_front(k, b, &k->g.unit[unit]) &&
           k->role[k->g.unit[unit].id] != ROLE_SENT;
}

struct battle_result siege_attack(struct war *w, const struct kit4 *k, const struct belief4 *b,
                                  const struct economy *e, enum siege_plan plan,
                                  struct limit *limit)
{
    enum { TURNS = 70, MAKING = 40, THEIR_INCOME = 45 };
    battle_begin(&w->battle, b->guess, b->castle_hp);
    add_guards(w, k, b, plan);
    for (int i = 0; i < k->g.count; i++) {
        const struct codevs4_unit *unit = &k->g.unit[i];
        bool is_base = kit4_is_own(k, i, CODEVS4_BASE);
        if (!is_base && !kit4_is_own_soldier(k, i)) continue;
        bool is_here = siege_is_at_front(k, b, unit);
        if (!is_here && (is_base || !siege_is_sent(plan, i))) continue;
        battle_add(&w->battle, 0, unit->type, is_here ? unit->y : w->rally.y,
                   is_here ? unit->x : w->rally.x, unit->hp);
    }
    w->battle.field.money[0] = k->g.money[k->player];
    if (plan == PLAN_BASE) {
        battle_add(&w->battle, 0, CODEVS4_BASE, w->rally.y, w->rally.x,
                   codevs4_traits[CODEVS4_BASE].hp);
        w->battle.field.money[0] = k->money > BASES_COST ? k->money - BASES_COST : 0;
    }
    w->battle.field.income[0] = e->income;
    w->battle.field.income[1] = THEIR_INCOME;
    w->battle.type[1] = CODEVS4_FIGHTER;
    w->battle.most[1] = most_of_theirs(b);
    return battle_run(&w->battle, TURNS, MAKING, limit);
}

/* ---- before the own castle ---- */

struct codevs4_cell siege_walk(struct codevs4_cell at, struct codevs4_cell to, int steps)
{
    for (; steps > 0 && (at.y != to.y || at.x != to.x); steps--) {
        int dy = to.y - at.y, dx = to.x - at.x;
        if ((dy < 0 ? -dy : dy) >= (dx < 0 ? -dx : dx))
            at.y = (uint8_t)(at.y + (dy < 0 ? -1 : 1));
        else
            at.x = (uint8_t)(at.x + (dx < 0 ? -1 : 1));
    }
    return at;
}

/* Whoever has left its castle is taken to be on its way to ours, and to wait out of sight if it
   should be here by now. */
static bool is_coming(const struct war *w, const struct kit4 *k, const struct belief4 *b,
                      const struct belief4_foe *foe, struct codevs4_cell *at)
{
    enum { FRESH = 150, OUT_OF_SIGHT = 12 };
    int age = k->g.turn - foe->seen;
    bool is_out = foe->is_gone || belief4_distance(foe, b->guess) > GUARD_NEAR;
    if (!belief4_is_soldier(foe) || !is_out || age > FRESH) return false;
    int way = belief4_distance(foe, k->castle) - OUT_OF_SIGHT;
    *at = siege_walk(kit4_cell(foe->y, foe->x), k->castle, age < way ? age : way);
    return codevs4_distance(at->y, at->x, k->castle.y, k->castle.x) <= w->style.foresight;
}

int siege_defence(struct war *w, const struct kit4 *k, const struct belief4 *b,
                  enum siege_plan plan, struct limit *limit)
{
    enum { TURNS = 150 };
    int threats = 0, castle = kit4_nearest(k, CODEVS4_CASTLE, k->castle);
    if (castle < 0) return SIEGE_NEVER;
    battle_begin(&w->battle, k->castle, k->g.unit[castle].hp);
    for (int i = 0; i < b->foes; i++) {
        const struct belief4_foe *foe = &b->foe[i];
        struct codevs4_cell at;
        if (!is_coming(w, k, b, foe, &at)) continue;
        battle_add(&w->battle, 0, foe->type, at.y, at.x, foe->hp);
        threats++;
    }
    w->threats = threats;
    if (threats == 0) return SIEGE_NEVER;
    for (int i = 0; i < k->g.count; i++) {
        const struct codevs4_unit *unit = &k->g.unit[i];
        if (siege_is_at_home(k, b, i) && !siege_is_sent(plan, i))
            battle_add(&w->battle, 1, unit->type, unit->y, unit->x, unit->hp);
    }
    w->battle.most[0] = most_of_theirs(b);
    w->battle.alert = SIEGE_HOLD;
    struct battle_result result = battle_run(&w->battle, TURNS, 0, limit);
    return result.has_fallen ? result.turns : SIEGE_NEVER;
}
