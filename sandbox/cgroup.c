#include "sandbox/cgroup.h"

#include "os/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { TEXT_MOST = 1 << 20, REMOVE_TRIES = 200, REMOVE_WAIT_US = 1000 };

static const char *const controllers[CGROUP_KINDS] = {"memory", "pids", "cpu", "cpuacct",
                                                      "freezer"};

/* ---- finding ---- */

/* True when a word stands in a list with this separator. */
static bool has_word(const char *list, size_t len, const char *word, char separator)
{
    size_t word_len = strlen(word);
    for (const char *at = list, *end = list + len; at < end;) {
        const char *stop = memchr(at, separator, (size_t)(end - at));
        if (!stop) stop = end;
        if ((size_t)(stop - at) == word_len && memcmp(at, word, word_len) == 0) return true;
        at = stop + 1;
    }
    return false;
}

/* Our path in the hierarchy that has this controller ("": version 2), from lines "7:pids:/path". */
static bool own_path(const char *own, const char *controller, char out[CGROUP_PATH])
{
    for (const char *line = own; *line; line += strcspn(line, "\n"), line += *line == '\n') {
        const char *list = strchr(line, ':'), *path = list ? strchr(list + 1, ':') : NULL;
        if (!path) return false;
        size_t list_len = (size_t)(path - list - 1);
        if (list_len == 0 ? *controller != '\0' : !has_word(list + 1, list_len, controller, ','))
            continue;
        snprintf(out, CGROUP_PATH, "%.*s", (int)strcspn(path + 1, "\n"), path + 1);
        return true;
    }
    return false;
}

struct mounted {
    char root[CGROUP_PATH], point[CGROUP_PATH], type[32], options[256];
};

/* "36 35 0:31 /root /point rw,... - type source options" */
static bool read_mount(const char *line, size_t len, struct mounted *m)
{
    char copy[2048];
    snprintf(copy, sizeof copy, "%.*s", (int)len, line);
    const char *tail = strstr(copy, " - ");
    return tail && sscanf(copy, "%*s %*s %*s %511s %511s", m->root, m->point) == 2 &&
           sscanf(tail, " - %31s %*s %255s", m->type, m->options) == 2;
}

/* The folder of our own group below a mount point; in a container the mount may begin at it. */
static void own_dir(const struct mounted *m, const char *path, char out[CGROUP_PATH])
{
    size_t skip = strcmp(m->root, "/") == 0 ? 0 : strlen(m->root);
    if (strncmp(path, m->root, skip) != 0) skip = 0;
    if (strcmp(path + skip, "/") == 0) path = "", skip = 0;
    int wrote = snprintf(out, CGROUP_PATH, "%s%s", m->point, path + skip);
    if (wrote >= CGROUP_PATH) out[0] = '\0';
}

static void locate_v1(struct cgroup_place *place, const struct mounted *m, const char *own)
{
    char path[CGROUP_PATH];
    for (int kind = 0; kind < CGROUP_KINDS; kind++) {
        if (!has_word(m->options, strlen(m->options), controllers[kind], ',')) continue;
        if (own_path(own, controllers[kind], path)) own_dir(m, path, place->dir[kind]);
    }
}

/* Beside our own group; the root has no parent and may have both processes and children. */
static void locate_v2(struct cgroup_place *place, const struct mounted *m, const char *own)
{
    char path[CGROUP_PATH], dir[CGROUP_PATH];
    if (!own_path(own, "", path)) return;
    own_dir(m, path, dir);
    if (strcmp(dir, m->point) != 0) *strrchr(dir, '/') = '\0';
    for (int kind = 0; kind < CGROUP_KINDS; kind++) memcpy(place->dir[kind], dir, sizeof dir);
}

