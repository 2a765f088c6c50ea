#include "sandbox/seccomp.h"

#include "os/file.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <seccomp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#define COMMAND 0xffffffff /* of fcntl() and ioctl(): 32 bits */

/* clang-format off */
/* Allowed whatever their arguments are. Names that this machine's processor does not have are
   passed over. */
static const char *const allowed[] = {
    /* memory */
    "brk", "madvise", "map_shadow_stack", "membarrier", "memfd_create", "mlock",
    "mlock2", "mlockall", "mmap", "mmap2", "mprotect", "mremap", "mseal", "msync", "munlock",
    "munlockall", "munmap", "pkey_alloc", "pkey_free", "pkey_mprotect", "get_mempolicy",
    "set_mempolicy", "mbind",
    /* files */
    "access", "chdir", "chmod", "close", "close_range", "copy_file_range", "creat", "dup", "dup2",
    "dup3", "faccessat", "faccessat2", "fallocate", "fchdir", "fchmod", "fchmodat",
    "fchmodat2", "fcntl", "fdatasync", "fgetxattr", "flistxattr", "fstat", "fstat64",
    "fstatat64", "fstatfs", "fstatfs64", "fsync", "ftruncate", "ftruncate64", "futimesat", "getcwd",
    "getdents", "getdents64", "getxattr", "ioctl", "lgetxattr", "link", "linkat", "listxattr",
    "llistxattr", "lseek", "_llseek", "lstat", "lstat64", "mkdir", "mkdirat", "newfstatat", "open",
    "openat", "openat2", "pread64", "preadv", "pwrite64", "pwritev", "read",
    "readlink", "readlinkat", "readv", "rename", "renameat", "renameat2", "rmdir",
    "sendfile", "sendfile64", "splice", "stat", "stat64", "statfs", "statfs64", "statx", "symlink",
    "symlinkat", "sync_file_range", "tee", "truncate", "truncate64", "umask", "unlink", "unlinkat",
    "utime", "utimensat", "utimes", "vmsplice", "write", "writev", "chown", "fchown", "fchownat",
    "lchown",
    /* waiting, pipes, and pairs of sockets (socket() itself is not here) */
    "epoll_create", "epoll_create1", "epoll_ctl", "epoll_pwait", "epoll_pwait2", "epoll_wait",
    "eventfd", "eventfd2", "pipe", "pipe2", "poll", "ppoll", "pselect6", "select", "_newselect",
    "signalfd", "signalfd4", "timerfd_create", "timerfd_gettime", "timerfd_settime", "getpeername",
    "getsockname", "getsockopt", "recvfrom", "recvmmsg", "recvmsg", "sendmmsg", "sendmsg", "sendto",
    "setsockopt", "shutdown",
    /* processes and threads */
    "arch_prctl", "capget", "clone", "execve", "execveat", "exit", "exit_group", "fork", "futex",
    "futex_requeue", "futex_wait", "futex_waitv", "futex_wake", "get_robust_list",
    "get_thread_area", "getcpu", "getegid", "geteuid", "getgid", "getgroups", "getpgid", "getpgrp",
    "getpid", "getppid", "getpriority", "getresgid", "getresuid", "getrlimit", "getrusage",
    "getsid", "gettid", "getuid", "ioprio_get", "kill", "pidfd_open", "pidfd_send_signal", "pause",
    "prctl", "restart_syscall", "rseq", "sched_get_priority_max",
    "sched_get_priority_min", "sched_getaffinity", "sched_getattr", "sched_getparam",
    "sched_getscheduler", "sched_rr_get_interval", "sched_setparam", "sched_setscheduler",
    "sched_yield", "set_robust_list", "set_thread_area", "set_tid_address", "setpgid",
    "setpriority", "setrlimit", "setsid", "sysinfo", "tgkill", "times", "tkill", "ugetrlimit",
    "uname", "vfork", "wait4", "waitid", "waitpid",
    /* signals */
    "alarm", "getitimer", "rt_sigaction", "rt_sigpending", "rt_sigprocmask", "rt_sigqueueinfo",
    "rt_sigreturn", "rt_sigsuspend", "rt_sigtimedwait", "rt_tgsigqueueinfo", "setitimer",
    "sigaltstack", "sigreturn", "timer_create", "timer_delete", "timer_getoverrun", "timer_gettime",
    "timer_settime",
    /* time and chance */
    "clock_getres", "clock_gettime", "clock_nanosleep", "getrandom", "gettimeofday", "nanosleep",
    "time",
};
/* clang-format on */

/* Allowed only when an argument has one of these values. */
static const struct {
    const char *name;
    unsigned argument;
    scmp_datum_t value;
} allowed_with[] = {
    {"socketpair", 0, AF_UNIX},
    {"prlimit64", 0, 0}, /* one's own */
    {"preadv2", 5, 0},   /* no flags: some ask whether a file is in memory, or drop it from there */
    {"pwritev2", 5, 0},
    {"personality", 0, 0},
    {"personality", 0, 0xffffffff}, /* asks only */
    {"personality", 0, ADDR_NO_RANDOMIZE},
};

