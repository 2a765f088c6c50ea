/*
 * err — why something of the world's failed, as one sentence for people.
 *
 * A function that can fail returns false and fills `err`; on success `err` is untouched. err_sys
 * appends the reason errno gives; err_wrap puts a context in front of what is there. All return
 * false, so that a failure is one line: `return err_sys(err, "open %s", path);`.
 */
#pragma once
#include <stdbool.h>

struct err {
    char text[512];
};

bool err_set(struct err *err, const char *format, ...) __attribute__((format(printf, 2, 3)));
bool err_sys(struct err *err, const char *format, ...) __attribute__((format(printf, 2, 3)));
bool err_wrap(struct err *err, const char *format, ...) __attribute__((format(printf, 2, 3)));
