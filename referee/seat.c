/* Bytes to and from one player without ever blocking: what poll() allows is done, everything is
   bounded, and a flood is read just often enough that nobody waits for us. */
#include "referee/seat.h"

#include "base/utf8.h"
#include "bots/human.h"
#include "bots/serve.h"
#include "os/clock.h"
#include "os/cores.h"
#include "os/file.h"
#include "os/sock.h"
#include "os/stop.h"
#include "os/tty.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FD_OUT, FD_IN, FD_ERR, FD_END, FD_LISTEN };
/* For a TCP client to read our last message. */
enum { GOODBYE_US = 300 * 1000, SILENT_GOODBYE_US = 10 * 1000 };
enum { ERR_CHUNK = 16 * 1024, ERR_REST_US = 1000 };
/* For one that has closed its output to end. */
enum { LAST_WORDS_MS = 500 };

static const char bot_prefix[] = "bot:", tcp_prefix[] = "tcp:", unix_prefix[] = "unix:";

bool seat_spec_is_bot(const char *spec)
{
    return strncmp(spec, bot_prefix, sizeof bot_prefix - 1) == 0;
}

bool seat_spec_is_tcp(const char *spec)
{
    return strncmp(spec, tcp_prefix, sizeof tcp_prefix - 1) == 0;
}

static bool is_unix(const char *spec)
{
    return strncmp(spec, unix_prefix, sizeof unix_prefix - 1) == 0;
}

bool seat_spec_is_human(const char *spec)
{
    return strcmp(spec, "human") == 0;
}

bool seat_check(const struct game *game, const char *spec, struct err *err)
{
    struct bot_choice ignored;
    if (seat_spec_is_bot(spec)) return bot_read(game, spec + sizeof bot_prefix - 1, &ignored, err);
    if (spec[strspn(spec, " \t")] == '\0')
        return err_code(err, "seat-empty: a seat is empty: name a program or bot:NAME");
    return true;
}

/* A bot or a person is a child like any other, only that it is our own code that runs there. */
struct own_child {
    const struct game *game;
    struct bot_choice choice; /* no bot: a person */
    uint64_t seed;
};

static int run_bot(void *arg)
{
    const struct own_child *c = arg;
    struct err err;
    stop_reset_in_child();
    if (bot_serve(c->game, &c->choice, c->seed, STDIN_FILENO, STDOUT_FILENO, &err)) return 0;
    dprintf(STDERR_FILENO, "bot:%s: %s\n", c->choice.bot->name, err.text);
    return 1;
}

static int run_human(void *arg)
{
    const struct own_child *c = arg;
    struct err err;
    stop_reset_in_child();
    if (human_serve(c->game, STDIN_FILENO, STDOUT_FILENO, &err)) return 0;
    dprintf(STDERR_FILENO, "human: %s\n", err.text);
    return 1;
}

static bool is_program(const char *spec)
{
    return !seat_spec_is_bot(spec) && !seat_spec_is_tcp(spec) && !is_unix(spec) &&
           !seat_spec_is_human(spec);
}

/* In the cage, with nothing of the others' in sight. */
static bool start_apart(struct seat *s, const struct seat_options *o, struct err *err)
{
    const char **others = calloc((size_t)o->other_count + 1, sizeof *others);
    struct view_command command = {.text = o->spec, .others = others};
    if (!others) return err_set(err, "out of memory");
    for (int i = 0; i < o->other_count; i++)
        if (is_program(o->others[i])) others[command.other_count++] = o->others[i];
    bool ok = cage_start(o->cage, o->slot, &o->caged, &command, &s->proc, err);
    if (!cage_find_reason(o->cage, &command, s->reason)) s->reason[0] = '\0';
    free(others);
    return ok;
}

static bool start_program(struct seat *s, const struct seat_options *o, struct err *err)
{
    assert(o->cage || !o->home); /* what lives at home is nobody we trust */
    if (!o->cage) return proc_start(&s->proc, o->spec, err);
    s->cage = o->cage;
    s->slot = o->slot;
    s->slot_cpu_us = cage_cpu_us(o->cage, o->slot);
    s->slot_kills = cage_memory_kills(o->cage, o->slot);
    s->memory_limit =
        o->caged.memory_bytes > 0 ? o->caged.memory_bytes : o->cage->limits.memory_bytes;
    if (o->home)
        return cage_start_at_home(o->cage, o->slot, &o->caged, o->home, o->spec, &s->proc, err);
    return start_apart(s, o, err);
}

