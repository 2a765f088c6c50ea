#include "bots/search/threads.h"

#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

struct errand {
    pthread_t thread;
    void (*work)(int number, void *arg);
    void *arg;
    int number;
    bool is_started;
};

static void *run(void *arg)
{
    struct errand *e = arg;
    e->work(e->number, e->arg);
    return NULL;
}

void threads_run(int count, void (*work)(int number, void *arg), void *arg)
{
    struct errand errand[THREADS_MOST];
    assert(count >= 1 && count <= THREADS_MOST);
    for (int i = 0; i < count; i++) {
        struct errand *e = &errand[i];
        *e = (struct errand){.work = work, .arg = arg, .number = i};
        if (i > 0) e->is_started = pthread_create(&e->thread, NULL, run, e) == 0;
    }
    for (int i = 0; i < count; i++)
        if (!errand[i].is_started) work(i, arg);
    for (int i = 1; i < count; i++)
        if (errand[i].is_started) pthread_join(errand[i].thread, NULL);
}
