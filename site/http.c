#include "site/http.h"

#include "os/clock.h"
#include "os/file.h"
#include "os/sock.h"

#include <arpa/inet.h>
#include <errno.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>

enum { BODY_MAX = 64 * 1024, PATH_ROOM = 1024, STREAM_BLOCK = 16 * 1024, HEAD_ROOM = 16 * 1024 };

/* A connection, from accept to close. */
struct caller {
    struct caller *before, *after;
    struct MHD_Connection *connection;
    int64_t since_us; /* when it began to ask; 0 while it is being answered with a stream */
    char address[INET6_ADDRSTRLEN];
};

/* A request while it is being read. */
struct asking {
    const struct http_route *route;
    int refusal; /* a status, when the request is not to be served */
    size_t most, len, cap;
    char *body;
    char path[PATH_ROOM]; /* cut into parts */
    const char *capture[HTTP_CAPTURES];
};

struct http_stream {
    struct http_stream *before, *after;
    struct http *http;
    struct MHD_Connection *connection;
    http_read_fn *read;
    http_done_fn *done;
    void *source;
    bool is_suspended;
};

struct http {
    struct http_options options;
    struct MHD_Daemon *daemon;
    int poll_fd, port;
    char *room;                 /* the answer is written here, then copied: one at a time */
    struct caller callers;      /* a ring; this one is nobody */
    struct http_stream streams; /* likewise */
    struct http_counts counts;
    int64_t looked_us;
};

#define RING_OPEN(head) ((head)->before = (head)->after = (head))
#define RING_ADD(head, node)                                                                       \
    ((node)->before = (head), (node)->after = (head)->after, (head)->after->before = (node),       \
     (head)->after = (node))
#define RING_DROP(node)                                                                            \
    ((node)->before->after = (node)->after, (node)->after->before = (node)->before)

/* ---- what a handler asks ---- */

const char *http_query(const struct http_request *q, const char *name)
{
    return MHD_lookup_connection_value(q->connection, MHD_GET_ARGUMENT_KIND, name);
}

const char *http_header(const struct http_request *q, const char *name)
{
    return MHD_lookup_connection_value(q->connection, MHD_HEADER_KIND, name);
}

const char *http_cookie(const struct http_request *q, const char *name)
{
    return MHD_lookup_connection_value(q->connection, MHD_COOKIE_KIND, name);
}

bool http_query_int(const struct http_request *q, const char *name, int64_t least, int64_t most,
                    int64_t otherwise, int64_t *out)
{
    const char *s = http_query(q, name);
    char *end;
    *out = otherwise;
    if (!s) return true;
    errno = 0;
    *out = strtoll(s, &end, 10);
    return *s && *end == '\0' && errno == 0 && *out >= least && *out <= most;
}

/* ---- what a handler answers ---- */

void http_set_header(struct http_answer *a, const char *name, const char *format, ...)
{
    if (a->header_count == HTTP_HEADERS) return;
    va_list args;
    va_start(args, format);
    vsnprintf(a->header[a->header_count].value, sizeof a->header[0].value, format, args);
    va_end(args);
    a->header[a->header_count++].name = name;
}

void http_refuse(struct http_answer *a, int status, const char *format, ...)
{
    char sentence[512];
    va_list args;
    va_start(args, format);
    vsnprintf(sentence, sizeof sentence, format, args);
    va_end(args);
    a->status = status;
    a->type = "application/json";
    a->bytes = NULL;
    text_clear(a->body);
    text_str(a->body, "{\"error\":");
    text_json(a->body, sentence, strlen(sentence));
    text_str(a->body, "}\n");
}

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
    if (s->done) s->done(s->source);
    free(s);
}