/* Denied, though allowed above, when these bits of an argument are these. */
struct denied {
    const char *name;
    unsigned argument;
    scmp_datum_t mask, value;
};
static const struct denied denied_with[] = {
    {"madvise", 2, COMMAND, MADV_COLD},
    {"madvise", 2, COMMAND, MADV_PAGEOUT},
    {"fcntl", 1, COMMAND, F_SETLK},
    {"fcntl", 1, COMMAND, F_SETLKW},
    {"fcntl", 1, COMMAND, F_GETLK},
    {"fcntl", 1, COMMAND, F_OFD_SETLK},
    {"fcntl", 1, COMMAND, F_OFD_SETLKW},
    {"fcntl", 1, COMMAND, F_OFD_GETLK},
    {"fcntl", 1, COMMAND, F_SETLEASE},
    {"fcntl", 1, COMMAND, F_GETLEASE},
    {"fcntl", 1, COMMAND, F_NOTIFY},
    {"ioctl", 1, COMMAND, TIOCSTI},
    {"ioctl", 1, COMMAND, TIOCCONS},
    {"ioctl", 1, COMMAND, TIOCSETD},
    {"ioctl", 1, COMMAND, TIOCLINUX},
    {"clone", 0, CLONE_NEWNS, CLONE_NEWNS},
    {"clone", 0, CLONE_NEWUSER, CLONE_NEWUSER},
    {"clone", 0, CLONE_NEWPID, CLONE_NEWPID},
    {"clone", 0, CLONE_NEWNET, CLONE_NEWNET},
    {"clone", 0, CLONE_NEWIPC, CLONE_NEWIPC},
    {"clone", 0, CLONE_NEWUTS, CLONE_NEWUTS},
    {"clone", 0, CLONE_NEWCGROUP, CLONE_NEWCGROUP},
};

/* Memory that belongs to no process: in the weak cage nobody counts it. */
static const struct denied denied_to_weak[] = {
    {"mmap", 3, MAP_SHARED | MAP_ANONYMOUS, MAP_SHARED | MAP_ANONYMOUS},
    {"memfd_create", 0, 0, 0}, /* always */
};

static bool allow_some(scmp_filter_ctx filter)
{
    for (size_t i = 0; i < sizeof allowed / sizeof allowed[0]; i++) {
        int number = seccomp_syscall_resolve_name(allowed[i]);
        if (number >= 0 && seccomp_rule_add(filter, SCMP_ACT_ALLOW, number, 0) != 0) return false;
    }
    for (size_t i = 0; i < sizeof allowed_with / sizeof allowed_with[0]; i++) {
        struct scmp_arg_cmp is =
            SCMP_CMP(allowed_with[i].argument, SCMP_CMP_EQ, allowed_with[i].value, 0);
        int number = seccomp_syscall_resolve_name(allowed_with[i].name);
        if (number >= 0 && seccomp_rule_add_array(filter, SCMP_ACT_ALLOW, number, 1, &is) != 0)
            return false;
    }
    return true;
}

static bool deny_each(scmp_filter_ctx filter, const struct denied *list, size_t count, uint32_t how)
{
    for (size_t i = 0; i < count; i++) {
        struct scmp_arg_cmp is =
            SCMP_CMP(list[i].argument, SCMP_CMP_MASKED_EQ, list[i].mask, list[i].value);
        int number = seccomp_syscall_resolve_name(list[i].name);
        if (number >= 0 && seccomp_rule_add_array(filter, how, number, list[i].mask != 0, &is) != 0)
            return false;
    }
    return true;
}

static bool deny_some(scmp_filter_ctx filter)
{
    return deny_each(filter, denied_with, sizeof denied_with / sizeof denied_with[0],
                     SCMP_ACT_ERRNO(EPERM));
}

static bool deny_more(scmp_filter_ctx filter)
{
    return deny_some(filter) &&
           deny_each(filter, denied_to_weak, sizeof denied_to_weak / sizeof denied_to_weak[0],
                     SCMP_ACT_ERRNO(ENOMEM));
}

/* libseccomp writes to descriptors only. */
static bool export(scmp_filter_ctx filter, struct seccomp_program *out)
{
    AUTO_CLOSE int fd = memfd_create("filter", MFD_CLOEXEC);
    struct stat st;
    if (fd < 0 || seccomp_export_bpf(filter, fd) != 0 || fstat(fd, &st) < 0) return false;
    out->size = (size_t)st.st_size;
    out->bytes = malloc(out->size);
    return out->bytes && pread(fd, out->bytes, out->size, 0) == (ssize_t)out->size;
}

static bool build(uint32_t otherwise, bool (*add)(scmp_filter_ctx), struct seccomp_program *out)
{
    scmp_filter_ctx filter = seccomp_init(otherwise);
    if (!filter) return false;
    /* A tree instead of a row of comparisons; older libraries have only the row. */
    seccomp_attr_set(filter, SCMP_FLTATR_CTL_OPTIMIZE, 2);
    bool ok = add(filter) && export(filter, out);
    seccomp_release(filter);
    return ok;
}

bool seccomp_programs(struct seccomp_program out[SECCOMP_PROGRAMS], bool is_weak, struct err *err)
{
    memset(out, 0, SECCOMP_PROGRAMS * sizeof out[0]);
    if (build(SCMP_ACT_ERRNO(ENOSYS), allow_some, &out[0]) &&
        build(SCMP_ACT_ALLOW, is_weak ? deny_more : deny_some, &out[1]))
        return true;
    seccomp_free(out);
    return err_set(err, "the filter of system calls cannot be built");
}

void seccomp_free(struct seccomp_program programs[SECCOMP_PROGRAMS])
{
    for (int i = 0; i < SECCOMP_PROGRAMS; i++) {
        free(programs[i].bytes);
        programs[i].bytes = NULL;
    }
}
