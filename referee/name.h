/*
 * name — what a player calls itself, made fit to be shown.
 *
 * Names come in UTF-8 or, from older clients, in Shift_JIS (CP932); control characters are left
 * out. A name may be empty.
 */
#pragma once
#include <stddef.h>

enum { NAME_MAX_BYTES = 255, NAME_WHY_BYTES = 128 };

/* Writes at most NAME_MAX_BYTES bytes of UTF-8 and a NUL. */
void name_clean(const char *bytes, size_t len, char out[NAME_MAX_BYTES + 1]);
