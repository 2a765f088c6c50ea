/* The child plays and writes one line; the parent waits for a descriptor. Whatever happens to
   the child, the parent knows by the line that is missing. */
#include "league/run/match_process.h"

#include "league/run/match_end.h"
#include "os/clock.h"
#include "os/file.h"
#include "os/stop.h"
#include "referee/record.h"

#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { PLAYED_MOST = 3, GOODBYE_US = 1000 * 1000, NOTICE = '!', NOTICE_MOST = 400 };

/* ---- in the process of its own ---- */

enum { HOLD_LOOK_US = 20 * 1000 };

/* A match that people look at: a moment for each turn, and never more than half of a core. One that
   is on hold waits between two turns, where nobody's clock runs. */
struct pace {
    int64_t least_us, turn_us; /* when the turn began */
    int32_t turn;
    const struct match_end *end;
};

static bool rest(int64_t for_us, struct err *err)
{
    stop_poll(NULL, 0, for_us);
    return !stop_asked() || err_set(err, "stopped by signal %d", stop_signal());
}

static bool pause_at_turn(void *arg, const struct match_step *step, struct err *err)
{
    struct pace *p = arg;
    if (step->turn == p->turn) return true;
    p->turn = step->turn;
    int64_t now_us = clock_us(), took_us = now_us - p->turn_us, rest_us = 0;
    if (p->least_us > 0)
        rest_us = took_us > p->least_us - took_us ? took_us : p->least_us - took_us;
    for (int64_t until_us = now_us + rest_us; now_us < until_us; now_us = clock_us())
        if (!rest(until_us - now_us, err)) return false;
    while (p->end && p->end->is_on_hold)
        if (!rest(HOLD_LOOK_US, err)) return false;
    p->turn_us = clock_us();
    return true;
}

/* Until the parent says so: the programs have been started, and nobody has asked them anything. */
static bool wait_for_go(void *arg, struct err *err)
{
    bool *waits = arg;
    struct pollfd fd = {.fd = STDIN_FILENO, .events = POLLIN};
    while (*waits && fd.revents == 0 && !stop_asked()) stop_poll(&fd, 1, -1);
    *waits = false; /* a match that is played again begins at once */
    return !stop_asked() || err_set(err, "stopped by signal %d", stop_signal());
}

/* The record, and the one for who watches; NULL where none is wanted. */
struct writers {
    struct record_writer *record, *live;
};

static bool open_writers(struct writers *w, const struct match_process_task *t, struct err *err)
{
    const struct match_options *m = &t->match;
    if (t->record) {
        w->record = t->is_packed ? record_create_packed(t->record, m, t->keep_stderr, err)
                                 : record_create(t->record, m, t->keep_stderr, err);
        if (!w->record) return false;
    }
    if (!t->live) return true;
    unlink(t->live); /* whoever reads that of an earlier try goes on reading it */
    w->live = record_create(t->live, m, t->keep_stderr, err);
    return w->live != NULL;
}

/* To the parent, as a line that is no line of a journal. */
static void pass_on(void *arg, int p, const struct notice *notice)
{
    (void)arg;
    dprintf(STDOUT_FILENO, "%c%d%d%.*s\n", NOTICE, p, (int)notice->kind, NOTICE_MOST,
            notice->about);
}

static bool play_watched(struct match_process_task *t, const struct writers *w,
                         struct match_result *result, struct err *err)
{
    struct pace pace = {.least_us = t->pace_ms * 1000, .turn_us = clock_us(), .end = t->end};
    struct match_watch watches[6] = {{.notice = pass_on},
                                     {.arg = &t->waits, .seated = wait_for_go}};
    int count = 2;
    if (w->record) watches[count++] = record_watch(w->record);
    if (w->live) watches[count++] = record_watch(w->live);
    if (t->end) watches[count++] = match_end_watch(t->end);
    if (pace.least_us > 0 || pace.end)
        watches[count++] = (struct match_watch){.arg = &pace, .step = pause_at_turn};
    if (!match_run(&t->match, watches, count, result, err)) return false;
    if (t->end) match_end_end(t->end, result);
    return (!w->record || record_finish(w->record, result, err)) &&
           (!w->live || record_finish(w->live, result, err));
}

