/* Scripts of CODE VS Reborn: JSON Lines, a start or a pair of commands each. */
#include "base/text.h"
#include "games/reborn/reborn.h"
#include "games/script.h"

#include <inttypes.h>
#include <jansson.h>
#include <string.h>

/* Far above what a game can bring, and far below what sums of it could overflow. */
enum { NUMBER_MAX = 1000000000 };

struct script {
    struct reborn game;
    bool has_game;
    bool has_shown_start; /* an "init" may still follow before */
    bool wants_inputs;
    FILE *out;
    struct err *err;
};

static struct game_state *state_of(struct script *s)
{
    return (struct game_state *)&s->game;
}

/* ---- out ---- */

static void write_input(struct script *s, int p, bool is_start, struct text *line)
{
    static const int64_t no_time[2] = {0, 0};
    char input[16384];
    struct text in = TEXT_ON(input);
    if (is_start) game_reborn.greet(state_of(s), p, &in);
    if (game_reborn.actors(state_of(s))) game_reborn.prompt(state_of(s), p, no_time, &in);
    text_str(line, p == 0 ? ",\"in1\":" : ",\"in2\":");
    text_json(line, in.buf, in.len);
}

static bool show(struct script *s, bool is_start)
{
    char buf[65536];
    struct text line = TEXT_ON(buf);
    game_reborn.frame(state_of(s), &line);
    if (s->wants_inputs) {
        line.len--; /* the frame goes on: its closing brace comes later */
        write_input(s, 0, is_start, &line);
        write_input(s, 1, is_start, &line);
        text_char(&line, '}');
    }
    text_char(&line, '\n');
    if (fwrite(line.buf, 1, line.len, s->out) == line.len) return true;
    return err_sys(s->err, "write a state");
}

static bool show_start(struct script *s)
{
    if (!s->has_game || s->has_shown_start) return true;
    s->has_shown_start = true;
    return show(s, true);
}

/* ---- starts ---- */

/* A whole number of an object: stays untouched when not given. */
static bool read_number(struct script *s, const json_t *object, const char *key, int64_t least,
                        int64_t most, int64_t *n)
{
    const json_t *value = json_object_get(object, key);
    if (!value) return true;
    int64_t given = json_integer_value(value);
    if (!json_is_integer(value) || given < least || given > most)
        return err_set(s->err, "%s must be a whole number from %" PRId64 " to %" PRId64, key, least,
                       most);
    *n = given;
    return true;
}

static bool read_pack(const json_t *value, struct reborn_pack *pack)
{
    if (!json_is_array(value) || json_array_size(value) != 2) return false;
    for (size_t i = 0; i < 4; i++) {
        const json_t *row = json_array_get(value, i / 2);
        if (!json_is_array(row) || json_array_size(row) != 2) return false;
        const json_t *cell = json_array_get(row, i % 2);
        json_int_t n = json_integer_value(cell);
        if (!json_is_integer(cell) || n < 0 || n > 9) return false;
        pack->cell[i] = (uint8_t)n;
    }
    return true;
}

static bool read_packs(struct script *s, const json_t *value,
                       struct reborn_pack packs[REBORN_TURNS], int *count)
{
    size_t size = json_array_size(value);
    if (!json_is_array(value) || size < 1 || size > REBORN_TURNS)
        return err_set(s->err, "packs must be a list of 1 to %d packs", REBORN_TURNS);
    for (size_t i = 0; i < size; i++)
        if (!read_pack(json_array_get(value, i), &packs[i]))
            return err_set(s->err, "pack %zu is not [[a,b],[c,d]] with numbers from 0 to 9", i);
    *count = (int)size;
    return true;
}

static bool start_game(struct script *s, const json_t *line)
{
    struct reborn_pack packs[REBORN_TURNS];
    const json_t *given = json_object_get(line, "packs");
    int count = REBORN_TURNS;
    int64_t seed = 0;
    if (given && !read_packs(s, given, packs, &count)) return false;
    if (!read_number(s, line, "seed", INT64_MIN, INT64_MAX, &seed)) return false;
    if (!given) reborn_deal(packs, (uint64_t)seed, REBORN_MIX_TEXT);
    int64_t turns = count;
    if (!read_number(s, line, "turns", 1, count, &turns)) return false;
    reborn_start(&s->game, packs, count, (int)turns);
    return true;
}

static bool read_column(struct reborn_field *field, int col, const json_t *value)
{
    size_t height = json_string_length(value);
    if (!json_is_string(value) || height > REBORN_ROWS) return false;
    for (size_t row = 0; row < height; row++) {
        char block = json_string_value(value)[row];
        if (block != 'X' && (block < '1' || block > '9')) return false;
        reborn_push(field, col, block == 'X' ? REBORN_OJAMA : block - '0');
    }
    return true;
}

static bool read_field(struct script *s, const json_t *cols, struct reborn_field *field)
{
    if (!cols) return true;
    if (!json_is_array(cols) || json_array_size(cols) != REBORN_COLS)
        return err_set(s->err, "cols must be a list of %d columns", REBORN_COLS);
    for (int col = 0; col < REBORN_COLS; col++)
        if (!read_column(field, col, json_array_get(cols, (size_t)col)))
            return err_set(s->err, "column %d is not a text of at most %d of 1 to 9 and X", col,
                           REBORN_ROWS);
    return true;
}

