/* The words have the names of values in braces; a value may be a sentence of its own, with a code
   and values, which is said the same way. */
#include "cli/sentence.h"

#include "os/json_read.h"
#include "os/words.h"

#include <stdio.h>
#include <string.h>

enum { DEPTH = 4, SENTENCE = 1024, SENTENCES = 8 };

static const struct {
    const char *code, *japanese;
} words[] = {
#include "cli/sentences.h"
};

static const char *words_for(const char *code)
{
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strcmp(words[i].code, code) == 0) return words[i].japanese;
    return NULL;
}

static char *next_room(void)
{
    static char room[SENTENCES][SENTENCE];
    static int next;
    return room[next++ % SENTENCES];
}

static bool is_japanese(void)
{
    return strcmp(words_language(), "ja") == 0;
}

static bool say(struct text *out, const char *code, const struct json_read *values, int depth);

static void put_value(struct text *out, const struct json_read *values, const char *name, int depth)
{
    const char *text, *code;
    int64_t number;
    struct json_read *inner = json_read_inner(values, name);
    if (inner && depth < DEPTH && json_read_text(inner, "code", &code)) {
        struct json_read *params = json_read_inner(inner, "params");
        say(out, code, params, depth + 1);
        json_read_close(params);
    } else if (json_read_text(values, name, &text)) {
        text_str(out, words_of(text)); /* a failure without a code may be a message */
    } else if (json_read_int(values, name, 0, &number)) {
        text_int(out, number);
    }
    json_read_close(inner);
}

/* Where in a file it stands. */
static void put_place(struct text *out, const struct json_read *values)
{
    const char *file, *key;
    int64_t line;
    bool has_file = json_read_text(values, "file", &file) && *file;
    if (has_file) text_str(out, file);
    if (json_read_int(values, "line", 0, &line) && line > 0) {
        if (has_file) text_char(out, ' ');
        text_int(out, line);
        text_str(out, " 行目");
        has_file = true;
    }
    if (has_file) text_str(out, ": ");
    if (!json_read_text(values, "key", &key) || !*key) return;
    text_str(out, key);
    text_str(out, ": ");
}

static bool say(struct text *out, const char *code, const struct json_read *values, int depth)
{
    const char *at = words_for(code);
    if (!at || !values) return false;
    if (!strstr(at, "{file}")) put_place(out, values);
    for (const char *end; *at; at++) {
        char name[32];
        if (*at != '{' || !(end = strchr(at, '}')) || (size_t)(end - at) > sizeof name) {
            text_char(out, *at);
            continue;
        }
        snprintf(name, sizeof name, "%.*s", (int)(end - at - 1), at + 1);
        put_value(out, values, name, depth);
        at = end;
    }
    return true;
}

const char *sentence(const struct err *err)
{
    char object[sizeof err->values + 2];
    struct err ignored;
    if (!err->code[0]) return err->shown;
    if (!is_japanese()) return err->text;
    struct text t = text_on(next_room(), SENTENCE);
    text_str(&t, err->shown);
    snprintf(object, sizeof object, "{%s}", err->values);
    struct json_read *values = json_read_open(object, strlen(object), &ignored);
    bool is_said = values && say(&t, err->code, values, 0);
    json_read_close(values);
    return is_said ? t.buf : err->text;
}

const char *sentence_said(const char *said)
{
    struct err err;
    err_said(&err, said);
    struct text t = text_on(next_room(), SENTENCE);
    text_str(&t, sentence(&err));
    return t.buf;
}
