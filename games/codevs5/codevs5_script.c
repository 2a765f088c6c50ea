/*
 * `taisen sim codevs5`: one JSON object in, one line a turn out.
 *
 * The object has `fields` and `costs`, or `seed`, or all of them; and `turns`, each with `cmd` and
 * perhaps `souls`. Souls that a turn names appear in its phase 4; in a turn without them the seed's
 * streams decide, and without a seed none appear.
 */
#include "games/codevs5/codevs5.h"
#include "games/script.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_MAX_BYTES = 128 * 1024 };

struct run {
    struct codevs5_state state;
    const char *invalid[2]; /* of the last turn */
    bool inputs;
    FILE *out;
    struct err *err;
};

/* ---- reading ---- */

static bool refuse(struct err *err, const char *what)
{
    return err_set(err, "%s", what);
}

static bool read_int(const json_t *json, int64_t least, int64_t most, int64_t *n)
{
    if (!json_is_integer(json)) return false;
    *n = json_integer_value(json);
    return *n >= least && *n <= most;
}

/* [row, col] of a cell inside the walls, the last two of `count` numbers. */
static bool read_place(const json_t *json, size_t count, int *cell)
{
    int64_t row, col;
    if (json_array_size(json) != count) return false;
    if (!read_int(json_array_get(json, count - 2), 1, CODEVS5_ROWS - 2, &row)) return false;
    if (!read_int(json_array_get(json, count - 1), 1, CODEVS5_COLS - 2, &col)) return false;
    *cell = codevs5_cell((int)row, (int)col);
    return true;
}

static bool read_numbers(const json_t *json, int64_t most, int64_t n[CODEVS5_JUTSU])
{
    if (json_array_size(json) != CODEVS5_JUTSU) return false;
    for (size_t i = 0; i < CODEVS5_JUTSU; i++)
        if (!read_int(json_array_get(json, i), 0, most, &n[i])) return false;
    return true;
}

static bool read_row(const char *line, int row, struct codevs5_field *field)
{
    if (!line || strlen(line) != CODEVS5_COLS) return false;
    for (int col = 0; col < CODEVS5_COLS; col++) {
        bool wall = row == 0 || row == CODEVS5_ROWS - 1 || col == 0 || col == CODEVS5_COLS - 1;
        if (wall != (line[col] == 'W') || !strchr("WO_", line[col])) return false;
        if (line[col] == 'O') board_add(&field->rocks, codevs5_cell(row, col));
    }
    return true;
}

static bool read_map(const json_t *json, struct codevs5_field *field)
{
    if (json_array_size(json) != CODEVS5_ROWS) return false;
    for (int row = 0; row < CODEVS5_ROWS; row++)
        if (!read_row(json_string_value(json_array_get(json, (size_t)row)), row, field))
            return false;
    return true;
}

static bool read_ninjas(const json_t *json, struct codevs5_field *field)
{
    if (json_array_size(json) != CODEVS5_NINJAS) return false;
    for (size_t n = 0; n < CODEVS5_NINJAS; n++) {
        int cell;
        if (!read_place(json_array_get(json, n), 2, &cell)) return false;
        if (board_has(&field->rocks, cell)) return false;
        field->ninja[n] = (uint8_t)cell;
    }
    return true;
}

static bool read_dogs(const json_t *json, struct codevs5_field *field)
{
    int64_t id, last = -1;
    if (!json_is_array(json)) return false;
    for (size_t i = 0; i < json_array_size(json); i++) {
        const json_t *dog = json_array_get(json, i);
        int cell;
        if (!read_place(dog, 3, &cell)) return false;
        if (!read_int(json_array_get(dog, 0), last + 1, CODEVS5_DOG_ID_MAX, &id)) return false;
        if (board_has(&field->rocks, cell) || board_has(&field->dogs, cell)) return false;
        codevs5_field_add_dog(field, (int)id, cell);
        last = id;
    }
    field->next_dog = (uint16_t)(last + 1);
    return true;
}

static bool read_souls(const json_t *json, struct codevs5_field *field)
{
    if (!json_is_array(json)) return false;
    for (size_t i = 0; i < json_array_size(json); i++) {
        int cell;
        if (!read_place(json_array_get(json, i), 2, &cell)) return false;
        if (board_has(&field->souls, cell)) return false;
        board_add(&field->souls, cell);
    }
    return true;
}

static bool read_uses(const json_t *json, struct codevs5_field *field)
{
    int64_t n[CODEVS5_JUTSU];
    if (!read_numbers(json, CODEVS5_NUMBER_MAX, n)) return false;
    for (int i = 0; i < CODEVS5_JUTSU; i++) field->uses[i] = (uint16_t)n[i];
    return true;
}

