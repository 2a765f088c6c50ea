/* What goes over the wire: prompts, answers, and both of them the other way round. */
#include "games/codevs5/codevs5.h"

#include "base/scan.h"

#include <string.h>

static const struct codevs5_state *view(const struct game_state *state)
{
    return (const struct codevs5_state *)state;
}

/* Letters of enum codevs5_step. */
static const char step_letters[] = "NULRD";

/* ---- writing for players (RULES 11) ---- */

static void write_place(int cell, char between, struct text *out)
{
    text_int(out, codevs5_row(cell));
    text_char(out, between);
    text_int(out, codevs5_col(cell));
}

/*
 * A block is put together at a plain pointer, which returns moved on, and handed on as one piece:
 * through the text each of its 300 short writes would wait for the one before. Every number has at
 * most ten digits, most have one or two.
 */
enum {
    MAP_MAX = CODEVS5_ROWS * (CODEVS5_COLS + 1),
    PLACE_MAX = 6, /* "15 12" and what follows it */
    BLOCK_MAX = 11 + 6 + MAP_MAX + 11 + CODEVS5_NINJAS * (11 + PLACE_MAX) + 11 +
                CODEVS5_INNER * (11 + PLACE_MAX) + 11 + CODEVS5_INNER * PLACE_MAX +
                CODEVS5_JUTSU * 11
};

static char *put_number(char *at, unsigned n, char behind)
{
    if (n >= 100) {
        at = put_number(at, n / 10, (char)('0' + n % 10));
    } else {
        unsigned has_tens = n >= 10;
        at[0] = (char)('0' + n / 10);
        at[has_tens] = (char)('0' + n % 10);
        at += has_tens + 1;
    }
    *at = behind;
    return at + 1;
}

static char *put_place(char *at, int cell)
{
    at = put_number(at, (unsigned)codevs5_row(cell), ' ');
    return put_number(at, (unsigned)codevs5_col(cell), '\n');
}

static char *put_row(char *at, const struct codevs5_field *field, int row)
{
    bool is_inside = row > 0 && row < CODEVS5_ROWS - 1;
    uint64_t rocks = board_from(&field->rocks, codevs5_cell(row, 0));
    memset(at, 'W', CODEVS5_COLS);
    for (int col = 1; col < CODEVS5_COLS - 1 && is_inside; col++)
        at[col] = rocks >> col & 1 ? 'O' : '_';
    return at + CODEVS5_COLS;
}

static char *put_map(char *at, const struct codevs5_field *field)
{
    for (int row = 0; row < CODEVS5_ROWS; row++) {
        at = put_row(at, field, row);
        *at++ = '\n';
    }
    return at;
}

static void write_block(const struct codevs5_field *field, struct text *out)
{
    char block[BLOCK_MAX], *at = put_number(block, (unsigned)field->nin, '\n');
    at = put_number(at, CODEVS5_ROWS, ' ');
    at = put_number(at, CODEVS5_COLS, '\n');
    at = put_map(at, field);
    at = put_number(at, CODEVS5_NINJAS, '\n');
    for (unsigned n = 0; n < CODEVS5_NINJAS; n++)
        at = put_place(put_number(at, n, ' '), field->ninja[n]);
    at = put_number(at, field->dog_count, '\n');
    for (int i = 0; i < field->dog_count; i++)
        at = put_place(put_number(at, field->dog_id[i], ' '), field->dog_cell[i]);
    at = put_number(at, (unsigned)board_count(&field->souls), '\n');
    BOARD_EACH(cell, &field->souls) at = put_place(at, cell);
    for (int i = 0; i < CODEVS5_JUTSU; i++)
        at = put_number(at, field->uses[i], i + 1 < CODEVS5_JUTSU ? ' ' : '\n');
    text_bytes(out, block, (size_t)(at - block));
}

static void write_line(int64_t n, struct text *out)
{
    text_int(out, n);
    text_char(out, '\n');
}

/* The game begins with the first prompt and ends without a word. */
void codevs5_greet(const struct game_state *state, int p, struct text *out)
{
    (void)state, (void)p, (void)out;
}

