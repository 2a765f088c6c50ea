#include "bots/reborn/duel.h"

#include "os/clock.h"

#include <string.h>

/*
 * What is fixed about the weighing. Compared in batches of `tests/heavy/strength reborn duel`;
 * none of them decides more than a few games of a hundred.
 */
enum {
    KEPT = 95,        /* of 100: what a plan is worth a turn later */
    ANSWER_TURNS = 3, /* within which a chain is answered, or never */
    LOOK = 6,         /* turns over which the opponent's plans are searched */
    SKILL_ACTION = MINI_DROPS,
};

/* One turn's thinking. */
struct thinking {
    struct duel *duel;
    const struct reborn *game;
    const struct reborn_side *me, *foe;
    const struct reborn_pack *packs; /* from this turn on */
    int32_t turns_left;
    struct limit whole;
    uint64_t salt;
    struct plan_fire theirs[PLAN_DEPTH + 1];
};

void duel_open(struct duel *d, struct duel_style style, void *memory)
{
    d->style = style;
    planner_open(&d->planner, style.width, memory);
}

/* ---- searches ---- */

static int64_t part(int64_t whole, int64_t hundredths)
{
    return whole / 100 * hundredths + whole % 100 * hundredths / 100;
}

/* A limit for a part of what the turn has in all, or less where less is left. */
static struct limit share(const struct thinking *t, int hundredths)
{
    int64_t nodes = INT64_MAX, end_us = INT64_MAX;
    if (t->whole.nodes_end != INT64_MAX) nodes = part(t->whole.nodes_end, hundredths) + 1;
    if (t->whole.end_us != INT64_MAX) {
        int64_t now_us = clock_us();
        end_us = now_us + part(t->whole.end_us - t->whole.slice_us, hundredths);
        if (end_us > t->whole.end_us) end_us = t->whole.end_us;
    }
    return limit_from(nodes, end_us);
}

static int at_most(int64_t value, int64_t most)
{
    return (int)(value < most ? value : most);
}

/* Searches the plans of a side that fire after `depth` turns. */
static void look(struct thinking *t, const struct reborn_side *side, int depth, int64_t arriving,
                 int hundredths, struct plan_fire *fire)
{
    struct plan_task task = {.stock = at_most(side->stock, 100000),
                             .arriving = at_most(arriving, 100000),
                             .arriving_depth = 1,
                             .packs = t->packs,
                             .depth = depth,
                             .salt = t->salt};
    struct limit limit = share(t, hundredths);
    if (depth >= t->turns_left) task.depth = t->turns_left - 1;
    if (!mini_from(&side->field, &task.field)) return;
    plan_search(&t->duel->planner, &task, &limit, fire);
}

/* ---- plans from earlier turns ---- */

static struct reborn_action action_of(int n)
{
    if (n == SKILL_ACTION) return (struct reborn_action){.skill = 1};
    return (struct reborn_action){.col = (uint8_t)(n / REBORN_ROTATIONS),
                                  .rotation = (uint8_t)(n % REBORN_ROTATIONS)};
}

/* Plays an action by the rules, all but what the opponent does. */
static struct reborn_result play(struct reborn_side *side, struct reborn_pack pack, int action)
{
    struct reborn_action a = action_of(action);
    if (side->stock >= REBORN_COLS) {
        reborn_push_ojama_row(&side->field);
        side->stock -= REBORN_COLS;
    }
    struct reborn_result result =
        a.skill ? reborn_blast(&side->field) : reborn_drop(&side->field, pack, a.col, a.rotation);
    int64_t attack = reborn_attack(result);
    side->stock = side->stock > attack ? side->stock - attack : 0;
    return result;
}