void cgroup_locate(struct cgroup_place *place, const char *mounts, const char *own)
{
    struct cgroup_place second = {.version = 2};
    struct mounted m;
    *place = (struct cgroup_place){.version = 1};
    for (const char *line = mounts; *line; line += strcspn(line, "\n"), line += *line == '\n') {
        if (!read_mount(line, strcspn(line, "\n"), &m)) continue;
        if (strcmp(m.type, "cgroup") == 0) locate_v1(place, &m, own);
        if (strcmp(m.type, "cgroup2") == 0) locate_v2(&second, &m, own);
    }
    if (place->dir[CGROUP_MEMORY][0] || place->dir[CGROUP_PIDS][0]) return;
    *place = second;
    if (!second.dir[CGROUP_MEMORY][0]) place->version = 0;
}

/* ---- files ---- */

static bool write_to(const char *dir, const char *name, const char *value)
{
    char path[CGROUP_PATH + 64];
    snprintf(path, sizeof path, "%s/%s", dir, name);
    AUTO_CLOSE int fd = open(path, O_WRONLY | O_CLOEXEC);
    return fd >= 0 && write(fd, value, strlen(value)) == (ssize_t)strlen(value);
}

static bool write_number(const char *dir, const char *name, int64_t n)
{
    char digits[32];
    snprintf(digits, sizeof digits, "%lld", (long long)n);
    return write_to(dir, name, digits);
}

/* Version 2 gives children a controller only when the parent hands it down. */
static bool hands_down(const char *dir, const char *controller)
{
    char path[CGROUP_PATH + 64], change[32], *list;
    size_t len;
    struct err ignored;
    snprintf(change, sizeof change, "+%s", controller);
    write_to(dir, "cgroup.subtree_control", change);
    snprintf(path, sizeof path, "%s/cgroup.subtree_control", dir);
    if (!file_read(path, TEXT_MOST, &list, &len, &ignored)) return false;
    bool has = has_word(list, strcspn(list, "\n"), controller, ' ');
    free(list);
    return has;
}

/* In which process numbers mean something; 0 where the kernel does not tell. */
static unsigned long process_namespace(void)
{
    struct stat ns;
    return stat("/proc/self/ns/pid", &ns) == 0 ? (unsigned long)ns.st_ino : 0;
}

void cgroup_name(pid_t arena, char out[64])
{
    snprintf(out, 64, "taisen.%lu.%d", process_namespace(), (int)arena);
}

/* Everyone in a group of version 1, and of version 2 before Linux 5.14. */
static void kill_each(const char *dir)
{
    char path[CGROUP_PATH + 64], *list;
    size_t len;
    struct err ignored;
    snprintf(path, sizeof path, "%s/cgroup.procs", dir);
    if (!file_read(path, TEXT_MOST, &list, &len, &ignored)) return;
    for (char *at = list, *end; *at; at = end) {
        pid_t pid = (pid_t)strtol(at, &end, 10);
        if (end == at) break;
        if (pid > 1) kill(pid, SIGKILL);
    }
    free(list);
}

/* Who was stopped cannot even be killed. */
static void end_left(const char *dir)
{
    kill_each(dir);
    write_to(dir, "freezer.state", "THAWED");
    write_to(dir, "cgroup.freeze", "0");
}

static void remove_dead(const char *dir)
{
    unsigned long ours = process_namespace(), ns;
    DIR *d = opendir(dir);
    for (struct dirent *entry; d && (entry = readdir(d));) {
        char path[CGROUP_PATH];
        int pid;
        if (sscanf(entry->d_name, "taisen.%lu.%d.", &ns, &pid) != 2) continue;
        if (ns != ours || kill(pid, 0) == 0 || errno != ESRCH) continue;
        if (snprintf(path, sizeof path, "%s/%s", dir, entry->d_name) >= CGROUP_PATH) continue;
        end_left(path);
        rmdir(path); /* or the next one does it, when they are gone */
    }
    if (d) closedir(d);
}

