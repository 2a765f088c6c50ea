/*
 * remote — a site of Taisen's, asked over HTTP or HTTPS: the only door to libcurl.
 *
 * remote_ask() is one request and its answer. A refusal of the site is a failure with the site's
 * own sentence; an answer longer than REMOTE_ANSWER_MAX is a failure, too. A line
 * (remote_line_open) is a connection that stops being HTTP after the first answer (101 Switching
 * Protocols): from there on it carries bytes both ways, through proxies and TLS like the rest.
 *
 * Everything that waits hears Ctrl-C where stop_watch() was called: it fails at once when stop was
 * asked since it began. Belongs to one thread; a forked child opens its own.
 */
#pragma once
#include "os/err.h"

#include <stddef.h>
#include <stdint.h>

enum { REMOTE_ANSWER_MAX = 64 << 20, REMOTE_TOKEN = 256 };

struct remote;
struct remote_options {
    const char *url;    /* http://HOST[:PORT][/FOLDER] or https://... */
    const char *token;  /* of the account; NULL: nobody's */
    const char *cacert; /* certificates to believe in; NULL: those of this machine */
};

/* NULL, with the reason, when the address is none. Connects to nobody yet. */
struct remote *remote_open(const struct remote_options *options, struct err *err);
void remote_close(struct remote *r);
/* The token in a file: its first word. False when there is none. */
bool remote_read_token(const char *path, char token[REMOTE_TOKEN], struct err *err);

struct remote_body {
    const char *type; /* "application/json", say */
    const void *bytes;
    size_t len;
};
struct remote_answer {
    int status;
    char *bytes; /* NUL-terminated; the caller frees it */
    size_t len;
};

/* `path` begins with a slash and may have a query; `body` may be NULL. With a failure
   `out->status` is that of the refusal, or 0 when there was no answer. */
bool remote_ask(struct remote *r, const char *method, const char *path,
                const struct remote_body *body, struct remote_answer *out, struct err *err);
/* Appends ?NAME=VALUE or &NAME=VALUE to a path, encoded; false when it does not fit. */
bool remote_add_query(char *path, size_t size, const char *name, const char *value);

/* The record of a match: `address` is that of the match's page (https://SITE/matches/17), or of its
   record (https://SITE/api/v1/matches/17/record). Private contests ask for a token: the variable
   TAISEN_TOKEN. `path` becomes the name of a file in memory that is there until this program ends.
 */
enum { REMOTE_PATH = 64 };
bool remote_is_address(const char *name);
bool remote_fetch_record(const char *address, char path[REMOTE_PATH], struct err *err);

struct remote_line;
/* Asks for `path` and waits until the site has agreed. *status as with remote_ask(). */
struct remote_line *remote_line_open(struct remote *r, const char *path, const char *protocol,
                                     int *status, struct err *err);
void remote_line_close(struct remote_line *line);
/* To be polled for reading; read until there is nothing left before polling again, because
   bytes may lie in the library. */
int remote_line_fd(const struct remote_line *line);
/* Bytes read or written, 0: not now, -1: the connection has ended. */
int64_t remote_line_read(struct remote_line *line, void *out, size_t room);
int64_t remote_line_write(struct remote_line *line, const void *bytes, size_t len);
