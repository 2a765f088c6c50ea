/* One cage for the compiler, another for the test games. What comes out of the first is read as
   a stranger's archive, because the compiler ran a stranger's code. */
#include "league/build/build.h"

#include "base/json_write.h"
#include "base/text.h"
#include "league/build/bundle.h"
#include "league/build/kit.h"
#include "league/build/program_cache.h"
#include "league/build/source.h"
#include "os/clock.h"
#include "os/file.h"
#include "os/folder.h"
#include "os/stop.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    LOG_HEAD = 8 * 1024, /* of a long log: its beginning, and the rest of the room its end */
    SAID_MOST = 64 << 20,
    TAR_MORE = 16 << 20,
    PACKED_MOST = 16 << 20,
    REPORT_MOST = 64 * 1024,
    CHECK_TRIES = 3,
    COMMAND = 2048
};
/* A compiler needs more than a player. */
static const struct cage_limits limits = {.memory_bytes = INT64_C(1536) << 20,
                                          .processes = 256,
                                          .file_bytes = INT64_C(128) << 20,
                                          .tmp_bytes = INT64_C(256) << 20};
/* Written before the build line is run: without it, the cage itself has failed. */
static const char mark[] = "unpacked\n";

/* ---- what the compiler says ---- */

struct log {
    char bytes[BUILD_LOG];
    size_t len;  /* of what is kept */
    size_t said; /* in all */
};

/* Where the end no longer fits, half of what is not the beginning goes. */
static void log_add(struct log *l, const char *bytes, size_t len)
{
    l->said += len;
    if (len > sizeof l->bytes - LOG_HEAD) {
        bytes += len - (sizeof l->bytes - LOG_HEAD);
        len = sizeof l->bytes - LOG_HEAD;
    }
    if (l->len + len > sizeof l->bytes) {
        size_t room = sizeof l->bytes - LOG_HEAD, kept = room - len;
        if (kept > room / 2) kept = room / 2;
        memmove(l->bytes + LOG_HEAD, l->bytes + l->len - kept, kept);
        l->len = LOG_HEAD + kept;
    }
    memcpy(l->bytes + l->len, bytes, len);
    l->len += len;
}

static char *log_json(const struct log *l, struct err *err)
{
    enum { MORE = 256 };
    char *json = malloc(6 * sizeof l->bytes + MORE), *whole = malloc(sizeof l->bytes + MORE);
    size_t len = l->len;
    if (json && whole) {
        memcpy(whole, l->bytes, l->len);
        if (l->said > l->len) {
            int more = snprintf(whole + len, MORE, "\n[%zu bytes of this were left out above]\n",
                                l->said - l->len);
            len += (size_t)more;
        }
        struct text t = text_on(json, 6 * sizeof l->bytes + MORE);
        text_json(&t, whole, len);
    } else {
        free(json);
        json = NULL;
        err_set(err, "out of memory");
    }
    free(whole);
    return json;
}

/* ---- the build ---- */

struct making {
    const struct build_task *t;
    struct build_result *r;
    struct proc proc;
    struct log log;
    const char *in; /* what is still to be sent */
    size_t in_len;
    char *out;
    size_t out_len, out_cap;
    bool is_late, is_loud, is_big;
};

static void put_command(const struct language *l, char command[COMMAND])
{
    snprintf(command, COMMAND,
             "tar -xf - && exec 3>&1 1>&2 </dev/null && echo unpacked >&3 &&"
             " ( ( %s ) 2>&1 | head -n 1; %s ) 3>&- && exec tar -cf - . >&3",
             l->version[0] ? l->version : "true", l->build);
}

static void send_some(struct making *m)
{
    ssize_t sent = write(m->proc.in, m->in, m->in_len);
    if (sent > 0) {
        m->in += sent;
        m->in_len -= (size_t)sent;
    }
    if (m->in_len == 0 || (sent < 0 && errno != EAGAIN && errno != EINTR)) file_close(&m->proc.in);
}

static bool read_log(struct making *m)
{
    char bytes[16 * 1024];
    ssize_t got = read(m->proc.err, bytes, sizeof bytes);
    if (got > 0) log_add(&m->log, bytes, (size_t)got);
    m->is_loud = m->log.said > SAID_MOST;
    return got > 0 || (got < 0 && (errno == EAGAIN || errno == EINTR));
}

static bool read_tar(struct making *m)
{
    if (m->out_len == m->out_cap) {
        size_t cap = m->out_cap ? 2 * m->out_cap : 256 * 1024;
        char *out = realloc(m->out, cap);
        if (!out) return m->is_big = true, false;
        m->out = out;
        m->out_cap = cap;
    }
    ssize_t got = read(m->proc.out, m->out + m->out_len, m->out_cap - m->out_len);
    if (got > 0) m->out_len += (size_t)got;
    m->is_big = m->out_len > bundle_built.bytes + TAR_MORE;
    return got > 0 || (got < 0 && (errno == EAGAIN || errno == EINTR));
}

