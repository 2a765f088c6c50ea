#include "sandbox/cage_probe.h"

#include "os/file.h"
#include "os/words.h"

#include <errno.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { NOBODY = 65534 };

struct cage_probe {
    cage_probe_fn *tell;
    void *arg;
    bool is_caged; /* a program could be */
    struct err why_not;
    struct cgroup_place place;
};

static void say(const struct cage_probe *s, const char *name, enum cage_probe_grade grade,
                const char *found, const char *advice)
{
    struct cage_probe_item item = {.name = name, .grade = grade, .found = found};
    if (grade > CAGE_PROBE_FINE) item.advice = advice;
    s->tell(s->arg, &item);
}

/* A finding with values in it. */
static void say_err(const struct cage_probe *s, const char *name, enum cage_probe_grade grade,
                    const struct err *found, const char *advice)
{
    s->tell(s->arg, &(struct cage_probe_item){.name = name,
                                              .grade = grade,
                                              .found = found->text,
                                              .shown = found->shown,
                                              .advice = advice});
}

/* ---- single findings ---- */

/* As the cage does it: not as root. */
static bool can_make_namespaces(void)
{
    int status;
    pid_t pid = fork();
    if (pid == 0) {
        if (geteuid() == 0 && setresuid(NOBODY, NOBODY, NOBODY) != 0) _exit(1);
        _exit(unshare(CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWNS | CLONE_NEWIPC) == 0
                  ? 0
                  : 1);
    }
    return pid > 0 && waitpid(pid, &status, 0) == pid && status == 0;
}

static void tell_bubblewrap(const struct cage_probe *s)
{
    bool is_there = access("/usr/bin/bwrap", X_OK) == 0 || access("/bin/bwrap", X_OK) == 0 ||
                    access("/usr/local/bin/bwrap", X_OK) == 0;
    say(s, "bubblewrap", is_there ? CAGE_PROBE_FINE : CAGE_PROBE_MISSING,
        is_there ? N_("bwrap is installed") : N_("bwrap is not installed"),
        N_("install the package bubblewrap, version 0.8 or later"));
}

static void tell_namespaces(const struct cage_probe *s)
{
    bool can = can_make_namespaces();
    say(s, N_("namespaces"), can ? CAGE_PROBE_ENFORCED : CAGE_PROBE_MISSING,
        can ? N_("ordinary users can make user, pid, network, mount and ipc namespaces")
            : N_("ordinary users cannot make namespaces"),
        N_("allow them: sysctl kernel.unprivileged_userns_clone=1, user.max_user_namespaces=10000, "
           "kernel.apparmor_restrict_unprivileged_userns=0; in a container, its policy must too"));
}

static void tell_filter(const struct cage_probe *s)
{
    unsigned action = SECCOMP_RET_ERRNO;
    bool has = syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) == 0;
    say(s, N_("system calls"), has ? CAGE_PROBE_ENFORCED : CAGE_PROBE_MISSING,
        has ? N_("the kernel filters system calls (seccomp)")
            : N_("the kernel has no seccomp filters"),
        N_("use a kernel with CONFIG_SECCOMP_FILTER"));
}

static void tell_landlock(const struct cage_probe *s)
{
    struct err found;
    long version = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
    if (version > 0)
        err_set(&found, "the kernel has Landlock %ld; the sandbox does not need it", version);
    else
        err_set(&found, "the kernel has no Landlock; the sandbox does not need it");
    say_err(s, "Landlock", CAGE_PROBE_FINE, &found, NULL);
}

static void tell_cage(const struct cage_probe *s)
{
    if (s->is_caged)
        say(s, N_("sandbox"), CAGE_PROBE_ENFORCED, N_("a program was started in the sandbox"),
            NULL);
    else
        say_err(
            s, N_("sandbox"), CAGE_PROBE_MISSING, &s->why_not,
            N_("do what is said above; without the sandbox no stranger's program should run here"));
}

/* ---- what control groups give, and what stands in for them ---- */

static const struct {
    enum cgroup_kind kind;
    enum cage_probe_grade grade; /* without it */
    const char *name, *with, *without, *advice;
} limits[] = {
    {CGROUP_MEMORY, CAGE_PROBE_WEAK, N_("memory"),
     N_("limited for all processes of a program together"),
     N_("limited for each process alone; shared memory is only what /tmp and /dev/shm hold"),
     N_("run as root, or with `systemd-run --user --scope -p Delegate=yes`; the kernel needs "
        "the memory controller")},
    {CGROUP_PIDS, CAGE_PROBE_WEAK, N_("processes"), N_("limited for each program"),
     N_("limited by a resource limit inside the sandbox"),
     N_("as for memory; the controller is pids")},
    {CGROUP_SHARE, CAGE_PROBE_WEAK, N_("share of cores"),
     N_("a program with many processes gets no more than one with one"),
     N_("a program with many processes takes the cores from its opponent"),
     N_("as for memory; the controller is cpu. Until then play with --clock cpu or --think "
        "serial")},
    {CGROUP_CPU, CAGE_PROBE_WEAK, N_("CPU time"),
     N_("counted for all processes of a program together"),
     N_("added up by looking at each process: what an ended one used is not counted"),
     N_("as for memory; the controller is cpuacct (version 1)")},
    {CGROUP_FREEZER, CAGE_PROBE_WEAK, N_("stopping"),
     N_("a program that is not on move can be frozen whole"),
     N_("a program that is not on move is stopped process by process"),
     N_("as for memory; the controller is freezer (version 1)")},
};

static void tell_groups(const struct cage_probe *s)
{
    static const char *const found[] = {N_("control groups cannot be made here"),
                                        N_("control groups of version 1 can be made"),
                                        N_("control groups of version 2 can be made")};
    say(s, N_("control groups"), s->place.version ? CAGE_PROBE_FINE : CAGE_PROBE_WEAK,
        found[s->place.version],
        N_("run as root, or with `systemd-run --user --scope -p Delegate=yes`; in a container, "
           "/sys/fs/cgroup must be writable"));
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
        bool has = s->place.dir[limits[i].kind][0] != '\0';
        say(s, limits[i].name, has ? CAGE_PROBE_ENFORCED : limits[i].grade,
            has ? limits[i].with : limits[i].without, limits[i].advice);
    }
}

/* ---- all ---- */

static void look(struct cage_probe *s)
{
    struct cage cage;
    struct cage_limits most = cage_default_limits();
    s->is_caged = cage_open(&cage, &most, 1, &s->why_not);
    if (s->is_caged) cage_close(&cage);
    cgroup_find(&s->place);
}

enum cage_strength cage_probe_strength(void)
{
    struct cage_probe s = {0};
    look(&s);
    if (!s.is_caged) return CAGE_NONE;
    return s.place.dir[CGROUP_MEMORY][0] && s.place.dir[CGROUP_PIDS][0] ? CAGE_FULL : CAGE_WEAK;
}

void cage_probe_all(cage_probe_fn *tell, void *arg)
{
    struct cage_probe s = {.tell = tell, .arg = arg};
    look(&s);
    tell_bubblewrap(&s);
    tell_namespaces(&s);
    tell_filter(&s);
    tell_groups(&s);
    tell_cage(&s);
    tell_landlock(&s);
}
