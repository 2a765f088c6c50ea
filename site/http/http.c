/* libmicrohttpd runs inside our loop (its epoll descriptor is one of ours). A request that must
   wait is suspended and its handler called again later. */
#include "site/http/http.h"

#include "base/hash.h"
#include "os/clock.h"
#include "os/file.h"
#include "os/random.h"
#include "os/sock.h"
#include "site/http/kept.h"
#include "site/http/limit.h"
#include "site/http/route.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>

enum {
    BODY_MAX = 64 * 1024,
    BODIES_MAX = 128 << 20, /* of all together, whoever they are */
    STREAM_BLOCK = 1024,    /* only for clients that know no chunks; the others have HEAD_ROOM */
    HEAD_ROOM = 16 * 1024,
    KEY = 1024,
    NETWORKS = 1 << 16,
    REQUESTS_US = 10 * 1000 * 1000, /* a page may ask for much at once */
    SLOWEST_BYTES = 10 * 1000       /* a second, of a client that reads slowly but reads */
};

/* A connection, from accept to close. */
struct caller {
    struct caller *before, *after;
    struct MHD_Connection *connection;
    int64_t until_us; /* when its question, or the taking of its answer, has lasted too long */
    char address[INET6_ADDRSTRLEN];
    unsigned network; /* see struct http */
};

/* A request while it is being read. */
struct asking {
    struct asking *before, *after; /* while it waits to be answered later */
    struct MHD_Connection *connection;
    const void *later; /* the topic; NULL: it does not wait */
    struct http_kept kept;
    struct http_link *link; /* of a connection that was handed over */
    struct route route;
    size_t most, len, cap;
    char *body;
};

struct http_stream {
    struct http_stream *before, *after;
    struct http *http;
    struct MHD_Connection *connection;
    http_read_fn *read;
    http_done_fn *done;
    void *source;
    const void *topic;
    unsigned network; /* see struct http */
    bool is_suspended;
};

struct http_link {
    struct MHD_UpgradeResponseHandle *handle;
    http_take_fn *take;
    void *source;
};

struct http {
    struct http_options options;
    struct MHD_Daemon *daemon;
    int poll_fd, port;
    char *room;                 /* the answer is written here, then copied: one at a time */
    struct caller callers;      /* a ring; this one is nobody */
    struct http_stream streams; /* likewise */
    struct asking waiting;      /* likewise */
    bool is_closing;
    size_t bodies; /* memory of all questions that are being read */
    struct http_counts counts;
    int64_t looked_us;
    /* What networks have, each at the place that a salted hash gives it. Two that share a place,
       which is rare, share the limit. */
    uint64_t salt;
    struct {
        int32_t connections, streams;
    } network[NETWORKS];
    struct limit requests;
    struct kept *kept;
};

#define RING_OPEN(head) ((head)->before = (head)->after = (head))
#define RING_ADD(head, node)                                                                       \
    ((node)->before = (head), (node)->after = (head)->after, (head)->after->before = (node),       \
     (head)->after = (node))
#define RING_DROP(node)                                                                            \
    ((node)->before->after = (node)->after, (node)->after->before = (node)->before)

/* ---- what a handler asks ---- */

static const char *value_of(const struct http_request *q, enum http_part part, const char *name)
{
    static const enum MHD_ValueKind kinds[] = {
        [HTTP_QUERY] = MHD_GET_ARGUMENT_KIND,
        [HTTP_HEADER] = MHD_HEADER_KIND,
        [HTTP_COOKIE] = MHD_COOKIE_KIND,
    };
    return MHD_lookup_connection_value(q->origin, kinds[part], name);
}

/* ---- what a network may have ---- */

static unsigned place_of(const struct http *h, const char *network)
{
    return (unsigned)(hash_bytes(h->salt, network, strlen(network)) % NETWORKS);
}

static unsigned client_place(const struct http *h, const struct http_request *q)
{
    char network[HTTP_ADDRESS];
    http_client_network(q, network);
    return place_of(h, network);
}

/* A quarter of the connections is for whoever asks and goes. */
static bool is_crowded(const struct http *h)
{
    return h->counts.connections >= h->options.connections_max - h->options.connections_max / 4;
}

/* ---- what a handler answers ---- */