/* Until both its outputs are closed, or it has had enough of something. */
static bool listen_to(struct making *m, struct err *err)
{
    int64_t until_us = clock_us() + m->t->build_ms * 1000;
    bool hears_out = true, hears_err = true;
    while ((hears_out || hears_err) && !m->is_loud && !m->is_big) {
        struct pollfd fds[] = {{.fd = m->proc.in, .events = POLLOUT},
                               {.fd = hears_out ? m->proc.out : -1, .events = POLLIN},
                               {.fd = hears_err ? m->proc.err : -1, .events = POLLIN}};
        int64_t left_us = until_us - clock_us();
        m->is_late = left_us <= 0;
        if (m->is_late) break;
        if (stop_poll(fds, 3, left_us) < 0 && errno != EINTR) return err_sys(err, "poll");
        if (stop_asked()) return err_set(err, "stopped by signal %d", stop_signal());
        if (fds[0].fd >= 0 && fds[0].revents) send_some(m);
        if (fds[1].fd >= 0 && fds[1].revents) hears_out = read_tar(m);
        if (fds[2].fd >= 0 && fds[2].revents) hears_err = read_log(m);
    }
    return true;
}

static bool has_begun(const struct making *m)
{
    return m->out_len >= sizeof mark - 1 && memcmp(m->out, mark, sizeof mark - 1) == 0;
}

static bool run_compiler(struct making *m, struct proc_end *how, struct err *err)
{
    enum { GOODBYE_US = 1000 * 1000 };
    const struct cage *cage = m->t->check.cage;
    int slot = m->t->check.slot;
    char command[COMMAND];
    put_command(m->t->language, command);
    if (!cage_start_at_home(cage, slot, &limits, NULL, command, &m->proc, err)) return false;
    bool ok = listen_to(m, err);
    bool is_over = m->is_late || m->is_loud || m->is_big || !ok;
    if (is_over) cage_kill(cage, slot);
    proc_end(&m->proc, is_over ? 0 : GOODBYE_US, how);
    cage_kill(cage, slot);
    proc_kill_descendants();
    if (!ok) return false;
    return has_begun(m) || is_over ||
           err_set(err, "the sandbox did not work: %.200s", m->log.len ? m->log.bytes : "no word");
}

/* False when it is broken, with the reason in the result. */
static bool judge_compiler(struct making *m, const struct proc_end *how)
{
    struct err *why = &m->r->why;
    if (m->is_late)
        return err_code(why, "build-late: the build took longer than {s:%lld} s",
                        (long long)m->t->build_ms / 1000);
    if (m->is_loud)
        return err_code(why, "build-loud: the build wrote more than {mib:%d} MiB of messages",
                        SAID_MOST >> 20);
    if (m->is_big)
        return err_code(why, "build-big: the build left more than {mib:%zu} MiB of files",
                        bundle_built.bytes >> 20);
    if (how->code > 128)
        return err_code(
            why, "build-signal: the build was ended by signal {signal:%d}, as by too much memory",
            how->code - 128);
    return how->code == 0 || err_code(why,
                                      "build-status: it does not compile: `{command:%s}` ends with "
                                      "exit status {status:%d}",
                                      m->t->language->build, how->code);
}

/* What was left is packed anew: nothing of the compiler's own form comes through. */
static bool pack(struct making *m, struct err *err)
{
    struct bundle p = {0};
    struct err bad;
    bool ok = true;
    if (!bundle_read_tar(&p, &bundle_built, m->out + sizeof mark - 1,
                         m->out_len - (sizeof mark - 1), &bad))
        err_code(&m->r->why, "build-unkept: what the build left cannot be kept: {why:%p}",
                 err_value(&bad));
    else
        ok = bundle_write(&p, true, &m->r->program, &m->r->program_len, err);
    bundle_free(&p);
    if (m->r->program_len > PACKED_MOST)
        err_code(&m->r->why, "build-packed: what the build left is more than {mib:%d} MiB, packed",
                 PACKED_MOST >> 20);
    return ok;
}

static void log_line(struct making *m, const char *about, const char *text)
{
    log_add(&m->log, about, strlen(about));
    log_add(&m->log, text, strlen(text));
    log_add(&m->log, "\n", 1);
}

/* One file of a kit is enough: what else it needs is known here. */
static bool complete(struct making *m, struct bundle *p, struct err *err)
{
    char added[KIT_ADDED];
    const struct build_task *t = m->t;
    if (!t->kits) return true;
    if (!kit_complete(t->kits, t->check.game, t->language, p, added, err)) return false;
    if (added[0]) log_line(m, "added from the starter kit: ", added);
    return true;
}

static bool make_input(struct making *m, char **tar, size_t *len, struct err *err)
{
    struct bundle p = {0};
    struct err bad;
    bool ok = true;
    *tar = NULL;
    if (!source_open(&p, m->t->language, m->t->source, m->t->len, &bad))
        m->r->why = bad;
    else
        ok = complete(m, &p, err) && bundle_write(&p, false, tar, len, err);
    bundle_free(&p);
    return ok;
}

