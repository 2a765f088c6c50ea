/*
 * line — the connection to a place at home, and what is on its way over it.
 *
 * A new connection goes on exactly where the old one broke off (site/ledger.h). Everything is
 * bounded: what the match writes is not read while LINE_SENT bytes are unconfirmed, and nothing is
 * read from the client while the match has not taken what came before.
 */
#pragma once
#include "site/http.h"
#include "site/lag.h"
#include "site/ledger.h"

#include <poll.h>
#include <stdbool.h>
#include <stdint.h>

enum { LINE_SENT = 512 * 1024, LINE_IN = 64 * 1024 };

struct line {
    struct http_link *link; /* NULL: nobody is there */
    int fd;
    int64_t away_us; /* since when */
    struct wire wire;
    struct ledger ledger;
    int64_t match;   /* whose bytes are relayed; 0: none */
    struct bytes in; /* the program's, that the match has not taken */
    bool is_over;    /* the program has closed its output */
    bool is_leaving; /* it wants no more matches */
    struct lag lag;
};

void line_init(struct line *l);
void line_free(struct line *l);
/* A connection comes: the client has `got` bytes of ours. False when that cannot be. */
bool line_attach(struct line *l, struct http_link *link, int fd, int64_t got);
/* It is gone; what is not confirmed stays. */
void line_detach(struct line *l, int64_t now_us);

/* A frame for the client. False when memory is short or too much is on its way. */
bool line_send(struct line *l, enum wire_kind kind, int64_t a, int64_t b, const char *bytes);
/* How many bytes of a match may be sent now. */
size_t line_room(const struct line *l);
/* A match begins, or with 0 none is relayed any more. */
void line_begin(struct line *l, int64_t match);

/* What to poll for. */
struct pollfd line_want(const struct line *l);
/* Reads and writes what can be; false when the connection is to be detached. With a reason in
   `why` when the client broke the rules. */
bool line_work(struct line *l, short revents, int64_t now_us, const char **why);
/* Bytes that came with the connection. */
bool line_take(struct line *l, const char *bytes, size_t len, int64_t now_us, const char **why);
void line_ping(struct line *l, int64_t now_us);