static void take_socket(struct seat *s, int fd)
{
    s->proc.out = fd;
    s->proc.in = fcntl(fd, F_DUPFD_CLOEXEC, 3);
}

/* Somebody waits there already: whoever relays what a person says. */
static bool connect_unix(struct seat *s, const char *path, struct err *err)
{
    int fd;
    s->is_tcp = true;
    if (!sock_connect_file(path, &fd, err)) return false;
    take_socket(s, fd);
    return true;
}

static bool start(struct seat *s, const struct seat_options *o, struct err *err)
{
    struct own_child child = {.game = o->game, .seed = o->seed};
    if (is_unix(o->spec)) return connect_unix(s, o->spec + sizeof unix_prefix - 1, err);
    if (seat_spec_is_tcp(o->spec)) {
        s->is_tcp = true;
        s->listener = o->listener > 0 ? o->listener : -1;
        s->owns_listener = o->listener <= 0;
        return !s->owns_listener || sock_listen(o->spec + sizeof tcp_prefix - 1, &s->listener, err);
    }
    if (seat_spec_is_human(o->spec)) {
        s->is_human = true;
        tty_save();
        return proc_fork(&s->proc, PROC_OUR_SESSION, run_human, &child, err);
    }
    if (!seat_spec_is_bot(o->spec)) return start_program(s, o, err);
    if (!bot_read(o->game, o->spec + sizeof bot_prefix - 1, &child.choice, err)) return false;
    return proc_fork(&s->proc, PROC_OWN_SESSION, run_bot, &child, err);
}

/* A child inherits the cores of the arena at the moment of its start. */
static bool start_pinned(struct seat *s, const struct seat_options *o, struct err *err)
{
    cpu_set_t ours;
    if (!o->core) return start(s, o, err);
    if (!cores_get(&ours, err) || !cores_pin(*o->core, err)) return false;
    bool ok = start(s, o, err);
    return cores_set(&ours, err) && ok;
}

static bool open_log(struct seat *s, const char *path, struct err *err)
{
    s->log = -1;
    s->log_room = SEAT_LOG_MAX;
    if (!path) return true;
    s->log = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    return s->log >= 0 || err_sys(err, "cannot write %s", path);
}

static void set_limits(struct seat *s, const struct seat_limits *l, size_t answer_max)
{
    bool is_shorter = l->answer_bytes > 0 && (size_t)l->answer_bytes < answer_max;
    s->got_cap = is_shorter ? (size_t)l->answer_bytes : answer_max;
    s->out_room = l->output_bytes > 0 ? (size_t)l->output_bytes : SIZE_MAX;
    s->err_room = l->err_bytes > 0 ? (size_t)l->err_bytes : SEAT_ERR_MATCH;
}

bool seat_open(struct seat *s, const struct seat_options *o, struct err *err)
{
    *s = SEAT_NONE;
    s->is_far = o->line.held_us != NULL;
    set_limits(s, &o->limits, o->game->answer_max);
    s->got = malloc(s->got_cap);
    char *kept = malloc(SEAT_ERR_TURN);
    if (kept) s->err = text_on(kept, SEAT_ERR_TURN);
    bool ok = s->got && kept ? open_log(s, o->log_path, err) && start_pinned(s, o, err)
                             : err_set(err, "out of memory");
    if (!ok) seat_close(s, 0, &(struct proc_end){0});
    return ok;
}

static bool reached_memory_limit(const struct seat *s)
{
    return cage_memory_kills(s->cage, s->slot) > s->slot_kills;
}

/* Those count too who were not waited for. */
static void end_caged(const struct seat *s, int64_t cpu_us, struct proc_end *how)
{
    int64_t peak_kb = cage_peak_kb(s->cage, s->slot);
    if (reached_memory_limit(s)) how->memory_limit = s->memory_limit;
    cage_kill(s->cage, s->slot);
    if (cpu_us >= 0) how->cpu_us = cpu_us;
    if (peak_kb >= 0) how->rss_kb = peak_kb;
}

