/* Sentences are cut rather than allocated: a failure must be tellable when memory is short. */
#include "os/err.h"

#include "base/json_write.h"
#include "base/said.h"
#include "os/message.h"
#include "os/words.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Writes both sentences, and forgets the code. */
static void __attribute__((format(printf, 2, 0)))
say(struct err *err, const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    vsnprintf(err->text, sizeof err->text, format, args);
    vsnprintf(err->shown, sizeof err->shown, words_of(format), again);
    va_end(again);
    err->code[0] = err->values[0] = '\0';
}

bool err_set(struct err *err, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    say(err, format, args);
    va_end(args);
    return false;
}

/* Appends what `inner` says, as much of it as fits, and takes over its code. */
static void end(struct err *err, const struct err *inner)
{
    size_t len = strlen(err->text), shown = strlen(err->shown);
    snprintf(err->text + len, sizeof err->text - len, ": %s", inner->text);
    snprintf(err->shown + shown, sizeof err->shown - shown, ": %s", inner->shown);
    memcpy(err->code, inner->code, sizeof err->code);
    memcpy(err->values, inner->values, sizeof err->values);
}

bool err_code_list(struct err *err, const char *format, va_list args)
{
    struct text code = TEXT_ON(err->code), sentence = TEXT_ON(err->text);
    struct text values = TEXT_ON(err->values);
    message_write(&code, &sentence, &values, format, args);
    if (values.cut) text_clear(&values); /* half a member is none */
    err->shown[0] = '\0';
    return false;
}

/* A value of a message, from behind its brace; returns what follows it. */
static const char *take_value(const char *at, struct text *sentence, struct text *values)
{
    char name[32], value[SAID_BYTES];
    struct text n = TEXT_ON(name), v = TEXT_ON(value);
    for (; *at && *at != ':' && *at != '='; at++) text_char(&n, *at);
    bool is_number = *at == '=';
    for (at += *at != '\0'; *at && (*at != '}' || *++at == '}'); at++) text_char(&v, *at);
    text_str(sentence, value);
    if (is_number && v.len > 0)
        json_write_json(values, name, value);
    else
        json_write_str(values, name, value);
    return at;
}

bool err_said(struct err *err, const char *said)
{
    struct text code = TEXT_ON(err->code), sentence = TEXT_ON(err->text);
    struct text values = TEXT_ON(err->values);
    const char *colon = strstr(said, ": ");
    if (!colon) return err_set(err, "%s", said);
    text_bytes(&code, said, (size_t)(colon - said));
    for (const char *at = colon + 2; *at;) {
        if (*at == '{')
            at = take_value(at + 1, &sentence, &values);
        else
            text_char(&sentence, *at++);
    }
    if (values.cut) text_clear(&values);
    err->shown[0] = '\0';
    return false;
}

bool err_code(struct err *err, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    err_code_list(err, format, args);
    va_end(args);
    return false;
}

/* Puts members before the values of the code; what has no code has no values. */
static void add_values(struct err *err, struct text *values)
{
    if (err->values[0]) text_char(values, ',');
    text_str(values, err->values);
    if (err->code[0] && !values->cut) snprintf(err->values, sizeof err->values, "%s", values->buf);
}

/* Puts the place in front. Whoever has other words for a code finds the place among its values. */
static bool __attribute__((format(printf, 2, 3)))
put_place(struct err *err, const char *format, ...)
{
    struct err inner = *err;
    va_list args;
    va_start(args, format);
    say(err, format, args);
    va_end(args);
    end(err, &inner);
    if (err->code[0]) memcpy(err->shown, inner.shown, sizeof err->shown);
    return false;
}

bool err_at_line(struct err *err, int line)
{
    char buf[sizeof err->values];
    struct text values = TEXT_ON(buf);
    json_write_int(&values, "line", line);
    add_values(err, &values);
    return put_place(err, N_("line %d"), line);
}

bool err_in_file(struct err *err, const char *path, int line)
{
    char buf[sizeof err->values];
    struct text values = TEXT_ON(buf);
    json_write_str(&values, "file", path);
    if (line > 0) json_write_int(&values, "line", line);
    add_values(err, &values);
    return line > 0 ? put_place(err, "%s:%d", path, line) : put_place(err, "%s", path);
}

bool err_in_key(struct err *err, const char *key)
{
    char buf[sizeof err->values];
    struct text values = TEXT_ON(buf);
    json_write_str(&values, "key", key);
    add_values(err, &values);
    return put_place(err, "%s", key);
}

void err_write_said(struct text *t, const struct err *err)
{
    if (!err->code[0]) return;
    json_write_open(t, NULL, '{');
    json_write_str(t, "code", err->code);
    json_write_open(t, "params", '{');
    text_str(t, err->values);
    text_str(t, "}}");
}

void err_write_member(struct text *t, const char *key, const struct err *err)
{
    char name[64], buf[sizeof err->values + 64];
    struct text said = TEXT_ON(buf);
    snprintf(name, sizeof name, "%s_said", key);
    json_write_str(t, key, err ? err->text : NULL);
    if (err) err_write_said(&said, err);
    json_write_json(t, name, buf);
}

const char *err_reason(int number)
{
    const char *english = strerrordesc_np(number);
    return english ? english : "unknown error";
}

bool err_sys(struct err *err, const char *format, ...)
{
    int number = errno;
    struct err reason = {.code = ""};
    va_list args;
    snprintf(reason.text, sizeof reason.text, "%s", err_reason(number));
    snprintf(reason.shown, sizeof reason.shown, "%s", strerror(number));
    va_start(args, format);
    say(err, format, args);
    va_end(args);
    end(err, &reason);
    return false;
}

bool err_wrap(struct err *err, const char *format, ...)
{
    struct err inner = *err;
    va_list args;
    va_start(args, format);
    say(err, format, args);
    va_end(args);
    end(err, &inner);
    return false;
}
