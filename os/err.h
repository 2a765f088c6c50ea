/*
 * err — why something of the world's failed, as one sentence for people.
 *
 * A function that can fail returns false and fills `err`; on success `err` is untouched. err_sys
 * appends the reason errno gives; err_wrap puts a context in front of what is there. All return
 * false, so that a failure is one line: `return err_sys(err, "open %s", path);`.
 *
 * err_code is for a sentence that a page may say in another language: its format is that of
 * os/message.h. err_at_line puts the line of a file in front, and keeps the code; err_wrap keeps
 * it, too. What the others say has no code.
 */
#pragma once
#include <stdarg.h>
#include <stdbool.h>

struct err {
    char text[512];
    char code[32];    /* "": none */
    char values[512]; /* of the code: members of a JSON object, without its braces */
};

bool err_set(struct err *err, const char *format, ...) __attribute__((format(printf, 2, 3)));
bool err_code(struct err *err, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* With a list of arguments. */
bool err_code_list(struct err *err, const char *format, va_list args)
    __attribute__((format(printf, 2, 0)));
bool err_at_line(struct err *err, int line);
bool err_sys(struct err *err, const char *format, ...) __attribute__((format(printf, 2, 3)));
bool err_wrap(struct err *err, const char *format, ...) __attribute__((format(printf, 2, 3)));
