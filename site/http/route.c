/* Paths are cut into parts once and compared with the table; everything here runs without a
   network. */
#include "site/http/route.h"

#include "base/json_write.h"

#include <arpa/inet.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PARTS = 16 };

/* ---- what a handler asks ---- */

const char *http_query(const struct http_request *q, const char *name)
{
    return q->value(q, HTTP_QUERY, name);
}

const char *http_header(const struct http_request *q, const char *name)
{
    return q->value(q, HTTP_HEADER, name);
}

const char *http_cookie(const struct http_request *q, const char *name)
{
    return q->value(q, HTTP_COOKIE, name);
}

/* What a proxy on this machine says is believed; what anybody else says is not. */
bool http_is_near(const char *address)
{
    return strcmp(address, "127.0.0.1") == 0 || strcmp(address, "::1") == 0;
}

bool http_is_loopback(const char *host)
{
    char name[256];
    unsigned char bytes[4];
    const char *colon = strrchr(host, ':'), *bracket = strchr(host, ']');
    if (host[0] == '[') return bracket && strncmp(host, "[::1]", 5) == 0 && bracket == host + 4;
    size_t len = colon ? (size_t)(colon - host) : strlen(host);
    if (len >= sizeof name) return false;
    memcpy(name, host, len);
    name[len] = '\0';
    return strcasecmp(name, "localhost") == 0 ||
           (inet_pton(AF_INET, name, bytes) == 1 && bytes[0] == 127);
}

bool http_is_local(const struct http_request *q)
{
    static const char *const proxies[] = {"X-Forwarded-For",  "X-Forwarded-Proto",
                                          "X-Forwarded-Host", "X-Real-IP",
                                          "Forwarded",        "Via"};
    const char *host = http_header(q, "Host");
    for (size_t i = 0; i < sizeof proxies / sizeof proxies[0]; i++)
        if (http_header(q, proxies[i])) return false;
    return http_is_near(q->address) && host && http_is_loopback(host);
}

bool http_is_secure(const struct http_request *q)
{
    const char *told = http_header(q, "X-Forwarded-Proto");
    return told && http_is_near(q->address) && strcmp(told, "https") == 0;
}

/* Browsers name the site that a request comes from; other programs do not. */
bool http_is_foreign(const struct http_request *q)
{
    const char *origin = http_header(q, "Origin"), *host = http_header(q, "Host");
    const char *from = http_header(q, "Sec-Fetch-Site");
    if (from && strcmp(from, "same-origin") != 0 && strcmp(from, "none") != 0) return true;
    if (!origin) return false;
    const char *name = strstr(origin, "://");
    return !name || !host || strcmp(name + 3, host) != 0;
}

void http_client(const struct http_request *q, char out[HTTP_ADDRESS])
{
    static const char letters[] = "0123456789abcdefABCDEF.:";
    const char *told = http_header(q, "X-Forwarded-For");
    snprintf(out, HTTP_ADDRESS, "%s", q->address);
    if (!told || !http_is_near(q->address)) return;
    /* Proxies append: what stands before the last comma is what the client itself said. */
    const char *comma = strrchr(told, ',');
    const char *last = comma ? comma + 1 + strspn(comma + 1, " ") : told;
    size_t len = strlen(last);
    if (len > 0 && len < HTTP_ADDRESS && strspn(last, letters) == len)
        snprintf(out, HTTP_ADDRESS, "%s", last);
}

void http_network(const char *address, char out[HTTP_ADDRESS])
{
    static const unsigned char mapped[12] = {[10] = 0xff, [11] = 0xff}; /* IPv4 within IPv6 */
    unsigned char bytes[16];
    snprintf(out, HTTP_ADDRESS, "%s", address);
    if (inet_pton(AF_INET6, address, bytes) != 1) return;
    if (memcmp(bytes, mapped, sizeof mapped) == 0) {
        inet_ntop(AF_INET, bytes + 12, out, HTTP_ADDRESS);
        return;
    }
    memset(bytes + 8, 0, 8);
    inet_ntop(AF_INET6, bytes, out, HTTP_ADDRESS);
}

