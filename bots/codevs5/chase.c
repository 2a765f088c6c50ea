#include "bots/codevs5/chase.h"

#include <string.h>

enum {
    GUESSES = 6,      /* moves of the opponent that are expected */
    DEATH = 4000,     /* against a move that a jutsu of the opponent makes deadly, */
    DEATHS = 12,      /* and more for each such jutsu */
    KILL_WASTED = 10, /* per cent: so much likelier must a kill be for each attack in vain */
    FOE_PART = 8      /* of the nodes or the time one in so many goes to the opponent's field */
};

static const struct codevs5_spell no_spell = {.jutsu = JUTSU_NONE};

void chase_open(struct chase *d, struct chase_style style, void *memory)
{
    d->style = style;
    route_open(&d->router, style.width, memory);
}

/* ---- what can be cast on a field ---- */

enum { SPELLS_MOST = 2 * CODEVS5_INNER };

struct spells {
    int count;
    struct codevs5_spell spell[SPELLS_MOST];
};

static void add_cells(struct spells *s, enum codevs5_jutsu jutsu, struct codevs5_board cells)
{
    BOARD_EACH(cell, &cells)
    s->spell[s->count++] = (struct codevs5_spell){(int8_t)jutsu, (uint8_t)cell};
}

/* Everything from outside that can kill this turn, for one who has so much nin-power: rocks in the
   way, clones that lead dogs over a ninja. (A bolt brings no dog nearer at once.) */
static void list_spells(const struct codevs5_field *field, int nin, const uint8_t *cost,
                        struct spells *s)
{
    struct codevs5_board floor = codevs5_floor(field), ninjas = {{0}};
    for (int n = 0; n < CODEVS5_NINJAS; n++) board_add(&ninjas, field->ninja[n]);
    struct codevs5_board near = board_either(ninjas, board_beside(ninjas));
    near = board_either(near, board_beside(near));
    near = board_either(near, board_beside(near));
    struct codevs5_board filled = board_either(board_either(ninjas, field->dogs), field->souls);
    s->count = 0;
    if (nin >= cost[JUTSU_FOE_ROCK])
        add_cells(s, JUTSU_FOE_ROCK, board_without(board_both(near, floor), filled));
    if (nin >= cost[JUTSU_FOE_CLONE]) add_cells(s, JUTSU_FOE_CLONE, floor);
}

/* ---- dangers ---- */

static bool has_walk(struct chase *d, const struct codevs5_field *field)
{
    int walks = codevs5_list_walks(field, CODEVS5_STEPS, d->walks, CODEVS5_WALKS_MAX);
    for (int i = 0; i < walks; i++)
        if (!kit_is_caught(field, d->walks[i].ninja)) return true;
    return false;
}

/* The own field, and what the opponent can pay for. */
struct dangers {
    const struct route_task *task;
    bool rocks, clones;
};

static int count_deaths(const struct dangers *g, const struct codevs5_command *command,
                        enum codevs5_jutsu jutsu, struct codevs5_board cells)
{
    int deaths = 0;
    BOARD_EACH(cell, &cells)
    {
        struct codevs5_field field = *g->task->field;
        struct codevs5_spell spell = {(int8_t)jutsu, (uint8_t)cell};
        deaths += codevs5_field_step(&field, g->task->cost, command, spell, 0).caught != 0;
    }
    return deaths;
}

/* Where rocks fall in the way: on the cells of the walk, or behind a rock that is pushed. */
static struct codevs5_board way_of(const struct codevs5_field *field,
                                   const struct codevs5_command *command)
{
    static const int delta[STEP_KINDS] = {0, -CODEVS5_COLS, -1, 1, CODEVS5_COLS};
    struct codevs5_board cells = {{0}};
    for (int n = 0; n < CODEVS5_NINJAS; n++) {
        int cell = field->ninja[n];
        for (int i = 0; i < CODEVS5_STEPS_MAX && command->step[n][i] != STEP_STAY; i++) {
            int step = delta[command->step[n][i]];
            cell += step;
            board_add(&cells, board_has(&field->rocks, cell) ? cell + step : cell);
        }
    }
    return board_both(cells, codevs5_floor(field));
}

/* A clone of the opponent's kills only who counts on a clone of its own: other walks end two steps
   from every dog. */
static int danger_of(void *arg, const struct codevs5_command *command)
{
    const struct dangers *g = arg;
    const struct codevs5_field *field = g->task->field;
    int deaths = g->rocks ? count_deaths(g, command, JUTSU_FOE_ROCK, way_of(field, command)) : 0;
    if (g->clones && command->jutsu == JUTSU_MY_CLONE)
        deaths += count_deaths(g, command, JUTSU_FOE_CLONE, codevs5_floor(field));
    return deaths > 0 ? DEATH + DEATHS * deaths : 0;
}

