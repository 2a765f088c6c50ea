/* Both fields: the generator, the turn, the end of the game, and the table for the arena. */
#include "games/codevs5/codevs5.h"

#include "base/hash.h"
#include "games/codevs5/codevs5_decided.h"

#include <assert.h>
#include <string.h>

_Static_assert(_Alignof(struct codevs5_state) <= GAME_ALIGN, "as game.h promises");

static struct codevs5_state *mine(struct game_state *state)
{
    return (struct codevs5_state *)state;
}

static const struct codevs5_state *view(const struct game_state *state)
{
    return (const struct codevs5_state *)state;
}

/* ---- the generator of the original client (RULES 10) ---- */

enum { ROCKS = 40, RUN_MAX = 7, ROCK_ROWS = 13, ROCK_COLS = 10, ROCK_EDGE = 2 };

static bool may_hold_rock(int row, int col)
{
    return row >= ROCK_EDGE && row < ROCK_EDGE + ROCK_ROWS && col >= ROCK_EDGE &&
           col < ROCK_EDGE + ROCK_COLS;
}

/* One straight run of rocks; returns how many were new. */
static int draw_run(struct java_rng *rng, struct codevs5_board *rocks, int left)
{
    static const int8_t down[] = {-1, 0, 0, 1}, right[] = {0, -1, 1, 0};
    int row = ROCK_EDGE + java_rng_below(rng, ROCK_ROWS);
    int col = ROCK_EDGE + java_rng_below(rng, ROCK_COLS);
    int length = java_rng_below(rng, left + 1), way = java_rng_below(rng, 4), placed = 0;
    if (length > RUN_MAX) length = RUN_MAX;
    for (; length > 0 && may_hold_rock(row, col); length--, row += down[way], col += right[way]) {
        int cell = codevs5_cell(row, col);
        placed += !board_has(rocks, cell);
        board_add(rocks, cell);
    }
    return placed;
}

static void draw_costs(struct java_rng *rng, uint8_t cost[CODEVS5_JUTSU])
{
    static const uint8_t least[CODEVS5_JUTSU] = {1, 3, 3, 3, 1, 2, 2, 6};
    static const uint8_t most[CODEVS5_JUTSU] = {8, 7, 7, 7, 5, 4, 4, 30};
    for (int i = 0; i < CODEVS5_JUTSU; i++)
        cost[i] = (uint8_t)(least[i] + java_rng_below(rng, most[i] - least[i] + 1));
}

void codevs5_generate(struct codevs5_state *state, uint64_t seed)
{
    memset(state, 0, sizeof *state);
    struct java_rng rng = java_rng_from((int64_t)seed);
    struct codevs5_field *field = &state->field[0];
    for (int left = ROCKS; left > 0;) left -= draw_run(&rng, &field->rocks, left);
    draw_costs(&rng, state->cost);
    field->ninja[0] = (uint8_t)codevs5_cell(1, 1);
    field->ninja[1] = (uint8_t)codevs5_cell(CODEVS5_ROWS - 2, CODEVS5_COLS - 2);
    field->soul_goal = CODEVS5_SOULS;
    field->stream = java_rng_from((int64_t)seed);
    codevs5_field_grow(field);
    state->field[1] = *field;
    for (int p = 0; p < 2; p++) state->last[p].spell.jutsu = JUTSU_NONE;
    for (int p = 0; p < 2; p++) state->last[p].command.jutsu = JUTSU_NONE;
    state->turns = CODEVS5_TURNS;
    state->winner = -1;
}

static bool init(struct game_state *state, const struct game_setup *setup, struct text *why)
{
    int64_t turns = CODEVS5_TURNS;
    if (!setup_known(setup, "turns", why) || !setup_no_map(setup, why)) return false;
    if (!setup_int(setup, "turns", 1, CODEVS5_TURNS, &turns, why)) return false;
    codevs5_generate(mine(state), setup->seed);
    mine(state)->turns = (uint16_t)turns;
    return true;
}

/* ---- a turn ---- */

static unsigned actors(const struct game_state *state)
{
    return view(state)->end == END_NOT_YET ? 3 : 0;
}

static void finish(struct codevs5_state *state, enum codevs5_end end, int winner)
{
    state->end = (uint8_t)end;
    state->winner = (int8_t)winner;
}

/* RULES 9.1 to 9.4 */
static void judge(struct codevs5_state *state, const bool caught[2])
{
    if (caught[0] && caught[1])
        finish(state, END_BOTH_CAUGHT, -1);
    else if (caught[0] || caught[1])
        finish(state, END_CAUGHT, caught[0] ? 1 : 0);
    else if (state->turn >= state->turns)
        finish(state, END_TURNS, -1);
}

void codevs5_play(struct codevs5_state *state, const struct codevs5_command command[2])
{
    struct codevs5_field *field = state->field;
    struct codevs5_spell spell[2];
    struct codevs5_act act[2];
    bool caught[2];
    for (int p = 0; p < 2; p++) spell[p] = codevs5_field_pay(&field[p], state->cost, &command[p]);
    for (int p = 0; p < 2; p++)
        act[p] = codevs5_field_act(&field[p], spell[1 - p], spell[p], &command[p]);
    for (int p = 0; p < 2; p++) {
        caught[p] = codevs5_field_react(&field[p], &act[p], act[1 - p].sent) != 0;
        state->last[p] = (struct codevs5_deed){
            .command = command[p], .spell = spell[p], .sent = (uint8_t)act[p].sent};
    }
    state->turn++;
    judge(state, caught);
}

/* RULES 9.5: someone who gives no answer loses; the turn is not played. True when it came to that.
 */
