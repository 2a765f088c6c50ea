#include "league/batch.h"

#include "os/clock.h"
#include "os/file.h"
#include "os/proc.h"
#include "os/stop.h"
#include "referee/record.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    JOBS_MAX = 256,
    TRIES = 3,
    DISTURBED_TRIES = 5,
    LINE_MAX_BYTES = 4096,
    LOCK_US = 5 * 1000 * 1000
};

/* One match of the plan. */
struct task {
    int32_t seat[2], round;
    uint64_t seed;
    char key[JOURNAL_KEY];
    int8_t tries;
    bool is_done;
};

/* A match that is being played. */
struct job {
    struct proc proc;
    int64_t task;
    char line[LINE_MAX_BYTES];
    size_t len;
};

/* Both matches of a pair, as points of the first seat. */
struct round {
    int8_t matches, half_points;
};

/* How far a test has come. */
struct trial {
    int64_t rounds; /* counted so far */
    struct stats_pairs pairs;
    enum sprt_verdict verdict;
};

static void add_to_round(struct round *rounds, const struct journal_match *m, int a);
static void walk_on(struct trial *t, const struct sprt *sprt, const struct round *rounds,
                    int64_t count);

struct batch {
    const struct batch_options *o;
    struct task *tasks;
    int64_t count, next, done;
    struct job *jobs;     /* pid 0: free */
    struct round *rounds; /* of the first two seats, for the test */
    struct trial trial;
    int out;
    struct journal *journal;
    batch_fn *tell;
    void *arg;
};

/* ---- the plan ---- */

static void add_task(struct batch *b, int first, int second, int64_t round)
{
    struct task *t = &b->tasks[b->count++];
    *t = (struct task){.seat = {first, second}, .round = (int32_t)round};
    t->seed = b->o->first_seed + (uint64_t)round;
    snprintf(t->key, sizeof t->key, "%llu:%d:%d", (unsigned long long)t->seed, first, second);
}

static int64_t pairing_count(const struct batch_options *o)
{
    int64_t n = o->seat_count;
    return o->gauntlet ? n - 1 : n * (n - 1) / 2;
}

static bool make_plan(struct batch *b, struct err *err)
{
    const struct batch_options *o = b->o;
    b->tasks = calloc((size_t)(pairing_count(o) * o->rounds * 2), sizeof *b->tasks);
    b->jobs = calloc((size_t)o->jobs, sizeof *b->jobs);
    if (!b->tasks || !b->jobs || !b->rounds) return err_set(err, "out of memory");
    for (int64_t round = 0; round < o->rounds; round++)
        for (int first = 0; first < (o->gauntlet ? 1 : o->seat_count - 1); first++)
            for (int second = first + 1; second < o->seat_count; second++) {
                add_task(b, first, second, round);
                add_task(b, second, first, round);
            }
    return true;
}

static void make_header(const struct batch_options *o, struct text *t)
{
    const char *setup = o->match.setup.options ? o->match.setup.options : "";
    text_str(t, "{\"taisen_batch\":1,\"game\":");
    text_json(t, o->match.game->name, strlen(o->match.game->name));
    text_str(t, ",\"rules\":");
    text_int(t, o->match.game->version);
    text_str(t, ",\"setup\":");
    text_json(t, setup, strlen(setup));
    text_str(t, ",\"first_seed\":\"");
    text_hex(t, o->first_seed);
    text_str(t, "\",\"seats\":[");
    for (int i = 0; i < o->seat_count; i++) {
        if (i > 0) text_char(t, ',');
        text_json(t, o->seats[i], strlen(o->seats[i]));
    }
    text_str(t, "]}");
}

/* ---- the journal ---- */

static void note_result(struct batch *b, const struct journal_match *m)
{
    if (!b->o->sprt) return;
    add_to_round(b->rounds, m, 0);
    walk_on(&b->trial, b->o->sprt, b->rounds, b->o->rounds);
}

static bool begin_journal(struct batch *b, const char *header, struct err *err)
{
    static char buf[1 << 16];
    struct text line = TEXT_ON(buf);
    b->out = open(b->o->out, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0666);
    if (b->out < 0 && errno == EEXIST)
        return err_set(err, "%s is there already; --resume goes on with it", b->o->out);
    if (b->out < 0) return err_sys(err, "cannot write %s", b->o->out);
    journal_write_header(header, &line);
    return file_lock(b->out, LOCK_US, b->o->out, err) &&
           file_write(b->out, line.buf, line.len, err);
}