void codevs5_farewell(const struct game_state *state, int p, struct text *out)
{
    (void)state, (void)p, (void)out;
}

void codevs5_prompt(const struct game_state *state, int p, const int64_t left_ms[2],
                    struct text *out)
{
    const struct codevs5_state *s = view(state);
    write_line(left_ms[p], out);
    write_line(CODEVS5_JUTSU, out);
    for (int i = 0; i < CODEVS5_JUTSU; i++) {
        text_int(out, s->cost[i]);
        text_char(out, i + 1 < CODEVS5_JUTSU ? ' ' : '\n');
    }
    write_block(&s->field[p], out);
    write_block(&s->field[1 - p], out);
}

/* ---- reading answers (RULES 8) ---- */

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static struct scan trim(struct scan line)
{
    while (line.at < line.end && is_blank(*line.at)) line.at++;
    while (line.at < line.end && is_blank(line.end[-1])) line.end--;
    return line;
}

/* The next number of a jutsu line; `missing` is the fault when there is no further word. */
static enum codevs5_fault read_argument(struct scan *line, enum codevs5_fault missing, int64_t *n)
{
    if (scan_blank(line)) return missing;
    return scan_int(line, n) ? FAULT_NONE : FAULT_JUTSU_NUMBER;
}

static enum codevs5_fault read_cell(struct scan *line, uint8_t *cell)
{
    int64_t row = 0, col = 0;
    enum codevs5_fault fault = read_argument(line, FAULT_ARGUMENT_MISSING, &row);
    if (!fault) fault = read_argument(line, FAULT_ARGUMENT_MISSING, &col);
    if (fault) return fault;
    if (row < 0 || row >= CODEVS5_ROWS || col < 0 || col >= CODEVS5_COLS) return FAULT_COORDINATES;
    *cell = (uint8_t)codevs5_cell((int)row, (int)col);
    return FAULT_NONE;
}

static enum codevs5_fault read_ninja(struct scan *line, uint8_t *ninja)
{
    int64_t n = 0;
    enum codevs5_fault fault = read_argument(line, FAULT_ARGUMENT_MISSING, &n);
    if (fault) return fault;
    if (n < 0 || n >= CODEVS5_NINJAS) return FAULT_NINJA;
    *ninja = (uint8_t)n;
    return FAULT_NONE;
}

/* RULES 8.5; words behind the arguments are of no interest. */
static enum codevs5_fault read_jutsu(struct scan line, struct codevs5_command *command)
{
    int64_t id = 0;
    enum codevs5_fault fault = read_argument(&line, FAULT_JUTSU_EMPTY, &id);
    if (fault) return fault;
    if (id < 0 || id >= CODEVS5_JUTSU) return FAULT_JUTSU_ID;
    command->jutsu = (int8_t)id;
    if (id == JUTSU_SPEED) return FAULT_NONE;
    if (id == JUTSU_SLASH) return read_ninja(&line, &command->argument);
    return read_cell(&line, &command->argument);
}

/* RULES 8.6: the letters up to the first other character, and of these the first `steps`. */
static enum codevs5_fault read_walk(struct scan line, int steps, uint8_t *step)
{
    line = trim(line);
    if (line.at == line.end) return FAULT_NONE;
    int taken = 0;
    for (; line.at < line.end && taken < steps; line.at++, taken++) {
        const char *letter = memchr(step_letters, *line.at, STEP_KINDS);
        if (!letter) break;
        step[taken] = (uint8_t)(letter - step_letters);
    }
    return taken > 0 ? FAULT_NONE : FAULT_WALK;
}

static enum codevs5_fault read_command(const struct scan *lines, int64_t count,
                                       struct codevs5_command *command)
{
    if (count != CODEVS5_NINJAS && count != CODEVS5_NINJAS + 1) return FAULT_COUNT;
    enum codevs5_fault fault = FAULT_NONE;
    if (count > CODEVS5_NINJAS) fault = read_jutsu(*lines++, command);
    int steps = command->jutsu == JUTSU_SPEED ? CODEVS5_STEPS_MAX : CODEVS5_STEPS;
    for (int n = 0; n < CODEVS5_NINJAS && !fault; n++)
        fault = read_walk(lines[n], steps, command->step[n]);
    return fault;
}