void http_client_network(const struct http_request *q, char out[HTTP_ADDRESS])
{
    char address[HTTP_ADDRESS];
    http_client(q, address);
    http_network(address, out);
}

bool http_wants_japanese(const struct http_request *q)
{
    const char *asked = http_query(q, "lang"), *prefers = http_header(q, "Accept-Language");
    const char *language = asked ? asked : prefers;
    return language && strncmp(language, "ja", 2) == 0;
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

__attribute__((format(printf, 4, 0))) static void
put_header(struct http_answer *a, int at, const char *name, const char *format, va_list args)
{
    if (at == HTTP_HEADERS) return;
    vsnprintf(a->header[at].value, sizeof a->header[0].value, format, args);
    a->header[at].name = name;
    if (at == a->header_count) a->header_count++;
}

void http_set_header(struct http_answer *a, const char *name, const char *format, ...)
{
    int at = 0;
    va_list args;
    while (at < a->header_count && strcmp(a->header[at].name, name) != 0) at++;
    va_start(args, format);
    put_header(a, at, name, format, args);
    va_end(args);
}

void http_add_header(struct http_answer *a, const char *name, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    put_header(a, a->header_count, name, format, args);
    va_end(args);
}

void http_refuse_err(struct http_answer *a, int status, const struct err *err)
{
    struct text *t = a->body;
    a->status = status;
    a->type = "application/json";
    a->bytes = NULL;
    text_clear(t);
    json_write_open(t, NULL, '{');
    json_write_str(t, "error", err->text);
    json_write_str(t, "code", err->code[0] ? err->code : "other");
    json_write_open(t, "params", '{');
    text_str(t, err->values);
    text_str(t, "}}\n");
}

void http_refuse(struct http_answer *a, int status, const char *format, ...)
{
    struct err err;
    va_list args;
    va_start(args, format);
    err_code_list(&err, format, args);
    va_end(args);
    http_refuse_err(a, status, &err);
}

/* ---- finding the route ---- */

/* Cuts the path at its slashes; "/" alone has no parts. More than PARTS parts fit nothing. */
static int cut_path(char *path, char *part[PARTS])
{
    int count = 0;
    for (char *at = path; *at == '/' && at[1];) {
        *at++ = '\0';
        if (count == PARTS) return PARTS + 1;
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

void route_find(const struct http_options *o, const char *method, const char *path, struct route *r)
{
    char *part[PARTS];
    r->found = NULL;
    r->refusal = 404;
    if (strlen(path) >= sizeof r->path) return;
    strcpy(r->path, path);
    int count = cut_path(r->path, part);
    for (int i = 0; i < o->route_count && count <= PARTS && !r->found; i++) {
        const struct http_route *route = &o->routes[i];
        if (!fits(route->pattern, part, count, r->capture)) continue;
        r->refusal = 405;
        if (is_method(route, method)) r->found = route;
    }
    if (r->found) r->refusal = 0;
}

/* ---- answering ---- */

void route_answer(const struct http_options *o, const struct route *r, struct http_request *q,
                  struct http_answer *a)
{
    bool is_get = !strcmp(q->method, "GET") || !strcmp(q->method, "HEAD");
    a->status = 200;
    a->type = "application/json";
    memcpy(q->capture, r->capture, sizeof q->capture);
    if (r->found)
        r->found->handle(o->site, q, a);
    else if (r->refusal == 404 && is_get && o->otherwise)
        o->otherwise(o->site, q, a);
    else if (r->refusal == 404)
        http_refuse(a, 404, "no-page: there is nothing at {path:%s}", q->path);
    else
        http_refuse(a, 405, "wrong-method: {path:%s} is not for {method:%s}", q->path, q->method);
    if (a->body->cut && !a->bytes && !a->heap)
        http_refuse(a, 500, "reply-long: the answer is too long");
}
