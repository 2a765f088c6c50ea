/* A place for each match at a time; when one is free the plan is asked, when one is done the
   journal is written before anybody is told. */
#include "league/run/match_runner.h"

#include "base/utf8.h"
#include "os/file.h"
#include "os/stop.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { TRIES = 3, LOCK_US = 5 * 1000 * 1000 };

/* ---- the journal ---- */

void match_runner_header(struct text *t, const struct match_runner_options *o, const char *more)
{
    const char *setup = o->match.setup.options ? o->match.setup.options : "";
    text_str(t, "{\"taisen_batch\":1,\"game\":");
    text_json(t, o->match.game->name, strlen(o->match.game->name));
    text_str(t, ",\"rules\":");
    text_int(t, o->match.game->version);
    text_str(t, ",\"setup\":");
    text_json(t, setup, strlen(setup));
    text_char(t, ',');
    text_str(t, more);
    text_str(t, ",\"seats\":[");
    for (int i = 0; i < o->seat_count; i++) {
        if (i > 0) text_char(t, ',');
        text_json(t, o->seats[i], strlen(o->seats[i]));
    }
    text_str(t, "]}");
}

static bool copy_seats(struct match_runner *c, struct err *err)
{
    struct journal *j = c->journal;
    j->seats = calloc((size_t)c->o->seat_count, sizeof *j->seats);
    j->game = strdup(c->o->match.game->name);
    for (int i = 0; j->seats && i < c->o->seat_count; i++) {
        j->seats[i] = strdup(c->o->seats[i]);
        j->seat_count++;
    }
    return (j->seats && j->game) || err_set(err, "out of memory");
}

static bool write_header(struct match_runner *c, struct err *err)
{
    static char buf[1 << 16];
    struct text line = TEXT_ON(buf);
    journal_write_header(c->o->header, &line);
    return copy_seats(c, err) && file_write(c->out, line.buf, line.len, err);
}

static bool begin_journal(struct match_runner *c, struct err *err)
{
    c->out = open(c->o->out, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0666);
    if (c->out < 0 && errno == EEXIST)
        return err_set(err, "%s is there already; --resume goes on with it", c->o->out);
    if (c->out < 0) return err_sys(err, "cannot write %s", c->o->out);
    return file_lock(c->out, LOCK_US, c->o->out, err) && write_header(c, err);
}

static bool resume_journal(struct match_runner *c, struct err *err)
{
    c->out = open(c->o->out, O_WRONLY | O_APPEND | O_CLOEXEC);
    if (c->out < 0) return err_sys(err, "cannot write %s", c->o->out);
    /* A run that was just killed may still be busy dying. */
    if (!file_lock(c->out, LOCK_US, c->o->out, err)) return false;
    /* One killed before it had written its header left an empty file. */
    if (lseek(c->out, 0, SEEK_END) == 0) return write_header(c, err);
    if (!journal_read(c->journal, c->o->out, err)) return false;
    if (strcmp(c->journal->header, c->o->header) != 0) {
        journal_free(c->journal); /* its results are not to be shown under other names */
        return err_set(err,
                       "%s is the journal of another batch or contest: game, options, seeds or "
                       "seats differ",
                       c->o->out);
    }
    if (ftruncate(c->out, c->journal->good_bytes) < 0) return err_sys(err, "cut %s", c->o->out);
    return true;
}

bool match_runner_open(struct match_runner *c, const struct match_runner_options *o,
                       struct journal *journal, struct err *err)
{
    assert(o->jobs > 0 && o->jobs <= MATCH_RUNNER_JOBS);
    *c = (struct match_runner){
        .o = o, .job_count = o->keeps ? 2 * o->jobs : o->jobs, .journal = journal, .out = -1};
    *journal = (struct journal){0};
    c->jobs = calloc((size_t)c->job_count, sizeof *c->jobs);
    if (!c->jobs) return err_set(err, "out of memory");
    for (int i = 0; i < c->job_count; i++)
        if (!(c->jobs[i].end = match_end_new(err))) return false;
    if (!o->out) return copy_seats(c, err);
    bool is_there = o->resume && access(o->out, F_OK) == 0;
    return is_there ? resume_journal(c, err) : begin_journal(c, err);
}

