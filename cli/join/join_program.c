/* The program of a match, or the client of a relay: its start and end, its input and output. */
#include "cli/join/join_internal.h"
#include "os/clock.h"
#include "os/file.h"
#include "os/sock.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int join_out(const struct join *j)
{
    return j->o->relay ? j->client : j->program.out;
}

int join_in(const struct join *j)
{
    return j->o->relay ? j->client : j->program.in;
}

bool join_start(struct join *j, struct err *err)
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

void join_stop(struct join *j)
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

void join_feed(struct join *j)
{
    while (j->has_program && j->input.len > 0) {
        ssize_t sent = join_in(j) < 0 ? -1 : write(join_in(j), j->input.buf, j->input.len);
        if (sent < 0 && errno == EINTR) continue;
        if (sent < 0 && errno == EAGAIN && join_in(j) >= 0) return;
        bytes_take(&j->input, sent < 0 ? j->input.len : (size_t)sent);
    }
}

bool join_send(struct join *j, enum wire_kind kind, int64_t a, int64_t b, const char *bytes)
{
    /* What the site lacks is sent again first: a frame that overtook it would be counted in its
     * place. */
    return resend_queue_put(&j->queue, j->line != NULL && j->is_back, kind, a, b, bytes);
}

/* Many CHaser clients send their name without a line end; the site wants one. */
void join_send_name(struct join *j)
{
    bool is_line = j->name.len > 0 && memchr(j->name.buf, '\n', j->name.len);
    bool is_late = j->name.len > 0 && clock_us() - j->name_us > NAME_US;
    if (j->name_us < 0 || (!is_line && !is_late)) return;
    if (!is_line) bytes_add(&j->name, "\r\n", 2, WIRE_BYTES);
    join_send(j, WIRE_DATA, (int64_t)j->name.len, j->match, j->name.buf);
    j->name.len = 0;
    j->name_us = -1;
}

/* One read; true when it brought something. */
bool join_read(struct join *j)
{
    char bytes[WIRE_BYTES - 2];
    ssize_t got = read(join_out(j), bytes, sizeof bytes);
    if (got < 0 && (errno == EAGAIN || errno == EINTR)) return false;
    if (got > 0 && j->name_us >= 0) {
        if (j->name.len == 0) j->name_us = clock_us();
        return bytes_add(&j->name, bytes, (size_t)got, sizeof bytes);
    }
    if (got > 0) {
        j->answers += memchr(bytes, '\n', (size_t)got) != NULL;
        return join_send(j, WIRE_DATA, got, j->match, bytes);
    }
    join_send(j, WIRE_OVER, 0, j->match, NULL);
    join_stop(j);
    return false;
}

void join_show_err(struct join *j)
{
    char bytes[4096];
    struct err ignored;
    ssize_t got = read(j->program.err, bytes, sizeof bytes);
    if (got > 0) file_write(STDERR_FILENO, bytes, (size_t)got, &ignored);
    if (got == 0) file_close(&j->program.err);
}
