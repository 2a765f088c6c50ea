#include "bots/codevs5/route.h"

#include "base/hash.h"

#include <stdlib.h>
#include <string.h>

/* Children are numbered, and the numbers are their hashes in the beam: no two are alike, and they
   fill its set from front to back. */
enum { HASH_SHIFT = 20 };

/* Worth in points. */
enum {
    BASE = 4500,    /* so that no sum is negative */
    SOUL = 300,     /* for a dog sent now */
    NIN_LEAST = 18, /* a point of nin-power is worth between these two */
    NIN_MOST = 100,
    NO_WAY = 40, /* as many steps to a soul count where there is no way to any */
    FEW = 3,     /* walks that survive: below that jutsu are tried */
    ROOM = 10,   /* cells that a ninja can flee to within */
    ROOM_TURNS = 3
};

enum { HUNDREDTHS = 100 };

/*
 * Name, jutsu, middle of its prices, worth in hundredths of a point, more for each point of price.
 * Found by hand. `tests/heavy/strength codevs5 fit --games 70 --alone 20 --nodes 400 --seed 300001`
 * looks for better ones by self-play, with a part that depends on the price; it found none: its
 * weights won 189 : 204 against these, 7 drawn (400 seeds of their own, Elo -13 [-47, +21]).
 */
const struct route_weight route_weights[ROUTE_VALUES] = {
    [ROUTE_SOUL_LATER] = {"soul later", JUTSU_SLASH, 18, 1500, 0},
    [ROUTE_SLASHED] = {"slashed", JUTSU_SLASH, 18, 400, 0},
    [ROUTE_STEP] = {"step", JUTSU_SLASH, 18, 300, 0},
    [ROUTE_NEAR_DOG] = {"near dog", JUTSU_SLASH, 18, 500, 0},
    [ROUTE_RESERVE] = {"reserve", JUTSU_MY_CLONE, 3, 400, 0},
    [ROUTE_SHORT] = {"short", JUTSU_MY_CLONE, 3, 4000, 0},
    [ROUTE_RISK] = {"risk", JUTSU_FOE_ROCK, 5, 6000, 0},
    [ROUTE_TRAP] = {"trap", JUTSU_FOE_ROCK, 5, 20000, 0},
    [ROUTE_CRAMPED] = {"cramped", JUTSU_FOE_ROCK, 5, 300, 0},
    [ROUTE_NO_ROOM] = {"no room", JUTSU_FOE_ROCK, 5, 30000, 0},
};

static const struct codevs5_spell no_spell = {.jutsu = JUTSU_NONE};
static const int8_t delta[STEP_KINDS] = {0, -CODEVS5_COLS, -1, 1, CODEVS5_COLS};

void route_open(struct router *p, int width, void *memory)
{
    struct beam_options o = {.node_size = sizeof(struct route_node), .width = width};
    unsigned char *rest = memory;
    beam_open(&p->beam, o, rest);
    rest += BEAM_SIZE(sizeof(struct route_node), width);
    seen_open(&p->met, rest, ROUTER_PLACES(width));
    rest += ROUTER_PLACES(width) * sizeof(uint64_t);
    p->field[0] = (struct codevs5_field *)(void *)rest;
    p->field[1] = p->field[0] + width;
    p->weights = route_weights;
}

/* Points for so much of something. */
static int worth_of(const struct router *p, enum route_value kind, int count)
{
    return p->value[kind] * count / HUNDREDTHS;
}

/* Cheap slashes make nin-power dear. */
static int worth_of_nin(const struct router *p, int slash_cost)
{
    int worth = worth_of(p, ROUTE_SLASHED, SOUL) / slash_cost;
    return worth > NIN_MOST ? NIN_MOST : worth < NIN_LEAST ? NIN_LEAST : worth;
}

static void set_values(struct router *p, const uint8_t *cost)
{
    for (int i = 0; i < ROUTE_VALUES; i++) {
        const struct route_weight *w = &p->weights[i];
        int value = w->worth + w->per_price * (cost[w->jutsu] - w->middle);
        p->value[i] = value < 0 ? 0 : value;
    }
    p->nin_worth = worth_of_nin(p, cost[JUTSU_SLASH]);
    p->reserve = worth_of(p, ROUTE_RESERVE, cost[JUTSU_MY_CLONE]);
}

/* ---- first moves ---- */

static int danger_of(const struct router *p, struct codevs5_command *command)
{
    return p->task->danger ? p->task->danger(p->task->arg, command) : 0;
}

