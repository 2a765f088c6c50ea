#include "sandbox/cage.h"

#include "os/file.h"
#include "os/stop.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <grp.h>
#include <limits.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    OPEN_FILES = 1024,
    SPARE_PROCESSES = 3, /* bubblewrap's own two, and one for the moment of a start */
    TRY_US = 5 * 1000 * 1000,
    JAVA_HEAP_PERCENT = 70, /* of the memory limit; the rest is for code, threads and buffers */
    ARGV_MAX = 1024,
    STORE_MAX = 64 * 1024
};
/* Where sandbox/cage_init.c is to be found inside. */
#define INIT "/init"
/* Where root mounts what others are to reach; it is everywhere, and not needed for anything else.
 */
#define STAGE "/tmp"
/* Above what systemd gives to containers; the largest process number fits below 2^31. */
static const uid_t FIRST_UID = 1879048192;

struct cage_limits cage_default_limits(void)
{
    return (struct cage_limits){.memory_bytes = INT64_C(1) << 30,
                                .processes = 64,
                                .file_bytes = INT64_C(64) << 20,
                                .tmp_bytes = INT64_C(64) << 20};
}

/* Nobody counts the memory of all processes together. */
static bool is_weak(const struct cage *cage)
{
    return !cage->place.dir[CGROUP_MEMORY][0];
}

/* sandbox/cage_init.c, built. */
static const unsigned char init_program[] = {
#include "sandbox/cage_init.h"
};

/* ---- the words of the command ---- */

/* A command line that is being put together. */
struct argv {
    const char *at[ARGV_MAX + 1];
    int count;
    bool is_full;
    char store[STORE_MAX]; /* words that stand nowhere else */
    size_t stored;
};

static void add(struct argv *w, const char *word)
{
    if (w->count == ARGV_MAX) {
        w->is_full = true;
        return;
    }
    w->at[w->count++] = word;
}

static const char *__attribute__((format(printf, 2, 3)))
keep(struct argv *w, const char *format, ...)
{
    char *word = w->store + w->stored;
    size_t room = sizeof w->store - w->stored;
    va_list args;
    va_start(args, format);
    int len = vsnprintf(word, room, format, args);
    va_end(args);
    if (len < 0 || (size_t)len >= room) {
        w->is_full = true;
        return "";
    }
    w->stored += (size_t)len + 1;
    return word;
}

static void add_two(struct argv *w, const char *a, const char *b)
{
    add(w, a);
    add(w, b);
}

static void add_three(struct argv *w, const char *a, const char *b, const char *c)
{
    add_two(w, a, b);
    add(w, c);
}

/* /bin and its like are links into /usr, or folders on older systems. */
static void add_system(struct argv *w)
{
    static const char *const folders[] = {"/bin", "/sbin", "/lib", "/lib64", "/lib32", "/libx32"};
    add_three(w, "--ro-bind", "/usr", "/usr");
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++) {
        char target[PATH_MAX] = "";
        if (readlink(folders[i], target, sizeof target - 1) > 0)
            add_three(w, "--symlink", keep(w, "%s", target), folders[i]);
        else
            add_three(w, "--ro-bind-try", folders[i], folders[i]);
    }
}

/* What the linker and the languages' runtimes look for; nothing that is a secret. */
static void add_etc(struct argv *w)
{
    static const char *const files[] = {"/etc/alternatives", "/etc/ld.so.cache", "/etc/localtime",
                                        "/etc/java-*", "/etc/mono"};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        glob_t found = {0};
        if (glob(files[i], 0, NULL, &found) != 0) continue;
        for (size_t k = 0; k < found.gl_pathc; k++) {
            const char *path = keep(w, "%s", found.gl_pathv[k]);
            add_three(w, "--ro-bind", path, path);
        }
        globfree(&found);
    }
}

static void add_tmpfs(struct argv *w, const char *where, int64_t bytes)
{
    add_two(w, "--size", keep(w, "%lld", (long long)bytes));
    add_two(w, "--tmpfs", where);
}

/* Nothing to be seen there. A device on a mount without devices cannot be opened by anybody. */
static void add_mask(struct argv *w, const char *path, bool is_folder)
{
    if (is_folder) {
        add_two(w, "--tmpfs", path);
        add_two(w, "--remount-ro", path);
    } else {
        add_three(w, "--ro-bind", "/dev/null", path);
    }
}

/* Languages' runtimes look at these. All else below /proc that is not about one's own processes
   tells of the machine, and counters that one player moves can be read by another. */
