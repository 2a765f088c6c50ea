/*
 * record_stream — a record, line by line, as Server-Sent Events: event N is line N, the last one is
 * `end`.
 *
 * The lines come from a live match, as they are written, or from a record that is stored. What a
 * viewer has seen is skipped. Who may see a match only so many seconds late is told each line so
 * much later than it was written, the end of the match as well. While nothing comes, a sign of life
 * goes out now and then: it finds those who have left.
 */
#pragma once
#include "site/http/http.h"
#include "site/live/live.h"

/* Of a live match; false when memory is short. A brief one ends when it has told all there is, and
   asks the viewer to come again: for pages with many boards, because browsers have few connections.
 */
struct record_stream_wish {
    int64_t match, after; /* the last line that was seen; -1: none */
    int64_t late_s;
    bool is_brief;
};
bool record_stream_follow(struct live *live, const struct record_stream_wish *wish,
                          struct http_answer *a);
/* Of a text, which is freed in any case. */
bool record_stream_tell(char *text, size_t len, int64_t after, struct http_answer *a);

#define RECORD_STREAM_END "event: end\ndata: {}\n\n"

/* The sign of life, when it is time for it: at most `room` bytes, 0: not yet. */
int64_t record_stream_beat(int64_t *beat_us, char *out, size_t room);
