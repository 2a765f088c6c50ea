/*
 * json_write — JSON for answers: members and values with the commas between them.
 *
 * A key of NULL is an element of an array.
 */
#pragma once
#include "base/text.h"

#include <stdbool.h>
#include <stdint.h>

/* `bracket` is { or [; json_write_close() takes the other one. */
void json_write_open(struct text *t, const char *key, char bracket);
void json_write_close(struct text *t, char bracket);
void json_write_str(struct text *t, const char *key, const char *value); /* NULL: null */
/* A string from bytes that may be no UTF-8. */
void json_write_bytes(struct text *t, const char *key, const char *bytes, size_t len);
void json_write_int(struct text *t, const char *key, int64_t value);
void json_write_bool(struct text *t, const char *key, bool value);
void json_write_null(struct text *t, const char *key);
void json_write_json(struct text *t, const char *key,
                     const char *json); /* as it stands; "": null */
/* A number of tenths as a decimal: 15004 is 1500.4. */
void json_write_tenths(struct text *t, const char *key, int64_t tenths);
void json_write_hex(struct text *t, const char *key, uint64_t value);