/* A node of the first turn begins a line; those of later turns tell how it went. False when there
   are too many already, the worst. */
static bool note_first(struct router *p, struct route_node *node)
{
    if (p->beam.level == 1) {
        if (p->first_count == ROUTE_FIRSTS) return false;
        int danger = node->command.jutsu == JUTSU_MY_CLONE ? danger_of(p, &node->command) : 0;
        node->first = p->first_count++;
        node->gain -= danger;
        node->hope -= danger;
        p->first[node->first] = (struct route_first){.command = node->command};
    }
    struct route_first *f = &p->first[node->first];
    if (f->turns < p->beam.level || f->score < node->hope) f->score = node->hope;
    f->turns = p->beam.level;
    return true;
}

static int by_worth(const void *a, const void *b)
{
    const struct route_first *x = a, *y = b;
    if (x->turns != y->turns) return x->turns < y->turns ? 1 : -1;
    if (x->score != y->score) return x->score < y->score ? 1 : -1;
    return memcmp(&x->command, &y->command, sizeof x->command);
}

void route_sort(struct router *p)
{
    qsort(p->first, (size_t)p->first_count, sizeof p->first[0], by_worth);
}

/* ---- the position that is being expanded ---- */

/* Where a rock stops a ninja beside a dog, on a walk of two steps; 0: nowhere. */
struct risk {
    uint8_t is_known, cell[2];
};

struct position {
    const struct codevs5_field *field;
    int32_t number;      /* in field[] */
    int32_t first, gain; /* of its line */
    int32_t cramped;     /* points against it */
    struct codevs5_board floor;
    struct codevs5_board unsafe; /* on a dog or beside one */
    uint8_t distance[CODEVS5_CELLS];
    int16_t lack[CODEVS5_CELLS]; /* points against a ninja on a cell; -1: not counted yet */
    struct risk risk[CODEVS5_NINJAS][STEP_KINDS][STEP_KINDS];
    int turn;
};

static int count_near(const struct codevs5_board *dogs, int cell)
{
    static const uint64_t row = 31; /* five cells */
    int first = cell - 2 * CODEVS5_COLS - 2, count = 0;
    for (int i = 0; i < 5; i++, first += CODEVS5_COLS)
        if (first >= 0 && first < CODEVS5_CELLS)
            count += __builtin_popcountll(board_from(dogs, first) & row);
    return count;
}

/* Far from souls and near to dogs. */
static int lack_of(const struct router *p, struct position *at, int cell)
{
    int steps = at->distance[cell] == KIT_FAR ? NO_WAY : at->distance[cell];
    if (at->lack[cell] < 0)
        at->lack[cell] = (int16_t)(worth_of(p, ROUTE_STEP, steps) +
                                   worth_of(p, ROUTE_NEAR_DOG, count_near(&at->field->dogs, cell)));
    return at->lack[cell];
}

static bool can_drop(const struct position *at, int cell)
{
    const struct codevs5_field *f = at->field;
    return board_has(&at->floor, cell) && !board_has(&f->dogs, cell) &&
           !board_has(&f->souls, cell) && f->ninja[0] != cell && f->ninja[1] != cell;
}

/* The cell on which a rock keeps a ninja from this step; 0: none can fall there. */
static int find_stop(const struct position *at, int from, int step)
{
    int to = from + delta[step];
    int cell = board_has(&at->field->rocks, to) ? to + delta[step] : to;
    return step != STEP_STAY && can_drop(at, cell) ? cell : 0;
}

static struct risk find_risk(const struct position *at, int ninja, int step, int next)
{
    int cell = at->field->ninja[ninja], middle = cell + delta[step], to = cell + delta[next];
    int stopped = board_has(&at->floor, to) && to != middle ? to : cell;
    struct risk risk = {.is_known = 1};
    if (board_has(&at->unsafe, stopped)) risk.cell[0] = (uint8_t)find_stop(at, cell, step);
    if (board_has(&at->unsafe, middle)) risk.cell[1] = (uint8_t)find_stop(at, middle, next);
    return risk;
}

/* Whether two steps can be taken the other way round with the same result. */
static bool can_turn(const struct position *at, int cell, int step, int next)
{
    int middle = cell + delta[step], other = cell + delta[next], to = middle + delta[next];
    return step != next && step != STEP_STAY && next != STEP_STAY && to != cell &&
           board_has(&at->floor, middle) && board_has(&at->floor, other) &&
           board_has(&at->floor, to) && !board_has(&at->field->souls, middle) &&
           !board_has(&at->field->souls, other);
}

