/*
 * A Reborn player whose strength depends on two numbers with a known best value: `reborn_tuned
 * BEST` and the variable `other`. At BEST = 70 and other = 0 it always drops on the lowest pair of
 * columns; the further off, the more turns it wastes by dropping into the first column.
 */
#include "tests/players/reborn_input.h"

#include <stdlib.h>

static int lowest_pair(const int field[REBORN_CELLS])
{
    int height[10] = {0}, best = 0;
    for (int cell = 0; cell < REBORN_CELLS; cell++) height[cell % 10] += field[cell] != 0;
    for (int p = 1; p < 9; p++)
        if (height[p] + height[p + 1] < height[best] + height[best + 1]) best = p;
    return best;
}

int main(int argc, char **argv)
{
    int turn, own[REBORN_CELLS], theirs[REBORN_CELLS];
    const char *other = getenv("other");
    int off = abs((argc > 1 ? atoi(argv[1]) : 0) - 70) + (other ? abs(atoi(other)) : 0);
    if (!reborn_begin("tuned")) return 0;
    while (reborn_read(&turn, own, theirs))
        reborn_drop(turn * 37 % 100 < off ? 0 : lowest_pair(own));
    return 0;
}