static bool is_shown_of_proc(const char *name)
{
    static const char *const names[] = {"cpuinfo", "filesystems", "loadavg", "meminfo",
                                        "stat",    "sys",         "uptime",  "version"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(name, names[i]) == 0) return true;
    return name[0] >= '0' && name[0] <= '9';
}

static bool is_shown_of_sys(const char *name)
{
    return strcmp(name, "kernel") == 0 || strcmp(name, "vm") == 0;
}

static void mask_others(struct argv *w, const char *folder, bool (*is_shown)(const char *))
{
    DIR *dir = opendir(folder);
    for (struct dirent *e; dir && (e = readdir(dir));) {
        struct stat st;
        if (e->d_name[0] == '.' || is_shown(e->d_name)) continue;
        if (fstatat(dirfd(dir), e->d_name, &st, AT_SYMLINK_NOFOLLOW) < 0) continue;
        /* Links lead to what is one's own; what is root's alone is closed already. */
        if (S_ISLNK(st.st_mode) || !(st.st_mode & S_IROTH)) continue;
        add_mask(w, keep(w, "%s/%s", folder, e->d_name), S_ISDIR(st.st_mode));
    }
    if (dir) closedir(dir);
}

static void add_proc(struct argv *w)
{
    add_two(w, "--proc", "/proc");
    mask_others(w, "/proc", is_shown_of_proc);
    mask_others(w, "/proc/sys", is_shown_of_sys);
    add_mask(w, "/proc/1", true);
}

/* No terminals: they are few, and everybody's. */
static void add_devices(struct argv *w, const struct cage *cage, const struct cage_limits *limits)
{
    static const char *const devices[] = {"/dev/null", "/dev/full", "/dev/random", "/dev/urandom",
                                          "/dev/zero"};
    static const char *const links[][2] = {{"/proc/self/fd", "/dev/fd"},
                                           {"/proc/self/fd/0", "/dev/stdin"},
                                           {"/proc/self/fd/1", "/dev/stdout"},
                                           {"/proc/self/fd/2", "/dev/stderr"}};
    add_two(w, "--tmpfs", "/dev");
    size_t count = sizeof devices / sizeof devices[0];
    if (is_weak(cage)) count--; /* who maps /dev/zero shares memory */
    for (size_t i = 0; i < count; i++) add_three(w, "--dev-bind", devices[i], devices[i]);
    for (size_t i = 0; i < sizeof links / sizeof links[0]; i++)
        add_three(w, "--symlink", links[i][0], links[i][1]);
    add_tmpfs(w, "/dev/shm", limits->tmp_bytes);
    add_two(w, "--remount-ro", "/dev");
    add_tmpfs(w, "/tmp", limits->tmp_bytes);
}

/* Java's machine would size its heap by the memory of the whole computer and be killed while it
   still believed to have room. It says on standard error that it was told so; what a command says
   (-Xmx) counts for more. */
static void add_java_heap(struct argv *w, const struct cage_limits *limits)
{
    add_two(w, "--setenv", "JAVA_TOOL_OPTIONS");
    add(w, keep(w, "-XX:MaxRAM=%lld -XX:MaxRAMPercentage=%d", (long long)limits->memory_bytes,
                JAVA_HEAP_PERCENT));
}

static void add_environment(struct argv *w, const struct cage_limits *limits)
{
    add(w, "--clearenv");
    add_three(w, "--setenv", "PATH", CAGE_PATH);
    add_three(w, "--setenv", "HOME", "/tmp");
    add_three(w, "--setenv", "LANG", "C.UTF-8");
    add_java_heap(w, limits);
}

/* Bytes as a descriptor that bubblewrap inherits; -1 when there is none to be had. */
static int fd_of(const char *name, const void *bytes, size_t size)
{
    int fd = memfd_create(name, 0);
    struct err ignored;
    if (fd < 0 || !file_write(fd, bytes, size, &ignored)) return -1;
    return lseek(fd, 0, SEEK_SET) == 0 ? fd : -1;
}

static bool add_filters(struct argv *w, const struct cage *cage)
{
    for (int i = 0; i < SECCOMP_PROGRAMS; i++) {
        int fd = fd_of("filter", cage->filters[i].bytes, cage->filters[i].size);
        if (fd < 0) return false;
        add_two(w, "--add-seccomp-fd", keep(w, "%d", fd));
    }
    return true;
}

static void add_namespaces(struct argv *w)
{
    static const char *const flags[] = {"--unshare-all",     "--unshare-user", "--disable-userns",
                                        "--die-with-parent", "--new-session",  "--as-pid-1"};
    for (size_t i = 0; i < sizeof flags / sizeof flags[0]; i++) add(w, flags[i]);
    add_two(w, "--uid", "1000");
    add_two(w, "--gid", "1000");
    add_two(w, "--hostname", "sandbox");
}

