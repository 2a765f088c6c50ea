/*
 * timestamp — points in time as organisers write them: `2026-11-15 18:00 JST`.
 *
 * A date, a time of the day (to the minute or the second) and a zone, which must be there: an
 * offset (+09:00), Z, UTC, GMT, JST, or a place of the system's time zone data (Asia/Tokyo).
 */
#pragma once
#include "os/err.h"

#include <stdint.h>

enum { TIMESTAMP_ROOM = 32 };

/* Milliseconds since 1970; false, saying what would be right. */
bool timestamp_read(const char *text, int64_t *ms, struct err *err);
/* In the same way, by UTC and to the second. */
void timestamp_write(int64_t ms, char out[TIMESTAMP_ROOM]);
