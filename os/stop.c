/* The signals are blocked except inside ppoll(2), so one that comes between a check and the wait
   is never lost. */
#include "os/stop.h"

#include <stddef.h>
#include <time.h>
#include <unistd.h>

static volatile sig_atomic_t asked;
static sigset_t outside; /* the mask while waiting */
static const int signals[] = {SIGINT, SIGTERM, SIGHUP};

/*
 * How often we were asked. One request may reach us twice, when it went to our whole group and the
 * outer process (os/proc.h) passes on what it got: so those that it passes on (by sigqueue) and
 * those that come directly are counted apart, and the greater number is how often.
 */
static volatile sig_atomic_t directly, passed_on;

static void on_signal(int number, siginfo_t *info, void *context)
{
    (void)context;
    if (info->si_code == SI_QUEUE && info->si_pid == getppid())
        passed_on++;
    else
        directly++;
    if (directly > 1 || passed_on > 1) {
        signal(number, SIG_DFL);
        raise(number);
    }
    if (!asked) asked = number;
}

void stop_watch(void)
{
    sigset_t block;
    sigemptyset(&block);
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++) {
        struct sigaction action = {.sa_sigaction = on_signal, .sa_flags = SA_SIGINFO};
        sigaction(signals[i], &action, NULL);
        sigaddset(&block, signals[i]);
    }
    sigprocmask(SIG_BLOCK, &block, &outside);
    signal(SIGPIPE, SIG_IGN); /* a player that closed its input is no reason to die */
}

bool stop_asked(void)
{
    return asked != 0;
}

int stop_signal(void)
{
    return asked;
}

int stop_poll(struct pollfd *fds, nfds_t count, int64_t wait_us)
{
    struct timespec wait = {.tv_sec = wait_us / 1000000, .tv_nsec = wait_us % 1000000 * 1000};
    return ppoll(fds, count, wait_us < 0 ? NULL : &wait, &outside);
}

const sigset_t *stop_mask(void)
{
    return &outside;
}

void stop_reset_in_child(void)
{
    sigset_t none;
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++) signal(signals[i], SIG_DFL);
    signal(SIGPIPE, SIG_DFL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}
