/* The map as hypotheses: where in a field of which size the start may lie, and how much each has
   to explain away. */
#include "bots/chaser/belief.h"

#include <limits.h>
#include <string.h>

enum {
    /* Costs in sixteenths of a nat: how surprising something is. */
    FLOOR_COST = 6,
    ITEM_COST = 28,
    BLOCK_COST = 32,
    MISMATCH_COST = 64, /* a player may have changed it, or the map is not symmetric */
    SURE = 16,          /* by so much the best must be cheaper than the second */
    SEEN_MAX = 2048,
};

/* 15 x 17 is the rule; the 23 x 17 of old is the same between columns of blocks. */
static const struct {
    int width, height, cost;
} sizes[] = {{15, 17, 0}, {21, 17, 32}};

/* All cells seen so far, with their places on the sheet. */
struct seen {
    int count;
    struct {
        int16_t x, y;
        int16_t cell;
    } at[SEEN_MAX];
};

struct hypothesis {
    int left, top, right, bottom;
};

/* ---- what was seen ---- */

static void note_first(struct belief *b, const struct kit_map *m, struct seen *seen)
{
    seen->count = 0;
    for (int place = 0; place < KIT_PLACES; place++) {
        if (b->first[place] == KIT_UNKNOWN) b->first[place] = m->cell[place];
        if (b->first[place] == KIT_UNKNOWN || seen->count == SEEN_MAX) continue;
        seen->at[seen->count].x = (int16_t)(place % KIT_SIDE);
        seen->at[seen->count].y = (int16_t)(place / KIT_SIDE);
        seen->at[seen->count++].cell = b->first[place];
    }
}

/* ---- hypotheses ---- */

static int cost_of_kind(int cell)
{
    return cell == KIT_BLOCK ? BLOCK_COST : cell == KIT_ITEM ? ITEM_COST : FLOOR_COST;
}

/* Of a pair of mirror images the first one in order pays for its kind, the second for a mismatch.
 */
static int cost_of_cell(const struct belief *b, const struct hypothesis *h, int x, int y, int cell)
{
    if (x < h->left || x > h->right || y < h->top || y > h->bottom)
        return cell == KIT_BLOCK ? 0 : INT_MAX;
    int place = y * KIT_SIDE + x;
    int mirror = (h->top + h->bottom - y) * KIT_SIDE + h->left + h->right - x;
    if (mirror >= place || b->first[mirror] == KIT_UNKNOWN) return cost_of_kind(cell);
    return b->first[mirror] == cell ? 0 : MISMATCH_COST;
}

/* Adding stops where it has become too dear. */
static int cost_of(const struct belief *b, const struct hypothesis *h, const struct seen *seen,
                   int sum, int limit)
{
    for (int i = 0; i < seen->count && sum < limit; i++) {
        int cost = cost_of_cell(b, h, seen->at[i].x, seen->at[i].y, seen->at[i].cell);
        if (cost == INT_MAX) return INT_MAX;
        sum += cost;
    }
    return sum;
}

struct best {
    struct hypothesis hypothesis;
    int cost, second;
};

static void try_hypothesis(const struct belief *b, const struct seen *seen, struct hypothesis h,
                           int prior, struct best *best)
{
    int cost = cost_of(b, &h, seen, prior, best->second);
    if (cost < best->cost) {
        best->second = best->cost;
        best->cost = cost;
        best->hypothesis = h;
    } else if (cost < best->second) {
        best->second = cost;
    }
}

static struct hypothesis place_field(int width, int height, int x, int y)
{
    int left = KIT_START % KIT_SIDE - x, top = KIT_START / KIT_SIDE - y;
    return (struct hypothesis){left, top, left + width - 1, top + height - 1};
}

static void update_field(struct belief *b, const struct kit_map *m)
{
    struct seen seen;
    struct best best = {.cost = INT_MAX, .second = INT_MAX};
    note_first(b, m, &seen);
    if (seen.count == b->seen_count) return;
    b->seen_count = seen.count;
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
        for (int y = 0; y < sizes[i].height; y++)
            for (int x = 0; x < sizes[i].width; x++)
                try_hypothesis(b, &seen, place_field(sizes[i].width, sizes[i].height, x, y),
                               sizes[i].cost, &best);
    b->is_sure = best.cost < INT_MAX && best.second - SURE >= best.cost;
    if (!b->is_sure) return;
    b->left = best.hypothesis.left;
    b->top = best.hypothesis.top;
    b->right = best.hypothesis.right;
    b->bottom = best.hypothesis.bottom;
}

