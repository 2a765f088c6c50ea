/* Workers that die at once are started again after ever longer pauses, so that a wrong setting
   does not use up the machine. */
#include "site/worker_pool.h"

#include "os/clock.h"
#include "os/proc.h"

#include <assert.h>
#include <sys/resource.h>

enum { LOWEST = 19 };
static const int64_t FIRST_DELAY_US = 500 * 1000, LONGEST_DELAY_US = 60 * 1000 * 1000;

void worker_pool_open(struct worker_pool *h, const char *const *words, int jobs)
{
    int count = 0;
    *h = (struct worker_pool){.jobs = words ? jobs : 0};
    for (; words && words[count]; count++) {
        assert(count < WORKER_POOL_WORDS);
        h->words[count] = words[count];
    }
    for (int i = 0; i < h->jobs; i++) h->delay_us[i] = FIRST_DELAY_US;
}

static int become_worker(int number, void *arg)
{
    const struct worker_pool *h = arg;
    (void)number;
    setpriority(PRIO_PROCESS, 0, LOWEST);
    return proc_exec(h->words);
}

static void start(struct worker_pool *h, int i, int64_t now_us)
{
    struct err ignored; /* no process to be had: it is tried again */
    h->begun_us[i] = now_us;
    h->again_us[i] = now_us + h->delay_us[i];
    workers_start(&h->workers, i, become_worker, h, &ignored);
}

/* One that has worked for a while died by accident; one that dies at once will do so again. */
static void note_end(struct worker_pool *h, int i, int64_t now_us)
{
    bool has_worked = now_us - h->begun_us[i] > LONGEST_DELAY_US;
    h->delay_us[i] = has_worked ? FIRST_DELAY_US : 2 * h->delay_us[i];
    if (h->delay_us[i] > LONGEST_DELAY_US) h->delay_us[i] = LONGEST_DELAY_US;
    h->again_us[i] = now_us + h->delay_us[i];
    h->restarts++;
}

void worker_pool_look(struct worker_pool *h)
{
    int64_t now_us = clock_us();
    int status;
    for (int i; (i = workers_wait(&h->workers, 0, &status)) >= 0;) note_end(h, i, now_us);
    for (int i = 0; i < h->jobs; i++)
        if (h->workers.pid[i] == 0 && now_us >= h->again_us[i]) start(h, i, now_us);
}

int worker_pool_running(const struct worker_pool *h)
{
    int count = 0;
    for (int i = 0; i < h->jobs; i++) count += h->workers.pid[i] != 0;
    return count;
}

void worker_pool_close(struct worker_pool *h)
{
    workers_stop(&h->workers);
}
