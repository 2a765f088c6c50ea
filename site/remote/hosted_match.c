/* A match in a process of its own whose far side sits on a Unix socket; the lease is renewed
   from the site's loop. */
#include "site/remote/hosted_match.h"

#include "os/file.h"
#include "os/random.h"
#include "os/sock.h"
#include "site/live/live.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LEASE_MS = 60 * 1000 };

bool hosted_matches_open(struct hosted_matches *h, struct store *store, struct live *live,
                         struct err *err)
{
    *h = (struct hosted_matches){
        .holder = {store, "site", LEASE_MS}, .live = live, .folder = "/tmp/taisen-host-XXXXXX"};
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
    *m = (struct hosted_match){.leased = LEASED_MATCH_NONE};
}

static bool hold(const struct hosted_matches *h, struct hosted_match *m, struct err *err)
{
    m->live = live_hold(h->live, m->leased.job.match);
    return m->live || err_code(err, "no-memory: out of memory");
}

bool hosted_match_make(const struct hosted_matches *h, struct hosted_match *m,
                       const struct store_plan *plan, struct err *err)
{
    return leased_match_make(&h->holder, &m->leased, plan, err) && hold(h, m, err);
}

bool hosted_match_take(const struct hosted_matches *h, struct hosted_match *m, int64_t match,
                       bool *found, struct err *err)
{
    return leased_match_take_this(&h->holder, &m->leased, match, found, err) &&
           (!*found || hold(h, m, err));
}

bool hosted_match_start(const struct hosted_matches *h, struct hosted_match *m,
                        struct match_process_task *task, struct err *err)
{
    task->is_once = true; /* nobody far away plays it again */
    snprintf(m->record_path, sizeof m->record_path, "%s/%lld.jsonl.zst", h->folder,
             (long long)m->leased.job.match);
    snprintf(m->live_path, sizeof m->live_path, "%s/%lld.jsonl", live_folder(h->live),
             (long long)m->leased.job.match);
    task->record = m->record_path;
    task->live = m->live_path;
    return m->has_begun = leased_match_start(&m->leased, task, err);
}

void hosted_match_give_up(const struct hosted_matches *h, struct hosted_match *m,
                          const struct err *why)
{
    struct err ignored; /* without the store the lease ends, and a worker finds the seat empty */
    if (m->leased.is_held) leased_match_void(&h->holder, &m->leased, why, &ignored);
    m->is_over = true;
}

static bool keep_result(const struct hosted_matches *h, struct hosted_match *m,
                        const struct journal_match *result, struct err *err)
{
    struct leased_record record = {.path = m->record_path};
    bool counted = false;
    if (!leased_match_finish(&h->holder, &m->leased, result, &record, &counted, err)) return false;
    m->is_over = true;
    return counted || err_code(err, "match-taken: it was taken from the site");
}

enum match_process_news hosted_match_drain(const struct hosted_matches *h, struct hosted_match *m,
                                           struct journal_match *result, struct err *why)
{
    enum match_process_news news = leased_match_read(&m->leased, result, why);
    if (news == MATCH_PROCESS_DONE && keep_result(h, m, result, why)) return MATCH_PROCESS_DONE;
    if (news == MATCH_PROCESS_GOES_ON) return MATCH_PROCESS_GOES_ON;
    if (!m->is_over) hosted_match_give_up(h, m, why);
    return MATCH_PROCESS_DIED;
}

void hosted_match_look_after(const struct hosted_matches *h, struct hosted_match *m, int64_t now_us)
{
    struct err ignored; /* the lease lasts for three more tries */
    if (m->is_over) return;
    leased_match_renew_when_due(&h->holder, &m->leased, now_us, &ignored);
    m->is_over = !m->leased.is_held;
}

void hosted_match_free(const struct hosted_matches *h, struct hosted_match *m)
{
    leased_match_free(&m->leased);
    live_drop(h->live, m->live);
    if (m->record_path[0]) unlink(m->record_path);
    if (m->live_path[0]) unlink(m->live_path);
}

/* ---- seats ---- */

bool hosted_seat_open(const struct hosted_matches *h, const struct hosted_match *m, int side,
                      struct hosted_seat *seat, char spec[STORE_SEAT], struct err *err)
{
    snprintf(seat->path, sizeof seat->path, "%s/%lld-%d", h->folder, (long long)m->leased.job.match,
             side);
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
