#include "site/host.h"

#include "league/words.h"
#include "os/clock.h"
#include "os/file.h"
#include "os/sock.h"
#include "site/live.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

enum { LEASE_MS = 60 * 1000, RECORD_MOST = 1 << 28 };

static const char worker_name[] = "site";

bool host_open(struct host *h, struct store *store, struct live *live, struct err *err)
{
    *h = (struct host){.store = store, .live = live, .folder = "/tmp/taisen-host-XXXXXX"};
    return mkdtemp(h->folder) || err_sys(err, "cannot make %s", h->folder);
}

void host_close(struct host *h)
{
    rmdir(h->folder);
}

void host_token(char token[HOST_TOKEN])
{
    unsigned char bytes[(HOST_TOKEN - 1) / 2];
    while (getrandom(bytes, sizeof bytes, 0) != sizeof bytes) continue;
    for (size_t i = 0; i < sizeof bytes; i++) snprintf(token + 2 * i, 3, "%02x", bytes[i]);
}

/* ---- matches ---- */

void hosted_init(struct hosted *m)
{
    *m = (struct hosted){.bout.proc = PROC_NONE};
}

static bool hold(const struct host *h, struct hosted *m, struct err *err)
{
    m->renewed_us = clock_us();
    m->live = live_hold(h->live, m->job.match);
    return m->live || err_set(err, "out of memory");
}

bool hosted_make(const struct host *h, struct hosted *m, const struct store_plan *plan,
                 struct err *err)
{
    return store_start(h->store, plan, worker_name, LEASE_MS, &m->job, err) && hold(h, m, err);
}

bool hosted_take(const struct host *h, struct hosted *m, int64_t match, bool *found,
                 struct err *err)
{
    return store_take_match(h->store, match, worker_name, LEASE_MS, &m->job, found, err) &&
           (!*found || hold(h, m, err));
}

bool hosted_start(const struct host *h, struct hosted *m, struct bout_task *task, struct err *err)
{
    memcpy(task->about.key, m->job.key, sizeof task->about.key);
    task->about.seed = m->job.seed;
    task->is_once = true; /* nobody far away plays it again */
    if (!(m->words = words_new(err))) return false;
    task->words = m->words;
    snprintf(m->record_path, sizeof m->record_path, "%s/%lld.jsonl.zst", h->folder,
             (long long)m->job.match);
    snprintf(m->live_path, sizeof m->live_path, "%s/%lld.jsonl", live_folder(h->live),
             (long long)m->job.match);
    task->record = m->record_path;
    task->live = m->live_path;
    return m->has_begun = bout_start(&m->bout, task, err);
}

void hosted_give_up(const struct host *h, struct hosted *m, const char *why)
{
    struct err ignored; /* without the store the lease ends, and a worker finds the seat empty */
    store_void(h->store, &m->job, why, &ignored);
    m->is_over = true;
}

static bool keep_result(const struct host *h, struct hosted *m, const struct journal_match *result,
                        struct err *err)
{
    AUTO_FREE char *bytes = NULL;
    struct store_record record = {0};
    bool counted = false;
    if (!file_read(m->record_path, RECORD_MOST, &bytes, &record.len, err)) return false;
    record.bytes = bytes;
    struct words_told words;
    words_tell(m->words, &words);
    record.words = words.side;
    if (!store_finish(h->store, &m->job, result, &record, worker_name, &counted, err)) return false;
    m->is_over = true;
    return counted || err_set(err, "it was taken from the site");
}

enum bout_news hosted_hear(const struct host *h, struct hosted *m, struct journal_match *result,
                           struct err *why)
{
    enum bout_news news = bout_read(&m->bout, m->job.key, result, why);
    if (news == BOUT_DONE && keep_result(h, m, result, why)) return BOUT_DONE;
    if (news == BOUT_GOES_ON) return BOUT_GOES_ON;
    if (!m->is_over) hosted_give_up(h, m, why->text);
    return BOUT_DIED;
}

void hosted_look_after(const struct host *h, struct hosted *m, int64_t now_us)
{
    struct err ignored; /* the lease lasts for three more tries */
    bool held;
    if (m->is_over || now_us - m->renewed_us < LEASE_MS * (int64_t)1000 / 4) return;
    m->renewed_us = now_us;
    if (store_renew(h->store, &m->job, LEASE_MS, &held, &ignored) && !held) m->is_over = true;
}

void hosted_free(const struct host *h, struct hosted *m)
{
    bout_end(&m->bout);
    words_free(m->words);
    live_drop(h->live, m->live);
    store_job_free(&m->job);
    if (m->record_path[0]) unlink(m->record_path);
    if (m->live_path[0]) unlink(m->live_path);
}

/* ---- seats ---- */

bool host_seat_open(const struct host *h, const struct hosted *m, int side, struct host_seat *seat,
                    char spec[STORE_SEAT], struct err *err)
{
    snprintf(seat->path, sizeof seat->path, "%s/%lld-%d", h->folder, (long long)m->job.match, side);
    snprintf(spec, STORE_SEAT, "unix:%s", seat->path);
    return sock_listen_file(seat->path, &seat->listener, err);
}

void host_seat_close(struct host_seat *seat)
{
    file_close(&seat->link);
    if (seat->listener < 0) return;
    file_close(&seat->listener);
    unlink(seat->path);
}

bool host_seat_welcome(struct host_seat *seat)
{
    char from[64];
    int fd = sock_accept(seat->listener, from, sizeof from);
    if (fd < 0) return false;
    host_seat_close(seat);
    seat->link = fd;
    return true;
}
