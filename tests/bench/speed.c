#include "tests/bench/speed.h"

bool speed_all(FILE *out)
{
    static speed_fn *const parts[] = {speed_reborn, speed_codevs5, speed_codevs4,
                                      speed_chaser, speed_referee, speed_cage};
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        if (!parts[i](out)) return false;
    return true;
}