/* ---- the child, before it is the player ---- */

struct inmate {
    const struct cage *cage;
    int slot;
    struct cage_limits limits;
    struct view view;
    char staged[VIEW_MOST][32]; /* where its parts are mounted for it */
    char cwd[PATH_MAX];
    bool has_new_home; /* at CAGE_HOME, to be written */
    struct proc_command command;
};

/* The first process inside, as a file: from a descriptor it could be executed by way of /proc/self
   alone, which does not exist for process 1. */
static bool add_init(struct argv *w)
{
    int fd = fd_of("init", init_program, sizeof init_program);
    if (fd < 0) return false;
    add_two(w, "--perms", "0555");
    add_three(w, "--ro-bind-data", keep(w, "%d", fd), INIT);
    return true;
}

static void add_view(struct argv *w, const struct inmate *in)
{
    const struct view *v = &in->view;
    if (in->has_new_home) add_tmpfs(w, CAGE_HOME, in->limits.tmp_bytes);
    for (int i = 0; i < v->seen_count; i++)
        add_three(w, "--ro-bind", v->seen[i].source, v->seen[i].shown);
    for (int i = 0; i < v->hidden_count; i++)
        add_mask(w, v->hidden[i].path, v->hidden[i].is_folder);
}

static bool put_words(struct argv *w, const struct inmate *in)
{
    add(w, "bwrap");
    add_namespaces(w);
    add_environment(w, &in->limits);
    add_system(w);
    add_etc(w);
    add_proc(w);
    add_devices(w, in->cage, &in->limits);
    add_view(w, in);
    if (!add_init(w)) return false;
    add_two(w, "--dir", in->cwd);
    add_two(w, "--remount-ro", "/");
    add_two(w, "--chdir", in->cwd);
    if (!add_filters(w, in->cage)) return false;
    add(w, "--");
    add_two(w, INIT, keep(w, "%lld", (long long)in->limits.processes));
    add_two(w, keep(w, "%lld", (long long)in->limits.file_bytes),
            keep(w, "%lld", is_weak(in->cage) ? (long long)in->limits.memory_bytes : -1LL));
    for (int i = 0; in->command.words[i]; i++) add(w, in->command.words[i]);
    w->at[w->count] = NULL;
    return !w->is_full;
}

static bool limit(__rlimit_resource_t what, int64_t most)
{
    struct rlimit now;
    if (getrlimit(what, &now) < 0) return false;
    rlim_t value = (rlim_t)most < now.rlim_max ? (rlim_t)most : now.rlim_max;
    return setrlimit(what, &(struct rlimit){.rlim_cur = value, .rlim_max = value}) == 0;
}

/* The others are set inside (sandbox/cage_init.c). */
static bool set_limits(void)
{
    return limit(RLIMIT_CORE, 0) && limit(RLIMIT_NOFILE, OPEN_FILES) && limit(RLIMIT_MSGQUEUE, 0);
}

/* Makes the place for a mount: bubblewrap is to find it by a name that everybody can reach. */
static bool make_stage(char *name, size_t size, int i, bool is_folder)
{
    snprintf(name, size, STAGE "/%d", i);
    if (is_folder) return mkdir(name, 0755) == 0;
    int fd = open(name, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0644);
    if (fd >= 0) close(fd);
    return fd >= 0;
}

/* Root's programs run as somebody else, who need not get to where they lie: /root is closed, and
   many a home. So what they see is mounted elsewhere while we still have root's rights, in a mount
   namespace of our own. A root that may not mount (in a container) does without. */
static bool stage(struct inmate *in)
{
    struct view *v = &in->view;
    int source[VIEW_MOST] = {0};
    if (geteuid() != 0 || v->seen_count == 0 || unshare(CLONE_NEWNS) < 0) return true;
    if (mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) < 0) return false;
    for (int i = 0; i < v->seen_count; i++)
        if ((source[i] = open(v->seen[i].source, O_PATH | O_CLOEXEC)) < 0) return false;
    if (mount("stage", STAGE, "tmpfs", 0, "mode=755,size=1m") < 0) return false;
    for (int i = 0; i < v->seen_count; i++) {
        char from[64];
        snprintf(from, sizeof from, "/proc/self/fd/%d", source[i]);
        if (!make_stage(in->staged[i], sizeof in->staged[i], i, v->seen[i].is_folder) ||
            mount(from, in->staged[i], NULL, MS_BIND | MS_REC, NULL) < 0)
            return false;
        close(source[i]);
        v->seen[i].source = in->staged[i];
    }
    return true;
}

