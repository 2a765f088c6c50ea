/* Scripts of CHaser: one JSON object with a map and the commands of both players in turn. */
#include "base/text.h"
#include "games/chaser/chaser.h"
#include "games/chaser/chaser_map.h"
#include "games/script.h"

#include <jansson.h>
#include <string.h>

enum { COMMAND_MAX = 32 }; /* bytes that are looked at: two would do */

struct script {
    struct chaser game;
    FILE *out;
    struct err *err;
};

/* What one move was, for its line. */
struct move {
    int number, team;
    struct chaser_answer ready, reply;
    bool has_reply;
    const char *command; /* NULL: forfeit */
    size_t command_len;
};

static struct game_state *state_of(struct script *s)
{
    return (struct game_state *)&s->game;
}

/* ---- out ---- */

static void write_digits(struct text *line, const char *key, const struct chaser_answer *answer)
{
    text_str(line, key);
    text_char(line, '"');
    text_char(line, answer->control);
    text_bytes(line, answer->cell, CHASER_VIEW);
    text_char(line, '"');
}

static void write_pair(struct text *line, const char *key, int a, int b)
{
    text_str(line, key);
    text_char(line, '[');
    text_int(line, a);
    text_char(line, ',');
    text_int(line, b);
    text_char(line, ']');
}

static void write_move(struct text *line, const struct move *m)
{
    text_str(line, ",\"team\":\"");
    text_str(line, chaser_team_names[m->team]);
    text_char(line, '"');
    write_digits(line, ",\"ready\":", &m->ready);
    text_str(line, ",\"cmd\":");
    if (m->command)
        text_json(line, m->command, m->command_len);
    else
        text_str(line, "null");
    if (m->has_reply)
        write_digits(line, ",\"reply\":", &m->reply);
    else
        text_str(line, ",\"reply\":null");
}

static void write_field(struct text *line, const struct chaser_board *b)
{
    text_str(line, ",\"field\":\"");
    for (int y = 0; y < b->height; y++) {
        if (y > 0) text_char(line, '/');
        for (int x = 0; x < b->width; x++)
            text_char(line, (char)('0' + chaser_cell(&b->field, x, y)));
    }
    text_char(line, '"');
}

static void write_result(struct text *line, const struct chaser *g)
{
    if (!g->ending) {
        text_str(line, ",\"result\":null");
        return;
    }
    text_str(line, ",\"result\":{\"winner\":\"");
    text_str(line, g->winner < 0 ? "draw" : chaser_team_names[g->winner]);
    text_str(line, "\",\"reason\":\"");
    text_str(line, chaser_ending_names[g->ending]);
    text_str(line, "\",\"items\":{\"cool\":");
    text_int(line, g->board.items[CHASER_COOL]);
    text_str(line, ",\"hot\":");
    text_int(line, g->board.items[CHASER_HOT]);
    text_str(line, "},\"turns_left\":");
    text_int(line, g->turns_left);
    text_char(line, '}');
}

/* One line; `move` is NULL for the start. */
static bool show(struct script *s, const struct move *move)
{
    char buf[8192];
    struct text line = TEXT_ON(buf);
    const struct chaser_board *b = &s->game.board;
    text_str(&line, "{\"n\":");
    text_int(&line, move ? move->number : 0);
    if (move) write_move(&line, move);
    write_pair(&line, ",\"cool\":", b->at[CHASER_COOL].x, b->at[CHASER_COOL].y);
    write_pair(&line, ",\"hot\":", b->at[CHASER_HOT].x, b->at[CHASER_HOT].y);
    write_pair(&line, ",\"items\":", b->items[CHASER_COOL], b->items[CHASER_HOT]);
    text_str(&line, ",\"items_on_field\":");
    text_int(&line, chaser_count_items(&b->field));
    text_str(&line, ",\"turns_left\":");
    text_int(&line, s->game.turns_left);
    write_field(&line, b);
    write_result(&line, &s->game);
    text_str(&line, "}\n");
    if (fwrite(line.buf, 1, line.len, s->out) == line.len) return true;
    return err_sys(s->err, "write a state");
}

