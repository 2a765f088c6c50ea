#include "bots/reborn/duel.h"

#include "bots/reborn/exchange.h"
#include "bots/search/matrix.h"
#include "os/clock.h"

#include <string.h>

/*
 * What is fixed about the weighing (exchange.c has more of it). Set by hand and compared with
 *     tests/heavy/strength reborn master:fast master:harass --nodes 300000 --clock 100 --games 16
 * and, with 150,000 nodes a turn, in games of the master against itself with another value:
 * CAUTION 25, 50 and 100 came to 13 : 11, 12 : 12 and 11 : 13 against 0; of 56 games against `fast`
 * 0 lost six and 25 two. Four times as many nodes for each answer brought nothing.
 * Whoever fires first, against a player as good, loses four games in five (28 of 36 with 400,000
 * nodes, 60 of 74 with 100,000), mostly because he had to. What was tried against it, with 100,000
 * nodes, and won nothing: firing times chosen turn by turn, backwards from the last (60 : 60);
 * plans of the opponent kept from turn to turn (93 : 107); ojama that wait already not discounted
 * by the turns of a plan (170 : 180); a hit counted as one and a half steps a row instead of turns,
 * as searches of such fields say, with a head start for blocks that a chain leaves (77 : 83), or
 * for the opponent alone (160 : 149); all outcomes searched seven turns far, for plans that no
 * other betters alone (90 : 70, but 17 : 20 with 400,000 nodes). Once more, and closer: before a
 * chain is fired, four plans and four threats played until the first chain, and both fields
 * searched ten turns on from there. Such searches do tell the fields that build on under three rows
 * from those that break, and who fired first then lost two games in three instead of four in five;
 * but its variants won 631 of 1,209 games on other seeds than those they were tuned on (52.2 %;
 * some series were ended early), and 561 of 1,000 on those. Of chains about as long, the one after
 * which the next is longest: 94 : 106.
 */
enum {
    SMALL = 13,           /* ojama below which a chain is not worth its blocks: eight steps */
    DANGER = 15,          /* ojama from which a chain of the opponent's has to be reckoned with */
    ANSWERS_A_TURN = 400, /* about as many answers are searched ... */
    ANSWER_NODES = 1500,  /* ... with so many nodes at most: all pairs of drops, nearly */
    FIRST_TRY = 30000,    /* nodes, to see how fast they are */
    FIRST_DEPTH = 8,
    PLANS_A_MOMENT = 2,
    LOYALTY = 32, /* for the plan that was followed the turn before; 16 are an ojama */
    CAUTION = 25, /* of 100: how much the worst case of a plan counts */
};

_Static_assert((int)DUEL_PLANS <= (int)MATRIX_ROWS, "each plan has a row");
_Static_assert(PLAN_DEPTH + 1 <= MATRIX_COLS, "and each threat a column");

/* One turn's thinking. */
struct thinking {
    struct duel *duel;
    const struct reborn *game;
    struct exchange x; /* both sides, the packs, and what weighs plans */
    int64_t nodes;     /* for about all of it */
    uint64_t salt;
    struct plan_fire theirs[PLAN_DEPTH + 1];
    const struct plan_fire *threat[PLAN_DEPTH + 1]; /* those of them that hurt */
    int32_t threats;
    int32_t recalled; /* so many plans are from the turn before */
};

void duel_open(struct duel *d, struct duel_style style, int threads, void *memory)
{
    d->style = style;
    d->threads = threads;
    for (int i = 0; i < threads; i++)
        planner_open(&d->planner[i], style.width,
                     (unsigned char *)memory + (size_t)i * PLANNER_SIZE(style.width));
}

/* ---- searches ---- */

/* A limit for a part of what the turn has in all. */
static struct limit share(const struct thinking *t, int hundredths)
{
    return limit_from(t->nodes / 100 * hundredths + t->nodes % 100 * hundredths / 100 + 1,
                      t->x.end_us);
}

static int at_most(int64_t value, int64_t most)
{
    return (int)(value < most ? value : most);
}

/* A search that all threads make, with different choices between equals. */
struct chorus {
    struct duel *duel;
    const struct plan_task *task;
    const struct limit *limit;
    struct plan_fire fire[THREADS_MOST][PLAN_DEPTH + 1];
    int64_t spent; /* by the first */
};