static const struct {
    const char *name, *value;
} always[] = {
    {"X-Content-Type-Options", "nosniff"},
    {"Referrer-Policy", "same-origin"},
    {"Content-Security-Policy",
     "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; "
     "img-src 'self' data: blob:; media-src 'self' blob:; base-uri 'none'; form-action 'self'; "
     "frame-ancestors 'self'"},
};

static enum MHD_Result hand_over(struct http *h, struct MHD_Connection *connection,
                                 const struct http_answer *a, struct MHD_Response *response)
{
    if (!response) return MHD_NO;
    for (size_t i = 0; i < sizeof always / sizeof always[0]; i++)
        MHD_add_response_header(response, always[i].name, always[i].value);
    for (int i = 0; i < a->header_count; i++)
        MHD_add_response_header(response, a->header[i].name, a->header[i].value);
    MHD_add_response_header(response, "Content-Type", a->type);
    h->counts.by_class[a->status / 100 % 6]++;
    enum MHD_Result result = MHD_queue_response(connection, (unsigned)a->status, response);
    MHD_destroy_response(response);
    return result;
}

/* ---- streams ---- */

static ssize_t read_stream(void *arg, uint64_t at, char *out, size_t room)
{
    struct http_stream *s = arg;
    (void)at;
    int64_t got = s->read(s->source, out, room);
    if (got < 0) return MHD_CONTENT_READER_END_OF_STREAM;
    if (got == 0) {
        s->is_suspended = true;
        MHD_suspend_connection(s->connection);
    }
    return (ssize_t)got;
}

static void end_stream(void *arg)
{
    struct http_stream *s = arg;
    RING_DROP(s);
    s->http->counts.streams--;
    s->http->network[s->network].streams--;
    if (s->done) s->done(s->source);
    free(s);
}

/* True, having refused, when there are enough. */
static bool refuse_stream(struct http *h, unsigned network, struct http_answer *a)
{
    int64_t most = h->options.connections_max - h->options.connections_max / 4;
    bool is_full = h->counts.streams >= most;
    if (!is_full && h->network[network].streams < h->options.streams_each) return false;
    if (a->done) a->done(a->source);
    a->read = NULL;
    h->counts.limited++;
    http_set_header(a, "Retry-After", "10");
    http_refuse(a, is_full ? 503 : 429,
                is_full ? "too-many-streams: too many streams are open"
                        : "streams-each: too many streams to one address");
    return true;
}

static enum MHD_Result answer_stream(struct http *h, struct MHD_Connection *connection,
                                     unsigned network, struct http_answer *a)
{
    struct http_stream *s = malloc(sizeof *s);
    if (!s) {
        if (a->done) a->done(a->source);
        return MHD_NO;
    }
    *s = (struct http_stream){.http = h,
                              .connection = connection,
                              .read = a->read,
                              .done = a->done,
                              .source = a->source,
                              .topic = a->topic,
                              .network = network};
    RING_ADD(&h->streams, s);
    h->counts.streams++;
    h->network[network].streams++;
    struct MHD_Response *response = MHD_create_response_from_callback(
        MHD_SIZE_UNKNOWN, STREAM_BLOCK, read_stream, s, end_stream);
    if (!response) {
        end_stream(s);
        return MHD_NO;
    }
    a->type = "text/event-stream";
    http_set_header(a, "Cache-Control", "no-store");
    http_set_header(a, "X-Accel-Buffering", "no");
    return hand_over(h, connection, a, response);
}

static void wake(struct http_stream *s)
{
    if (!s->is_suspended) return;
    s->is_suspended = false;
    MHD_resume_connection(s->connection);
}

/* ---- connections that are handed over ---- */

static void hand_over_link(void *arg, struct MHD_Connection *connection, void *state,
                           const char *early, size_t len, MHD_socket fd,
                           struct MHD_UpgradeResponseHandle *handle)
{
    struct http_link *link = arg;
    int on = 1;
    (void)connection;
    (void)state;
    link->handle = handle;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK);
    link->take(link->source, link, fd, early, len);
}

