/* Scripts of CODE VS 4.0: JSON Lines, the start of a stage or a pair of answers each. */
#include "base/text.h"
#include "games/codevs4/codevs4.h"
#include "games/script.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum {
    NUMBER_MAX = 1000000000, /* of money; what a stage adds to it cannot overflow */
    INCOME_MAX = 1000000,
    ANSWER_MAX = 1 << 20,
    INPUT_MAX = 1 << 20,
    LINE_MAX = 4 * INPUT_MAX
};

struct script {
    struct codevs4 game;
    struct codevs4_action action[2];
    bool has_game, wants_inputs;
    FILE *out;
    struct err *err;
    char answer[ANSWER_MAX], input[INPUT_MAX], line[LINE_MAX];
};

static struct game_state *state_of(struct script *s)
{
    return (struct game_state *)&s->game;
}

/* ---- out ---- */

static void write_input(struct script *s, int p, struct text *line)
{
    static const int64_t no_time[2] = {0, 0};
    struct text in = TEXT_ON(s->input);
    game_codevs4.prompt(state_of(s), p, no_time, &in);
    text_str(line, p == 0 ? ",\"in1\":" : ",\"in2\":");
    text_json(line, in.buf, in.len);
}

static bool show(struct script *s)
{
    struct text line = TEXT_ON(s->line);
    game_codevs4.frame(state_of(s), &line);
    if (s->wants_inputs && game_codevs4.actors(state_of(s))) {
        line.len--; /* the frame goes on: its closing brace comes later */
        write_input(s, 0, &line);
        write_input(s, 1, &line);
        text_char(&line, '}');
    }
    text_char(&line, '\n');
    if (fwrite(line.buf, 1, line.len, s->out) == line.len) return true;
    return err_sys(s->err, "write a state");
}

/* ---- starts ---- */

/* A whole number; stays untouched when there is none. */
static bool read_value(struct script *s, const json_t *value, const char *name, int64_t least,
                       int64_t most, int64_t *n)
{
    if (!value) return true;
    int64_t given = json_integer_value(value);
    if (!json_is_integer(value) || given < least || given > most)
        return err_set(s->err, "%s must be a whole number from %" PRId64 " to %" PRId64, name,
                       least, most);
    *n = given;
    return true;
}

static bool read_number(struct script *s, const json_t *object, const char *key, int64_t least,
                        int64_t most, int64_t *n)
{
    return read_value(s, json_object_get(object, key), key, least, most, n);
}

/* A list of exactly `count` whole numbers from 0 to most[i]. */
static bool read_list(const json_t *list, const int64_t most[], int64_t n[], size_t count)
{
    if (!json_is_array(list) || json_array_size(list) != count) return false;
    for (size_t i = 0; i < count; i++) {
        const json_t *value = json_array_get(list, i);
        n[i] = json_integer_value(value);
        if (!json_is_integer(value) || n[i] < 0 || n[i] > most[i]) return false;
    }
    return true;
}

/* Two numbers, one a side; they stay untouched when they are not given. */
static bool read_pair(struct script *s, const json_t *line, const char *key, int64_t most,
                      int32_t pair[2])
{
    const json_t *value = json_object_get(line, key);
    int64_t n[2], limits[2] = {most, most};
    if (!value) return true;
    if (!read_list(value, limits, n, 2))
        return err_set(s->err, "%s must be a list of two numbers from 0 to %" PRId64, key, most);
    for (int p = 0; p < 2; p++) pair[p] = (int32_t)n[p];
    return true;
}

static bool read_cell(const json_t *value, struct codevs4_cell *cell)
{
    static const int64_t limits[2] = {CODEVS4_SIZE - 1, CODEVS4_SIZE - 1};
    int64_t n[2];
    if (!read_list(value, limits, n, 2)) return false;
    *cell = (struct codevs4_cell){(uint8_t)n[0], (uint8_t)n[1]};
    return true;
}

static bool is_listed(const struct codevs4 *g, struct codevs4_cell cell)
{
    for (int i = 0; i < g->resource_count; i++)
        if (g->resource[i].y == cell.y && g->resource[i].x == cell.x) return true;
    return false;
}

