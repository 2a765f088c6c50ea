/* The texts of CHaser: RULES 6.1, 6.2, 7.1, and the map file of a game. */
#include "games/chaser/chaser_text.h"

#include "base/scan.h"
#include "games/chaser/chaser.h"
#include "games/chaser/chaser_map.h"

#include <string.h>

enum { EMPTY_LINES_MAX = 9 };

static const char words[] = "wlsp", directions[] = "urdl";

static const struct chaser *view(const struct game_state *state)
{
    return (const struct chaser *)state;
}

/* ---- what a player is sent ---- */

/* The client speaks first; the server has no greeting. */
void chaser_greet(const struct game_state *state, int p, struct text *out)
{
    (void)state, (void)p, (void)out;
}

static void write_digits(struct text *out, const struct chaser_answer *answer)
{
    text_char(out, answer->control);
    text_bytes(out, answer->cell, CHASER_VIEW);
}

void chaser_prompt(const struct game_state *state, int p, const int64_t left_ms[2],
                   struct text *out)
{
    (void)p, (void)left_ms;
    if (view(state)->phase == CHASER_READY)
        text_char(out, '@');
    else
        write_digits(out, &view(state)->told);
    text_str(out, "\r\n");
}

/* RULES 6.6: the square of the end, to which no line is awaited. */
void chaser_farewell(const struct game_state *state, int p, struct text *out)
{
    struct chaser_answer square;
    if (!(view(state)->farewell >> p & 1)) return;
    chaser_square(&view(state)->board, p, '0', &square);
    write_digits(out, &square);
    text_str(out, "\r\n");
}

/* ---- answers ---- */

/* A line as it came; RULES 7.1 asks whether it had its CR. */
struct line {
    struct scan text;
    bool has_cr;
};

static bool is_empty(struct scan text)
{
    while (text.at < text.end && *text.at == '\r') text.at++;
    return text.at == text.end;
}

/* RULES 6.2: nine empty lines are skipped, the tenth is no answer. */
static enum parse_result read_line(struct scan *rest, struct line *line)
{
    for (int empty = 0; empty <= EMPTY_LINES_MAX; empty++) {
        if (!scan_line(rest, &line->text)) return PARSE_MORE;
        line->has_cr = *line->text.end == '\r';
        if (!is_empty(line->text)) return PARSE_OK;
    }
    return PARSE_INVALID;
}

static int index_of(const char *letters, char letter)
{
    const char *at = letter ? strchr(letters, letter) : NULL;
    return at ? (int)(at - letters) : -1;
}

/* RULES 6.2: only the first two characters count; 7.6: and officially the second hardly does. */
static bool read_command(struct scan text, bool official, struct chaser_action *action)
{
    int word = index_of(words, text.at[0]);
    int direction = scan_left(&text) >= 2 ? index_of(directions, text.at[1]) : -1;
    if (direction < 0 && official) direction = CHASER_STAY;
    if (word < 0 || direction < 0) return false;
    *action = (struct chaser_action){.word = (uint8_t)word, .direction = (uint8_t)direction};
    return true;
}

static bool read_word(const struct line *line, const char *word, bool official)
{
    return scan_equals(&line->text, word) && (line->has_cr || !official);
}

static bool read_answer(const struct chaser *g, const struct line *line,
                        struct chaser_action *action)
{
    if (g->phase == CHASER_COMMAND) return read_command(line->text, g->official, action);
    bool is_ready = g->phase == CHASER_READY;
    *action = (struct chaser_action){.word = is_ready ? CHASER_GR : CHASER_SHARP};
    return read_word(line, is_ready ? "gr" : "#", g->official);
}

/* What an answer that came at the wrong moment would have been. */
static void name_refused(const struct line *line, struct chaser_action *action)
{
    *action = (struct chaser_action){.word = CHASER_NO_WORD};
    if (scan_equals(&line->text, "gr"))
        action->word = CHASER_GR;
    else if (scan_equals(&line->text, "#"))
        action->word = CHASER_SHARP;
    else if (scan_left(&line->text) == 2)
        read_command(line->text, false, action);
}

enum parse_result chaser_parse(const struct game_state *state, int p, const char *buf, size_t len,
                               struct game_action *action, size_t *used)
{
    (void)p;
    struct scan rest = scan_on(buf, len);
    struct line line;
    enum parse_result result = read_line(&rest, &line);
    ((struct chaser_action *)action)->word = CHASER_NO_WORD;
    if (result == PARSE_MORE) return PARSE_MORE;
    *used = len - scan_left(&rest);
    if (result == PARSE_INVALID) return PARSE_INVALID;
    if (read_answer(view(state), &line, (struct chaser_action *)action)) return PARSE_OK;
    name_refused(&line, (struct chaser_action *)action);
    return PARSE_INVALID;
}

void chaser_write_action(struct text *out, struct chaser_action action)
{
    if (action.word >= CHASER_GR) {
        text_str(out, action.word == CHASER_GR ? "gr" : "#");
        return;
    }
    text_char(out, words[action.word]);
    text_char(out, action.direction < CHASER_STAY ? directions[action.direction] : '?');
}

void chaser_format(const struct game_state *state, int p, const struct game_action *action,
                   struct text *out)
{
    (void)state, (void)p;
    chaser_write_action(out, *(const struct chaser_action *)action);
    text_str(out, "\r\n");
}

/* ---- what a player reads ---- */

