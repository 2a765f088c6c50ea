#include "site/line.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { IDLE_PING_US = 5 * 1000 * 1000, READS = 4 };

/* ---- coming and going ---- */

void line_init(struct line *l)
{
    *l = (struct line){.fd = -1};
}

void line_free(struct line *l)
{
    if (l->link) http_hang_up(l->link);
    ledger_free(&l->ledger);
    free(l->in.buf);
}

void line_detach(struct line *l, int64_t now_us)
{
    if (!l->link) return;
    http_hang_up(l->link);
    l->link = NULL;
    l->fd = -1;
    l->away_us = now_us;
    ledger_break(&l->ledger);
}

bool line_attach(struct line *l, struct http_link *link, int fd, int64_t got)
{
    if (!ledger_confirm(&l->ledger, got)) return false;
    l->link = link;
    l->fd = fd;
    l->wire.len = l->wire.used = 0;
    return line_send(l, WIRE_BACK, 0, l->ledger.got, NULL) && ledger_resume(&l->ledger);
}

/* ---- sending ---- */

bool line_send(struct line *l, enum wire_kind kind, int64_t a, int64_t b, const char *bytes)
{
    return ledger_put(&l->ledger, l->link != NULL, kind, a, b, bytes);
}

size_t line_room(const struct line *l)
{
    return l->ledger.kept.len + WIRE_FRAME <= LINE_SENT ? WIRE_BYTES : 0;
}

void line_begin(struct line *l, int64_t match)
{
    l->match = match;
    l->in.len = 0;
    l->is_over = false;
    lag_begin(&l->lag);
}

void line_ping(struct line *l, int64_t now_us)
{
    if (!l->link || !lag_is_due(&l->lag, now_us, IDLE_PING_US)) return;
    line_send(l, WIRE_PING, lag_ping(&l->lag, now_us), l->ledger.got, NULL);
}

static bool write_some(struct line *l)
{
    struct bytes *out = &l->ledger.out;
    while (out->len > 0) {
        ssize_t sent = send(l->fd, out->buf, out->len, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) continue;
        if (sent < 0) return errno == EAGAIN;
        bytes_take(out, (size_t)sent);
    }
    return true;
}

/* ---- receiving ---- */

static bool hear(struct line *l, const struct wire_frame *f, int64_t now_us, const char **why)
{
    *why = NULL;
    if (wire_counts(f->kind)) l->ledger.got += (int64_t)f->size;
    switch (f->kind) {
    case WIRE_PONG:
        if (!lag_echo(&l->lag, f->a, now_us)) *why = "a ping came back that was not sent";
        if (!ledger_confirm(&l->ledger, f->b)) *why = "more has come than was sent";
        return !*why;
    case WIRE_DATA: /* of an earlier match: the program had not heard of its end */
        if (f->b != l->match || l->is_over) return true;
        if (!bytes_add(&l->in, f->bytes, f->len, LINE_IN + WIRE_FRAME)) *why = "too many bytes";
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

static bool hear_all(struct line *l, int64_t now_us, const char **why)
{
    struct wire_frame f;
    enum wire_result result;
    while ((result = wire_next(&l->wire, &f)) == WIRE_FOUND)
        if (!hear(l, &f, now_us, why)) return false;
    if (result == WIRE_WRONG) *why = "this is no frame";
    return result == WIRE_MORE;
}

bool line_take(struct line *l, const char *bytes, size_t len, int64_t now_us, const char **why)
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
static bool read_some(struct line *l, int64_t now_us, const char **why)
{
    for (int i = 0; i < READS && l->in.len <= LINE_IN; i++) {
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

struct pollfd line_want(const struct line *l)
{
    bool reads = l->in.len <= LINE_IN;
    return (struct pollfd){
        .fd = l->fd,
        .events = (short)((reads ? POLLIN : 0) | (l->ledger.out.len > 0 ? POLLOUT : 0))};
}

bool line_work(struct line *l, short revents, int64_t now_us, const char **why)
{
    *why = NULL;
    if (!l->link) return true;
    if (revents & (POLLHUP | POLLERR) && l->in.len > LINE_IN) return false;
    if (revents & (POLLIN | POLLHUP | POLLERR) && !read_some(l, now_us, why)) return false;
    return write_some(l);
}
