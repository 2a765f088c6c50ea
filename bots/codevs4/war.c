#include "bots/codevs4/war.h"

#include "bots/codevs4/bases.h"
#include "bots/codevs4/siege.h"

#include <string.h>

enum {
    WAIT_FAR = 16, /* soldiers wait no nearer to the castle than this */
};

void war_begin(struct war *w, struct war_style style)
{
    w->style = style;
    w->is_attacking = false;
    w->looked = 0;
    w->garrison = 0;
    w->siege_turns = SIEGE_NEVER;
}

/* The castle is known, or as good as known. */
static bool is_found(const struct belief4 *b)
{
    enum { FEW = 12 };
    return b->castles > 0 && b->castles <= FEW;
}

/* ---- spies ---- */

static bool choose_spy(struct kit4 *k, const struct belief4 *b)
{
    int chosen = -1, nearest = KIT4_FAR_AWAY;
    for (int i = 0; i < k->g.count; i++) {
        if (!kit4_is_free_worker(k, i) || kit4_role_of(k, i) == ROLE_SPY) continue;
        int far = kit4_distance(&k->g.unit[i], b->guess);
        if (far >= nearest) continue;
        chosen = i;
        nearest = far;
    }
    if (chosen >= 0) k->role[k->g.unit[chosen].id] = ROLE_SPY;
    return chosen >= 0;
}

static void spy(struct war *w, struct kit4 *k, const struct belief4 *b, struct economy *e)
{
    enum { LATE = 130 };
    int spies = 0;
    for (int i = 0; i < k->g.count; i++)
        spies += kit4_is_own(k, i, CODEVS4_WORKER) && kit4_role_of(k, i) == ROLE_SPY;
    int wanted = k->g.turn >= w->style.spies_from ? w->style.spies : 0;
    if (k->g.turn > LATE && k->money > BASES_COST) wanted *= 2;
    while (spies < wanted && !b->is_known && choose_spy(k, b)) spies++;
    for (int i = 0; i < k->g.count; i++)
        if (kit4_is_free_worker(k, i) && kit4_role_of(k, i) == ROLE_SPY && !b->is_known)
            survey_spy(&e->survey, &w->route, k, b, i);
}

/* ---- soldiers ---- */

/* Near the newest base before the castle, but out of the way of its guards. */
static void find_rally(struct war *w, const struct kit4 *k, const struct belief4 *b)
{
    struct codevs4_cell base = b->guess;
    int nearest = KIT4_FAR_AWAY;
    for (int i = 0; i < k->g.count; i++)
        if (kit4_is_own(k, i, CODEVS4_BASE) &&
            kit4_distance(&k->g.unit[i], b->guess) <= BASES_FRONT)
            base = kit4_cell(k->g.unit[i].y, k->g.unit[i].x);
    w->rally = base;
    for (int y = 0; y < CODEVS4_SIZE; y++)
        for (int x = 0; x < CODEVS4_SIZE; x++) {
            int way = codevs4_distance(y, x, base.y, base.x);
            if (codevs4_distance(y, x, b->guess.y, b->guess.x) < WAIT_FAR || way >= nearest)
                continue;
            nearest = way;
            w->rally = kit4_cell(y, x);
        }
}

static int count_front(const struct kit4 *k, const struct belief4 *b)
{
    int count = 0;
    for (int i = 0; i < k->g.count; i++)
        count += kit4_is_own_soldier(k, i) && siege_is_at_front(k, b, &k->g.unit[i]);
    return count;
}

/* Turns until the castle falls when a base is still to be built before it. */
static int plan_siege(struct war *w, struct kit4 *k, const struct belief4 *b,
                      const struct economy *e, struct limit *limit)
{
    enum { SEARCH = 55 }; /* turns from the search to the fall, where nobody guards the castle */
    int builder = bases_builder(k, b->guess);
    if (builder < 0) return SIEGE_NEVER;
    int way = kit4_distance(&k->g.unit[builder], b->guess);
    int wait = k->money < BASES_COST ? (BASES_COST - k->money) / e->income : 0;
    if (wait > way) way = wait;
    if (!is_found(b)) return way + SEARCH;
    struct battle_result result = siege_attack(w, k, b, e, PLAN_BASE, limit);
    return result.has_fallen ? way + result.turns : SIEGE_NEVER;
}

