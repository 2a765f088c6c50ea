/* Sentences are cut rather than allocated: a failure must be tellable when memory is short. */
#include "os/err.h"

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
    return false;
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