/* A key that may be left out; then *n stays. */
static bool read_optional(const json_t *json, const char *key, int64_t least, int64_t most,
                          int64_t *n)
{
    const json_t *value = json_object_get(json, key);
    return !value || read_int(value, least, most, n);
}

/* Reads all but the stream, which comes with the seed. */
static bool read_field(const json_t *json, struct codevs5_field *field, struct err *err)
{
    *field = (struct codevs5_field){.stream = field->stream};
    int64_t nin = 0, goal = CODEVS5_SOULS;
    if (!json_is_object(json)) return refuse(err, "a field is not an object");
    if (!read_int(json_object_get(json, "nin"), 0, CODEVS5_NUMBER_MAX, &nin))
        return refuse(err, "nin is not a valid amount of nin-power");
    if (!read_map(json_object_get(json, "map"), field))
        return refuse(err, "map is not 17 lines of 14 letters with walls around");
    if (!read_ninjas(json_object_get(json, "ninjas"), field))
        return refuse(err, "ninjas are not two free cells");
    if (!read_dogs(json_object_get(json, "dogs"), field))
        return refuse(err, "dogs are not [id,row,col] with ascending ids on free cells");
    if (!read_souls(json_object_get(json, "souls"), field))
        return refuse(err, "souls are not different cells [row,col]");
    if (!read_uses(json_object_get(json, "uses"), field))
        return refuse(err, "uses are not eight numbers");
    int64_t next_dog = field->next_dog;
    if (!read_optional(json, "next_dog", next_dog, CODEVS5_DOG_ID_MAX + 1, &next_dog))
        return refuse(err, "next_dog is not above the ids of the dogs");
    if (!read_optional(json, "soul_goal", 0, CODEVS5_INNER, &goal))
        return refuse(err, "soul_goal is not a valid number of souls");
    field->nin = (int32_t)nin;
    field->next_dog = (uint16_t)next_dog;
    field->soul_goal = (uint8_t)goal;
    return true;
}

static bool read_fields(const json_t *script, struct run *run)
{
    const json_t *fields = json_object_get(script, "fields");
    if (!fields) return true;
    if (json_array_size(fields) != 2) return refuse(run->err, "fields are not two");
    for (size_t p = 0; p < 2; p++)
        if (!read_field(json_array_get(fields, p), &run->state.field[p], run->err)) return false;
    return true;
}

static bool read_costs(const json_t *script, struct run *run)
{
    const json_t *costs = json_object_get(script, "costs");
    int64_t n[CODEVS5_JUTSU];
    if (!costs) return true;
    if (!read_numbers(costs, UINT8_MAX, n)) return refuse(run->err, "costs are not eight numbers");
    for (int i = 0; i < CODEVS5_JUTSU; i++) run->state.cost[i] = (uint8_t)n[i];
    return true;
}

static bool read_start(const json_t *script, struct run *run)
{
    if (!json_is_object(script)) return refuse(run->err, "the script is not a JSON object");
    const json_t *seed = json_object_get(script, "seed");
    if (seed && !json_is_integer(seed)) return refuse(run->err, "seed is not a whole number");
    if (!seed && (!json_object_get(script, "fields") || !json_object_get(script, "costs")))
        return refuse(run->err, "neither a seed nor fields and costs are given");
    codevs5_generate(&run->state, (uint64_t)json_integer_value(seed));
    if (!seed)
        for (int p = 0; p < 2; p++) run->state.field[p].stream.word = CODEVS5_NO_STREAM;
    return read_costs(script, run) && read_fields(script, run);
}

/* ---- a turn ---- */

/* The answer a text makes; texts of a script do without the last line's end. */
static bool read_answer(struct run *run, int p, const json_t *json, struct codevs5_command *command,
                        struct game_reply *reply)
{
    static const char *const words[] = {[PARSE_MORE] = "the answer is not complete",
                                        [PARSE_INVALID] = "the line count is not a number"};
    *reply = (struct game_reply){.kind = REPLY_GONE};
    run->invalid[p] = "no answer";
    if (json_is_null(json)) return true;
    if (!json_is_string(json)) return false;
    size_t len = json_string_length(json), used;
    char *text = malloc(len + 1);
    if (!text) abort();
    memcpy(text, json_string_value(json), len);
    text[len] = '\n';
    enum parse_result result = codevs5_parse((const struct game_state *)&run->state, p, text,
                                             len + 1, (struct game_action *)command, &used);
    free(text);
    if (result == PARSE_OK) {
        *reply = (struct game_reply){REPLY_ACTION, (const struct game_action *)command};
        run->invalid[p] = codevs5_fault_text(command->fault);
        return true;
    }
    if (result == PARSE_INVALID) reply->kind = REPLY_INVALID;
    run->invalid[p] = words[result];
    return true;
}

