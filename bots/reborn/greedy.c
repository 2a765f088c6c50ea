/*
 * greedy — a sparring partner for CODE VS Reborn.
 *
 * Each turn it plans anew, on its own field alone, over the packs to come. A beam keeps the fields
 * that promise long chains: those with many blocks whose partner lies one cell too far away and
 * comes down when something vanishes between them. Whatever can be fired on the way is noted, and
 * loses some of its worth with each turn of waiting; so a chain is built up while that pays and
 * fired when it no longer does. The ojama rows that already wait fall in the plan as they will.
 */
#include "base/hash.h"
#include "bots/bot.h"
#include "games/reborn/reborn.h"

enum {
    DEPTH = 8,
    WIDTH = 80,
    CHILDREN = WIDTH * REBORN_ACTIONS,
    SCORES = 1024,     /* promises are cut to 0 .. SCORES - 1 */
    SAFE_HEIGHT = 12,  /* above it, height counts against a field */
    WORTH_FIRING = 10, /* ojama: a whole row */
    KEPT = 90,         /* of 100: what a shot is worth a turn later */
};

/* A field of the beam, and how it began. */
struct node {
    struct reborn_side side; /* field, gauge and stock only */
    struct reborn_action first;
    int32_t promise;
};

struct child {
    uint64_t hash;
    int32_t parent;
    int32_t promise;
    struct reborn_action action;
};

struct shot {
    struct reborn_action first;
    int64_t worth;  /* hundredths of an ojama, less for waiting */
    int64_t attack; /* ojama */
};

struct plan {
    struct node beam[2][WIDTH];
    struct child children[CHILDREN];
    int32_t child_count;
    struct shot best;
    uint64_t salt; /* of this turn; decides between fields that promise nearly the same */
};

/* ---- what a field promises ---- */

/* One word of each plane, of a field or of what lies at its right. */
struct word {
    uint64_t low, mid, high, pair;
};

static struct word word_at(const struct reborn_field *f, int word)
{
    return (struct word){f->plane[0][word], f->plane[1][word], f->plane[2][word],
                         f->plane[3][word]};
}

static struct word shifted_down(struct word w, int bits)
{
    return (struct word){w.low >> bits, w.mid >> bits, w.high >> bits, w.pair >> bits};
}

static struct word shifted_up(struct word w, int bits)
{
    return (struct word){w.low << bits, w.mid << bits, w.high << bits, w.pair << bits};
}

/* The columns at the right: those of the next word, or of the first one's next slot. */
static struct word right_of(const struct reborn_field *f, int word)
{
    if (word < REBORN_WORDS - 1) return word_at(f, word + 1);
    return shifted_down(word_at(f, 0), REBORN_SLOT_BITS);
}

static int count_tens(struct word a, struct word b)
{
    uint64_t unlike = (a.low ^ b.low) | (a.mid ^ b.mid);
    uint64_t numbers = a.pair & b.pair & (a.high ^ b.high) & ~unlike;
    uint64_t fives = a.high & ~a.pair & b.high & ~b.pair;
    return __builtin_popcountll(numbers | fives);
}

/* Pairs that would touch if one of them came down by a row. */
static int count_near_tens(const struct reborn_field *f)
{
    int count = 0;
    for (int i = 0; i < REBORN_WORDS; i++) {
        struct word own = word_at(f, i), right = right_of(f, i);
        count += count_tens(own, shifted_down(own, 2)) + count_tens(own, shifted_down(right, 2)) +
                 count_tens(own, shifted_up(right, 2));
    }
    return count;
}

/* Two of the bot against each other get the same packs: without the salt they would play the same
   moves to the end. */
static int32_t promise_of(const struct reborn_field *f, int height, uint64_t chance)
{
    int over = height > SAFE_HEIGHT ? height - SAFE_HEIGHT : 0;
    int promise = SCORES / 4 + 10 * count_near_tens(f) - 20 * over + (int)(chance % 8);
    return promise < 0 ? 0 : promise >= SCORES ? SCORES - 1 : promise;
}

/* ---- one turn of the plan ---- */

/* Plays an action as the rules do, but for what the opponent does. */
static struct reborn_result advance(struct reborn_side *side, struct reborn_pack pack,
                                    struct reborn_action action)
{
    struct reborn_result result;
    if (side->stock >= REBORN_COLS) {
        reborn_push_ojama_row(&side->field);
        side->stock -= REBORN_COLS;
    }
    if (action.skill) {
        side->gauge = 0;
        result = reborn_blast(&side->field);
    } else {
        result = reborn_drop(&side->field, pack, action.col, action.rotation);
    }
    if (result.chain > 0) side->gauge += 8;
    return result;
}

static void note_shot(struct plan *plan, struct reborn_action first, int64_t attack, int depth)
{
    int64_t worth = attack * 100;
    for (int i = 0; i < depth; i++) worth = worth * KEPT / 100;
    if (worth <= plan->best.worth) return;
    plan->best = (struct shot){.first = first, .worth = worth, .attack = attack};
}

