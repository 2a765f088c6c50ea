#include "bots/reborn/exchange.h"

#include "os/clock.h"

/*
 * Set by hand and compared in games of the master against itself with another value, 150,000 nodes
 * a turn: TURNS_A_ROW 1 lost to 2 by 12 : 28, 3 came to 40 : 40, 5 to 21 : 19. ANSWER_TURNS 3 won
 * 108 : 72 against 2 with 100,000 nodes, 4 won 47 : 33.
 */
enum {
    KEPT = 97,        /* of 100: what an outcome is worth a turn later */
    ANSWER_TURNS = 3, /* a chain is answered within so many turns, or hardly ever */
    TURNS_A_ROW = 2,  /* that a row sets a plan back */
};

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int64_t greatest(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

bool exchange_is_late(const struct exchange *x)
{
    return x->end_us != INT64_MAX && clock_us() >= x->end_us;
}

/* The most that a side, as it will stand then, can fire in its next three turns. */
static int64_t answer_of(struct exchange *x, const struct reborn_side *side, int turn)
{
    struct plan_fire fire[PLAN_DEPTH + 1] = {{0}};
    struct plan_task task = {.stock = side_stock(side),
                             .arriving_depth = -1,
                             .packs = x->packs + turn,
                             .depth = ANSWER_TURNS - 1};
    struct limit limit = limit_from(x->answer_nodes, x->end_us);
    if (turn + task.depth >= x->turns_left || exchange_is_late(x)) return 0;
    if (!mini_from(&side->field, &task.field)) return 0;
    plan_search(x->planner, &task, &limit, fire);
    x->spent += limit.nodes;
    int64_t most = 0;
    for (int i = 0; i < ANSWER_TURNS; i++) most = greatest(most, fire[i].attack);
    return most;
}

/* What can be fired after so many turns of building: by what searches find on an empty field. */
static const int16_t built[] = {0,  0,  0,  1,  2,   3,   4,   6,   9,   16, 25,
                                33, 45, 66, 90, 118, 150, 195, 245, 310, 360};
enum { BUILT_TURNS = sizeof built / sizeof built[0] - 1 };

/* What one who has just fired can fire again. */
static int64_t rebuilt(int turns)
{
    return built[turns < 0 ? 0 : turns < BUILT_TURNS ? turns : BUILT_TURNS];
}

/* The turns of building that an attack stands for. */
static int turns_behind(int64_t attack)
{
    int turns = 0;
    while (turns < BUILT_TURNS && built[turns] < attack) turns++;
    return turns;
}

/*
 * What a side can send back that follows a plan when ojama are fired at it after `turn` turns: the
 * best within the next three turns, or the plan as it was, as far as it bears the rows, less what
 * the other has built again by then.
 */
static int64_t comeback(struct exchange *x, const struct reborn_side *of,
                        const struct plan_fire *plan, int turn, int64_t hit)
{
    struct reborn_side side = *of;
    struct reborn_result result = {0};
    for (int i = 0; i <= turn; i++) {
        result = side_play(&side, x->packs[i], plan->action[i]);
        if (result.height > REBORN_ROWS) return 0;
    }
    side.stock += hit;
    int64_t best = answer_of(x, &side, turn + 1);
    for (int i = turn + 1; i <= plan->depth; i++) {
        result = side_play(&side, x->packs[i], plan->action[i]);
        if (result.height > REBORN_ROWS) return best;
    }
    return greatest(best, reborn_attack(result) - rebuilt(plan->depth - turn));
}

/* The same for one who mends the plan: each row sets it back by some turns, and the repair delays
   it while the other builds on. */
static int64_t mended(const struct plan_fire *plan, int turn, int64_t hit)
{
    int rows = (int)least((hit + REBORN_COLS / 2) / REBORN_COLS, REBORN_ROWS);
    int behind = turns_behind(plan->attack) - TURNS_A_ROW * rows;
    return greatest(rebuilt(behind) - rebuilt(plan->depth - turn + rows), 0);
}

int64_t exchange_outcome(struct exchange *x, const struct plan_fire *own,
                         const struct plan_fire *theirs)
{
    int64_t net = x->foe->stock - x->me->stock, kept = 1 << 20;
    if (!theirs || own->depth < theirs->depth)
        net += own->attack;
    else if (own->depth > theirs->depth)
        net -= theirs->attack;
    else
        net += own->attack - theirs->attack;
    int first = !theirs || own->depth < theirs->depth ? own->depth : theirs->depth;
    if (theirs && own->depth < theirs->depth)
        net -= greatest(comeback(x, x->foe, theirs, first, greatest(net, 0)),
                        mended(theirs, first, greatest(net, 0)));
    else if (theirs && own->depth > theirs->depth)
        net += greatest(comeback(x, x->me, own, first, greatest(-net, 0)),
                        mended(own, first, greatest(-net, 0)));
    net = greatest(least(net, side_room(x->foe)), -side_room(x->me));
    for (int i = 0; i < first; i++) kept = kept * KEPT / 100;
    return 16 * net * kept >> 20;
}
