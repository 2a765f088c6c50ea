/*
 * scan — a bounded reader over bytes that belong to somebody else.
 *
 * A scan is the stretch [at, end). Each function that succeeds moves `at` behind what it took; one
 * that fails leaves the scan as it was. Blanks are space and tab. No NUL is expected or needed.
 */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct scan {
    const char *at, *end;
};

struct scan scan_on(const char *bytes, size_t len);
struct scan scan_str(const char *s);

static inline size_t scan_left(const struct scan *s)
{
    return (size_t)(s->end - s->at);
}

/* The next line without its LF (and without one CR before it); false when no LF is there. */
bool scan_line(struct scan *s, struct scan *line);
/* The next run of bytes that are not blank, after any blanks; false when only blanks are left. */
bool scan_word(struct scan *s, struct scan *word);
/* A word that is a decimal number, as a whole: digits, one leading minus allowed in scan_int. */
bool scan_int(struct scan *s, int64_t *n);
bool scan_uint(struct scan *s, uint64_t *n);
/* True when nothing but blanks is left. */
bool scan_blank(const struct scan *s);
/* True when both stretches hold the same bytes; and the same with a C string. */
bool scan_same(const struct scan *a, const struct scan *b);
bool scan_equals(const struct scan *s, const char *word);
