/*
 * The texts of Four in a Row: RULES 4.
 *
 * Every reader here gets bytes from outside. It takes whole lines, asks for more while one is
 * missing, and refuses whatever is not exactly as the rules have it.
 */
#include "games/example/example_text.h"

#include "base/scan.h"
#include "games/example/example.h"

#include <string.h>

static const struct example *view(const struct game_state *state)
{
    return (const struct example *)state;
}

/* ---- what a player is sent ---- */

/* RULES 4.1: nothing comes before the first prompt, nothing after the end. */
void example_greet(const struct game_state *state, int p, struct text *out)
{
    (void)state, (void)p, (void)out;
}

void example_farewell(const struct game_state *state, int p, struct text *out)
{
    (void)state, (void)p, (void)out;
}

static char letter_of(int cell, int p)
{
    if (cell == EXAMPLE_EMPTY) return '.';
    return cell == p + 1 ? 'O' : 'X';
}

/* RULES 4.2. */
void example_prompt(const struct game_state *state, int p, const int64_t left_ms[2],
                    struct text *out)
{
    const struct example *g = view(state);
    text_int(out, g->stones - g->opening);
    text_char(out, '\n');
    text_int(out, left_ms[p]);
    text_char(out, '\n');
    for (int row = EXAMPLE_ROWS - 1; row >= 0; row--) {
        for (int col = 0; col < EXAMPLE_COLS; col++)
            text_char(out, letter_of(example_at(g, col, row), p));
        text_char(out, '\n');
    }
    text_str(out, "END\n");
}

/* ---- answers ---- */

/* RULES 4.3. */
enum parse_result example_parse(const struct game_state *state, int p, const char *buf, size_t len,
                                struct game_action *action, size_t *used)
{
    struct example_action *a = (struct example_action *)action;
    struct scan s = scan_on(buf, len), line;
    uint64_t col;
    (void)p;
    if (!scan_line(&s, &line)) return PARSE_MORE;
    *used = len - scan_left(&s);
    if (!scan_uint(&line, &col) || !scan_blank(&line) || col >= EXAMPLE_COLS) return PARSE_INVALID;
    if (example_height(view(state), (int)col) == EXAMPLE_ROWS) return PARSE_INVALID;
    a->col = (uint8_t)col;
    return PARSE_OK;
}

void example_format(const struct game_state *state, int p, const struct game_action *action,
                    struct text *out)
{
    (void)state, (void)p;
    text_int(out, ((const struct example_action *)action)->col);
    text_char(out, '\n');
}

/* ---- what a player reads ---- */

/* A line that is one number from 0 on. */
static enum parse_result read_number(struct scan *s, int64_t *n)
{
    struct scan line;
    if (!scan_line(s, &line)) return PARSE_MORE;
    return scan_int(&line, n) && *n >= 0 && scan_blank(&line) ? PARSE_OK : PARSE_INVALID;
}

/* A row of the board; own stones are those of player 0, who the reader takes itself for. */
static enum parse_result read_row(struct scan *s, struct example *g, int row)
{
    struct scan line;
    if (!scan_line(s, &line)) return PARSE_MORE;
    if (scan_left(&line) != EXAMPLE_COLS) return PARSE_INVALID;
    for (int col = 0; col < EXAMPLE_COLS; col++) {
        static const char letters[] = ".OX";
        const char *letter = memchr(letters, line.at[col], sizeof letters - 1);
        if (!letter) return PARSE_INVALID;
        g->cell[row * EXAMPLE_COLS + col] = (uint8_t)(letter - letters);
        if (*letter != '.') g->stones++;
    }
    return PARSE_OK;
}

/* No stone hangs in the air. */
static bool is_settled(const struct example *g)
{
    for (int i = EXAMPLE_COLS; i < EXAMPLE_CELLS; i++)
        if (g->cell[i] != EXAMPLE_EMPTY && g->cell[i - EXAMPLE_COLS] == EXAMPLE_EMPTY) return false;
    return true;
}