static bool resume_journal(struct batch *b, const char *header, struct err *err)
{
    b->out = open(b->o->out, O_WRONLY | O_APPEND | O_CLOEXEC);
    if (b->out < 0) return err_sys(err, "cannot write %s", b->o->out);
    /* A run that was just killed may still be busy dying. */
    if (!file_lock(b->out, LOCK_US, b->o->out, err)) return false;
    if (!journal_read(b->journal, b->o->out, err)) return false;
    if (strcmp(b->journal->header, header) != 0)
        return err_set(err,
                       "%s is the journal of another batch: game, options, seeds or seats differ",
                       b->o->out);
    if (ftruncate(b->out, b->journal->good_bytes) < 0) return err_sys(err, "cut %s", b->o->out);
    for (int64_t i = 0; i < b->count; i++) {
        b->tasks[i].is_done = journal_find(b->journal, b->tasks[i].key) != NULL;
        b->done += b->tasks[i].is_done;
    }
    for (int64_t i = 0; i < b->journal->count; i++)
        if (b->journal->matches[i].round < b->o->rounds) note_result(b, &b->journal->matches[i]);
    return true;
}

static bool copy_seats(struct batch *b, struct err *err)
{
    struct journal *j = b->journal;
    j->seats = calloc((size_t)b->o->seat_count, sizeof *j->seats);
    j->game = strdup(b->o->match.game->name);
    for (int i = 0; j->seats && i < b->o->seat_count; i++) {
        j->seats[i] = strdup(b->o->seats[i]);
        j->seat_count++;
    }
    return (j->seats && j->game) || err_set(err, "out of memory");
}

static bool open_journal(struct batch *b, struct err *err)
{
    static char buf[1 << 16];
    struct text header = TEXT_ON(buf);
    make_header(b->o, &header);
    if (header.cut) return err_set(err, "the commands of the seats are too long");
    b->out = -1;
    if (b->o->out && b->o->resume && access(b->o->out, F_OK) == 0)
        return resume_journal(b, header.buf, err);
    return copy_seats(b, err) && (!b->o->out || begin_journal(b, header.buf, err));
}

/* ---- playing ---- */

struct child {
    const struct batch_options *o;
    const struct task *task;
    int slot; /* of the cage */
};

static bool play(const struct child *c, struct match_result *result, struct err *err)
{
    const struct batch_options *o = c->o;
    const struct task *task = c->task;
    struct match_options m = o->match;
    struct record_writer *record = NULL;
    struct match_watch watch;
    char path[4096];
    m.slot = c->slot;
    m.setup.seed = task->seed;
    if (o->map_count > 0) m.setup.map = o->maps[task->round % o->map_count];
    for (int p = 0; p < 2; p++) m.seat[p] = o->seats[task->seat[p]];
    if (o->records) {
        snprintf(path, sizeof path, "%s/%llu-%d-%d.jsonl.zst", o->records,
                 (unsigned long long)task->seed, task->seat[0], task->seat[1]);
        if (!(record = record_create(path, &m, o->keep_stderr, err))) return false;
        watch = record_watch(record);
    }
    bool ok = match_run(&m, &watch, record ? 1 : 0, result, err) &&
              (!record || record_finish(record, result, err));
    record_close(record);
    return ok;
}

/* A result that the machine decided is no result: it is played again. */
static bool play_undisturbed(const struct child *c, struct match_result *result, struct err *err)
{
    for (int i = 0; i < DISTURBED_TRIES; i++) {
        if (!play(c, result, err)) return false;
        if (!result->is_disturbed) return true;
    }
    return err_set(err, "disturbed again and again: this machine is too busy; fewer --jobs, or "
                        "--clock cpu");
}