/* Whether a plan still holds on this field with these rows to come; its chain is set anew. */
static bool still_holds(const struct thinking *t, struct plan_fire *fire)
{
    struct reborn_side side = *t->me;
    struct reborn_result result = {0};
    if (fire->depth >= t->turns_left) return false;
    for (int i = 0; i <= fire->depth; i++) {
        result = play(&side, t->packs[i], fire->action[i]);
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
    int passed = t->game->turn - d->turn;
    for (int i = 0; i <= PLAN_DEPTH; i++) {
        struct plan_fire fire = {0};
        if (passed == 1 && i < PLAN_DEPTH) fire = d->own[i + 1];
        bool is_ours = fire.chain > 0 && fire.action[0] == d->played;
        fire.depth = i;
        memmove(fire.action, fire.action + 1, PLAN_DEPTH);
        if (!is_ours || !still_holds(t, &fire)) fire = (struct plan_fire){0};
        d->own[i] = fire;
    }
    d->turn = t->game->turn;
}

/* ---- single actions, by the rules ---- */

/* What an action of this turn comes to; false when it is not allowed or ends in death. */
static bool try_action(const struct thinking *t, const struct reborn_side *of, int action,
                       struct reborn_result *result)
{
    struct reborn_side side = *of;
    if (action == SKILL_ACTION && side.gauge < REBORN_GAUGE_SKILL) return false;
    *result = play(&side, t->packs[0], action);
    return result->height <= REBORN_ROWS;
}

/* The most that a side can fire in this very turn. */
static struct plan_fire best_now(const struct thinking *t, const struct reborn_side *side)
{
    struct plan_fire best = {0};
    for (int n = 0; n <= SKILL_ACTION; n++) {
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
    for (int n = 0; n <= SKILL_ACTION; n++) {
        struct reborn_side side = *t->me;
        struct mini field;
        struct reborn_result result;
        if (!try_action(t, t->me, n, &result)) continue;
        play(&side, t->packs[0], n);
        int worth = 20 * at_most(reborn_attack(result), 10000) - 10 * result.height;
        if (mini_from(&side.field, &field)) worth += t->duel->planner.path->count_near(&field);
        if (worth > best_worth) best = n, best_worth = worth;
    }
    return best;
}

/* ---- weighing ---- */

static int most_within(const struct plan_fire *fire, int from, int to)
{
    int most = 0;
    for (int i = from; i <= to && i <= PLAN_DEPTH; i++)
        if (fire[i].attack > most) most = fire[i].attack;
    return most;
}

/* The room above a field, in ojama: more than this need not be sent. */
static int room(const struct reborn_side *side)
{
    int blocks = 0;
    for (int col = 0; col < REBORN_COLS; col++) blocks += reborn_height(&side->field, col);
    return REBORN_COLS * REBORN_ROWS - blocks;
}

/* What the opponent can answer to so many ojama that arrive next turn. */
static int their_answer(struct thinking *t, int64_t sent)
{
    struct plan_fire fire[PLAN_DEPTH + 1] = {{0}};
    if (sent <= 0) return most_within(t->theirs, 1, ANSWER_TURNS);
    for (int depth = 1; depth <= ANSWER_TURNS; depth++) look(t, t->foe, depth, sent, 3, fire);
    return most_within(fire, 1, ANSWER_TURNS);
}

/* What we can answer to so many. */
static int our_answer(struct thinking *t, int64_t sent)
{
    struct plan_fire fire[PLAN_DEPTH + 1] = {{0}};
    for (int depth = 1; depth <= ANSWER_TURNS; depth++) look(t, t->me, depth, sent, 3, fire);
    return most_within(fire, 1, ANSWER_TURNS);
}

static int64_t capped(int64_t ojama, int64_t most)
{
    return ojama > most ? most : ojama;
}

/* The best later moment, by turns to wait; 0 when there is none. */
static int best_later(const struct thinking *t, int64_t answered, int64_t *worth)
{
    int best = 0;
    int64_t kept = 1 << 20;
    for (int i = 1; i <= t->duel->style.depth; i++) {
        const struct plan_fire *fire = &t->duel->own[i];
        kept = kept * KEPT / 100;
        if (fire->chain == 0) continue;
        int64_t net = capped(fire->attack - t->me->stock, room(t->foe)) - answered;
        int64_t w = (net * kept >> 20) + fire->attack * kept / (1 << 24);
        if (best && w <= *worth) continue;
        best = i;
        *worth = w;
    }
    return best;
}

/* ---- a turn ---- */

/* Moments to fire that are looked at, as turns to wait, and each one's part of the time. */
static void search_own(struct thinking *t)
{
    struct duel *d = t->duel;
    int64_t ignored;
    int best = best_later(t, 0, &ignored), left = d->style.minds_opponent ? 64 : 100;
    if (best == 0 || t->me->stock >= REBORN_COLS) {
        static const int moments[] = {2, 4, 6, 8, 10, 12, 14, 16};
        int count = 0;
        for (int i = 0; i < 8; i++) count += moments[i] <= d->style.depth;
        for (int i = 0; i < count; i++) look(t, t->me, moments[i], 0, left / count, d->own);
        return;
    }
    static const int near[] = {0, 1, -1, 2, 3, -2, 4}, weight[] = {35, 20, 15, 10, 8, 6, 6};
    for (int i = 0; i < 7; i++) {
        int depth = best + near[i];
        if (depth < 1 || depth > d->style.depth) continue;
        look(t, t->me, depth, 0, left * weight[i] / 100, d->own);
    }
}

static void search_theirs(struct thinking *t)
{
    for (int depth = 1; depth <= LOOK; depth++) look(t, t->foe, depth, 0, 3, t->theirs);
    t->theirs[0] = best_now(t, t->foe);
}

static int choose(struct thinking *t)
{
    struct duel *d = t->duel;
    struct plan_fire now = best_now(t, t->me);
    int64_t later_worth = 0, net, answered = 0;
    if (d->style.minds_opponent) search_theirs(t);
    search_own(t);
    d->own[0] = now;
    if (d->style.minds_opponent) answered = most_within(t->theirs, 1, LOOK) / 2;
    int later = best_later(t, answered, &later_worth);
    if (later == 0) return now.attack > 0 ? now.action[0] : last_resort(t);
    int wait = d->own[later].action[0];
    if (now.attack == 0) return wait;
    net = now.attack + t->foe->stock - t->me->stock;
    int64_t fire_worth = capped(net, room(t->foe));
    if (d->style.minds_opponent) {
        fire_worth -= their_answer(t, net);
        int64_t threat = t->theirs[0].attack + t->me->stock - t->foe->stock;
        if (t->theirs[0].attack >= 2 * REBORN_COLS) {
            int64_t held = our_answer(t, t->theirs[0].attack) - threat;
            if (held < later_worth) later_worth = held;
        }
    }
    return fire_worth >= later_worth ? now.action[0] : wait;
}

struct reborn_action duel_think(struct duel *d, const struct reborn *game, int player,
                                int64_t nodes, int64_t end_us, uint64_t salt)
{
    struct thinking t = {.duel = d,
                         .game = game,
                         .me = &game->side[player],
                         .foe = &game->side[1 - player],
                         .packs = &game->packs[game->turn],
                         .turns_left = game->turns - game->turn,
                         .whole = limit_from(nodes, end_us),
                         .salt = salt};
    struct reborn_result result;
    t.whole.slice_us = clock_us(); /* when the turn began */
    recall(&t);
    int action = choose(&t);
    if (!try_action(&t, t.me, action, &result)) action = last_resort(&t);
    d->played = action;
    return action_of(action);
}
