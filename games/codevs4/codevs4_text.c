/* The texts of CODE VS 4.0: RULES 7 and 8. */
#include "games/codevs4/codevs4_text.h"

#include "games/codevs4/codevs4.h"
#include "games/line_reader.h"

#include <string.h>

static const struct codevs4 *view(const struct game_state *state)
{
    return (const struct codevs4 *)state;
}

/* RULES 10.3: whether this player sees the field turned by half a turn. */
static bool is_turned(const struct codevs4 *g, int p)
{
    return p == 1 && g->mirror;
}

static uint8_t turned(uint8_t coordinate, bool turn)
{
    return turn ? (uint8_t)(CODEVS4_SIZE - 1 - coordinate) : coordinate;
}

/* ---- what a player is sent ---- */

/* RULES 8.1: what the original contest asked for. */
bool codevs4_contest_name_ok(const char *name, struct text *why)
{
    for (const char *at = name; *at; at++) {
        bool is_fine = (*at >= '0' && *at <= '9') || (*at >= 'A' && *at <= 'Z') ||
                       (*at >= 'a' && *at <= 'z') || *at == '-' || *at == '_' || *at == '@';
        if (is_fine) continue;
        said_write(why, "program-name-letters: a name in CODE VS 4.0 has letters and digits of "
                        "ASCII, -, _ and @ only");
        return false;
    }
    if (*name) return true;
    said_write(why, "program-name-empty: the name is empty");
    return false;
}

void codevs4_greet(const struct game_state *state, int p, struct text *out)
{
    (void)state, (void)p, (void)out;
}

/* RULES 9.4: nothing is said at the end. */
void codevs4_farewell(const struct game_state *state, int p, struct text *out)
{
    (void)state, (void)p, (void)out;
}

static void write_number_line(struct text *out, int64_t n)
{
    text_int(out, n);
    text_char(out, '\n');
}

/* A line is put together on the side and added at once: there may be thousands of them. */
struct line {
    char bytes[32];
    size_t len;
};

static void add_number(struct line *line, unsigned n, char end)
{
    char digits[10];
    size_t at = sizeof digits;
    do {
        digits[--at] = (char)('0' + n % 10);
        n /= 10;
    } while (n > 0);
    while (at < sizeof digits) line->bytes[line->len++] = digits[at++];
    line->bytes[line->len++] = end;
}

static void write_unit(struct text *out, const struct codevs4_unit *unit, bool turn)
{
    struct line line = {.len = 0};
    add_number(&line, unit->id, ' ');
    add_number(&line, turned(unit->y, turn), ' ');
    add_number(&line, turned(unit->x, turn), ' ');
    add_number(&line, unit->hp, ' ');
    add_number(&line, unit->type, '\n');
    text_bytes(out, line.bytes, line.len);
}

/* Units of a side, as far as they are in `seen` (NULL: all). */
static void write_units(struct text *out, const struct codevs4 *g, int side,
                        const struct codevs4_map *seen, bool turn)
{
    uint16_t listed[CODEVS4_UNITS_MAX];
    int count = 0;
    for (int i = 0; i < g->count; i++) {
        const struct codevs4_unit *unit = &g->unit[i];
        if (unit->side != side || (seen && !codevs4_map_has(seen, unit->y, unit->x))) continue;
        listed[count++] = (uint16_t)i;
    }
    write_number_line(out, count);
    for (int i = 0; i < count; i++) write_unit(out, &g->unit[listed[i]], turn);
}

static void write_resources(struct text *out, const struct codevs4 *g,
                            const struct codevs4_map *seen, bool turn)
{
    struct codevs4_cell listed[CODEVS4_RESOURCES];
    int count = 0;
    for (int i = 0; i < g->resource_count; i++)
        if (codevs4_map_has(seen, g->resource[i].y, g->resource[i].x))
            listed[count++] = g->resource[i];
    write_number_line(out, count);
    for (int i = 0; i < count; i++) {
        struct line line = {.len = 0};
        add_number(&line, turned(listed[i].y, turn), ' ');
        add_number(&line, turned(listed[i].x, turn), '\n');
        text_bytes(out, line.bytes, line.len);
    }
}

/* RULES 7.1. */
void codevs4_prompt(const struct game_state *state, int p, const int64_t left_ms[2],
                    struct text *out)
{
    const struct codevs4 *g = view(state);
    struct codevs4_map seen;
    bool turn = is_turned(g, p);
    codevs4_view(g, p, &seen);
    write_number_line(out, left_ms[p]);
    write_number_line(out, g->stage);
    write_number_line(out, g->turn);
    write_number_line(out, g->money[p]);
    write_units(out, g, p, NULL, turn);
    write_units(out, g, 1 - p, &seen, turn);
    write_resources(out, g, &seen, turn);
    text_str(out, "END\n");
}