/* Root gives its rights up for good. */
static bool become_nobody(void)
{
    uid_t uid = FIRST_UID + (uid_t)getpid();
    if (geteuid() != 0) return true;
    for (int fd = 0; fd < 3; fd++)
        if (fchown(fd, uid, uid) < 0) return false; /* so that /dev/stdout can be opened */
    return setgroups(0, NULL) == 0 && setresgid(uid, uid, uid) == 0 &&
           setresuid(uid, uid, uid) == 0;
}

static int complain(const char *what)
{
    dprintf(STDERR_FILENO, "the sandbox cannot %s: %s\n", what, err_reason(errno));
    return 126;
}

/* Without the arena's environment, where secrets may be. */
static int exec_bubblewrap(const char **words)
{
    char *const none[] = {NULL};
    stop_reset_in_child();
    execvpe(words[0], (char *const *)words, none);
    return complain("start bubblewrap");
}

static int enter(void *arg)
{
    struct inmate *in = arg;
    struct argv w = {.count = 0};
    pid_t parent = getppid();
    if (!cgroup_join(&in->cage->slots[in->slot])) return complain("join its control group");
    if (!set_limits()) return complain("set its limits");
    if (!stage(in)) return complain("mount its files");
    if (!become_nobody()) return complain("change its user");
    /* The kernel forgets it when the user changes. */
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) return 127;
    if (!put_words(&w, in)) return complain("put its command together");
    return exec_bubblewrap(w.at);
}

/* ---- for the arena ---- */

/* A root's programs run as somebody else, who must be let in. */
static bool is_open(const struct view *v, struct err *err)
{
    for (int i = 0; i < v->seen_count && geteuid() == 0; i++) {
        struct stat st;
        mode_t need = v->seen[i].is_folder ? S_IXOTH : S_IROTH;
        if (stat(v->seen[i].source, &st) == 0 && !(st.st_mode & need))
            return err_set(err,
                           "%s is closed to other users, and a sandboxed program of root's runs as "
                           "one: `chmod o+rX` opens it",
                           v->seen[i].source);
    }
    return true;
}

static int64_t either(int64_t wanted, int64_t otherwise)
{
    return wanted > 0 ? wanted : otherwise;
}

static struct cage_limits limits_of(const struct cage *cage, const struct cage_limits *wanted)
{
    const struct cage_limits *own = &cage->limits;
    return (struct cage_limits){.memory_bytes = either(wanted->memory_bytes, own->memory_bytes),
                                .processes = either(wanted->processes, own->processes),
                                .file_bytes = either(wanted->file_bytes, own->file_bytes),
                                .tmp_bytes = either(wanted->tmp_bytes, own->tmp_bytes)};
}

static bool start(struct inmate *in, const char *command, struct proc *p, struct err *err)
{
    /* The one before may have had others. */
    if (!cgroup_limit(&in->cage->slots[in->slot], in->limits.memory_bytes,
                      in->limits.processes + SPARE_PROCESSES, err))
        return false;
    if (!is_open(&in->view, err)) return false;
    proc_split(&in->command, command);
    return proc_fork(p, PROC_OWN_SESSION, enter, in, err);
}

bool cage_start(const struct cage *cage, int slot, const struct cage_limits *limits,
                const struct view_command *command, struct proc *p, struct err *err)
{
    struct inmate in = {.cage = cage, .slot = slot, .limits = limits_of(cage, limits)};
    if (!view_make(&in.view, command, (const char *const *)cage->kept, cage->kept_count, err))
        return false;
    if (!getcwd(in.cwd, sizeof in.cwd)) return err_sys(err, "the current folder");
    return start(&in, command->text, p, err);
}

bool cage_start_at_home(const struct cage *cage, int slot, const struct cage_limits *limits,
                        const char *folder, const char *command, struct proc *p, struct err *err)
{
    struct inmate in = {.cage = cage,
                        .slot = slot,
                        .limits = limits_of(cage, limits),
                        .cwd = CAGE_HOME,
                        .has_new_home = !folder};
    if (folder && !view_make_at(&in.view, folder, CAGE_HOME, err)) return false;
    return start(&in, command, p, err);
}

