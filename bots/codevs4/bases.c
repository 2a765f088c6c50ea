#include "bots/codevs4/bases.h"

#include "bots/codevs4/siege.h"

enum {
    SITE_NEAR = 12,
    SITE_FAR = 24,
    HALF_SEARCHED = 450,
};

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
        if (!belief4_is_soldier(foe) || foe->seen + LATELY < k->g.turn) continue;
        all[foe->type]++;
        if (belief4_distance(foe, cell) > distance) continue;
        near[foe->type]++;
        is_any = 1;
    }
    return choose_type(is_any ? near : all, spare);
}

/* ---- where, and by whom ---- */

int bases_near(const struct kit4 *k, struct codevs4_cell cell, int distance)
{
    int count = 0;
    for (int i = 0; i < k->g.count; i++)
        count += kit4_is_own(k, i, CODEVS4_BASE) && kit4_distance(&k->g.unit[i], cell) <= distance;
    return count;
}

int bases_builder(const struct kit4 *k, struct codevs4_cell site)
{
    int best = -1, nearest = KIT4_FAR_AWAY;
    for (int i = 0; i < k->g.count; i++) {
        if (!kit4_is_free_worker(k, i)) continue;
        int far = kit4_distance(&k->g.unit[i], site) - 30 * (kit4_role_of(k, i) == ROLE_SPY);
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
    int builder = bases_builder(k, b->guess), least = INT32_MAX, high = is_beside ? 2 : SITE_FAR;
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
    if (will_be < BASES_COST) k->money -= BASES_COST - will_be;
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
    int builder = bases_builder(k, site);
    if (builder < 0) return;
    int way = kit4_distance(&k->g.unit[builder], site);
    if (way == 0 && kit4_make(k, builder, CODEVS4_BASE)) return;
    if (is_first) reserve(k, e, way);
    if (!is_first && k->money < BASES_COST) return;
    route_to(&w->route, b, site, NULL);
    route_go(&w->route, k, builder);
}

/* A spy near the castle can go and look before anything is built. */
static bool is_spy_fit(const struct kit4 *k, const struct belief4 *b)
{
    enum { NEAR = 16, HP = 800 };
    for (int i = 0; i < k->g.count; i++)
        if (kit4_is_free_worker(k, i) && kit4_role_of(k, i) == ROLE_SPY && k->g.unit[i].hp >= HP &&
            kit4_distance(&k->g.unit[i], b->guess) <= NEAR)
            return true;
    return false;
}

void bases_build_front(struct war *w, struct kit4 *k, const struct belief4 *b,
                       const struct economy *e)
{
    int bases = bases_near(k, b->guess, BASES_FRONT);
    if (bases > 0 && (bases >= wanted_bases(w, k, e) || k->money < BASES_COST)) return;
    if (!b->is_known && !b->is_felt) {
        int nearest = bases_builder(k, b->guess);
        int way = nearest < 0 ? KIT4_FAR_AWAY : kit4_distance(&k->g.unit[nearest], b->guess);
        bool is_near = way <= BASES_FRONT && k->money >= BASES_RICH && b->castles < HALF_SEARCHED;
        if (bases == 0) reserve(k, e, way);
        if (!is_near || bases > 0) return;
        w->site = kit4_cell(k->g.unit[nearest].y, k->g.unit[nearest].x);
    } else if (!b->is_known && !w->is_guarded && is_spy_fit(k, b) &&
               (bases > 0 || k->money < BASES_COST)) {
        if (bases == 0) reserve(k, e, 0);
        return;
    } else {
        w->site = choose_site(w, k, b);
    }
    build_at(w, k, b, e, w->site, bases == 0);
}

void bases_build_home(struct war *w, struct kit4 *k, const struct belief4 *b,
                      const struct economy *e)
{
    enum { NEAR = 6 };
    int builder = bases_builder(k, k->castle), castle = kit4_nearest(k, CODEVS4_CASTLE, k->castle);
    bool is_near = builder >= 0 && kit4_distance(&k->g.unit[builder], k->castle) <= NEAR;
    if (!is_near && castle >= 0) kit4_make(k, castle, CODEVS4_WORKER);
    build_at(w, k, b, e, k->castle, true);
}

void bases_build_watch(struct war *w, struct kit4 *k, const struct belief4 *b)
{
    enum { FROM = 120, FAR = 45, SIGHT = 10 };
    struct codevs4_cell cell = siege_walk(k->castle, b->guess, FAR);
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

void bases_train(struct kit4 *k, const struct belief4 *b, const struct economy *e, bool only_home)
{
    int bases = k->own[CODEVS4_BASE] > 0 ? k->own[CODEVS4_BASE] : 1;
    int spare = (e->income + k->money / 20) / bases;
    for (int i = 0; i < k->g.count; i++) {
        if (!kit4_is_own(k, i, CODEVS4_BASE) || k->is_busy[i]) continue;
        bool is_home = kit4_distance(&k->g.unit[i], k->castle) <= BASES_HOME;
        if (only_home && !is_home) continue;
        struct codevs4_cell place = is_home ? k->castle : b->guess;
        enum codevs4_type type = choose_near(k, b, place, is_home ? 60 : 25, spare);
        if (!kit4_make(k, i, type)) kit4_make(k, i, CODEVS4_KNIGHT);
    }
}
