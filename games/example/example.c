/*
 * The rules of Four in a Row.
 *
 * Only the newest stone can make a line, so that is all that is looked at after a move: in each of
 * four directions, how many stones of the same player lie on both sides of it.
 */
#include "games/example/example.h"

#include "base/hash.h"
#include "games/example/example_text.h"

#include <assert.h>

static const struct example *view(const struct game_state *state)
{
    return (const struct example *)state;
}

int example_height(const struct example *g, int col)
{
    int row = 0;
    while (row < EXAMPLE_ROWS && example_at(g, col, row) != EXAMPLE_EMPTY) row++;
    return row;
}

/* ---- lines: RULES 3.1 ---- */

/* How many stones like the one at (col, row) follow in this direction. */
static int count_along(const struct example *g, int col, int row, int dx, int dy)
{
    int own = example_at(g, col, row), count = 0;
    for (;;) {
        col += dx;
        row += dy;
        if (col < 0 || col >= EXAMPLE_COLS || row < 0 || row >= EXAMPLE_ROWS) return count;
        if (example_at(g, col, row) != own) return count;
        count++;
    }
}

bool example_line(const struct example *g, uint8_t cell[EXAMPLE_LINE])
{
    static const int way[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
    if (g->last == EXAMPLE_NO_CELL) return false;
    int col = g->last % EXAMPLE_COLS, row = g->last / EXAMPLE_COLS;
    for (int i = 0; i < 4; i++) {
        int dx = way[i][0], dy = way[i][1];
        int before = count_along(g, col, row, -dx, -dy);
        if (before + 1 + count_along(g, col, row, dx, dy) < EXAMPLE_LINE) continue;
        if (before > EXAMPLE_LINE - 1) before = EXAMPLE_LINE - 1;
        for (int k = 0; k < EXAMPLE_LINE; k++)
            cell[k] = (uint8_t)((row + (k - before) * dy) * EXAMPLE_COLS + col + (k - before) * dx);
        return true;
    }
    return false;
}

/* ---- moves ---- */

static void end(struct example *g, enum example_ending ending, int winner)
{
    g->ending = (uint8_t)ending;
    g->winner = (int8_t)winner;
}

/* RULES 2.2, 3.1 and 3.2. */
void example_drop(struct example *g, int col, int p)
{
    uint8_t line[EXAMPLE_LINE];
    int row = example_height(g, col);
    assert(row < EXAMPLE_ROWS);
    g->last = (uint8_t)(row * EXAMPLE_COLS + col);
    g->cell[g->last] = (uint8_t)(p + 1);
    g->stones++;
    if (example_line(g, line))
        end(g, EXAMPLE_END_LINE, p);
    else if (g->stones == EXAMPLE_CELLS)
        end(g, EXAMPLE_END_FULL, -1);
}

/* RULES 1.2. */
static bool init(struct game_state *state, const struct game_setup *setup, struct text *why)
{
    struct example *g = (struct example *)state;
    struct rng rng = {setup->seed};
    int64_t opening = EXAMPLE_OPENING;
    if (!setup_known(setup, "opening", why) || !setup_no_map(setup, why) ||
        !setup_int(setup, "opening", 0, EXAMPLE_OPENING_MAX, &opening, why))
        return false;
    *g = (struct example){.last = EXAMPLE_NO_CELL, .winner = -1, .opening = (uint8_t)opening};
    while (g->stones < opening)
        example_drop(g, (int)rng_below(&rng, EXAMPLE_COLS), example_next(g));
    return true;
}

/* RULES 3.3: a failure of either player; true when there was one. */
static bool end_by_failure(struct example *g, const struct game_reply reply[2])
{
    static const enum example_ending endings[] = {[REPLY_INVALID] = EXAMPLE_END_INVALID,
                                                  [REPLY_TIMEOUT] = EXAMPLE_END_LATE,
                                                  [REPLY_GONE] = EXAMPLE_END_GONE};
    for (int p = 0; p < 2; p++) {
        if (reply[p].kind == REPLY_NONE || reply[p].kind == REPLY_ACTION) continue;
        end(g, endings[reply[p].kind], 1 - p);
        return true;
    }
    return false;
}

static void step(struct game_state *state, const struct game_reply reply[2])
{
    struct example *g = (struct example *)state;
    int p = example_next(g);
    assert(g->ending == EXAMPLE_RUNNING);
    if (end_by_failure(g, reply)) return;
    const struct example_action *action = (const struct example_action *)reply[p].action;
    if (action->col >= EXAMPLE_COLS || example_height(g, action->col) == EXAMPLE_ROWS)
        end(g, EXAMPLE_END_INVALID, 1 - p);
    else
        example_drop(g, action->col, p);
}

/* ---- questions ---- */

static unsigned actors(const struct game_state *state)
{
    return view(state)->ending == EXAMPLE_RUNNING ? 1u << example_next(view(state)) : 0;
}

static void status(const struct game_state *state, struct game_status *out)
{
    static const char *const reasons[] = {
        [EXAMPLE_RUNNING] = NULL,          [EXAMPLE_END_LINE] = "line",
        [EXAMPLE_END_FULL] = "full board", [EXAMPLE_END_LATE] = "time",
        [EXAMPLE_END_INVALID] = "invalid", [EXAMPLE_END_GONE] = "gone",
    };
    const struct example *g = view(state);
    *out = (struct game_status){
        .over = g->ending != EXAMPLE_RUNNING,
        .winner = g->winner,
        .reason = reasons[g->ending],
        .turn = g->stones - g->opening,
        .score = {g->winner == 0, g->winner == 1},
    };
}

static uint64_t hash(const struct game_state *state)
{
    return hash_bytes(0, state, sizeof(struct example));
}

static int list(const struct game_state *state, int p, struct game_action *out, int cap)
{
    struct example_action *action = (struct example_action *)out;
    int count = 0;
    (void)p;
    for (int col = 0; col < EXAMPLE_COLS; col++) {
        if (example_height(view(state), col) == EXAMPLE_ROWS) continue;
        if (count < cap) action[count] = (struct example_action){(uint8_t)col};
        count++;
    }
    return count;
}

static void sample(const struct game_state *state, int p, struct rng *rng, struct game_action *out)
{
    struct example_action all[EXAMPLE_COLS];
    int count = list(state, p, (struct game_action *)all, EXAMPLE_COLS);
    *(struct example_action *)out = all[rng_below(rng, (uint32_t)count)];
}

const struct game game_example = {
    .name = "example",
    .title = "Four in a Row",
    .version = 1,
    .state_size = sizeof(struct example),
    .action_size = sizeof(struct example_action),
    .answer_max = 64,
    .text_max = 1024,
    .link = LINK_PIPE,
    .clock = {.match_ms = 60000, .name_ms = 20000},
    .answer_form =
        "form-example: one line: the number of a column that is not full, 0 to 6 (RULES 4.3)",
    .init = init,
    .actors = actors,
    .step = step,
    .status = status,
    .hash = hash,
    .sample = sample,
    .list = list,
    .greet = example_greet,
    .prompt = example_prompt,
    .farewell = example_farewell,
    .parse = example_parse,
    .format = example_format,
    .perceive = example_perceive,
    .frame = example_frame,
};
