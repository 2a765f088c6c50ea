/*
 * utf8 — characters of UTF-8: where they begin and end, and what may be shown.
 *
 * Valid is what Unicode calls well-formed: no overlong forms, no surrogates, nothing above
 * U+10FFFF. Pure, and safe on any bytes.
 */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bytes of the valid character that begins here (1 to 4), or 0 when there is none. */
size_t utf8_length(const char *bytes, size_t len);
/* The largest length of at most `most` bytes that does not end within a character. Of bytes that
   are not UTF-8 at most three are given up. */
size_t utf8_cut(const char *bytes, size_t len, size_t most);
/* The character at *at, which is moved behind it; a byte that begins none is U+FFFD. The text ends
   with a NUL. */
uint32_t utf8_next(const char **at);
/* Whether it is valid and has no control characters, C0 or C1. */
bool utf8_is_plain(const char *bytes, size_t len);
/* Columns of a terminal; letters of CJK take two. */
int utf8_columns(const char *text);