void seat_close(struct seat *s, int64_t wait_us, struct proc_end *how)
{
    seat_pause(s, false); /* the frozen cannot even be killed */
    if (s->is_tcp) {
        file_close(&s->proc.in);
        sock_close(&s->proc.out, s->is_silent ? SILENT_GOODBYE_US : GOODBYE_US);
    }
    if (s->owns_listener) file_close(&s->listener);
    int64_t cpu_us = s->cage ? seat_cpu_us(s) : -1;
    struct tree_use use = seat_use(s);
    proc_end(&s->proc, wait_us, how);
    /* Its children were not waited for: nobody else knows what they used. */
    how->wait_us = use.wait_us;
    if (use.cpu_us > how->cpu_us) how->cpu_us = use.cpu_us;
    if (use.rss_kb > how->rss_kb) how->rss_kb = use.rss_kb;
    if (s->cage) end_caged(s, cpu_us, how);
    if (s->is_human) tty_restore();
    file_close(&s->log);
    free(s->got);
    free(s->err.buf);
    s->got = s->err.buf = NULL;
}

int64_t seat_cpu_us(const struct seat *s)
{
    if (s->is_tcp) return 0;
    if (s->cage && s->slot_cpu_us >= 0) return cage_cpu_us(s->cage, s->slot) - s->slot_cpu_us;
    return tree_cpu_us(s->proc.pid);
}

struct tree_use seat_use(const struct seat *s)
{
    return tree_use(s->is_tcp ? 0 : s->proc.pid);
}

void seat_pause(struct seat *s, bool paused)
{
    int signal = paused ? SIGSTOP : SIGCONT;
    if (s->is_paused == paused || s->is_tcp || s->is_human || s->proc.pid <= 0) return;
    s->is_paused = paused;
    if (s->cage && cage_freeze(s->cage, s->slot, paused)) return;
    if (s->cage)
        tree_signal(s->proc.pid, signal); /* its processes are in sessions of their own */
    else
        kill(-s->proc.pid, signal);
}

static void send_some(struct seat *s)
{
    while (s->unsent_len > 0 && s->proc.in >= 0) {
        ssize_t sent = write(s->proc.in, s->unsent, s->unsent_len);
        if (sent < 0 && errno == EINTR) continue;
        if (sent < 0 && errno == EAGAIN) return;
        if (sent < 0)
            file_close(&s->proc.in); /* it does not want to read any more */
        else
            s->unsent += sent, s->unsent_len -= (size_t)sent;
    }
    /* A player may answer without reading; that its input is closed costs nothing by itself. */
    if (s->proc.in < 0) s->unsent_len = 0;
}

void seat_send(struct seat *s, const char *bytes, size_t len)
{
    s->unsent = bytes;
    s->unsent_len = len;
    send_some(s);
}

/* One read; true when it brought something. */
static bool receive(struct seat *s)
{
    assert(s->got_len <= s->got_cap);
    size_t room = s->got_cap - s->got_len;
    if (room > s->out_room) room = s->out_room;
    if (s->closed || room == 0) return false;
    ssize_t n = read(s->proc.out, s->got + s->got_len, room);
    if (n < 0 && (errno == EINTR || errno == EAGAIN)) return false;
    if (n <= 0) {
        s->closed = true;
        return false;
    }
    if (s->got_len == 0) s->got_us = clock_us();
    if (memchr(s->got + s->got_len, '\n', (size_t)n)) s->fresh = true;
    s->got_len += (size_t)n;
    if (s->out_room != SIZE_MAX) s->out_room -= (size_t)n;
    return true;
}

static void keep_err(struct seat *s, const char *bytes, size_t len)
{
    size_t keep = len < s->err_room ? len : s->err_room;
    size_t logged = len < s->log_room ? len : s->log_room;
    size_t before = s->err.len;
    struct err ignored; /* a full disk costs the log, not the match */
    text_bytes(&s->err, bytes, keep);
    assert(s->err.len - before <= s->err_room);
    s->err_room -= s->err.len - before;
    if (s->log >= 0 && logged > 0 && file_write(s->log, bytes, logged, &ignored))
        s->log_room -= logged;
}

static bool receive_err(struct seat *s)
{
    char bytes[ERR_CHUNK];
    if (s->proc.err < 0) return false;
    ssize_t n = read(s->proc.err, bytes, sizeof bytes);
    if (n > 0) keep_err(s, bytes, (size_t)n);
    if (n == 0 || (n < 0 && errno != EINTR && errno != EAGAIN)) file_close(&s->proc.err);
    return n > 0;
}