bool cage_hide(struct cage *cage, const char *path, struct err *err)
{
    char folder[PATH_MAX], full[PATH_MAX];
    const char *last = strrchr(path, '/');
    char **more = realloc(cage->kept, (size_t)(cage->kept_count + 1) * sizeof *more);
    if (!more) return err_set(err, "out of memory");
    cage->kept = more;
    if (!realpath(path, full)) { /* not there yet */
        snprintf(full, sizeof full, "%.*s", last ? (int)(last + 1 - path) : 1, last ? path : ".");
        if (!realpath(full, folder)) return true; /* nor its folder: there is nothing to be seen */
        if (snprintf(full, sizeof full, "%s/%s", folder, last ? last + 1 : path) >= PATH_MAX)
            return err_set(err, "%s: the path is too long", path);
    }
    cage->kept[cage->kept_count] = strdup(full);
    if (!cage->kept[cage->kept_count]) return err_set(err, "out of memory");
    cage->kept_count++;
    return true;
}

/* Starts a program that does nothing, to see whether it can be done here. */
static bool try_out(const struct cage *cage, struct err *err)
{
    struct proc p = PROC_NONE;
    struct proc_end how;
    char said[256] = "";
    if (!cage_start(cage, 0, &cage->limits, &(struct view_command){.text = "/bin/true"}, &p, err))
        return false;
    struct pollfd fd = {.fd = p.pidfd, .events = POLLIN};
    stop_poll(&fd, 1, TRY_US);
    ssize_t got = read(p.err, said, sizeof said - 1);
    proc_end(&p, 0, &how);
    if (how.by_itself && how.code == 0) return true;
    said[got > 0 ? strcspn(said, "\n") : 0] = '\0';
    return err_set(err, "programs cannot be sandboxed here (`taisen doctor` tells more): %s",
                   said[0] ? said : "no reason was given");
}

/* An arena may have more than one cage at a time: no two groups have the same number. */
static int groups_made;

static bool make_slots(struct cage *cage, int count, struct err *err)
{
    cage->slots = calloc((size_t)count, sizeof *cage->slots);
    if (!cage->slots) return err_set(err, "out of memory");
    for (; cage->slot_count < count; cage->slot_count++)
        if (!cgroup_make(&cage->slots[cage->slot_count], &cage->place, groups_made++, err))
            return cage->slot_count++, false;
    return true;
}

bool cage_open(struct cage *cage, const struct cage_limits *limits, int slots, struct err *err)
{
    *cage = (struct cage){.limits = *limits, .arena = getpid()};
    cgroup_find(&cage->place);
    if (seccomp_programs(cage->filters, is_weak(cage), err) && make_slots(cage, slots, err) &&
        try_out(cage, err))
        return true;
    cage_close(cage);
    return false;
}

void cage_close(struct cage *cage)
{
    for (int i = 0; i < cage->slot_count && getpid() == cage->arena; i++)
        cgroup_remove(&cage->slots[i]);
    for (int i = 0; i < cage->kept_count; i++) free(cage->kept[i]);
    free(cage->kept);
    free(cage->slots);
    seccomp_free(cage->filters);
    *cage = (struct cage){0};
}

int64_t cage_cpu_us(const struct cage *cage, int slot)
{
    return cgroup_cpu_us(&cage->slots[slot]);
}

int64_t cage_peak_kb(const struct cage *cage, int slot)
{
    return cgroup_peak_kb(&cage->slots[slot]);
}

int64_t cage_memory_kills(const struct cage *cage, int slot)
{
    return cgroup_memory_kills(&cage->slots[slot]);
}

void cage_write_size(int64_t bytes, char out[32])
{
    static const char *const units[] = {"bytes", "KiB", "MiB", "GiB", "TiB"};
    int unit = 0;
    while (unit < 4 && bytes % 1024 == 0 && bytes > 0) bytes /= 1024, unit++;
    snprintf(out, 32, "%lld %s", (long long)bytes, units[unit]);
}

bool cage_find_reason(const struct cage *cage, const struct view_command *command, char out[512])
{
    struct view v;
    struct err ignored;
    char path[256];
    if (!view_make(&v, command, (const char *const *)cage->kept, cage->kept_count, &ignored))
        return false;
    if (view_find_outside(&v, command->text, path))
        snprintf(out, 512, "the program names %s, which lies outside what it sees", path);
    else if (v.neighbour)
        snprintf(out, 512,
                 "it sees only the files that its command names, because it shares its folder with "
                 "%.200s; give each program a folder of its own",
                 v.neighbour);
    else
        return false;
    return true;
}

bool cage_freeze(const struct cage *cage, int slot, bool frozen)
{
    return cgroup_freeze(&cage->slots[slot], frozen);
}

void cage_kill(const struct cage *cage, int slot)
{
    cgroup_kill(&cage->slots[slot]);
}