/* Of two ways to the same cell the one that no rock can stop. */
static struct risk find_least_risk(const struct position *at, int ninja, int step, int next)
{
    struct risk risk = find_risk(at, ninja, step, next), other;
    if (!(risk.cell[0] || risk.cell[1]) || !can_turn(at, at->field->ninja[ninja], step, next))
        return risk;
    other = find_risk(at, ninja, next, step);
    return other.cell[0] || other.cell[1] ? risk : other;
}

static const struct risk *risk_of(struct position *at, const struct codevs5_walk *walk, int ninja)
{
    int step = walk->step[ninja][0], next = walk->step[ninja][1];
    struct risk *risk = &at->risk[ninja][step][next];
    if (!risk->is_known) *risk = find_least_risk(at, ninja, step, next);
    return risk;
}

static int count_risks(struct position *at, const struct codevs5_walk *walk)
{
    int count = 0;
    for (int n = 0; n < CODEVS5_NINJAS; n++) {
        const struct risk *risk = risk_of(at, walk, n);
        count += risk->cell[0] || risk->cell[1];
    }
    return count;
}

static bool is_stopped(struct position *at, const struct codevs5_walk *walk, int cell)
{
    for (int n = 0; n < CODEVS5_NINJAS; n++) {
        const struct risk *risk = risk_of(at, walk, n);
        if (risk->cell[0] == cell || risk->cell[1] == cell) return true;
    }
    return false;
}

/* Whether one rock stops all walks that survive. */
static bool is_trap(const struct router *p, struct position *at, int walks)
{
    int cell[4] = {0}, cells = 0;
    bool is_first = true;
    for (int i = 0; i < walks; i++) {
        const struct codevs5_walk *walk = &p->walks[i];
        if (board_has(&at->unsafe, walk->ninja[0]) || board_has(&at->unsafe, walk->ninja[1]))
            continue;
        if (is_first) {
            for (int n = 0; n < CODEVS5_NINJAS; n++)
                for (int k = 0; k < 2; k++)
                    if (risk_of(at, walk, n)->cell[k])
                        cell[cells++] = risk_of(at, walk, n)->cell[k];
            is_first = false;
        }
        for (int k = cells - 1; k >= 0; k--)
            if (!is_stopped(at, walk, cell[k])) cell[k] = cell[--cells];
        if (cells == 0) return false;
    }
    return true; /* or there are none */
}

/* ---- children ---- */

/* True when nothing of the opponent's can make it deadly right now, as far as that is known: clones
   are looked at when their turn comes, there are too many. */
static bool offer(struct router *p, struct position *at, const struct codevs5_walk *walk,
                  struct codevs5_spell spell, int slashed)
{
    struct codevs5_command command = kit_command(walk, spell);
    int danger = at->turn == 0 && spell.jutsu != JUTSU_MY_CLONE ? danger_of(p, &command) : 0;
    int gain = at->gain +
               (walk->souls + slashed) * (SOUL - worth_of(p, ROUTE_SOUL_LATER, at->turn)) +
               p->nin_worth * CODEVS5_SOUL_NIN * walk->souls - danger;
    if (spell.jutsu != JUTSU_NONE) gain -= p->nin_worth * p->task->cost[spell.jutsu];
    int nin = at->field->nin + CODEVS5_SOUL_NIN * walk->souls;
    if (spell.jutsu != JUTSU_NONE) nin -= p->task->cost[spell.jutsu];
    int lacks = nin < p->reserve ? p->reserve - nin : 0;
    int hope = gain - at->cramped - worth_of(p, ROUTE_SHORT, lacks);
    for (int n = 0; n < CODEVS5_NINJAS; n++) hope -= lack_of(p, at, walk->ninja[n]);
    if (at->turn >= p->task->rock_turn && spell.jutsu != JUTSU_MY_CLONE)
        hope -= worth_of(p, ROUTE_RISK, count_risks(at, walk));
    uint64_t hash = (uint64_t)p->offers++ << HASH_SHIFT;
    struct route_node *child = beam_offer(&p->beam, BASE + hope, hash, 0);
    if (!child) return danger == 0;
    child->from = at->number;
    child->command = command;
    child->first = at->first;
    child->gain = gain;
    child->hope = hope;
    return danger == 0;
}

