/* join_internal — one line to a site, as the files of this folder share it. */
#pragma once
#include "cli/join/join.h"
#include "cli/join/join_note.h"
#include "os/json_read.h"
#include "os/proc.h"
#include "wire/resend_queue.h"

enum {
    SAID = 256, /* bytes of what a site says, for a terminal */
    PLACE = 64,
    PAUSE_US = 200 * 1000,
    NAME_US = 200 * 1000 /* as the referee has it for clients of this machine */
};

struct join {
    const struct join_options *o;
    struct remote *remote;
    struct remote_line *line; /* NULL: broken */
    bool is_back; /* the site has said on this line what it has: before, nothing that counts goes
                     out */
    char place[PLACE]; /* "": none */
    struct wire wire;
    struct resend_queue queue;
    int64_t heard_us;

    int64_t match; /* 0: none */
    char opponent[SAID];
    int64_t answers; /* of ours in this match */
    struct join_note note;
    struct proc program;
    int listener, client; /* of a relay */
    bool has_program;     /* it runs, or the client is there */
    struct bytes name;    /* of a relay's client, until a line end comes, or a moment has passed */
    int64_t name_us;      /* since when; -1: it has been sent */
    struct bytes input;   /* for the program, which has not taken it */

    int64_t played;
    bool is_leaving, has_quit;
    char bye[SAID]; /* why the site sent us away */
};

/* ---- join_program.c ---- */

/* Where the program's output comes from, and where its input goes. */
int join_out(const struct join *j);
int join_in(const struct join *j);
bool join_start(struct join *j, struct err *err);
void join_stop(struct join *j);
/* Hands on as much of the input as the program takes now. */
void join_feed(struct join *j);
bool join_send(struct join *j, enum wire_kind kind, int64_t a, int64_t b, const char *bytes);
/* Sends the name of a relay's client once it is whole, or has waited long enough. */
void join_send_name(struct join *j);
/* One read of its output; true when it brought something. */
bool join_read(struct join *j);
void join_show_err(struct join *j);

/* ---- join_say.c ---- */

void join_say(const struct join *j, const char *text);
void join_say_json(const struct join *j, const char *event, const char *bytes, size_t len);
void join_show_turn(const struct join *j);
void join_tell_end(struct join *j, const struct json_read *t);
/* What a site sent goes to a terminal: it must not command that. */
void join_clean(const char *bytes, size_t len, char out[SAID]);
void join_read_text(const struct json_read *t, const char *key, char out[SAID]);
int64_t join_read_int(const struct json_read *t, const char *key);
