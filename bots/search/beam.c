#include "bots/search/beam.h"

#include <assert.h>
#include <string.h>

enum { LEAST_KEPT = 256, LEAST_PLACES = 1 << 12, PLACES_A_NODE = 64 };

static size_t pool_count(struct beam_options o)
{
    return 2 * (size_t)o.width;
}

static void *take(unsigned char **memory, size_t size)
{
    void *block = *memory;
    *memory += size;
    return block;
}

void beam_open(struct beam *b, struct beam_options o, void *memory)
{
    unsigned char *rest = memory;
    size_t places = 4 * pool_count(o);
    assert(o.width >= 64 && (o.width & (o.width - 1)) == 0);
    *b = (struct beam){.options = o};
    for (int i = 0; i < 2; i++) b->pool[i] = take(&rest, pool_count(o) * (size_t)o.node_size);
    b->step = take(&rest, pool_count(o) * sizeof(struct beam_step));
    b->score = take(&rest, pool_count(o) * sizeof(int32_t));
    b->order = take(&rest, pool_count(o) * sizeof(int32_t));
    b->history = take(&rest, (size_t)o.width * BEAM_LEVELS * sizeof(struct beam_step));
    b->tally = take(&rest, BEAM_SCORES * sizeof(int32_t));
    seen_open(&b->seen, take(&rest, seen_size(places)), places);
    assert((size_t)(rest - (unsigned char *)memory) == BEAM_SIZE(o.node_size, o.width));
}

static void *node_at(const struct beam *b, int pool, int32_t place)
{
    return b->pool[pool] + (size_t)place * (size_t)b->options.node_size;
}

static struct beam_step *history_of(const struct beam *b, int level)
{
    return b->history + (size_t)level * (size_t)b->options.width;
}

/* Of the set: enough for the children of this level's nodes, or for those of them that are kept. */
static size_t places(const struct beam *b)
{
    size_t most = 8 * (size_t)b->keep, count = LEAST_PLACES;
    while (count < most && count < PLACES_A_NODE * (size_t)b->count) count *= 2;
    return count < most ? count : most;
}

static void begin_level(struct beam *b)
{
    b->at = 0;
    b->offered = 0;
    b->floor = 0;
    seen_clear_to(&b->seen, places(b));
    limit_slice(b->limit, b->levels - b->level);
}

void *beam_begin(struct beam *b, struct limit *limit, int levels)
{
    assert(levels >= 1 && levels <= BEAM_LEVELS);
    b->limit = limit;
    b->level = 0;
    b->levels = levels;
    b->count = 1;
    b->keep = b->options.width;
    b->order[0] = 0;
    history_of(b, 0)[0] = (struct beam_step){-1, -1};
    begin_level(b);
    return node_at(b, 0, 0);
}

const void *beam_next(struct beam *b)
{
    if (b->at == b->count || (b->at > 0 && b->limit->slice_is_over)) return NULL;
    return node_at(b, 0, b->order[b->at++]);
}

int32_t beam_current(const struct beam *b)
{
    return b->at - 1;
}

/* The least score that at most `width` nodes reach; more than one level of equals may be cut. */
static int32_t find_floor(struct beam *b)
{
    int32_t above = 0, floor = BEAM_SCORES;
    memset(b->tally, 0, BEAM_SCORES * sizeof *b->tally);
    for (int32_t i = 0; i < b->offered; i++) b->tally[b->score[i]]++;
    while (floor > 0 && above + b->tally[floor - 1] <= b->keep) above += b->tally[--floor];
    return floor;
}

/* Drops the worse half of the next level, so that there is room again. */
static void thin_out(struct beam *b)
{
    int32_t floor = find_floor(b), kept = 0, equals = 0, most_equals = 0;
    for (int32_t i = floor; i < BEAM_SCORES; i++) equals += b->tally[i];
    most_equals = b->keep - equals; /* of those just below, as many as there is room for */
    for (int32_t i = 0; i < b->offered; i++) {
        bool is_equal = b->score[i] == floor - 1;
        if (b->score[i] < floor && !(is_equal && most_equals-- > 0)) continue;
        if (kept != i) memcpy(node_at(b, 1, kept), node_at(b, 1, i), (size_t)b->options.node_size);
        b->step[kept] = b->step[i];
        b->score[kept] = b->score[i];
        kept++;
    }
    b->offered = kept;
    b->floor = floor;
}

void *beam_offer(struct beam *b, int32_t score, uint64_t hash, int32_t action)
{
    if (score < 0) score = 0;
    if (score >= BEAM_SCORES) score = BEAM_SCORES - 1;
    if (score < b->floor || !seen_add(&b->seen, hash)) return NULL;
    if (b->offered == 2 * b->keep) thin_out(b);
    if (score < b->floor) return NULL;
    int32_t place = b->offered++;
    b->score[place] = score;
    b->step[place] = (struct beam_step){beam_current(b), action};
    return node_at(b, 1, place);
}

/* How many of the next level but one to keep. Slices are alike, so about as many will be handed out
   as were of this level; twice as many are kept, to the next power of two. */
static int32_t next_keep(const struct beam *b)
{
    int32_t keep = LEAST_KEPT;
    if (b->at == b->count) return b->options.width;
    while (keep < 2 * b->at) keep *= 2;
    return keep < b->options.width ? keep : b->options.width;
}

/* Orders the next level by counting. */
static void sort_level(struct beam *b)
{
    int32_t first = 0;
    memset(b->tally, 0, BEAM_SCORES * sizeof *b->tally);
    for (int32_t i = 0; i < b->offered; i++) b->tally[b->score[i]]++;
    for (int32_t s = BEAM_SCORES - 1; s >= 0; s--) {
        int32_t number = b->tally[s];
        b->tally[s] = first;
        first += number;
    }
    for (int32_t i = 0; i < b->offered; i++) b->order[b->tally[b->score[i]]++] = i;
}

bool beam_advance(struct beam *b)
{
    if (b->level + 1 == b->levels || b->offered == 0) return false;
    sort_level(b);
    b->keep = next_keep(b);
    b->level++;
    b->count = b->offered < b->options.width ? b->offered : b->options.width;
    for (int32_t i = 0; i < b->count; i++) history_of(b, b->level)[i] = b->step[b->order[i]];
    unsigned char *pool = b->pool[0];
    b->pool[0] = b->pool[1];
    b->pool[1] = pool;
    begin_level(b);
    return true;
}

int beam_path(const struct beam *b, int32_t node, int32_t actions[BEAM_LEVELS])
{
    for (int level = b->level; level > 0; level--) {
        struct beam_step step = history_of(b, level)[node];
        actions[level - 1] = step.action;
        node = step.parent;
    }
    return b->level;
}
