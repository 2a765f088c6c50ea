/*
 * inifile — files of sections and `key = value` lines, as people write them.
 *
 * The door to inih. What it adds: every value is handed over with the number of its line, sections
 * are told of even when they are empty, names and lines that inih would cut are refused, and blanks
 * before a key mean nothing. A comment is a line that begins with ; or #, or what stands behind a
 * blank and a semicolon.
 */
#pragma once
#include "os/err.h"

#include <stddef.h>
#include <stdint.h>

enum { INIFILE_NAME = 80 }; /* bytes of a section or a key, with the NUL */

/* Both return false, with the reason, to end the reading. */
struct inifile_handler {
    void *arg;
    bool (*section)(void *arg, const char *name, int line, struct err *err);
    bool (*value)(void *arg, const char *key, const char *value, int line, struct err *err);
};

/* `path` is for the words of an error: "PATH:LINE: what is wrong". */
bool inifile_read(const char *text, size_t len, const char *path, const struct inifile_handler *h,
                  struct err *err);

/* ---- values: false, with the words that belong behind the key, when they are no good ---- */

bool inifile_int(const char *value, int64_t least, int64_t most, int64_t *n, struct err *err);
bool inifile_small(const char *value, int least, int most, int *n, struct err *err);
bool inifile_real(const char *value, double least, double most, double *n, struct err *err);
bool inifile_yes(const char *value, bool *yes, struct err *err);
bool inifile_text(const char *value, char *out, size_t size, struct err *err);
/* One of several words: its number in the list. */
bool inifile_choice(const char *value, const char *const *words, int count, int *which,
                    struct err *err);