/* In a process of its own: plays, and writes one line of journal to standard output. */
static int play_in_child(void *arg)
{
    const struct child *c = arg;
    char buf[LINE_MAX_BYTES];
    struct text line = TEXT_ON(buf);
    struct match_result result;
    struct err err;
    struct journal_match m = {.seat = {c->task->seat[0], c->task->seat[1]},
                              .round = c->task->round,
                              .seed = c->task->seed};
    stop_watch();
    proc_adopt();
    if (!play_undisturbed(c, &result, &err)) {
        dprintf(STDERR_FILENO, "%s", err.text);
        return 1;
    }
    memcpy(m.key, c->task->key, sizeof m.key);
    journal_fill(&m, &result);
    journal_write_match(&m, &line);
    return file_write(STDOUT_FILENO, line.buf, line.len, &err) ? 0 : 1;
}

static bool start_job(struct batch *b, struct job *job, int64_t task, struct err *err)
{
    struct child child = {.o = b->o, .task = &b->tasks[task], .slot = 2 * (int)(job - b->jobs)};
    job->task = task;
    job->len = 0;
    b->tasks[task].tries++;
    return proc_fork(&job->proc, PROC_OWN_GROUP, play_in_child, &child, err);
}

static bool start_jobs(struct batch *b, struct err *err)
{
    for (int i = 0; i < b->o->jobs; i++) {
        while (b->next < b->count && b->tasks[b->next].is_done) b->next++;
        if (b->jobs[i].proc.pid > 0) continue;
        if (b->next == b->count) return true;
        if (!start_job(b, &b->jobs[i], b->next++, err)) return false;
    }
    return true;
}

static bool accept(struct batch *b, struct job *job, const struct journal_match *m, struct err *err)
{
    if (b->out >= 0 && !file_write(b->out, job->line, job->len, err))
        return err_wrap(err, "%s", b->o->out);
    if (!journal_add(b->journal, m)) return err_set(err, "out of memory");
    b->tasks[job->task].is_done = true;
    b->done++;
    note_result(b, m);
    struct batch_progress progress = {.done = b->done, .total = b->count, .journal = b->journal};
    if (b->tell) b->tell(b->arg, &progress);
    return true;
}

/* The process has ended: its line is the result, or it is played again. */
static bool finish_job(struct batch *b, struct job *job, struct err *err)
{
    struct proc_end how;
    struct journal_match m;
    char said[256] = "";
    ssize_t got = read(job->proc.err, said, sizeof said - 1);
    proc_end(&job->proc, 1000 * 1000, &how);
    const char *key = b->tasks[job->task].key;
    bool whole = job->len > 0 && job->line[job->len - 1] == '\n';
    if (whole && journal_read_match(job->line, job->len - 1, &m) && strcmp(m.key, key) == 0)
        return accept(b, job, &m, err);
    if (b->tasks[job->task].tries < TRIES && !stop_asked())
        return start_job(b, job, job->task, err);
    return err_set(err, "match %s was tried %d times and never finished: %s", key, TRIES,
                   got > 0 ? said : "its process died");
}

static bool read_job(struct batch *b, struct job *job, struct err *err)
{
    ssize_t got = read(job->proc.out, job->line + job->len, sizeof job->line - job->len);
    if (got > 0) job->len += (size_t)got;
    if (got > 0 || (got < 0 && (errno == EAGAIN || errno == EINTR))) return true;
    return finish_job(b, job, err);
}

static bool wait_for_jobs(struct batch *b, bool *any, struct err *err)
{
    struct pollfd fds[JOBS_MAX];
    *any = false;
    for (int i = 0; i < b->o->jobs; i++) {
        bool runs = b->jobs[i].proc.pid > 0;
        fds[i] = (struct pollfd){.fd = runs ? b->jobs[i].proc.out : -1, .events = POLLIN};
        *any = *any || runs;
    }
    if (!*any) return true;
    if (stop_poll(fds, (nfds_t)b->o->jobs, -1) < 0 && errno != EINTR) return err_sys(err, "poll");
    if (stop_asked()) return err_set(err, "stopped by signal %d", stop_signal());
    for (int i = 0; i < b->o->jobs; i++)
        if (fds[i].fd >= 0 && fds[i].revents && !read_job(b, &b->jobs[i], err)) return false;
    return true;
}

static bool run(struct batch *b, struct err *err)
{
    bool any = true;
    while (any) {
        if (b->trial.verdict != SPRT_GOES_ON) return true;
        if (!start_jobs(b, err) || !wait_for_jobs(b, &any, err)) return false;
    }
    return true;
}

