/*
 * http — requests in, answers out, and streams that stay open: the only door to libmicrohttpd.
 *
 * There is no thread here. http_poll_fd() is readable when there is something to do, http_run()
 * does it, and http_wait_us() says when it wants to be called even if nothing comes; the site's
 * loop owns the waiting. A handler runs inside http_run() and answers at once, or says that it
 * will do so later; then it is called again, with the same request, after http_wake().
 *
 * Routes are tables. A pattern is a path whose parts may be `:`, which fits any one part and is
 * captured; the first route that fits path and method is taken. A path that fits with other
 * methods only gets 405, one that fits nothing gets 404. Bodies are collected up to the route's
 * limit and refused with 413 past it.
 *
 * One network (http_client_network) has a share of the connections, of the streams and of the
 * requests in a second, and streams never take all connections, so that there is always one left to
 * ask how the site is. Where connections are getting few, they are closed after each answer.
 *
 * An answer that a handler calls shared is kept for the next one who asks without saying who they
 * are, until something changes: see kept.h.
 *
 * A client that takes too long to ask is cut off, whatever it drips; so is one that does not read
 * what it was sent, or is silent for long. A stream whose client does not read is cut off, too; it
 * comes back by itself and goes on where it stopped.
 */
#pragma once
#include "base/text.h"
#include "os/err.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { HTTP_CAPTURES = 4, HTTP_HEADERS = 8, HTTP_ANSWER_MAX = 4 << 20 };

struct http;
enum http_part { HTTP_QUERY, HTTP_HEADER, HTTP_COOKIE };

/* What a handler keeps of a request that it will answer later. `drop` is called once, whatever
   happens. */
struct http_kept {
    void *thing; /* NULL at first */
    void (*drop)(void *thing);
};

struct http_request {
    const char *method, *path;
    const char *capture[HTTP_CAPTURES]; /* decoded; "" where there is none */
    const char *body;                   /* NUL-terminated; "" when there is none */
    size_t body_len;
    const char *address; /* of whoever connected: see http_client() */
    struct http_kept *kept;
    /* Where values are to be had from; `origin` is whose they are. */
    const char *(*value)(const struct http_request *, enum http_part, const char *name);
    void *origin;
};

/* Values of the request, NULL where there are none; good until the answer is given. */
const char *http_query(const struct http_request *, const char *name);
const char *http_header(const struct http_request *, const char *name);
/* The reader's language, for what is no page: `?lang=`, or else what the browser prefers. */
bool http_wants_japanese(const struct http_request *);
const char *http_cookie(const struct http_request *, const char *name);
/* Who asks, for limits: whoever connected, or whom a proxy on this machine speaks for. */
enum { HTTP_ADDRESS = 64 };
void http_client(const struct http_request *, char out[HTTP_ADDRESS]);
/* Whether HOST, or HOST:PORT, is this machine by a name that only itself understands: localhost,
   127.x.x.x or [::1]. */
bool http_is_loopback(const char *host);
/* Whether somebody on this machine asks, with no proxy between, and by such a name: not a page of
   another name that leads here. */
bool http_is_local(const struct http_request *);
/* What limits count as one: an address, or with IPv6 its network of 64 bits, which one household
   has. */
void http_client_network(const struct http_request *, char out[HTTP_ADDRESS]);
/* Whether a proxy on this machine says that the client came to it by TLS. */
bool http_is_secure(const struct http_request *);
/* Whether a browser says that a page of another site is behind the request. */
bool http_is_foreign(const struct http_request *);
/* A number of the query within bounds, or `otherwise`; false when it is none. */
bool http_query_int(const struct http_request *, const char *name, int64_t least, int64_t most,
                    int64_t otherwise, int64_t *out);

/* Gives the next bytes of a stream, at most `room`: how many, 0: none yet, -1: it has ended. */
typedef int64_t http_read_fn(void *source, char *out, size_t room);
typedef void http_done_fn(void *source);

/* A connection that is no longer HTTP: whoever took it reads and writes its socket, which does not
   block, and hangs up at last. `early` came right behind the request. */
struct http_link;
typedef void http_take_fn(void *source, struct http_link *link, int fd, const char *early,
                          size_t len);
void http_hang_up(struct http_link *link);

struct http_answer {
    int status;        /* 200 unless set */
    const char *type;  /* "application/json" unless set */
    struct text *body; /* what is written here is sent */
    const char *bytes; /* or this, when not NULL: lives as long as the server */
    size_t bytes_len;
    char *heap; /* or this, bytes_len long: freed once it is sent */
    /* The body is the same for everybody who has not said who they are, and so may be kept and sent
       to the next one who asks, compressed, with a tag. */
    bool is_shared;
    struct {
        const char *name;
        char value[512];
    } header[HTTP_HEADERS];
    int header_count;
    /* Or a stream of Server-Sent Events, when `read` is set. `done` is called once, whatever
       happens. http_wake() wakes the streams of a topic. */
    http_read_fn *read;
    http_done_fn *done;
    void *source;
    const void *topic;
    /* Or the connection itself, when set: 101, and `take` is called with `source` once the client
       has been told; it is not when the client leaves before, so `source` is kept by the request
       (http_kept). */
    http_take_fn *take;
    const char *protocol;
    /* Or nothing yet, when set: the handler is called again when this topic is woken. */
    const void *later;
};

/* A header that is there already gets the new value. */
void http_set_header(struct http_answer *, const char *name, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* One more header, whatever others of its name are there: for cookies. */
void http_add_header(struct http_answer *, const char *name, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* {"error": SENTENCE, "code": CODE, "params": {...}} with a status; the format is that of
   os/message.h. */
void http_refuse(struct http_answer *, int status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* What `err` says; the code is `other` where it has none. */
void http_refuse_err(struct http_answer *, int status, const struct err *err);

typedef void http_handler(void *site, const struct http_request *, struct http_answer *);

struct http_route {
    const char *method, *pattern;
    http_handler *handle;
    size_t body_max; /* 0: 64 KiB */
    bool is_vital;   /* answered however often it is asked for */
};

struct http_counts {
    uint64_t requests, by_class[6]; /* [2]: answers 200 .. 299 */
    int64_t connections, streams;
    uint64_t cut_off; /* clients that were too slow, or silent */
    uint64_t limited; /* connections, requests and streams that were too many from one network */
};

struct http_options {
    const char *listen; /* HOST:PORT */
    const struct http_route *routes;
    int route_count;
    http_handler *otherwise; /* for GET of a path that fits nothing; NULL: 404 */
    void *site;
    int connections_max;
    int streams_each;   /* of one network at a time */
    int requests_each;  /* of one network in a second */
    int64_t patience_s; /* for a client to ask, or to take what it asked for */
};

struct http *http_open(const struct http_options *options, struct err *err);
/* Ends all connections and frees all; links have been hung up before. */
void http_close(struct http *);
int http_port(const struct http *);
int http_poll_fd(const struct http *);
int64_t http_wait_us(const struct http *);
void http_run(struct http *);
/* There may be more for the streams of this topic; call http_run() afterwards. */
void http_wake(struct http *, const void *topic);
void http_wake_all(struct http *);
/* Answers that are kept are no longer good: something has changed that no request here did. */
void http_change(struct http *);
struct http_counts http_counts(const struct http *);
