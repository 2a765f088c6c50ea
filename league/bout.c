#include "league/bout.h"

#include "os/file.h"
#include "os/stop.h"
#include "referee/record.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { DISTURBED_TRIES = 5, GOODBYE_US = 1000 * 1000 };

/* ---- in the process of its own ---- */

static bool play(const struct bout_task *t, struct match_result *result, struct err *err)
{
    struct record_writer *record = NULL;
    struct match_watch watch;
    if (t->record) {
        if (!(record = record_create(t->record, &t->match, t->keep_stderr, err))) return false;
        watch = record_watch(record);
    }
    bool ok = match_run(&t->match, &watch, record ? 1 : 0, result, err) &&
              (!record || record_finish(record, result, err));
    record_close(record);
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