static void decide(struct war *w, struct kit4 *k, const struct belief4 *b, const struct economy *e,
                   struct limit *limit)
{
    enum { FIRST_GROUP = 8 };
    int front = count_front(k, b), bases = bases_near(k, b->guess, BASES_FRONT);
    if (!is_found(b) || front + bases == 0) {
        w->siege_turns = plan_siege(w, k, b, e, limit);
        w->is_attacking = false;
        return;
    }
    struct battle_result result = siege_attack(w, k, b, e, PLAN_FRONT, limit);
    w->siege_turns = result.has_fallen ? result.turns : SIEGE_NEVER;
    if (!w->is_guarded || w->style.is_rash)
        w->is_attacking = true;
    else if (result.has_fallen && front >= FIRST_GROUP)
        w->is_attacking = true;
    else if (!result.has_fallen && result.left[0] == 0)
        w->is_attacking = false;
}

/* At home: whoever comes near. Before the castle: it, or the place where they wait. */
static struct codevs4_cell goal_of(const struct war *w, const struct kit4 *k,
                                   const struct belief4 *b, const struct codevs4_unit *unit,
                                   int *reach)
{
    *reach = 2;
    if (w->is_attacking && siege_is_at_front(k, b, unit)) return b->guess;
    if (k->role[unit->id] == ROLE_SENT) return w->rally;
    if (siege_is_at_front(k, b, unit) && !w->is_held) return w->rally;
    int foe = kit4_intruder(k, unit, w->is_holding ? SIEGE_HOLD : BASES_HOME);
    *reach = foe < 0 ? 2 : 1;
    return foe < 0 ? k->castle : kit4_cell(k->g.unit[foe].y, k->g.unit[foe].x);
}

/* One soldier goes and looks when nobody has for a while, or where the castle is. */
static int choose_probe(const struct war *w, const struct kit4 *k, const struct belief4 *b)
{
    enum { OLD = 12 };
    int best = -1, nearest = KIT4_FAR_AWAY;
    if (w->is_attacking || (b->is_known && k->g.turn - w->looked < OLD)) return -1;
    for (int i = 0; i < k->g.count; i++) {
        int far = kit4_distance(&k->g.unit[i], b->guess);
        if (!kit4_is_own_soldier(k, i) || far >= nearest) continue;
        best = i;
        nearest = far;
    }
    return best;
}

/* Of the cells on which the castle can stand, the one nearest to a unit. */
static struct codevs4_cell nearest_castle(const struct belief4 *b, const struct codevs4_unit *unit)
{
    struct codevs4_cell best = b->guess;
    int nearest = KIT4_FAR_AWAY;
    for (int y = 0; y < CODEVS4_SIZE; y++)
        for (int x = 0; x < CODEVS4_SIZE; x++) {
            int far = kit4_distance(unit, kit4_cell(y, x));
            if (!codevs4_map_has(&b->castle, y, x) || far >= nearest) continue;
            nearest = far;
            best = kit4_cell(y, x);
        }
    return best;
}

static void march(struct war *w, struct kit4 *k, const struct belief4 *b)
{
    int probe = choose_probe(w, k, b);
    memset(&w->crowd, 0, sizeof w->crowd);
    w->crowd.most = BATTLE_CROWDED;
    for (int i = 0; i < k->g.count; i++)
        if (kit4_is_own_soldier(k, i)) w->crowd.count[k->g.unit[i].y][k->g.unit[i].x]++;
    for (int i = 0; i < k->g.count; i++) {
        int reach;
        if (!kit4_is_own_soldier(k, i)) continue;
        struct codevs4_cell goal = goal_of(w, k, b, &k->g.unit[i], &reach);
        if (i == probe) goal = nearest_castle(b, &k->g.unit[i]);
        int deed = battle_step(&w->crowd, &k->g.unit[i], goal, reach);
        if (deed != BATTLE_STAY) kit4_order(k, i, (enum codevs4_deed)deed);
    }
}

