/* Deadlines are absolute and charges whole milliseconds, rounded down: what a player was shown
   can be computed again from a record. */
#include "referee/budget.h"

#include <assert.h>

static const int64_t NO_LIMIT_MS = INT64_MAX / 4000;

struct budget budget_of(int64_t match_ms, int64_t turn_ms)
{
    return (struct budget){.left_ms = match_ms > 0 ? match_ms : INT64_MAX,
                           .turn_ms = turn_ms > 0 ? turn_ms : INT64_MAX};
}

void budget_start(struct budget *b, int64_t now_us)
{
    assert(b->left_ms >= 0 && b->turn_ms >= 0 && b->margin_ms >= 0 && b->line_ms >= 0);
    b->started_us = now_us;
}

/* Far from INT64_MAX even when there is no limit. */
static int64_t allowed_ms(const struct budget *b)
{
    int64_t ms = b->left_ms < b->turn_ms ? b->left_ms : b->turn_ms;
    return ms < NO_LIMIT_MS ? ms + b->margin_ms : NO_LIMIT_MS;
}

void budget_forgive(struct budget *b, int64_t us)
{
    assert(us >= 0);
    b->started_us += us;
}

int64_t budget_deadline(const struct budget *b)
{
    int64_t ms = allowed_ms(b);
    /* Late is more than allowed, in whole milliseconds: one beginning millisecond is free. */
    return ms == NO_LIMIT_MS ? INT64_MAX : b->started_us + (ms + b->line_ms + 1) * 1000;
}

int64_t budget_stop(struct budget *b, int64_t now_us, bool *late)
{
    int64_t spent_ms = now_us > b->started_us ? (now_us - b->started_us) / 1000 : 0;
    *late = spent_ms > allowed_ms(b);
    if (b->left_ms != INT64_MAX) b->left_ms = spent_ms < b->left_ms ? b->left_ms - spent_ms : 0;
    assert(b->left_ms >= 0 && spent_ms >= 0);
    return spent_ms;
}

int64_t budget_shown(const struct budget *b)
{
    return b->left_ms == INT64_MAX ? 0 : b->left_ms;
}