/* Whether we may make groups there, found out by making one. */
static bool is_usable(const char *dir)
{
    char path[CGROUP_PATH + 80], name[64];
    cgroup_name(getpid(), name);
    snprintf(path, sizeof path, "%s/%s.try", dir, name);
    return mkdir(path, 0755) == 0 && rmdir(path) == 0;
}

static void keep_usable(struct cgroup_place *place)
{
    bool any = false;
    for (int kind = 0; kind < CGROUP_KINDS; kind++) {
        char *dir = place->dir[kind];
        if (!dir[0]) continue;
        bool is_given = place->version == 1 || kind == CGROUP_CPU || kind == CGROUP_FREEZER ||
                        hands_down(dir, controllers[kind]);
        if (!is_given || !is_usable(dir)) dir[0] = '\0';
        if (dir[0]) remove_dead(dir);
        any = any || dir[0];
    }
    if (!any) place->version = 0;
}

void cgroup_find(struct cgroup_place *place)
{
    char *mounts = NULL, *own = NULL;
    size_t len;
    struct err ignored;
    *place = (struct cgroup_place){0};
    if (file_read("/proc/self/mountinfo", TEXT_MOST, &mounts, &len, &ignored) &&
        file_read("/proc/self/cgroup", TEXT_MOST, &own, &len, &ignored))
        cgroup_locate(place, mounts, own);
    free(mounts);
    free(own);
    keep_usable(place);
}

/* ---- one group ---- */

static bool make_dirs(struct cgroup *g, const struct cgroup_place *place, int number,
                      struct err *err)
{
    char name[64];
    cgroup_name(getpid(), name);
    for (int kind = 0; kind < CGROUP_KINDS; kind++) {
        if (!place->dir[kind][0]) continue;
        int wrote = snprintf(g->dir[kind], CGROUP_PATH, "%s/%s.%d", place->dir[kind], name, number);
        if (wrote >= CGROUP_PATH) return err_set(err, "%s is too long", place->dir[kind]);
        if (mkdir(g->dir[kind], 0755) < 0 && errno != EEXIST)
            return err_sys(err, "make %s", g->dir[kind]);
    }
    return true;
}

/* Memory with swap: without a limit on both, one who is out of memory goes on slowly instead. */
static bool limit_memory(const struct cgroup *g, int64_t bytes)
{
    const char *dir = g->dir[CGROUP_MEMORY];
    if (g->version == 2) {
        write_to(dir, "memory.swap.max", "0");  /* not there where the kernel has no swap */
        write_to(dir, "memory.oom.group", "1"); /* who is out of memory dies whole */
        return write_number(dir, "memory.max", bytes);
    }
    /* The one with swap must not be the lower one at any moment, up or down. */
    write_number(dir, "memory.memsw.limit_in_bytes", bytes);
    bool ok = write_number(dir, "memory.limit_in_bytes", bytes);
    write_number(dir, "memory.memsw.limit_in_bytes", bytes);
    return ok;
}

static int open_cpu(const struct cgroup *g)
{
    char path[CGROUP_PATH + 64];
    if (!cgroup_has(g, CGROUP_CPU)) return -1;
    snprintf(path, sizeof path, "%s/%s", g->dir[CGROUP_CPU],
             g->version == 2 ? "cpu.stat" : "cpuacct.usage");
    return open(path, O_RDONLY | O_CLOEXEC);
}

bool cgroup_make(struct cgroup *g, const struct cgroup_place *place, int number, struct err *err)
{
    *g = CGROUP_NONE;
    g->version = place->version;
    if (!make_dirs(g, place, number, err)) return false;
    g->cpu = open_cpu(g);
    return true;
}

bool cgroup_limit(const struct cgroup *g, int64_t memory_bytes, int64_t processes, struct err *err)
{
    if (cgroup_has(g, CGROUP_MEMORY) && !limit_memory(g, memory_bytes))
        return err_sys(err, "limit the memory of %s", g->dir[CGROUP_MEMORY]);
    if (cgroup_has(g, CGROUP_PIDS) && !write_number(g->dir[CGROUP_PIDS], "pids.max", processes))
        return err_sys(err, "limit the processes of %s", g->dir[CGROUP_PIDS]);
    return true;
}

