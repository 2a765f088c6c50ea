#include "cli/remote.h"

#include "os/clock.h"
#include "os/file.h"
#include "os/stop.h"

#include <curl/curl.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/mman.h>

enum {
    CONNECT_S = 30,
    ANSWER_S = 300,
    LOOK_MS = 100, /* how often stop is looked for: the library's own poll hears no signals */
    HEAD_MAX = 16 * 1024,
    TOKEN_FILE_MAX = 64 * 1024,
    DIGITS_MOST = 18 /* of the number of a match */
};

struct remote {
    char *url, *host; /* without the slash at the end; what a request calls the site */
    char *folder;     /* of the address: "" or "/FOLDER" */
    char *cacert;
    char bearer[REMOTE_TOKEN + 32];
    CURLM *multi;
    CURL *easy; /* kept, so that connections are used again */
};

struct remote_line {
    CURLM *multi;
    CURL *easy;
    curl_socket_t fd;
    char head[HEAD_MAX]; /* the answer, and what came right behind it */
    size_t len, used;
};

/* ---- the address ---- */

static char *part(CURLU *u, CURLUPart which, unsigned flags)
{
    char *text = NULL;
    return curl_url_get(u, which, &text, flags) == CURLUE_OK ? text : NULL;
}

static bool take_address(struct remote *r, CURLU *u, struct err *err)
{
    char *scheme = part(u, CURLUPART_SCHEME, 0), *host = part(u, CURLUPART_HOST, 0);
    char *port = part(u, CURLUPART_PORT, 0), *path = part(u, CURLUPART_PATH, 0);
    bool ok = scheme && host && path && (!strcmp(scheme, "http") || !strcmp(scheme, "https"));
    if (ok) {
        size_t len = strlen(path);
        while (len > 0 && path[len - 1] == '/') path[--len] = '\0';
        const char *colon = port ? ":" : "";
        ok = asprintf(&r->host, "%s%s%s", host, colon, port ? port : "") >= 0 &&
             asprintf(&r->url, "%s://%s%s", scheme, r->host, path) >= 0 &&
             (r->folder = strdup(path)) != NULL;
    }
    curl_free(scheme);
    curl_free(host);
    curl_free(port);
    curl_free(path);
    return ok || err_set(err, "an address begins with http:// or https://");
}

static bool read_address(struct remote *r, const char *url, struct err *err)
{
    CURLU *u = curl_url();
    if (!u) return err_set(err, "out of memory");
    CURLUcode code = curl_url_set(u, CURLUPART_URL, url, 0);
    bool ok = code == CURLUE_OK ? take_address(r, u, err)
                                : err_set(err, "%s is not the address of a site", url);
    curl_url_cleanup(u);
    return ok;
}

static bool take_token(struct remote *r, const char *token, struct err *err)
{
    if (!token) return true;
    if (strlen(token) >= REMOTE_TOKEN || strpbrk(token, "\r\n \t") || !token[0])
        return err_set(err, "this is not a token: a token is one word, as the site shows it");
    snprintf(r->bearer, sizeof r->bearer, "Authorization: Bearer %s", token);
    return true;
}

struct remote *remote_open(const struct remote_options *o, struct err *err)
{
    curl_global_init(CURL_GLOBAL_DEFAULT);
    struct remote *r = calloc(1, sizeof *r);
    if (!r) return err_set(err, "out of memory"), NULL;
    bool ok = read_address(r, o->url, err) && take_token(r, o->token, err);
    if (ok) {
        r->cacert = o->cacert ? strdup(o->cacert) : NULL;
        r->multi = curl_multi_init();
        r->easy = curl_easy_init();
        ok = r->multi && r->easy && (!o->cacert || r->cacert);
        if (!ok) err_set(err, "out of memory");
    }
    if (ok) return r;
    remote_close(r);
    return NULL;
}

void remote_close(struct remote *r)
{
    if (!r) return;
    if (r->easy) curl_easy_cleanup(r->easy);
    if (r->multi) curl_multi_cleanup(r->multi);
    free(r->url);
    free(r->host);
    free(r->folder);
    free(r->cacert);
    free(r);
}

bool remote_read_token(const char *path, char token[REMOTE_TOKEN], struct err *err)
{
    AUTO_FREE char *bytes = NULL;
    size_t len;
    if (!file_read(path, TOKEN_FILE_MAX, &bytes, &len, err)) return false;
    const char *word = bytes + strspn(bytes, " \t\r\n");
    size_t word_len = strcspn(word, " \t\r\n");
    if (word_len == 0 || word_len >= REMOTE_TOKEN) return err_set(err, "%s has no token", path);
    memcpy(token, word, word_len);
    token[word_len] = '\0';
    return true;
}

