/*
 * A line to a site: frames in and out, the line opened again when it breaks, and the loop round it
 * all.
 */
#include "cli/join/join.h"

#include "cli/cli.h"
#include "cli/join/join_internal.h"
#include "os/clock.h"
#include "os/file.h"
#include "os/json_read.h"
#include "os/sock.h"
#include "os/stop.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

enum {
    PATH_SIZE = 2048,
    SILENT_US = 20 * 1000 * 1000, /* the site sends something every five seconds */
    RETRY_US = 55 * 1000 * 1000,  /* after that the site has given the place away */
    PAUSE_MOST_US = 5 * 1000 * 1000,
    FIRST_TRIES = 3,
    KEPT_MOST = RESEND_QUEUE_MOST / 2,
    INPUT_MOST = 16 << 20
};

/* ---- frames ---- */

static void quit(struct join *j)
{
    if (!j->has_quit) join_send(j, WIRE_QUIT, 0, 0, NULL);
    j->has_quit = true;
}

static void begin_match(struct join *j, const struct wire_frame *f)
{
    char line[512];
    struct err err;
    struct json_read *t = json_read_open(f->bytes, f->len, &err);
    if (!t) return;
    if (!j->o->relay) join_stop(j);
    j->match = join_read_int(t, "match");
    join_read_text(t, "opponent", j->opponent);
    json_read_close(t);
    join_note_write(&j->note, j->o->site.url, j->place, j->match);
    snprintf(line, sizeof line, _("match %lld: against %s"), (long long)j->match, j->opponent);
    join_say(j, line);
    join_say_json(j, "match", f->bytes, f->len);
    bool is_last = j->o->matches > 0 && j->played + 1 >= j->o->matches;
    if (j->o->relay || is_last) quit(j); /* a relay's next match waits for its next client */
    if (join_start(j, &err)) return;
    join_send(j, WIRE_OVER, 127, j->match, NULL);
    join_say(j, j->o->relay ? "the client has left" : sentence(&err));
}

static void end_match(struct join *j, const struct wire_frame *f)
{
    struct err err;
    struct json_read *t = json_read_open(f->bytes, f->len, &err);
    join_feed(j); /* its farewell */
    join_stop(j);
    join_note_drop(&j->note);
    j->match = 0;
    j->played++;
    if (t) join_tell_end(j, t);
    if (t) join_say_json(j, "end", f->bytes, f->len);
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
               join_send(j, WIRE_PONG, f->a, j->queue.got, NULL);
    case WIRE_BACK:
        j->is_back = true;
        return resend_queue_confirm(&j->queue, f->b) && resend_queue_resume(&j->queue);
    case WIRE_PLACE: snprintf(j->place, PLACE, "%.*s", (int)f->len, f->bytes); return true;
    case WIRE_MATCH: begin_match(j, f); return true;
    case WIRE_END: end_match(j, f); return true;
    case WIRE_DATA:
        return f->b != j->match || !j->has_program ||
               bytes_add(&j->input, f->bytes, f->len, INPUT_MOST);
    case WIRE_BYE: join_clean(f->bytes, f->len, j->bye); return false;
    case WIRE_NOTE:
        join_clean(f->bytes, f->len, text);
        join_say(j, text);
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
    j->is_back = false;
    j->wire.len = j->wire.used = 0;
    resend_queue_break(&j->queue);
}

static void forget_place(struct join *j, const char *why)
{
    char line[1024];
    snprintf(line, sizeof line, _("match %lld is given up: %s"), (long long)j->match, why);
    if (j->match) join_say(j, line);
    join_stop(j);
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
            forget_place(j, is_late ? sentence(err) : _("the site has given the place away"));
            if (j->is_leaving) return true;
            continue;
        }
        if (!may_come(status) || (is_first && ++tries == FIRST_TRIES)) return false;
        join_say(j, sentence(err));
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
    if (runs && has_room) fds[FD_OUT].fd = join_out(j);
    if (runs && j->input.len > 0) {
        fds[FD_IN].fd = join_in(j);
        fds[FD_IN].events = POLLOUT;
    }
    if (is_own) fds[FD_ERR].fd = j->program.err;
    if (is_own && has_room) fds[FD_END].fd = j->program.pidfd;
}

/* The program has ended: what it wrote before counts, whoever still holds its pipe. */
static void hear_end(struct join *j)
{
    while (j->has_program && j->queue.kept.len < KEPT_MOST && join_read(j)) continue;
    if (!j->has_program || j->queue.kept.len >= KEPT_MOST) return;
    join_send(j, WIRE_OVER, 0, j->match, NULL);
    join_stop(j);
}

static void hear_stop(struct join *j)
{
    if (!stop_asked() || j->is_leaving) return;
    j->is_leaving = true;
    if (!j->match) return;
    join_say(j, "leaving after this match; once more to leave at once");
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
    if (j->has_program && fds[FD_ERR].revents && j->program.err >= 0) join_show_err(j);
    if (j->has_program && fds[FD_OUT].revents) join_read(j);
    if (j->has_program && fds[FD_END].revents) hear_end(j);
    join_send_name(j);
    join_feed(j);
    look_after_client(j);
    join_show_turn(j);
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
        if (j->line && !j->place[0] && !j->o->relay) join_say(j, "waiting for an opponent");
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
    join_say(j, "waiting for a client");
    while (!j->is_leaving && wait_for_client(j)) {
        j->has_quit = false;
        if (!keep_line(j, err)) return false;
        join_stop(j);
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
    join_stop(&j);
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
    fprintf(stderr,
            ok ? _("taisen: a client that was killed was playing match %lld; it is given up\n")
               : _("taisen: a client that was killed was playing match %lld; it has ended "
                   "meanwhile\n"),
            (long long)match);
}

void join_clear(const struct join_options *o)
{
    struct err ignored; /* who cannot be reached is told later */
    struct remote *remote = remote_open(&o->site, &ignored);
    if (remote) join_note_left(o->site.url, give_up, remote);
    remote_close(remote);
}
