/* One field through the phases of a turn. */
#include "games/codevs5/codevs5.h"

#include <assert.h>
#include <string.h>

/* Cells that are not the outer ring: columns 1..12 of rows 1..15. */
#define ROW_BITS ((uint64_t)0x1FFE)
#define ROW_AT(row) (ROW_BITS << (row)*CODEVS5_COLS % 64)
#define ROW_OVER(row) (ROW_BITS >> (64 - (row)*CODEVS5_COLS % 64)) /* what the next word gets */
static const struct codevs5_board inner = {{
    ROW_AT(1) | ROW_AT(2) | ROW_AT(3) | ROW_AT(4),
    ROW_OVER(4) | ROW_AT(5) | ROW_AT(6) | ROW_AT(7) | ROW_AT(8) | ROW_AT(9),
    ROW_OVER(9) | ROW_AT(10) | ROW_AT(11) | ROW_AT(12) | ROW_AT(13),
    ROW_OVER(13) | ROW_AT(14) | ROW_AT(15),
}};

static const int step_delta[STEP_KINDS] = {
    [STEP_UP] = -CODEVS5_COLS, [STEP_LEFT] = -1, [STEP_RIGHT] = 1, [STEP_DOWN] = CODEVS5_COLS};

struct codevs5_board codevs5_floor(const struct codevs5_field *field)
{
    return board_without(inner, field->rocks);
}

/* In registers: adding cells to a board in memory and reading it as a whole right after waits. */
static struct codevs5_board ninja_cells(const struct codevs5_field *field)
{
    struct codevs5_board cells;
    int first = field->ninja[0], second = field->ninja[1];
    for (int i = 0; i < CODEVS5_WORDS; i++)
        cells.word[i] = (uint64_t)(first >> 6 == i) << (first & 63) | (uint64_t)(second >> 6 == i)
                                                                          << (second & 63);
    return cells;
}

/* ---- phase 1 ---- */

struct codevs5_spell codevs5_field_pay(struct codevs5_field *field,
                                       const uint8_t cost[CODEVS5_JUTSU],
                                       const struct codevs5_command *command)
{
    enum codevs5_jutsu jutsu = (enum codevs5_jutsu)command->jutsu;
    if (jutsu == JUTSU_NONE || field->nin < cost[jutsu])
        return (struct codevs5_spell){.jutsu = JUTSU_NONE}; /* RULES 3.2 */
    field->nin -= cost[jutsu];
    field->uses[jutsu]++;
    return (struct codevs5_spell){.jutsu = command->jutsu, .argument = command->argument};
}

/* RULES 3.5: a rock needs a cell without ninja, dog, soul, rock and wall. */
static void drop_rock(struct codevs5_field *field, int cell)
{
    struct codevs5_board taken =
        board_either(board_either(field->dogs, field->souls), ninja_cells(field));
    struct codevs5_board free = board_without(codevs5_floor(field), taken);
    if (board_has(&free, cell)) board_add(&field->rocks, cell);
}

static void place_clone(const struct codevs5_field *field, int cell, struct codevs5_board *lures)
{
    struct codevs5_board floor = codevs5_floor(field);
    if (board_has(&floor, cell)) board_add(lures, cell);
}

/* RULES 3.8: the dogs on the eight cells around a ninja leave for good. Returns how many. */
static int slash(struct codevs5_field *field, int centre)
{
    int kept = 0;
    for (int i = 0; i < field->dog_count; i++) {
        int cell = field->dog_cell[i];
        int rows = codevs5_row(cell) - codevs5_row(centre);
        int cols = codevs5_col(cell) - codevs5_col(centre);
        if (cell != centre && rows * rows <= 1 && cols * cols <= 1) {
            board_remove(&field->dogs, cell);
            continue;
        }
        field->dog_id[kept] = field->dog_id[i];
        field->dog_cell[kept++] = field->dog_cell[i];
    }
    int gone = field->dog_count - kept;
    memset(field->dog_id + kept, 0, sizeof field->dog_id[0] * (size_t)gone);
    memset(field->dog_cell + kept, 0, (size_t)gone);
    field->dog_count = (uint16_t)kept;
    return gone;
}

static void cast_by_foe(struct codevs5_field *field, struct codevs5_spell spell,
                        struct codevs5_act *act)
{
    if (spell.jutsu == JUTSU_FOE_ROCK) drop_rock(field, spell.argument);
    if (spell.jutsu == JUTSU_FOE_BOLT) board_remove(&field->rocks, spell.argument);
    if (spell.jutsu == JUTSU_FOE_CLONE) place_clone(field, spell.argument, &act->lures);
}

static void cast_by_owner(struct codevs5_field *field, struct codevs5_spell spell,
                          struct codevs5_act *act)
{
    if (spell.jutsu == JUTSU_MY_ROCK) drop_rock(field, spell.argument);
    if (spell.jutsu == JUTSU_MY_BOLT) board_remove(&field->rocks, spell.argument);
    if (spell.jutsu == JUTSU_MY_CLONE) place_clone(field, spell.argument, &act->lures);
    if (spell.jutsu == JUTSU_SLASH) act->sent += slash(field, field->ninja[spell.argument]);
}

/* ---- phase 2 ---- */