static void search_one(int number, void *arg)
{
    struct chorus *c = arg;
    struct plan_task task = *c->task;
    struct limit limit = *c->limit;
    task.salt += (uint64_t)number;
    memset(c->fire[number], 0, sizeof c->fire[number]);
    plan_search(&c->duel->planner[number], &task, &limit, c->fire[number]);
    if (number == 0) c->spent = limit.nodes;
}

/* The best of what the threads find; returns the nodes of one. */
static int64_t search_all(struct duel *d, const struct plan_task *task, const struct limit *limit,
                          struct plan_fire *fire)
{
    struct chorus c = {.duel = d, .task = task, .limit = limit};
    threads_run(d->threads, search_one, &c);
    for (int k = 0; k < d->threads; k++)
        for (int i = 0; i <= PLAN_DEPTH; i++)
            if (plan_is_better(&c.fire[k][i], &fire[i])) fire[i] = c.fire[k][i];
    return c.spent;
}

/* Searches the plans of a side that fire after `depth` turns; ojama may arrive on the way. */
static void look(struct thinking *t, const struct reborn_side *side, int depth, int arriving_depth,
                 int64_t arriving, int hundredths, struct plan_fire *fire)
{
    struct plan_task task = {.stock = side_stock(side),
                             .arriving = at_most(arriving, 100000),
                             .arriving_depth = arriving_depth,
                             .packs = t->x.packs,
                             .depth = depth,
                             .salt = t->salt};
    struct limit limit = share(t, hundredths);
    if (depth > PLAN_DEPTH || exchange_is_late(&t->x)) return;
    if (depth >= t->x.turns_left) task.depth = t->x.turns_left - 1;
    if (!mini_from(&side->field, &task.field)) return;
    t->x.spent += search_all(t->duel, &task, &limit, fire);
}

/* ---- plans from earlier turns ---- */

/* Whether a plan still holds on this field with these rows to come; its chain is set anew. */
static bool still_holds(const struct thinking *t, struct plan_fire *fire)
{
    struct reborn_side side = *t->x.me;
    struct reborn_result result = {0};
    if (fire->depth >= t->x.turns_left) return false;
    for (int i = 0; i <= fire->depth; i++) {
        result = side_play(&side, t->x.packs[i], fire->action[i]);
        if (result.height > REBORN_ROWS) return false;
    }
    fire->chain = result.chain;
    fire->attack = (int32_t)reborn_attack(result);
    return fire->chain > 0;
}

/* Brings the plans of the turn before forward, and drops those that no longer hold. */
static void recall(struct thinking *t)
{
    struct duel *d = t->duel;
    int kept = 0;
    bool is_next = t->game->turn == d->turn + 1;
    for (int i = 0; i < d->plans && is_next; i++) {
        struct plan_fire fire = d->plan[i];
        if (fire.depth == 0 || fire.action[0] != d->played) continue;
        fire.depth--;
        memmove(fire.action, fire.action + 1, PLAN_DEPTH);
        if (still_holds(t, &fire)) d->plan[kept++] = fire;
    }
    d->plans = t->recalled = kept;
    d->turn = t->game->turn;
    if (!is_next) d->aim = 0;
}

/* ---- single actions, by the rules ---- */

/* What an action of this turn comes to; false when it is not allowed or ends in death. */
static bool try_action(const struct thinking *t, const struct reborn_side *of, int action,
                       struct reborn_result *result)
{
    struct reborn_side side = *of;
    if (action == SIDE_SKILL && side.gauge < REBORN_GAUGE_SKILL) return false;
    *result = side_play(&side, t->x.packs[0], action);
    return result->height <= REBORN_ROWS;
}

/* The most that a side can fire in this very turn. */
static struct plan_fire best_now(const struct thinking *t, const struct reborn_side *side)
{
    struct plan_fire best = {0};
    for (int n = 0; n <= SIDE_SKILL; n++) {
        struct reborn_result result;
        if (!try_action(t, side, n, &result)) continue;
        int64_t attack = reborn_attack(result);
        if (attack < best.attack || (attack == best.attack && result.chain <= best.chain)) continue;
        best = (struct plan_fire){.chain = result.chain, .attack = at_most(attack, 1000000)};
        best.action[0] = (uint8_t)n;
    }
    return best;
}