/* ---- answers ---- */

static const char deed_letters[CODEVS4_DEEDS] = {'U', 'D', 'L', 'R', '0', '1',
                                                 '2', '3', '4', '5', '6'};

/* The steps are written in pairs of opposites. */
static uint8_t turned_deed(uint8_t deed, bool turn)
{
    return turn && deed < CODEVS4_MAKE ? deed ^ 1 : deed;
}

/* RULES 8.3: exactly an ID and a letter; anything else is no order. */
static bool read_order(struct scan line, bool turn, struct codevs4_order *order)
{
    struct scan word;
    uint64_t id;
    if (!scan_uint(&line, &id) || id > CODEVS4_ID_MAX) return false;
    if (!scan_word(&line, &word) || scan_left(&word) != 1 || !scan_blank(&line)) return false;
    const char *letter = memchr(deed_letters, *word.at, sizeof deed_letters);
    if (!letter) return false;
    uint8_t deed = (uint8_t)(letter - deed_letters);
    *order = (struct codevs4_order){.id = (uint16_t)id, .deed = turned_deed(deed, turn)};
    return true;
}

/* What has been kept of an answer so far. */
struct answer {
    const struct codevs4 *g;
    struct codevs4_action *action;
    int player, hint;
    uint16_t given[CODEVS4_UNITS_MAX]; /* of each unit: the deeds it has been told, a bit each */
};

/*
 * Keeps only what can matter, so that an action is bounded however long the answer is: the unit is
 * the player's own and able to do it, it was not told the same before (what fails once in a turn
 * fails again: money only shrinks), and no step was given before, which cannot fail.
 */
static void keep_order(struct answer *a, struct codevs4_order order)
{
    enum { STEPS = (1 << CODEVS4_MAKE) - 1 };
    int at = codevs4_find(a->g, order.id, &a->hint);
    if (at < 0 || a->g->unit[at].side != a->player) return;
    if (!codevs4_is_able(&a->g->unit[at], order.deed)) return;
    if (a->given[at] & (STEPS | 1u << order.deed)) return;
    a->given[at] |= (uint16_t)(1u << order.deed);
    a->action->order[a->action->count++] = order;
}

static void read_orders(struct answer *a, struct scan rest, uint64_t count)
{
    bool turn = is_turned(a->g, a->player);
    struct scan line;
    struct codevs4_order order;
    a->action->count = 0;
    memset(a->given, 0, (size_t)a->g->count * sizeof a->given[0]);
    for (; count > 0 && scan_line(&rest, &line); count--)
        if (read_order(line, turn, &order)) keep_order(a, order);
}

/* False when so many lines are not there yet; a line takes at least one byte. */
static bool skip_lines(struct scan *rest, uint64_t count)
{
    struct scan line;
    if (count > scan_left(rest)) return false;
    for (; count > 0; count--)
        if (!scan_line(rest, &line)) return false;
    return true;
}

/* RULES 8.2 to 8.4. */
enum parse_result codevs4_parse(const struct game_state *state, int p, const char *buf, size_t len,
                                struct game_action *action, size_t *used)
{
    struct scan rest = scan_on(buf, len), line;
    uint64_t count;
    if (!scan_line(&rest, &line)) return PARSE_MORE;
    if (!scan_uint(&line, &count) || !scan_blank(&line)) {
        *used = len - scan_left(&rest);
        return PARSE_INVALID;
    }
    struct scan orders = rest;
    if (!skip_lines(&rest, count)) return PARSE_MORE;
    *used = len - scan_left(&rest);
    struct answer a;
    a.g = view(state);
    a.action = (struct codevs4_action *)action;
    a.player = p;
    a.hint = 0;
    read_orders(&a, orders, count);
    return PARSE_OK;
}

void codevs4_format(const struct game_state *state, int p, const struct game_action *action,
                    struct text *out)
{
    const struct codevs4_action *a = (const struct codevs4_action *)action;
    bool turn = is_turned(view(state), p);
    write_number_line(out, a->count);
    for (int i = 0; i < a->count; i++) {
        struct line line = {.len = 0};
        add_number(&line, a->order[i].id, ' ');
        line.bytes[line.len++] = deed_letters[turned_deed(a->order[i].deed, turn)];
        line.bytes[line.len++] = '\n';
        text_bytes(out, line.bytes, line.len);
    }
}

