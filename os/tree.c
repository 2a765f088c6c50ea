/* The tree is walked breadth first over a list that grows: a process is looked at before its
   children, so that one that is stopped starts no more, and no depth is too deep. Living processes
   are asked for their CPU clock, to the nanosecond; what the dead below them used stands in their
   `stat`, to a hundredth of a second. */
#include "os/tree.h"

#include "os/file.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { LIST_BYTES = 64 * 1024, PROCESSES_MOST = 1 << 16 };

typedef void visit_process(pid_t pid, void *arg);
typedef void visit_thread(pid_t pid, const char *thread, void *arg);

static size_t read_some(const char *path, char *out, size_t size)
{
    AUTO_CLOSE int fd = open(path, O_RDONLY | O_CLOEXEC);
    size_t len = 0;
    for (ssize_t got; fd >= 0 && len < size - 1; len += (size_t)got)
        if ((got = read(fd, out + len, size - 1 - len)) <= 0) break;
    out[len] = '\0';
    return len;
}

static void each_thread(pid_t pid, visit_thread *visit, void *arg)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/task", (int)pid);
    DIR *dir = opendir(path);
    for (struct dirent *entry; dir && (entry = readdir(dir));)
        if (entry->d_name[0] != '.') visit(pid, entry->d_name, arg);
    if (dir) closedir(dir);
}

/* ---- walking ---- */

struct walk {
    pid_t *found;
    size_t count, cap;
    char *list; /* what the kernel says of one thread's children */
};

static void add_found(struct walk *w, pid_t pid)
{
    if (w->count == w->cap) {
        size_t cap = w->cap ? 2 * w->cap : 64;
        pid_t *wider = cap <= PROCESSES_MOST ? realloc(w->found, cap * sizeof *wider) : NULL;
        if (!wider) return; /* no machine lets a player have so many */
        w->found = wider;
        w->cap = cap;
    }
    w->found[w->count++] = pid;
}

static void add_children(pid_t pid, const char *thread, void *arg)
{
    struct walk *w = arg;
    char path[320];
    snprintf(path, sizeof path, "/proc/%d/task/%s/children", (int)pid, thread);
    if (read_some(path, w->list, LIST_BYTES) == 0) return;
    for (char *at = w->list, *end; (pid = (pid_t)strtol(at, &end, 10)) > 0 && end != at; at = end)
        add_found(w, pid);
}

static void walk_down(pid_t root, visit_process *visit, void *arg)
{
    struct walk w = {.list = malloc(LIST_BYTES)};
    if (root > 0 && w.list) add_found(&w, root);
    for (size_t i = 0; i < w.count; i++) {
        visit(w.found[i], arg);
        each_thread(w.found[i], add_children, &w);
    }
    free(w.found);
    free(w.list);
}

/* ---- what is found there ---- */

/* The fields of a `stat` behind the name, which may hold anything, even a bracket. */
static const char *fields_of(char *text)
{
    char *end = strrchr(text, ')');
    return end && end[1] == ' ' ? end + 2 : NULL;
}

/* "STATE ppid pgrp session tty tpgid flags minflt cminflt majflt cmajflt utime stime cutime
 * cstime". */
static int64_t dead_children_us(pid_t pid)
{
    char path[64], text[1024];
    long long user, system;
    long ticks = sysconf(_SC_CLK_TCK);
    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    if (ticks <= 0 || read_some(path, text, sizeof text) == 0) return 0;
    const char *fields = fields_of(text);
    if (!fields || sscanf(fields, "%*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %lld %lld",
                          &user, &system) != 2)
        return 0;
    return (user + system) * (1000000 / ticks);
}

static void add_cpu(pid_t pid, void *arg)
{
    int64_t *cpu_us = arg;
    struct timespec used;
    clockid_t clock;
    if (clock_getcpuclockid(pid, &clock) == 0 && clock_gettime(clock, &used) == 0)
        *cpu_us += (int64_t)used.tv_sec * 1000000 + used.tv_nsec / 1000;
    *cpu_us += dead_children_us(pid);
}

static bool is_ready(pid_t pid, const char *thread)
{
    char path[320], text[256];
    snprintf(path, sizeof path, "/proc/%d/task/%s/stat", (int)pid, thread);
    if (read_some(path, text, sizeof text) == 0) return false;
    const char *fields = fields_of(text);
    return fields && *fields == 'R';
}

static void add_thread(pid_t pid, const char *thread, void *arg)
{
    char path[320], text[128];
    long long run_ns, wait_ns;
    cpu_set_t may;
    struct tree_use *use = arg;
    use->ready += is_ready(pid, thread);
    if (sched_getaffinity((pid_t)atoi(thread), sizeof may, &may) == 0)
        CPU_OR(&use->cores, &use->cores, &may);
    snprintf(path, sizeof path, "/proc/%d/task/%s/schedstat", (int)pid, thread);
    if (read_some(path, text, sizeof text) == 0) return;
    if (sscanf(text, "%lld %lld", &run_ns, &wait_ns) == 2) use->wait_us += wait_ns / 1000;
}

static int64_t peak_kb(pid_t pid)
{
    char path[64], text[4096];
    long long kb;
    snprintf(path, sizeof path, "/proc/%d/status", (int)pid);
    if (read_some(path, text, sizeof text) == 0) return 0;
    const char *line = strstr(text, "\nVmHWM:");
    return line && sscanf(line, "\nVmHWM: %lld", &kb) == 1 ? kb : 0;
}

static void add_use(pid_t pid, void *arg)
{
    struct tree_use *use = arg;
    int64_t kb = peak_kb(pid);
    add_cpu(pid, &use->cpu_us);
    if (kb > use->rss_kb) use->rss_kb = kb;
    each_thread(pid, add_thread, use);
}

struct tree_use tree_use(pid_t root)
{
    struct tree_use use = {.cpu_us = 0};
    CPU_ZERO(&use.cores);
    walk_down(root, add_use, &use);
    return use;
}

int64_t tree_cpu_us(pid_t root)
{
    int64_t cpu_us = 0;
    walk_down(root, add_cpu, &cpu_us);
    return cpu_us;
}

static void send(pid_t pid, void *arg)
{
    kill(pid, *(const int *)arg);
}

void tree_signal(pid_t root, int signal)
{
    walk_down(root, send, &signal);
}