bool batch_run(const struct batch_options *o, batch_fn *tell, void *arg, struct journal *journal,
               struct err *err)
{
    struct batch b = {.o = o, .out = -1, .journal = journal, .tell = tell, .arg = arg};
    struct proc_end how;
    struct round *rounds = calloc((size_t)o->rounds, sizeof *rounds);
    b.rounds = rounds;
    *journal = (struct journal){0};
    bool ok = make_plan(&b, err) && open_journal(&b, err) && run(&b, err);
    for (int i = 0; b.jobs && i < o->jobs; i++) proc_end(&b.jobs[i].proc, 0, &how);
    proc_end_strays();
    file_close(&b.out);
    free(b.tasks);
    free(b.jobs);
    free(rounds);
    return ok;
}

/* ---- what a journal says ---- */

/* Half points of seat a in a match. */
static int half_points(const struct journal_match *m, int a)
{
    if (m->winner < 0) return 1;
    return m->seat[m->winner] == a ? 2 : 0;
}

static bool is_between(const struct journal_match *m, int a, int b)
{
    return (m->seat[0] == a && m->seat[1] == b) || (m->seat[0] == b && m->seat[1] == a);
}

static int64_t round_count(const struct journal *j)
{
    int64_t most = -1;
    for (int64_t i = 0; i < j->count; i++)
        if (j->matches[i].round > most) most = j->matches[i].round;
    return most + 1;
}

static void add_to_round(struct round *rounds, const struct journal_match *m, int a)
{
    rounds[m->round].matches++;
    rounds[m->round].half_points = (int8_t)(rounds[m->round].half_points + half_points(m, a));
}

/* Goes on through whole pairs, one after the other, until the test decides: so the verdict does not
   depend on the order in which matches happened to finish. */
static void walk_on(struct trial *t, const struct sprt *sprt, const struct round *rounds,
                    int64_t count)
{
    for (; t->verdict == SPRT_GOES_ON && t->rounds < count && rounds[t->rounds].matches == 2;
         t->rounds++) {
        t->pairs.count[rounds[t->rounds].half_points]++;
        t->verdict = sprt_decide(sprt, &t->pairs);
    }
}

/* The pairs of two seats by round; the caller frees it. */
static struct round *rounds_of(const struct journal *j, int a, int b, int64_t count)
{
    struct round *rounds = calloc((size_t)count + 1, sizeof *rounds);
    for (int64_t i = 0; rounds && i < j->count; i++) {
        const struct journal_match *m = &j->matches[i];
        if (is_between(m, a, b) && m->round >= 0) add_to_round(rounds, m, a);
    }
    return rounds;
}

static void count_faults(const struct journal_match *m, int a, struct tally *t)
{
    for (int p = 0; p < 2; p++) {
        int side = m->seat[p] == a ? 0 : 1;
        const char *fault = m->fault[p];
        t->gone[side] += strcmp(fault, "gone") == 0 || strcmp(fault, "name") == 0;
        t->timeout[side] += strcmp(fault, "timeout") == 0;
        t->invalid[side] += strcmp(fault, "invalid") == 0;
        if (m->ms_max[p] > t->ms_max[side]) t->ms_max[side] = m->ms_max[p];
    }
}

void batch_tally(const struct journal *j, int a, int b, const struct sprt *sprt, struct tally *t)
{
    struct trial trial = {.verdict = SPRT_GOES_ON};
    int64_t count = round_count(j);
    struct round *rounds = rounds_of(j, a, b, count);
    *t = (struct tally){0};
    if (sprt && rounds) walk_on(&trial, sprt, rounds, count);
    bool is_decided = trial.verdict != SPRT_GOES_ON;
    for (int64_t i = 0; rounds && i < (is_decided ? trial.rounds : count); i++)
        if (rounds[i].matches == 2) t->pairs.count[rounds[i].half_points]++;
    free(rounds);
    for (int64_t i = 0; i < j->count; i++) {
        const struct journal_match *m = &j->matches[i];
        if (!is_between(m, a, b) || (is_decided && m->round >= trial.rounds)) continue;
        int points = half_points(m, a);
        t->wins += points == 2;
        t->draws += points == 1;
        t->losses += points == 0;
        t->first_player_points += m->winner < 0 ? 1 : m->winner == 0 ? 2 : 0;
        count_faults(m, a, t);
    }
}
