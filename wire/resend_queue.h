/*
 * resend_queue — what one side of a line has sent and must send again until the other side has it.
 *
 * Frames that count (wire/wire.h) are kept until they are confirmed, so that a new connection goes
 * on exactly where the old one broke off. Bounded by RESEND_QUEUE_MOST.
 */
#pragma once
#include "wire/wire.h"

enum { RESEND_QUEUE_MOST = 1 << 20 };

struct bytes {
    char *buf;
    size_t len, cap;
};
/* False when it would be more than `most`, or memory is short. */
bool bytes_add(struct bytes *b, const void *more, size_t len, size_t most);
/* Takes some off the front. */
void bytes_take(struct bytes *b, size_t len);

struct resend_queue {
    struct bytes out;       /* frames for this connection that the kernel has not taken */
    struct bytes kept;      /* frames that count and are not confirmed */
    int64_t confirmed, got; /* bytes that count: of ours the other has; of the other's we have */
};

void resend_queue_free(struct resend_queue *l);
/* Writes a frame; without a connection it goes out with the next one, if it counts. */
bool resend_queue_put(struct resend_queue *l, bool is_connected, enum wire_kind kind, int64_t a,
                      int64_t b, const char *bytes);
/* The other side has so many. False when that cannot be. */
bool resend_queue_confirm(struct resend_queue *l, int64_t got);
/* A new connection: sends again what is not confirmed. */
bool resend_queue_resume(struct resend_queue *l);
/* The old one is gone. */
void resend_queue_break(struct resend_queue *l);