/* ---- attacks ---- */

/* Of its likely commands, how much of the chance is one that this spell makes deadly; per cent. */
static int chance_to_kill(const struct route_task *task, const struct route_first *guess,
                          int guesses, struct codevs5_spell spell)
{
    int all = 0, dead = 0;
    for (int i = 0; i < guesses; i++) {
        struct codevs5_field field = *task->field;
        int weight = guesses - i;
        all += weight;
        if (codevs5_field_step(&field, task->cost, &guess[i].command, spell, 0).caught)
            dead += weight;
    }
    return all > 0 ? 100 * dead / all : 0;
}

/* Whether a walk without jutsu survives the spell. */
static bool leaves_a_walk(struct chase *d, const struct codevs5_field *foe,
                          struct codevs5_spell spell)
{
    static const struct codevs5_command stay = {.jutsu = JUTSU_NONE};
    struct codevs5_field field = *foe;
    if (spell.jutsu == JUTSU_FOE_CLONE) return true; /* there is always one that it does not hit */
    codevs5_field_act(&field, spell, no_spell, &stay);
    return has_walk(d, &field);
}

static struct codevs5_spell find_attack(struct chase *d, const struct route_task *foe, int nin,
                                        const struct route_first *guess, int guesses)
{
    struct spells s;
    struct codevs5_spell best = no_spell;
    int best_chance = d->style.kill_likely + KILL_WASTED * d->wasted - 1;
    list_spells(foe->field, nin, foe->cost, &s);
    for (int i = 0; i < s.count; i++) {
        int chance = chance_to_kill(foe, guess, guesses, s.spell[i]);
        if (!leaves_a_walk(d, foe->field, s.spell[i])) chance += 100;
        if (chance <= best_chance) continue;
        best_chance = chance;
        best = s.spell[i];
    }
    return best;
}

/* ---- a turn ---- */

/* In how many turns somebody who takes a soul a turn can pay. */
static int turns_to_pay(const struct codevs5_field *field, int cost)
{
    int missing = cost - field->nin;
    return missing <= 0 ? 0 : (missing + CODEVS5_SOUL_NIN - 1) / CODEVS5_SOUL_NIN;
}

static struct route_task task_of(const struct chase *d, const struct codevs5_state *state,
                                 int player)
{
    return (struct route_task){
        .field = &state->field[player],
        .cost = state->cost,
        .rock_turn = turns_to_pay(&state->field[1 - player], state->cost[JUTSU_FOE_ROCK]),
        .turns = d->style.turns};
}

/* What the opponent will most likely do, by a small search of its field; returns how many. */
static int guess_moves(struct chase *d, const struct route_task *foe, struct limit *all,
                       struct route_first guess[GUESSES])
{
    limit_slice(all, FOE_PART);
    struct limit part = limit_from(all->slice_nodes, all->slice_us);
    int count = route_search(&d->router, foe, &part);
    if (count > GUESSES) count = GUESSES;
    memcpy(guess, d->router.first, (size_t)count * sizeof *guess);
    all->nodes = part.nodes;
    return count;
}

static struct codevs5_command find_move(struct chase *d, const struct route_task *own,
                                        struct limit *limit)
{
    static const struct codevs5_command stay = {.jutsu = JUTSU_NONE};
    return route_search(&d->router, own, limit) > 0 ? d->router.first[0].command : stay;
}

/* With an eye on the opponent. */
static struct codevs5_command find_best(struct chase *d, struct route_task *own,
                                        const struct route_task *foe, struct limit *limit)
{
    struct route_first guess[GUESSES];
    int guesses = guess_moves(d, foe, limit, guess);
    struct dangers dangers = {.task = own,
                              .rocks = foe->field->nin >= own->cost[JUTSU_FOE_ROCK],
                              .clones = foe->field->nin >= own->cost[JUTSU_FOE_CLONE]};
    own->danger = danger_of;
    own->arg = &dangers;
    struct codevs5_command command = find_move(d, own, limit);
    if (command.jutsu != JUTSU_NONE) return command;
    struct codevs5_spell attack = find_attack(d, foe, own->field->nin, guess, guesses);
    if (attack.jutsu == JUTSU_NONE) return command;
    d->wasted++; /* the game goes on only if it was */
    command.jutsu = attack.jutsu;
    command.argument = attack.argument;
    return command;
}

struct codevs5_command chase_think(struct chase *d, const struct codevs5_state *state, int player,
                                   int64_t nodes, int64_t end_us)
{
    struct route_task own = task_of(d, state, player), foe = task_of(d, state, 1 - player);
    struct limit limit = limit_from(nodes, end_us);
    if (d->style.minds_opponent) return find_best(d, &own, &foe, &limit);
    own.rock_turn = INT32_MAX;
    return find_move(d, &own, &limit);
}