/* The library has no word for a client that leaves before: what it was told is freed with it. */
static enum MHD_Result answer_link(struct http *h, struct MHD_Connection *connection,
                                   struct asking *asking, const struct http_answer *a)
{
    struct http_link *link = malloc(sizeof *link);
    if (!link) return MHD_NO;
    *link = (struct http_link){.take = a->take, .source = a->source};
    asking->link = link;
    struct MHD_Response *response = MHD_create_response_for_upgrade(hand_over_link, link);
    if (!response) return MHD_NO;
    MHD_add_response_header(response, MHD_HTTP_HEADER_UPGRADE, a->protocol);
    h->counts.by_class[1]++;
    enum MHD_Result result = MHD_queue_response(connection, MHD_HTTP_SWITCHING_PROTOCOLS, response);
    MHD_destroy_response(response);
    return result;
}

void http_hang_up(struct http_link *link)
{
    MHD_upgrade_action(link->handle, MHD_UPGRADE_ACTION_CLOSE);
}

/* ---- answers that come later ---- */

static enum MHD_Result answer_later(struct http *h, struct asking *asking, const void *topic)
{
    asking->later = topic;
    RING_ADD(&h->waiting, asking);
    MHD_suspend_connection(asking->connection);
    return MHD_YES;
}

static void wake_waiting(struct http *h, const void *topic)
{
    for (struct asking *w = h->waiting.after, *next; w != &h->waiting; w = next) {
        next = w->after;
        if (topic && w->later != topic) continue;
        RING_DROP(w);
        w->later = NULL;
        MHD_resume_connection(w->connection);
    }
}

void http_wake(struct http *h, const void *topic)
{
    for (struct http_stream *s = h->streams.after; s != &h->streams; s = s->after)
        if (s->topic == topic) wake(s);
    wake_waiting(h, topic);
}

void http_change(struct http *h)
{
    kept_change(h->kept);
}

void http_wake_all(struct http *h)
{
    for (struct http_stream *s = h->streams.after; s != &h->streams; s = s->after) wake(s);
    wake_waiting(h, NULL);
}

/* ---- connections and their time ---- */

static struct caller *caller_of(struct MHD_Connection *connection)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info ? info->socket_context : NULL;
}

/* How long it may take, with so many bytes on their way to it. */
static void give_time(const struct http *h, struct caller *caller, size_t bytes)
{
    int64_t patience_us = (h->options.patience_s + (int64_t)bytes / SLOWEST_BYTES) * 1000000;
    if (caller) caller->until_us = clock_us() + patience_us;
}

static struct MHD_Response *make_response(const struct http_answer *a)
{
    if (a->heap)
        return MHD_create_response_from_buffer(a->bytes_len, a->heap, MHD_RESPMEM_MUST_FREE);
    if (a->bytes)
        return MHD_create_response_from_buffer(a->bytes_len, (void *)(uintptr_t)a->bytes,
                                               MHD_RESPMEM_PERSISTENT);
    return MHD_create_response_from_buffer(a->body->len, a->body->buf, MHD_RESPMEM_MUST_COPY);
}

/* ---- requests that two readers would read differently ---- */

/* A proxy and a server that disagree about where a request ends let one client speak in another's
   connection. The library takes the first of two lengths, a length beside an encoding, and a bare
   LF for the end of a line. It cuts a head up where it lies, with a NUL for each byte of a line's
   end: only behind a bare LF does the next name begin right after the NUL of what stood before it.
   The end of the last line has no name behind it and is not seen. */
struct framing {
    int lengths, encodings, hosts;
    const char *line_end; /* the NUL of the line before */
    bool is_odd, has_bare_lf;
};

static enum MHD_Result note_header(void *arg, enum MHD_ValueKind kind, const char *name,
                                   const char *value)
{
    struct framing *f = arg;
    (void)kind;
    f->has_bare_lf |= f->line_end && name == f->line_end + 1;
    f->line_end = value ? value + strlen(value) : NULL;
    if (strcasecmp(name, MHD_HTTP_HEADER_HOST) == 0) f->hosts++;
    if (strcasecmp(name, MHD_HTTP_HEADER_TRANSFER_ENCODING) == 0) {
        f->encodings++;
        f->is_odd |= !value || strcasecmp(value, "chunked") != 0;
    }
    if (strcasecmp(name, MHD_HTTP_HEADER_CONTENT_LENGTH) == 0) {
        f->lengths++;
        f->is_odd |= !value || !*value || value[strspn(value, "0123456789")] != '\0';
    }
    return MHD_YES;
}

