/* A child has three pipes and nothing else of ours, leads its own session, and dies with us. What
   leaves the session falls to the subreaper and is found below it. */
#include "os/proc.h"

#include "os/clock.h"
#include "os/file.h"
#include "os/stop.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/pidfd.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { CHILD_STACK = 64 * 1024 };

/* False when the shell is needed: a letter means something to it, or the words are too many. */
static bool split_plain(struct proc_command *c, const char *text)
{
    int count = 0;
    if (strlen(text) >= sizeof c->copy || strpbrk(text, "|&;<>()$`\\\"'*?[]#~=%!{}\n"))
        return false;
    strcpy(c->copy, text);
    for (char *rest = c->copy, *word; (word = strtok_r(rest, " \t", &rest));) {
        if (count == PROC_WORDS) return false;
        c->words[count++] = word;
    }
    c->words[count] = NULL;
    return count > 0;
}

void proc_split(struct proc_command *c, const char *text)
{
    const char *const shell[] = {"/bin/sh", "-c", text, NULL};
    if (!split_plain(c, text)) memcpy(c->words, shell, sizeof shell);
}

int proc_exec(const char *const *words)
{
    stop_reset_in_child();
    execvp(words[0], (char *const *)words);
    dprintf(STDERR_FILENO, "cannot start %s: %s\n", words[0], err_reason(errno));
    return 127;
}

static int exec_command(void *arg)
{
    const struct proc_command *c = arg;
    /* What it starts and leaves behind stays below it, whatever becomes of those between: it is
       found there (os/tree.h) and counted. */
    proc_become_subreaper();
    return proc_exec(c->words);
}

/* The child's side of proc_fork: three pipes, nothing else, and a death tied to ours. */
static void become_child(enum proc_session session, const int pipes[3], pid_t parent)
{
    if (session == PROC_OWN_SESSION) setsid();
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(127); /* it died before the line above */
    /* None of the three is below 3: the arena has its own 0, 1 and 2 open. */
    for (int i = 0; i < 3; i++) dup2(pipes[i], i);
    syscall(SYS_close_range, 3u, ~0u, 0u);
}

static bool open_pipes(int ours[3], int theirs[3], struct err *err)
{
    for (int i = 0; i < 3; i++) ours[i] = theirs[i] = -1;
    for (int i = 0; i < 3; i++) {
        int ends[2];
        if (pipe2(ends, O_CLOEXEC) < 0) return err_sys(err, "pipe");
        ours[i] = ends[i == 0];
        theirs[i] = ends[i != 0];
        fcntl(ours[i], F_SETFL, O_NONBLOCK);
    }
    return true;
}

static void close_all(int fds[3])
{
    for (int i = 0; i < 3; i++) file_close(&fds[i]);
}

/* What a child needs to know. */
struct child {
    enum proc_session session;
    const int *pipes;
    pid_t parent;
    int (*run)(void *arg);
    void *arg;
};

static int run_child(void *arg)
{
    const struct child *c = arg;
    become_child(c->session, c->pipes, c->parent);
    _exit(c->run(c->arg));
}

/* A child that becomes a program at once borrows our memory until it has, on a stack of its own,
   while we stand still: copying the maps of the arena costs more than all the rest of a start.
   Until then no signal may reach it, since a handler would write into our memory in its name;
   proc_exec() lets them in again. */
static pid_t start_borrowing(struct child *c)
{
    _Alignas(16) char stack[CHILD_STACK];
    sigset_t all, before;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, &before);
    pid_t pid = clone(run_child, stack + sizeof stack, CLONE_VM | CLONE_VFORK | SIGCHLD, c);
    sigprocmask(SIG_SETMASK, &before, NULL);
    return pid;
}

static bool begin(struct proc *p, struct child c, bool is_exec, struct err *err)
{
    int ours[3], theirs[3];
    pid_t pid = -1;
    bool ready = open_pipes(ours, theirs, err);
    c.parent = getpid();
    c.pipes = theirs;
    if (ready && (pid = is_exec ? start_borrowing(&c) : fork()) < 0) ready = err_sys(err, "fork");
    if (pid == 0) run_child(&c);
    close_all(theirs);
    if (!ready) {
        close_all(ours);
        return false;
    }
    *p = (struct proc){
        .pid = pid, .pidfd = pidfd_open(pid, 0), .in = ours[0], .out = ours[1], .err = ours[2]};
    return true;
}

bool proc_fork(struct proc *p, enum proc_session session, int (*run)(void *arg), void *arg,
               struct err *err)
{
    return begin(p, (struct child){.session = session, .run = run, .arg = arg}, false, err);
}