void match_runner_close(struct match_runner *c)
{
    for (int i = 0; c->jobs && i < c->job_count; i++) {
        match_process_end(&c->jobs[i].process);
        match_end_free(c->jobs[i].end);
    }
    proc_kill_descendants();
    file_close(&c->out);
    free(c->jobs);
    c->jobs = NULL;
}

/* ---- side by side ---- */

/* What a player is called, as a part of a file's name: letters and digits of any script. */
static void put_name(struct text *t, const struct match_runner *c, int seat)
{
    enum { NAME_MOST = 40 };
    const char *given = c->o->names ? c->o->names[seat] : NULL;
    const char *name = given ? given : c->o->seats[seat];
    size_t len = utf8_cut(name, strlen(name), NAME_MOST);
    for (size_t i = 0; i < len; i++) {
        unsigned char byte = (unsigned char)name[i];
        bool is_plain = byte >= 0x80 || isalnum(byte) || strchr("-_.", byte);
        text_char(t, is_plain && !(i == 0 && byte == '.') ? name[i] : '_');
    }
}

/* Tells which match it was, and who played: 1-3-2_Aki_vs_Ben.jsonl.zst. */
static void name_record(char *path, size_t size, const struct match_runner *c,
                        const struct match_runner_task *task)
{
    struct text t = text_on(path, size);
    text_str(&t, c->o->records);
    text_char(&t, '/');
    for (const char *at = task->key; *at; at++) text_char(&t, *at == ':' ? '-' : *at);
    text_char(&t, '_');
    put_name(&t, c, task->seat[0]);
    text_str(&t, "_vs_");
    put_name(&t, c, task->seat[1]);
    text_str(&t, ".jsonl.zst");
}

static void hear(void *arg, int p, const struct notice *notice)
{
    const struct match_runner_job *job = arg;
    if (job->plan->notice) job->plan->notice(job->plan->arg, &job->task, p, notice);
}

/* Matches of one lane are played one after another. */
static int lane_of(const struct match_runner *c, const struct match_runner_job *job)
{
    return (int)(job - c->jobs) % c->o->jobs;
}

static bool start_job(struct match_runner *c, struct match_runner_job *job, struct err *err)
{
    const struct match_runner_task *task = &job->task;
    struct match_process_task process = {.match = c->o->match,
                                         .keep_stderr = c->o->keep_stderr,
                                         .end = job->end,
                                         .is_once = task->is_once,
                                         .waits = c->o->keeps};
    char path[4096];
    process.match.slot = 2 * (int)(job - c->jobs);
    process.match.lane = lane_of(c, job);
    process.match.setup.seed = process.about.seed = task->seed;
    if (task->setup) process.match.setup.options = task->setup;
    if (task->map) process.match.setup.map = task->map;
    for (int p = 0; p < 2; p++) {
        process.match.seat[p] = task->command[p];
        if (c->o->names) process.match.who[p] = c->o->names[task->seat[p]];
        process.about.seat[p] = task->seat[p];
    }
    process.about.round = task->round;
    memcpy(process.about.key, task->key, sizeof process.about.key);
    if (c->o->records) {
        name_record(path, sizeof path, c, task);
        process.record = path;
    }
    assert(!match_process_runs(&job->process) && task->key[0]);
    assert(task->seat[0] >= 0 && task->seat[0] < c->o->seat_count);
    assert(task->seat[1] >= 0 && task->seat[1] < c->o->seat_count);
    job->tries++;
    job->waits = process.waits;
    job->plan = c->plan;
    job->process.notice = hear;
    job->process.notice_arg = job;
    return match_process_start(&job->process, &process, err);
}

static bool start_jobs(struct match_runner *c, const struct match_runner_plan *plan,
                       enum match_runner_next *last, struct err *err)
{
    *last = MATCH_RUNNER_WAIT;
    for (int i = 0; i < c->job_count; i++) {
        struct match_runner_job *job = &c->jobs[i];
        if (match_process_runs(&job->process) || job->is_held) continue;
        job->task = (struct match_runner_task){.key = ""};
        *last = plan->next(plan->arg, &job->task);
        if (*last != MATCH_RUNNER_PLAY) return true;
        job->tries = 0;
        job->number = c->planned++;
        if (!start_job(c, job, err)) return false;
    }
    return true;
}