enum parse_result codevs5_parse(const struct game_state *state, int p, const char *buf, size_t len,
                                struct game_action *action, size_t *used)
{
    (void)state, (void)p;
    struct scan rest = scan_on(buf, len), line, lines[CODEVS5_NINJAS + 1];
    int64_t count;
    if (!scan_line(&rest, &line)) return PARSE_MORE;
    *used = (size_t)(rest.at - buf);
    if (!scan_int(&line, &count) || !scan_blank(&line)) return PARSE_INVALID; /* RULES 8.2 */
    for (int64_t i = 0; i < count; i++) {
        if (!scan_line(&rest, &line)) return PARSE_MORE;
        if (i <= CODEVS5_NINJAS) lines[i] = line;
    }
    *used = (size_t)(rest.at - buf);
    struct codevs5_command command = {.jutsu = JUTSU_NONE};
    enum codevs5_fault fault = read_command(lines, count, &command);
    if (fault) command = (struct codevs5_command){.fault = (uint8_t)fault, .jutsu = JUTSU_NONE};
    memcpy(action, &command, sizeof command);
    return PARSE_OK;
}

/* ---- writing answers ---- */

/* Each fault as a message (base/said.h), and the shortest answer that has it. */
static const struct {
    const char *words, *answer;
} faults[FAULT_KINDS] = {
    [FAULT_NONE] = {NULL, "2\n\n\n"},
    [FAULT_COUNT] = {"flaw-count: the line count is not 2 or 3", "0\n"},
    [FAULT_JUTSU_EMPTY] = {"flaw-jutsu: the jutsu line is empty", "3\n\n\n\n"},
    [FAULT_JUTSU_NUMBER] = {"flaw-number: the jutsu line has a word that is not a number",
                            "3\n?\n\n\n"},
    [FAULT_JUTSU_ID] = {"flaw-id: the jutsu id is not 0 to 7", "3\n8\n\n\n"},
    [FAULT_ARGUMENT_MISSING] = {"flaw-arguments: the jutsu has too few arguments", "3\n7\n\n\n"},
    [FAULT_COORDINATES] = {"flaw-outside: the coordinates are outside the field",
                           "3\n1 17 14\n\n\n"},
    [FAULT_NINJA] = {"flaw-ninja: the ninja id is not 0 or 1", "3\n7 2\n\n\n"},
    [FAULT_WALK] = {"flaw-walk: a walk does not begin with one of U L R D N", "2\n?\n\n"},
};

const char *codevs5_fault_text(enum codevs5_fault fault)
{
    return faults[fault].words;
}

/* Without the stays at the end; at least one letter, which every reader understands. */
static void write_walk(const uint8_t step[CODEVS5_STEPS_MAX], struct text *out)
{
    int count = CODEVS5_STEPS_MAX;
    while (count > 1 && step[count - 1] == STEP_STAY) count--;
    for (int i = 0; i < count; i++) text_char(out, step_letters[step[i]]);
}

static void write_jutsu(const struct codevs5_command *command, struct text *out)
{
    text_int(out, command->jutsu);
    if (command->jutsu != JUTSU_SPEED) text_char(out, ' ');
    if (command->jutsu == JUTSU_SLASH)
        text_int(out, command->argument);
    else if (command->jutsu != JUTSU_SPEED)
        write_place(command->argument, ' ', out);
    text_char(out, '\n');
}

void codevs5_format(const struct game_state *state, int p, const struct game_action *action,
                    struct text *out)
{
    (void)state, (void)p;
    const struct codevs5_command *command = (const struct codevs5_command *)action;
    if (command->fault) {
        text_str(out, faults[command->fault].answer);
        return;
    }
    text_str(out, command->jutsu == JUTSU_NONE ? "2\n" : "3\n");
    if (command->jutsu != JUTSU_NONE) write_jutsu(command, out);
    for (int n = 0; n < CODEVS5_NINJAS; n++) {
        write_walk(command->step[n], out);
        text_char(out, '\n');
    }
}

/* ---- reading prompts ---- */

