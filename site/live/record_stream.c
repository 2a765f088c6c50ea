/* Lines of a record as events; the offset is all that is kept of a viewer. */
#include "site/live/record_stream.h"

#include "os/clock.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BLOCK = 8 * 1024, HEAD = 48, BEAT_US = 15 * 1000 * 1000, AGAIN_MS = 1000 };

struct record_stream {
    struct live *live;
    struct live_match *match; /* held; NULL: the text below */
    char *text;
    size_t len;
    int64_t at;    /* offset in either */
    int64_t line;  /* which line that is in */
    int64_t first; /* lines before it are skipped */
    int64_t late_s;
    bool is_inside;
    bool is_brief;
    bool has_ended;
    int64_t beat_us;
};

int64_t record_stream_beat(int64_t *beat_us, char *out, size_t room)
{
    static const char beat[] = ":\n\n";
    int64_t now_us = clock_us();
    if (now_us - *beat_us < BEAT_US || room < sizeof beat) return 0;
    *beat_us = now_us;
    memcpy(out, beat, sizeof beat - 1);
    return sizeof beat - 1;
}

static size_t fetch_live(const struct record_stream *s, char *block, size_t most)
{
    if (s->match->fd < 0) return 0;
    if (s->late_s > 0) {
        int64_t left = live_size_before(s->match, s->late_s) - s->at;
        if (left <= 0) return 0;
        if ((int64_t)most > left) most = (size_t)left;
    }
    ssize_t got = pread(s->match->fd, block, most, s->at);
    return got > 0 ? (size_t)got : 0;
}

/* Whether there will be more than what can be told now. */
static bool goes_on(const struct record_stream *s)
{
    const struct live_match *m = s->match;
    if (!m) return false;
    return !m->is_gone || (s->late_s > 0 && m->fd >= 0 && s->at < live_size(m));
}

/* The next bytes as they stand in the record. */
static size_t fetch(const struct record_stream *s, char *block, size_t most)
{
    if (s->match) return fetch_live(s, block, most);
    size_t left = s->len - (size_t)s->at, len = left < most ? left : most;
    memcpy(block, s->text + s->at, len);
    return len;
}

/* Takes one byte of the record; a line begins with its number and ends with an empty line. */
static size_t put_byte(struct record_stream *s, char c, char *out)
{
    size_t used = 0;
    bool is_wanted = s->line >= s->first;
    if (!s->is_inside && is_wanted)
        used = (size_t)snprintf(out, HEAD, "id: %lld\ndata: ", (long long)s->line);
    s->is_inside = c != '\n';
    if (is_wanted) out[used++] = c;
    if (c != '\n') return used;
    if (is_wanted) out[used++] = '\n';
    s->line++;
    return used;
}

static size_t fill(struct record_stream *s, char *out, size_t room)
{
    char block[BLOCK];
    size_t used = 0;
    for (;;) {
        size_t got = fetch(s, block, sizeof block), taken = 0;
        while (taken < got && used + HEAD < room) used += put_byte(s, block[taken++], out + used);
        s->at += (int64_t)taken;
        if (taken == 0) return used;
    }
}

static int64_t read_lines(void *source, char *out, size_t room)
{
    struct record_stream *s = source;
    size_t used = fill(s, out, room);
    if (used > 0) {
        s->beat_us = clock_us();
        return (int64_t)used;
    }
    if (goes_on(s) && s->is_brief && !s->is_inside) {
        if (s->has_ended) return -1;
        s->has_ended = true;
        return snprintf(out, room, "retry: %d\n\n", AGAIN_MS);
    }
    if (goes_on(s)) return record_stream_beat(&s->beat_us, out, room);
    if (s->has_ended) return -1;
    s->has_ended = true;
    return snprintf(out, room, RECORD_STREAM_END);
}

static void close_lines(void *source)
{
    struct record_stream *s = source;
    if (s->match) {
        s->match->late -= s->late_s > 0;
        live_drop(s->live, s->match);
    }
    free(s->text);
    free(s);
}

static bool begin(const struct record_stream *begun, struct http_answer *a)
{
    struct record_stream *s = malloc(sizeof *s);
    if (!s) return false;
    *s = *begun;
    s->beat_us = clock_us();
    a->read = read_lines;
    a->done = close_lines;
    a->source = s;
    a->topic = s->match;
    return true;
}

bool record_stream_follow(struct live *live, const struct record_stream_wish *wish,
                          struct http_answer *a)
{
    struct live_match *held = live_hold(live, wish->match);
    if (!held) return false;
    struct record_stream begun = {.live = live,
                                  .match = held,
                                  .first = wish->after + 1,
                                  .late_s = wish->late_s,
                                  .is_brief = wish->is_brief};
    if (begin(&begun, a)) {
        held->late += wish->late_s > 0;
        return true;
    }
    live_drop(live, held);
    return false;
}

bool record_stream_tell(char *text, size_t len, int64_t after, struct http_answer *a)
{
    if (begin(&(struct record_stream){.text = text, .len = len, .first = after + 1}, a))
        return true;
    free(text);
    return false;
}
