#include "sandbox/cage.h"

#include "os/file.h"
#include "os/stop.h"

#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <grp.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    OPEN_FILES = 1024,
    SPARE_PROCESSES = 3, /* bubblewrap's own two, and one for the moment of a start */
    TRY_US = 5 * 1000 * 1000,
    MATCH_END_MAX = 256,
    STORE_MAX = 16 * 1024
};
/* Above what systemd gives to containers; the largest process number fits below 2^31. */
static const uid_t FIRST_UID = 1879048192;

struct cage_limits cage_default_limits(void)
{
    return (struct cage_limits){.memory_bytes = INT64_C(1) << 30,
                                .processes = 64,
                                .file_bytes = INT64_C(64) << 20,
                                .tmp_bytes = INT64_C(64) << 20};
}

/* ---- the words of the command ---- */

/* A command line that is being put together. */
struct match_end {
    const char *at[MATCH_END_MAX + 1];
    int count;
    bool is_full;
    char store[STORE_MAX]; /* words that stand nowhere else */
    size_t stored;
};

static void add(struct match_end *w, const char *word)
{
    if (w->count == MATCH_END_MAX) {
        w->is_full = true;
        return;
    }
    w->at[w->count++] = word;
}

static const char *__attribute__((format(printf, 2, 3)))
keep(struct match_end *w, const char *format, ...)
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

static void add_two(struct match_end *w, const char *a, const char *b)
{
    add(w, a);
    add(w, b);
}

static void add_three(struct match_end *w, const char *a, const char *b, const char *c)
{
    add_two(w, a, b);
    add(w, c);
}

/* /bin and its like are links into /usr, or folders on older systems. */
static void add_system(struct match_end *w)
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
static void add_etc(struct match_end *w)
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

static void add_tmpfs(struct match_end *w, const char *where, int64_t bytes)
{
    add_two(w, "--size", keep(w, "%lld", (long long)bytes));
    add_two(w, "--tmpfs", where);
}

static void add_devices(struct match_end *w, const struct cage_limits *limits)
{
    add_two(w, "--proc", "/proc");
    add_two(w, "--dev", "/dev");
    add_tmpfs(w, "/dev/shm", limits->tmp_bytes);
    add_two(w, "--remount-ro", "/dev");
    add_tmpfs(w, "/tmp", limits->tmp_bytes);
}

static void add_environment(struct match_end *w)
{
    add(w, "--clearenv");
    add_three(w, "--setenv", "PATH", CAGE_PATH);
    add_three(w, "--setenv", "HOME", "/tmp");
    add_three(w, "--setenv", "LANG", "C.UTF-8");
}

/* Read by bubblewrap; -1 when there is no descriptor to be had. */
static int filter_fd(const struct seccomp_program *filter)
{
    int fd = memfd_create("filter", 0);
    struct err ignored;
    if (fd < 0 || !file_write(fd, filter->bytes, filter->size, &ignored)) return -1;
    return lseek(fd, 0, SEEK_SET) == 0 ? fd : -1;
}

static bool add_filters(struct match_end *w, const struct cage *cage)
{
    for (int i = 0; i < SECCOMP_PROGRAMS; i++) {
        int fd = filter_fd(&cage->filters[i]);
        if (fd < 0) return false;
        add_two(w, "--add-seccomp-fd", keep(w, "%d", fd));
    }
    return true;
}

static void add_namespaces(struct match_end *w)
{
    static const char *const flags[] = {"--unshare-all", "--unshare-user", "--disable-userns",
                                        "--die-with-parent", "--new-session"};
    for (size_t i = 0; i < sizeof flags / sizeof flags[0]; i++) add(w, flags[i]);
    add_two(w, "--uid", "1000");
    add_two(w, "--gid", "1000");
    add_two(w, "--hostname", "cage");
}

/* ---- the child, before it is the player ---- */

struct inmate {
    const struct cage *cage;
    int slot;
    struct cage_limits limits;
    char folder[PATH_MAX], cwd[PATH_MAX];
    bool is_home; /* the folder, or where it is "" a new one, is to be found at CAGE_HOME */
    struct proc_command command;
};

/* The limit holds for a uid, so it must be set inside: outside, the uid may be that of a person
   with many processes. One more than allowed, because bubblewrap has one process inside too; it
   fails before the control group does, and cheaper. prlimit ends with 127 when there is no such
   program, as a shell does. */
static void add_process_limit(struct match_end *w, const struct inmate *in)
{
    long long most = in->limits.processes + 1;
    add_three(w, "/usr/bin/prlimit", keep(w, "--nproc=%lld", most), "--");
}

static void add_folder(struct match_end *w, const struct inmate *in)
{
    if (in->is_home && !in->folder[0])
        add_tmpfs(w, CAGE_HOME, in->limits.tmp_bytes);
    else if (in->folder[0])
        add_three(w, "--ro-bind", in->folder, in->is_home ? CAGE_HOME : in->folder);
}

