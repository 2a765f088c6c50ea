#include "bots/codevs4/war.h"

#include <string.h>

enum {
    FAR_AWAY = 1000,
    BASE_COST = 500,
    GUARD_NEAR = 14,  /* soldiers this near to their castle guard it */
    GUARD_TURNS = 40, /* for so long after they were seen */
    SITE_NEAR = 12,
    WAIT_FAR = 16, /* soldiers wait no nearer to the castle than this */
    SITE_FAR = 24,
    FRONT = 30,    /* bases this near to the enemy castle are before it */
    HOME = 30,     /* enemies this near to the own castle are on their way to it */
    NEVER = 1000,  /* turns */
    BIG_ARMY = 50, /* of the enemy: it will come when it is not beaten at home */
    RICH = 1000,   /* soldiers may help to look for the castle */
    HALF_SEARCHED = 450,
};

void war_begin(struct war *w, struct war_style style)
{
    w->style = style;
    w->is_attacking = false;
    w->looked = 0;
    w->siege_turns = NEVER;
}

static bool is_own(const struct kit4 *k, int unit, enum codevs4_type type)
{
    return k->g.unit[unit].side == k->player && k->g.unit[unit].type == type;
}

static bool is_own_soldier(const struct kit4 *k, int unit)
{
    return k->g.unit[unit].side == k->player && kit4_is_soldier(&k->g.unit[unit]);
}

static bool is_free_worker(const struct kit4 *k, int unit)
{
    return !k->is_busy[unit] && k->g.unit[unit].type == CODEVS4_WORKER;
}

static bool is_soldier(const struct belief4_foe *foe)
{
    return foe->type >= CODEVS4_KNIGHT && foe->type <= CODEVS4_ASSASSIN;
}

static int foe_distance(const struct belief4_foe *foe, struct codevs4_cell cell)
{
    return codevs4_distance(foe->y, foe->x, cell.y, cell.x);
}

/* ---- spies ---- */

static uint8_t *role_of(struct kit4 *k, int unit)
{
    return &k->role[k->g.unit[unit].id];
}

static bool choose_spy(struct kit4 *k, const struct belief4 *b)
{
    int chosen = -1, nearest = FAR_AWAY;
    for (int i = 0; i < k->g.count; i++) {
        if (!is_free_worker(k, i) || *role_of(k, i) == ROLE_SPY) continue;
        int far = kit4_distance(&k->g.unit[i], b->guess);
        if (far >= nearest) continue;
        chosen = i;
        nearest = far;
    }
    if (chosen >= 0) *role_of(k, chosen) = ROLE_SPY;
    return chosen >= 0;
}

static void spy(struct war *w, struct kit4 *k, const struct belief4 *b, struct economy *e)
{
    enum { LATE = 130 };
    int spies = 0;
    for (int i = 0; i < k->g.count; i++)
        spies += is_own(k, i, CODEVS4_WORKER) && *role_of(k, i) == ROLE_SPY;
    int wanted = k->g.turn >= w->style.spies_from ? w->style.spies : 0;
    if (k->g.turn > LATE && k->money > BASE_COST) wanted *= 2;
    while (spies < wanted && !b->is_known && choose_spy(k, b)) spies++;
    for (int i = 0; i < k->g.count; i++)
        if (is_free_worker(k, i) && *role_of(k, i) == ROLE_SPY && !b->is_known)
            survey_spy(&e->survey, &w->route, k, b, i);
}

/* ---- what guards the enemy castle ---- */

static bool is_guard(const struct kit4 *k, const struct belief4 *b, const struct belief4_foe *foe)
{
    if (foe_distance(foe, b->guess) > GUARD_NEAR) return false;
    return foe->type == CODEVS4_BASE || (is_soldier(foe) && foe->seen + GUARD_TURNS >= k->g.turn);
}

static bool is_guarded(const struct kit4 *k, const struct belief4 *b)
{
    for (int i = 0; i < b->foes; i++)
        if (is_guard(k, b, &b->foe[i])) return true;
    return false;
}

