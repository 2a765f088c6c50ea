#include "bots/search/limit.h"

#include "os/clock.h"

/* Some ten microseconds, or a fraction of a millisecond where a node is large. A search of many
   levels reads at least once in each, and a turn makes some twenty searches: with 1,024 nodes a
   reading they overran a short turn several times over. */
enum { NODES_A_READING = 64 };

struct limit limit_from(int64_t nodes_end, int64_t end_us)
{
    return (struct limit){
        .nodes_end = nodes_end, .end_us = end_us, .slice_nodes = nodes_end, .slice_us = end_us};
}

void limit_slice(struct limit *l, int slices_left)
{
    l->slice_is_over = false;
    l->read_at = l->nodes + NODES_A_READING;
    l->slice_nodes = l->nodes_end;
    l->slice_us = l->end_us;
    if (l->nodes_end != INT64_MAX)
        l->slice_nodes = l->nodes + (l->nodes_end - l->nodes) / slices_left;
    if (l->end_us == INT64_MAX) return;
    int64_t now_us = clock_us();
    if (l->nodes_end == INT64_MAX) l->slice_us = now_us + (l->end_us - now_us) / slices_left;
    if (l->slice_us <= now_us) l->read_at = l->nodes; /* it is over with the first node */
}

struct limit limit_before(const struct limit *l, int parts)
{
    int64_t nodes_end = l->nodes_end, end_us = l->end_us;
    if (nodes_end != INT64_MAX) nodes_end -= (nodes_end - l->nodes) / parts;
    if (end_us != INT64_MAX) end_us -= (end_us - clock_us()) / parts;
    struct limit before = limit_from(nodes_end, end_us);
    before.nodes = l->nodes;
    return before;
}

bool limit_spend(struct limit *l, int nodes)
{
    l->nodes += nodes;
    if (l->nodes >= l->slice_nodes) l->slice_is_over = true;
    if (l->nodes < l->read_at || l->end_us == INT64_MAX) return l->slice_is_over;
    l->read_at = l->nodes + NODES_A_READING;
    if (clock_us() >= l->slice_us) l->slice_is_over = true;
    return l->slice_is_over;
}

bool limit_is_over(const struct limit *l)
{
    return l->nodes >= l->nodes_end || (l->end_us != INT64_MAX && clock_us() >= l->end_us);
}