static bool put_words(struct match_end *w, const struct inmate *in)
{
    add(w, "bwrap");
    add_namespaces(w);
    add_environment(w);
    add_system(w);
    add_etc(w);
    add_devices(w, &in->limits);
    add_folder(w, in);
    add_two(w, "--dir", in->cwd);
    add_two(w, "--remount-ro", "/");
    add_two(w, "--chdir", in->cwd);
    if (!add_filters(w, in->cage)) return false;
    add(w, "--");
    add_process_limit(w, in);
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

static bool set_limits(const struct inmate *in)
{
    bool ok = limit(RLIMIT_CORE, 0) && limit(RLIMIT_NOFILE, OPEN_FILES) &&
              limit(RLIMIT_FSIZE, in->limits.file_bytes) && limit(RLIMIT_MSGQUEUE, 0);
    if (cgroup_has(&in->cage->slots[in->slot], CGROUP_MEMORY)) return ok;
    return ok && limit(RLIMIT_DATA, in->limits.memory_bytes);
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
    dprintf(STDERR_FILENO, "the cage cannot %s: %s\n", what, strerror(errno));
    return 126;
}

static int enter(void *arg)
{
    const struct inmate *in = arg;
    struct match_end w = {.count = 0};
    pid_t parent = getppid();
    if (!cgroup_join(&in->cage->slots[in->slot])) return complain("join its control group");
    if (!set_limits(in)) return complain("set its limits");
    if (!become_nobody()) return complain("change its user");
    /* The kernel forgets it when the user changes. */
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) return 127;
    if (!put_words(&w, in)) return complain("put its command together");
    return proc_exec(w.at);
}

/* ---- for the arena ---- */

/* A root's programs run as somebody else, who must get there. */
bool cage_reaches(const char *folder, struct err *err)
{
    char path[PATH_MAX];
    struct stat st;
    if (geteuid() != 0) return true;
    for (const char *end = folder; end; end = strchr(end + 1, '/')) {
        snprintf(path, sizeof path, "%.*s", (int)(end == folder ? 1 : end - folder), folder);
        if (stat(path, &st) == 0 && !(st.st_mode & S_IXOTH))
            return err_set(err,
                           "%s is closed to other users, and a caged program of root's runs as one",
                           path);
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
    if (!cage_reaches(in->folder, err)) return false;
    proc_split(&in->command, command);
    return proc_fork(p, PROC_OWN_GROUP, enter, in, err);
}

bool cage_start(const struct cage *cage, int slot, const struct cage_limits *limits,
                const char *command, struct proc *p, struct err *err)
{
    struct inmate in = {.cage = cage, .slot = slot, .limits = limits_of(cage, limits)};
    if (!cage_folder(command, in.folder, err)) return false;
    if (!getcwd(in.cwd, sizeof in.cwd)) return err_sys(err, "the current folder");
    return start(&in, command, p, err);
}

bool cage_start_at_home(const struct cage *cage, int slot, const struct cage_limits *limits,
                        const char *folder, const char *command, struct proc *p, struct err *err)
{
    struct inmate in = {.cage = cage,
                        .slot = slot,
                        .limits = limits_of(cage, limits),
                        .cwd = CAGE_HOME,
                        .is_home = true};
    if (folder && !realpath(folder, in.folder)) return err_sys(err, "%s", folder);
    return start(&in, command, p, err);
}

/* Starts a program that does nothing, to see whether it can be done here. */
static bool try_out(const struct cage *cage, struct err *err)
{
    struct proc p = PROC_NONE;
    struct proc_end how;
    char said[256] = "";
    if (!cage_start(cage, 0, &cage->limits, "/bin/true", &p, err)) return false;
    struct pollfd fd = {.fd = p.pidfd, .events = POLLIN};
    stop_poll(&fd, 1, TRY_US);
    ssize_t got = read(p.err, said, sizeof said - 1);
    proc_end(&p, 0, &how);
    if (how.by_itself && how.code == 0) return true;
    said[got > 0 ? strcspn(said, "\n") : 0] = '\0';
    return err_set(err, "programs cannot be caged here (`taisen doctor` tells more): %s",
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
    if (seccomp_programs(cage->filters, err) && make_slots(cage, slots, err) && try_out(cage, err))
        return true;
    cage_close(cage);
    return false;
}

void cage_close(struct cage *cage)
{
    for (int i = 0; i < cage->slot_count && getpid() == cage->arena; i++)
        cgroup_remove(&cage->slots[i]);
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

bool cage_freeze(const struct cage *cage, int slot, bool frozen)
{
    return cgroup_freeze(&cage->slots[slot], frozen);
}

void cage_kill(const struct cage *cage, int slot)
{
    cgroup_kill(&cage->slots[slot]);
}
