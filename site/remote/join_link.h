/*
 * join_link — the connection to a program at home, and what is on its way over it.
 *
 * A new connection goes on exactly where the old one broke off (wire/resend_queue.h). Everything is
 * bounded: what the match writes is not read while JOIN_LINK_SENT bytes are unconfirmed, and
 * nothing is read from the client while the match has not taken what came before.
 */
#pragma once
#include "site/http/http.h"
#include "site/remote/lag.h"
#include "wire/resend_queue.h"

#include <poll.h>
#include <stdbool.h>
#include <stdint.h>

enum { JOIN_LINK_SENT = 512 * 1024, JOIN_LINK_IN = 64 * 1024 };

struct join_link {
    struct http_link *link; /* NULL: nobody is there */
    int fd;
    int64_t away_us; /* since when */
    struct wire wire;
    struct resend_queue queue;
    int64_t match;   /* whose bytes are relayed; 0: none */
    struct bytes in; /* the program's, that the match has not taken */
    bool is_over;    /* the program has closed its output */
    bool is_leaving; /* it wants no more matches */
    struct lag lag;
};

void join_link_init(struct join_link *l);
void join_link_free(struct join_link *l);
/* A connection comes: the client has `got` bytes of ours. False when that cannot be. */
bool join_link_attach(struct join_link *l, struct http_link *link, int fd, int64_t got);
/* It is gone; what is not confirmed stays. */
void join_link_detach(struct join_link *l, int64_t now_us);

/* A frame for the client. False when memory is short or too much is on its way. */
bool join_link_send(struct join_link *l, enum wire_kind kind, int64_t a, int64_t b,
                    const char *bytes);
/* How many bytes of a match may be sent now. */
size_t join_link_room(const struct join_link *l);
/* A match begins, or with 0 none is relayed any more. */
void join_link_begin(struct join_link *l, int64_t match);

/* What to poll for. */
struct pollfd join_link_want(const struct join_link *l);
/* Reads and writes what can be; false when the connection is to be detached. With a reason in
   `why` when the client broke the rules. */
bool join_link_work(struct join_link *l, short revents, int64_t now_us, const char **why);
/* Bytes that came with the connection. */
bool join_link_take(struct join_link *l, const char *bytes, size_t len, int64_t now_us,
                    const char **why);
void join_link_ping(struct join_link *l, int64_t now_us);