/* ---- the turn ---- */

/* The enemy castle is held by more than can be brought up before it. */
static bool is_held(struct war *w, const struct kit4 *k, const struct belief4 *b,
                    const struct economy *e, struct limit *limit)
{
    enum { MANY = 10 };
    if (!is_found(b) || w->garrison < MANY || !w->style.can_wait) return false;
    if (bases_near(k, b->guess, BASES_FRONT) > 0) return false;
    return !siege_attack(w, k, b, e, PLAN_BASE, limit).has_fallen;
}

static void defend(struct war *w, struct kit4 *k, const struct belief4 *b, const struct economy *e,
                   struct limit *limit)
{
    enum { MANY = 15 };
    int lose_turns = siege_defence(w, k, b, PLAN_FRONT, limit);
    w->is_pressed = lose_turns < SIEGE_NEVER && lose_turns < w->siege_turns + 20;
    int bases = bases_near(k, k->castle, 4), home = 0;
    for (int i = 0; i < k->g.count; i++) home += siege_is_at_home(k, b, i);
    w->is_holding = w->threats >= MANY && 2 * w->threats > home;
    if ((w->is_pressed || w->is_held) && bases < (k->money > BASES_RICH ? 3 : 1))
        bases_build_home(w, k, b, e);
}

/* Soldiers at home set out for the enemy castle, or to look for it, when they would win there and
   whoever stays can hold the own one. */
static void sally(struct war *w, struct kit4 *k, const struct belief4 *b, const struct economy *e,
                  struct limit *limit)
{
    enum { GROUP = 60 };
    enum siege_plan plan = w->threats > 0 ? PLAN_HALF : PLAN_ALL;
    int group = 0, away = 0;
    for (int i = 0; i < k->g.count; i++) {
        if (!kit4_is_own_soldier(k, i)) continue;
        away += kit4_role_of(k, i) == ROLE_SENT;
        group += siege_is_at_home(k, b, i) && siege_is_sent(plan, i);
    }
    if (group < GROUP || group < away || !w->style.can_wait) return;
    if (is_found(b) && !siege_attack(w, k, b, e, plan, limit).has_fallen) return;
    if (siege_defence(w, k, b, plan, limit) < SIEGE_NEVER) return;
    for (int i = 0; i < k->g.count; i++)
        if (kit4_is_own_soldier(k, i) && siege_is_sent(plan, i))
            k->role[k->g.unit[i].id] = ROLE_SENT;
}

bool war_is_long(const struct war *w)
{
    return w->siege_turns == SIEGE_NEVER;
}

void war_spend(struct war *w, struct kit4 *k, const struct belief4 *b, const struct economy *e)
{
    bases_train(k, b, e, w->is_held);
}

void war_run(struct war *w, struct kit4 *k, const struct belief4 *b, struct economy *e,
             struct limit *limit)
{
    w->is_guarded = (b->is_known || b->is_felt) && siege_is_guarded(w, k, b);
    if (siege_is_looked_at(w, k, b)) w->looked = k->g.turn;
    int guards = is_found(b) ? siege_guards(w, k, b) : 0;
    if (guards > w->garrison) w->garrison = guards;
    find_rally(w, k, b);
    decide(w, k, b, e, limit);
    w->is_held = is_held(w, k, b, e, limit);
    defend(w, k, b, e, limit);
    sally(w, k, b, e, limit);
    if (w->is_pressed) bases_train(k, b, e, true);
    if (!w->is_held) bases_build_front(w, k, b, e);
    if (bases_near(k, b->guess, BASES_FRONT) > 0) bases_train(k, b, e, false);
    bases_build_watch(w, k, b);
    spy(w, k, b, e);
    march(w, k, b);
}