/* The castle is in view, or many of its guards are. */
static bool is_looked_at(const struct kit4 *k, const struct belief4 *b)
{
    enum { MANY = 6 };
    int seen = 0;
    if (!b->is_known) return false;
    if (codevs4_map_has(&b->in_view, b->guess.y, b->guess.x)) return true;
    for (int i = 0; i < b->foes; i++)
        seen += b->foe[i].seen == k->g.turn && is_guard(k, b, &b->foe[i]);
    return seen >= MANY;
}

/* ---- which type ---- */

/*
 * The type whose strength for its price is highest against these enemies: what it takes off them
 * times what it can bear from them. A base makes one soldier a turn, so where there is more money
 * than bases can spend, a soldier costs what there is for each of them.
 */
static enum codevs4_type choose_type(const int foes[CODEVS4_TYPES], int spare)
{
    enum codevs4_type best = CODEVS4_KNIGHT;
    int64_t most = 0;
    for (enum codevs4_type t = CODEVS4_KNIGHT; t <= CODEVS4_ASSASSIN; t++) {
        int64_t deals = 1, bears = 1, cost = codevs4_traits[t].cost;
        for (int f = 0; f < CODEVS4_TYPES; f++) {
            deals += foes[f] * codevs4_damage[t][f];
            bears += foes[f] * codevs4_damage[f][t];
        }
        if (cost < spare) cost = spare;
        int64_t worth = deals * 100000000 / bears / cost / cost;
        if (worth <= most) continue;
        most = worth;
        best = t;
    }
    return best;
}

static enum codevs4_type choose_near(const struct kit4 *k, const struct belief4 *b,
                                     struct codevs4_cell cell, int distance, int spare)
{
    int foes[CODEVS4_TYPES] = {0};
    for (int i = 0; i < b->foes; i++)
        if (is_soldier(&b->foe[i]) && b->foe[i].seen + 100 >= k->g.turn &&
            foe_distance(&b->foe[i], cell) <= distance)
            foes[b->foe[i].type]++;
    if (foes[1] + foes[2] + foes[3] == 0) return CODEVS4_KNIGHT;
    return choose_type(foes, spare);
}

/* ---- bases ---- */

static int bases_near(const struct kit4 *k, struct codevs4_cell cell, int distance)
{
    int count = 0;
    for (int i = 0; i < k->g.count; i++)
        count += is_own(k, i, CODEVS4_BASE) && kit4_distance(&k->g.unit[i], cell) <= distance;
    return count;
}

/* A spy if there is one, otherwise any worker; the nearest. */
static int find_builder(struct kit4 *k, struct codevs4_cell site)
{
    int best = -1, nearest = FAR_AWAY;
    for (int i = 0; i < k->g.count; i++) {
        if (!is_free_worker(k, i)) continue;
        int far = kit4_distance(&k->g.unit[i], site) - 30 * (*role_of(k, i) == ROLE_SPY);
        if (far >= nearest) continue;
        best = i;
        nearest = far;
    }
    return best;
}

/* Beside the castle when it was looked at just now and nobody guards it; otherwise near the builder
   and just out of the sight of wherever it can stand. */
static struct codevs4_cell choose_site(const struct war *w, struct kit4 *k, const struct belief4 *b)
{
    enum { JUST_NOW = 3 };
    bool is_beside = b->is_known && !w->is_guarded && w->looked + JUST_NOW >= k->g.turn;
    int builder = find_builder(k, b->guess), least = INT32_MAX, high = is_beside ? 2 : SITE_FAR;
    struct codevs4_cell best = b->guess;
    struct codevs4_map seen = b->castle;
    if (!is_beside) codevs4_map_grow(&seen, SITE_NEAR - 1);
    for (int y = 0; y < CODEVS4_SIZE && builder >= 0; y++)
        for (int x = 0; x < CODEVS4_SIZE; x++) {
            int far = codevs4_distance(y, x, b->guess.y, b->guess.x);
            if (codevs4_map_has(&seen, y, x) || far > high) continue;
            int cost = kit4_distance(&k->g.unit[builder], kit4_cell(y, x)) + b->danger[y][x];
            if (cost >= least) continue;
            least = cost;
            best = kit4_cell(y, x);
        }
    return best;
}

