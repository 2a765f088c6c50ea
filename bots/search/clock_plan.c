#include "bots/search/clock_plan.h"

enum {
    TURN_RESERVE_MS = 4, /* for reading and writing in each turn to come */
    RESERVE_MS = 250,    /* once more, for whatever the machine is up to */
    UNLIMITED_MS = 1000, /* a turn, where there is no clock at all */
};

int64_t clock_plan_ms(const struct clock_plan *p)
{
    int64_t left_ms = p->left_ms >= 0 ? p->left_ms : p->match_ms / 4;
    int64_t ms = UNLIMITED_MS;
    if (p->match_ms > 0) {
        int64_t reserve_ms = TURN_RESERVE_MS * (int64_t)p->turns_left + RESERVE_MS;
        if (reserve_ms > p->match_ms / 4) reserve_ms = p->match_ms / 4;
        ms = left_ms > reserve_ms ? (left_ms - reserve_ms) / p->part : 0;
    }
    int64_t most_ms = p->turn_ms * 3 / 5;
    return p->turn_ms > 0 && ms > most_ms ? most_ms : ms;
}
