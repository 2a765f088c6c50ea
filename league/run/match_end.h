/*
 * match_end — how the players of a match ended, the last they wrote on standard error, and the
 * marks they drew for the viewer: what an author needs to know about a match.
 *
 * Marks are lines of standard error (docs/PLAYERS.md, "Marks for the viewer"). They are kept apart,
 * so that a program that plots each turn does not push its own error message out of the end.
 *
 * It lies in memory that is shared with the process in which the match is played
 * (league/run/match_process.h); whoever started that reads it once the match is over.
 */
#pragma once
#include "os/err.h"
#include "referee/match.h"

enum {
    MATCH_END_BYTES = 4096,
    MATCH_END_MARKS = 64 * 1024, /* of a side; what is drawn after that is lost */
    MATCH_END_LINE = 512,        /* a longer line is no mark */
    MATCH_END_STOPPED = -1
};

struct match_end {
    /* Set by whoever started the match: it stands still between two turns while this is true. */
    _Atomic bool is_on_hold;
    struct {
        int32_t exit; /* as the shell tells it (128 + signal); MATCH_END_STOPPED: we stopped it */
        int32_t len;
        char text[MATCH_END_BYTES]; /* the end of it without the marks, any bytes */
        int32_t line_len, marks_len;
        char line[MATCH_END_LINE]; /* whose end has not come yet */
        char marks[MATCH_END_MARKS];
    } side[2];
};

struct match_end *match_end_new(struct err *err);
void match_end_free(struct match_end *w);
/* Observes a match; one that is played again begins anew. */
struct match_watch match_end_watch(struct match_end *w);
void match_end_end(struct match_end *w, const struct match_result *result);
/* How one side ended, for others to keep: UTF-8 without control characters. */
struct match_end_side {
    int64_t exit; /* as the shell tells it, MATCH_END_STOPPED: we stopped it */
    const char *text;
    const char *marks; /* a line each: the number of the step, a blank, the mark */
};
struct match_end_told {
    struct match_end_side side[2]; /* into the texts */
    char text[2][MATCH_END_BYTES + 1];
    char marks[2][MATCH_END_MARKS + 1];
};
void match_end_tell(const struct match_end *w, struct match_end_told *told);
/* The last line of what it wrote, fit for a terminal; "" when there is none. */
void match_end_last_line(const struct match_end_side *end, char *out, size_t size);