void cgroup_remove(struct cgroup *g)
{
    cgroup_kill(g);
    file_close(&g->cpu);
    for (int kind = 0; kind < CGROUP_KINDS; kind++) {
        /* The dying leave a moment after they were collected. */
        for (int i = 0; g->dir[kind][0] && i < REMOVE_TRIES; i++) {
            if (rmdir(g->dir[kind]) == 0 || errno != EBUSY) break;
            usleep(REMOVE_WAIT_US);
        }
        g->dir[kind][0] = '\0';
    }
}

bool cgroup_join(const struct cgroup *g)
{
    if (cgroup_has(g, CGROUP_MEMORY) && g->version == 1)
        write_to(g->dir[CGROUP_MEMORY], "memory.max_usage_in_bytes", "0");
    for (int kind = 0; kind < CGROUP_KINDS; kind++)
        if (cgroup_has(g, (enum cgroup_kind)kind) && !write_to(g->dir[kind], "cgroup.procs", "0"))
            return false;
    return true;
}

int64_t cgroup_cpu_us(const struct cgroup *g)
{
    char text[128];
    ssize_t len = g->cpu < 0 ? -1 : pread(g->cpu, text, sizeof text - 1, 0);
    if (len <= 0) return -1;
    text[len] = '\0';
    if (g->version == 1) return strtoll(text, NULL, 10) / 1000; /* nanoseconds */
    const char *usage = strstr(text, "usage_usec ");
    return usage ? strtoll(usage + strlen("usage_usec "), NULL, 10) : -1;
}

int64_t cgroup_peak_kb(const struct cgroup *g)
{
    char path[CGROUP_PATH + 64], *text;
    size_t len;
    struct err ignored;
    snprintf(path, sizeof path, "%s/%s", g->dir[CGROUP_MEMORY],
             g->version == 2 ? "memory.peak" : "memory.max_usage_in_bytes");
    if (!cgroup_has(g, CGROUP_MEMORY) || !file_read(path, 64, &text, &len, &ignored)) return -1;
    int64_t bytes = strtoll(text, NULL, 10);
    free(text);
    return bytes / 1024;
}

int64_t cgroup_memory_kills(const struct cgroup *g)
{
    char path[CGROUP_PATH + 64], *text;
    size_t len;
    struct err ignored;
    snprintf(path, sizeof path, "%s/%s", g->dir[CGROUP_MEMORY],
             g->version == 2 ? "memory.events" : "memory.oom_control");
    if (!cgroup_has(g, CGROUP_MEMORY) || !file_read(path, 1024, &text, &len, &ignored)) return -1;
    const char *at = strstr(text, "oom_kill ");
    int64_t count = at ? strtoll(at + strlen("oom_kill "), NULL, 10) : -1;
    free(text);
    return count;
}

bool cgroup_freeze(const struct cgroup *g, bool frozen)
{
    const char *dir = g->dir[CGROUP_FREEZER];
    if (!dir[0]) return false;
    if (g->version == 2) return write_to(dir, "cgroup.freeze", frozen ? "1" : "0");
    return write_to(dir, "freezer.state", frozen ? "FROZEN" : "THAWED");
}

void cgroup_kill(const struct cgroup *g)
{
    int kind = 0;
    while (kind < CGROUP_KINDS && !g->dir[kind][0]) kind++;
    if (kind == CGROUP_KINDS) return;
    if (g->version == 2 && write_to(g->dir[kind], "cgroup.kill", "1")) return;
    cgroup_freeze(g, true); /* nobody starts others while we go through the list */
    kill_each(g->dir[kind]);
    cgroup_freeze(g, false);
}