bool remote_add_query(char *path, size_t size, const char *name, const char *value)
{
    char *encoded = curl_easy_escape(NULL, value, 0);
    if (!encoded) return false;
    size_t len = strlen(path);
    int n =
        snprintf(path + len, size - len, "%c%s=%s", strchr(path, '?') ? '&' : '?', name, encoded);
    curl_free(encoded);
    return n > 0 && (size_t)n < size - len;
}

/* ---- doing, with an ear for Ctrl-C ---- */

static bool stop_came(bool was_asked)
{
    stop_poll(NULL, 0, 0); /* lets signals in */
    return stop_asked() && !was_asked;
}

static bool finish(CURLM *multi, CURLcode *code)
{
    int left;
    for (CURLMsg *m; (m = curl_multi_info_read(multi, &left));) {
        if (m->msg != CURLMSG_DONE) continue;
        *code = m->data.result;
        return true;
    }
    return false;
}

static bool perform(CURLM *multi, CURL *easy, const char *said, struct err *err)
{
    bool was_asked = stop_asked();
    int running = 0;
    CURLcode code = CURLE_FAILED_INIT;
    if (curl_multi_add_handle(multi, easy) != CURLM_OK) return err_set(err, "out of memory");
    for (;;) {
        if (curl_multi_perform(multi, &running) != CURLM_OK) break;
        if (finish(multi, &code)) break;
        if (stop_came(was_asked)) return err_set(err, "stopped");
        curl_multi_poll(multi, NULL, 0, LOOK_MS, NULL);
    }
    if (code == CURLE_OK) return true;
    return err_set(err, "the site cannot be reached: %s",
                   said[0] ? said : curl_easy_strerror(code));
}

static void set_common(const struct remote *r, CURL *easy, char said[CURL_ERROR_SIZE])
{
    said[0] = '\0';
    curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, said);
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT, (long)CONNECT_S);
    if (r->cacert) curl_easy_setopt(easy, CURLOPT_CAINFO, r->cacert);
}

/* {"error": "..."} of the site, or what its status says. */
static bool refused(int status, const char *bytes, size_t len, struct err *err)
{
    json_t *root = json_loadb(bytes, len, 0, NULL);
    const char *sentence = json_string_value(json_object_get(root, "error"));
    if (sentence)
        err_set(err, "the site says: %s", sentence);
    else
        err_set(err, "the site answers with status %d", status);
    json_decref(root);
    return false;
}

/* ---- one request ---- */

static size_t collect(char *bytes, size_t size, size_t count, void *arg)
{
    struct remote_answer *a = arg;
    size_t more = size * count;
    if (a->len + more > REMOTE_ANSWER_MAX) return 0;
    char *wider = realloc(a->bytes, a->len + more + 1);
    if (!wider) return 0;
    a->bytes = wider;
    memcpy(a->bytes + a->len, bytes, more);
    a->len += more;
    a->bytes[a->len] = '\0';
    return more;
}

static struct curl_slist *make_headers(const struct remote *r, const struct remote_body *body)
{
    char type[128];
    struct curl_slist *list = curl_slist_append(NULL, "Expect:");
    if (r->bearer[0]) list = curl_slist_append(list, r->bearer);
    snprintf(type, sizeof type, "Content-Type: %s", body ? body->type : "application/json");
    return curl_slist_append(list, type);
}

static bool ask(struct remote *r, const char *method, const struct remote_body *body,
                struct remote_answer *out, struct err *err)
{
    char said[CURL_ERROR_SIZE];
    long status = 0;
    set_common(r, r->easy, said);
    curl_easy_setopt(r->easy, CURLOPT_TIMEOUT, (long)ANSWER_S);
    curl_easy_setopt(r->easy, CURLOPT_WRITEFUNCTION, collect);
    curl_easy_setopt(r->easy, CURLOPT_WRITEDATA, out);
    bool is_get = strcmp(method, "GET") == 0;
    if (body || !is_get) {
        curl_easy_setopt(r->easy, CURLOPT_POSTFIELDS, body ? (const char *)body->bytes : "");
        curl_easy_setopt(r->easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)(body ? body->len : 0));
    }
    curl_easy_setopt(r->easy, CURLOPT_CUSTOMREQUEST, method);
    bool ok = perform(r->multi, r->easy, said, err);
    curl_easy_getinfo(r->easy, CURLINFO_RESPONSE_CODE, &status);
    curl_multi_remove_handle(r->multi, r->easy);
    out->status = ok ? (int)status : 0;
    if (!ok) return err_wrap(err, "%s", r->url);
    return status < 400 || refused(out->status, out->bytes, out->len, err);
}