/* Offers the walks that end outside of `deadly`; returns how many are safe. */
static int offer_walks(struct router *p, struct position *at, int walks,
                       const struct codevs5_board *deadly, struct codevs5_spell spell, int slashed)
{
    int count = 0;
    for (int i = 0; i < walks; i++) {
        const struct codevs5_walk *walk = &p->walks[i];
        if (board_has(deadly, walk->ninja[0]) || board_has(deadly, walk->ninja[1])) continue;
        count += offer(p, at, walk, spell, slashed);
    }
    return count;
}

static bool can_pay(const struct router *p, const struct position *at, enum codevs5_jutsu jutsu)
{
    return at->field->nin >= p->task->cost[jutsu];
}

static int offer_slashes(struct router *p, struct position *at, int walks)
{
    int count = 0;
    for (uint8_t n = 0; n < CODEVS5_NINJAS && can_pay(p, at, JUTSU_SLASH); n++) {
        struct codevs5_board cut = board_both(kit_around(at->field->ninja[n]), at->field->dogs);
        if (board_is_empty(&cut)) continue;
        struct codevs5_board dogs = board_without(at->field->dogs, cut);
        struct codevs5_board deadly = board_either(dogs, board_beside(dogs));
        count += offer_walks(p, at, walks, &deadly, (struct codevs5_spell){JUTSU_SLASH, n},
                             board_count(&cut));
    }
    return count;
}

/* While there is a clone the dogs do not mind the ninjas: they are moved once for all walks. (One
   that pushes a rock may turn them elsewhere; that is found out when it is played.) */
static void offer_clones(struct router *p, struct position *at, int walks)
{
    static const struct codevs5_command stay = {.jutsu = JUTSU_NONE};
    int grid = at->turn == 0 ? 1 : 3;
    for (int row = 1; row < CODEVS5_ROWS - 1 && can_pay(p, at, JUTSU_MY_CLONE); row += grid)
        for (int col = 1; col < CODEVS5_COLS - 1; col += grid) {
            int cell = codevs5_cell(row, col);
            if (!board_has(&at->floor, cell)) continue;
            struct codevs5_spell clone = {JUTSU_MY_CLONE, (uint8_t)cell};
            struct codevs5_field field = *at->field;
            struct codevs5_act act = codevs5_field_act(&field, no_spell, clone, &stay);
            codevs5_field_react(&field, &act, 0);
            offer_walks(p, at, walks, &field.dogs, clone, 0);
            limit_spend(p->limit, 1);
        }
}

static void offer_speed(struct router *p, struct position *at)
{
    if (!can_pay(p, at, JUTSU_SPEED)) return;
    int walks = codevs5_list_walks(at->field, CODEVS5_STEPS_MAX, p->walks, CODEVS5_FAST_WALKS_MAX);
    offer_walks(p, at, walks, &at->unsafe, (struct codevs5_spell){JUTSU_SPEED, 0}, 0);
    limit_spend(p->limit, 8);
}

/* On the rocks beside a ninja. */
static void offer_bolts(struct router *p, struct position *at)
{
    if (!can_pay(p, at, JUTSU_MY_BOLT)) return;
    struct codevs5_board beside = board_beside(kit_ninjas(at->field));
    struct codevs5_board rocks = board_both(beside, at->field->rocks);
    BOARD_EACH(cell, &rocks)
    {
        struct codevs5_field field = *at->field;
        board_remove(&field.rocks, cell);
        int walks = codevs5_list_walks(&field, CODEVS5_STEPS, p->walks, CODEVS5_WALKS_MAX);
        struct codevs5_spell bolt = {JUTSU_MY_BOLT, (uint8_t)cell};
        offer_walks(p, at, walks, &at->unsafe, bolt, 0);
        limit_spend(p->limit, 1);
    }
}

/* The last position of field[]. */
static void expand(struct router *p, int32_t first, int32_t gain, int32_t cramped)
{
    int32_t number = p->field_count - 1;
    const struct codevs5_field *field = &p->field[p->beam.level % 2][number];
    struct position at = {.field = field,
                          .number = number,
                          .first = first,
                          .gain = gain,
                          .cramped = cramped,
                          .floor = codevs5_floor(field),
                          .turn = p->beam.level};
    at.unsafe = board_either(field->dogs, board_beside(field->dogs));
    kit_soul_distances(field, at.distance);
    memset(at.lack, -1, sizeof at.lack);
    int walks = codevs5_list_walks(field, CODEVS5_STEPS, p->walks, CODEVS5_WALKS_MAX);
    if (at.turn > 0 && at.turn >= p->task->rock_turn && is_trap(p, &at, walks))
        at.gain -= worth_of(p, ROUTE_TRAP, 1);
    int alive = offer_walks(p, &at, walks, &at.unsafe, no_spell, 0);
    alive += offer_slashes(p, &at, walks);
    if (alive >= FEW) return;
    offer_clones(p, &at, walks);
    offer_speed(p, &at);
    offer_bolts(p, &at);
}

