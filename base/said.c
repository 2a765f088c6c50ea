/* The format is taken apart at its braces, as os/message.c does. */
#include "base/said.h"

#include <stdarg.h>
#include <string.h>

static void put_text(struct text *out, const char *value)
{
    text_char(out, ':');
    for (; *value; value++) {
        if (*value == '}') text_char(out, '}');
        text_char(out, *value);
    }
}

static void put_number(struct text *out, int64_t value)
{
    text_char(out, '=');
    text_int(out, value);
}

void said_write(struct text *out, const char *message, ...)
{
    va_list args;
    va_start(args, message);
    for (const char *at = message; *at; at++) {
        text_char(out, *at);
        if (*at != '{') continue;
        while (*++at != ':') text_char(out, *at);
        char kind = at[2];
        at = strchr(at, '}');
        if (kind == 's')
            put_text(out, va_arg(args, const char *));
        else
            put_number(out, kind == 'd' ? va_arg(args, int) : (int64_t)va_arg(args, long long));
        text_char(out, '}');
    }
    va_end(args);
}

void said_at_line(struct text *out, int line, const char *message)
{
    const char *sentence = strchr(message, ':') + 2;
    text_bytes(out, message, (size_t)(sentence - message));
    if (line > 0) {
        text_str(out, "line {line=");
        text_int(out, line);
        text_str(out, "}: ");
    }
    text_str(out, sentence);
}
