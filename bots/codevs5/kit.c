/* Judges a walk before a single dog has moved, by where the dogs can be. */
#include "bots/codevs5/kit.h"

#include <string.h>

struct codevs5_command kit_command(const struct codevs5_walk *walk, struct codevs5_spell spell)
{
    struct codevs5_command command = {.jutsu = spell.jutsu, .argument = spell.argument};
    memcpy(command.step, walk->step, sizeof command.step);
    return command;
}

void kit_answer(const struct codevs5_walk *walk, struct codevs5_spell spell,
                struct game_action *out)
{
    struct codevs5_command command = kit_command(walk, spell);
    memcpy(out, &command, sizeof command);
}

struct codevs5_board kit_around(int cell)
{
    struct codevs5_board b = {{0}};
    for (int row = -1; row <= 1; row++)
        for (int col = -1; col <= 1; col++)
            if (row || col) board_add(&b, cell + row * CODEVS5_COLS + col);
    return b;
}

struct codevs5_board kit_ninjas(const struct codevs5_field *field)
{
    struct codevs5_board cells = {{0}};
    for (int n = 0; n < CODEVS5_NINJAS; n++) board_add(&cells, field->ninja[n]);
    return cells;
}

struct codevs5_board kit_within(struct codevs5_board cells, int steps)
{
    for (int i = 0; i < steps; i++) cells = board_either(cells, board_beside(cells));
    return cells;
}

bool kit_is_caught(const struct codevs5_field *field, const uint8_t ninja[CODEVS5_NINJAS])
{
    for (int n = 0; n < CODEVS5_NINJAS; n++)
        if (board_has(&field->dogs, ninja[n]) || board_around(&field->dogs, ninja[n])) return true;
    return false;
}

/* Souls under rocks can be had by pushing from beside: they are left out. */
void kit_soul_distances(const struct codevs5_field *field, uint8_t distance[CODEVS5_CELLS])
{
    struct codevs5_flood flood;
    struct codevs5_board floor = codevs5_floor(field);
    memset(distance, KIT_FAR, CODEVS5_CELLS);
    flood_start(&flood, floor, board_both(field->souls, floor));
    flood_finish(&flood);
    for (int d = 0; d <= flood.depth; d++) BOARD_EACH(cell, &flood.layer[d])
    distance[cell] = (uint8_t)d;
}

/* ---- detours ---- */

static bool can_turn(const struct codevs5_command *command, int ninja)
{
    const uint8_t *step = command->step[ninja];
    return step[0] != step[1] && step[0] != STEP_STAY && step[1] != STEP_STAY;
}

static void turn(struct codevs5_command *command, int ninja)
{
    uint8_t *step = command->step[ninja], first = step[0];
    step[0] = step[1];
    step[1] = first;
}

/* The field after the walk, which is all that matters: jutsu are cast before, and are the same. */
static struct codevs5_field walked(const struct codevs5_field *from,
                                   const struct codevs5_command *command)
{
    struct codevs5_field field = *from;
    int souls = 0;
    for (int n = 0; n < CODEVS5_NINJAS; n++)
        for (int i = 0; i < CODEVS5_STEPS; i++)
            codevs5_field_walk(&field, n, command->step[n][i], &souls);
    return field;
}

static bool is_alike(const struct codevs5_field *a, const struct codevs5_field *b)
{
    return memcmp(a->ninja, b->ninja, sizeof a->ninja) == 0 &&
           memcmp(&a->rocks, &b->rocks, sizeof a->rocks) == 0 &&
           memcmp(&a->souls, &b->souls, sizeof a->souls) == 0;
}

/* Bit n of `turned`: ninja n goes the other way round. */
int kit_detours(const struct codevs5_field *field, const struct codevs5_command *command,
                struct codevs5_command other[KIT_DETOURS])
{
    int can = can_turn(command, 0) | can_turn(command, 1) << 1, count = 0;
    if (can == 0 || command->jutsu == JUTSU_SPEED || command->jutsu == JUTSU_MY_BOLT) return 0;
    struct codevs5_field end = walked(field, command);
    for (int turned = 1; turned <= KIT_DETOURS; turned++) {
        if ((turned & can) != turned) continue;
        other[count] = *command;
        for (int n = 0; n < CODEVS5_NINJAS; n++)
            if (turned >> n & 1) turn(&other[count], n);
        struct codevs5_field there = walked(field, &other[count]);
        count += is_alike(&end, &there);
    }
    return count;
}
