/* A match in a process of its own whose far side sits on a Unix socket; the lease is renewed
   from the site's loop. */
#include "site/remote/hosted_match.h"

#include "league/run/match_end.h"
#include "league/store/store_result.h"
#include "os/clock.h"
#include "os/file.h"
#include "os/random.h"
#include "os/sock.h"
#include "site/live/live.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LEASE_MS = 60 * 1000, PACKED_MOST = 1 << 28 };

static const char worker_name[] = "site";

bool hosted_matches_open(struct hosted_matches *h, struct store *store, struct live *live,
                         struct err *err)
{
    *h = (struct hosted_matches){.store = store, .live = live, .folder = "/tmp/taisen-host-XXXXXX"};
    return mkdtemp(h->folder) || err_sys(err, "cannot make %s", h->folder);
}

void hosted_matches_close(struct hosted_matches *h)
{
    rmdir(h->folder);
}

void hosted_token(char token[HOSTED_TOKEN])
{
    random_hex(token, HOSTED_TOKEN - 1);
}

/* ---- matches ---- */

void hosted_match_init(struct hosted_match *m)
{
    *m = (struct hosted_match){.process.proc = PROC_NONE};
}

static bool hold(const struct hosted_matches *h, struct hosted_match *m, struct err *err)
{
    m->renewed_us = clock_us();
    m->live = live_hold(h->live, m->job.match);
    return m->live || err_set(err, "out of memory");
}

bool hosted_match_make(const struct hosted_matches *h, struct hosted_match *m,
                       const struct store_plan *plan, struct err *err)
{
    return store_start(h->store, plan, worker_name, LEASE_MS, &m->job, err) && hold(h, m, err);
}

bool hosted_match_take(const struct hosted_matches *h, struct hosted_match *m, int64_t match,
                       bool *found, struct err *err)
{
    return store_take_match(h->store, match, worker_name, LEASE_MS, &m->job, found, err) &&
           (!*found || hold(h, m, err));
}

bool hosted_match_start(const struct hosted_matches *h, struct hosted_match *m,
                        struct match_process_task *task, struct err *err)
{
    memcpy(task->about.key, m->job.key, sizeof task->about.key);
    task->about.seed = m->job.seed;
    task->is_once = true; /* nobody far away plays it again */
    if (!(m->end = match_end_new(err))) return false;
    task->end = m->end;
    snprintf(m->record_path, sizeof m->record_path, "%s/%lld.jsonl.zst", h->folder,
             (long long)m->job.match);
    snprintf(m->live_path, sizeof m->live_path, "%s/%lld.jsonl", live_folder(h->live),
             (long long)m->job.match);
    task->record = m->record_path;
    task->live = m->live_path;
    return m->has_begun = match_process_start(&m->process, task, err);
}

void hosted_match_give_up(const struct hosted_matches *h, struct hosted_match *m, const char *why)
{
    struct err ignored; /* without the store the lease ends, and a worker finds the seat empty */
    store_void(h->store, &m->job, why, &ignored);
    m->is_over = true;
}

static bool keep_result(const struct hosted_matches *h, struct hosted_match *m,
                        const struct journal_match *result, struct err *err)
{
    AUTO_FREE char *bytes = NULL;
    struct store_record record = {0};
    bool counted = false;
    if (!file_read(m->record_path, PACKED_MOST, &bytes, &record.len, err)) return false;
    record.bytes = bytes;
    struct match_end_told told;
    match_end_tell(m->end, &told);
    record.ends = told.side;
    if (!store_finish(h->store, &m->job, result, &record, worker_name, &counted, err)) return false;
    m->is_over = true;
    return counted || err_set(err, "it was taken from the site");
}

enum match_process_news hosted_match_drain(const struct hosted_matches *h, struct hosted_match *m,
                                           struct journal_match *result, struct err *why)
{
    enum match_process_news news = match_process_read(&m->process, m->job.key, result, why);
    if (news == MATCH_PROCESS_DONE && keep_result(h, m, result, why)) return MATCH_PROCESS_DONE;
    if (news == MATCH_PROCESS_GOES_ON) return MATCH_PROCESS_GOES_ON;
    if (!m->is_over) hosted_match_give_up(h, m, why->text);
    return MATCH_PROCESS_DIED;
}

void hosted_match_look_after(const struct hosted_matches *h, struct hosted_match *m, int64_t now_us)
{
    struct err ignored; /* the lease lasts for three more tries */
    bool held;
    if (m->is_over || now_us - m->renewed_us < LEASE_MS * (int64_t)1000 / 4) return;
    m->renewed_us = now_us;
    if (store_renew(h->store, &m->job, LEASE_MS, &held, &ignored) && !held) m->is_over = true;
}

void hosted_match_free(const struct hosted_matches *h, struct hosted_match *m)
{
    match_process_end(&m->process);
    match_end_free(m->end);
    live_drop(h->live, m->live);
    store_job_free(&m->job);
    if (m->record_path[0]) unlink(m->record_path);
    if (m->live_path[0]) unlink(m->live_path);
}

/* ---- seats ---- */

bool hosted_seat_open(const struct hosted_matches *h, const struct hosted_match *m, int side,
                      struct hosted_seat *seat, char spec[STORE_SEAT], struct err *err)
{
    snprintf(seat->path, sizeof seat->path, "%s/%lld-%d", h->folder, (long long)m->job.match, side);
    snprintf(spec, STORE_SEAT, "unix:%s", seat->path);
    return sock_listen_file(seat->path, &seat->listener, err);
}

void hosted_seat_close(struct hosted_seat *seat)
{
    file_close(&seat->link);
    if (seat->listener < 0) return;
    file_close(&seat->listener);
    unlink(seat->path);
}

bool hosted_seat_welcome(struct hosted_seat *seat)
{
    char from[64];
    int fd = sock_accept(seat->listener, from, sizeof from);
    if (fd < 0) return false;
    hosted_seat_close(seat);
    seat->link = fd;
    return true;
}