/* ---- the search ---- */

/* Cells on which each ninja can be some turns from now while dogs come from all sides. */
static void find_room(const struct codevs5_field *field, struct codevs5_board room[CODEVS5_NINJAS])
{
    struct codevs5_board floor = codevs5_floor(field), dogs = field->dogs;
    for (int n = 0; n < CODEVS5_NINJAS; n++) {
        room[n] = (struct codevs5_board){{0}};
        board_add(&room[n], field->ninja[n]);
    }
    for (int turn = 0; turn < ROOM_TURNS; turn++) {
        dogs = board_either(dogs, board_both(board_beside(dogs), floor));
        for (int n = 0; n < CODEVS5_NINJAS; n++) {
            for (int i = 0; i < CODEVS5_STEPS; i++)
                room[n] = board_either(room[n], board_both(board_beside(room[n]), floor));
            room[n] = board_without(room[n], dogs);
        }
    }
}

/* Points against a position in which the ninjas can hardly flee. */
static int find_cramped(const struct router *p, const struct codevs5_field *field)
{
    struct codevs5_board room[CODEVS5_NINJAS];
    int points = 0;
    find_room(field, room);
    for (int n = 0; n < CODEVS5_NINJAS; n++) {
        int count = board_count(&room[n]);
        if (count == 0) points += worth_of(p, ROUTE_NO_ROOM, 1);
        if (count < ROOM) points += worth_of(p, ROUTE_CRAMPED, ROOM - count);
    }
    return points;
}

/* What makes two positions about the same before the dogs have moved: everything but dogs that are
   more than NEAR steps away. They come from the same places by other ways, and which of those a
   line has seen hardly matters. */
static uint64_t hash_walked(const struct codevs5_field *field, struct codevs5_spell own)
{
    enum { NEAR = 2 };
    struct codevs5_board near = kit_within(kit_ninjas(field), NEAR);
    uint64_t h = (uint64_t)(uint8_t)own.jutsu << 56 | (uint64_t)own.argument << 48 |
                 (uint64_t)field->dog_count << 32 | (uint64_t)field->nin << 16 |
                 (uint64_t)field->ninja[0] << 8 | field->ninja[1];
    near = board_both(near, field->dogs);
    h = hash_bytes(h, &field->rocks, 2 * sizeof field->rocks); /* and souls */
    return hash_bytes(h, &near, sizeof near);
}

/* Plays the command of a node and goes on from there, unless its line ends here. */
static void visit(struct router *p, const struct route_node *from)
{
    int level = p->beam.level;
    struct route_node node = *from;
    struct codevs5_field *field = &p->field[level % 2][p->field_count];
    *field = p->field[(level - 1) % 2][node.from];
    struct codevs5_spell own = codevs5_field_pay(field, p->task->cost, &node.command);
    struct codevs5_act act = codevs5_field_act(field, no_spell, own, &node.command);
    if (!seen_add(&p->met, hash_walked(field, own))) return;
    limit_spend(p->limit, 1);
    if (codevs5_field_react(field, &act, 0)) return;
    int cramped = find_cramped(p, field);
    node.hope -= cramped;
    if (!note_first(p, &node)) return;
    p->field_count++;
    if (level < p->task->turns) expand(p, node.first, node.gain, cramped);
}

int route_search(struct router *p, const struct route_task *task, struct limit *limit)
{
    p->task = task;
    set_values(p, task->cost);
    p->limit = limit;
    p->first_count = 0;
    p->offers = 0;
    beam_begin(&p->beam, limit, task->turns + 1);
    beam_next(&p->beam);
    p->field[0][0] = *task->field;
    p->field_count = 1;
    expand(p, -1, 0, 0);
    while (beam_advance(&p->beam)) {
        seen_clear(&p->met);
        p->field_count = 0;
        for (const struct route_node *node; (node = beam_next(&p->beam));) visit(p, node);
    }
    route_sort(p);
    return p->first_count;
}