static bool read_side(struct script *s, const json_t *given, struct reborn_side *side)
{
    int64_t gauge = 0;
    *side = (struct reborn_side){0};
    if (!json_is_object(given)) return err_set(s->err, "init must hold two objects");
    if (!read_number(s, given, "gauge", 0, REBORN_GAUGE_MAX, &gauge)) return false;
    side->gauge = (int32_t)gauge;
    return read_number(s, given, "stock", 0, NUMBER_MAX, &side->stock) &&
           read_number(s, given, "score", 0, NUMBER_MAX, &side->score) &&
           read_field(s, json_object_get(given, "cols"), &side->field);
}

/* Given sides instead of empty ones. */
static bool init_game(struct script *s, const json_t *line)
{
    const json_t *init = json_object_get(line, "init");
    struct reborn next = s->game;
    int64_t turn = 0;
    if (!json_is_array(init) || json_array_size(init) != 2)
        return err_set(s->err, "init must be a list of two players");
    if (!read_number(s, line, "turn", 0, next.turns - 1, &turn)) return false;
    next.turn = (int32_t)turn;
    if (!read_side(s, json_array_get(init, 0), &next.side[0]) ||
        !read_side(s, json_array_get(init, 1), &next.side[1]))
        return false;
    s->game = next;
    return true;
}

static bool run_start(struct script *s, const json_t *line)
{
    if (!show_start(s)) return false;
    s->has_game = false;
    if (!start_game(s, line)) return false;
    if (json_object_get(line, "init") && !init_game(s, line)) return false;
    s->has_game = true;
    s->has_shown_start = false;
    return true;
}

/* Sides in the line behind the start. */
static bool run_init(struct script *s, const json_t *line)
{
    if (!s->has_game || s->has_shown_start) return err_set(s->err, "init without a start before");
    return init_game(s, line) && show_start(s);
}

/* ---- commands ---- */

static bool read_late(struct script *s, const json_t *late, bool is_late[2])
{
    if (!late) return true;
    for (size_t p = 0; p < 2; p++) {
        const json_t *value = json_array_get(late, p);
        if (json_array_size(late) != 2 || !json_is_boolean(value))
            return err_set(s->err, "late must be a list of two of true and false");
        is_late[p] = json_is_true(value);
    }
    return true;
}

/* The command as if it had come as a line. */
static enum reply_kind read_command(struct script *s, int p, const json_t *command,
                                    struct reborn_action *action)
{
    char line[1024];
    struct text text = TEXT_ON(line);
    size_t used;
    text_bytes(&text, json_string_value(command), json_string_length(command));
    text_char(&text, '\n');
    if (text.cut) return REPLY_INVALID;
    enum parse_result result =
        game_reborn.parse(state_of(s), p, line, text.len, (struct game_action *)action, &used);
    return result == PARSE_OK && used == text.len ? REPLY_ACTION : REPLY_INVALID;
}

static bool play_turn(struct script *s, const json_t *line)
{
    const json_t *commands = json_object_get(line, "cmd");
    struct reborn_action action[2];
    struct game_reply reply[2];
    bool is_late[2] = {false, false};
    if (!s->has_game) return err_set(s->err, "a command before any start");
    if (!show_start(s) || !read_late(s, json_object_get(line, "late"), is_late)) return false;
    for (int p = 0; p < 2; p++) {
        const json_t *command = json_array_get(commands, (size_t)p);
        if (json_array_size(commands) != 2 || !json_is_string(command))
            return err_set(s->err, "cmd must be a list of two texts");
        reply[p].action = (struct game_action *)&action[p];
        reply[p].kind = is_late[p] ? REPLY_TIMEOUT : read_command(s, p, command, &action[p]);
    }
    if (!game_reborn.actors(state_of(s))) return true; /* over: skipped until the next start */
    game_reborn.step(state_of(s), reply);
    return show(s, false);
}

/* ---- the script ---- */

static bool run_line(struct script *s, const json_t *line)
{
    if (json_object_get(line, "packs") || json_object_get(line, "seed")) return run_start(s, line);
    if (json_object_get(line, "init")) return run_init(s, line);
    if (json_object_get(line, "cmd")) return play_turn(s, line);
    return err_set(s->err, "neither packs, seed, init nor cmd is given");
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

static bool run(const char *script, size_t len, bool inputs, FILE *out, struct err *err)
{
    struct script s = {.wants_inputs = inputs, .out = out, .err = err};
    const char *end = script + len;
    for (int number = 1; script < end; number++) {
        const char *lf = memchr(script, '\n', (size_t)(end - script));
        size_t width = (size_t)((lf ? lf : end) - script);
        if (!is_empty(script, width) && !run_text(&s, script, width)) {
            show_start(&s); /* of a line before, if it is still to come */
            return err_wrap(err, "line %d", number);
        }
        script += width + (lf ? 1 : 0);
    }
    return show_start(&s);
}

const struct game_script script_reborn = {"reborn", run};