static bool judge_failures(struct codevs5_state *state, const struct game_reply reply[2])
{
    static const uint8_t end_of[] = {
        [REPLY_INVALID] = END_INVALID, [REPLY_TIMEOUT] = END_TIMEOUT, [REPLY_GONE] = END_GONE};
    bool failed[2];
    for (int p = 0; p < 2; p++) failed[p] = reply[p].kind > REPLY_ACTION;
    if (failed[0] && failed[1])
        finish(state, END_BOTH_FAILED, -1);
    else if (failed[0])
        finish(state, end_of[reply[0].kind], 1);
    else if (failed[1])
        finish(state, end_of[reply[1].kind], 0);
    return failed[0] || failed[1];
}

static void step(struct game_state *state, const struct game_reply reply[2])
{
    if (actors(state) == 0 || judge_failures(mine(state), reply)) return;
    assert(reply[0].kind == REPLY_ACTION && reply[1].kind == REPLY_ACTION);
    struct codevs5_command command[2];
    for (int p = 0; p < 2; p++) memcpy(&command[p], reply[p].action, sizeof command[p]);
    codevs5_play(mine(state), command);
}

const char *codevs5_end_text(enum codevs5_end end)
{
    static const char *const texts[END_KINDS] = {
        [END_CAUGHT] = "caught",           [END_BOTH_CAUGHT] = "both caught",
        [END_TURNS] = "turn limit",        [END_TIMEOUT] = "time limit",
        [END_INVALID] = "protocol error",  [END_GONE] = "program ended",
        [END_BOTH_FAILED] = "both failed",
    };
    return texts[end];
}

/* The score is the number of dogs sent over so far: what games are decided by. */
static void status(const struct game_state *state, struct game_status *out)
{
    const struct codevs5_state *s = view(state);
    *out = (struct game_status){.over = s->end != END_NOT_YET,
                                .winner = s->winner,
                                .reason = codevs5_end_text(s->end),
                                .turn = s->turn,
                                .score = {s->field[1].next_dog, s->field[0].next_dog}};
}

static uint64_t hash(const struct game_state *state)
{
    return hash_bytes(0, state, sizeof(struct codevs5_state));
}

/* ---- what a player may do and know ---- */

static uint8_t draw_argument(uint64_t word, int jutsu)
{
    if (jutsu == JUTSU_SPEED) return 0;
    return (uint8_t)(word % (jutsu == JUTSU_SLASH ? CODEVS5_NINJAS : CODEVS5_CELLS));
}

/* One word is enough for a command: every fourth one asks for a jutsu, if it can be paid. */
static void sample(const struct game_state *state, int p, struct rng *rng, struct game_action *out)
{
    const struct codevs5_state *s = view(state);
    struct codevs5_command command = {.jutsu = JUTSU_NONE};
    uint64_t word = rng_next(rng);
    int jutsu = (int)(word >> 2 & 7);
    if (word % 4 == 0 && s->field[p].nin >= s->cost[jutsu]) {
        command.jutsu = (int8_t)jutsu;
        command.argument = draw_argument(word >> 5 & 0xFFFF, jutsu);
    }
    word >>= 21;
    int steps = command.jutsu == JUTSU_SPEED ? CODEVS5_STEPS_MAX : CODEVS5_STEPS;
    for (int n = 0; n < CODEVS5_NINJAS; n++)
        for (int i = 0; i < steps; i++, word /= STEP_KINDS)
            command.step[n][i] = (uint8_t)(word % STEP_KINDS);
    memcpy(out, &command, sizeof command);
}

static const char *flaw(const struct game_state *state, int p, const struct game_action *action)
{
    (void)state, (void)p;
    return codevs5_fault_text((enum codevs5_fault)((const struct codevs5_command *)action)->fault);
}

/* Hidden are the souls to come and what exactly the opponent asked for. */
static void observe(const struct game_state *state, int p, struct game_state *out)
{
    (void)p;
    struct codevs5_state *seen = mine(out);
    *seen = *view(state);
    for (int i = 0; i < 2; i++) {
        seen->field[i].stream.word = CODEVS5_NO_STREAM;
        seen->last[i] =
            (struct codevs5_deed){.command.jutsu = JUTSU_NONE, .spell.jutsu = JUTSU_NONE};
    }
}

/* What both did is plain to see. */
static void show(const struct game_state *state, int p, struct game_state *out)
{
    (void)p;
    struct codevs5_state *shown = mine(out);
    *shown = *view(state);
    if (!actors(state)) return;
    for (int i = 0; i < 2; i++) shown->field[i].stream.word = CODEVS5_NO_STREAM;
}

const struct game game_codevs5 = {
    .name = "codevs5",
    .title = "CODE VS 5.0",
    .version = 1,
    .state_size = sizeof(struct codevs5_state),
    .action_size = sizeof(struct codevs5_command),
    .answer_max = 64 * 1024,
    .text_max = 16 * 1024,
    .link = LINK_PIPE,
    .clock = {.match_ms = 300000, .turn_ms = 20000, .name_ms = 20000},
    .rating = "codevs5",
    .answer_form = "form-codevs-five: a line with 2 or 3, with 3 a line with the jutsu, then a "
                   "line of letters for "
                   "each of the two ninjas (RULES 8)",
    .init = init,
    .actors = actors,
    .step = step,
    .status = status,
    .hash = hash,
    .sample = sample,
    .observe = observe,
    .show = show,
    .greet = codevs5_greet,
    .prompt = codevs5_prompt,
    .farewell = codevs5_farewell,
    .parse = codevs5_parse,
    .flaw = flaw,
    .format = codevs5_format,
    .perceive = codevs5_perceive,
    .frame = codevs5_frame,
    .memory_size = sizeof(struct codevs5_memory),
    .watch = codevs5_watch,
    .decided = codevs5_decided,
};
