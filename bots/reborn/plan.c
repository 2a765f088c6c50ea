#include "bots/reborn/plan.h"

#include <assert.h>
#include <string.h>

/*
 * What a field is worth to the beam: what it looks like, each with a weight that depends on how
 * many turns are left until the chain is fired. The chain as it is now says little about the chain
 * in ten turns and much about the one in two, so its weight grows towards the end; room to the
 * walls and many blocks count in the beginning. Smooth, compact fields with more blocks, off the
 * walls, grow longer chains than others whose chain is as long now.
 *
 * A field that was hit has a table of its own: its chains are wanted sooner, and what holds them up
 * is in the way of everything else. Both tables are what single searches find the longest chains
 * with, the one for the turns 9 to 20 from the empty field, the other four to ten turns on from
 * fields of real games. To look for better ones, starting from these:
 *     tests/heavy/strength reborn weights-free --games 15 --alone 48 --nodes 100000
 *     tests/heavy/strength reborn weights-hit --games 15 --alone 48 --nodes 50000
 * Measured and left out, as they brought nothing: pairs two and three rows apart, squares of
 * slopes, the second longest chain, the longest chain that a single block sets off anywhere (half a
 * step less), at most eight children of a field, several narrow beams instead of a wide one (0.2
 * less for two, 0.4 for four), other widths of the first and last levels. A field's best candidates
 * asked for all 36 places, and the pairs that the blocks left and the packs to come can still make,
 * brought 0.05 each and cost as much in time.
 */
const struct plan_weight plan_weights[PLAN_TABLES][PLAN_FEATURES] = {
    [PLAN_FREE] = {[PLAN_STEP] = {1024, -39},
                   [PLAN_LEFT] = {147, 2},
                   [PLAN_NEAR] = {68, 2},
                   [PLAN_BLOCK] = {268, 12},
                   [PLAN_SLOPE] = {-84, -1},
                   [PLAN_COLUMN] = {-346, 1},
                   [PLAN_WALL] = {-274, -19},
                   [PLAN_HIGH] = {-2048, 0}},
    [PLAN_HIT] = {[PLAN_STEP] = {1365, -123},
                  [PLAN_LEFT] = {37, 1},
                  [PLAN_NEAR] = {303, -9},
                  [PLAN_BLOCK] = {184, 24},
                  [PLAN_SLOPE] = {-89, -6},
                  [PLAN_COLUMN] = {-351, 10},
                  [PLAN_WALL] = {-365, -35},
                  [PLAN_HIGH] = {-631, -20}},
};
enum {
    FEW = 5,
    MANY = 14,
    CHANCE = 16, /* by chance, less than this */
    SAFE_HEIGHT = 13,
    BASE_WORTH = 1024, /* so that no worth is negative */
    SMALL_CHAIN = 3,   /* a field after a longer one is not pursued */
    HIT = REBORN_COLS, /* so many ojama make a field one that was hit */
};

struct node {
    struct mini field;
    int32_t stock;
    uint8_t place[3]; /* the three best places of the parent */
    uint8_t zero;
};
_Static_assert(sizeof(struct node) == PLAN_NODE, "as plan.h says");

static struct beam_options options(int width)
{
    return (struct beam_options){.node_size = sizeof(struct node), .width = width};
}

void planner_open(struct planner *p, int width, void *memory)
{
    p->path = mini_best_path();
    p->weights = plan_weights;
    beam_open(&p->beam, options(width), memory);
}

/* One search. */
struct search {
    struct mini_drops last;  /* of the pack that sets the chain off */
    struct mini_drops drops; /* of this level's pack */
    struct mini children[MINI_DROPS];
    int32_t steps[MINI_DROPS];
    struct planner *planner;
    const struct plan_task *task;
    struct plan_fire *fire;
    const struct plan_weight *weights;
    int32_t worth[PLAN_FEATURES]; /* at this level */
};

bool plan_is_better(const struct plan_fire *fire, const struct plan_fire *than)
{
    return fire->chain != than->chain ? fire->chain > than->chain : fire->left > than->left;
}

static void note_fire(struct search *s, int chain, int action)
{
    const struct beam *beam = &s->planner->beam;
    struct plan_fire *fire = &s->fire[beam->level];
    int32_t path[BEAM_LEVELS];
    if (chain == 0 || chain < fire->chain) return;
    struct plan_fire found = {.chain = chain, .left = mini_blocks(&s->children[action])};
    if (!plan_is_better(&found, fire)) return;
    *fire = found;
    fire->attack = (int32_t)reborn_attack((struct reborn_result){.chain = chain});
    fire->depth = beam_path(beam, beam_current(beam), path);
    for (int i = 0; i < fire->depth; i++) fire->action[i] = (uint8_t)path[i];
    fire->action[fire->depth] = (uint8_t)action;
}