/* ---- what a player reads ---- */

static bool read_unit(struct line_reader *r, struct codevs4_unit *unit)
{
    int64_t n[5];
    if (!line_reader_numbers(r, n, 5, UINT16_MAX)) return false;
    if (n[0] > CODEVS4_ID_MAX || n[1] >= CODEVS4_SIZE || n[2] >= CODEVS4_SIZE || n[3] == 0 ||
        n[4] >= CODEVS4_TYPES)
        return line_reader_fail(r, PARSE_INVALID);
    *unit = (struct codevs4_unit){.id = (uint16_t)n[0],
                                  .hp = (uint16_t)n[3],
                                  .y = (uint8_t)n[1],
                                  .x = (uint8_t)n[2],
                                  .type = (uint8_t)n[4]};
    return true;
}

/* Units in ascending order of their IDs, behind the `from` there are. */
static bool read_units(struct line_reader *r, struct codevs4_unit *unit, int from, int *count)
{
    int64_t listed;
    if (!line_reader_numbers(r, &listed, 1, CODEVS4_UNITS_MAX - from)) return false;
    for (int i = from; i < from + (int)listed; i++) {
        if (!read_unit(r, &unit[i])) return false;
        if (i > from && unit[i].id <= unit[i - 1].id) return line_reader_fail(r, PARSE_INVALID);
    }
    *count = (int)listed;
    return true;
}

static bool read_resources(struct line_reader *r, struct codevs4 *g)
{
    int64_t count, n[2];
    if (!line_reader_numbers(r, &count, 1, CODEVS4_RESOURCES)) return false;
    for (int i = 0; i < (int)count; i++) {
        if (!line_reader_numbers(r, n, 2, CODEVS4_SIZE - 1)) return false;
        g->resource[i] = (struct codevs4_cell){(uint8_t)n[0], (uint8_t)n[1]};
    }
    g->resource_count = (uint8_t)count;
    return true;
}

/* RULES 3.4: the castle of player 2 is number 6, wherever it stands. */
static int find_player(const struct codevs4_unit *own, int count)
{
    enum { SECOND_CASTLE = 6 };
    for (int i = 0; i < count; i++)
        if (own[i].type == CODEVS4_CASTLE) return own[i].id == SECOND_CASTLE;
    return 0;
}

/* Merges the two lists into one; false when a number is in both. */
static bool merge_units(struct codevs4 *g, const struct codevs4_unit *read, int own, int foes,
                        int player)
{
    int a = 0, b = 0;
    for (g->count = 0; a < own || b < foes; g->count++) {
        bool is_own = b == foes || (a < own && read[a].id < read[own + b].id);
        struct codevs4_unit *unit = &g->unit[g->count];
        *unit = is_own ? read[a++] : read[own + b++];
        unit->side = (uint8_t)(is_own ? player : 1 - player);
        if (g->count > 0 && unit[-1].id == unit->id) return false;
    }
    if (g->count > 0) g->next_id = g->unit[g->count - 1].id + 1;
    return true;
}

static bool read_head(struct line_reader *r, struct codevs4 *g, int64_t *left_ms, int64_t *money)
{
    int64_t stage, turn;
    if (!line_reader_numbers(r, left_ms, 1, INT64_MAX)) return false;
    if (!line_reader_numbers(r, &stage, 1, CODEVS4_STAGES - 1)) return false;
    if (!line_reader_numbers(r, &turn, 1, CODEVS4_TURNS - 1)) return false;
    g->stage = g->first = (uint16_t)stage;
    g->stages = 1;
    g->turn = (uint16_t)turn;
    g->income[0] = g->income[1] = CODEVS4_INCOME;
    return line_reader_numbers(r, money, 1, INT32_MAX);
}

/* Reads a whole input into `g`, whose units are zero. */
static bool read_prompt(struct line_reader *r, struct codevs4 *g, struct game_self *self)
{
    struct codevs4_unit read[CODEVS4_UNITS_MAX];
    int64_t left_ms, money;
    int own = 0, foes = 0;
    if (!read_head(r, g, &left_ms, &money) || !read_units(r, read, 0, &own) ||
        !read_units(r, read, own, &foes) || !read_resources(r, g) || !line_reader_end(r))
        return false;
    int player = find_player(read, own);
    if (!merge_units(g, read, own, foes, player)) return line_reader_fail(r, PARSE_INVALID);
    g->money[player] = (int32_t)money;
    *self = (struct game_self){.player = player, .left_ms = {-1, -1}};
    self->left_ms[player] = left_ms;
    return true;
}

