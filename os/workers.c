/* Each child is asked to stop when its parent dies (PR_SET_PDEATHSIG), so that none is left
   behind by a kill. */
#include "os/workers.h"

#include "os/clock.h"
#include "os/stop.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { STOP_US = 3 * 1000 * 1000, LOOK_US = 20 * 1000 };

bool workers_start(struct workers *w, int number, int (*run)(int number, void *arg), void *arg,
                   struct err *err)
{
    pid_t parent = getpid(), pid = fork();
    if (pid < 0) return err_sys(err, "fork");
    if (pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGTERM);
        if (getppid() != parent) _exit(1);
        stop_reset_in_child();
        exit(run(number, arg));
    }
    w->pid[number] = pid;
    if (number >= w->count) w->count = number + 1;
    return true;
}

static int collect(struct workers *w, int *status)
{
    int how;
    for (int i = 0; i < w->count; i++) {
        if (w->pid[i] == 0 || waitpid(w->pid[i], &how, WNOHANG) != w->pid[i]) continue;
        w->pid[i] = 0;
        *status = WIFSIGNALED(how) ? 128 + WTERMSIG(how) : WEXITSTATUS(how);
        return i;
    }
    return -1;
}

int workers_wait(struct workers *w, int64_t wait_us, int *status)
{
    int64_t until_us = clock_us() + wait_us;
    for (;;) {
        int number = collect(w, status);
        int64_t left_us = until_us - clock_us();
        if (number >= 0 || left_us <= 0 || stop_asked()) return number;
        stop_poll(NULL, 0, left_us < LOOK_US ? left_us : LOOK_US);
    }
}

static bool any_runs(const struct workers *w)
{
    for (int i = 0; i < w->count; i++)
        if (w->pid[i] != 0) return true;
    return false;
}

static void signal_all(const struct workers *w, int number)
{
    for (int i = 0; i < w->count; i++)
        if (w->pid[i] != 0) kill(w->pid[i], number);
}

void workers_stop(struct workers *w)
{
    int status;
    int64_t until_us = clock_us() + STOP_US;
    signal_all(w, SIGTERM);
    while (any_runs(w) && clock_us() < until_us)
        if (collect(w, &status) < 0) usleep(LOOK_US);
    signal_all(w, SIGKILL);
    while (any_runs(w))
        if (collect(w, &status) < 0) usleep(LOOK_US);
}
