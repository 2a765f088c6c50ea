/* The formula of the header, with nothing measured here: numbers in, a number out. */
#include "referee/disturb.h"

#include <assert.h>

static int64_t at_least(int64_t n, int64_t least)
{
    return n < least ? least : n;
}

static int64_t at_most(int64_t n, int64_t most)
{
    return n > most ? most : n;
}

/* In thousandths: the whole is computed in whole numbers. */
static int64_t parallel_of(const struct disturb_use *u)
{
    int64_t wanted = (u->cpu_us + u->wait_us) * 1000 / u->wall_us;
    return at_most(at_least(wanted, 1000), 1000 * (int64_t)u->cores);
}

int64_t disturb_excused_us(const struct disturb_use *u)
{
    assert(u->cores >= 1);
    if (u->wall_us <= 0) return 0;
    int64_t used_us = u->wall_us * u->cores - u->idle_us;
    int64_t taken_us = at_least(used_us - u->own_us - DISTURB_COUNT_US, 0);
    int64_t waited_us = at_most(at_least(u->wait_us, 0), taken_us);
    int64_t arena_us = at_most(at_least(u->arena_us, 0), taken_us - waited_us);
    int64_t stolen_us = used_us > 0 ? u->stolen_us * at_most(u->cpu_us, used_us) / used_us : 0;
    int64_t parallel = parallel_of(u);
    int64_t excused_us = (waited_us + at_least(stolen_us, 0)) * 1000 / parallel + arena_us;
    return at_most(excused_us, u->wall_us);
}
