/*
 * json_read — one JSON object with plain members, as a site and a program send each other.
 *
 * Owned by whoever opened it; the texts live as long as the object.
 */
#pragma once
#include "os/err.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct json_read;

/* NULL, with the reason, when the bytes are no JSON, no object, or have a member twice. */
struct json_read *json_read_open(const char *bytes, size_t len, struct err *err);
void json_read_close(struct json_read *json);
/* A text, "" where the member is missing or null; false when it is something else, or holds a NUL.
 */
bool json_read_text(const struct json_read *json, const char *key, const char **out);
/* An object within it, to be closed like the other; NULL: the member is none. */
struct json_read *json_read_inner(const struct json_read *json, const char *key);
/* A list of at most `most` texts, none where the member is missing; false when it is something
 * else.
 */
bool json_read_texts(const struct json_read *json, const char *key, const char **out, int most,
                     int *count);
/* A whole number, `otherwise` where the member is missing or null; false when it is something
   else. */
bool json_read_int(const struct json_read *json, const char *key, int64_t otherwise, int64_t *out);
/* 0 where the member is no number. */
double json_read_real(const struct json_read *json, const char *key);
/* False where the member is not true. */
bool json_read_bool(const struct json_read *json, const char *key);