static bool read_digits(const struct scan *line, struct chaser_answer *answer)
{
    if (scan_left(line) != 1 + CHASER_VIEW) return false;
    for (const char *at = line->at; at < line->end; at++)
        if (*at < '0' || *at > (at == line->at ? '1' : '3')) return false;
    answer->control = line->at[0];
    memcpy(answer->cell, line->at + 1, CHASER_VIEW);
    return true;
}

/* A message moves a client on to the next phase; @ always begins an action. */
static bool read_message(const struct scan *line, struct chaser *g)
{
    struct chaser next = {.phase = CHASER_READY};
    if (!scan_equals(line, "@")) {
        if (g->phase != CHASER_READY && g->phase != CHASER_COMMAND) return false;
        if (!read_digits(line, &next.told)) return false;
        next.phase = (uint8_t)(g->phase + 1);
    }
    *g = next;
    return true;
}

/* The own square with a 0 is the last message: no line is awaited after it, so it is no prompt. */
static bool is_last(const struct scan *line, const struct chaser *g)
{
    return g->phase == CHASER_READY && line->at < line->end && *line->at == '0';
}

/* Nothing tells which player it is for, and it does not matter: the reader is player 0. */
enum parse_result chaser_perceive(struct game_state *state, struct game_self *self, const char *buf,
                                  size_t len, size_t *used)
{
    struct chaser *g = (struct chaser *)state;
    struct scan rest = scan_on(buf, len), line;
    if (!scan_line(&rest, &line) || is_last(&line, g)) return PARSE_MORE;
    *used = len - scan_left(&rest);
    *self = (struct game_self){.player = 0, .left_ms = {-1, -1}};
    return read_message(&line, g) ? PARSE_OK : PARSE_INVALID;
}

/* ---- maps ---- */

void chaser_write_start(const struct game_state *state, struct text *out)
{
    const struct chaser *g = view(state);
    struct chaser_map map = {.board = g->board, .turns = g->turns};
    memcpy(map.name, g->name, sizeof map.name);
    chaser_map_write(&map, out);
}

/* ---- what people see ---- */

static void write_key(struct text *out, const char *key, int64_t n)
{
    text_str(out, ",\"");
    text_str(out, key);
    text_str(out, "\":");
    text_int(out, n);
}

static void write_word(struct text *out, const char *key, const char *word)
{
    text_str(out, ",\"");
    text_str(out, key);
    text_str(out, "\":");
    text_json(out, word, strlen(word));
}

static void write_pair(struct text *out, const char *key, int64_t a, int64_t b)
{
    text_str(out, ",\"");
    text_str(out, key);
    text_str(out, "\":[");
    text_int(out, a);
    text_char(out, ',');
    text_int(out, b);
    text_char(out, ']');
}

static void write_field(struct text *out, const struct chaser_board *b)
{
    text_str(out, ",\"field\":[");
    for (int y = 0; y < b->height; y++) {
        text_str(out, y > 0 ? ",\"" : "\"");
        for (int x = 0; x < b->width; x++) {
            int cell = chaser_cell(&b->field, x, y);
            text_char(out, cell <= CHASER_ITEM ? (char)('0' + cell) : '?');
        }
        text_char(out, '"');
    }
    text_char(out, ']');
}

/* Whose line is awaited, and what the actor was sent before. */
static void write_phase(struct text *out, const struct chaser *g)
{
    static const char *const phases[] = {
        [CHASER_WAITS] = "waits", [CHASER_READY] = "ready", [CHASER_COMMAND] = "command",
        [CHASER_END] = "end",     [CHASER_FINAL] = "final", [CHASER_OVER] = "over",
    };
    write_word(out, "phase", phases[g->phase]);
    write_word(out, "actor", chaser_team_names[g->actor]);
    if (!g->told.control) return;
    text_str(out, ",\"told\":\"");
    write_digits(out, &g->told);
    text_char(out, '"');
}

static void write_last(struct text *out, const struct chaser *g)
{
    if (!g->has_last) return;
    text_str(out, ",\"last\":{\"team\":\"");
    text_str(out, chaser_team_names[g->last_actor]);
    text_str(out, "\",\"cmd\":\"");
    chaser_write_action(out, g->last);
    text_str(out, "\"}");
}

static void write_end(struct text *out, const struct chaser *g)
{
    text_str(out, g->ending ? ",\"over\":true" : ",\"over\":false");
    if (!g->ending) return;
    write_key(out, "winner", g->winner);
    write_word(out, "reason", chaser_ending_names[g->ending]);
}

void chaser_frame(const struct game_state *state, struct text *out)
{
    const struct chaser *g = view(state);
    const struct chaser_board *b = &g->board;
    text_str(out, "{\"turn\":");
    text_int(out, g->turns - g->turns_left);
    write_key(out, "turns", g->turns);
    write_key(out, "turns_left", g->turns_left);
    write_word(out, "name", g->name);
    write_pair(out, "size", b->width, b->height);
    write_field(out, b);
    write_pair(out, "cool", b->at[0].x, b->at[0].y);
    write_pair(out, "hot", b->at[1].x, b->at[1].y);
    write_pair(out, "items", b->items[0], b->items[1]);
    write_key(out, "items_on_field", chaser_count_items(&b->field));
    write_phase(out, g);
    write_last(out, g);
    write_end(out, g);
    text_char(out, '}');
}
