/* The texts of CODE VS Reborn: RULES 8. */
#include "games/reborn/reborn_text.h"

#include "games/line_reader.h"
#include "games/reborn/reborn.h"

#include <string.h>

enum { FRAME_PACKS = 8 };

static const struct reborn *view(const struct game_state *state)
{
    return (const struct reborn *)state;
}

/* RULES 8.1. */
bool reborn_name_ok(const char *name, struct text *why)
{
    if (*name == '\0') {
        said_write(why, "program-name-empty: the name is empty");
        return false;
    }
    static const char forbidden[] = {'\\', '/', ':', '*', '?', '"', '<', '>', '|'};
    for (const char *at = name; *at; at++) {
        if (!memchr(forbidden, *at, sizeof forbidden)) continue;
        said_write(why, "program-name-holds: the name holds a {letter:%s}",
                   (const char[]){*at, '\0'});
        return false;
    }
    return true;
}

/* ---- what a player is sent ---- */

static void write_number_line(struct text *out, int64_t n)
{
    text_int(out, n);
    text_char(out, '\n');
}

static void write_pack_row(struct text *out, const uint8_t row[2])
{
    text_int(out, row[0]);
    text_char(out, ' ');
    write_number_line(out, row[1]);
}

/* RULES 8.2: always all packs, whatever the number of turns: programs wait for them. */
void reborn_greet(const struct game_state *state, int p, struct text *out)
{
    (void)p;
    for (int i = 0; i < REBORN_TURNS; i++) {
        const struct reborn_pack *pack = &view(state)->packs[i];
        write_pack_row(out, pack->cell);
        write_pack_row(out, pack->cell + 2);
        text_str(out, "END\n");
    }
}

/* A number of one digit, or two that begin with 1. */
static char *put_cell(char *at, int value, char behind)
{
    int has_ten = value >= 10;
    at[0] = '1';
    at[has_ten] = (char)('0' + value - 10 * has_ten);
    at[has_ten + 1] = behind;
    return at + has_ten + 2;
}

/* As one block: this is most of what the referee writes. */
static void write_field(struct text *out, const struct reborn_field *field)
{
    static const char empty_row[] = "0 0 0 0 0 0 0 0 0 0\n";
    char block[REBORN_ROWS * REBORN_COLS * 3 + 4], *at = block;
    int height = 0;
    for (int col = 0; col < REBORN_COLS; col++)
        if (reborn_height(field, col) > height) height = reborn_height(field, col);
    for (int row = REBORN_ROWS - 1; row >= 0; row--) {
        if (row >= height) {
            memcpy(at, empty_row, sizeof empty_row - 1);
            at += sizeof empty_row - 1;
            continue;
        }
        for (int col = 0; col < REBORN_COLS; col++)
            at = put_cell(at, reborn_cell(field, col, row), col < REBORN_COLS - 1 ? ' ' : '\n');
    }
    memcpy(at, "END\n", 4);
    text_bytes(out, block, (size_t)(at + 4 - block));
}

static void write_side(struct text *out, const struct reborn_side *side, int64_t left_ms)
{
    write_number_line(out, left_ms);
    write_number_line(out, side->stock);
    write_number_line(out, side->gauge);
    write_number_line(out, side->score);
    write_field(out, &side->field);
}

/* RULES 8.3: the own side comes first. */
void reborn_prompt(const struct game_state *state, int p, const int64_t left_ms[2],
                   struct text *out)
{
    write_number_line(out, view(state)->turn);
    write_side(out, &view(state)->side[p], left_ms[p]);
    write_side(out, &view(state)->side[1 - p], left_ms[1 - p]);
}

/* RULES 8.5: nothing is said at the end. */
void reborn_farewell(const struct game_state *state, int p, struct text *out)
{
    (void)state, (void)p, (void)out;
}

/* ---- answers ---- */

static bool read_below(struct scan *s, uint64_t limit, uint8_t *n)
{
    uint64_t value;
    if (!scan_uint(s, &value) || value >= limit) return false;
    *n = (uint8_t)value;
    return true;
}