/* Reads line by line; the first thing that is missing or wrong decides `result` for good. */
struct reader {
    struct scan rest;
    enum parse_result result;
};

static bool refuse(struct reader *r)
{
    if (r->result == PARSE_OK) r->result = PARSE_INVALID;
    return false;
}

static bool read_line(struct reader *r, struct scan *line)
{
    if (r->result != PARSE_OK) return false;
    if (!scan_line(&r->rest, line)) r->result = PARSE_MORE;
    return r->result == PARSE_OK;
}

/* One line of exactly so many numbers from 0 to most. */
static bool read_numbers(struct reader *r, int count, int64_t most, int64_t *n)
{
    struct scan line;
    if (!read_line(r, &line)) return false;
    for (int i = 0; i < count; i++)
        if (!scan_int(&line, &n[i]) || n[i] < 0 || n[i] > most) return refuse(r);
    return scan_blank(&line) || refuse(r);
}

/* One line with a number that is known beforehand. */
static bool expect_number(struct reader *r, int64_t wanted)
{
    int64_t n;
    return read_numbers(r, 1, wanted, &n) && (n == wanted || refuse(r));
}

static bool read_map(struct reader *r, struct codevs5_field *field)
{
    for (int row = 0; row < CODEVS5_ROWS; row++) {
        struct scan line;
        char drawn[CODEVS5_COLS + 1];
        if (!read_line(r, &line)) return false;
        if (scan_left(&line) != CODEVS5_COLS) return refuse(r);
        for (int col = 0; col < CODEVS5_COLS; col++)
            if (line.at[col] == 'O') board_add(&field->rocks, codevs5_cell(row, col));
        *put_row(drawn, field, row) = '\0';
        if (!scan_equals(&line, drawn)) return refuse(r); /* other letters, walls elsewhere */
    }
    return true;
}

/* Row and column of a cell inside the walls. */
static bool read_place(struct reader *r, const int64_t place[2], int *cell)
{
    if (place[0] < 1 || place[0] > CODEVS5_ROWS - 2) return refuse(r);
    if (place[1] < 1 || place[1] > CODEVS5_COLS - 2) return refuse(r);
    *cell = codevs5_cell((int)place[0], (int)place[1]);
    return true;
}

/* A line "id row col" of something that stands on the floor. */
static bool read_placed(struct reader *r, const struct codevs5_field *field, int64_t *id, int *cell)
{
    int64_t n[3];
    if (!read_numbers(r, 3, CODEVS5_DOG_ID_MAX, n) || !read_place(r, n + 1, cell)) return false;
    *id = n[0];
    return !board_has(&field->rocks, *cell) || refuse(r);
}

static bool read_ninjas(struct reader *r, struct codevs5_field *field)
{
    if (!expect_number(r, CODEVS5_NINJAS)) return false;
    for (int n = 0; n < CODEVS5_NINJAS; n++) {
        int64_t id = 0;
        int cell = 0;
        if (!read_placed(r, field, &id, &cell)) return false;
        if (id != n) return refuse(r);
        field->ninja[n] = (uint8_t)cell;
    }
    return true;
}

/* Leaves next_dog behind the highest id seen so far: dogs that were slashed away count, too. */
static bool read_dogs(struct reader *r, struct codevs5_field *field)
{
    int64_t count, last = -1;
    if (!read_numbers(r, 1, CODEVS5_INNER, &count)) return false;
    for (int i = 0; i < count; i++) {
        int64_t id = 0;
        int cell = 0;
        if (!read_placed(r, field, &id, &cell)) return false;
        if (id <= last || board_has(&field->dogs, cell)) return refuse(r);
        codevs5_field_add_dog(field, (int)id, cell);
        last = id;
    }
    if (field->next_dog <= last) field->next_dog = (uint16_t)(last + 1);
    return true;
}

/* RULES 6.2: there are always as many souls as there should be. */
static bool read_souls(struct reader *r, struct codevs5_field *field)
{
    int64_t count, place[2];
    int last = -1, cell = 0;
    if (!read_numbers(r, 1, CODEVS5_INNER, &count)) return false;
    for (int i = 0; i < count; i++) {
        if (!read_numbers(r, 2, CODEVS5_ROWS, place) || !read_place(r, place, &cell)) return false;
        if (cell <= last) return refuse(r);
        board_add(&field->souls, cell);
        last = cell;
    }
    field->soul_goal = (uint8_t)count;
    return true;
}