/* What http_refuse() would write, of a sentence without values. */
#define REFUSAL(code, sentence) "{\"error\":\"" sentence "\",\"code\":\"" code "\",\"params\":{}}\n"

/* What is wrong; NULL: nothing. */
static const char *find_flaw(struct MHD_Connection *connection, const char *version)
{
    struct framing f = {.line_end = version + strlen(version)};
    MHD_get_connection_values(connection, MHD_HEADER_KIND, note_header, &f);
    if (f.has_bare_lf)
        return REFUSAL("line-end",
                       "lines of a request's head end with CR and LF, not with LF alone");
    if (f.lengths + f.encodings > 1 || f.is_odd)
        return REFUSAL("length-unclear", "the request says in more than one way how long it is");
    if (f.hosts > 1 || (f.hosts == 0 && strcmp(version, MHD_HTTP_VERSION_1_1) == 0))
        return REFUSAL("host-unclear", "the request must name its host, once");
    return NULL;
}

/* Before its body has come; nothing that follows on this connection is read. */
static enum MHD_Result refuse_at_once(struct http *h, struct MHD_Connection *connection, int status,
                                      const char *why)
{
    struct http_answer a = {
        .status = status, .type = "application/json", .bytes = why, .bytes_len = strlen(why)};
    if (status == MHD_HTTP_TOO_MANY_REQUESTS) http_set_header(&a, "Retry-After", "10");
    http_set_header(&a, "Connection", "close");
    return hand_over(h, connection, &a, make_response(&a));
}

/* ---- one request ---- */

static struct asking *begin(struct http *h, struct MHD_Connection *connection, const char *method,
                            const char *path)
{
    struct asking *asking = calloc(1, sizeof *asking);
    if (!asking) return NULL;
    asking->connection = connection;
    route_find(&h->options, method, path, &asking->route);
    const struct http_route *found = asking->route.found;
    asking->most = found && found->body_max ? found->body_max : BODY_MAX;
    const char *length =
        MHD_lookup_connection_value(connection, MHD_HEADER_KIND, MHD_HTTP_HEADER_CONTENT_LENGTH);
    if (length && strtoull(length, NULL, 10) > asking->most)
        asking->route.refusal = MHD_HTTP_CONTENT_TOO_LARGE;
    return asking;
}

/* What is past the limit is read and thrown away, so that the client hears why. */
static bool collect(struct http *h, struct asking *asking, const char *bytes, size_t len)
{
    if (asking->route.refusal) return true;
    if (asking->len + len > asking->most) {
        asking->route.refusal = MHD_HTTP_CONTENT_TOO_LARGE;
        return true;
    }
    if (asking->len + len + 1 > asking->cap) {
        size_t cap = 2 * (asking->len + len) + 1024;
        if (h->bodies + cap - asking->cap > BODIES_MAX) {
            asking->route.refusal = MHD_HTTP_SERVICE_UNAVAILABLE;
            return true;
        }
        char *body = realloc(asking->body, cap);
        if (!body) return false;
        h->bodies += cap - asking->cap;
        asking->body = body;
        asking->cap = cap;
    }
    memcpy(asking->body + asking->len, bytes, len);
    asking->len += len;
    asking->body[asking->len] = '\0';
    return true;
}

/* ---- answers that are kept ---- */

/* A path with its query, each value behind its length: no two requests can look alike. */
struct key {
    char buf[KEY];
    struct text text;
};

static enum MHD_Result add_value(void *arg, enum MHD_ValueKind kind, const char *name,
                                 const char *value)
{
    struct text *t = arg;
    (void)kind;
    text_int(t, (int64_t)strlen(name));
    text_char(t, ':');
    text_str(t, name);
    text_int(t, value ? (int64_t)strlen(value) : -1);
    text_char(t, ':');
    text_str(t, value ? value : "");
    return MHD_YES;
}

/* False for a request whose answer is nobody else's: something is done, or somebody says who they
   are. */
