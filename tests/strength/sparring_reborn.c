#include "tests/strength/sparring_reborn.h"

#include "bots/reborn/plan.h"

#include <string.h>

enum { NODES = 150000, WIDTH = 1 << 11, NOT_YET = -1 };

/* Begins the memory of all who plan. */
struct partner {
    struct planner planner;
    struct plan_fire plan;
    int32_t is_open;
    int32_t fire_turn; /* of the plan */
    int32_t started;   /* the turn in which the last chain was fired, or 0 */
    struct reborn_action last;
    _Alignas(64) unsigned char rest[PLANNER_SIZE(WIDTH)];
};

static const struct reborn *game_of(const struct bot_view *view)
{
    return (const struct reborn *)view->state;
}

static struct reborn_action action_of(int n)
{
    return (struct reborn_action){.col = (uint8_t)(n / REBORN_ROTATIONS),
                                  .rotation = (uint8_t)(n % REBORN_ROTATIONS)};
}

static void answer(struct reborn_action action, struct game_action *out)
{
    memcpy(out, &action, sizeof action);
}

/* Plays an action on a copy of a side, with the row that is due. */
static struct reborn_result try(const struct reborn *g, int p, struct reborn_action action,
                                struct reborn_side *side)
{
    *side = g->side[p];
    if (side->stock >= REBORN_COLS) reborn_push_ojama_row(&side->field);
    if (action.skill) return reborn_blast(&side->field);
    return reborn_drop(&side->field, g->packs[g->turn], action.col, action.rotation);
}

static int count_fives(const struct reborn_field *f)
{
    int fives = 0;
    for (int word = 0; word < REBORN_WORDS; word++)
        fives += __builtin_popcountll(f->plane[2][word] & ~f->plane[3][word]);
    return fives;
}

/* The drop that is worth most: points for each step, row of height and five. */
static struct reborn_action best_drop(const struct reborn *g, int p, int step, int row, int five)
{
    struct reborn_action best = {0};
    int best_worth = INT32_MIN;
    for (int n = 0; n < MINI_DROPS; n++) {
        struct reborn_side side;
        struct reborn_result r = try(g, p, action_of(n), &side);
        int worth = step * r.chain + row * r.height + five * count_fives(&side.field);
        if (r.height > REBORN_ROWS) worth -= 1000000;
        if (worth <= best_worth) continue;
        best_worth = worth;
        best = action_of(n);
    }
    return best;
}

/* Searches a chain for a turn of firing, and keeps the best plan as long as it holds. */
static struct reborn_action build(struct partner *m, const struct bot_view *view, int fire_turn)
{
    const struct reborn *g = game_of(view);
    int p = view->self.player, depth = fire_turn - g->turn;
    struct plan_fire fire[PLAN_DEPTH + 1] = {{0}};
    struct plan_task task = {.stock =
                                 (int32_t)(g->side[p].stock < 10000 ? g->side[p].stock : 10000),
                             .packs = &g->packs[g->turn],
                             .depth = depth < 0            ? 0
                                      : depth > PLAN_DEPTH ? PLAN_DEPTH
                                                           : depth,
                             .salt = rng_next(view->rng)};
    struct limit limit = limit_from(view->budget.nodes ? view->budget.nodes : NODES, INT64_MAX);
    if (!m->is_open) planner_open(&m->planner, WIDTH, m->rest);
    m->is_open = 1;
    if (g->turn + task.depth >= g->turns) task.depth = g->turns - 1 - g->turn;
    if (!mini_from(&g->side[p].field, &task.field)) return best_drop(g, p, 10, -10, 0);
    plan_search(&m->planner, &task, &limit, fire);
    bool is_old = m->plan.chain > 0 && m->fire_turn == fire_turn && g->side[p].stock < REBORN_COLS;
    if (!is_old || fire[task.depth].chain > m->plan.chain) m->plan = fire[task.depth];
    m->fire_turn = fire_turn;
    if (m->plan.chain == 0) return best_drop(g, p, 10, -10, 0);
    struct reborn_action action = action_of(m->plan.action[0]);
    memmove(m->plan.action, m->plan.action + 1, PLAN_DEPTH);
    return action;
}