static bool read_size(struct reader *r)
{
    int64_t n[2];
    if (!read_numbers(r, 2, CODEVS5_ROWS, n)) return false;
    return (n[0] == CODEVS5_ROWS && n[1] == CODEVS5_COLS) || refuse(r);
}

static bool read_uses(struct reader *r, struct codevs5_field *field)
{
    int64_t uses[CODEVS5_JUTSU];
    if (!read_numbers(r, CODEVS5_JUTSU, CODEVS5_NUMBER_MAX, uses)) return false;
    for (int i = 0; i < CODEVS5_JUTSU; i++) field->uses[i] = (uint16_t)uses[i];
    return true;
}

static bool read_block(struct reader *r, struct codevs5_field *field)
{
    int64_t nin;
    *field = (struct codevs5_field){.stream.word = CODEVS5_NO_STREAM, .next_dog = field->next_dog};
    if (!read_numbers(r, 1, CODEVS5_NUMBER_MAX, &nin)) return false;
    field->nin = (int32_t)nin;
    return read_size(r) && read_map(r, field) && read_ninjas(r, field) && read_dogs(r, field) &&
           read_souls(r, field) && read_uses(r, field);
}

static bool read_costs(struct reader *r, uint8_t cost[CODEVS5_JUTSU])
{
    int64_t n[CODEVS5_JUTSU];
    if (!expect_number(r, CODEVS5_JUTSU)) return false;
    if (!read_numbers(r, CODEVS5_JUTSU, UINT8_MAX, n)) return false;
    for (int i = 0; i < CODEVS5_JUTSU; i++) cost[i] = (uint8_t)n[i];
    return true;
}

/* The turn after the one that was read last; the first one when none was. */
static struct codevs5_state next_turn(const struct codevs5_state *known)
{
    bool first = known->turns == 0;
    struct codevs5_state state = {.turns = CODEVS5_TURNS, .winner = -1};
    state.turn = (uint16_t)(first ? 0 : known->turn + 1);
    for (int i = 0; i < 2; i++) {
        state.field[i].next_dog = known->field[i].next_dog;
        state.last[i].command.jutsu = state.last[i].spell.jutsu = JUTSU_NONE;
    }
    return state;
}

enum parse_result codevs5_perceive(struct game_state *state, struct game_self *self,
                                   const char *buf, size_t len, size_t *used)
{
    struct reader r = {.rest = scan_on(buf, len), .result = PARSE_OK};
    struct codevs5_state next = next_turn(view(state));
    int64_t left_ms;
    bool done = read_numbers(&r, 1, INT64_MAX, &left_ms) && read_costs(&r, next.cost) &&
                read_block(&r, &next.field[0]) && read_block(&r, &next.field[1]);
    *used = r.result == PARSE_INVALID ? len : (size_t)(r.rest.at - buf);
    if (!done) return r.result;
    memcpy(state, &next, sizeof next);
    *self = (struct game_self){.player = 0, .left_ms = {left_ms, -1}};
    return PARSE_OK;
}

/* ---- writing for viewers ---- */

static void write_list_cell(int cell, struct text *out)
{
    text_char(out, '[');
    write_place(cell, ',', out);
    text_char(out, ']');
}

static void write_map(const struct codevs5_field *field, struct text *out)
{
    text_str(out, ",\"map\":[");
    for (int row = 0; row < CODEVS5_ROWS; row++) {
        text_str(out, row > 0 ? ",\"" : "\"");
        char line[CODEVS5_COLS];
        put_row(line, field, row);
        text_bytes(out, line, sizeof line);
        text_char(out, '"');
    }
    text_char(out, ']');
}

static void write_ninjas_json(const struct codevs5_field *field, struct text *out)
{
    text_str(out, ",\"ninjas\":[");
    for (int n = 0; n < CODEVS5_NINJAS; n++) {
        if (n > 0) text_char(out, ',');
        write_list_cell(field->ninja[n], out);
    }
    text_char(out, ']');
}

