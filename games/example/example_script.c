/*
 * Scripts of Four in a Row: JSON Lines. {"seed":7,"setup":"opening=0"} begins a game,
 * {"answer":"3"} is what the player says whose turn it is; what the rules do not take for a move is
 * invalid.
 */
#include "games/script.h"

#include "games/example/example.h"

#include <jansson.h>
#include <string.h>

struct script {
    struct example game;
    bool has_game, wants_inputs;
    FILE *out;
    struct err *err;
};

static struct game_state *state_of(struct script *s)
{
    return (struct game_state *)&s->game;
}

static void write_input(struct script *s, int p, struct text *line)
{
    static const int64_t no_time[2] = {0, 0};
    char input[1024];
    struct text in = TEXT_ON(input);
    if (game_example.actors(state_of(s)) >> p & 1)
        game_example.prompt(state_of(s), p, no_time, &in);
    text_str(line, p == 0 ? ",\"in1\":" : ",\"in2\":");
    text_json(line, in.buf, in.len);
}

static bool show(struct script *s)
{
    char buf[8192];
    struct text line = TEXT_ON(buf);
    game_example.frame(state_of(s), &line);
    if (s->wants_inputs) {
        line.len--; /* the frame goes on: its closing brace comes later */
        write_input(s, 0, &line);
        write_input(s, 1, &line);
        text_char(&line, '}');
    }
    text_char(&line, '\n');
    if (fwrite(line.buf, 1, line.len, s->out) == line.len) return true;
    return err_sys(s->err, "write a state");
}

static bool begin(struct script *s, const json_t *line)
{
    char buf[256];
    struct text why = TEXT_ON(buf);
    const json_t *seed = json_object_get(line, "seed"), *setup = json_object_get(line, "setup");
    if (!json_is_integer(seed) || (setup && !json_is_string(setup)))
        return err_set(s->err, "seed must be a whole number, setup a text");
    struct game_setup how = {.seed = (uint64_t)json_integer_value(seed),
                             .options = json_string_value(setup)};
    if (!game_example.init(state_of(s), &how, &why)) return err_set(s->err, "%s", buf);
    s->has_game = true;
    return show(s);
}

static bool play(struct script *s, const json_t *answer)
{
    char buf[128];
    struct text line = TEXT_ON(buf);
    struct example_action action;
    struct game_reply reply[2] = {{.kind = REPLY_NONE}, {.kind = REPLY_NONE}};
    size_t used;
    if (!json_is_string(answer)) return err_set(s->err, "answer must be a text");
    if (!s->has_game) return err_set(s->err, "an answer before any game");
    if (!game_example.actors(state_of(s))) return true; /* over: skipped until the next game */
    int p = example_next(&s->game);
    text_bytes(&line, json_string_value(answer), json_string_length(answer));
    text_char(&line, '\n');
    bool is_good = !line.cut &&
                   game_example.parse(state_of(s), p, line.buf, line.len,
                                      (struct game_action *)&action, &used) == PARSE_OK &&
                   used == line.len;
    reply[p] = (struct game_reply){.kind = is_good ? REPLY_ACTION : REPLY_INVALID,
                                   .action = (const struct game_action *)&action};
    game_example.step(state_of(s), reply);
    return show(s);
}

static bool run_line(struct script *s, const char *text, size_t len)
{
    json_error_t why;
    json_t *line = json_loadb(text, len, JSON_ALLOW_NUL, &why);
    if (!line) return err_set(s->err, "%s", why.text);
    bool ok =
        json_object_get(line, "seed") ? begin(s, line) : play(s, json_object_get(line, "answer"));
    json_decref(line);
    return ok;
}

static bool run(const char *script, size_t len, bool inputs, FILE *out, struct err *err)
{
    struct script s = {.wants_inputs = inputs, .out = out, .err = err};
    const char *end = script + len;
    for (int number = 1; script < end; number++) {
        const char *lf = memchr(script, '\n', (size_t)(end - script));
        size_t width = (size_t)((lf ? lf : end) - script);
        if (width > 0 && !run_line(&s, script, width)) return err_wrap(err, "line %d", number);
        script += width + (lf ? 1 : 0);
    }
    return true;
}

const struct game_script script_example = {"example", run};