static bool read_resources(struct script *s, const json_t *list)
{
    struct codevs4 *g = &s->game;
    size_t count = json_array_size(list);
    if (!json_is_array(list) || count > CODEVS4_RESOURCES)
        return err_set(s->err, "resources must be a list of at most %d cells", CODEVS4_RESOURCES);
    for (size_t i = 0; i < count; i++) {
        struct codevs4_cell cell;
        if (!read_cell(json_array_get(list, i), &cell))
            return err_set(s->err, "resource %zu is not [y,x] on the field", i);
        if (is_listed(g, cell)) return err_set(s->err, "resource %zu is there twice", i);
        g->resource[g->resource_count++] = cell;
    }
    return true;
}

static bool read_castles(struct script *s, const json_t *list)
{
    struct codevs4_cell castle[2];
    for (size_t p = 0; p < 2; p++)
        if (json_array_size(list) != 2 || !read_cell(json_array_get(list, p), &castle[p]))
            return err_set(s->err, "castles must be a list of two cells");
    codevs4_found(&s->game, castle);
    return true;
}

static bool read_unit(const json_t *value, struct codevs4_unit *unit)
{
    enum { ID, SIDE, Y, X, HP, TYPE, MEMBERS };
    static const int64_t limits[MEMBERS] = {CODEVS4_ID_MAX,   1,          CODEVS4_SIZE - 1,
                                            CODEVS4_SIZE - 1, UINT16_MAX, CODEVS4_TYPES - 1};
    int64_t n[MEMBERS];
    if (!read_list(value, limits, n, MEMBERS) || n[HP] == 0) return false;
    *unit = (struct codevs4_unit){.id = (uint16_t)n[ID],
                                  .hp = (uint16_t)n[HP],
                                  .y = (uint8_t)n[Y],
                                  .x = (uint8_t)n[X],
                                  .type = (uint8_t)n[TYPE],
                                  .side = (uint8_t)n[SIDE]};
    return true;
}

static int by_id(const void *a, const void *b)
{
    return ((const struct codevs4_unit *)a)->id - ((const struct codevs4_unit *)b)->id;
}

static bool read_units(struct script *s, const json_t *list)
{
    struct codevs4 *g = &s->game;
    size_t count = json_array_size(list);
    if (!json_is_array(list) || count > CODEVS4_UNITS_MAX)
        return err_set(s->err, "units must be a list of at most %d units", CODEVS4_UNITS_MAX);
    for (size_t i = 0; i < count; i++)
        if (!read_unit(json_array_get(list, i), &g->unit[i]))
            return err_set(s->err, "unit %zu is not [ID,side,y,x,HP,type]", i);
    qsort(g->unit, count, sizeof g->unit[0], by_id);
    for (size_t i = 1; i < count; i++)
        if (g->unit[i].id == g->unit[i - 1].id)
            return err_set(s->err, "unit ID %d is there twice", g->unit[i].id);
    g->count = (int32_t)count;
    g->next_id = count > 0 ? g->unit[count - 1].id + 1 : 0;
    return true;
}

/* A position that is written out, with castles or with all units. */
static bool read_position(struct script *s, const json_t *line)
{
    struct codevs4 *g = &s->game;
    const json_t *castles = json_object_get(line, "castles");
    const json_t *units = json_object_get(line, "units");
    const json_t *resources = json_object_get(line, "resources");
    int64_t turn = 0;
    g->income[0] = g->income[1] = CODEVS4_INCOME;
    if (resources && !read_resources(s, resources)) return false;
    if (castles && units) return err_set(s->err, "both castles and units are given");
    if (!(castles ? read_castles(s, castles) : read_units(s, units))) return false;
    int64_t next_id = g->next_id;
    if (!read_number(s, line, "turn", 0, CODEVS4_TURNS - 1, &turn)) return false;
    if (!read_number(s, line, "next_id", next_id, CODEVS4_ID_MAX + 1, &next_id)) return false;
    g->turn = (uint16_t)turn;
    g->next_id = (int32_t)next_id;
    return read_pair(s, line, "income", INCOME_MAX, g->income) &&
           read_pair(s, line, "money", NUMBER_MAX, g->money);
}