static void write_dogs_json(const struct codevs5_field *field, struct text *out)
{
    text_str(out, ",\"dogs\":[");
    for (int i = 0; i < field->dog_count; i++) {
        text_str(out, i > 0 ? ",[" : "[");
        text_int(out, field->dog_id[i]);
        text_char(out, ',');
        write_place(field->dog_cell[i], ',', out);
        text_char(out, ']');
    }
    text_char(out, ']');
}

static void write_souls_json(const struct codevs5_field *field, struct text *out)
{
    bool first = true;
    text_str(out, ",\"souls\":[");
    BOARD_EACH(cell, &field->souls)
    {
        if (!first) text_char(out, ',');
        write_list_cell(cell, out);
        first = false;
    }
    text_char(out, ']');
}

static void write_member(const char *key, int64_t n, struct text *out)
{
    text_str(out, ",\"");
    text_str(out, key);
    text_str(out, "\":");
    text_int(out, n);
}

void codevs5_write_field(const struct codevs5_field *field, struct text *out)
{
    text_str(out, "{\"nin\":");
    text_int(out, field->nin);
    write_map(field, out);
    write_ninjas_json(field, out);
    write_dogs_json(field, out);
    write_souls_json(field, out);
    for (int i = 0; i < CODEVS5_JUTSU; i++) {
        text_str(out, i == 0 ? ",\"uses\":[" : ",");
        text_int(out, field->uses[i]);
    }
    text_char(out, ']');
    write_member("next_dog", field->next_dog, out);
    write_member("soul_goal", field->soul_goal, out);
    text_char(out, '}');
}

/* What a player asked for in the last turn, whether it was paid, and what came of it. */
static void write_audit(const struct codevs5_deed *deed, struct text *out)
{
    const struct codevs5_command *command = &deed->command;
    const char *fault = codevs5_fault_text(command->fault);
    text_str(out, "{\"fault\":");
    if (fault) fault = strchr(fault, ':') + 2;
    if (fault)
        text_json(out, fault, strlen(fault));
    else
        text_str(out, "null");
    write_member("jutsu", command->jutsu, out);
    text_str(out, ",\"paid\":");
    text_str(out, deed->spell.jutsu == JUTSU_NONE ? "false" : "true");
    if (command->jutsu == JUTSU_SLASH) write_member("ninja", command->argument, out);
    if (command->jutsu >= JUTSU_MY_ROCK && command->jutsu <= JUTSU_FOE_CLONE) {
        text_str(out, ",\"cell\":");
        write_list_cell(command->argument, out);
    }
    text_str(out, ",\"walks\":[\"");
    write_walk(command->step[0], out);
    text_str(out, "\",\"");
    write_walk(command->step[1], out);
    text_str(out, "\"]");
    write_member("sent", deed->sent, out);
    text_char(out, '}');
}

static void write_result(const struct codevs5_state *state, struct text *out)
{
    const char *reason = codevs5_end_text(state->end);
    text_str(out, ",\"over\":");
    text_str(out, reason ? "true" : "false");
    write_member("winner", state->winner, out);
    text_str(out, ",\"reason\":");
    if (reason)
        text_json(out, reason, strlen(reason));
    else
        text_str(out, "null");
}

void codevs5_frame(const struct game_state *state, struct text *out)
{
    const struct codevs5_state *s = view(state);
    text_str(out, "{\"turn\":");
    text_int(out, s->turn);
    write_member("turns", s->turns, out);
    write_result(s, out);
    for (int i = 0; i < CODEVS5_JUTSU; i++) {
        text_str(out, i == 0 ? ",\"costs\":[" : ",");
        text_int(out, s->cost[i]);
    }
    text_str(out, "],\"last\":[");
    write_audit(&s->last[0], out);
    text_char(out, ',');
    write_audit(&s->last[1], out);
    text_str(out, "],\"fields\":[");
    codevs5_write_field(&s->field[0], out);
    text_char(out, ',');
    codevs5_write_field(&s->field[1], out);
    text_str(out, "]}");
}
