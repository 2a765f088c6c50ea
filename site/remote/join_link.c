/* One connection after another for the same place: frames are counted, kept until confirmed and
   sent again, so a match does not notice a cut. */
#include "site/remote/join_link.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { IDLE_PING_US = 5 * 1000 * 1000, READS = 4 };

/* ---- coming and going ---- */

void join_link_init(struct join_link *l)
{
    *l = (struct join_link){.fd = -1};
}

void join_link_free(struct join_link *l)
{
    if (l->link) http_hang_up(l->link);
    resend_queue_free(&l->queue);
    free(l->in.buf);
}

void join_link_detach(struct join_link *l, int64_t now_us)
{
    if (!l->link) return;
    http_hang_up(l->link);
    l->link = NULL;
    l->fd = -1;
    l->away_us = now_us;
    resend_queue_break(&l->queue);
}

bool join_link_attach(struct join_link *l, struct http_link *link, int fd, int64_t got)
{
    if (!resend_queue_confirm(&l->queue, got)) return false;
    l->link = link;
    l->fd = fd;
    l->wire.len = l->wire.used = 0;
    return join_link_send(l, WIRE_BACK, 0, l->queue.got, NULL) && resend_queue_resume(&l->queue);
}

/* ---- sending ---- */

bool join_link_send(struct join_link *l, enum wire_kind kind, int64_t a, int64_t b,
                    const char *bytes)
{
    return resend_queue_put(&l->queue, l->link != NULL, kind, a, b, bytes);
}

size_t join_link_room(const struct join_link *l)
{
    return l->queue.kept.len + WIRE_FRAME <= JOIN_LINK_SENT ? WIRE_BYTES : 0;
}

void join_link_begin(struct join_link *l, int64_t match)
{
    l->match = match;
    l->in.len = 0;
    l->is_over = false;
    lag_begin(&l->lag);
}

void join_link_ping(struct join_link *l, int64_t now_us)
{
    if (!l->link || !lag_is_due(&l->lag, now_us, IDLE_PING_US)) return;
    join_link_send(l, WIRE_PING, lag_ping(&l->lag, now_us), l->queue.got, NULL);
}

static bool write_some(struct join_link *l)
{
    struct bytes *out = &l->queue.out;
    while (out->len > 0) {
        ssize_t sent = send(l->fd, out->buf, out->len, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) continue;
        if (sent < 0) return errno == EAGAIN;
        bytes_take(out, (size_t)sent);
    }
    return true;
}

/* ---- receiving ---- */

static bool hear(struct join_link *l, const struct wire_frame *f, int64_t now_us, const char **why)
{
    *why = NULL;
    if (wire_counts(f->kind)) l->queue.got += (int64_t)f->size;
    switch (f->kind) {
    case WIRE_PONG:
        if (!lag_echo(&l->lag, f->a, now_us)) *why = "a ping came back that was not sent";
        if (!resend_queue_confirm(&l->queue, f->b)) *why = "more has come than was sent";
        return !*why;
    case WIRE_DATA: /* of an earlier match: the program had not heard of its end */
        if (f->b != l->match || l->is_over) return true;
        if (!bytes_add(&l->in, f->bytes, f->len, JOIN_LINK_IN + WIRE_FRAME))
            *why = "too many bytes";
        return !*why;
    case WIRE_OVER: l->is_over |= f->b == l->match; return true;
    case WIRE_QUIT: return l->is_leaving = true;
    case WIRE_PING:
    case WIRE_BACK:
    case WIRE_PLACE:
    case WIRE_MATCH:
    case WIRE_END:
    case WIRE_NOTE:
    case WIRE_BYE:
    case WIRE_KINDS:
    default: *why = "this frame is the site's alone"; return false;
    }
}

static bool hear_all(struct join_link *l, int64_t now_us, const char **why)
{
    struct wire_frame f;
    enum wire_result result;
    while ((result = wire_next(&l->wire, &f)) == WIRE_FOUND)
        if (!hear(l, &f, now_us, why)) return false;
    if (result == WIRE_WRONG) *why = "this is no frame";
    return result == WIRE_MORE;
}

bool join_link_take(struct join_link *l, const char *bytes, size_t len, int64_t now_us,
                    const char **why)
{
    while (len > 0) {
        size_t room;
        char *to = wire_room(&l->wire, &room);
        size_t some = len < room ? len : room;
        memcpy(to, bytes, some);
        wire_got(&l->wire, some);
        if (!hear_all(l, now_us, why)) return false;
        bytes += some;
        len -= some;
    }
    return true;
}

/* Not without end: others want to be heard, too. */
static bool read_some(struct join_link *l, int64_t now_us, const char **why)
{
    for (int i = 0; i < READS && l->in.len <= JOIN_LINK_IN; i++) {
        size_t room;
        char *to = wire_room(&l->wire, &room);
        ssize_t got = recv(l->fd, to, room, 0);
        if (got < 0 && (errno == EAGAIN || errno == EINTR)) return true;
        if (got <= 0) return false;
        wire_got(&l->wire, (size_t)got);
        if (!hear_all(l, now_us, why)) return false;
        if ((size_t)got < room) return true;
    }
    return true;
}

struct pollfd join_link_want(const struct join_link *l)
{
    bool reads = l->in.len <= JOIN_LINK_IN;
    return (struct pollfd){
        .fd = l->fd,
        .events = (short)((reads ? POLLIN : 0) | (l->queue.out.len > 0 ? POLLOUT : 0))};
}

bool join_link_work(struct join_link *l, short revents, int64_t now_us, const char **why)
{
    *why = NULL;
    if (!l->link) return true;
    if (revents & (POLLHUP | POLLERR) && l->in.len > JOIN_LINK_IN) return false;
    if (revents & (POLLIN | POLLHUP | POLLERR) && !read_some(l, now_us, why)) return false;
    return write_some(l);
}
