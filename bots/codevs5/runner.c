/*
 * Looks several turns ahead: a beam search over the walks of both ninjas on its own field.
 *
 * A walk is judged before its dogs are moved (see kit.h), so a level of the beam costs a
 * list of walks per line and a simulated turn only for the lines that are kept. Souls count more
 * the earlier they are taken; new souls and new dogs are not foreseen. Jutsu come in at the first
 * move:
 *
 *   - a whirl slash competes with plain walking, as dogs sent away are worth what souls are;
 *   - clones and super speed are tried only when no line of plain walking survives to the end;
 *   - a rock is dropped on the opponent's field when it leaves no walk there that survives;
 *   - of the best first moves, one is preferred that no single rock of the opponent can stop.
 */
#include "bots/codevs5/kit.h"

#include "base/hash.h"

#include <stdlib.h>
#include <string.h>

enum {
    DEPTH = 6,
    WIDTH = 40,
    SOUL = 1000,      /* for taking one now, */
    SOUL_LATER = 60,  /* less for each turn later */
    NIN = 60,         /* for a point of nin-power that is not spent */
    STEP = 8,         /* for each step that a ninja is nearer to a soul */
    ROCK_CHOICES = 12 /* first moves that are examined for the opponent's rock */
};

/* A line of play: the field it leads to and the first move it began with. */
struct line {
    struct codevs5_field field;
    struct codevs5_command first;
    int32_t score; /* what has been gained for good */
    int32_t hope;  /* score and what the position promises */
};

struct candidate {
    int32_t hope, score;
    uint16_t parent, walk;
    struct codevs5_walk step;
};

struct runner {
    struct line beam[2][WIDTH];
    struct line openings[WIDTH];
    struct candidate candidates[WIDTH * CODEVS5_WALKS_MAX];
    struct codevs5_walk walks[CODEVS5_FAST_WALKS_MAX];
    uint64_t seen[WIDTH];
    const struct codevs5_state *state;
    struct rng *rng;
    int player;
};

/* How a search ended: as far as it got, and its lines there, the best first. */
struct result {
    int depth, lines;
    const struct line *line;
};

static const struct codevs5_spell no_spell = {.jutsu = JUTSU_NONE};

static int by_hope(const void *a, const void *b)
{
    const struct candidate *x = a, *y = b;
    if (x->hope != y->hope) return x->hope < y->hope ? 1 : -1;
    if (x->parent != y->parent) return x->parent < y->parent ? -1 : 1;
    return x->walk < y->walk ? -1 : x->walk > y->walk;
}

/* What a position may bring; chance decides between equals, so that no two games need be alike. */
static int promise(struct runner *r, const uint8_t ninja[CODEVS5_NINJAS],
                   const uint8_t distance[CODEVS5_CELLS])
{
    int points = (int)rng_below(r->rng, STEP);
    for (int n = 0; n < CODEVS5_NINJAS; n++) points -= STEP * distance[ninja[n]];
    return points;
}

/* Adds the walks of one line that survive the turn. */
static int add_candidates(struct runner *r, const struct line *line, int parent, int depth,
                          int count)
{
    uint8_t distance[CODEVS5_CELLS];
    int walks = codevs5_list_walks(&line->field, CODEVS5_STEPS, r->walks, CODEVS5_WALKS_MAX);
    kit_soul_distances(&line->field, distance);
    for (int i = 0; i < walks; i++) {
        const struct codevs5_walk *walk = &r->walks[i];
        if (kit_is_caught(&line->field, walk->ninja)) continue;
        int score = line->score + walk->souls * (SOUL - SOUL_LATER * depth);
        r->candidates[count++] =
            (struct candidate){.hope = score + promise(r, walk->ninja, distance),
                               .score = score,
                               .parent = (uint16_t)parent,
                               .walk = (uint16_t)i,
                               .step = *walk};
    }
    return count;
}

/* What makes two lines the same for the turns to come. */
static uint64_t line_hash(const struct codevs5_field *field)
{
    uint64_t ninjas = (uint64_t)field->ninja[0] << 8 | field->ninja[1];
    uint64_t h = hash_bytes(ninjas, &field->rocks, sizeof field->rocks);
    h = hash_bytes(h, &field->souls, sizeof field->souls);
    return hash_bytes(h, &field->dogs, sizeof field->dogs);
}

static bool is_new(struct runner *r, int kept, const struct codevs5_field *field)
{
    uint64_t hash = line_hash(field);
    for (int i = 0; i < kept; i++)
        if (r->seen[i] == hash) return false;
    r->seen[kept] = hash;
    return true;
}