static bool compile_in(struct making *m, struct err *err)
{
    AUTO_FREE char *tar = NULL;
    struct build_result *r = m->r;
    struct proc_end how;
    if (!make_input(m, &tar, &m->in_len, err)) return false;
    log_line(m, "$ ", m->t->language->build);
    m->in = tar;
    if (!r->why.text[0] && !run_compiler(m, &how, err)) return false;
    if (!r->why.text[0] && judge_compiler(m, &how) && !pack(m, err)) return false;
    r->log = log_json(&m->log, err);
    return r->log != NULL;
}

bool build_compile(const struct build_task *t, struct build_result *r, struct err *err)
{
    struct making *m = calloc(1, sizeof *m);
    *r = (struct build_result){.log = NULL};
    if (!m) return err_set(err, "out of memory");
    m->t = t;
    m->r = r;
    m->proc = PROC_NONE;
    bool ok = compile_in(m, err);
    free(m->out);
    free(m);
    return ok;
}

/* ---- the check ---- */

struct reporting {
    struct text out;
    struct build_result *r;
    bool is_late; /* what it would lose by is the clock */
    struct build_progress *progress;
};

static void note_finding(void *arg, const struct check_finding *f)
{
    static const char *const weights[] = {"fine", "strange", "loses"};
    struct reporting *n = arg;
    char piece[8 * 1024];
    struct text t = TEXT_ON(piece);
    json_write_open(&t, NULL, '{');
    json_write_str(&t, "weight", weights[f->weight]);
    json_write_str(&t, "about", f->about);
    err_write_member(&t, "text", f->said);
    json_write_close(&t, '}');
    if (f->weight == CHECK_LOSES && !n->r->why.text[0]) {
        err_code(&n->r->why, "build-loses: it would lose: {why:%p}", err_value(f->said));
        n->is_late = strcmp(f->about, "time") == 0 || strcmp(f->about, "name") == 0;
    }
    /* A report that is too long ends early, whole. */
    if (t.cut || n->out.len + t.len + 3 >= n->out.cap) return;
    if (n->out.len > 1) text_char(&n->out, ',');
    text_bytes(&n->out, t.buf, t.len);
}

static void note_game(void *arg, int played, int most)
{
    struct build_progress *p = ((struct reporting *)arg)->progress;
    if (!p) return;
    p->checked = played;
    p->checks = most;
}

/* What loses by the clock may have lost to a busy machine: it is tried again. */
static bool check(const struct build_task *t, const char *folder, struct build_result *r,
                  struct err *err)
{
    struct check_options o = t->check;
    struct reporting n = {.r = r};
    bool ok = true;
    r->report = malloc(REPORT_MOST);
    if (!r->report) return err_set(err, "out of memory");
    o.command = t->language->run;
    o.home = folder;
    o.told_game = note_game;
    for (int i = 0; ok && i < CHECK_TRIES && (i == 0 || n.is_late); i++) {
        n = (struct reporting){
            .out = text_on(r->report, REPORT_MOST), .r = r, .progress = t->progress};
        r->why = (struct err){.code = ""};
        text_char(&n.out, '[');
        ok = check_run(&o, note_finding, &n, err);
        text_char(&n.out, ']');
    }
    return ok;
}

bool build_run(const struct build_task *t, struct build_result *r, struct err *err)
{
    char folder[PATH_MAX];
    if (!build_compile(t, r, err)) return false;
    if (r->why.text[0]) return true;
    if (!program_cache_unpack(t->programs, r->program, r->program_len, folder, err)) return false;
    bool ok = check(t, folder, r, err);
    folder_remove(folder);
    return ok;
}

void build_result_free(struct build_result *r)
{
    free(r->log);
    free(r->report);
    free(r->program);
    *r = (struct build_result){.log = NULL};
}

/* ---- from one process to another ---- */

struct head {
    size_t log, report, program;
    struct err why;
};

static size_t length(const char *s)
{
    return s ? strlen(s) : 0;
}

bool build_result_write(const struct build_result *r, int fd, struct err *err)
{
    struct head head = {length(r->log), length(r->report), r->program_len, r->why};
    return file_write(fd, &head, sizeof head, err) && file_write(fd, r->log, head.log, err) &&
           file_write(fd, r->report, head.report, err) &&
           file_write(fd, r->program, head.program, err);
}

static bool take(const char **at, size_t len, char **out)
{
    *out = malloc(len + 1);
    if (!*out) return false;
    memcpy(*out, *at, len);
    (*out)[len] = '\0';
    *at += len;
    return true;
}

bool build_result_read(struct build_result *r, const char *path, struct err *err)
{
    enum { MOST = 128 << 20 };
    AUTO_FREE char *bytes = NULL;
    struct head head;
    size_t len;
    *r = (struct build_result){.log = NULL};
    if (!file_read(path, MOST, &bytes, &len, err)) return false;
    if (len < sizeof head) return err_set(err, "a build ended without a word");
    memcpy(&head, bytes, sizeof head);
    if (len != sizeof head + head.log + head.report + head.program)
        return err_set(err, "a build's result is cut");
    const char *at = bytes + sizeof head;
    r->why = head.why;
    r->program_len = head.program;
    return (take(&at, head.log, &r->log) && take(&at, head.report, &r->report) &&
            take(&at, head.program, &r->program)) ||
           err_set(err, "out of memory");
}
