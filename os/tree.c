#include "os/tree.h"

#include "os/file.h"

#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { DEPTH_MOST = 32 };

typedef void visit_process(pid_t pid, void *arg);
typedef void visit_thread(pid_t pid, const char *thread, void *arg);

static size_t read_some(const char *path, char *out, size_t size)
{
    AUTO_CLOSE int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t len = fd < 0 ? -1 : read(fd, out, size - 1);
    out[len > 0 ? len : 0] = '\0';
    return len > 0 ? (size_t)len : 0;
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

/* ---- walking down ---- */

struct walk {
    visit_process *visit;
    void *arg;
    int depth;
};

static void walk_down(pid_t pid, struct walk *w);

static void walk_children(pid_t pid, const char *thread, void *arg)
{
    char path[320], list[4096];
    snprintf(path, sizeof path, "/proc/%d/task/%s/children", (int)pid, thread);
    if (read_some(path, list, sizeof list) == 0) return;
    for (char *at = list, *end; (pid = (pid_t)strtol(at, &end, 10)) > 0 && end != at; at = end)
        walk_down(pid, arg);
}

/* A process before its children, so that one that is stopped starts no more. */
static void walk_down(pid_t pid, struct walk *w)
{
    w->visit(pid, w->arg);
    if (w->depth == DEPTH_MOST) return;
    w->depth++;
    each_thread(pid, walk_children, w);
    w->depth--;
}

/* ---- what is done there ---- */

/* "PID (name) STATE ..."; the name may hold anything, even a bracket. */
static bool is_ready(pid_t pid, const char *thread)
{
    char path[320], text[256];
    snprintf(path, sizeof path, "/proc/%d/task/%s/stat", (int)pid, thread);
    if (read_some(path, text, sizeof text) == 0) return false;
    const char *end = strrchr(text, ')');
    return end && end[1] == ' ' && end[2] == 'R';
}

static void add_ready(const char *thread, struct tree_use *use)
{
    cpu_set_t may;
    use->ready++;
    if (sched_getaffinity((pid_t)atoi(thread), sizeof may, &may) < 0) return;
    if (CPU_COUNT(&may) < use->cores) use->cores = CPU_COUNT(&may);
}

static void add_wait(pid_t pid, const char *thread, void *arg)
{
    char path[320], text[128];
    long long run_ns, wait_ns;
    struct tree_use *use = arg;
    snprintf(path, sizeof path, "/proc/%d/task/%s/schedstat", (int)pid, thread);
    if (is_ready(pid, thread)) add_ready(thread, use);
    if (read_some(path, text, sizeof text) == 0) return;
    if (sscanf(text, "%lld %lld", &run_ns, &wait_ns) == 2) use->wait_us += wait_ns / 1000;
}

static void add_use(pid_t pid, void *arg)
{
    struct tree_use *use = arg;
    struct timespec used;
    clockid_t clock;
    if (clock_getcpuclockid(pid, &clock) == 0 && clock_gettime(clock, &used) == 0)
        use->cpu_us += (int64_t)used.tv_sec * 1000000 + used.tv_nsec / 1000;
    each_thread(pid, add_wait, use);
}

struct tree_use tree_use(pid_t root)
{
    struct tree_use use = {.cores = INT_MAX};
    struct walk w = {.visit = add_use, .arg = &use};
    if (root > 0) walk_down(root, &w);
    return use;
}

static void send(pid_t pid, void *arg)
{
    kill(pid, *(const int *)arg);
}

void tree_signal(pid_t root, int signal)
{
    struct walk w = {.visit = send, .arg = &signal};
    if (root > 0) walk_down(root, &w);
}