static bool is_played(const struct match_runner_job *job)
{
    return (match_process_runs(&job->process) && !job->waits) || job->is_held;
}

/* Whoever stands ready in a lane that is free begins: the one that was planned first. */
static void begin_ready(struct match_runner *c)
{
    for (int lane = 0; c->o->keeps && lane < c->o->jobs; lane++) {
        struct match_runner_job *a = &c->jobs[lane], *b = a + c->o->jobs;
        if (is_played(a) || is_played(b)) continue;
        struct match_runner_job *first = a;
        if (!match_process_runs(&a->process) ||
            (match_process_runs(&b->process) && b->number < a->number))
            first = b;
        if (!match_process_runs(&first->process)) continue;
        first->waits = false;
        match_process_go(&first->process);
    }
}

/* Names that somebody gave them count more than their own. */
static void name_players(const char *const *names, struct journal_match *m)
{
    for (int p = 0; p < 2; p++) {
        const char *name = names[m->seat[p]];
        if (name)
            snprintf(m->name[p], sizeof m->name[p], "%.*s",
                     (int)utf8_cut(name, strlen(name), JOURNAL_NAME - 1), name);
    }
}

static bool accept(struct match_runner *c, const struct journal_match *m,
                   const struct match_runner_plan *plan, struct err *err)
{
    char buf[MATCH_PROCESS_LINE];
    struct text line = TEXT_ON(buf);
    journal_write_match(m, &line);
    if (c->out >= 0 && !file_write(c->out, line.buf, line.len, err))
        return err_wrap(err, "%s", c->o->out);
    if (!journal_add(c->journal, m)) return err_set(err, "out of memory");
    return plan->done(plan->arg, m, err);
}

bool match_runner_decide(struct match_runner *c, const struct journal_decision *d, struct err *err)
{
    char buf[MATCH_PROCESS_LINE];
    struct text line = TEXT_ON(buf);
    journal_write_decision(d, &line);
    if (c->out >= 0 && !file_write(c->out, line.buf, line.len, err))
        return err_wrap(err, "%s", c->o->out);
    return journal_decide(c->journal, d) || err_set(err, "out of memory");
}

static void tell_faults(const struct match_runner_job *job, const struct journal_match *m,
                        const struct match_runner_plan *plan)
{
    static struct match_end_told told;
    if (!plan->fault || (!m->fault[0][0] && !m->fault[1][0])) return;
    match_end_tell(job->end, &told);
    for (int p = 0; p < 2; p++)
        if (m->fault[p][0]) plan->fault(plan->arg, m, p, &told.side[p]);
}

/* A process that ended without a result is started again. */
static bool read_job(struct match_runner *c, struct match_runner_job *job,
                     const struct match_runner_plan *plan, struct err *err)
{
    struct journal_match m;
    struct err why;
    switch (match_process_read(&job->process, job->task.key, &m, &why)) {
    case MATCH_PROCESS_GOES_ON: return true;
    case MATCH_PROCESS_DONE:
        if (c->o->names) name_players(c->o->names, &m);
        tell_faults(job, &m, plan);
        if (!plan->holds || !plan->holds(plan->arg, &m)) return accept(c, &m, plan, err);
        job->is_held = true;
        job->result = m;
        return true;
    case MATCH_PROCESS_DIED: break;
    }
    if (job->tries < TRIES && !stop_asked()) return start_job(c, job, err);
    return err_set(err, "match %s was tried %d times and never finished: %s", job->task.key, TRIES,
                   why.text);
}

static int add_lines(const struct match_runner_plan *plan, struct pollfd *fds)
{
    assert(plan->line_count <= MATCH_RUNNER_LINES);
    for (int i = 0; i < plan->line_count; i++)
        fds[i] = (struct pollfd){.fd = plan->lines[i], .events = POLLIN};
    return plan->line_count;
}