static bool make_key(struct MHD_Connection *connection, const struct http_request *q,
                     struct key *key)
{
    if (strcmp(q->method, "GET") != 0 || http_header(q, "Cookie") ||
        http_header(q, "Authorization"))
        return false;
    key->text = text_on(key->buf, sizeof key->buf);
    text_str(&key->text, q->path);
    text_char(&key->text, '?');
    MHD_get_connection_values(connection, MHD_GET_ARGUMENT_KIND, add_value, &key->text);
    return !key->text.cut;
}

/* Takes the caller's hold over. */
static enum MHD_Result answer_shared(struct http *h, struct MHD_Connection *connection,
                                     const struct http_request *q, struct kept_answer *kept)
{
    struct http_answer a = {.status = 200, .type = kept->type};
    bool is_known = kept_is_known(kept, http_header(q, "If-None-Match"));
    bool packs = kept->packed && kept_may_pack(http_header(q, "Accept-Encoding"));
    const char *bytes = packs ? kept->packed : kept->body;
    size_t len = is_known ? 0 : packs ? kept->packed_len : kept->len;
    if (is_known) a.status = MHD_HTTP_NOT_MODIFIED;
    http_set_header(&a, "ETag", "%s", kept->tag);
    http_set_header(&a, "Cache-Control", "no-cache");
    http_set_header(&a, "Vary", "Accept-Encoding, Cookie, Authorization");
    if (packs && !is_known) http_set_header(&a, "Content-Encoding", "gzip");
    if (is_crowded(h)) http_set_header(&a, "Connection", "close");
    give_time(h, caller_of(connection), len);
    struct MHD_Response *response = MHD_create_response_from_buffer_with_free_callback_cls(
        len, (void *)(uintptr_t)bytes, kept_drop, kept);
    if (!response) kept_drop(kept);
    return hand_over(h, connection, &a, response);
}

/* After a handler has run: whether its answer was sent from here, with *result. */
static bool share_answer(struct http *h, struct MHD_Connection *connection,
                         const struct http_request *q, const struct http_answer *a,
                         enum MHD_Result *result)
{
    struct key key;
    bool is_public = make_key(connection, q, &key);
    if (strcmp(q->method, "GET") != 0 && strcmp(q->method, "HEAD") != 0) kept_change(h->kept);
    if (!a->is_shared || a->status != 200 || a->heap || a->bytes || a->body->cut) return false;
    struct kept_answer *kept = kept_make(is_public ? h->kept : NULL, is_public ? key.buf : "",
                                         a->type, a->body, clock_us());
    if (!kept) return false;
    *result = answer_shared(h, connection, q, kept);
    return true;
}

static enum MHD_Result answer(struct http *h, struct MHD_Connection *connection, const char *method,
                              const char *path, struct asking *asking)
{
    struct text body = text_on(h->room, HTTP_ANSWER_MAX);
    struct caller *caller = caller_of(connection);
    struct http_request q = {.method = method,
                             .path = path,
                             .body = asking->body ? asking->body : "",
                             .body_len = asking->len,
                             .address = caller ? caller->address : "",
                             .kept = &asking->kept,
                             .value = value_of,
                             .origin = connection};
    struct http_answer a = {.body = &body};
    struct key key;
    struct kept_answer *kept =
        make_key(connection, &q, &key) ? kept_find(h->kept, key.buf, clock_us()) : NULL;
    if (kept) {
        kept_hold(kept);
        return answer_shared(h, connection, &q, kept);
    }
    if (asking->route.refusal == MHD_HTTP_CONTENT_TOO_LARGE)
        http_refuse(&a, asking->route.refusal, "body-long: at most {most:%zu} bytes are taken here",
                    asking->most);
    else if (asking->route.refusal == MHD_HTTP_SERVICE_UNAVAILABLE)
        http_refuse(&a, asking->route.refusal,
                    "server-busy: too much is being sent at once; try again soon");
    else
        route_answer(&h->options, &asking->route, &q, &a);
    if ((a.later || a.read || a.take) && caller)
        caller->until_us = INT64_MAX; /* it is not the client's */
    if (a.later && !h->is_closing) return answer_later(h, asking, a.later);
    if (a.later) http_refuse(&a, 503, "server-closing: the site is being closed");
    unsigned network = client_place(h, &q);
    if (a.read && !refuse_stream(h, network, &a)) return answer_stream(h, connection, network, &a);
    if (a.take) return answer_link(h, connection, asking, &a);
    enum MHD_Result shared;
    if (share_answer(h, connection, &q, &a, &shared)) return shared;
    give_time(h, caller, a.heap || a.bytes ? a.bytes_len : body.len);
    if (is_crowded(h)) http_set_header(&a, "Connection", "close");
    return hand_over(h, connection, &a, make_response(&a));
}