/* Holds a price back so far as it will not be earned on the builder's way. */
static void reserve(struct kit4 *k, const struct economy *e, int way)
{
    int will_be = e->income * way * 9 / 10;
    if (will_be < BASE_COST) k->money -= BASE_COST - will_be;
}

/* So many bases as can be kept busy. */
static int wanted_bases(const struct war *w, const struct kit4 *k, const struct economy *e)
{
    int wanted = 1 + (e->income + k->money / 20) / 40;
    return wanted < w->style.bases ? wanted : w->style.bases;
}

static void build_at(struct war *w, struct kit4 *k, const struct belief4 *b,
                     const struct economy *e, struct codevs4_cell site, bool is_first)
{
    int builder = find_builder(k, site);
    if (builder < 0) return;
    int way = kit4_distance(&k->g.unit[builder], site);
    if (way == 0 && kit4_make(k, builder, CODEVS4_BASE)) return;
    if (is_first) reserve(k, e, way);
    if (!is_first && k->money < BASE_COST) return;
    route_to(&w->route, b, site, NULL);
    route_go(&w->route, k, builder);
}

/* A spy near the castle can go and look before anything is built. */
static bool is_spy_fit(struct kit4 *k, const struct belief4 *b)
{
    enum { NEAR = 16, HP = 800 };
    for (int i = 0; i < k->g.count; i++)
        if (is_free_worker(k, i) && *role_of(k, i) == ROLE_SPY && k->g.unit[i].hp >= HP &&
            kit4_distance(&k->g.unit[i], b->guess) <= NEAR)
            return true;
    return false;
}

static void build_front(struct war *w, struct kit4 *k, const struct belief4 *b,
                        const struct economy *e)
{
    int bases = bases_near(k, b->guess, FRONT);
    if (bases > 0 && (bases >= wanted_bases(w, k, e) || k->money < BASE_COST)) return;
    if (!b->is_known && !b->is_felt) {
        int nearest = find_builder(k, b->guess);
        int way = nearest < 0 ? FAR_AWAY : kit4_distance(&k->g.unit[nearest], b->guess);
        bool is_near = way <= FRONT && k->money >= RICH && b->castles < HALF_SEARCHED;
        if (bases == 0) reserve(k, e, way);
        if (!is_near || bases > 0) return;
        w->site = kit4_cell(k->g.unit[nearest].y, k->g.unit[nearest].x);
    } else if (!b->is_known && !w->is_guarded && is_spy_fit(k, b) &&
               (bases > 0 || k->money < BASE_COST)) {
        if (bases == 0) reserve(k, e, 0);
        return;
    } else {
        w->site = choose_site(w, k, b);
    }
    build_at(w, k, b, e, w->site, bases == 0);
}

static void train(struct kit4 *k, const struct belief4 *b, const struct economy *e)
{
    int bases = k->own[CODEVS4_BASE] > 0 ? k->own[CODEVS4_BASE] : 1;
    int spare = (e->income + k->money / 20) / bases;
    for (int i = 0; i < k->g.count; i++) {
        if (!is_own(k, i, CODEVS4_BASE) || k->is_busy[i]) continue;
        bool is_home = kit4_distance(&k->g.unit[i], k->castle) <= HOME;
        struct codevs4_cell place = is_home ? k->castle : b->guess;
        enum codevs4_type type = choose_near(k, b, place, is_home ? 60 : 25, spare);
        if (!kit4_make(k, i, type)) kit4_make(k, i, CODEVS4_KNIGHT);
    }
}

/* ---- battles played out ---- */