bool remote_ask(struct remote *r, const char *method, const char *path,
                const struct remote_body *body, struct remote_answer *out, struct err *err)
{
    char *url = NULL;
    *out = (struct remote_answer){.bytes = strdup("")};
    if (!out->bytes || asprintf(&url, "%s%s", r->url, path) < 0) {
        free(out->bytes);
        out->bytes = NULL;
        return err_set(err, "out of memory");
    }
    curl_easy_reset(r->easy);
    struct curl_slist *headers = make_headers(r, body);
    curl_easy_setopt(r->easy, CURLOPT_URL, url);
    curl_easy_setopt(r->easy, CURLOPT_HTTPHEADER, headers);
    bool ok = ask(r, method, body, out, err);
    curl_slist_free_all(headers);
    free(url);
    if (ok) return true;
    free(out->bytes);
    out->bytes = NULL;
    return false;
}

/* ---- records ---- */

bool remote_is_address(const char *name)
{
    return strncmp(name, "http://", 7) == 0 || strncmp(name, "https://", 8) == 0;
}

/* Splits an address into the site and the path of the record there. */
static bool split_address(const char *address, char site[1024], char path[128], struct err *err)
{
    static const char matches[] = "/matches/", api[] = "/api/v1";
    const char *at = strstr(address, matches);
    size_t len = at ? (size_t)(at - address) : 0;
    const char *number = at ? at + sizeof matches - 1 : "";
    size_t digits = strspn(number, "0123456789");
    if (digits == 0 || digits > DIGITS_MOST || len >= 1024)
        return err_set(err,
                       "%s is not the address of a match, such as https://arena.example/matches/17",
                       address);
    if (len >= sizeof api - 1 && strncmp(at - (sizeof api - 1), api, sizeof api - 1) == 0)
        len -= sizeof api - 1;
    snprintf(site, 1024, "%.*s", (int)len, address);
    snprintf(path, 128, "%s%s%.*s/record", api, matches, (int)digits, number);
    return true;
}

static bool keep_in_memory(const struct remote_answer *answer, char path[REMOTE_PATH],
                           struct err *err)
{
    int fd = memfd_create("record", MFD_CLOEXEC);
    if (fd < 0) return err_sys(err, "memfd_create");
    snprintf(path, REMOTE_PATH, "/proc/self/fd/%d", fd);
    return file_write(fd, answer->bytes, answer->len, err);
}

bool remote_fetch_record(const char *address, char path[REMOTE_PATH], struct err *err)
{
    char site[1024], record[128];
    const char *token = getenv("TAISEN_TOKEN");
    struct remote_answer answer;
    if (!split_address(address, site, record, err)) return false;
    struct remote_options options = {.url = site, .token = token && *token ? token : NULL};
    struct remote *r = remote_open(&options, err);
    bool ok = r && remote_ask(r, "GET", record, NULL, &answer, err);
    if (ok) {
        ok = keep_in_memory(&answer, path, err);
        free(answer.bytes);
    }
    remote_close(r);
    return ok;
}

/* ---- lines ---- */

int remote_line_fd(const struct remote_line *line)
{
    return (int)line->fd;
}

int64_t remote_line_read(struct remote_line *line, void *out, size_t room)
{
    size_t got = line->len - line->used;
    if (got > 0) {
        if (got > room) got = room;
        memcpy(out, line->head + line->used, got);
        line->used += got;
        return (int64_t)got;
    }
    CURLcode code = curl_easy_recv(line->easy, out, room, &got);
    if (code == CURLE_AGAIN) return 0;
    return code == CURLE_OK && got > 0 ? (int64_t)got : -1;
}

int64_t remote_line_write(struct remote_line *line, const void *bytes, size_t len)
{
    size_t sent = 0;
    CURLcode code = curl_easy_send(line->easy, bytes, len, &sent);
    if (code == CURLE_AGAIN) return 0;
    return code == CURLE_OK ? (int64_t)sent : -1;
}

void remote_line_close(struct remote_line *line)
{
    if (!line) return;
    if (line->easy) {
        curl_multi_remove_handle(line->multi, line->easy);
        curl_easy_cleanup(line->easy);
    }
    if (line->multi) curl_multi_cleanup(line->multi);
    free(line);
}