/* Builds for fixed turns: the first after `first` turns, each further one `every` turns later. */
static void build_by_plan(const struct bot_view *view, void *memory, int first, int every,
                          struct game_action *out)
{
    struct partner *m = memory;
    int turn = game_of(view)->turn, due = first;
    while (due < turn) due += every;
    answer(build(m, view, due), out);
}

static void think_fast(const struct bot_view *view, void *memory, struct game_action *out)
{
    build_by_plan(view, memory, 10, 10, out);
}

static void think_late(const struct bot_view *view, void *memory, struct game_action *out)
{
    build_by_plan(view, memory, 20, 15, out);
}

static void think_harass(const struct bot_view *view, void *memory, struct game_action *out)
{
    build_by_plan(view, memory, 5, 5, out);
}

/* A chain of any length fills the gauge: one each turn, if there is one, and fives are kept. */
static void think_skill(const struct bot_view *view, void *memory, struct game_action *out)
{
    const struct reborn *g = game_of(view);
    int p = view->self.player;
    struct reborn_side side;
    struct reborn_action blast = {.skill = 1};
    (void)memory;
    bool may = g->side[p].gauge >= REBORN_GAUGE_SKILL;
    struct reborn_result r = try(g, p, blast, &side);
    if (may && r.height <= REBORN_ROWS && (r.blast >= 30 || g->side[p].stock >= 3 * REBORN_COLS))
        answer(blast, out);
    else
        answer(best_drop(g, p, 8, -1, 6), out);
}

static void think_spammer(const struct bot_view *view, void *memory, struct game_action *out)
{
    (void)memory;
    answer(best_drop(game_of(view), view->self.player, 10, -1, 0), out);
}

static void think_bomber(const struct bot_view *view, void *memory, struct game_action *out)
{
    const struct reborn *g = game_of(view);
    (void)memory;
    if (g->side[view->self.player].gauge >= REBORN_GAUGE_SKILL)
        answer((struct reborn_action){.skill = 1}, out);
    else
        answer(best_drop(g, view->self.player, 1, -2, 10), out);
}

static void think_staller(const struct bot_view *view, void *memory, struct game_action *out)
{
    (void)memory;
    answer(best_drop(game_of(view), view->self.player, 1, -10, 0), out);
}

/* The opponent's last field and this one tell its action; whoever cannot be copied is ignored. */
struct copier {
    struct reborn_side before;
    int32_t knows;
};

static void think_copier(const struct bot_view *view, void *memory, struct game_action *out)
{
    const struct reborn *g = game_of(view);
    struct copier *m = memory;
    int foe = 1 - view->self.player, copied = NOT_YET;
    for (int n = 0; n < MINI_DROPS && m->knows; n++) {
        struct reborn_field field = m->before.field;
        if (m->before.stock >= REBORN_COLS) reborn_push_ojama_row(&field);
        struct reborn_action a = action_of(n);
        reborn_drop(&field, g->packs[g->turn - 1], a.col, a.rotation);
        if (memcmp(&field, &g->side[foe].field, sizeof field) == 0) copied = n;
    }
    m->before = g->side[foe];
    m->knows = 1;
    answer(copied == NOT_YET ? best_drop(g, view->self.player, 1, -10, 0) : action_of(copied), out);
}

#define PARTNER(id, title, size, fn)                                                               \
    const struct bot id = {                                                                        \
        .name = title, .game = "reborn", .has_budget = true, .memory_size = size, .think = fn}
PARTNER(sparring_fast, "fast", sizeof(struct partner), think_fast);
PARTNER(sparring_late, "late", sizeof(struct partner), think_late);
PARTNER(sparring_skill, "skill", sizeof(struct partner), think_skill);
PARTNER(sparring_harass, "harass", sizeof(struct partner), think_harass);
PARTNER(strange_spammer, "spammer", 0, think_spammer);
PARTNER(strange_bomber, "bomber", 0, think_bomber);
PARTNER(strange_staller, "staller", 0, think_staller);
PARTNER(strange_copier, "copier", sizeof(struct copier), think_copier);