static bool play(struct match_process_task *t, struct match_result *result, struct err *err)
{
    struct writers w = {0};
    bool ok = open_writers(&w, t, err) && play_watched(t, &w, result, err);
    record_close(w.record);
    record_close(w.live);
    return ok;
}

/* A result that the machine decided is no result: it is played again. The last time CPU time
   decides, which no machine takes from anybody: so there is always a result, and nobody gains by
   being late on a busy machine. */
static bool play_undisturbed(struct match_process_task *t, struct match_result *result,
                             struct journal_match *about, struct err *err)
{
    for (int i = 1; i < PLAYED_MOST; i++) {
        if (!play(t, result, err)) return false;
        if (!result->is_disturbed || t->is_once) return true;
        for (int p = 0; p < 2; p++) about->disturbed[p] += result->seat[p].is_disturbed;
    }
    t->match.cpu_clock = true;
    return play(t, result, err);
}

/* Plays, and writes one line of journal to standard output. */
static int play_in_child(void *arg)
{
    struct match_process_task *t = arg; /* a copy of our own */
    char buf[MATCH_PROCESS_LINE];
    struct text line = TEXT_ON(buf);
    struct match_result result;
    struct journal_match m = t->about;
    struct err err;
    stop_watch();
    proc_become_subreaper();
    if (!play_undisturbed(t, &result, &m, &err)) {
        dprintf(STDERR_FILENO, "%s", err.text);
        return 1;
    }
    journal_fill(&m, &result);
    journal_write_match(&m, &line);
    return file_write(STDOUT_FILENO, line.buf, line.len, &err) ? 0 : 1;
}

/* ---- in ours ---- */

bool match_process_start(struct match_process *b, const struct match_process_task *task,
                         struct err *err)
{
    struct match_process_task copy = *task;
    b->len = 0;
    return proc_fork(&b->proc, PROC_OWN_SESSION, play_in_child, &copy, err);
}

/* Takes the lines off the front that are notices. */
static void take_notices(struct match_process *b)
{
    for (char *end; b->len > 3 && b->line[0] == NOTICE && (end = memchr(b->line, '\n', b->len));) {
        size_t used = (size_t)(end - b->line) + 1;
        struct notice notice = {(enum notice_kind)(b->line[2] - '0'), b->line + 3};
        *end = '\0';
        if (b->notice) b->notice(b->notice_arg, b->line[1] == '1', &notice);
        b->len -= used;
        memmove(b->line, b->line + used, b->len);
    }
}

static enum match_process_news finish(struct match_process *b, const char *key,
                                      struct journal_match *m, struct err *why)
{
    char said[256] = "";
    ssize_t got = read(b->proc.err, said, sizeof said - 1);
    struct proc_end how;
    proc_end(&b->proc, GOODBYE_US, &how);
    bool is_whole = b->len > 0 && b->line[b->len - 1] == '\n';
    if (is_whole && journal_read_match(b->line, b->len - 1, m) && strcmp(m->key, key) == 0)
        return MATCH_PROCESS_DONE;
    if (got > 0)
        err_code(why, "match-failed: {why:%s}", said);
    else
        err_code(why, "match-died: its process died");
    return MATCH_PROCESS_DIED;
}

enum match_process_news match_process_read(struct match_process *b, const char *key,
                                           struct journal_match *m, struct err *why)
{
    ssize_t got = read(b->proc.out, b->line + b->len, sizeof b->line - b->len);
    if (got > 0) b->len += (size_t)got;
    assert(b->len <= sizeof b->line);
    take_notices(b);
    if (got > 0 || (got < 0 && (errno == EAGAIN || errno == EINTR))) return MATCH_PROCESS_GOES_ON;
    return finish(b, key, m, why);
}

void match_process_go(const struct match_process *b)
{
    struct err ignored; /* whoever is dead is found dead by the line that is missing */
    file_write(b->proc.in, "\n", 1, &ignored);
}

void match_process_end(struct match_process *b)
{
    struct proc_end how;
    proc_end(&b->proc, 0, &how);
}
