/* One mutex guards everything: a job belongs to whoever submitted it, but while the thread has it
   in hand it is the thread's to free, so that a visitor who leaves costs nothing. */
#include "site/people/hash_worker.h"

#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

enum { JOBS_MOST = 32 };

enum job_state { WAITING, IN_HAND, DONE };

/* Whoever drops it frees it, unless the thread has it in hand: then the thread does. */
struct hash_job {
    struct hash_job *next;
    struct hash_worker *worker;
    enum job_state state;
    bool is_dropped, has_check, has_make, fits;
    char hash[ACCOUNT_SECRET], made[ACCOUNT_SECRET];
    char check[ACCOUNT_PASSWORD_MOST + 1], make[ACCOUNT_PASSWORD_MOST + 1];
};

struct hash_worker {
    pthread_t thread;
    pthread_mutex_t mutex;
    pthread_cond_t came, done;
    struct hash_job *first;
    int count, notify_fd;
    bool is_closing;
    enum account_cost cost;
    char nobody[ACCOUNT_SECRET]; /* a hash that nothing fits */
};

static void free_job(struct hash_job *job)
{
    account_wipe(job, sizeof *job);
    free(job);
}

static void unlink_job(struct hash_worker *worker, const struct hash_job *job)
{
    struct hash_job **at = &worker->first;
    while (*at != job) at = &(*at)->next;
    *at = job->next;
    worker->count--;
}

static void do_work(const struct hash_worker *worker, struct hash_job *job)
{
    struct err ignored; /* nothing made says it */
    job->fits = !job->has_check || account_check_password(job->hash, job->check);
    if (job->fits && job->has_make &&
        !account_hash_password(job->make, worker->cost, job->made, &ignored))
        job->made[0] = '\0';
}

/* With the mutex held. */
static void finish_job(struct hash_worker *worker, struct hash_job *job)
{
    assert(job->state == IN_HAND);
    job->state = DONE;
    pthread_cond_broadcast(&worker->done);
    if (job->is_dropped) free_job(job);
    uint64_t one = 1;
    ssize_t wrote = write(worker->notify_fd, &one, sizeof one);
    (void)wrote; /* one that cannot take more is readable already */
}

static void *sit(void *arg)
{
    struct hash_worker *worker = arg;
    pthread_mutex_lock(&worker->mutex);
    while (!worker->is_closing) {
        struct hash_job *job = worker->first;
        if (!job) {
            pthread_cond_wait(&worker->came, &worker->mutex);
            continue;
        }
        unlink_job(worker, job);
        job->state = IN_HAND;
        pthread_mutex_unlock(&worker->mutex);
        do_work(worker, job);
        pthread_mutex_lock(&worker->mutex);
        finish_job(worker, job);
    }
    pthread_mutex_unlock(&worker->mutex);
    return NULL;
}

/* Signals are for the thread that has the loop. */
static bool start_thread(struct hash_worker *worker)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool ok = pthread_create(&worker->thread, NULL, sit, worker) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return ok;
}

static bool make_nobody(struct hash_worker *worker, struct err *err)
{
    char password[ACCOUNT_TOKEN];
    account_make_token(password);
    return account_hash_password(password, worker->cost, worker->nobody, err);
}

struct hash_worker *hash_worker_open(enum account_cost cost, struct err *err)
{
    struct hash_worker *worker = calloc(1, sizeof *worker);
    if (!worker) {
        err_code(err, "no-memory: out of memory");
        return NULL;
    }
    pthread_mutex_init(&worker->mutex, NULL);
    pthread_cond_init(&worker->came, NULL);
    pthread_cond_init(&worker->done, NULL);
    worker->cost = cost;
    worker->notify_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (make_nobody(worker, err)) {
        if (worker->notify_fd >= 0 && start_thread(worker)) return worker;
        err_set(err, "no thread to be had for passwords");
    }
    if (worker->notify_fd >= 0) close(worker->notify_fd);
    free(worker);
    return NULL;
}

void hash_worker_close(struct hash_worker *worker)
{
    if (!worker) return;
    pthread_mutex_lock(&worker->mutex);
    worker->is_closing = true;
    pthread_cond_signal(&worker->came);
    pthread_mutex_unlock(&worker->mutex);
    pthread_join(worker->thread, NULL);
    assert(!worker->first && "somebody holds a job of a worker that is gone");
    close(worker->notify_fd);
    pthread_mutex_destroy(&worker->mutex);
    pthread_cond_destroy(&worker->came);
    pthread_cond_destroy(&worker->done);
    free(worker);
}

int hash_worker_fd(const struct hash_worker *worker)
{
    return worker->notify_fd;
}

void hash_worker_drain(struct hash_worker *worker)
{
    uint64_t rings;
    ssize_t got = read(worker->notify_fd, &rings, sizeof rings);
    (void)got; /* nothing to read: it has not rung */
}

/* ---- jobs ---- */

static struct hash_job *new_job(struct hash_worker *worker, const struct hash_work *w)
{
    struct hash_job *job = calloc(1, sizeof *job);
    if (!job) return NULL;
    /* One that is too long is cut here, and must not fit for that. */
    bool can_fit = w->hash && w->check && strlen(w->check) <= ACCOUNT_PASSWORD_MOST;
    job->worker = worker;
    job->has_check = w->check != NULL;
    job->has_make = w->make != NULL;
    snprintf(job->hash, sizeof job->hash, "%s", can_fit ? w->hash : worker->nobody);
    snprintf(job->check, sizeof job->check, "%s", w->check ? w->check : "");
    snprintf(job->make, sizeof job->make, "%s", w->make ? w->make : "");
    return job;
}

static bool add_job(struct hash_worker *worker, struct hash_job *job)
{
    struct hash_job **at = &worker->first;
    pthread_mutex_lock(&worker->mutex);
    bool has_room = worker->count < JOBS_MOST;
    if (has_room) {
        while (*at) at = &(*at)->next;
        *at = job;
        worker->count++;
        pthread_cond_signal(&worker->came);
    }
    pthread_mutex_unlock(&worker->mutex);
    return has_room;
}

struct hash_job *hash_worker_submit(struct hash_worker *worker, const struct hash_work *work)
{
    struct hash_job *job = new_job(worker, work);
    if (job && add_job(worker, job)) return job;
    if (job) free_job(job);
    return NULL;
}

bool hash_job_is_done(struct hash_job *job)
{
    pthread_mutex_lock(&job->worker->mutex);
    bool is_done = job->state == DONE;
    pthread_mutex_unlock(&job->worker->mutex);
    return is_done;
}

void hash_job_wait(struct hash_job *job)
{
    pthread_mutex_lock(&job->worker->mutex);
    while (job->state != DONE) pthread_cond_wait(&job->worker->done, &job->worker->mutex);
    pthread_mutex_unlock(&job->worker->mutex);
}

bool hash_job_fits(const struct hash_job *job)
{
    return job->fits;
}

const char *hash_job_made(const struct hash_job *job)
{
    return job->made;
}

void hash_job_drop(struct hash_job *job)
{
    struct hash_worker *worker = job->worker;
    pthread_mutex_lock(&worker->mutex);
    bool is_mine = job->state != IN_HAND;
    if (job->state == WAITING) unlink_job(worker, job);
    job->is_dropped = true;
    pthread_mutex_unlock(&worker->mutex);
    if (is_mine) free_job(job);
}