static void add_guards(struct war *w, const struct kit4 *k, const struct belief4 *b)
{
    enum { UNSEEN_MAX = 12 };
    int bases = 0, unseen = k->g.turn - w->looked;
    for (int i = 0; i < b->foes; i++) {
        const struct belief4_foe *foe = &b->foe[i];
        bool is_near_worker = foe->type == CODEVS4_WORKER && foe->seen + 5 >= k->g.turn &&
                              foe_distance(foe, b->guess) <= 4;
        if (!is_guard(k, b, foe) && !is_near_worker) continue;
        bool is_fresh = foe->seen + 3 >= k->g.turn || foe->type == CODEVS4_BASE;
        battle_add(&w->battle, 1, foe->type, is_fresh ? foe->y : b->guess.y,
                   is_fresh ? foe->x : b->guess.x, foe->hp);
        bases += foe->type == CODEVS4_BASE;
    }
    /* What their bases have made since somebody looked. */
    for (int i = 0; bases > 0 && i < unseen / 2 && i < UNSEEN_MAX; i++) {
        enum codevs4_type type = (enum codevs4_type)(CODEVS4_KNIGHT + i % 3);
        battle_add(&w->battle, 1, type, b->guess.y, b->guess.x, codevs4_traits[type].hp);
    }
}

static bool is_at_front(const struct kit4 *k, const struct belief4 *b,
                        const struct codevs4_unit *unit)
{
    return kit4_distance(unit, b->guess) < kit4_distance(unit, k->castle);
}

static struct battle_result play_siege(struct war *w, const struct kit4 *k, const struct belief4 *b,
                                       const struct economy *e, struct limit *limit)
{
    enum { TURNS = 70, MAKING = 40, THEIR_INCOME = 45 };
    battle_begin(&w->battle, b->guess, b->castle_hp);
    add_guards(w, k, b);
    for (int i = 0; i < k->g.count; i++) {
        const struct codevs4_unit *unit = &k->g.unit[i];
        bool is_base = is_own(k, i, CODEVS4_BASE);
        if (!is_base && !is_own_soldier(k, i)) continue;
        if (!is_at_front(k, b, unit)) continue;
        battle_add(&w->battle, 0, unit->type, unit->y, unit->x, unit->hp);
    }
    w->battle.field.money[0] = k->g.money[k->player];
    w->battle.field.income[0] = e->income;
    w->battle.field.income[1] = THEIR_INCOME;
    w->battle.type[1] = CODEVS4_FIGHTER;
    return battle_run(&w->battle, TURNS, MAKING, limit);
}

/* Whether the own castle falls to those on their way to it, if nothing more is done, and when. */
static int play_defence(struct war *w, const struct kit4 *k, const struct belief4 *b,
                        struct limit *limit)
{
    enum { TURNS = 120, FRESH = 15 };
    int threats = 0, castle = kit4_nearest(k, CODEVS4_CASTLE, k->castle);
    if (castle < 0) return NEVER;
    battle_begin(&w->battle, k->castle, k->g.unit[castle].hp);
    for (int i = 0; i < b->foes; i++) {
        const struct belief4_foe *foe = &b->foe[i];
        if (!is_soldier(foe) || foe->seen + FRESH < k->g.turn) continue;
        if (foe_distance(foe, k->castle) > HOME) continue;
        battle_add(&w->battle, 0, foe->type, foe->y, foe->x, foe->hp);
        threats++;
    }
    if (threats == 0) return NEVER;
    for (int i = 0; i < k->g.count; i++) {
        const struct codevs4_unit *unit = &k->g.unit[i];
        if (is_own_soldier(k, i) && !is_at_front(k, b, unit))
            battle_add(&w->battle, 1, unit->type, unit->y, unit->x, unit->hp);
    }
    struct battle_result result = battle_run(&w->battle, TURNS, 0, limit);
    return result.has_fallen ? result.turns : NEVER;
}

/* ---- soldiers ---- */

/* Near the newest base before the castle, but out of the way of its guards. */
static void find_rally(struct war *w, const struct kit4 *k, const struct belief4 *b)
{
    struct codevs4_cell base = b->guess;
    int nearest = FAR_AWAY;
    for (int i = 0; i < k->g.count; i++)
        if (is_own(k, i, CODEVS4_BASE) && kit4_distance(&k->g.unit[i], b->guess) <= FRONT)
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
        count += is_own_soldier(k, i) && is_at_front(k, b, &k->g.unit[i]);
    return count;
}