static void try_action(struct plan *plan, const struct node *parent, int32_t index,
                       struct reborn_pack pack, struct reborn_action action, int depth)
{
    struct reborn_side side = parent->side;
    struct reborn_result result = advance(&side, pack, action);
    if (result.height > REBORN_ROWS) return;
    int64_t attack = reborn_attack(result);
    note_shot(plan, depth == 0 ? action : parent->first, attack, depth);
    uint64_t hash = hash_bytes(plan->salt, &side.field, sizeof side.field);
    plan->children[plan->child_count++] = (struct child){
        .hash = hash,
        .parent = index,
        .promise = promise_of(&side.field, result.height, hash),
        .action = action,
    };
}

static void expand(struct plan *plan, const struct node *parent, int32_t index,
                   struct reborn_pack pack, int depth)
{
    for (int n = 0; n < REBORN_ACTIONS - 1; n++) {
        struct reborn_action action = {.col = (uint8_t)(n / REBORN_ROTATIONS),
                                       .rotation = (uint8_t)(n % REBORN_ROTATIONS)};
        try_action(plan, parent, index, pack, action, depth);
    }
    if (parent->side.gauge < REBORN_GAUGE_SKILL) return;
    try_action(plan, parent, index, pack, (struct reborn_action){.skill = 1}, depth);
}

/* ---- the beam ---- */

/* The promise that at most WIDTH children exceed. */
static int32_t beam_limit(const struct plan *plan)
{
    int32_t tally[SCORES] = {0}, above = 0, limit = SCORES;
    for (int32_t i = 0; i < plan->child_count; i++) tally[plan->children[i].promise]++;
    while (limit > 0 && above + tally[limit - 1] <= WIDTH) above += tally[--limit];
    return limit - 1;
}

static bool has_hash(const uint64_t *hashes, int32_t count, uint64_t hash)
{
    for (int32_t i = 0; i < count; i++)
        if (hashes[i] == hash) return true;
    return false;
}

/* Children above the limit, then those on it while there is room; of equal fields one. */
static int32_t choose(const struct plan *plan, int32_t chosen[WIDTH])
{
    uint64_t hashes[WIDTH];
    int32_t limit = beam_limit(plan), count = 0;
    for (int round = 0; round < 2; round++) {
        for (int32_t i = 0; i < plan->child_count && count < WIDTH; i++) {
            const struct child *c = &plan->children[i];
            if (round == 0 ? c->promise <= limit : c->promise != limit) continue;
            if (has_hash(hashes, count, c->hash)) continue;
            hashes[count] = c->hash;
            chosen[count++] = i;
        }
    }
    return count;
}

static int32_t next_beam(const struct plan *plan, const struct node *from, struct node *to,
                         struct reborn_pack pack, int depth)
{
    int32_t chosen[WIDTH], count = choose(plan, chosen);
    for (int32_t i = 0; i < count; i++) {
        const struct child *c = &plan->children[chosen[i]];
        to[i] = from[c->parent];
        to[i].promise = c->promise;
        advance(&to[i].side, pack, c->action);
        if (depth == 0) to[i].first = c->action;
    }
    return count;
}

static struct reborn_action most_promising(const struct node *beam, int32_t count)
{
    const struct node *best = beam;
    for (int32_t i = 1; i < count; i++)
        if (beam[i].promise > best->promise) best = &beam[i];
    return best->first;
}

/* Plans as far as packs, turns and room go; the first action of the field that promises most. */
static struct reborn_action build(struct plan *plan, const struct reborn *g, int p)
{
    int32_t count = 1;
    plan->beam[0][0] = (struct node){.side = g->side[p]};
    struct reborn_action first = {0};
    for (int depth = 0; depth < DEPTH && g->turn + depth < g->turns; depth++) {
        struct reborn_pack pack = g->packs[g->turn + depth];
        const struct node *from = plan->beam[depth % 2];
        struct node *to = plan->beam[(depth + 1) % 2];
        plan->child_count = 0;
        for (int32_t i = 0; i < count; i++) expand(plan, &from[i], i, pack, depth);
        count = next_beam(plan, from, to, pack, depth);
        if (count == 0) break; /* no way to live longer: what was best before stands */
        first = most_promising(to, count);
    }
    return first;
}

static void think(const struct bot_view *view, void *memory, struct game_action *out)
{
    (void)memory;
    struct plan plan;
    plan.best = (struct shot){.worth = 0};
    plan.salt = rng_next(view->rng);
    struct reborn_action action =
        build(&plan, (const struct reborn *)view->state, view->self.player);
    if (plan.best.attack >= WORTH_FIRING) action = plan.best.first;
    *(struct reborn_action *)out = action;
}

const struct bot bot_reborn_greedy = {
    .name = "greedy",
    .game = "reborn",
    .about = N_("builds chains a few packs ahead and fires them when waiting no longer pays"),
    .think = think,
};
