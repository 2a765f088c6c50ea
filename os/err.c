/* Sentences are cut rather than allocated: a failure must be tellable when memory is short. */
#include "os/err.h"

#include "base/json_write.h"
#include "os/message.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool err_set(struct err *err, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(err->text, sizeof err->text, format, args);
    va_end(args);
    err->code[0] = err->values[0] = '\0';
    return false;
}

bool err_code_list(struct err *err, const char *format, va_list args)
{
    struct text code = TEXT_ON(err->code), sentence = TEXT_ON(err->text);
    struct text values = TEXT_ON(err->values);
    message_write(&code, &sentence, &values, format, args);
    if (values.cut) text_clear(&values); /* half a member is none */
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

bool err_at_line(struct err *err, int line)
{
    char buf[sizeof err->values];
    struct text values = TEXT_ON(buf);
    json_write_int(&values, "line", line);
    add_values(err, &values);
    return err_wrap(err, "line %d", line);
}

bool err_in_file(struct err *err, const char *path, int line)
{
    char buf[sizeof err->values];
    struct text values = TEXT_ON(buf);
    json_write_str(&values, "file", path);
    if (line > 0) json_write_int(&values, "line", line);
    add_values(err, &values);
    return line > 0 ? err_wrap(err, "%s:%d", path, line) : err_wrap(err, "%s", path);
}

bool err_in_key(struct err *err, const char *key)
{
    char buf[sizeof err->values];
    struct text values = TEXT_ON(buf);
    json_write_str(&values, "key", key);
    add_values(err, &values);
    return err_wrap(err, "%s", key);
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

/* Appends ": tail", as much of it as fits. */
static void append(struct err *err, const char *tail)
{
    size_t len = strlen(err->text);
    snprintf(err->text + len, sizeof err->text - len, ": %s", tail);
}

bool err_sys(struct err *err, const char *format, ...)
{
    int number = errno;
    va_list args;
    va_start(args, format);
    vsnprintf(err->text, sizeof err->text, format, args);
    va_end(args);
    append(err, strerror(number));
    err->code[0] = err->values[0] = '\0';
    return false;
}

bool err_wrap(struct err *err, const char *format, ...)
{
    struct err inner = *err;
    va_list args;
    va_start(args, format);
    vsnprintf(err->text, sizeof err->text, format, args);
    va_end(args);
    append(err, inner.text);
    return false;
}
