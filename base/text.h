/*
 * text — a bounded writer over memory that belongs to the caller.
 *
 * Whatever does not fit is left out and `cut` is set; nothing is ever written past `cap`. The
 * buffer stays NUL-terminated after every call, so `buf` can be handed on as a C string.
 */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct text {
    char *buf;
    size_t cap; /* bytes of buf, the NUL included; at least 1 */
    size_t len; /* bytes written, without the NUL */
    bool cut;
};

/* A writer over a char array: struct text t = TEXT_ON(line); */
#define TEXT_ON(array) text_on((array), sizeof(array))

struct text text_on(char *buf, size_t cap);
void text_clear(struct text *t);
void text_bytes(struct text *t, const char *bytes, size_t len);
void text_str(struct text *t, const char *s);
void text_int(struct text *t, int64_t n);
void text_hex(struct text *t, uint64_t n); /* always 16 digits */

static inline void text_char(struct text *t, char c)
{
    if (t->len + 1 >= t->cap) {
        t->cut = true;
        return;
    }
    t->buf[t->len++] = c;
    t->buf[t->len] = '\0';
}

/*
 * A JSON string with its quotes. text_json keeps valid UTF-8 and writes U+FFFD for each byte that
 * is not; text_json_bytes maps byte N to the character U+00NN, so that the bytes can be had back.
 */
void text_json(struct text *t, const char *bytes, size_t len);
void text_json_bytes(struct text *t, const char *bytes, size_t len);
/* The bytes as text that can be shown and stored anywhere: what is no UTF-8, and control characters
   but for line ends and tabulators, become ?. */
void text_plain(struct text *t, const char *bytes, size_t len);
/* The bytes as one line that a terminal can show: what is no UTF-8, and every control character,
   becomes ?. */
void text_line(struct text *t, const char *bytes, size_t len);