static bool wait_for_jobs(struct match_runner *c, const struct match_runner_plan *plan, bool *any,
                          struct err *err)
{
    struct pollfd fds[2 * MATCH_RUNNER_JOBS + MATCH_RUNNER_LINES];
    int jobs = c->job_count;
    *any = plan->line_count > 0;
    for (int i = 0; i < jobs; i++) {
        const struct match_process *b = &c->jobs[i].process;
        bool runs = match_process_runs(b);
        fds[i] = (struct pollfd){.fd = runs ? match_process_fd(b) : -1, .events = POLLIN};
        *any = *any || runs;
    }
    if (!*any) return true;
    int count = jobs + add_lines(plan, fds + jobs);
    int64_t wait_us = plan->wait_us ? plan->wait_us(plan->arg) : -1;
    int ready = stop_poll(fds, (nfds_t)count, wait_us);
    if (ready < 0 && errno != EINTR) return err_sys(err, "poll");
    if (stop_asked()) return err_set(err, "stopped by signal %d", stop_signal());
    if (ready <= 0) {
        if (plan->wait_us) plan->hear(plan->arg, -1);
        return true;
    }
    for (int i = 0; i < jobs; i++)
        if (fds[i].fd >= 0 && fds[i].revents && !read_job(c, &c->jobs[i], plan, err)) return false;
    for (int i = jobs; i < count; i++)
        if (fds[i].fd >= 0 && fds[i].revents) plan->hear(plan->arg, i - jobs);
    return true;
}

static struct match_runner_job *find_job(const struct match_runner *c, const char *key)
{
    for (int i = 0; i < c->job_count; i++) {
        struct match_runner_job *job = &c->jobs[i];
        bool is_there = match_process_runs(&job->process) || job->is_held;
        if (is_there && strcmp(job->task.key, key) == 0) return job;
    }
    return NULL;
}

bool match_runner_plays(const struct match_runner *c, const char *key)
{
    return find_job(c, key) != NULL;
}

bool match_runner_holds(const struct match_runner *c, const char *key)
{
    const struct match_runner_job *job = find_job(c, key);
    return job && job->is_held;
}

/* ---- what people decide ---- */

static struct match_runner_job *end_job(struct match_runner *c, const char *key, struct err *err)
{
    struct match_runner_job *job = find_job(c, key);
    if (!job) {
        err_set(err, "match %s is not being played", key);
        return NULL;
    }
    if (match_process_runs(&job->process)) match_process_end(&job->process);
    return job;
}

bool match_runner_again(struct match_runner *c, const char *key, struct err *err)
{
    struct match_runner_job *job = end_job(c, key, err);
    if (!job) return false;
    job->is_held = false;
    job->tries = 0;
    return start_job(c, job, err);
}

bool match_runner_accept(struct match_runner *c, const char *key, struct err *err)
{
    struct match_runner_job *job = find_job(c, key);
    if (!job || !job->is_held) return err_set(err, "match %s has no result yet", key);
    job->is_held = false;
    return accept(c, &job->result, c->plan, err);
}

bool match_runner_forfeit(struct match_runner *c, const char *key, int p, struct err *err)
{
    struct match_runner_job *job = end_job(c, key, err);
    if (!job) return false;
    if (job->is_held && job->result.winner == 1 - p) return match_runner_accept(c, key, err);
    struct journal_match m = {.round = job->task.round,
                              .seed = job->task.seed,
                              .seat = {job->task.seat[0], job->task.seat[1]},
                              .winner = 1 - p,
                              .reason = "forfeit"};
    memcpy(m.key, job->task.key, sizeof m.key);
    snprintf(m.fault[p], sizeof m.fault[p], "absent");
    if (c->o->names) name_players(c->o->names, &m);
    job->is_held = false;
    return accept(c, &m, c->plan, err);
}

bool match_runner_run(struct match_runner *c, const struct match_runner_plan *plan, struct err *err)
{
    c->plan = plan;
    for (bool any = true; any;) {
        enum match_runner_next last;
        if (!start_jobs(c, plan, &last, err)) return false;
        if (last == MATCH_RUNNER_END) return true; /* what still runs is not needed any more */
        begin_ready(c);
        if (!wait_for_jobs(c, plan, &any, err)) return false;
    }
    return true;
}