/* At most what a pipe holds: a player that floods it cannot keep us here. */
static int read_err(struct seat *s)
{
    int chunks = 0;
    while (chunks < 5 && receive_err(s)) chunks++;
    return chunks;
}

void seat_drain_err(struct seat *s)
{
    read_err(s);
}

void seat_hear_turn(struct seat *s)
{
    if (s->err_us > 0 || s->err.len > 0) read_err(s);
}

void seat_explain(struct seat *s)
{
    char size[32], line[600];
    if (!s->cage || !s->closed || s->is_explained) return;
    bool at_limit = reached_memory_limit(s);
    if (!at_limit && !s->reason[0]) return;
    s->is_explained = true;
    cage_write_size(s->memory_limit, size);
    bool is_begun = s->err.len > 0 && s->err.buf[s->err.len - 1] != '\n';
    int len = snprintf(line, sizeof line, "%ssandbox: %s%s%s\n", is_begun ? "\n" : "",
                       at_limit ? "memory limit (" : s->reason, at_limit ? size : "",
                       at_limit ? ")" : "");
    keep_err(s, line, (size_t)len);
}

void seat_hear_out(struct seat *s)
{
    if (s->proc.err >= 0) {
        poll(&(struct pollfd){.fd = s->proc.pidfd, .events = POLLIN}, 1,
             s->closed ? LAST_WORDS_MS : 0);
        seat_drain_err(s);
    }
    seat_explain(s);
}

void seat_last_line(const struct seat *s, char *out, size_t size)
{
    struct text t = text_on(out, size);
    size_t end = s->err.len;
    while (end > 0 && strchr("\r\n ", s->err.buf[end - 1])) end--;
    size_t begin = end;
    while (begin > 0 && s->err.buf[begin - 1] != '\n') begin--;
    *out = '\0';
    text_line(&t, s->err.buf + begin, utf8_cut(s->err.buf + begin, end - begin, size - 1));
}

int64_t seat_want(const struct seat *s, bool listening, int64_t now_us, struct pollfd fds[SEAT_FDS])
{
    bool open = listening && !s->closed && !seat_is_empty(s);
    bool rests = s->proc.err >= 0 && now_us < s->err_us;
    fds[FD_OUT] =
        (struct pollfd){.fd = open && !seat_is_full(s) ? s->proc.out : -1, .events = POLLIN};
    fds[FD_IN] = (struct pollfd){.fd = s->unsent_len > 0 ? s->proc.in : -1, .events = POLLOUT};
    fds[FD_ERR] = (struct pollfd){.fd = rests ? -1 : s->proc.err, .events = POLLIN};
    fds[FD_END] = (struct pollfd){.fd = open ? s->proc.pidfd : -1, .events = POLLIN};
    fds[FD_LISTEN] = (struct pollfd){.fd = s->listener, .events = POLLIN};
    return rests ? s->err_us : INT64_MAX;
}

/* The first client takes the seat; whoever comes later is sent away. */
static void welcome(struct seat *s)
{
    char from[64];
    int fd = sock_accept(s->listener, from, sizeof from);
    if (fd < 0) return;
    snprintf(s->notice_about, sizeof s->notice_about, "%s", from);
    if (seat_is_empty(s)) {
        take_socket(s, fd);
        s->notice = NOTICE_CONNECTED;
        return;
    }
    close(fd);
    s->notice = NOTICE_REFUSED;
}

void seat_work(struct seat *s, const struct pollfd fds[SEAT_FDS])
{
    if (fds[FD_LISTEN].revents) welcome(s);
    if (fds[FD_IN].revents) send_some(s);
    if (fds[FD_ERR].revents) s->err_us = read_err(s) > 1 ? clock_us() + ERR_REST_US : 0;
    if (fds[FD_OUT].revents) receive(s);
    if (fds[FD_END].revents) {
        /* The process has ended: what it wrote before counts, but nothing more will come, even
           if a child of its own still holds the pipe. */
        while (receive(s)) continue;
        if (s->got_len < s->got_cap) s->closed = true;
    }
}

void seat_take(struct seat *s, size_t used)
{
    assert(used <= s->got_len && s->got_len <= s->got_cap);
    s->got_len -= used;
    if (s->got_len > 0) memmove(s->got, s->got + used, s->got_len);
    s->fresh = s->got_len > 0;
}