bool proc_start(struct proc *p, const char *command, struct err *err)
{
    struct proc_command c;
    proc_split(&c, command);
    struct child child = {.session = PROC_OWN_SESSION, .run = exec_command, .arg = &c};
    return begin(p, child, true, err);
}

static void wait_for_end(const struct proc *p, int64_t wait_us)
{
    int64_t until = clock_us() + wait_us;
    struct pollfd fd = {.fd = p->pidfd, .events = POLLIN};
    while (p->pidfd >= 0 && fd.revents == 0) {
        int64_t left = until - clock_us();
        if (left <= 0 || (stop_poll(&fd, 1, left) < 0 && errno != EINTR)) return;
    }
}

static int64_t micros(struct timeval t)
{
    return (int64_t)t.tv_sec * 1000000 + t.tv_usec;
}

void proc_end(struct proc *p, int64_t wait_us, struct proc_end *how)
{
    siginfo_t info = {.si_pid = 0};
    struct rusage used = {0};
    int status = 0;
    *how = (struct proc_end){.code = -1};
    if (p->pid <= 0) return;
    if (wait_us > 0) wait_for_end(p, wait_us);
    waitid(P_PID, (id_t)p->pid, &info, WEXITED | WNOHANG | WNOWAIT);
    how->by_itself = info.si_pid == p->pid;
    /* The group before the leader is collected: until then its number cannot be given to others. */
    kill(-p->pid, SIGKILL);
    kill(p->pid, SIGKILL);
    while (wait4(p->pid, &status, 0, &used) < 0 && errno == EINTR) continue;
    if (WIFEXITED(status)) how->code = WEXITSTATUS(status);
    if (WIFSIGNALED(status)) how->signal = WTERMSIG(status);
    how->cpu_us = micros(used.ru_utime) + micros(used.ru_stime);
    how->rss_kb = used.ru_maxrss;
    file_close(&p->in);
    file_close(&p->out);
    file_close(&p->err);
    file_close(&p->pidfd);
    p->pid = 0;
}

/* Kills the children of a process, theirs first, so that nobody is handed on meanwhile. Returns
   how many it found. */
static int kill_below(pid_t pid, int depth)
{
    char path[64], list[4096];
    int found = 0;
    snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)pid, (int)pid);
    AUTO_CLOSE int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t len = fd < 0 ? -1 : read(fd, list, sizeof list - 1);
    if (len <= 0) return 0;
    list[len] = '\0';
    for (char *at = list, *end; (pid = (pid_t)strtol(at, &end, 10)) > 0 && end != at; at = end) {
        kill(pid, SIGSTOP); /* cannot start more while we look */
        if (depth < 64) kill_below(pid, depth + 1);
        kill(pid, SIGKILL);
        found++;
    }
    return found;
}

void proc_kill_descendants(void)
{
    /* Waits for one of them only: another may have been started while we looked, and is not killed
       yet. */
    while (kill_below(getpid(), 0) > 0) {
        waitpid(-1, NULL, __WALL);
        while (waitpid(-1, NULL, __WALL | WNOHANG) > 0) continue;
    }
}

/* The outer process: passes stop signals on and waits for the inner one. */
static pid_t inner;

/* What a terminal sends goes to both already. What somebody else sends may have gone to the whole
   group, or to us alone: the inner one can tell by how it comes (os/stop.c). */
static void pass_on(int number, siginfo_t *info, void *context)
{
    (void)context;
    if (inner > 0 && info->si_code <= 0) sigqueue(inner, number, (union sigval){.sival_int = 0});
}

static void watch_inner(void)
{
    int status = 0;
    struct sigaction action = {.sa_sigaction = pass_on, .sa_flags = SA_SIGINFO};
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
    sigaction(SIGINT, &action, NULL);
    for (;;) {
        pid_t ended = waitpid(-1, &status, __WALL);
        if (ended == inner || (ended < 0 && errno == ECHILD)) break;
    }
    inner = 0;
    proc_kill_descendants();
    if (WIFSIGNALED(status)) {
        signal(WTERMSIG(status), SIG_DFL);
        raise(WTERMSIG(status));
    }
    _exit(WIFEXITED(status) ? WEXITSTATUS(status) : 3);
}

void proc_become_subreaper(void)
{
    prctl(PR_SET_CHILD_SUBREAPER, 1);
}

void proc_guard(void)
{
    pid_t outer = getpid();
    proc_become_subreaper();
    inner = fork();
    if (inner > 0) watch_inner();
    proc_become_subreaper();
    if (inner < 0) return; /* no second process to be had: play without the guard */
    inner = 0;
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != outer) raise(SIGTERM);
}