static bool run_start(struct script *s, const json_t *line)
{
    struct codevs4 *g = &s->game;
    int64_t stage = 0, seed = 0;
    s->has_game = false;
    if (!read_number(s, line, "stage", 0, CODEVS4_STAGES - 1, &stage)) return false;
    if (!read_number(s, line, "seed", INT64_MIN, INT64_MAX, &seed)) return false;
    memset(g, 0, sizeof *g);
    g->stage = g->first = (uint16_t)stage;
    g->stages = 1; /* so that the game stands still when the stage is over */
    g->seed = (uint64_t)seed;
    g->campaign = json_is_true(json_object_get(line, "handicap"));
    if (json_object_get(line, "seed"))
        codevs4_begin_stage(g, (int)stage);
    else if (!read_position(s, line))
        return false;
    s->has_game = true;
    return show(s);
}

/* ---- turns ---- */

/* An answer as if it had come over a pipe that was closed behind it; none is "no orders". */
static bool read_answer(struct script *s, int p, const json_t *value, struct game_reply *reply)
{
    struct text text = TEXT_ON(s->answer);
    size_t used;
    *reply = (struct game_reply){.kind = REPLY_GONE,
                                 .action = (const struct game_action *)&s->action[p]};
    if (json_is_null(value)) return true;
    if (value && !json_is_string(value))
        return err_set(s->err, "p%d must be a text, or null for no answer", p + 1);
    text_bytes(&text, json_string_value(value), json_string_length(value));
    if (text.len == 0) text_char(&text, '0');
    if (text.buf[text.len - 1] != '\n') text_char(&text, '\n');
    enum parse_result result = game_codevs4.parse(state_of(s), p, text.buf, text.len,
                                                  (struct game_action *)&s->action[p], &used);
    if (result == PARSE_OK) reply->kind = REPLY_ACTION;
    if (result == PARSE_INVALID) reply->kind = REPLY_INVALID;
    return true;
}

static bool play_turn(struct script *s, const json_t *line)
{
    struct game_reply reply[2];
    if (!s->has_game) return err_set(s->err, "answers before any start");
    if (!read_answer(s, 0, json_object_get(line, "p1"), &reply[0]) ||
        !read_answer(s, 1, json_object_get(line, "p2"), &reply[1]))
        return false;
    if (!game_codevs4.actors(state_of(s))) return true; /* over: skipped until the next start */
    game_codevs4.step(state_of(s), reply);
    return show(s);
}

/* ---- the script ---- */

static bool has_any(const json_t *line, const char *const keys[])
{
    for (; *keys; keys++)
        if (json_object_get(line, *keys)) return true;
    return false;
}

static bool run_line(struct script *s, const json_t *line)
{
    static const char *const starts[] = {"seed", "castles", "units", NULL};
    static const char *const answers[] = {"p1", "p2", NULL};
    if (json_object_get(line, "end")) return true;
    if (has_any(line, starts)) return run_start(s, line);
    if (has_any(line, answers)) return play_turn(s, line);
    return err_set(s->err, "neither seed, castles, units, p1, p2 nor end is given");
}

static bool run_text(struct script *s, const char *text, size_t len)
{
    json_error_t why;
    json_t *line = json_loadb(text, len, JSON_ALLOW_NUL, &why);
    if (!line) return err_set(s->err, "%s", why.text);
    bool is_good = run_line(s, line);
    json_decref(line);
    return is_good;
}

static bool is_empty(const char *text, size_t len)
{
    for (size_t i = 0; i < len; i++)
        if (!strchr(" \t\r", text[i])) return false;
    return true;
}

static bool run_script(struct script *s, const char *script, size_t len)
{
    const char *end = script + len;
    for (int number = 1; script < end; number++) {
        const char *lf = memchr(script, '\n', (size_t)(end - script));
        size_t width = (size_t)((lf ? lf : end) - script);
        if (!is_empty(script, width) && !run_text(s, script, width))
            return err_wrap(s->err, "line %d", number);
        script += width + (lf ? 1 : 0);
    }
    return true;
}

static bool run(const char *script, size_t len, bool inputs, FILE *out, struct err *err)
{
    struct script *s = calloc(1, sizeof *s);
    if (!s) return err_set(err, "out of memory");
    s->wants_inputs = inputs;
    s->out = out;
    s->err = err;
    bool is_good = run_script(s, script, len);
    free(s);
    return is_good;
}

const struct game_script script_codevs4 = {"codevs4", run};