static enum MHD_Result answer_stream(struct http *h, struct MHD_Connection *connection,
                                     struct http_answer *a)
{
    struct http_stream *s = malloc(sizeof *s);
    if (!s) {
        if (a->done) a->done(a->source);
        return MHD_NO;
    }
    *s = (struct http_stream){
        .http = h, .connection = connection, .read = a->read, .done = a->done, .source = a->source};
    RING_ADD(&h->streams, s);
    h->counts.streams++;
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

void http_wake(struct http *h, const void *source)
{
    for (struct http_stream *s = h->streams.after; s != &h->streams; s = s->after)
        if (s->source == source) wake(s);
}

void http_wake_all(struct http *h)
{
    for (struct http_stream *s = h->streams.after; s != &h->streams; s = s->after) wake(s);
}

/* ---- finding the route ---- */

/* Cuts the path at its slashes; "/" alone has no parts, and more than `most` parts fit nothing. */
static int cut_path(char *path, char **part, int most)
{
    int count = 0;
    for (char *at = path; *at == '/' && at[1];) {
        *at++ = '\0';
        if (count == most) return most + 1;
        part[count++] = at;
        at += strcspn(at, "/");
    }
    return count;
}

static bool fits(const char *pattern, char *const *part, int count,
                 const char *capture[HTTP_CAPTURES])
{
    int captured = 0, at = 0;
    for (int i = 0; i < HTTP_CAPTURES; i++) capture[i] = "";
    while (*pattern == '/' && pattern[1]) {
        pattern++;
        size_t len = strcspn(pattern, "/");
        if (at == count) return false;
        if (len == 1 && *pattern == ':') {
            if (captured < HTTP_CAPTURES) capture[captured++] = part[at];
        } else if (strlen(part[at]) != len || memcmp(pattern, part[at], len) != 0) {
            return false;
        }
        pattern += len;
        at++;
    }
    return at == count;
}

static bool is_method(const struct http_route *route, const char *method)
{
    bool is_head = !strcmp(method, "HEAD") && !strcmp(route->method, "GET");
    return is_head || !strcmp(method, route->method);
}

/* Which route serves this; NULL with a status when none does. */
static const struct http_route *find_route(const struct http *h, const char *method,
                                           const char *path, struct asking *asking)
{
    char *part[16];
    asking->refusal = MHD_HTTP_NOT_FOUND;
    if (strlen(path) >= sizeof asking->path) return NULL;
    strcpy(asking->path, path);
    int count = cut_path(asking->path, part, 16);
    if (count > 16) return NULL;
    for (int i = 0; i < h->options.route_count; i++) {
        const struct http_route *route = &h->options.routes[i];
        if (!fits(route->pattern, part, count, asking->capture)) continue;
        if (!is_method(route, method)) {
            asking->refusal = MHD_HTTP_METHOD_NOT_ALLOWED;
            continue;
        }
        asking->refusal = 0;
        return route;
    }
    return NULL;
}

/* ---- one request ---- */

static struct caller *caller_of(struct MHD_Connection *connection)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info ? info->socket_context : NULL;
}

static struct asking *begin(struct http *h, struct MHD_Connection *connection, const char *method,
                            const char *path)
{
    struct asking *asking = calloc(1, sizeof *asking);
    if (!asking) return NULL;
    h->counts.requests++;
    asking->route = find_route(h, method, path, asking);
    asking->most = asking->route && asking->route->body_max ? asking->route->body_max : BODY_MAX;
    const char *length =
        MHD_lookup_connection_value(connection, MHD_HEADER_KIND, MHD_HTTP_HEADER_CONTENT_LENGTH);
    if (length && strtoull(length, NULL, 10) > asking->most)
        asking->refusal = MHD_HTTP_CONTENT_TOO_LARGE;
    return asking;
}

/* What is past the limit is read and thrown away, so that the client hears why. */
static bool collect(struct asking *asking, const char *bytes, size_t len)
{
    if (asking->refusal) return true;
    if (asking->len + len > asking->most) {
        asking->refusal = MHD_HTTP_CONTENT_TOO_LARGE;
        return true;
    }
    if (asking->len + len + 1 > asking->cap) {
        size_t cap = 2 * (asking->len + len) + 1024;
        char *body = realloc(asking->body, cap);
        if (!body) return false;
        asking->body = body;
        asking->cap = cap;
    }
    memcpy(asking->body + asking->len, bytes, len);
    asking->len += len;
    asking->body[asking->len] = '\0';
    return true;
}

