/*
 * line_reader — reads what a game tells its players: lines of numbers, closed by a line `END`.
 *
 * It remembers how it failed: the first line that is missing (PARSE_MORE) or wrong (PARSE_INVALID)
 * decides, and from then on every function gives false, so that callers can be a chain of &&.
 */
#pragma once
#include "base/scan.h"
#include "games/game.h"

struct line_reader {
    struct scan rest;
    enum parse_result result;
};

struct line_reader line_reader_on(const char *bytes, size_t len);
/* For what only the game can find wrong. Always false. */
static inline bool line_reader_fail(struct line_reader *r, enum parse_result why)
{
    r->result = why;
    return false;
}
/* A line of exactly `count` numbers, each from 0 to `most`. */
bool line_reader_numbers(struct line_reader *r, int64_t *numbers, int count, int64_t most);
bool line_reader_end(struct line_reader *r);