static bool wait_line(const struct remote_line *line, short events, int64_t until_us,
                      struct err *err)
{
    bool was_asked = stop_asked();
    struct pollfd fd = {.fd = line->fd, .events = events};
    int64_t wait_us = until_us - clock_us();
    if (wait_us <= 0) return err_set(err, "the site does not answer");
    stop_poll(&fd, 1, wait_us);
    return was_asked || !stop_asked() || err_set(err, "stopped");
}

static bool send_request(struct remote_line *line, const struct remote *r, const char *path,
                         const char *protocol, int64_t until_us, struct err *err)
{
    char request[HEAD_MAX];
    int len = snprintf(request, sizeof request,
                       "GET %s%s HTTP/1.1\r\nHost: %s\r\n%s%sUpgrade: %s\r\n"
                       "Connection: Upgrade\r\n\r\n",
                       r->folder, path, r->host, r->bearer, r->bearer[0] ? "\r\n" : "", protocol);
    if (len < 0 || (size_t)len >= sizeof request) return err_set(err, "the address is too long");
    for (size_t at = 0; at < (size_t)len;) {
        int64_t sent = remote_line_write(line, request + at, (size_t)len - at);
        if (sent < 0) return err_set(err, "the connection broke");
        at += (size_t)sent;
        if (sent == 0 && !wait_line(line, POLLOUT, until_us, err)) return false;
    }
    return true;
}

/* Where the answer's head ends, or NULL: it has not come yet. */
static const char *head_end(const struct remote_line *line)
{
    const char *end = memmem(line->head, line->len, "\r\n\r\n", 4);
    return end ? end + 4 : NULL;
}

/* A refusal has a body; the length says when it is there. */
static size_t body_left(const struct remote_line *line, const char *end)
{
    const char *at = strcasestr(line->head, "\r\ncontent-length:");
    if (!at || at >= end) return 0;
    unsigned long long length = strtoull(at + 17, NULL, 10);
    size_t got = line->len - (size_t)(end - line->head);
    size_t room = HEAD_MAX - 1 - line->len;
    if (length <= got) return 0;
    return length - got < room ? (size_t)length - got : room;
}

static bool read_head(struct remote_line *line, int64_t until_us, int *status, struct err *err)
{
    for (;;) {
        const char *end = head_end(line);
        if (end && sscanf(line->head, "HTTP/1.%*1d %3d", status) != 1)
            return err_set(err, "this is not a Taisen site");
        if (end && *status == 101) {
            line->used = (size_t)(end - line->head);
            return true;
        }
        if (end && body_left(line, end) == 0)
            return refused(*status, end, line->len - (size_t)(end - line->head), err);
        if (line->len == HEAD_MAX - 1) return err_set(err, "the answer is too long");
        size_t got = 0;
        CURLcode code =
            curl_easy_recv(line->easy, line->head + line->len, HEAD_MAX - 1 - line->len, &got);
        if (code == CURLE_AGAIN && wait_line(line, POLLIN, until_us, err)) continue;
        if (code == CURLE_AGAIN) return false;
        if (code != CURLE_OK || got == 0) return err_set(err, "the connection broke");
        line->len += got;
        line->head[line->len] = '\0';
    }
}

static bool connect_line(struct remote_line *line, const struct remote *r, struct err *err)
{
    char said[CURL_ERROR_SIZE];
    line->multi = curl_multi_init();
    line->easy = curl_easy_init();
    if (!line->multi || !line->easy) return err_set(err, "out of memory");
    set_common(r, line->easy, said);
    curl_easy_setopt(line->easy, CURLOPT_URL, r->url);
    curl_easy_setopt(line->easy, CURLOPT_CONNECT_ONLY, 1L);
    curl_easy_setopt(line->easy, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
    curl_easy_setopt(line->easy, CURLOPT_TCP_NODELAY, 1L);
    bool ok = perform(line->multi, line->easy, said, err);
    curl_easy_setopt(line->easy, CURLOPT_ERRORBUFFER, NULL);
    if (!ok) return false;
    return curl_easy_getinfo(line->easy, CURLINFO_ACTIVESOCKET, &line->fd) == CURLE_OK ||
           err_set(err, "the connection broke");
}

struct remote_line *remote_line_open(struct remote *r, const char *path, const char *protocol,
                                     int *status, struct err *err)
{
    struct remote_line *line = calloc(1, sizeof *line);
    *status = 0;
    if (!line) return err_set(err, "out of memory"), NULL;
    int64_t until_us = clock_us() + CONNECT_S * (int64_t)1000000;
    if (connect_line(line, r, err) && send_request(line, r, path, protocol, until_us, err) &&
        read_head(line, until_us, status, err))
        return line;
    err_wrap(err, "%s", r->url);
    remote_line_close(line);
    return NULL;
}
