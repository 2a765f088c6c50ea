#include "cli/join.h"

#include "base/utf8.h"
#include "cli/cli.h"
#include "cli/join_note.h"
#include "os/clock.h"
#include "os/file.h"
#include "os/json_read.h"
#include "os/proc.h"
#include "os/sock.h"
#include "os/stop.h"
#include "wire/resend_queue.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    SAID = 256, /* bytes of what a site says, for a terminal */
    PLACE = 64,
    PATH_SIZE = 2048,
    SILENT_US = 20 * 1000 * 1000, /* the site sends something every five seconds */
    RETRY_US = 55 * 1000 * 1000,  /* after that the site has given the place away */
    PAUSE_US = 200 * 1000,
    PAUSE_MOST_US = 5 * 1000 * 1000,
    FIRST_TRIES = 3,
    KEPT_MOST = RESEND_QUEUE_MOST / 2,
    INPUT_MOST = 16 << 20,
    NAME_US = 200 * 1000 /* as the referee has it for clients of this machine */
};

struct join {
    const struct join_options *o;
    struct remote *remote;
    struct remote_line *line; /* NULL: broken */
    char place[PLACE];        /* "": none */
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

/* ---- the program ---- */

static int out_of(const struct join *j)
{
    return j->o->relay ? j->client : j->program.out;
}

static int in_of(const struct join *j)
{
    return j->o->relay ? j->client : j->program.in;
}

static bool start_program(struct join *j, struct err *err)
{
    const struct join_options *o = j->o;
    j->input.len = 0;
    j->answers = 0;
    j->name.len = 0;
    j->name_us = o->relay ? 0 : -1;
    if (o->relay) return j->has_program = j->client >= 0;
    j->program = PROC_NONE;
    j->has_program = o->cage
                         ? cage_start(o->cage, o->slot, &(struct cage_limits){0},
                                      &(struct view_command){.text = o->command}, &j->program, err)
                         : proc_start(&j->program, o->command, err);
    return j->has_program;
}

static void stop_program(struct join *j)
{
    struct proc_end how;
    if (j->client >= 0) sock_close(&j->client, PAUSE_US);
    if (j->has_program && !j->o->relay) {
        proc_end(&j->program, 0, &how);
        if (j->o->cage) cage_kill(j->o->cage, j->o->slot);
    }
    j->has_program = false;
    j->input.len = 0;
}

static void feed_program(struct join *j)
{
    while (j->has_program && j->input.len > 0) {
        ssize_t sent = in_of(j) < 0 ? -1 : write(in_of(j), j->input.buf, j->input.len);
        if (sent < 0 && errno == EINTR) continue;
        if (sent < 0 && errno == EAGAIN && in_of(j) >= 0) return;
        bytes_take(&j->input, sent < 0 ? j->input.len : (size_t)sent);
    }
}

static bool send_frame(struct join *j, enum wire_kind kind, int64_t a, int64_t b, const char *bytes)
{
    return resend_queue_put(&j->queue, j->line != NULL, kind, a, b, bytes);
}

/* Many CHaser clients send their name without a line end; the site wants one. */
static void send_name(struct join *j)
{
    bool is_line = j->name.len > 0 && memchr(j->name.buf, '\n', j->name.len);
    bool is_late = j->name.len > 0 && clock_us() - j->name_us > NAME_US;
    if (j->name_us < 0 || (!is_line && !is_late)) return;
    if (!is_line) bytes_add(&j->name, "\r\n", 2, WIRE_BYTES);
    send_frame(j, WIRE_DATA, (int64_t)j->name.len, j->match, j->name.buf);
    j->name.len = 0;
    j->name_us = -1;
}

/* One read; true when it brought something. */
static bool read_program(struct join *j)
{
    char bytes[WIRE_BYTES - 2];
    ssize_t got = read(out_of(j), bytes, sizeof bytes);
    if (got < 0 && (errno == EAGAIN || errno == EINTR)) return false;
    if (got > 0 && j->name_us >= 0) {
        if (j->name.len == 0) j->name_us = clock_us();
        return bytes_add(&j->name, bytes, (size_t)got, sizeof bytes);
    }
    if (got > 0) {
        j->answers += memchr(bytes, '\n', (size_t)got) != NULL;
        return send_frame(j, WIRE_DATA, got, j->match, bytes);
    }
    send_frame(j, WIRE_OVER, 0, j->match, NULL);
    stop_program(j);
    return false;
}

static void show_err(struct join *j)
{
    char bytes[4096];
    struct err ignored;
    ssize_t got = read(j->program.err, bytes, sizeof bytes);
    if (got > 0) file_write(STDERR_FILENO, bytes, (size_t)got, &ignored);
    if (got == 0) file_close(&j->program.err);
}

/* ---- what people see ---- */

static bool shows_turns(const struct join *j)
{
    return j->o->is_alone && !j->o->json && isatty(STDOUT_FILENO);
}

static void say(const struct join *j, const char *text)
{
    if (j->o->json) return;
    printf("%s%s\n", shows_turns(j) ? "\r\033[K" : "", text);
    fflush(stdout);
}

static void show_turn(const struct join *j)
{
    if (!j->match || !shows_turns(j)) return;
    printf("\r\033[Kmatch %lld: against %s, answer %lld", (long long)j->match, j->opponent,
           (long long)j->answers);
    fflush(stdout);
}

static void say_json(const struct join *j, const char *event, const char *bytes, size_t len)
{
    if (!j->o->json) return;
    printf("{\"event\":\"%s\",%.*s\n", event, (int)len - 1, bytes + 1);
    fflush(stdout);
}

/* What a site sent goes to a terminal: it must not command that. */
static void clean(const char *bytes, size_t len, char out[SAID])
{
    struct text t = text_on(out, SAID);
    text_line(&t, bytes, utf8_cut(bytes, len, SAID - 1));
}

static void read_text(const struct json_read *t, const char *key, char out[SAID])
{
    const char *text;
    json_read_text(t, key, &text);
    clean(text, strlen(text), out);
}

static int64_t read_int(const struct json_read *t, const char *key)
{
    int64_t n;
    json_read_int(t, key, 0, &n);
    return n;
}

static void tell_end(struct join *j, const struct json_read *t)
{
    char result[SAID], reason[SAID], fault[SAID], line[1024];
    struct text text = TEXT_ON(line);
    char buf[256];
    read_text(t, "result", result);
    read_text(t, "reason", reason);
    read_text(t, "fault", fault);
    snprintf(buf, sizeof buf, "match %lld: ", (long long)read_int(t, "match"));
    text_str(&text, buf);
    text_str(&text, result);
    text_str(&text, " against ");
    text_str(&text, j->opponent);
    text_str(&text, " (");
    text_str(&text, reason);
    text_str(&text, fault[0] ? "; you: " : "");
    text_str(&text, fault);
    snprintf(buf, sizeof buf, "), %lld turns", (long long)read_int(t, "turns"));
    text_str(&text, buf);
    double after = json_read_real(t, "after"), change = after - json_read_real(t, "before");
    snprintf(buf, sizeof buf, ", rating %.1f (%+.1f)", after, change);
    if (json_read_bool(t, "is_rated") && strcmp(result, "void") != 0) text_str(&text, buf);
    say(j, line);
}

/* ---- frames ---- */

static void quit(struct join *j)
{
    if (!j->has_quit) send_frame(j, WIRE_QUIT, 0, 0, NULL);
    j->has_quit = true;
}

static void begin_match(struct join *j, const struct wire_frame *f)
{
    char line[512];
    struct err err;
    struct json_read *t = json_read_open(f->bytes, f->len, &err);
    if (!t) return;
    if (!j->o->relay) stop_program(j);
    j->match = read_int(t, "match");
    read_text(t, "opponent", j->opponent);
    json_read_close(t);
    join_note_write(&j->note, j->o->site.url, j->place, j->match);
    snprintf(line, sizeof line, "match %lld: against %s", (long long)j->match, j->opponent);
    say(j, line);
    say_json(j, "match", f->bytes, f->len);
    bool is_last = j->o->matches > 0 && j->played + 1 >= j->o->matches;
    if (j->o->relay || is_last) quit(j); /* a relay's next match waits for its next client */
    if (start_program(j, &err)) return;
    send_frame(j, WIRE_OVER, 127, j->match, NULL);
    say(j, j->o->relay ? "the client has left" : err.text);
}

static void end_match(struct join *j, const struct wire_frame *f)
{
    struct err err;
    struct json_read *t = json_read_open(f->bytes, f->len, &err);
    feed_program(j); /* its farewell */
    stop_program(j);
    join_note_drop(&j->note);
    j->match = 0;
    j->played++;
    if (t) tell_end(j, t);
    if (t) say_json(j, "end", f->bytes, f->len);
    json_read_close(t);
    if (j->o->matches > 0 && j->played >= j->o->matches) j->is_leaving = true;
    if (j->is_leaving) quit(j);
}

static bool hear(struct join *j, const struct wire_frame *f)
{
    char text[SAID];
    if (wire_counts(f->kind)) j->queue.got += (int64_t)f->size;
    switch (f->kind) {
    case WIRE_PING:
        return resend_queue_confirm(&j->queue, f->b) &&
               send_frame(j, WIRE_PONG, f->a, j->queue.got, NULL);
    case WIRE_BACK: return resend_queue_confirm(&j->queue, f->b) && resend_queue_resume(&j->queue);
    case WIRE_PLACE: snprintf(j->place, PLACE, "%.*s", (int)f->len, f->bytes); return true;
    case WIRE_MATCH: begin_match(j, f); return true;
    case WIRE_END: end_match(j, f); return true;
    case WIRE_DATA:
        return f->b != j->match || !j->has_program ||
               bytes_add(&j->input, f->bytes, f->len, INPUT_MOST);
    case WIRE_BYE: clean(f->bytes, f->len, j->bye); return false;
    case WIRE_NOTE:
        clean(f->bytes, f->len, text);
        say(j, text);
        return true;
    case WIRE_PONG:
    case WIRE_OVER:
    case WIRE_QUIT:
    case WIRE_KINDS:
    default: return false;
    }
}

/* False: the line is broken. */
static bool read_line(struct join *j)
{
    for (;;) {
        size_t room;
        struct wire_frame f;
        enum wire_result result;
        char *to = wire_room(&j->wire, &room);
        int64_t got = remote_line_read(j->line, to, room);
        if (got <= 0) return got == 0;
        j->heard_us = clock_us();
        wire_got(&j->wire, (size_t)got);
        while ((result = wire_next(&j->wire, &f)) == WIRE_FOUND)
            if (!hear(j, &f)) return false;
        if (result == WIRE_WRONG) return false;
    }
}

static bool write_line(struct join *j)
{
    struct bytes *out = &j->queue.out;
    while (out->len > 0) {
        int64_t sent = remote_line_write(j->line, out->buf, out->len);
        if (sent <= 0) return sent == 0;
        bytes_take(out, (size_t)sent);
    }
    return true;
}

/* ---- connecting ---- */

static void break_line(struct join *j)
{
    remote_line_close(j->line);
    j->line = NULL;
    j->wire.len = j->wire.used = 0;
    resend_queue_break(&j->queue);
}

static void forget_place(struct join *j, const char *why)
{
    char line[1024];
    snprintf(line, sizeof line, "match %lld is given up: %s", (long long)j->match, why);
    if (j->match) say(j, line);
    stop_program(j);
    join_note_drop(&j->note);
    resend_queue_free(&j->queue);
    j->place[0] = '\0';
    j->match = 0;
    j->has_quit = false;
}

static void make_path(const struct join *j, char path[PATH_SIZE])
{
    char got[24];
    snprintf(path, PATH_SIZE, "/api/v1/home/line");
    snprintf(got, sizeof got, "%lld", (long long)j->queue.got);
    if (j->place[0]) {
        remote_add_query(path, PATH_SIZE, "place", j->place);
        remote_add_query(path, PATH_SIZE, "got", got);
        return;
    }
    if (j->o->game) remote_add_query(path, PATH_SIZE, "game", j->o->game);
    if (j->o->ladder) remote_add_query(path, PATH_SIZE, "ladder", j->o->ladder);
    if (j->o->room) remote_add_query(path, PATH_SIZE, "room", j->o->room);
}

/* Whether it is worth trying again: the site is away, or full, and not unwilling. */
static bool may_come(int status)
{
    return status == 0 || status == 429 || status >= 500;
}

/* Opens the line, again and again while the site is away; at the very first it is tried a few
   times. False when it does not want us, or we are asked to stop. */
static bool open_line(struct join *j, bool is_first, struct err *err)
{
    int64_t since_us = clock_us(), pause_us = PAUSE_US;
    int tries = 0;
    while (!stop_asked() || j->match) {
        char path[PATH_SIZE];
        int status;
        make_path(j, path);
        j->line = remote_line_open(j->remote, path, WIRE_PROTOCOL, &status, err);
        j->heard_us = clock_us();
        if (j->line) return true;
        bool is_late = j->place[0] && clock_us() - since_us > RETRY_US;
        if (j->place[0] && (status == 404 || is_late)) {
            forget_place(j, is_late ? err->text : "the site has given the place away");
            if (j->is_leaving) return true;
            continue;
        }
        if (!may_come(status) || (is_first && ++tries == FIRST_TRIES)) return false;
        say(j, err->text);
        stop_poll(NULL, 0, pause_us);
        pause_us = 2 * pause_us < PAUSE_MOST_US ? 2 * pause_us : PAUSE_MOST_US;
    }
    return err_set(err, "stopped");
}

/* ---- going round ---- */

enum { FD_LINE, FD_OUT, FD_IN, FD_ERR, FD_END, FDS };

static void want(const struct join *j, struct pollfd fds[FDS])
{
    bool has_room = j->queue.kept.len < KEPT_MOST, runs = j->has_program;
    bool is_own = runs && !j->o->relay;
    for (int i = 0; i < FDS; i++) fds[i] = (struct pollfd){.fd = -1, .events = POLLIN};
    fds[FD_LINE].fd = remote_line_fd(j->line);
    if (j->queue.out.len > 0) fds[FD_LINE].events |= POLLOUT;
    if (runs && has_room) fds[FD_OUT].fd = out_of(j);
    if (runs && j->input.len > 0) {
        fds[FD_IN].fd = in_of(j);
        fds[FD_IN].events = POLLOUT;
    }
    if (is_own) fds[FD_ERR].fd = j->program.err;
    if (is_own && has_room) fds[FD_END].fd = j->program.pidfd;
}

/* The program has ended: what it wrote before counts, whoever still holds its pipe. */
static void hear_end(struct join *j)
{
    while (j->has_program && j->queue.kept.len < KEPT_MOST && read_program(j)) continue;
    if (!j->has_program || j->queue.kept.len >= KEPT_MOST) return;
    send_frame(j, WIRE_OVER, 0, j->match, NULL);
    stop_program(j);
}

static void hear_stop(struct join *j)
{
    if (!stop_asked() || j->is_leaving) return;
    j->is_leaving = true;
    if (!j->match) return;
    say(j, "leaving after this match; once more to leave at once");
    quit(j);
}

/* A client that does not want to wait for a match. */
static void look_after_client(struct join *j)
{
    char byte;
    if (j->client < 0 || j->match) return;
    if (recv(j->client, &byte, 1, MSG_PEEK | MSG_DONTWAIT) == 0) file_close(&j->client);
}

/* False: the line is broken. */
static bool turn(struct join *j)
{
    struct pollfd fds[FDS];
    want(j, fds);
    stop_poll(fds, FDS, j->name.len > 0 ? NAME_US / 4 : 1000 * 1000);
    hear_stop(j);
    if (!read_line(j)) return false;
    if (clock_us() - j->heard_us > SILENT_US) return false;
    if (j->has_program && fds[FD_ERR].revents && j->program.err >= 0) show_err(j);
    if (j->has_program && fds[FD_OUT].revents) read_program(j);
    if (j->has_program && fds[FD_END].revents) hear_end(j);
    send_name(j);
    feed_program(j);
    look_after_client(j);
    show_turn(j);
    return write_line(j);
}

static bool is_done(const struct join *j)
{
    bool has_left = j->o->relay && j->client < 0; /* the next client gets a line of its own */
    return (j->is_leaving || has_left) && !j->match;
}

/* Until the place is left. False when the site does not want us. */
static bool keep_line(struct join *j, struct err *err)
{
    for (bool is_first = j->played == 0; !is_done(j); is_first = false) {
        if (!open_line(j, is_first, err)) return stop_asked();
        if (j->line && !j->place[0] && !j->o->relay) say(j, "waiting for an opponent");
        while (j->line && !is_done(j) && turn(j)) continue;
        if (j->line) write_line(j);
        break_line(j);
        if (j->bye[0]) return err_set(err, "the site says: %s", j->bye);
        hear_stop(j);
    }
    return true;
}

/* ---- a relay ---- */

/* Waits for a client; false when we are asked to stop. */
static bool wait_for_client(struct join *j)
{
    char from[64];
    while (!stop_asked()) {
        struct pollfd fd = {.fd = j->listener, .events = POLLIN};
        stop_poll(&fd, 1, -1);
        if (stop_asked()) return false;
        j->client = sock_accept(j->listener, from, sizeof from);
        if (j->client >= 0) return true;
    }
    return false;
}

static bool relay(struct join *j, struct err *err)
{
    if (!sock_listen(j->o->relay, &j->listener, err)) return false;
    say(j, "waiting for a client");
    while (!j->is_leaving && wait_for_client(j)) {
        j->has_quit = false;
        if (!keep_line(j, err)) return false;
        stop_program(j);
        j->place[0] = '\0';
        resend_queue_free(&j->queue);
    }
    return true;
}

bool join_run(const struct join_options *o, struct err *err)
{
    struct join j = {
        .o = o, .program = PROC_NONE, .listener = -1, .client = -1, .note = {.fd = -1}};
    j.remote = remote_open(&o->site, err);
    if (!j.remote) return false;
    bool ok = o->relay ? relay(&j, err) : keep_line(&j, err);
    stop_program(&j);
    join_note_drop(&j.note);
    break_line(&j);
    file_close(&j.listener);
    resend_queue_free(&j.queue);
    free(j.input.buf);
    free(j.name.buf);
    remote_close(j.remote);
    return ok;
}

/* ---- clients that were killed ---- */

static void give_up(void *arg, const char *place, int64_t match)
{
    struct remote *remote = arg;
    struct remote_answer answer;
    struct err err;
    char path[256];
    snprintf(path, sizeof path, "/api/v1/home/places/%s", place);
    bool ok = remote_ask(remote, "DELETE", path, NULL, &answer, &err);
    free(answer.bytes);
    fprintf(stderr, "taisen: a client that was killed was playing match %lld; %s\n",
            (long long)match, ok ? "it is given up" : "it has ended meanwhile");
}

void join_clear(const struct join_options *o)
{
    struct err ignored; /* who cannot be reached is told later */
    struct remote *remote = remote_open(&o->site, &ignored);
    if (remote) join_note_left(o->site.url, give_up, remote);
    remote_close(remote);
}