static bool read_action(struct scan line, struct reborn_action *action)
{
    struct scan rest = line, word;
    *action = (struct reborn_action){0};
    if (scan_word(&rest, &word) && scan_equals(&word, "S")) {
        action->skill = 1;
        return scan_blank(&rest);
    }
    return read_below(&line, REBORN_PACK_COLS, &action->col) &&
           read_below(&line, REBORN_ROTATIONS, &action->rotation) && scan_blank(&line);
}

/* RULES 8.4. Whether the gauge allows the skill is asked when the turn is played. */
enum parse_result reborn_parse(const struct game_state *state, int p, const char *buf, size_t len,
                               struct game_action *action, size_t *used)
{
    struct reborn_action *a = (struct reborn_action *)action;
    struct scan s = scan_on(buf, len), line;
    if (!scan_line(&s, &line)) return PARSE_MORE;
    *used = len - scan_left(&s);
    bool ok = read_action(line, a) && reborn_is_legal((const struct reborn *)state, p, *a);
    return ok ? PARSE_OK : PARSE_INVALID;
}

static void write_action(struct text *out, struct reborn_action action)
{
    if (action.skill) {
        text_char(out, 'S');
        return;
    }
    text_int(out, action.col);
    text_char(out, ' ');
    text_int(out, action.rotation);
}

void reborn_format(const struct game_state *state, int p, const struct game_action *action,
                   struct text *out)
{
    (void)state, (void)p;
    write_action(out, *(const struct reborn_action *)action);
    text_char(out, '\n');
}

/* ---- what a player reads ---- */

static bool read_pack(struct line_reader *r, struct reborn_pack *pack)
{
    int64_t n[4];
    if (!line_reader_numbers(r, n, 2, 9) || !line_reader_numbers(r, n + 2, 2, 9)) return false;
    for (int i = 0; i < 4; i++) pack->cell[i] = (uint8_t)n[i];
    return line_reader_end(r);
}

static bool read_greet(struct line_reader *r, struct reborn *g)
{
    for (int i = 0; i < REBORN_TURNS; i++)
        if (!read_pack(r, &g->packs[i])) return false;
    g->turns = REBORN_TURNS;
    g->winner = -1;
    return true;
}

/* A column of a field that was read, from the floor: no block on an empty cell, no value 10. */
static bool read_column(int64_t row[REBORN_ROWS][REBORN_COLS], int col, struct reborn_field *field)
{
    for (int i = 0; i < REBORN_ROWS; i++) {
        int64_t value = row[i][col];
        if (value == 0) continue;
        if (value == 10 || reborn_height(field, col) < i) return false;
        reborn_push(field, col, (int)value);
    }
    return true;
}

static bool read_field(struct line_reader *r, struct reborn_field *field)
{
    int64_t row[REBORN_ROWS][REBORN_COLS];
    for (int i = REBORN_ROWS - 1; i >= 0; i--)
        if (!line_reader_numbers(r, row[i], REBORN_COLS, REBORN_OJAMA)) return false;
    *field = (struct reborn_field){0};
    for (int col = 0; col < REBORN_COLS; col++)
        if (!read_column(row, col, field)) return line_reader_fail(r, PARSE_INVALID);
    return line_reader_end(r);
}

static bool read_side(struct line_reader *r, struct reborn_side *side, int64_t *left_ms)
{
    int64_t gauge;
    if (!line_reader_numbers(r, left_ms, 1, INT64_MAX) ||
        !line_reader_numbers(r, &side->stock, 1, INT64_MAX) ||
        !line_reader_numbers(r, &gauge, 1, REBORN_GAUGE_MAX) ||
        !line_reader_numbers(r, &side->score, 1, INT64_MAX))
        return false;
    side->gauge = (int32_t)gauge;
    return read_field(r, &side->field);
}

static bool read_prompt(struct line_reader *r, struct reborn *g, struct game_self *self)
{
    int64_t turn;
    if (!line_reader_numbers(r, &turn, 1, REBORN_TURNS - 1)) return false;
    g->turn = (int32_t)turn;
    return read_side(r, &g->side[0], &self->left_ms[0]) &&
           read_side(r, &g->side[1], &self->left_ms[1]);
}