/* The three places with the longest chains, the longest first. */
static void best_places(const int32_t steps[MINI_DROPS], uint8_t place[3])
{
    int best[3] = {-1, -1, -1};
    for (int n = 0; n < MINI_DROPS; n++) {
        if (best[2] >= 0 && steps[n] <= steps[best[2]]) continue;
        int at = 2;
        for (; at > 0 && (best[at - 1] < 0 || steps[n] > steps[best[at - 1]]); at--)
            best[at] = best[at - 1];
        best[at] = n;
    }
    for (int i = 0; i < 3; i++) place[i] = (uint8_t)best[i];
}

/* What counts how much among the children of this level. */
static void weigh_level(struct search *s)
{
    int turns_left = s->task->depth - s->planner->beam.level;
    if (turns_left > MANY) turns_left = MANY;
    for (int i = 0; i < PLAN_FEATURES; i++)
        s->worth[i] = s->weights[i].few + s->weights[i].per_turn * (turns_left - FEW);
}

static int32_t worth(const struct search *s, const struct mini *field, const struct mini_drop *last,
                     uint64_t hash)
{
    int32_t steps[3], left[3], sum = 0;
    struct mini_survey look;
    s->planner->path->try_three(field, last, steps, left);
    s->planner->path->survey(field, &look);
    int best = steps[1] > steps[0] ? 1 : 0;
    if (steps[2] > steps[best]) best = 2;
    int over = look.highest > SAFE_HEIGHT ? look.highest - SAFE_HEIGHT : 0;
    const int32_t number[PLAN_FEATURES] = {steps[best], left[best],   look.near,  look.blocks,
                                           look.slopes, look.columns, look.walls, over};
    for (int i = 0; i < PLAN_FEATURES; i++) sum += s->worth[i] * number[i];
    return BASE_WORTH + sum / 16 + (int32_t)(hash >> 40) % CHANCE;
}

static void add_child(struct search *s, int action, int stock, const uint8_t place[3],
                      const struct mini_drop *last)
{
    struct mini *field = &s->children[action];
    int attack = (int)reborn_attack((struct reborn_result){.chain = s->steps[action]});
    stock = stock > attack ? stock - attack : 0;
    uint64_t hash = mini_shape(field, s->task->salt + (uint64_t)stock);
    struct node *node = beam_offer(&s->planner->beam, worth(s, field, last, hash), hash, action);
    if (!node) return;
    node->field = *field;
    node->stock = stock;
    memcpy(node->place, place, sizeof node->place);
}

/* Places from the middle outwards: of fields of one shape the first is kept, and that one has room
   on both sides. */
static const uint8_t places[REBORN_PACK_COLS] = {4, 3, 5, 2, 6, 1, 7, 0, 8};

/* Plays all drops on a field. */
static void expand(struct search *s, const struct node *node)
{
    struct mini field = node->field;
    uint8_t height[REBORN_COLS], place[3];
    int32_t steps[MINI_DROPS];
    struct mini_drop last;
    int depth = s->planner->beam.level, stock = node->stock;
    if (depth == s->task->arriving_depth) stock += s->task->arriving;
    if (stock >= REBORN_COLS) {
        if (!mini_push_row(&field)) return;
        stock -= REBORN_COLS;
    }
    mini_heights(&field, height);
    s->planner->path->expand(&field, &s->drops, s->children, s->steps);
    bool is_last = depth == s->task->depth;
    if (!is_last) {
        s->planner->path->try_all(&field, &s->last, steps);
        best_places(steps, place);
        mini_pick(s->task->packs[s->task->depth], place, &last);
    }
    for (int i = 0; i < MINI_DROPS; i++) {
        int n = REBORN_ROTATIONS * places[i / REBORN_ROTATIONS] + i % REBORN_ROTATIONS;
        if (!mini_fits(&s->drops, height, n)) continue;
        note_fire(s, s->steps[n], n);
        if (!is_last && s->steps[n] <= SMALL_CHAIN) add_child(s, n, stock, place, &last);
    }
}

void plan_search(struct planner *p, const struct plan_task *task, struct limit *limit,
                 struct plan_fire fire[PLAN_DEPTH + 1])
{
    bool is_hit = mini_ojama(&task->field) + task->stock + task->arriving >= HIT;
    struct search s = {.planner = p,
                       .task = task,
                       .fire = fire,
                       .weights = p->weights[is_hit ? PLAN_HIT : PLAN_FREE]};
    assert(task->depth >= 0 && task->depth <= PLAN_DEPTH);
    struct node *root = beam_begin(&p->beam, limit, task->depth + 1);
    *root = (struct node){.field = task->field, .stock = task->stock};
    mini_prepare(task->packs[task->depth], &s.last);
    do {
        mini_prepare(task->packs[p->beam.level], &s.drops);
        weigh_level(&s);
        for (const struct node *node; (node = beam_next(&p->beam));) {
            expand(&s, node);
            limit_spend(limit, MINI_DROPS);
        }
    } while (beam_advance(&p->beam));
}