/* Something that lives: of those the lowest field, and there the most nearly touching pairs. */
static int last_resort(const struct thinking *t)
{
    int best = 0, best_worth = INT32_MIN;
    for (int n = 0; n <= SIDE_SKILL; n++) {
        struct reborn_side side = *t->x.me;
        struct mini field;
        struct mini_survey look = {0};
        struct reborn_result result;
        if (!try_action(t, t->x.me, n, &result)) continue;
        side_play(&side, t->x.packs[0], n);
        if (mini_from(&side.field, &field)) t->duel->planner[0].path->survey(&field, &look);
        int worth = 20 * at_most(reborn_attack(result), 10000) - 10 * result.height + look.near;
        if (worth > best_worth) best = n, best_worth = worth;
    }
    return best;
}

/* ---- the pool of own plans ---- */

/* Of each moment the longest two are kept. */
static void add_plan(struct duel *d, const struct plan_fire *fire)
{
    int same = 0, worst = -1;
    if (fire->chain == 0) return;
    for (int i = 0; i < d->plans; i++) {
        if (d->plan[i].depth != fire->depth) continue;
        if (memcmp(d->plan[i].action, fire->action, (size_t)fire->depth + 1) == 0) return;
        same++;
        if (worst < 0 || d->plan[i].attack < d->plan[worst].attack) worst = i;
    }
    if (same < PLANS_A_MOMENT && d->plans < DUEL_PLANS)
        d->plan[d->plans++] = *fire;
    else if (worst >= 0 && fire->attack > d->plan[worst].attack)
        d->plan[worst] = *fire;
}

static void look_own(struct thinking *t, int depth, int arriving_depth, int64_t arriving,
                     int hundredths)
{
    struct plan_fire fire[PLAN_DEPTH + 1] = {{0}};
    if (depth < 1 || depth > t->duel->style.depth) return;
    look(t, t->x.me, depth, arriving_depth, arriving, hundredths, fire);
    for (int i = 1; i <= depth; i++) {
        if (arriving > 0 && i >= arriving_depth && !still_holds(t, &fire[i])) continue;
        add_plan(t->duel, &fire[i]);
    }
}

/* The moments round the aim of the turn before get half, and a few others up to the farthest. */
static void search_own(struct thinking *t, int hundredths)
{
    static const struct {
        int moment, weight;
    } near[] = {{0, 28}, {1, 14}, {-1, 8}},
      far[] = {{4, 6}, {6, 8}, {8, 10}, {10, 10}, {12, 8}, {15, 8}};
    int aim = t->duel->aim - 1, whole = 50;
    if (aim >= 1 && t->duel->plans > 0) {
        for (int i = 0; i < 3; i++)
            look_own(t, aim + near[i].moment, 0, 0, hundredths * near[i].weight / 100);
        whole = 100;
    }
    for (int i = 0; i < 6; i++)
        look_own(t, far[i].moment, 0, 0, hundredths * far[i].weight / whole);
}

/* ---- weighing ---- */

/* Small chains are no plans, but for those who are hit: they only take from what is being built. */
static void drop_small_plans(struct thinking *t)
{
    struct duel *d = t->duel;
    int kept = 0, large = 0, recalled = 0;
    for (int i = 0; i < d->plans; i++) large += d->plan[i].attack >= SMALL;
    if (large == 0 || t->x.me->stock >= REBORN_COLS) return;
    for (int i = 0; i < d->plans; i++) {
        if (d->plan[i].attack < SMALL) continue;
        recalled += i < t->recalled;
        d->plan[kept++] = d->plan[i];
    }
    d->plans = kept;
    t->recalled = recalled;
}

/* ---- a turn ---- */

/* A chain hurts when it is long, or when it makes a row fall with what waits already: a single row
   can cut a plan in two. */
static bool hurts(const struct thinking *t, const struct plan_fire *fire)
{
    if (fire->attack >= DANGER) return true;
    return t->x.me->stock < REBORN_COLS && t->x.me->stock + fire->attack >= REBORN_COLS;
}

