#include "bots/search/pace.h"

#include <assert.h>

enum { PLANNED = 80 }; /* of 100: so much of the time is planned in nodes */

void pace_note(struct pace *p, int64_t nodes, int64_t us)
{
    int64_t now = 1000 * nodes / (us < 1 ? 1 : us);
    if (now < 1) now = 1;
    p->nodes_a_ms = p->nodes_a_ms == 0 ? now : (p->nodes_a_ms + now) / 2;
}

int64_t pace_nodes(const struct pace *p, int64_t us)
{
    assert(p->nodes_a_ms > 0);
    int64_t nodes = us < 0 ? 0 : us / 1000 * p->nodes_a_ms / 100 * PLANNED;
    return nodes < 1 ? 1 : nodes;
}