/* ---- where the opponent may be ---- */

static int content(const struct belief *b, const struct kit_map *m, int place)
{
    if (!b->is_sure) return m->cell[place];
    return belief_is_inside(b, place) ? belief_cell(b, m, place) : KIT_BLOCK;
}

/* How likely a step of the opponent is, compared with others: items draw it. */
static int step_weight(const struct belief *b, const struct kit_map *m, int place)
{
    int cell = content(b, m, place);
    return cell == KIT_BLOCK ? 0 : cell == KIT_ITEM ? 4 : 2;
}

static void spread_from(const struct belief *b, const struct kit_map *m, int place,
                        int32_t next[KIT_PLACES])
{
    int weight[4], sum = 1; /* 1: it stays */
    for (int direction = 0; direction < 4; direction++)
        sum += weight[direction] = step_weight(b, m, kit_next(place, direction));
    int32_t left = b->chance[place];
    for (int direction = 0; direction < 4; direction++) {
        int32_t part = (int32_t)((int64_t)b->chance[place] * weight[direction] / sum);
        next[kit_next(place, direction)] += part;
        left -= part;
    }
    next[place] += left;
}

/* One action of the opponent. */
static void spread(struct belief *b, const struct kit_map *m)
{
    int32_t next[KIT_PLACES] = {0};
    for (int place = KIT_SIDE; place < KIT_PLACES - KIT_SIDE; place++)
        if (b->chance[place] > 0) spread_from(b, m, place, next);
    memcpy(b->chance, next, sizeof next);
}

static void forget(struct belief *b)
{
    memset(b->chance, 0, sizeof b->chance);
    b->has_idea = false;
}

static void set_idea(struct belief *b, int place)
{
    forget(b);
    b->chance[place] = BELIEF_WHOLE;
    b->has_idea = true;
}

/* A message has shown where the opponent is, or where it is not. */
static void look(struct belief *b, const struct kit_map *m, int message)
{
    if (m->other != 0 && m->other_at == message) {
        set_idea(b, m->other);
        return;
    }
    int64_t sum = 0;
    for (int place = 0; place < KIT_PLACES; place++) {
        if (m->seen_at[place] == message) b->chance[place] = 0;
        sum += b->chance[place];
    }
    if (sum < BELIEF_WHOLE >> 12) {
        forget(b);
        return;
    }
    for (int place = 0; place < KIT_PLACES; place++)
        b->chance[place] = (int32_t)(b->chance[place] * (int64_t)BELIEF_WHOLE / sum);
}

/* It started opposite to us, and has acted since. */
static void guess_from_start(struct belief *b, const struct kit_map *m)
{
    set_idea(b, belief_mirror(b, KIT_START));
    for (int i = 0; i + 1 < m->actions; i++) spread(b, m);
}

void belief_update(struct belief *b, const struct kit_map *m)
{
    bool was_sure = b->is_sure;
    if (m->messages > 1) look(b, m, m->messages - 1); /* the answer to our last action */
    update_field(b, m);
    if (b->is_sure && !was_sure && !b->has_idea && m->other == 0) guess_from_start(b, m);
    if (b->has_idea) spread(b, m);
    look(b, m, m->messages);
}

/* ---- questions ---- */

bool belief_is_inside(const struct belief *b, int place)
{
    int x = place % KIT_SIDE, y = place / KIT_SIDE;
    return x >= b->left && x <= b->right && y >= b->top && y <= b->bottom;
}

int belief_mirror(const struct belief *b, int place)
{
    int x = place % KIT_SIDE, y = place / KIT_SIDE;
    return (b->top + b->bottom - y) * KIT_SIDE + b->left + b->right - x;
}

int belief_cell(const struct belief *b, const struct kit_map *m, int place)
{
    if (m->cell[place] != KIT_UNKNOWN) return m->cell[place];
    return b->first[belief_mirror(b, place)];
}
