/* How a stage begins, and who plays against whom in a campaign: RULES 3 and 10. */
#include "games/codevs4/codevs4.h"

#include <assert.h>
#include <string.h>

enum {
    CORNER = 40,   /* a castle is at most this far from its corner */
    TRIANGLE = 99, /* a resource cell is at most this far from the corner of its half */
    CASTLE_PEACE = 10,
    LAST = CODEVS4_SIZE - 1
};

/* ---- generator; RULES 3.6 ---- */

static struct rng stage_rng(uint64_t seed, int stage)
{
    struct rng rng = {seed};
    uint64_t word = rng_next(&rng);
    return (struct rng){word ^ (uint64_t)stage * 0xD1342543DE82EF95u};
}

/* A cell as it lies seen from the corner of a side. */
static struct codevs4_cell seen_from(int side, struct codevs4_cell cell)
{
    if (side == 0) return cell;
    return (struct codevs4_cell){(uint8_t)(LAST - cell.y), (uint8_t)(LAST - cell.x)};
}

static struct codevs4_cell draw_cell(struct rng *rng, uint32_t size, int most)
{
    struct codevs4_cell cell;
    do {
        cell.y = (uint8_t)rng_below(rng, size);
        cell.x = (uint8_t)rng_below(rng, size);
    } while (cell.y + cell.x > most);
    return cell;
}

static bool is_free(const struct codevs4 *g, const struct codevs4_cell castle[2],
                    struct codevs4_cell cell)
{
    for (int p = 0; p < 2; p++)
        if (codevs4_distance(cell.y, cell.x, castle[p].y, castle[p].x) <= CASTLE_PEACE)
            return false;
    for (int i = 0; i < g->resource_count; i++)
        if (g->resource[i].y == cell.y && g->resource[i].x == cell.x) return false;
    return true;
}

static void draw_resources(struct codevs4 *g, const struct codevs4_cell castle[2], struct rng *rng)
{
    while (g->resource_count < CODEVS4_RESOURCES) {
        int side = g->resource_count < CODEVS4_RESOURCES / 2 ? 0 : 1;
        struct codevs4_cell cell = seen_from(side, draw_cell(rng, CODEVS4_SIZE, TRIANGLE));
        if (is_free(g, castle, cell)) g->resource[g->resource_count++] = cell;
    }
}

/* ---- start ---- */

static void clear_stage(struct codevs4 *g)
{
    memset(g->unit, 0, (size_t)g->count * sizeof g->unit[0]);
    memset(g->resource, 0, sizeof g->resource);
    g->resource_count = 0;
    g->count = g->next_id = 0;
    g->turn = 0;
    g->money[0] = g->money[1] = 0;
}

void codevs4_found(struct codevs4 *g, const struct codevs4_cell castle[2])
{
    assert(g->count == 0);
    for (int p = 0; p < 2; p++) {
        codevs4_add_unit(g, p, CODEVS4_CASTLE, castle[p].y, castle[p].x);
        for (int i = 0; i < CODEVS4_FIRST_WORKERS; i++)
            codevs4_add_unit(g, p, CODEVS4_WORKER, castle[p].y, castle[p].x);
    }
}

int codevs4_campaign_income(int p, int stage)
{
    if (p == 0 || stage < CODEVS4_ROUND_STAGES) return CODEVS4_INCOME;
    return stage < CODEVS4_ROUND_STAGES + CODEVS4_EXTRA_STAGES ? 20 : 30;
}

void codevs4_begin_stage(struct codevs4 *g, int stage)
{
    struct rng rng = stage_rng(g->seed, stage);
    struct codevs4_cell castle[2];
    clear_stage(g);
    g->stage = (uint16_t)stage;
    for (int p = 0; p < 2; p++) {
        g->income[p] = g->campaign ? codevs4_campaign_income(p, stage) : CODEVS4_INCOME;
        castle[p] = seen_from(p, draw_cell(&rng, CORNER + 1, CORNER));
    }
    draw_resources(g, castle, &rng);
    codevs4_found(g, castle);
}

/* ---- opponents; RULES 10.5 ---- */

/* The colours come first: the extra rounds are theirs alone. */
const char *const codevs4_opponent_names[CODEVS4_OPPONENTS] = {
    "gelb", "grun", "lila", "rosa", "schwarz", "zinnober", "silber", "chokudAI", "colunAI"};

/* Fisher and Yates, from the back. */
static void shuffle(int order[], int count, struct rng *rng)
{
    for (int i = 0; i < count; i++) order[i] = i;
    for (int i = count - 1; i > 0; i--) {
        int other = (int)rng_below(rng, (uint32_t)i + 1), kept = order[i];
        order[i] = order[other];
        order[other] = kept;
    }
}

int codevs4_opponent(uint64_t word, int stage)
{
    struct rng rng = {word};
    int order[CODEVS4_OPPONENTS];
    assert(stage >= 0 && stage < CODEVS4_STAGES);
    for (int from = 0, size = 0;; from += size) {
        size = from < CODEVS4_ROUND_STAGES ? CODEVS4_OPPONENTS : CODEVS4_EXTRA_STAGES;
        shuffle(order, size, &rng);
        if (stage < from + size) return order[stage - from];
    }
}
