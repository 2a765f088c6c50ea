/* The store decides who holds a match, by the token of its lease; here it is only remembered, so
   that nothing is asked of a match that is not ours any more. */
#include "league/work/leased_match.h"

#include "league/run/match_end.h"
#include "os/clock.h"
#include "os/file.h"

#include <assert.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { PACKED_MOST = 1 << 28 };

/* ---- holding ---- */

static void hold(struct leased_match *m)
{
    assert(m->job.match > 0 && m->job.token != 0);
    m->is_held = true;
    m->renewed_us = clock_us();
}

bool leased_match_take(const struct lease_holder *h, struct leased_match *m, enum store_caged caged,
                       bool *found, struct err *err)
{
    assert(!m->is_held);
    if (!store_take(h->store, h->name, h->lease_ms, caged, &m->job, found, err)) return false;
    if (*found) hold(m);
    return true;
}

bool leased_match_take_soon(const struct lease_holder *h, struct leased_match *m,
                            enum store_caged caged, bool *found, struct err *err)
{
    assert(!m->is_held);
    if (!store_take_soon(h->store, h->name, h->lease_ms, caged, &m->job, found, err)) return false;
    if (*found) hold(m);
    return true;
}

bool leased_match_take_this(const struct lease_holder *h, struct leased_match *m, int64_t match,
                            bool *found, struct err *err)
{
    assert(!m->is_held);
    if (!store_take_match(h->store, match, h->name, h->lease_ms, &m->job, found, err)) return false;
    if (*found) hold(m);
    return true;
}

bool leased_match_make(const struct lease_holder *h, struct leased_match *m,
                       const struct store_plan *plan, struct err *err)
{
    assert(!m->is_held);
    if (!store_start(h->store, plan, h->name, h->lease_ms, &m->job, err)) return false;
    hold(m);
    return true;
}

bool leased_match_renew(const struct lease_holder *h, struct leased_match *m, struct err *err)
{
    bool held;
    assert(m->is_held);
    m->renewed_us = clock_us();
    if (!store_renew(h->store, &m->job, h->lease_ms, &held, err)) return false;
    m->is_held = held; /* a store that does not answer has taken nothing away */
    return true;
}

bool leased_match_renew_when_due(const struct lease_holder *h, struct leased_match *m,
                                 int64_t now_us, struct err *err)
{
    bool is_due = m->is_held && now_us - m->renewed_us >= h->lease_ms * 1000 / 4;
    return !is_due || leased_match_renew(h, m, err);
}

/* ---- playing ---- */

bool leased_match_start(struct leased_match *m, struct match_process_task *task, struct err *err)
{
    assert(m->is_held && !m->end);
    memcpy(task->about.key, m->job.key, sizeof task->about.key);
    task->about.seed = m->job.seed;
    task->end = m->end = match_end_new(err);
    m->started_us = clock_us();
    return m->end && match_process_start(&m->process, task, err);
}

void leased_match_hold(struct leased_match *m, bool is_on_hold)
{
    assert(m->end);
    if (is_on_hold == (m->on_hold_us > 0)) return;
    if (!is_on_hold) m->rested_us += clock_us() - m->on_hold_us;
    m->on_hold_us = is_on_hold ? clock_us() : 0;
    m->end->is_on_hold = is_on_hold;
}

/* What it took of a worker's time; one that is over has waited for nobody. */
static int64_t worked_ms(struct leased_match *m)
{
    leased_match_hold(m, false);
    int64_t us = clock_us() - m->started_us - m->rested_us;
    return us > 1000 ? us / 1000 : 1;
}

int leased_match_fd(const struct leased_match *m)
{
    return match_process_runs(&m->process) ? match_process_fd(&m->process) : -1;
}

enum match_process_news leased_match_read(struct leased_match *m, struct journal_match *result,
                                          struct err *why)
{
    return match_process_read(&m->process, m->job.key, result, why);
}

/* ---- the end ---- */

static bool write_file(const char *path, const char *bytes, size_t len, struct err *err)
{
    AUTO_CLOSE int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (fd < 0) return err_sys(err, "cannot write %s", path);
    return file_write(fd, bytes, len, err) || err_wrap(err, "%s", path);
}

bool leased_match_finish(const struct lease_holder *h, struct leased_match *m,
                         const struct journal_match *result, const struct leased_record *record,
                         bool *counted, struct err *err)
{
    AUTO_FREE char *bytes = NULL;
    struct store_record kept = {0};
    static struct match_end_told told;
    char path[PATH_MAX];
    assert(m->is_held && m->end && !match_process_runs(&m->process));
    if (record->path && !file_read(record->path, PACKED_MOST, &bytes, &kept.len, err)) return false;
    kept.bytes = bytes;
    if (bytes && record->file) {
        snprintf(path, sizeof path, "%s/%s", record->folder, record->file);
        if (!write_file(path, bytes, kept.len, err)) return false;
        kept.file = record->file;
    }
    match_end_tell(m->end, &told);
    kept.ends = told.side;
    m->job.worker_ms = worked_ms(m);
    if (!store_finish(h->store, &m->job, result, &kept, h->name, counted, err)) return false;
    m->is_held = false;
    if (!*counted && kept.file) unlink(path);
    return true;
}

bool leased_match_void(const struct lease_holder *h, struct leased_match *m, const struct err *why,
                       struct err *err)
{
    assert(m->is_held);
    m->is_held = false;
    return store_void(h->store, &m->job, why, err);
}

bool leased_match_retry(const struct lease_holder *h, struct leased_match *m, struct err *err)
{
    bool ignored;
    assert(m->is_held);
    m->is_held = false;
    return store_renew(h->store, &m->job, 0, &ignored, err);
}

bool leased_match_give_back(const struct lease_holder *h, struct leased_match *m, struct err *err)
{
    assert(m->is_held);
    m->is_held = false;
    return store_give_back(h->store, &m->job, err);
}

void leased_match_free(struct leased_match *m)
{
    match_process_end(&m->process);
    match_end_free(m->end);
    store_job_free(&m->job);
    *m = LEASED_MATCH_NONE;
}
