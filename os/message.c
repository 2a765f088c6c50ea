/*
 * Takes a format apart at its braces, and the arguments off the list one by one: vsnprintf() could
 * write the sentence, but would not say which bytes of it are whose value.
 */
#include "os/message.h"

#include "base/json_write.h"
#include "os/err.h"

#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { NAME = 24 };

static void put_str(struct text *sentence, struct text *values, const char *name, const char *value,
                    size_t most)
{
    char cut[512];
    struct text t = TEXT_ON(cut);
    text_bytes(&t, value, strnlen(value, most));
    text_str(sentence, cut);
    json_write_bytes(values, name, cut, t.len);
}

static void put_int(struct text *sentence, struct text *values, const char *name, int64_t value)
{
    text_int(sentence, value);
    json_write_int(values, name, value);
}

static void put_err(struct text *sentence, struct text *values, const char *name,
                    const struct err *err)
{
    char buf[sizeof err->values + 64];
    struct text said = TEXT_ON(buf);
    text_str(sentence, err->text);
    err_write_said(&said, err);
    if (said.len > 0)
        json_write_json(values, name, buf);
    else
        json_write_str(values, name, err->text);
}

/* Copies up to `end`, which is left out; returns what follows it. */
static const char *copy_until(struct text *t, const char *from, char end)
{
    const char *at = strchr(from, end);
    assert(at);
    text_bytes(t, from, (size_t)(at - from));
    return at + 1;
}

void message_write(struct text *code, struct text *sentence, struct text *values,
                   const char *format, va_list args)
{
    const char *at = copy_until(code, format, ':');
    while (*++at) { /* the blank after the colon, or the brace that has been dealt with */
        if (*at != '{') {
            text_char(sentence, *at);
            continue;
        }
        char name[NAME], kind[NAME];
        struct text n = TEXT_ON(name), k = TEXT_ON(kind);
        at = copy_until(&n, at + 1, ':');
        at = copy_until(&k, at, '}') - 1;
        char last = kind[k.len - 1];
        if (last == 's')
            put_str(sentence, values, name, va_arg(args, const char *),
                    kind[1] == '.' ? (size_t)atoi(kind + 2) : SIZE_MAX);
        else if (last == 'p')
            put_err(sentence, values, name, va_arg(args, const void *));
        else if (last == 'u')
            put_int(sentence, values, name, (int64_t)va_arg(args, size_t));
        else if (kind[1] == 'l')
            put_int(sentence, values, name, va_arg(args, long long));
        else
            put_int(sentence, values, name, va_arg(args, int));
    }
}
