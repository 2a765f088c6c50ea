/*
 * Whatever a client asks: the input is a request as it would come over the network, without the
 * network. "METHOD PATH?QUERY", header lines, an empty line, the body.
 */
#include "site/site.h"

#include "base/scan.h"
#include "os/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { VALUES = 16, STREAM_READS = 4 };

static char folder[] = "/tmp/taisen-fuzz-XXXXXX";
static struct site *site;

static void close_site(void)
{
    char live[sizeof folder + 8];
    site_close(site);
    snprintf(live, sizeof live, "%s/live", folder);
    rmdir(live);
    rmdir(folder);
}

/* Nobody can begin a game: that would start processes. */
static void open_site(void)
{
    struct err err;
    struct site_options o = {.db = ":memory:",
                             .var = mkdtemp(folder),
                             .pages = "/nowhere",
                             .signup = SIGNUP_OPEN,
                             .tries = 1000000,
                             .cheap_hashes = true};
    if (!o.var || !(site = site_open(&o, &err))) abort();
    atexit(close_site);
}

struct value {
    enum http_part part;
    char *name, *text;
};

struct asked {
    struct value values[VALUES];
    int count;
};

static const char *value_of(const struct http_request *q, enum http_part part, const char *name)
{
    const struct asked *asked = q->origin;
    for (int i = 0; i < asked->count; i++)
        if (asked->values[i].part == part && strcasecmp(asked->values[i].name, name) == 0)
            return asked->values[i].text;
    return NULL;
}

static void note(struct asked *asked, enum http_part part, char *pair, char mark)
{
    char *cut = strchr(pair, mark);
    if (asked->count == VALUES || !cut) return;
    *cut++ = '\0';
    asked->values[asked->count++] = (struct value){part, pair, cut + strspn(cut, " ")};
}

static char *next_line(char **rest)
{
    char *line = *rest, *end = strchr(line, '\n');
    *rest = end ? end + 1 : line + strlen(line);
    if (end) *end = '\0';
    return line;
}

static void read_query(struct asked *asked, char *query)
{
    for (char *rest = query, *pair; (pair = strtok_r(rest, "&", &rest));)
        note(asked, HTTP_QUERY, pair, '=');
}

static void ask(struct http_request *q)
{
    static char room[1 << 20];
    char block[1024];
    struct text body = TEXT_ON(room);
    struct http_answer a = {.body = &body};
    site_answer(site, q, &a);
    if (a.status < 200 || a.status > 599) abort();
    for (int i = 0; a.read && i < STREAM_READS; i++) a.read(a.source, block, sizeof block);
    if (a.done) a.done(a.source);
    free(a.heap);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct asked asked = {.count = 0};
    AUTO_FREE char *copy = malloc(size + 1);
    if (!site) open_site();
    if (!copy) return 0;
    memcpy(copy, data, size);
    copy[size] = '\0';
    char *rest = copy, *path = next_line(&rest), *method = strsep(&path, " ");
    char *query = path;
    if (path) strsep(&query, "?");
    if (query) read_query(&asked, query);
    for (char *line; *(line = next_line(&rest));) note(&asked, HTTP_HEADER, line, ':');
    struct http_request q = {.method = method,
                             .path = path ? path : "/",
                             .body = rest,
                             .body_len = (size_t)(copy + size - rest),
                             .address = "fuzz",
                             .value = value_of,
                             .origin = &asked};
    ask(&q);
    return 0;
}