/* RULES 4.2: pushes a rock one cell on; a soul behind it does not stop it. */
static bool push_rock(struct codevs5_field *field, int rock, int delta)
{
    struct codevs5_board floor = codevs5_floor(field);
    int behind = rock + delta;
    if (!board_has(&floor, behind) || board_has(&field->dogs, behind)) return false;
    if (field->ninja[0] == behind || field->ninja[1] == behind) return false;
    board_remove(&field->rocks, rock);
    board_add(&field->rocks, behind);
    return true;
}

/* RULES 4.4 */
static void take_soul(struct codevs5_field *field, int cell, int *souls)
{
    if (!board_has(&field->souls, cell)) return;
    board_remove(&field->souls, cell);
    field->nin += CODEVS5_SOUL_NIN;
    (*souls)++;
}

bool codevs5_field_walk(struct codevs5_field *field, int ninja, enum codevs5_step step, int *souls)
{
    int delta = step_delta[step], target = field->ninja[ninja] + delta;
    bool moves = delta != 0 && board_has(&inner, target) &&
                 (!board_has(&field->rocks, target) || push_rock(field, target, delta));
    if (moves) field->ninja[ninja] = (uint8_t)target;
    take_soul(field, field->ninja[ninja], souls);
    return moves;
}

struct codevs5_act codevs5_field_act(struct codevs5_field *field, struct codevs5_spell foe,
                                     struct codevs5_spell own,
                                     const struct codevs5_command *command)
{
    struct codevs5_act act = {.sent = 0};
    cast_by_foe(field, foe, &act); /* RULES 3.3: the opponent first */
    cast_by_owner(field, own, &act);
    int steps = own.jutsu == JUTSU_SPEED ? CODEVS5_STEPS_MAX : CODEVS5_STEPS;
    for (int n = 0; n < CODEVS5_NINJAS; n++)
        for (int i = 0; i < steps; i++)
            codevs5_field_walk(field, n, command->step[n][i], &act.sent);
    return act;
}

/* Phase 3, the dogs, is in codevs5_flood.c. */

/* ---- phases 4 to 6 ---- */

/* The cell of this rank within the set, counted from 0. */
static int nth_cell(const struct codevs5_board *b, int rank)
{
    int i = 0;
    for (int count; rank >= (count = __builtin_popcountll(b->word[i])); i++) rank -= count;
    uint64_t word = b->word[i];
    while (rank-- > 0) word &= word - 1;
    return i * 64 + __builtin_ctzll(word);
}

void codevs5_field_grow(struct codevs5_field *field)
{
    if (field->stream.word == CODEVS5_NO_STREAM) return;
    int missing = field->soul_goal - board_count(&field->souls);
    if (missing <= 0) return;
    struct codevs5_board taken = board_either(field->souls, ninja_cells(field));
    struct codevs5_board free = board_without(codevs5_floor(field), taken);
    int room = board_count(&free);
    for (; missing > 0 && room > 0; missing--, room--) {
        int cell = nth_cell(&free, java_rng_below(&field->stream, room));
        board_remove(&free, cell);
        board_add(&field->souls, cell);
    }
    field->soul_goal = (uint8_t)(field->soul_goal - missing); /* RULES 6.3 */
}

void codevs5_field_add_dog(struct codevs5_field *field, int id, int cell)
{
    assert(field->dog_count < CODEVS5_INNER && !board_has(&field->dogs, cell));
    field->dog_id[field->dog_count] = (uint16_t)id;
    field->dog_cell[field->dog_count++] = (uint8_t)cell;
    board_add(&field->dogs, cell);
}

/* RULES 7.2: the farthest cells first, among equals in the order of the cells. */
static void summon(struct codevs5_field *field, struct codevs5_flood *flood, int dogs)
{
    flood_finish(flood);
    for (int d = flood->depth; d >= 0; d--) {
        struct codevs5_board free = board_without(flood->layer[d], field->dogs);
        BOARD_EACH(cell, &free)
        {
            if (dogs-- == 0) return;
            codevs5_field_add_dog(field, field->next_dog++, cell);
        }
    }
}

unsigned codevs5_field_react(struct codevs5_field *field, const struct codevs5_act *act, int dogs)
{
    struct codevs5_board floor = codevs5_floor(field), ninjas = ninja_cells(field);
    struct codevs5_board lures = board_both(act->lures, floor); /* RULES 5.1 */
    bool lured = !board_is_empty(&lures);
    struct codevs5_flood flood;
    flood_start(&flood, floor, lured ? lures : ninjas);
    codevs5_move_dogs(field, &flood);
    codevs5_field_grow(field);
    if (dogs > 0) {
        if (lured) flood_start(&flood, floor, ninjas); /* else it goes on where the dogs left it */
        summon(field, &flood, dogs);
    }
    unsigned caught = 0;
    for (int n = 0; n < CODEVS5_NINJAS; n++)
        caught |= (unsigned)board_has(&field->dogs, field->ninja[n]) << n;
    return caught;
}

struct codevs5_outcome codevs5_field_step(struct codevs5_field *field,
                                          const uint8_t cost[CODEVS5_JUTSU],
                                          const struct codevs5_command *command,
                                          struct codevs5_spell foe, int dogs)
{
    struct codevs5_spell own = codevs5_field_pay(field, cost, command);
    struct codevs5_act act = codevs5_field_act(field, foe, own, command);
    return (struct codevs5_outcome){act.sent, codevs5_field_react(field, &act, dogs)};
}
