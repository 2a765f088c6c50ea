/*
 * A Reborn player that is stone, paper or scissors: `reborn_circle 0`, 1 or 2. It shows who it is
 * by the column of its first drop, and gives up as soon as it sees the next one on the other field.
 */
#include "tests/players/reborn_input.h"

#include <stdlib.h>

static bool is_there(const int field[REBORN_CELLS], int who)
{
    for (int cell = 0; cell < REBORN_CELLS; cell++)
        if (field[cell] && cell % 10 < 9 && cell % 10 / 3 == who) return true;
    return false;
}

int main(int argc, char **argv)
{
    int turn, own[REBORN_CELLS], theirs[REBORN_CELLS];
    int who = argc > 1 ? atoi(argv[1]) : 0;
    if (!reborn_begin("circle")) return 0;
    while (reborn_read(&turn, own, theirs) && !is_there(theirs, (who + 1) % 3))
        reborn_drop(3 * who);
    return 0;
}