static bool may_ask(struct http *h, struct MHD_Connection *connection, const struct asking *asking)
{
    const struct caller *caller = caller_of(connection);
    const struct http_request q = {
        .address = caller ? caller->address : "", .value = value_of, .origin = connection};
    char network[HTTP_ADDRESS];
    if (asking->route.found && asking->route.found->is_vital) return true;
    http_client_network(&q, network);
    if (limit_take(&h->requests, network, clock_us())) return true;
    h->counts.limited++;
    return false;
}

static enum MHD_Result on_request(void *arg, struct MHD_Connection *connection, const char *path,
                                  const char *method, const char *version, const char *upload,
                                  size_t *upload_size, void **state)
{
    struct http *h = arg;
    if (!*state) {
        const char *flaw = find_flaw(connection, version);
        h->counts.requests++;
        if (flaw) return refuse_at_once(h, connection, MHD_HTTP_BAD_REQUEST, flaw);
        struct asking *asking = begin(h, connection, method, path);
        *state = asking;
        if (!asking || may_ask(h, connection, asking)) return asking ? MHD_YES : MHD_NO;
        return refuse_at_once(h, connection, MHD_HTTP_TOO_MANY_REQUESTS,
                              REFUSAL("too-many-requests", "too many requests from one address"));
    }
    if (*upload_size > 0) {
        bool kept = collect(h, *state, upload, *upload_size);
        *upload_size = 0;
        return kept ? MHD_YES : MHD_NO;
    }
    return answer(h, connection, method, path, *state);
}

static void on_completed(void *arg, struct MHD_Connection *connection, void **state,
                         enum MHD_RequestTerminationCode code)
{
    struct asking *asking = *state;
    struct caller *caller = caller_of(connection);
    struct http *h = arg;
    (void)code;
    give_time(h, caller, 0);
    if (!asking) return;
    if (asking->later) RING_DROP(asking);
    if (asking->kept.thing) asking->kept.drop(asking->kept.thing);
    free(asking->link);
    h->bodies -= asking->cap;
    free(asking->body);
    free(asking);
    *state = NULL;
}

/* ---- connections ---- */

static void write_address(const struct sockaddr *address, char out[INET6_ADDRSTRLEN])
{
    const void *bytes = NULL;
    if (address && address->sa_family == AF_INET)
        bytes = &((const struct sockaddr_in *)(const void *)address)->sin_addr;
    if (address && address->sa_family == AF_INET6)
        bytes = &((const struct sockaddr_in6 *)(const void *)address)->sin6_addr;
    if (!bytes || !inet_ntop(address->sa_family, bytes, out, INET6_ADDRSTRLEN)) strcpy(out, "?");
}

/* One network holds no more than half of the connections. A proxy on this machine speaks for many:
   its own limits are in docs/operations. */
static enum MHD_Result may_connect(void *arg, const struct sockaddr *address, socklen_t len)
{
    struct http *h = arg;
    char text[HTTP_ADDRESS], network[HTTP_ADDRESS];
    (void)len;
    write_address(address, text);
    http_network(text, network);
    if (http_is_near(text)) return MHD_YES;
    int64_t most = (h->options.connections_max + 1) / 2;
    if (h->network[place_of(h, network)].connections < most) return MHD_YES;
    h->counts.limited++;
    return MHD_NO;
}

static void on_connection(void *arg, struct MHD_Connection *connection, void **context,
                          enum MHD_ConnectionNotificationCode code)
{
    struct http *h = arg;
    struct caller *caller = *context;
    if (code == MHD_CONNECTION_NOTIFY_STARTED) {
        h->counts.connections++;
        caller = calloc(1, sizeof *caller);
        if (!caller) return;
        caller->connection = connection;
        give_time(h, caller, 0);
        const union MHD_ConnectionInfo *info =
            MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
        char network[HTTP_ADDRESS];
        write_address(info ? info->client_addr : NULL, caller->address);
        http_network(caller->address, network);
        caller->network = place_of(h, network);
        h->network[caller->network].connections++;
        RING_ADD(&h->callers, caller);
        *context = caller;
        return;
    }
    h->counts.connections--;
    if (!caller) return;
    h->network[caller->network].connections--;
    RING_DROP(caller);
    free(caller);
    *context = NULL;
}

