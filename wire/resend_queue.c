/* Bytes that count are kept from the first unconfirmed one on; a new connection sends exactly
   those. */
#include "wire/resend_queue.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

bool bytes_add(struct bytes *b, const void *more, size_t len, size_t most)
{
    if (b->len + len > most) return false;
    if (b->len + len > b->cap) {
        size_t cap = 2 * (b->len + len) + 256;
        char *wider = realloc(b->buf, cap);
        if (!wider) return false;
        b->buf = wider;
        b->cap = cap;
    }
    if (len > 0) memcpy(b->buf + b->len, more, len);
    b->len += len;
    return true;
}

void bytes_take(struct bytes *b, size_t len)
{
    assert(len <= b->len);
    b->len -= len;
    if (b->len > 0) memmove(b->buf, b->buf + len, b->len);
}

void resend_queue_free(struct resend_queue *l)
{
    free(l->out.buf);
    free(l->kept.buf);
    *l = (struct resend_queue){0};
}

bool resend_queue_put(struct resend_queue *l, bool is_connected, enum wire_kind kind, int64_t a,
                      int64_t b, const char *bytes)
{
    char buf[WIRE_FRAME];
    struct text t = TEXT_ON(buf);
    wire_put(&t, kind, a, b, bytes);
    if (t.cut) return false;
    if (wire_counts(kind) && !bytes_add(&l->kept, t.buf, t.len, RESEND_QUEUE_MOST)) return false;
    return !is_connected || bytes_add(&l->out, t.buf, t.len, 2 * RESEND_QUEUE_MOST);
}

bool resend_queue_confirm(struct resend_queue *l, int64_t got)
{
    if (got < l->confirmed || got > l->confirmed + (int64_t)l->kept.len) return false;
    bytes_take(&l->kept, (size_t)(got - l->confirmed));
    l->confirmed = got;
    assert(l->kept.len <= RESEND_QUEUE_MOST);
    return true;
}

bool resend_queue_resume(struct resend_queue *l)
{
    return bytes_add(&l->out, l->kept.buf, l->kept.len, 2 * RESEND_QUEUE_MOST);
}

void resend_queue_break(struct resend_queue *l)
{
    l->out.len = 0;
}
