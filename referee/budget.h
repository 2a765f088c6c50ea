/*
 * budget — how much thinking time a player has left.
 *
 * Time runs only between budget_start() and budget_stop(). Two limits apply at once: per answer and
 * per match; the nearer one is the deadline. Reads no clock itself: the caller passes monotonic
 * microseconds, so tests need no sleeping. What is charged are whole milliseconds, rounded down, so
 * that the sum can be had again from a record.
 */
#pragma once
#include <stdbool.h>
#include <stdint.h>

struct budget {
    int64_t left_ms;   /* of the match; INT64_MAX when there is no limit */
    int64_t turn_ms;   /* of one answer; INT64_MAX when there is no limit */
    int64_t margin_ms; /* so much more is forgiven */
    int64_t line_ms;   /* so much longer an answer is waited for: its line may have held it up */
    int64_t started_us;
};

/* 0 = no such limit, as in struct game_clock. */
struct budget budget_of(int64_t match_ms, int64_t turn_ms);
void budget_start(struct budget *b, int64_t now_us);
/* So much of the time since the start was the line's: it does not count. */
void budget_forgive(struct budget *b, int64_t us);
/* The first moment that is too late; INT64_MAX when there is none. */
int64_t budget_deadline(const struct budget *b);
/* Returns the milliseconds spent since the start and takes them off the match; `*late` tells
   whether they were too many. */
int64_t budget_stop(struct budget *b, int64_t now_us, bool *late);
/* What a player is told: 0 where the match has no limit. */
int64_t budget_shown(const struct budget *b);
