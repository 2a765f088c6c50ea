/*
 * put — JSON for answers: members and values with the commas between them.
 *
 * A key of NULL is an element of an array.
 */
#pragma once
#include "base/text.h"

#include <stdbool.h>
#include <stdint.h>

/* `bracket` is { or [; put_close() takes the other one. */
void put_open(struct text *t, const char *key, char bracket);
void put_close(struct text *t, char bracket);
void put_str(struct text *t, const char *key, const char *value); /* NULL: null */
/* The same from bytes that may be no UTF-8. */
void put_bytes(struct text *t, const char *key, const char *bytes, size_t len);
void put_int(struct text *t, const char *key, int64_t value);
void put_bool(struct text *t, const char *key, bool value);
void put_null(struct text *t, const char *key);
void put_json(struct text *t, const char *key, const char *json); /* as it stands; "": null */
/* With one decimal, as ratings are shown. */
void put_real(struct text *t, const char *key, double value);
void put_hex(struct text *t, const char *key, uint64_t value);