/* ---- moves ---- */

static void step(struct script *s, enum reply_kind kind, struct chaser_action action)
{
    chaser_step(&s->game, (struct game_reply){.kind = kind, .action = (void *)&action});
}

/* The command as if it had come as a line. */
static void step_command(struct script *s, const struct move *m)
{
    char buf[COMMAND_MAX + 3];
    struct text line = TEXT_ON(buf);
    struct chaser_action action = {0};
    size_t used;
    text_bytes(&line, m->command, m->command_len);
    text_str(&line, "\r\n");
    bool is_good = game_chaser.parse(state_of(s), m->team, line.buf, line.len,
                                     (struct game_action *)&action, &used) == PARSE_OK &&
                   used == line.len;
    step(s, is_good ? REPLY_ACTION : REPLY_INVALID, action);
}

/* One whole action: gr, the command, #. */
static bool play_move(struct script *s, int number, const json_t *command)
{
    struct move m = {.number = number, .team = s->game.actor};
    if (!json_is_string(command) && !json_is_null(command))
        return err_set(s->err, "line 1: move %d is neither a text nor null", number);
    step(s, REPLY_ACTION, (struct chaser_action){.word = CHASER_GR});
    m.ready = s->game.told;
    if (json_is_null(command)) {
        step(s, REPLY_TIMEOUT, (struct chaser_action){0});
        return show(s, &m);
    }
    m.command = json_string_value(command);
    m.command_len = json_string_length(command);
    if (m.command_len > COMMAND_MAX) m.command_len = COMMAND_MAX;
    step_command(s, &m);
    m.reply = s->game.told;
    m.has_reply = true;
    if (!s->game.ending) step(s, REPLY_ACTION, (struct chaser_action){.word = CHASER_SHARP});
    return show(s, &m);
}

static bool play_moves(struct script *s, const json_t *moves)
{
    size_t count = json_array_size(moves);
    if (moves && !json_is_array(moves)) return err_set(s->err, "line 1: moves must be a list");
    for (size_t i = 0; i < count && !s->game.ending; i++)
        if (!play_move(s, (int)i + 1, json_array_get(moves, i))) return false;
    return true;
}

/* ---- the script ---- */

static bool start(struct script *s, const json_t *script)
{
    const json_t *text = json_object_get(script, "map"), *turns = json_object_get(script, "turns");
    struct chaser_map map;
    char buf[256];
    struct text why = TEXT_ON(buf);
    if (!json_is_string(text)) return err_set(s->err, "line 1: map must be the text of a map file");
    if (!chaser_map_read(&map, json_string_value(text), json_string_length(text), &why))
        return err_set(s->err, "line 1: map: %s", buf);
    if (turns) {
        json_int_t n = json_integer_value(turns);
        if (!json_is_integer(turns) || n < 1 || n > CHASER_TURNS_MAX)
            return err_set(s->err, "line 1: turns must be a whole number from 1 to %d",
                           CHASER_TURNS_MAX);
        map.turns = (int32_t)n;
    }
    chaser_start(&s->game, &map, false);
    return true;
}

/* `inputs` has no meaning here: what the players are sent is in every line. */
static bool run(const char *script, size_t len, bool inputs, FILE *out, struct err *err)
{
    struct script s = {.out = out, .err = err};
    json_error_t why;
    (void)inputs;
    json_t *root = json_loadb(script, len, 0, &why);
    if (!root) return err_set(err, "line %d: %s", why.line, why.text);
    bool ok = start(&s, root) && show(&s, NULL) && play_moves(&s, json_object_get(root, "moves"));
    json_decref(root);
    return ok;
}

const struct game_script script_chaser = {"chaser", run};