/* The stones tell how many moves there were before the game, and whose turn it is: the reader's. */
static enum parse_result check_board(struct example *g, int64_t turn)
{
    if (!is_settled(g) || turn > g->stones || g->stones - turn > EXAMPLE_OPENING_MAX ||
        g->stones == EXAMPLE_CELLS)
        return PARSE_INVALID;
    g->opening = (uint8_t)(g->stones - turn);
    return PARSE_OK;
}

static enum parse_result read_end(struct scan *s)
{
    struct scan line;
    if (!scan_line(s, &line)) return PARSE_MORE;
    return scan_equals(&line, "END") ? PARSE_OK : PARSE_INVALID;
}

static enum parse_result read_prompt(struct scan *s, struct example *g, int64_t *left_ms)
{
    int64_t turn;
    enum parse_result result = read_number(s, &turn);
    if (result == PARSE_OK) result = read_number(s, left_ms);
    for (int row = EXAMPLE_ROWS - 1; row >= 0 && result == PARSE_OK; row--)
        result = read_row(s, g, row);
    if (result == PARSE_OK) result = read_end(s);
    return result == PARSE_OK ? check_board(g, turn) : result;
}

/* Swaps the players: whoever has an odd number of stones before its turn is player 1. */
static void become_player_one(struct example *g)
{
    for (int i = 0; i < EXAMPLE_CELLS; i++)
        if (g->cell[i] != EXAMPLE_EMPTY) g->cell[i] = (uint8_t)(3 - g->cell[i]);
}

enum parse_result example_perceive(struct game_state *state, struct game_self *self,
                                   const char *buf, size_t len, size_t *used)
{
    struct example next = {.last = EXAMPLE_NO_CELL, .winner = -1};
    struct scan s = scan_on(buf, len);
    int64_t left_ms = 0;
    enum parse_result result = read_prompt(&s, &next, &left_ms);
    if (result != PARSE_MORE) *used = len - scan_left(&s);
    if (result != PARSE_OK) return result;
    int p = example_next(&next);
    if (p == 1) become_player_one(&next);
    *(struct example *)state = next;
    *self = (struct game_self){.player = p, .left_ms = {-1, -1}};
    self->left_ms[p] = left_ms;
    return PARSE_OK;
}

/* ---- what people see ---- */

static void write_cell(struct text *out, int cell)
{
    text_char(out, '[');
    text_int(out, cell % EXAMPLE_COLS);
    text_char(out, ',');
    text_int(out, cell / EXAMPLE_COLS);
    text_char(out, ']');
}

static void write_rows(struct text *out, const struct example *g)
{
    text_str(out, ",\"rows\":[");
    for (int row = EXAMPLE_ROWS - 1; row >= 0; row--) {
        text_char(out, '"');
        for (int col = 0; col < EXAMPLE_COLS; col++) text_char(out, ".01"[example_at(g, col, row)]);
        text_str(out, row > 0 ? "\"," : "\"]");
    }
}

static void write_line(struct text *out, const struct example *g)
{
    uint8_t line[EXAMPLE_LINE];
    if (!example_line(g, line)) return;
    text_str(out, ",\"line\":[");
    for (int i = 0; i < EXAMPLE_LINE; i++) {
        if (i > 0) text_char(out, ',');
        write_cell(out, line[i]);
    }
    text_char(out, ']');
}

/* {"turn":3,"next":1,"rows":[...],"last":[3,1],"line":[...],"over":true,"winner":0,"reason":""} */
void example_frame(const struct game_state *state, struct text *out)
{
    const struct example *g = view(state);
    struct game_status status;
    game_example.status(state, &status);
    text_str(out, "{\"turn\":");
    text_int(out, status.turn);
    text_str(out, ",\"next\":");
    text_int(out, example_next(g));
    write_rows(out, g);
    if (g->last != EXAMPLE_NO_CELL) {
        text_str(out, ",\"last\":");
        write_cell(out, g->last);
    }
    write_line(out, g);
    text_str(out, status.over ? ",\"over\":true" : ",\"over\":false");
    if (status.over) {
        text_str(out, ",\"winner\":");
        text_int(out, status.winner);
        text_str(out, ",\"reason\":");
        text_json(out, status.reason, strlen(status.reason));
    }
    text_char(out, '}');
}