/* The library's own limit starts anew with each byte; this one does not. */
static void cut_off_slow(struct http *h)
{
    int64_t now = clock_us();
    if (now - h->looked_us < 1000000) return;
    h->looked_us = now;
    for (struct caller *c = h->callers.after; c != &h->callers; c = c->after) {
        if (now < c->until_us) continue;
        const union MHD_ConnectionInfo *info =
            MHD_get_connection_info(c->connection, MHD_CONNECTION_INFO_CONNECTION_FD);
        if (!info) continue;
        shutdown(info->connect_fd, SHUT_RDWR);
        c->until_us = INT64_MAX;
        h->counts.cut_off++;
    }
}

/* ---- the server ---- */

static int bound_port(int fd)
{
    struct sockaddr_in6 address = {0};
    socklen_t len = sizeof address;
    if (getsockname(fd, (struct sockaddr *)&address, &len) < 0) return 0;
    return ntohs(address.sin6_port); /* at the same place in both families */
}

struct http *http_open(const struct http_options *options, struct err *err)
{
    AUTO_CLOSE int listener = -1;
    if (!sock_listen(options->listen, &listener, err)) return NULL;
    struct http *h = calloc(1, sizeof *h);
    char *room = malloc(HTTP_ANSWER_MAX);
    struct kept *kept = kept_new();
    if (!h || !room || !kept) {
        free(h);
        free(room);
        kept_free(kept);
        err_code(err, "no-memory: out of memory");
        return NULL;
    }
    h->options = *options;
    h->room = room;
    h->kept = kept;
    h->port = bound_port(listener);
    h->salt = random_u64();
    limit_open(&h->requests, options->requests_each * (REQUESTS_US / 1000000), REQUESTS_US);
    RING_OPEN(&h->callers);
    RING_OPEN(&h->streams);
    RING_OPEN(&h->waiting);
    h->daemon = MHD_start_daemon(
        MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME | MHD_ALLOW_UPGRADE | MHD_USE_ITC, 0, may_connect,
        h, on_request, h, MHD_OPTION_LISTEN_SOCKET, listener, MHD_OPTION_CONNECTION_LIMIT,
        (unsigned)options->connections_max, MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)60,
        MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)HEAD_ROOM,
        MHD_OPTION_NOTIFY_COMPLETED, on_completed, h, MHD_OPTION_NOTIFY_CONNECTION, on_connection,
        h, MHD_OPTION_END);
    const union MHD_DaemonInfo *info =
        h->daemon ? MHD_get_daemon_info(h->daemon, MHD_DAEMON_INFO_EPOLL_FD) : NULL;
    if (!info) {
        err_set(err, "the HTTP library cannot start");
        http_close(h);
        return NULL;
    }
    h->poll_fd = info->epoll_fd;
    take_fd(&listener); /* the library's from here */
    return h;
}

void http_close(struct http *h)
{
    if (!h) return;
    h->is_closing = true;
    if (h->daemon) {
        http_wake_all(h); /* the library wants nobody suspended */
        MHD_run(h->daemon);
        for (struct http_stream *s = h->streams.after; s != &h->streams; s = s->after) wake(s);
        MHD_stop_daemon(h->daemon);
    }
    free(h->room);
    kept_free(h->kept);
    free(h);
}

int http_port(const struct http *h)
{
    return h->port;
}

int http_poll_fd(const struct http *h)
{
    return h->poll_fd;
}

int64_t http_wait_us(const struct http *h)
{
    MHD_UNSIGNED_LONG_LONG wait_ms;
    if (MHD_get_timeout(h->daemon, &wait_ms) == MHD_YES && wait_ms < 1000)
        return (int64_t)wait_ms * 1000;
    return 1000000;
}

void http_run(struct http *h)
{
    MHD_run(h->daemon);
    cut_off_slow(h);
}

struct http_counts http_counts(const struct http *h)
{
    return h->counts;
}
