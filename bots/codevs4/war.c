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
    FRONT = 30,   /* bases this near to the enemy castle are before it */
    HOME = 30,    /* soldiers go for enemies this near to the own castle */
    HOLD = 5,     /* ... this near while many are coming: they fight together or not at all */
    NEVER = 1000, /* turns */
    RICH = 1000,  /* soldiers may help to look for the castle */
    HALF_SEARCHED = 450,
};

void war_begin(struct war *w, struct war_style style)
{
    w->style = style;
    w->is_attacking = false;
    w->looked = 0;
    w->garrison = 0;
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

/* The castle is known, or as good as known. */
static bool is_found(const struct belief4 *b)
{
    enum { FEW = 12 };
    return b->castles > 0 && b->castles <= FEW;
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

/* A soldier who was not seen when somebody last looked has left. */
static bool is_guard(const struct war *w, const struct kit4 *k, const struct belief4 *b,
                     const struct belief4_foe *foe)
{
    enum { MISSED = 6 };
    if (foe_distance(foe, b->guess) > GUARD_NEAR || foe->is_gone) return false;
    if (foe->type == CODEVS4_BASE) return true;
    return is_soldier(foe) && foe->seen + GUARD_TURNS >= k->g.turn &&
           foe->seen + MISSED >= w->looked;
}

static bool is_guarded(const struct war *w, const struct kit4 *k, const struct belief4 *b)
{
    for (int i = 0; i < b->foes; i++)
        if (is_guard(w, k, b, &b->foe[i])) return true;
    return false;
}

static int count_guards(const struct war *w, const struct kit4 *k, const struct belief4 *b)
{
    int guards = 0;
    for (int i = 0; i < b->foes; i++)
        guards += is_soldier(&b->foe[i]) && is_guard(w, k, b, &b->foe[i]);
    return guards;
}

/* The castle is in view, or many of its guards are. */
static bool is_looked_at(const struct war *w, const struct kit4 *k, const struct belief4 *b)
{
    enum { MANY = 6 };
    int seen = 0;
    if (!b->is_known) return false;
    if (codevs4_map_has(&b->in_view, b->guess.y, b->guess.x)) return true;
    for (int i = 0; i < b->foes; i++)
        seen += b->foe[i].seen == k->g.turn && is_guard(w, k, b, &b->foe[i]);
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

/* Against those who were seen near a place of late, or against all if nobody was. */
static enum codevs4_type choose_near(const struct kit4 *k, const struct belief4 *b,
                                     struct codevs4_cell cell, int distance, int spare)
{
    enum { LATELY = 100 };
    int near[CODEVS4_TYPES] = {0}, all[CODEVS4_TYPES] = {0}, is_any = 0;
    for (int i = 0; i < b->foes; i++) {
        const struct belief4_foe *foe = &b->foe[i];
        if (!is_soldier(foe) || foe->seen + LATELY < k->g.turn) continue;
        all[foe->type]++;
        if (foe_distance(foe, cell) > distance) continue;
        near[foe->type]++;
        is_any = 1;
    }
    return choose_type(is_any ? near : all, spare);
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

static void train(struct kit4 *k, const struct belief4 *b, const struct economy *e, bool only_home)
{
    int bases = k->own[CODEVS4_BASE] > 0 ? k->own[CODEVS4_BASE] : 1;
    int spare = (e->income + k->money / 20) / bases;
    for (int i = 0; i < k->g.count; i++) {
        if (!is_own(k, i, CODEVS4_BASE) || k->is_busy[i]) continue;
        bool is_home = kit4_distance(&k->g.unit[i], k->castle) <= HOME;
        if (only_home && !is_home) continue;
        struct codevs4_cell place = is_home ? k->castle : b->guess;
        enum codevs4_type type = choose_near(k, b, place, is_home ? 60 : 25, spare);
        if (!kit4_make(k, i, type)) kit4_make(k, i, CODEVS4_KNIGHT);
    }
}

/* ---- battles played out ---- */

/* What is thrown in: what is there, also a base that is still to be built, also those at home. */
enum plan { PLAN_FRONT, PLAN_BASE, PLAN_HALF, PLAN_ALL };

/* Which of those at home; every second one is half of them, whatever their types. */
static bool is_sent(enum plan plan, int unit)
{
    return plan == PLAN_ALL || (plan == PLAN_HALF && unit % 2 == 0);
}

static void add_guards(struct war *w, const struct kit4 *k, const struct belief4 *b, enum plan plan)
{
    enum { UNSEEN_MAX = 12 };
    int bases = 0, guards = 0, unseen = k->g.turn - w->looked;
    for (int i = 0; i < b->foes; i++) {
        const struct belief4_foe *foe = &b->foe[i];
        bool is_near_worker = foe->type == CODEVS4_WORKER && foe->seen + 5 >= k->g.turn &&
                              foe_distance(foe, b->guess) <= 4;
        if (!is_guard(w, k, b, foe) && !is_near_worker) continue;
        bool is_fresh = foe->seen + 3 >= k->g.turn || foe->type == CODEVS4_BASE;
        battle_add(&w->battle, 1, foe->type, is_fresh ? foe->y : b->guess.y,
                   is_fresh ? foe->x : b->guess.x, foe->hp);
        bases += foe->type == CODEVS4_BASE;
        guards += is_soldier(foe);
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

static bool is_at_front(const struct kit4 *k, const struct belief4 *b,
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

/* A soldier who guards the own castle. */
static bool is_at_home(const struct kit4 *k, const struct belief4 *b, int unit)
{
    return is_own_soldier(k, unit) && !is_at_front(k, b, &k->g.unit[unit]) &&
           k->role[k->g.unit[unit].id] != ROLE_SENT;
}

static struct battle_result play_siege(struct war *w, const struct kit4 *k, const struct belief4 *b,
                                       const struct economy *e, enum plan plan, struct limit *limit)
{
    enum { TURNS = 70, MAKING = 40, THEIR_INCOME = 45 };
    battle_begin(&w->battle, b->guess, b->castle_hp);
    add_guards(w, k, b, plan);
    for (int i = 0; i < k->g.count; i++) {
        const struct codevs4_unit *unit = &k->g.unit[i];
        bool is_base = is_own(k, i, CODEVS4_BASE);
        if (!is_base && !is_own_soldier(k, i)) continue;
        bool is_here = is_at_front(k, b, unit);
        if (!is_here && (is_base || !is_sent(plan, i))) continue;
        battle_add(&w->battle, 0, unit->type, is_here ? unit->y : w->rally.y,
                   is_here ? unit->x : w->rally.x, unit->hp);
    }
    w->battle.field.money[0] = k->g.money[k->player];
    if (plan == PLAN_BASE) {
        battle_add(&w->battle, 0, CODEVS4_BASE, w->rally.y, w->rally.x,
                   codevs4_traits[CODEVS4_BASE].hp);
        w->battle.field.money[0] = k->money > BASE_COST ? k->money - BASE_COST : 0;
    }
    w->battle.field.income[0] = e->income;
    w->battle.field.income[1] = THEIR_INCOME;
    w->battle.type[1] = CODEVS4_FIGHTER;
    w->battle.most[1] = most_of_theirs(b);
    return battle_run(&w->battle, TURNS, MAKING, limit);
}

/* Where somebody who walks straight to a place is after so many steps. */
static struct codevs4_cell walk_on(struct codevs4_cell at, struct codevs4_cell to, int steps)
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
    bool is_out = foe->is_gone || foe_distance(foe, b->guess) > GUARD_NEAR;
    if (!is_soldier(foe) || !is_out || age > FRESH) return false;
    int way = foe_distance(foe, k->castle) - OUT_OF_SIGHT;
    *at = walk_on(kit4_cell(foe->y, foe->x), k->castle, age < way ? age : way);
    return codevs4_distance(at->y, at->x, k->castle.y, k->castle.x) <= w->style.foresight;
}

/* Whether the own castle falls to those on their way to it, if nothing more is done, and when. */
static int play_defence(struct war *w, const struct kit4 *k, const struct belief4 *b,
                        enum plan plan, struct limit *limit)
{
    enum { TURNS = 150 };
    int threats = 0, castle = kit4_nearest(k, CODEVS4_CASTLE, k->castle);
    if (castle < 0) return NEVER;
    battle_begin(&w->battle, k->castle, k->g.unit[castle].hp);
    for (int i = 0; i < b->foes; i++) {
        const struct belief4_foe *foe = &b->foe[i];
        struct codevs4_cell at;
        if (!is_coming(w, k, b, foe, &at)) continue;
        battle_add(&w->battle, 0, foe->type, at.y, at.x, foe->hp);
        threats++;
    }
    w->threats = threats;
    if (threats == 0) return NEVER;
    for (int i = 0; i < k->g.count; i++) {
        const struct codevs4_unit *unit = &k->g.unit[i];
        if (is_at_home(k, b, i) && !is_sent(plan, i))
            battle_add(&w->battle, 1, unit->type, unit->y, unit->x, unit->hp);
    }
    w->battle.most[0] = most_of_theirs(b);
    w->battle.alert = HOLD;
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

/* Turns until the castle falls when a base is still to be built before it. */
static int plan_siege(struct war *w, struct kit4 *k, const struct belief4 *b,
                      const struct economy *e, struct limit *limit)
{
    enum { SEARCH = 55 }; /* turns from the search to the fall, where nobody guards the castle */
    int builder = find_builder(k, b->guess);
    if (builder < 0) return NEVER;
    int way = kit4_distance(&k->g.unit[builder], b->guess);
    int wait = k->money < BASE_COST ? (BASE_COST - k->money) / e->income : 0;
    if (wait > way) way = wait;
    if (!is_found(b)) return way + SEARCH;
    struct battle_result result = play_siege(w, k, b, e, PLAN_BASE, limit);
    return result.has_fallen ? way + result.turns : NEVER;
}

static void decide(struct war *w, struct kit4 *k, const struct belief4 *b, const struct economy *e,
                   struct limit *limit)
{
    enum { FIRST_GROUP = 8 };
    int front = count_front(k, b), bases = bases_near(k, b->guess, FRONT);
    if (!is_found(b) || front + bases == 0) {
        w->siege_turns = plan_siege(w, k, b, e, limit);
        w->is_attacking = false;
        return;
    }
    struct battle_result result = play_siege(w, k, b, e, PLAN_FRONT, limit);
    w->siege_turns = result.has_fallen ? result.turns : NEVER;
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
    if (w->is_attacking && is_at_front(k, b, unit)) return b->guess;
    if (k->role[unit->id] == ROLE_SENT) return w->rally;
    if (is_at_front(k, b, unit) && !w->is_held) return w->rally;
    int foe = kit4_intruder(k, unit, w->is_holding ? HOLD : HOME);
    *reach = foe < 0 ? 2 : 1;
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
    w->crowd.most = BATTLE_CROWDED;
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

/* The enemy castle is held by more than can be brought up before it. */
static bool is_held(struct war *w, const struct kit4 *k, const struct belief4 *b,
                    const struct economy *e, struct limit *limit)
{
    enum { MANY = 10 };
    if (!is_found(b) || w->garrison < MANY || !w->style.can_wait) return false;
    if (bases_near(k, b->guess, FRONT) > 0) return false;
    return !play_siege(w, k, b, e, PLAN_BASE, limit).has_fallen;
}

/* A worker is made on the spot if none is near. */
static void build_home(struct war *w, struct kit4 *k, const struct belief4 *b,
                       const struct economy *e)
{
    enum { NEAR = 6 };
    int builder = find_builder(k, k->castle), castle = kit4_nearest(k, CODEVS4_CASTLE, k->castle);
    bool is_near = builder >= 0 && kit4_distance(&k->g.unit[builder], k->castle) <= NEAR;
    if (!is_near && castle >= 0) kit4_make(k, castle, CODEVS4_WORKER);
    build_at(w, k, b, e, k->castle, true);
}

/* A village on the way of whoever comes sees them in time; not while the enemy castle is about to
   fall. */
static void build_watch(struct war *w, struct kit4 *k, const struct belief4 *b)
{
    enum { FROM = 120, FAR = 45, SIGHT = 10 };
    struct codevs4_cell cell = walk_on(k->castle, b->guess, FAR);
    int builder = kit4_nearest(k, CODEVS4_WORKER, cell);
    if (k->g.turn < FROM || w->siege_turns < FAR || !w->style.can_wait || builder < 0) return;
    for (int i = 0; i < k->g.count; i++)
        if (k->g.unit[i].side == k->player && k->g.unit[i].type >= CODEVS4_CASTLE &&
            kit4_distance(&k->g.unit[i], cell) <= SIGHT)
            return;
    if (k->money < codevs4_traits[CODEVS4_VILLAGE].cost) return;
    if (kit4_distance(&k->g.unit[builder], cell) == 0)
        kit4_make(k, builder, CODEVS4_VILLAGE);
    else
        economy_go(k, b, builder, cell);
}

static void defend(struct war *w, struct kit4 *k, const struct belief4 *b, const struct economy *e,
                   struct limit *limit)
{
    enum { MANY = 15 };
    int lose_turns = play_defence(w, k, b, PLAN_FRONT, limit);
    w->is_pressed = lose_turns < NEVER && lose_turns < w->siege_turns + 20;
    int bases = bases_near(k, k->castle, 4), home = 0;
    for (int i = 0; i < k->g.count; i++) home += is_at_home(k, b, i);
    w->is_holding = w->threats >= MANY && 2 * w->threats > home;
    if ((w->is_pressed || w->is_held) && bases < (k->money > RICH ? 3 : 1)) build_home(w, k, b, e);
}

/* Soldiers at home set out for the enemy castle, or to look for it, when they would win there and
   whoever stays can hold the own one. */
static void sally(struct war *w, struct kit4 *k, const struct belief4 *b, const struct economy *e,
                  struct limit *limit)
{
    enum { GROUP = 60 };
    enum plan plan = w->threats > 0 ? PLAN_HALF : PLAN_ALL;
    int group = 0, away = 0;
    for (int i = 0; i < k->g.count; i++) {
        if (!is_own_soldier(k, i)) continue;
        away += *role_of(k, i) == ROLE_SENT;
        group += is_at_home(k, b, i) && is_sent(plan, i);
    }
    if (group < GROUP || group < away || !w->style.can_wait) return;
    if (is_found(b) && !play_siege(w, k, b, e, plan, limit).has_fallen) return;
    if (play_defence(w, k, b, plan, limit) < NEVER) return;
    for (int i = 0; i < k->g.count; i++)
        if (is_own_soldier(k, i) && is_sent(plan, i)) *role_of(k, i) = ROLE_SENT;
}

bool war_is_long(const struct war *w)
{
    return w->siege_turns == NEVER;
}

void war_spend(struct war *w, struct kit4 *k, const struct belief4 *b, const struct economy *e)
{
    train(k, b, e, w->is_held);
}

void war_run(struct war *w, struct kit4 *k, const struct belief4 *b, struct economy *e,
             struct limit *limit)
{
    w->is_guarded = (b->is_known || b->is_felt) && is_guarded(w, k, b);
    if (is_looked_at(w, k, b)) w->looked = k->g.turn;
    int guards = is_found(b) ? count_guards(w, k, b) : 0;
    if (guards > w->garrison) w->garrison = guards;
    find_rally(w, k, b);
    decide(w, k, b, e, limit);
    w->is_held = is_held(w, k, b, e, limit);
    defend(w, k, b, e, limit);
    sally(w, k, b, e, limit);
    if (w->is_pressed) train(k, b, e, true);
    if (!w->is_held) build_front(w, k, b, e);
    if (bases_near(k, b->guess, FRONT) > 0) train(k, b, e, false);
    build_watch(w, k, b);
    spy(w, k, b, e);
    march(w, k, b);
}
