/*
 * json_line — a JSON value as one line of standard output, for --json.
 *
 *     struct text *t = json_line();
 *     json_write_open(t, NULL, '{');
 *     json_write_str(t, "name", name);
 *     json_line_print(t, '}');
 */
#pragma once
#include "base/json_write.h"

/* An empty line, with room for whatever a command prints. There is one at a time. */
struct text *json_line(void);
/* Closes the outermost bracket and prints the line. */
void json_line_print(struct text *t, char bracket);
/* Numbers that json_write.h has not; what is not finite is null. */
void json_line_fixed(struct text *t, const char *key, double n, int decimals);
void json_line_real(struct text *t, const char *key, double n); /* nine digits at most */
void json_line_uint(struct text *t, const char *key, uint64_t n);
/* An array of so many whole numbers. */
void json_line_ints(struct text *t, const char *key, const int64_t *n, int count);
