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
