/*
 * told — one JSON object that a site sent, with plain members.
 */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct told;

/* NULL when it is none. */
struct told *told_open(const char *bytes, size_t len);
void told_close(struct told *t);
/* Members, or `otherwise` where there is none of the kind. */
int64_t told_int(const struct told *t, const char *key, int64_t otherwise);
double told_real(const struct told *t, const char *key);
bool told_bool(const struct told *t, const char *key);
/* A text as it can be shown on a terminal; "" where there is none. */
enum { TOLD_TEXT = 256 };
void told_text(const struct told *t, const char *key, char out[TOLD_TEXT]);
/* Any bytes as they can be shown on a terminal. */
void told_clean(const char *bytes, size_t len, char out[TOLD_TEXT]);
