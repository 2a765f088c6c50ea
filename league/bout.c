#include "league/bout.h"

#include "os/clock.h"
#include "os/file.h"
#include "os/stop.h"
#include "referee/record.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { DISTURBED_TRIES = 5, GOODBYE_US = 1000 * 1000 };

/* ---- in the process of its own ---- */

/* A match that people look at: a moment for each turn, and never more than half of a core. */
struct pace {
    int64_t least_us, turn_us; /* when the turn began */
    int32_t turn;
};

static bool pause_at_turn(void *arg, const struct match_step *step, struct err *err)
{
    struct pace *p = arg;
    if (step->turn == p->turn) return true;
    p->turn = step->turn;
    int64_t now_us = clock_us(), took_us = now_us - p->turn_us;
    int64_t rest_us = took_us > p->least_us - took_us ? took_us : p->least_us - took_us;
    for (int64_t until_us = now_us + rest_us; now_us < until_us; now_us = clock_us()) {
        stop_poll(NULL, 0, until_us - now_us);
        if (stop_asked()) return err_set(err, "stopped by signal %d", stop_signal());
    }
    p->turn_us = now_us;
    return true;
}

static bool open_record(struct record_writer **w, const char *path, const struct bout_task *t,
                        struct match_watch *watches, int *count, struct err *err)
{
    if (!path) return true;
    unlink(path); /* whoever reads one of an earlier try goes on reading that one */
    if (!(*w = record_create(path, &t->match, t->keep_stderr, err))) return false;
    watches[(*count)++] = record_watch(*w);
    return true;
}

static bool play(const struct bout_task *t, struct match_result *result, struct err *err)
{
    struct record_writer *record = NULL, *live = NULL;
    struct pace pace = {.least_us = t->pace_ms * 1000, .turn_us = clock_us(), .turn = 0};
    struct match_watch watches[3];
    int count = 0;
    bool ok = open_record(&record, t->record, t, watches, &count, err) &&
              open_record(&live, t->live, t, watches, &count, err);
    if (t->pace_ms > 0)
        watches[count++] = (struct match_watch){.arg = &pace, .step = pause_at_turn};
    ok = ok && match_run(&t->match, watches, count, result, err) &&
         (!record || record_finish(record, result, err)) &&
         (!live || record_finish(live, result, err));
    record_close(record);
    record_close(live);
    return ok;
}

/* A result that the machine decided is no result: it is played again. */
static bool play_undisturbed(const struct bout_task *t, struct match_result *result,
                             struct err *err)
{
    for (int i = 0; i < DISTURBED_TRIES; i++) {
        if (!play(t, result, err)) return false;
        if (!result->is_disturbed) return true;
    }
    return err_set(err, "disturbed again and again: this machine is too busy; fewer --jobs, or "
                        "--clock cpu");
}

/* Plays, and writes one line of journal to standard output. */
static int play_in_child(void *arg)
{
    const struct bout_task *t = arg;
    char buf[BOUT_LINE];
    struct text line = TEXT_ON(buf);
    struct match_result result;
    struct journal_match m = t->about;
    struct err err;
    stop_watch();
    proc_adopt();
    if (!play_undisturbed(t, &result, &err)) {
        dprintf(STDERR_FILENO, "%s", err.text);
        return 1;
    }
    journal_fill(&m, &result);
    journal_write_match(&m, &line);
    return file_write(STDOUT_FILENO, line.buf, line.len, &err) ? 0 : 1;
}

/* ---- in ours ---- */

bool bout_start(struct bout *b, const struct bout_task *task, struct err *err)
{
    struct bout_task copy = *task;
    b->len = 0;
    return proc_fork(&b->proc, PROC_OWN_GROUP, play_in_child, &copy, err);
}

static enum bout_news finish(struct bout *b, const char *key, struct journal_match *m,
                             struct err *why)
{
    char said[256] = "";
    ssize_t got = read(b->proc.err, said, sizeof said - 1);
    struct proc_end how;
    proc_end(&b->proc, GOODBYE_US, &how);
    bool is_whole = b->len > 0 && b->line[b->len - 1] == '\n';
    if (is_whole && journal_read_match(b->line, b->len - 1, m) && strcmp(m->key, key) == 0)
        return BOUT_DONE;
    err_set(why, "%s", got > 0 ? said : "its process died");
    return BOUT_DIED;
}

enum bout_news bout_read(struct bout *b, const char *key, struct journal_match *m, struct err *why)
{
    ssize_t got = read(b->proc.out, b->line + b->len, sizeof b->line - b->len);
    if (got > 0) b->len += (size_t)got;
    if (got > 0 || (got < 0 && (errno == EAGAIN || errno == EINTR))) return BOUT_GOES_ON;
    return finish(b, key, m, why);
}

void bout_end(struct bout *b)
{
    struct proc_end how;
    proc_end(&b->proc, 0, &how);
}