/* Each input is complete in itself: nothing of the state before is needed. An input that is not
   complete yet leaves the state as it is. */
enum parse_result codevs4_perceive(struct game_state *state, struct game_self *self,
                                   const char *buf, size_t len, size_t *used)
{
    struct line_reader r = line_reader_on(buf, len);
    struct codevs4 next;
    memset(&next, 0, offsetof(struct codevs4, unit));
    if (read_prompt(&r, &next, self)) codevs4_copy((struct codevs4 *)state, &next);
    if (r.result != PARSE_MORE) *used = len - scan_left(&r.rest);
    return r.result;
}

/* ---- what people see ---- */

static void write_key(struct text *out, const char *key)
{
    text_str(out, ",\"");
    text_str(out, key);
    text_str(out, "\":");
}

static void write_pair(struct text *out, const char *key, int64_t a, int64_t b)
{
    write_key(out, key);
    text_char(out, '[');
    text_int(out, a);
    text_char(out, ',');
    text_int(out, b);
    text_char(out, ']');
}

static void write_result(struct text *out, enum codevs4_result result)
{
    static const char *const words[] = {[CODEVS4_NONE] = "null",
                                        [CODEVS4_P1] = "\"p1\"",
                                        [CODEVS4_P2] = "\"p2\"",
                                        [CODEVS4_DRAW] = "\"draw\""};
    text_str(out, words[result]);
}

static void write_unit_json(struct text *out, const struct codevs4_unit *unit)
{
    struct line line = {.len = 0};
    line.bytes[line.len++] = '[';
    add_number(&line, unit->id, ',');
    add_number(&line, unit->side, ',');
    add_number(&line, unit->y, ',');
    add_number(&line, unit->x, ',');
    add_number(&line, unit->hp, ',');
    add_number(&line, unit->type, ']');
    text_bytes(out, line.bytes, line.len);
}

static void write_units_json(struct text *out, const struct codevs4 *g)
{
    write_key(out, "units");
    text_char(out, '[');
    for (int i = 0; i < g->count; i++) {
        if (i > 0) text_char(out, ',');
        write_unit_json(out, &g->unit[i]);
    }
    text_char(out, ']');
}

static void write_resources_json(struct text *out, const struct codevs4 *g)
{
    write_key(out, "resources");
    text_char(out, '[');
    for (int i = 0; i < g->resource_count; i++) {
        struct line line = {.len = 0};
        line.bytes[line.len++] = '[';
        add_number(&line, g->resource[i].y, ',');
        add_number(&line, g->resource[i].x, ']');
        if (i > 0) text_char(out, ',');
        text_bytes(out, line.bytes, line.len);
    }
    text_char(out, ']');
}

/* The stages that have ended: number, result and turns of each. */
static void write_scores(struct text *out, const struct codevs4 *g)
{
    bool is_first = true;
    write_key(out, "stages");
    text_char(out, '[');
    for (int stage = 0; stage < CODEVS4_STAGES; stage++) {
        if (g->score[stage].result == CODEVS4_NONE) continue;
        text_str(out, is_first ? "[" : ",[");
        text_int(out, stage);
        text_char(out, ',');
        write_result(out, g->score[stage].result);
        text_char(out, ',');
        text_int(out, g->score[stage].turns);
        text_char(out, ']');
        is_first = false;
    }
    text_char(out, ']');
}

static void write_end(struct text *out, const struct game_state *state)
{
    struct game_status status;
    game_codevs4.status(state, &status);
    write_pair(out, "score", status.score[0], status.score[1]);
    text_str(out, status.over ? ",\"over\":true" : ",\"over\":false");
    if (!status.over) return;
    write_key(out, "winner");
    text_int(out, status.winner);
    write_key(out, "reason");
    text_json(out, status.reason, strlen(status.reason));
}

void codevs4_frame(const struct game_state *state, struct text *out)
{
    const struct codevs4 *g = view(state);
    text_str(out, "{\"stage\":");
    text_int(out, g->stage);
    write_key(out, "turn");
    text_int(out, g->turn);
    write_pair(out, "money", g->money[0], g->money[1]);
    write_pair(out, "income", g->income[0], g->income[1]);
    write_key(out, "next_id");
    text_int(out, g->next_id);
    write_key(out, "result");
    write_result(out, g->score[g->stage].result);
    write_resources_json(out, g);
    write_units_json(out, g);
    write_scores(out, g);
    write_end(out, state);
    text_char(out, '}');
}