/* Plays a candidate on a copy of its parent's field; false when it is caught after all. */
static bool follow(const struct line *parent, const struct candidate *candidate, struct line *to)
{
    static const uint8_t free_of_charge[CODEVS5_JUTSU] = {0};
    struct codevs5_command command = kit_command(&candidate->step, no_spell);
    to->field = parent->field;
    to->first = parent->first;
    to->score = candidate->score;
    to->hope = candidate->hope;
    return !codevs5_field_step(&to->field, free_of_charge, &command, no_spell, 0).caught;
}

/* The best lines of the next level; returns how many there are. */
static int grow_beam(struct runner *r, const struct line *from, int lines, int depth,
                     struct line *to)
{
    int count = 0, kept = 0;
    for (int i = 0; i < lines; i++) count = add_candidates(r, &from[i], i, depth, count);
    qsort(r->candidates, (size_t)count, sizeof r->candidates[0], by_hope);
    for (int i = 0; i < count && kept < WIDTH; i++) {
        const struct candidate *c = &r->candidates[i];
        if (follow(&from[c->parent], c, &to[kept]) && is_new(r, kept, &to[kept].field)) kept++;
    }
    return kept;
}

static struct result search(struct runner *r, const struct line *from, int lines)
{
    struct result result = {.depth = 1, .lines = lines, .line = from};
    for (int depth = 1; depth < DEPTH && result.lines > 0; depth++) {
        struct line *to = r->beam[depth % 2];
        int kept = grow_beam(r, result.line, result.lines, depth, to);
        if (kept == 0) break;
        result = (struct result){.depth = depth + 1, .lines = kept, .line = to};
    }
    return result;
}

/* ---- first moves ---- */

static const struct codevs5_field *own_field(const struct runner *r)
{
    return &r->state->field[r->player];
}

static bool can_pay(const struct runner *r, int jutsu)
{
    return own_field(r)->nin >= r->state->cost[jutsu];
}

/* Puts a line into the list of openings, which is kept in order; the worst falls out. */
static int insert_opening(struct runner *r, int count, const struct line *line)
{
    int at = count < WIDTH ? count : WIDTH - 1;
    if (count == WIDTH && r->openings[at].hope >= line->hope) return count;
    for (; at > 0 && r->openings[at - 1].hope < line->hope; at--)
        r->openings[at] = r->openings[at - 1];
    r->openings[at] = *line;
    return count < WIDTH ? count + 1 : count;
}

/* All first moves with one jutsu (or none) that survive the turn. */
static int add_openings(struct runner *r, struct codevs5_spell spell, int count)
{
    const struct codevs5_field *field = own_field(r);
    int steps = spell.jutsu == JUTSU_SPEED ? CODEVS5_STEPS_MAX : CODEVS5_STEPS;
    int walks = codevs5_list_walks(field, steps, r->walks, CODEVS5_FAST_WALKS_MAX);
    uint8_t distance[CODEVS5_CELLS];
    bool dogs_stay = spell.jutsu == JUTSU_NONE || spell.jutsu == JUTSU_SPEED;
    kit_soul_distances(field, distance);
    for (int i = 0; i < walks; i++) {
        if (dogs_stay && kit_is_caught(field, r->walks[i].ninja)) continue;
        struct line line = {.field = *field, .first = kit_command(&r->walks[i], spell)};
        struct codevs5_outcome outcome =
            codevs5_field_step(&line.field, r->state->cost, &line.first, no_spell, 0);
        if (outcome.caught) continue;
        line.score = SOUL * outcome.sent;
        if (spell.jutsu != JUTSU_NONE) line.score -= NIN * r->state->cost[spell.jutsu];
        line.hope = line.score + promise(r, r->walks[i].ninja, distance);
        count = insert_opening(r, count, &line);
    }
    return count;
}

static int add_slashes(struct runner *r, int count)
{
    for (uint8_t n = 0; n < CODEVS5_NINJAS && can_pay(r, JUTSU_SLASH); n++)
        count = add_openings(r, (struct codevs5_spell){JUTSU_SLASH, n}, count);
    return count;
}

/* Clones on a coarse grid over the field: somewhere else is good enough. */
static int add_clones(struct runner *r, int count)
{
    struct codevs5_board floor = codevs5_floor(own_field(r));
    for (int row = 1; row < CODEVS5_ROWS && can_pay(r, JUTSU_MY_CLONE); row += 3)
        for (int col = 1; col < CODEVS5_COLS; col += 3) {
            int cell = codevs5_cell(row, col);
            if (!board_has(&floor, cell)) continue;
            count = add_openings(r, (struct codevs5_spell){JUTSU_MY_CLONE, (uint8_t)cell}, count);
        }
    return count;
}