static void decide(struct war *w, const struct kit4 *k, const struct belief4 *b,
                   const struct economy *e, struct limit *limit)
{
    enum { FIRST_GROUP = 8 };
    int front = count_front(k, b), bases = bases_near(k, b->guess, FRONT);
    w->siege_turns = NEVER;
    if (!b->is_known || front + bases == 0) {
        w->is_attacking = false;
        return;
    }
    struct battle_result result = play_siege(w, k, b, e, limit);
    if (result.has_fallen) w->siege_turns = result.turns;
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
    if (is_at_front(k, b, unit)) return w->is_attacking ? b->guess : w->rally;
    int foe = kit4_intruder(k, unit, HOME);
    *reach = foe < 0 ? 3 : 1;
    return foe < 0 ? k->castle : kit4_cell(k->g.unit[foe].y, k->g.unit[foe].x);
}

/* One soldier goes and looks when nobody has for a while, or where the castle is. */
static int choose_probe(const struct war *w, const struct kit4 *k, const struct belief4 *b)
{
    enum { OLD = 12 };
    int best = -1, nearest = FAR_AWAY;
    if (w->is_attacking || (b->is_known && k->g.turn - w->looked < OLD)) return -1;
    for (int i = 0; i < k->g.count; i++) {
        int far = kit4_distance(&k->g.unit[i], b->guess);
        if (!is_own_soldier(k, i) || far >= nearest) continue;
        best = i;
        nearest = far;
    }
    return best;
}

/* Of the cells on which the castle can stand, the one nearest to a unit. */
static struct codevs4_cell nearest_castle(const struct belief4 *b, const struct codevs4_unit *unit)
{
    struct codevs4_cell best = b->guess;
    int nearest = FAR_AWAY;
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
    for (int i = 0; i < k->g.count; i++)
        if (is_own_soldier(k, i)) w->crowd.count[k->g.unit[i].y][k->g.unit[i].x]++;
    for (int i = 0; i < k->g.count; i++) {
        int reach;
        if (!is_own_soldier(k, i)) continue;
        struct codevs4_cell goal = goal_of(w, k, b, &k->g.unit[i], &reach);
        if (i == probe) goal = nearest_castle(b, &k->g.unit[i]);
        int deed = battle_step(&w->crowd, &k->g.unit[i], goal, reach);
        if (deed != BATTLE_STAY) kit4_order(k, i, (enum codevs4_deed)deed);
    }
}

/* Enemy soldiers seen of late, wherever they are. */
static int count_army(const struct kit4 *k, const struct belief4 *b)
{
    enum { LATELY = 60 };
    int count = 0;
    for (int i = 0; i < b->foes; i++)
        count += is_soldier(&b->foe[i]) && b->foe[i].seen + LATELY >= k->g.turn;
    return count;
}

static void defend(struct war *w, struct kit4 *k, const struct belief4 *b, const struct economy *e,
                   struct limit *limit)
{
    int lose_turns = play_defence(w, k, b, limit);
    w->is_pressed = (lose_turns < NEVER && lose_turns < w->siege_turns + 20) ||
                    (w->siege_turns == NEVER && count_army(k, b) >= BIG_ARMY);
    if (w->is_pressed && bases_near(k, k->castle, 4) == 0) build_at(w, k, b, e, k->castle, true);
}

void war_run(struct war *w, struct kit4 *k, const struct belief4 *b, struct economy *e,
             struct limit *limit)
{
    w->is_guarded = (b->is_known || b->is_felt) && is_guarded(k, b);
    if (is_looked_at(k, b)) w->looked = k->g.turn;
    find_rally(w, k, b);
    decide(w, k, b, e, limit);
    defend(w, k, b, e, limit);
    if (w->is_pressed) train(k, b, e);
    build_front(w, k, b, e);
    train(k, b, e);
    spy(w, k, b, e);
    march(w, k, b);
}