static void refuse(const struct http *h, const struct http_request *q, struct http_answer *a,
                   const struct asking *asking)
{
    bool is_page = asking->refusal == MHD_HTTP_NOT_FOUND && h->options.otherwise;
    if (is_page)
        h->options.otherwise(h->options.site, q, a);
    else if (asking->refusal == MHD_HTTP_NOT_FOUND)
        http_refuse(a, 404, "there is nothing at %s", q->path);
    else if (asking->refusal == MHD_HTTP_METHOD_NOT_ALLOWED)
        http_refuse(a, 405, "%s is not for %s", q->path, q->method);
    else
        http_refuse(a, asking->refusal, "at most %zu bytes are taken here", asking->most);
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
                             .connection = connection};
    struct http_answer a = {.status = 200, .type = "application/json", .body = &body};
    memcpy(q.capture, asking->capture, sizeof q.capture);
    if (asking->refusal)
        refuse(h, &q, &a, asking);
    else
        asking->route->handle(h->options.site, &q, &a);
    if (caller) caller->since_us = a.read ? 0 : clock_us();
    if (a.read) return answer_stream(h, connection, &a);
    struct MHD_Response *response =
        a.bytes ? MHD_create_response_from_buffer(a.bytes_len, (void *)(uintptr_t)a.bytes,
                                                  MHD_RESPMEM_PERSISTENT)
                : MHD_create_response_from_buffer(body.len, body.buf, MHD_RESPMEM_MUST_COPY);
    return hand_over(h, connection, &a, response);
}

static enum MHD_Result on_request(void *arg, struct MHD_Connection *connection, const char *path,
                                  const char *method, const char *version, const char *upload,
                                  size_t *upload_size, void **state)
{
    struct http *h = arg;
    (void)version;
    if (!*state) {
        *state = begin(h, connection, method, path);
        return *state ? MHD_YES : MHD_NO;
    }
    if (*upload_size > 0) {
        bool kept = collect(*state, upload, *upload_size);
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
    (void)arg;
    (void)code;
    if (caller) caller->since_us = clock_us();
    if (!asking) return;
    free(asking->body);
    free(asking);
    *state = NULL;
}

/* ---- connections ---- */

static void write_address(struct MHD_Connection *connection, char out[INET6_ADDRSTRLEN])
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    const struct sockaddr *address = info ? info->client_addr : NULL;
    const void *bytes = NULL;
    if (address && address->sa_family == AF_INET)
        bytes = &((const struct sockaddr_in *)(const void *)address)->sin_addr;
    if (address && address->sa_family == AF_INET6)
        bytes = &((const struct sockaddr_in6 *)(const void *)address)->sin6_addr;
    if (!bytes || !inet_ntop(address->sa_family, bytes, out, INET6_ADDRSTRLEN)) strcpy(out, "?");
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
        caller->since_us = clock_us();
        write_address(connection, caller->address);
        RING_ADD(&h->callers, caller);
        *context = caller;
        return;
    }
    h->counts.connections--;
    if (!caller) return;
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
        if (c->since_us == 0 || now - c->since_us < HTTP_PATIENCE_S * (int64_t)1000000) continue;
        const union MHD_ConnectionInfo *info =
            MHD_get_connection_info(c->connection, MHD_CONNECTION_INFO_CONNECTION_FD);
        if (!info) continue;
        shutdown(info->connect_fd, SHUT_RDWR);
        c->since_us = now;
        h->counts.cut_off++;
    }
}

/* ---- the server ---- */

static int bound_port(int fd)
{
    struct sockaddr_in6 address;
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
    if (!h || !room) {
        free(h);
        free(room);
        err_set(err, "out of memory");
        return NULL;
    }
    h->options = *options;
    h->room = room;
    h->port = bound_port(listener);
    RING_OPEN(&h->callers);
    RING_OPEN(&h->streams);
    h->daemon = MHD_start_daemon(
        MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ITC, 0, NULL, NULL, on_request, h,
        MHD_OPTION_LISTEN_SOCKET, listener, MHD_OPTION_CONNECTION_LIMIT,
        (unsigned)options->connections_max, MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)60,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)HEAD_ROOM, MHD_OPTION_NOTIFY_COMPLETED,
        on_completed, h, MHD_OPTION_NOTIFY_CONNECTION, on_connection, h, MHD_OPTION_END);
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
    if (h->daemon) {
        http_wake_all(h); /* the library wants nobody suspended */
        MHD_run(h->daemon);
        for (struct http_stream *s = h->streams.after; s != &h->streams; s = s->after) wake(s);
        MHD_stop_daemon(h->daemon);
    }
    free(h->room);
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