/* The plans of the opponent; only those that hurt count. */
static int search_theirs(struct thinking *t, int hundredths)
{
    static const int moments[] = {1, 2, 3, 4, 5, 6, 8, 10, 12};
    int count = 0, most = 0;
    for (int i = 0; i < 9; i++) look(t, t->x.foe, moments[i], -1, 0, hundredths / 9, t->theirs);
    t->theirs[0] = best_now(t, t->x.foe);
    for (int i = 0; i <= PLAN_DEPTH; i++) {
        if (!hurts(t, &t->theirs[i]) || t->theirs[i].attack * 4 < most * 3) continue;
        if (t->theirs[i].attack > most) most = t->theirs[i].attack;
        t->threat[count++] = &t->theirs[i];
    }
    return count;
}

/* Plans that bear what the opponent can fire: the rows are in them from the start. */
static void search_answers(struct thinking *t, int count, int hundredths)
{
    for (int i = 0; i < count && i < 2; i++) {
        int turn = t->threat[i]->depth, attack = t->threat[i]->attack;
        look_own(t, turn + 1, turn + 1, attack, hundredths / 4);
        look_own(t, turn + 2, turn + 1, attack, hundredths / 4);
    }
}

static int weigh_all(struct thinking *t)
{
    struct duel *d = t->duel;
    struct matrix m = {.rows = d->plans, .cols = t->threats > 0 ? t->threats : 1};
    for (int i = 0; i < m.rows; i++) {
        bool is_followed = d->aim > 0 && d->plan[i].depth == d->aim - 1 && i < t->recalled;
        for (int k = 0; k < m.cols; k++) {
            const struct plan_fire *theirs = t->threats > 0 ? t->threat[k] : NULL;
            m.worth[i][k] =
                (int32_t)exchange_outcome(&t->x, &d->plan[i], theirs) + (is_followed ? LOYALTY : 0);
        }
    }
    return matrix_choose(&m, CAUTION);
}

static int choose(struct thinking *t)
{
    struct duel *d = t->duel;
    struct plan_fire now = best_now(t, t->x.me);
    int rest = 100;
    if (d->style.minds_opponent) {
        t->threats = search_theirs(t, 18);
        search_answers(t, t->threats, 20);
        rest = t->threats > 0 ? 52 : 80; /* without a threat there is nothing to answer or weigh */
    }
    search_own(t, rest);
    if (now.attack > 0) add_plan(d, &now);
    if (d->plans == 0) return last_resort(t);
    drop_small_plans(t);
    int best = weigh_all(t);
    d->aim = d->plan[best].depth;
    return d->plan[best].action[0];
}

/* Nodes for the time that there is. The first turn tries how fast it is. */
static int64_t nodes_until_the_end(struct thinking *t)
{
    struct pace *pace = &t->duel->pace;
    if (pace->nodes_a_ms == 0) {
        int64_t start_us = clock_us();
        struct plan_fire fire[PLAN_DEPTH + 1] = {{0}};
        t->nodes = FIRST_TRY;
        look(t, t->x.me, FIRST_DEPTH, 0, 0, 100, fire);
        pace_note(pace, t->x.spent, clock_us() - start_us);
    }
    return pace_nodes(pace, t->x.end_us - clock_us());
}

struct reborn_action duel_think(struct duel *d, const struct reborn *game, int player,
                                int64_t nodes, int64_t end_us, uint64_t salt)
{
    struct thinking t = {.duel = d,
                         .game = game,
                         .x = {.planner = &d->planner[0],
                               .me = &game->side[player],
                               .foe = &game->side[1 - player],
                               .packs = &game->packs[game->turn],
                               .turns_left = game->turns - game->turn,
                               .end_us = end_us},
                         .nodes = nodes,
                         .salt = salt};
    struct reborn_result result;
    bool has_clock_alone = nodes == INT64_MAX;
    int64_t start_us = has_clock_alone ? clock_us() : 0;
    if (has_clock_alone) t.nodes = nodes_until_the_end(&t);
    t.x.answer_nodes = t.nodes / 5 / ANSWERS_A_TURN;
    if (t.x.answer_nodes < 2 * MINI_DROPS) t.x.answer_nodes = 2 * MINI_DROPS;
    if (t.x.answer_nodes > ANSWER_NODES) t.x.answer_nodes = ANSWER_NODES;
    recall(&t);
    int action = choose(&t);
    if (!try_action(&t, t.x.me, action, &result)) action = last_resort(&t);
    if (has_clock_alone) pace_note(&d->pace, t.x.spent, clock_us() - start_us);
    d->played = action;
    return side_action(action);
}