static bool read_answers(struct run *run, const json_t *turn, struct codevs5_command command[2],
                         struct game_reply reply[2])
{
    const json_t *cmd = json_object_get(turn, "cmd");
    if (json_array_size(cmd) != 2) return refuse(run->err, "cmd has not two answers");
    for (int p = 0; p < 2; p++)
        if (!read_answer(run, p, json_array_get(cmd, (size_t)p), &command[p], &reply[p]))
            return refuse(run->err, "an answer is neither a text nor null");
    return true;
}

/* Plays with the streams stopped, and puts the souls that the script names on the fields. Nothing
   that comes after phase 4 looks at souls. */
static bool play_with_souls(struct run *run, const json_t *souls, const struct game_reply reply[2])
{
    struct codevs5_state *state = &run->state;
    struct java_rng stream[2] = {state->field[0].stream, state->field[1].stream};
    int turn = state->turn;
    if (json_array_size(souls) != 2) return refuse(run->err, "souls are not given for two fields");
    for (int p = 0; p < 2; p++) state->field[p].stream.word = CODEVS5_NO_STREAM;
    game_codevs5.step((struct game_state *)state, reply);
    for (int p = 0; p < 2; p++) state->field[p].stream = stream[p];
    if (state->turn == turn) return true; /* not played */
    for (size_t p = 0; p < 2; p++)
        if (!read_souls(json_array_get(souls, p), &state->field[p]))
            return refuse(run->err, "new souls are not different cells [row,col] without a soul");
    return true;
}

static bool play_turn(struct run *run, const json_t *turn)
{
    struct codevs5_command command[2];
    struct game_reply reply[2];
    if (!read_answers(run, turn, command, reply)) return false;
    const json_t *souls = json_object_get(turn, "souls");
    if (souls) return play_with_souls(run, souls, reply);
    game_codevs5.step((struct game_state *)&run->state, reply);
    return true;
}

/* ---- writing ---- */

static void write_text(struct text *out, const char *words)
{
    if (words)
        text_json(out, words, strlen(words));
    else
        text_str(out, "null");
}

static const char *winner_name(const struct codevs5_state *state)
{
    if (state->end == END_NOT_YET) return NULL;
    return state->winner < 0 ? "draw" : state->winner == 0 ? "A" : "B";
}

static void write_input(const struct run *run, int p, struct text *out)
{
    static const int64_t left_ms[2] = {0, 0};
    char buf[16 * 1024];
    struct text prompt = TEXT_ON(buf);
    codevs5_prompt((const struct game_state *)&run->state, p, left_ms, &prompt);
    text_str(out, p == 0 ? ",\"in1\":" : ",\"in2\":");
    text_json(out, prompt.buf, prompt.len);
}

static void write_turn(const struct run *run)
{
    static char buf[LINE_MAX_BYTES];
    struct text out = TEXT_ON(buf);
    text_str(&out, "{\"turn\":");
    text_int(&out, run->state.turn);
    text_str(&out, ",\"invalid\":[");
    write_text(&out, run->invalid[0]);
    text_char(&out, ',');
    write_text(&out, run->invalid[1]);
    text_str(&out, "],\"fields\":[");
    codevs5_write_field(&run->state.field[0], &out);
    text_char(&out, ',');
    codevs5_write_field(&run->state.field[1], &out);
    text_str(&out, "],\"winner\":");
    write_text(&out, winner_name(&run->state));
    text_str(&out, ",\"reason\":");
    write_text(&out, codevs5_end_text(run->state.end));
    for (int p = 0; p < 2 && run->inputs; p++) write_input(run, p, &out);
    text_str(&out, "}\n");
    fwrite(out.buf, 1, out.len, run->out);
}

/* ---- the script ---- */

/* Turns after the end of the game are skipped. */
static bool play_script(struct run *run, const json_t *script)
{
    if (!read_start(script, run)) return false;
    const json_t *turns = json_object_get(script, "turns");
    if (!json_is_array(turns)) return refuse(run->err, "turns is not a list");
    for (size_t i = 0; i < json_array_size(turns) && run->state.end == END_NOT_YET; i++) {
        if (!play_turn(run, json_array_get(turns, i))) return err_wrap(run->err, "turn %zu", i + 1);
        write_turn(run);
    }
    return true;
}

static bool run(const char *script, size_t len, bool inputs, FILE *out, struct err *err)
{
    struct run run = {.inputs = inputs, .out = out, .err = err};
    json_error_t error;
    json_t *json = json_loadb(script, len, JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL, &error);
    if (!json) return err_set(err, "line %d: %s", error.line > 0 ? error.line : 1, error.text);
    bool done = play_script(&run, json);
    json_decref(json);
    /* The script is one JSON value: all but its syntax goes wrong in the line where it begins. */
    return done || err_wrap(err, "line 1");
}

const struct game_script script_codevs5 = {"codevs5", run};