static int add_speed(struct runner *r, int count)
{
    if (!can_pay(r, JUTSU_SPEED)) return count;
    return add_openings(r, (struct codevs5_spell){JUTSU_SPEED, 0}, count);
}

/* ---- rocks, theirs and ours ---- */

/* Whether a rock of the opponent somewhere on the way makes this command deadly. */
static bool a_rock_kills(const struct runner *r, const struct codevs5_command *command)
{
    static const int8_t delta[STEP_KINDS] = {0, -CODEVS5_COLS, -1, 1, CODEVS5_COLS};
    for (int n = 0; n < CODEVS5_NINJAS; n++) {
        int cell = own_field(r)->ninja[n];
        for (int i = 0; i < CODEVS5_STEPS_MAX && command->step[n][i] != STEP_STAY; i++) {
            cell += delta[command->step[n][i]];
            struct codevs5_field field = *own_field(r);
            struct codevs5_spell rock = {JUTSU_FOE_ROCK, (uint8_t)cell};
            if (codevs5_field_step(&field, r->state->cost, command, rock, 0).caught) return true;
        }
    }
    return false;
}

/* The best first move that stands a rock, or the best of all. */
static struct codevs5_command choose(const struct runner *r, const struct result *result)
{
    const struct codevs5_field *foe = &r->state->field[1 - r->player];
    if (foe->nin < r->state->cost[JUTSU_FOE_ROCK]) return result->line[0].first;
    for (int i = 0; i < result->lines && i < ROCK_CHOICES; i++)
        if (!a_rock_kills(r, &result->line[i].first)) return result->line[i].first;
    return result->line[0].first;
}

/* Whether any walk of the opponent survives a rock on this cell. */
static bool foe_survives(struct runner *r, int cell)
{
    struct codevs5_field foe = r->state->field[1 - r->player];
    struct codevs5_command stay = {.jutsu = JUTSU_NONE};
    struct codevs5_spell rock = {JUTSU_FOE_ROCK, (uint8_t)cell};
    codevs5_field_act(&foe, rock, no_spell, &stay); /* before anybody walks */
    int walks = codevs5_list_walks(&foe, CODEVS5_STEPS, r->walks, CODEVS5_WALKS_MAX);
    for (int i = 0; i < walks; i++)
        if (!kit_is_caught(&foe, r->walks[i].ninja)) return true;
    return false;
}

/* A cell for a rock that leaves the opponent no walk, or -1. */
static int find_killing_cell(struct runner *r)
{
    const struct codevs5_field *foe = &r->state->field[1 - r->player];
    struct codevs5_board near = {{0}};
    if (!can_pay(r, JUTSU_FOE_ROCK)) return -1;
    for (int n = 0; n < CODEVS5_NINJAS; n++) board_add(&near, foe->ninja[n]);
    near = board_both(board_beside(near), codevs5_floor(foe));
    near = board_either(near, board_both(board_beside(near), codevs5_floor(foe)));
    BOARD_EACH(cell, &near)
    if (!foe_survives(r, cell)) return cell;
    return -1;
}

/* ---- a turn ---- */

/* The first move of the line that lives longest and gains most; stays when there is none. */
static struct codevs5_command find_command(struct runner *r)
{
    int count = add_slashes(r, add_openings(r, no_spell, 0));
    struct result plain = search(r, r->openings, count);
    struct codevs5_command best = {.jutsu = JUTSU_NONE};
    if (count > 0) best = choose(r, &plain);
    if (count > 0 && plain.depth == DEPTH) return best;
    int depth = count > 0 ? plain.depth : 0;
    count = add_speed(r, add_clones(r, 0));
    if (count == 0) return best;
    struct result rescue = search(r, r->openings, count);
    return rescue.depth > depth ? choose(r, &rescue) : best;
}

static void think(const struct bot_view *view, void *memory, struct game_action *out)
{
    struct runner *r = memory;
    r->state = kit_state(view);
    r->player = view->self.player;
    r->rng = view->rng;
    struct codevs5_command command = find_command(r);
    int cell = command.jutsu == JUTSU_NONE ? find_killing_cell(r) : -1;
    if (cell >= 0) {
        command.jutsu = JUTSU_FOE_ROCK;
        command.argument = (uint8_t)cell;
    }
    memcpy(out, &command, sizeof command);
}

const struct bot bot_codevs5_runner = {
    .name = "runner",
    .game = "codevs5",
    .about = N_("searches six turns ahead, collects souls, and uses jutsu to stay alive"),
    .memory_size = sizeof(struct runner),
    .think = think,
};