/* The input does not tell which player it is for, and it does not matter: the reader is player 0.
   A state that is not complete yet is not kept. */
enum parse_result reborn_perceive(struct game_state *state, struct game_self *self, const char *buf,
                                  size_t len, size_t *used)
{
    struct reborn *g = (struct reborn *)state, next = *g;
    struct game_self known = {.player = 0};
    struct line_reader r = line_reader_on(buf, len);
    bool is_greeted = next.turns > 0;
    if ((is_greeted || read_greet(&r, &next)) && read_prompt(&r, &next, &known)) {
        *g = next;
        *self = known;
    }
    if (r.result != PARSE_MORE) *used = len - scan_left(&r.rest);
    return r.result;
}

/* ---- what people see ---- */

static void write_key(struct text *out, const char *key, int64_t n)
{
    text_str(out, ",\"");
    text_str(out, key);
    text_str(out, "\":");
    text_int(out, n);
}

static void write_pack(struct text *out, const struct reborn_pack *pack)
{
    static const char *const before[] = {"[[", ",", "],[", ","};
    for (int i = 0; i < 4; i++) {
        text_str(out, before[i]);
        text_int(out, pack->cell[i]);
    }
    text_str(out, "]]");
}

/* The packs to come, this turn's first. */
static void write_packs(struct text *out, const struct reborn *g)
{
    text_str(out, ",\"packs\":[");
    for (int i = g->turn; i < g->turns && i < g->turn + FRAME_PACKS; i++) {
        if (i > g->turn) text_char(out, ',');
        write_pack(out, &g->packs[i]);
    }
    text_char(out, ']');
}

/* Each column from the floor, X for ojama. */
static void write_columns(struct text *out, const struct reborn_field *field)
{
    text_str(out, ",\"cols\":[");
    for (int col = 0; col < REBORN_COLS; col++) {
        text_str(out, col > 0 ? ",\"" : "\"");
        for (int row = 0; row < reborn_height(field, col); row++) {
            int value = reborn_cell(field, col, row);
            text_char(out, value == REBORN_OJAMA ? 'X' : (char)('0' + value));
        }
        text_char(out, '"');
    }
    text_char(out, ']');
}

static void write_last(struct text *out, const struct reborn_last *last)
{
    write_key(out, "chain", last->chain);
    write_key(out, "blast", last->blast);
    write_key(out, "gain", last->gain);
    write_key(out, "attack", last->attack);
    write_key(out, "dropped", last->dropped);
    text_str(out, last->dead ? ",\"dead\":true" : ",\"dead\":false");
    text_str(out, ",\"cmd\":\"");
    write_action(out, last->action);
    text_char(out, '"');
}

static void write_player(struct text *out, const struct reborn_side *side, bool played)
{
    text_str(out, "{\"gauge\":");
    text_int(out, side->gauge);
    write_key(out, "stock", side->stock);
    write_key(out, "score", side->score);
    write_columns(out, &side->field);
    if (played) write_last(out, &side->last);
    if (side->last.error == REBORN_LATE) text_str(out, ",\"error\":\"time\"");
    if (side->last.error == REBORN_INVALID) text_str(out, ",\"error\":\"invalid\"");
    text_char(out, '}');
}

static void write_end(struct text *out, const struct game_state *state)
{
    struct game_status status;
    game_reborn.status(state, &status);
    text_str(out, status.over ? ",\"over\":true" : ",\"over\":false");
    if (!status.over) return;
    write_key(out, "winner", status.winner);
    text_str(out, ",\"reason\":");
    text_json(out, status.reason, strlen(status.reason));
}

void reborn_frame(const struct game_state *state, struct text *out)
{
    const struct reborn *g = view(state);
    text_str(out, "{\"turn\":");
    text_int(out, g->turn);
    write_key(out, "turns", g->turns);
    write_packs(out, g);
    text_str(out, ",\"players\":[");
    write_player(out, &g->side[0], g->played);
    text_char(out, ',');
    write_player(out, &g->side[1], g->played);
    text_char(out, ']');
    write_end(out, state);
    text_char(out, '}');
}
