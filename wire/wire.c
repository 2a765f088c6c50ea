/* Frames are found in place in one buffer; what cannot become a frame any more is refused at
   once. */
#include "wire/wire.h"

#include "base/scan.h"

#include <assert.h>
#include <string.h>

static const struct {
    const char *word;
    bool has_bytes;
} kinds[WIRE_KINDS] = {
    [WIRE_DATA] = {"data", true},   [WIRE_PING] = {"ping", false},  [WIRE_PONG] = {"pong", false},
    [WIRE_PLACE] = {"place", true}, [WIRE_MATCH] = {"match", true}, [WIRE_BACK] = {"back", false},
    [WIRE_END] = {"end", true},     [WIRE_NOTE] = {"note", true},   [WIRE_BYE] = {"bye", true},
    [WIRE_OVER] = {"over", false},  [WIRE_QUIT] = {"quit", false},
};

bool wire_counts(enum wire_kind kind)
{
    return kind != WIRE_PING && kind != WIRE_PONG && kind != WIRE_BACK;
}

char *wire_room(struct wire *w, size_t *room)
{
    assert(w->used <= w->len && w->len <= sizeof w->buf);
    memmove(w->buf, w->buf + w->used, w->len - w->used);
    w->len -= w->used;
    w->used = 0;
    *room = sizeof w->buf - w->len;
    return w->buf + w->len;
}

void wire_got(struct wire *w, size_t len)
{
    assert(len <= sizeof w->buf - w->len);
    w->len += len;
}

static bool read_kind(struct scan *line, enum wire_kind *kind)
{
    struct scan word;
    if (!scan_word(line, &word)) return false;
    for (int k = 0; k < WIRE_KINDS; k++) {
        if (!scan_equals(&word, kinds[k].word)) continue;
        *kind = (enum wire_kind)k;
        return true;
    }
    return false;
}

static bool read_head(struct scan *line, struct wire_frame *frame)
{
    *frame = (struct wire_frame){0};
    if (!read_kind(line, &frame->kind) || !scan_int(line, &frame->a) ||
        !scan_int(line, &frame->b) || !scan_blank(line) || frame->a < 0 || frame->b < 0)
        return false;
    if (kinds[frame->kind].has_bytes) frame->len = (size_t)frame->a;
    return frame->len <= WIRE_BYTES;
}

enum wire_result wire_next(struct wire *w, struct wire_frame *frame)
{
    struct scan rest = scan_on(w->buf + w->used, w->len - w->used), line;
    if (!scan_line(&rest, &line)) return scan_left(&rest) < WIRE_HEAD ? WIRE_MORE : WIRE_WRONG;
    if ((size_t)(rest.at - (w->buf + w->used)) > WIRE_HEAD || !read_head(&line, frame))
        return WIRE_WRONG;
    if (scan_left(&rest) < frame->len) return WIRE_MORE;
    frame->bytes = rest.at;
    frame->size = (size_t)(rest.at - (w->buf + w->used)) + frame->len;
    w->used += frame->size;
    assert(w->used <= w->len);
    return WIRE_FOUND;
}

void wire_put(struct text *t, enum wire_kind kind, int64_t a, int64_t b, const char *bytes)
{
    assert(kinds[kind].has_bytes == (bytes != NULL));
    assert(a >= 0 && b >= 0 && (!bytes || a <= WIRE_BYTES));
    text_str(t, kinds[kind].word);
    text_char(t, ' ');
    text_int(t, a);
    text_char(t, ' ');
    text_int(t, b);
    text_char(t, '\n');
    if (bytes) text_bytes(t, bytes, (size_t)a);
}
