/*
 * probe — tries what a caged program must not be able to do, and says what it got.
 *
 * `probe try OTHER PID [NAME...]` prints a line for each attempt, or for those named: "NAME: denied
 * (reason)" or "NAME: got". OTHER is a file outside its own folder, without the first slash: a
 * program may see what its command names. PID is a process outside. Some
 * attempts would do harm where they succeed: outside a cage only named ones are made. `probe speak`
 * leaves a mark on every channel that two players could share and holds it until its input ends;
 * `probe listen` looks for these marks and prints "NAME: heard" or "NAME: silent". `probe share
 * MIB` takes so much shared memory in every way it knows and prints "WAY: MIB".
 * tests/unit/cage_test.c has the expectations, in the cage and, for comparison, without it.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/vm_sockets.h>
#include <mqueue.h>
#include <net/if.h>
#include <netinet/in.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/ipc.h>
#include <sys/klog.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/msg.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/swap.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>

#define SHARED_FILE "/usr/bin/env" /* every player sees it */

static const char *self;
static char other[4096];
static pid_t outside;

/* Each attempt returns 0 when it succeeded, or -1 with errno. */

static int reads(const char *path)
{
    char byte;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t got = fd < 0 ? -1 : read(fd, &byte, 1);
    if (fd >= 0) close(fd);
    return got < 0 ? -1 : 0;
}

static int writes(const char *path)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    if (fd < 0) return -1;
    close(fd);
    unlink(path);
    return 0;
}

static int reads_of(const char *file)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/%s", (int)outside, file);
    return reads(path);
}

static int done(long result)
{
    return result < 0 ? -1 : 0;
}

/* ---- files ---- */

static int read_other(void)
{
    return reads(other);
}
static int read_shadow(void)
{
    return reads("/etc/shadow");
}
static int read_passwd(void)
{
    return reads("/etc/passwd");
}
static int read_root_home(void)
{
    return done(open("/root", O_RDONLY | O_DIRECTORY));
}
static int read_home(void)
{
    return done(open("/home", O_RDONLY | O_DIRECTORY));
}
static int read_var(void)
{
    return done(open("/var/log", O_RDONLY | O_DIRECTORY));
}
static int read_run(void)
{
    return done(open("/run", O_RDONLY | O_DIRECTORY));
}
static int read_sys(void)
{
    return done(open("/sys/kernel", O_RDONLY | O_DIRECTORY));
}
static int read_cgroup(void)
{
    return done(open("/sys/fs/cgroup", O_RDONLY | O_DIRECTORY));
}
static int read_kcore(void)
{
    return reads("/proc/kcore");
}
static int read_kmsg(void)
{
    return reads("/dev/kmsg");
}
static int read_disk(void)
{
    return reads("/dev/vda") == 0 || reads("/dev/sda") == 0 ? 0 : -1;
}
static int read_mem(void)
{
    return reads("/dev/mem");
}
static int write_root(void)
{
    return writes("/probe");
}
static int write_usr(void)
{
    return writes("/usr/bin/probe");
}
static int write_etc(void)
{
    return writes("/etc/probe");
}
static int write_dev(void)
{
    return writes("/dev/probe");
}
static int write_folder(void)
{
    char path[4096];
    snprintf(path, sizeof path, "%s-was-here", self);
    return writes(path);
}
static int write_proc_sys(void)
{
    return writes("/proc/sys/kernel/hostname");
}
static int write_sysrq(void)
{
    return done(open("/proc/sysrq-trigger", O_WRONLY));
}
static int change_usr(void)
{
    return done(chmod(SHARED_FILE, 0755));
}
static int open_fuse(void)
{
    return done(open("/dev/fuse", O_RDWR));
}
static int open_kvm(void)
{
    return done(open("/dev/kvm", O_RDWR));
}
static int open_tun(void)
{
    return done(open("/dev/net/tun", O_RDWR));
}
static int make_device(void)
{
    return done(mknod("/tmp/probe-disk", S_IFBLK | 0600, 0x0800));
}

/* A link in /tmp that leads out: the name may be made, the file must not be had. */
static int follow_link(void)
{
    unlink("/tmp/probe-link");
    if (symlink(other, "/tmp/probe-link") < 0) return -1;
    int result = reads("/tmp/probe-link");
    unlink("/tmp/probe-link");
    return result;
}

static int hard_link(void)
{
    int result = link(other, "/tmp/probe-hard");
    unlink("/tmp/probe-hard");
    return result;
}

static int climb_out(void)
{
    char path[4096] = "";
    for (int i = 0; i < 20; i++) strcat(path, "../");
    strcat(path, other + 1);
    return reads(path);
}

static int root_of_outside(void)
{
    return reads_of("root/etc/shadow");
}
static int root_of_init(void)
{
    return reads("/proc/1/root/etc/shadow");
}

/* The first process of the cage: whatever of it can be had. */
static int init_environ(void)
{
    return reads("/proc/1/environ");
}
static int init_memory(void)
{
    return done(open("/proc/1/mem", O_RDONLY)) == 0 || done(open("/proc/1/mem", O_RDWR)) == 0 ? 0
                                                                                              : -1;
}
static int init_maps(void)
{
    return reads("/proc/1/maps") == 0 || reads("/proc/1/smaps") == 0 ? 0 : -1;
}
static int init_root(void)
{
    return done(open("/proc/1/root", O_RDONLY | O_DIRECTORY));
}
static int init_descriptors(void)
{
    return done(open("/proc/1/fd", O_RDONLY | O_DIRECTORY));
}
static int init_thread(void)
{
    return reads("/proc/1/task/1/environ") == 0 || done(open("/proc/1/task/1/mem", O_RDWR)) == 0
               ? 0
               : -1;
}
static int init_command(void)
{
    return reads("/proc/1/cmdline");
}
static int init_limits(void)
{
    struct rlimit now;
    return prlimit(1, RLIMIT_NOFILE, NULL, &now);
}

/* Somebody in sight who is under no filter of system calls; who is hidden is looked at from
   outside. */
static int meet_unfiltered(void)
{
    DIR *dir = opendir("/proc");
    int met = 0, free = 0;
    for (struct dirent *e; dir && (e = readdir(dir));) {
        char path[300], line[256];
        snprintf(path, sizeof path, "/proc/%s/status", e->d_name);
        FILE *f = e->d_name[0] >= '0' && e->d_name[0] <= '9' ? fopen(path, "r") : NULL;
        while (f && fgets(line, sizeof line, f)) {
            met += strncmp(line, "Seccomp:", 8) == 0;
            free += strncmp(line, "Seccomp:", 8) == 0 && strcmp(line, "Seccomp:\t2\n") != 0;
        }
        if (f) fclose(f);
    }
    if (dir) closedir(dir);
    return met > 0 && free == 0 ? -1 : 0; /* one at least is seen: this one */
}

static int open_by_handle(void)
{
    struct {
        struct file_handle head;
        char bytes[128];
    } h = {.head.handle_bytes = 128};
    int mount_id;
    return done(name_to_handle_at(AT_FDCWD, SHARED_FILE, &h.head, &mount_id, 0));
}

/* ---- processes ---- */

static int signal_outside(void)
{
    return kill(outside, 0);
}
static int read_memory(void)
{
    return reads_of("mem");
}
static int read_environment(void)
{
    return reads_of("environ");
}
static int read_command(void)
{
    return reads_of("cmdline");
}
static int read_input(void)
{
    return reads_of("fd/0");
}
static int trace_outside(void)
{
    return done(ptrace(PTRACE_SEIZE, outside, 0, 0));
}
static int trace_self(void)
{
    return done(ptrace(PTRACE_TRACEME, 0, 0, 0));
}
static int peek_outside(void)
{
    char byte;
    struct iovec here = {&byte, 1}, there = {(void *)0x400000, 1};
    return done(syscall(SYS_process_vm_readv, outside, &here, 1, &there, 1, 0));
}
static int compare_outside(void)
{
    return done(syscall(SYS_kcmp, getpid(), outside, 0, 0, 0));
}
static int take_descriptor(void)
{
    int fd = (int)syscall(SYS_pidfd_open, outside, 0);
    if (fd < 0) return -1;
    int got = (int)syscall(SYS_pidfd_getfd, fd, 0, 0);
    close(fd);
    return done(got);
}
static int raise_priority(void)
{
    errno = 0;
    int result = setpriority(PRIO_PROCESS, 0, -5);
    if (result == 0) setpriority(PRIO_PROCESS, 0, 0);
    return result;
}
static int be_realtime(void)
{
    struct sched_param p = {.sched_priority = 1};
    int result = sched_setscheduler(0, SCHED_FIFO, &p);
    if (result == 0) sched_setscheduler(0, SCHED_OTHER, &(struct sched_param){0});
    return result;
}
static int choose_cores(void)
{
    cpu_set_t all;
    if (sched_getaffinity(0, sizeof all, &all) < 0) return -1;
    return sched_setaffinity(0, sizeof all, &all);
}

/* ---- rights ---- */

static int become_root(void)
{
    return done(syscall(SYS_setuid, 0));
}
static int become_other(void)
{
    return done(syscall(SYS_setresuid, 1234, 1234, 1234));
}
static int drop_groups(void)
{
    return done(syscall(SYS_setgroups, 0, NULL));
}
static int use_sudo(void)
{
    return done(open("/etc/sudoers", O_RDONLY));
}
static int new_root(void)
{
    return chroot("/tmp");
}
static int take_capabilities(void)
{
    struct {
        uint32_t version;
        int pid;
    } head = {0x20080522, 0};
    struct {
        uint32_t effective, permitted, inheritable;
    } all[2] = {{~0u, ~0u, 0}, {~0u, ~0u, 0}};
    return done(syscall(SYS_capset, &head, all));
}
static int new_user_namespace(void)
{
    pid_t pid = fork();
    int status;
    if (pid == 0) _exit(unshare(CLONE_NEWUSER) == 0 ? 0 : errno);
    if (pid < 0 || waitpid(pid, &status, 0) < 0) return -1;
    errno = WEXITSTATUS(status);
    return errno == 0 ? 0 : -1;
}
static int clone_namespace(void)
{
    long pid = syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0);
    if (pid == 0) _exit(0);
    if (pid > 0) waitpid((pid_t)pid, NULL, 0);
    return done(pid);
}
static int clone3_namespace(void)
{
    uint64_t args[8] = {CLONE_NEWUSER, 0, 0, 0, SIGCHLD, 0, 0, 0};
    long pid = syscall(SYS_clone3, args, sizeof args);
    if (pid == 0) _exit(0);
    if (pid > 0) waitpid((pid_t)pid, NULL, 0);
    return done(pid);
}
static int join_namespace(void)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/ns/net", (int)outside);
    int fd = open(path, O_RDONLY);
    return fd < 0 ? -1 : setns(fd, CLONE_NEWNET);
}
static int mount_something(void)
{
    return mount("none", "/tmp", "tmpfs", MS_REMOUNT | MS_BIND, NULL);
}
static int mount_new_way(void)
{
    return done(syscall(SYS_fsopen, "tmpfs", 0));
}
static int copy_mount(void)
{
    return done(syscall(SYS_open_tree, AT_FDCWD, "/usr", 1));
}
static int change_hostname(void)
{
    return sethostname("probe", 5);
}
static int set_the_time(void)
{
    struct timeval now;
    gettimeofday(&now, NULL);
    return done(syscall(SYS_settimeofday, &now, NULL));
}
static int read_kernel_log(void)
{
    char bytes[16];
    return done(klogctl(3, bytes, sizeof bytes));
}

/* ---- the kernel's larger doors; each asks for something invalid or harmless ---- */

static int use_bpf(void)
{
    uint64_t attributes[16] = {1 | UINT64_C(4) << 32, 4 | UINT64_C(1) << 32};
    return done(syscall(SYS_bpf, 0, attributes, sizeof attributes)); /* an array of one element */
}
static int use_perf(void)
{
    uint64_t attributes[16] = {1 | UINT64_C(112) << 32}; /* the CPU clock */
    return done(syscall(SYS_perf_event_open, attributes, 0, -1, -1, 0));
}
static int use_io_uring(void)
{
    uint32_t parameters[30] = {0};
    return done(syscall(SYS_io_uring_setup, 1, parameters));
}
static int use_userfaultfd(void)
{
    return done(syscall(SYS_userfaultfd, 1));
}
static int use_keyring(void)
{
    return done(syscall(SYS_keyctl, 0, -3, 1));
}
static int add_key(void)
{
    return done(syscall(SYS_add_key, "user", "probe", "x", 1, -4));
}
static int watch_files(void)
{
    return inotify_init1(IN_CLOEXEC) < 0 ? -1 : 0;
}
static int watch_all_files(void)
{
    return done(syscall(SYS_fanotify_init, 0, 0));
}
static int load_kernel(void)
{
    return done(syscall(SYS_kexec_load, 0, 0, NULL, 0)); /* no segments: unloads nothing */
}
static int load_module(void)
{
    return errno = 0, syscall(SYS_init_module, "", 0, "") < 0 && errno != ENOEXEC ? -1 : 0;
}
static int swap_off(void)
{
    return swapoff("/nonexistent") < 0 && errno != ENOENT ? -1 : 0;
}
static int reboot_machine(void)
{
    return done(syscall(SYS_reboot, 0xfee1dead, 672274793, 0, NULL)); /* keeps Ctrl-Alt-Del off */
}
static int change_memory_of_others(void)
{
    return done(syscall(SYS_migrate_pages, outside, 0, NULL, NULL));
}
static int use_aio(void)
{
    unsigned long context = 0;
    return done(syscall(SYS_io_setup, 1, &context));
}
static int new_io_right(void)
{
    return done(syscall(SYS_ioperm, 0x80, 1, 1));
}

/* ---- which pages of a file are in memory: word left for the next match ---- */

static void *map_shared(void)
{
    int fd = open(SHARED_FILE, O_RDONLY);
    void *at = mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, 0);
    close(fd);
    return at;
}
static int ask_pages(void)
{
    unsigned char is_there;
    return mincore(map_shared(), 4096, &is_there);
}
static int ask_cache(void)
{
    uint64_t range[2] = {0, 4096}, told[5];
    int fd = open(SHARED_FILE, O_RDONLY);
    return done(syscall(451, fd, range, told, 0)); /* cachestat */
}
static int read_if_cached(void)
{
    char bytes[16];
    struct iovec to = {bytes, sizeof bytes};
    int fd = open(SHARED_FILE, O_RDONLY);
    ssize_t got = preadv2(fd, &to, 1, 0, RWF_NOWAIT);
    close(fd);
    return got >= 0 || errno == EAGAIN ? 0 : -1; /* both are an answer */
}
static int drop_pages(void)
{
    int fd = open(SHARED_FILE, O_RDONLY), why = posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED);
    close(fd);
    errno = why;
    return why ? -1 : 0;
}
static int page_out(void)
{
    return madvise(map_shared(), 4096, 21); /* MADV_PAGEOUT */
}

/* ---- sockets ---- */

static int opens_socket(int family, int type, int protocol)
{
    int fd = socket(family, type, protocol);
    if (fd >= 0) close(fd);
    return done(fd);
}
static int tcp_socket(void)
{
    return opens_socket(AF_INET, SOCK_STREAM, 0);
}
static int tcp6_socket(void)
{
    return opens_socket(AF_INET6, SOCK_STREAM, 0);
}
static int udp_socket(void)
{
    return opens_socket(AF_INET, SOCK_DGRAM, 0);
}
static int unix_socket(void)
{
    return opens_socket(AF_UNIX, SOCK_STREAM, 0);
}
static int netlink_socket(void)
{
    return opens_socket(AF_NETLINK, SOCK_RAW, 0);
}
static int packet_socket(void)
{
    return opens_socket(AF_PACKET, SOCK_RAW, 0);
}
static int raw_socket(void)
{
    return opens_socket(AF_INET, SOCK_RAW, IPPROTO_ICMP);
}
static int vsock_socket(void)
{
    return opens_socket(AF_VSOCK, SOCK_STREAM, 0);
}
static int crypto_socket(void)
{
    return opens_socket(38, SOCK_SEQPACKET, 0);
}
static int bluetooth_socket(void)
{
    return opens_socket(31, SOCK_RAW, 1);
}
static int inet_socketpair(void)
{
    int ends[2];
    return socketpair(AF_INET, SOCK_STREAM, 0, ends);
}

/* ---- channels between players: `speak` leaves a mark, `listen` looks for it ---- */

static int speak_fd(int fd)
{
    return fd; /* kept open until the end */
}

static int speak_tmp(void)
{
    return speak_fd(open("/tmp/taisen-probe", O_CREAT | O_RDWR, 0666));
}
static int hear_tmp(void)
{
    return reads("/tmp/taisen-probe");
}
static int speak_shm(void)
{
    return speak_fd(shm_open("/taisen-probe", O_CREAT | O_RDWR, 0666));
}
static int hear_shm(void)
{
    return done(shm_open("/taisen-probe", O_RDONLY, 0));
}
static int speak_sysv_shm(void)
{
    return shmget(0x7a15e4, 4096, IPC_CREAT | 0666);
}
static int hear_sysv_shm(void)
{
    return done(shmget(0x7a15e4, 4096, 0));
}
static int speak_sysv_msg(void)
{
    return msgget(0x7a15e4, IPC_CREAT | 0666);
}
static int hear_sysv_msg(void)
{
    return done(msgget(0x7a15e4, 0));
}
static int speak_sysv_sem(void)
{
    return semget(0x7a15e4, 1, IPC_CREAT | 0666);
}
static int hear_sysv_sem(void)
{
    return done(semget(0x7a15e4, 1, 0));
}
static int speak_mq(void)
{
    return (int)mq_open("/taisen-probe", O_CREAT | O_RDWR, 0666, NULL);
}
static int hear_mq(void)
{
    return done((int)mq_open("/taisen-probe", O_RDONLY));
}

static int named_socket(bool listens)
{
    struct sockaddr_un name = {.sun_family = AF_UNIX, .sun_path = "\0taisen-probe"};
    socklen_t len = offsetof(struct sockaddr_un, sun_path) + sizeof "\0taisen-probe" - 1;
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    if (fd < 0) return -1;
    if (!listens) return connect(fd, (struct sockaddr *)&name, len);
    return bind(fd, (struct sockaddr *)&name, len) < 0 ? -1 : listen(fd, 1);
}
static int speak_abstract(void)
{
    return named_socket(true);
}
static int hear_abstract(void)
{
    return named_socket(false);
}

static int local_socket(bool listens)
{
    struct sockaddr_in name = {
        .sin_family = AF_INET, .sin_port = htons(47615), .sin_addr = {htonl(INADDR_LOOPBACK)}};
    int fd = socket(AF_INET, SOCK_STREAM, 0), yes = 1;
    if (fd < 0) return -1;
    if (!listens) return connect(fd, (struct sockaddr *)&name, sizeof name);
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    return bind(fd, (struct sockaddr *)&name, sizeof name) < 0 ? -1 : listen(fd, 1);
}
static int speak_tcp(void)
{
    return local_socket(true);
}
static int hear_tcp(void)
{
    return local_socket(false);
}

static int vsock(bool listens)
{
    struct sockaddr_vm name = {.svm_family = AF_VSOCK, .svm_port = 47615, .svm_cid = 1};
    int fd = socket(AF_VSOCK, SOCK_STREAM, 0);
    if (fd < 0) return -1;
    if (!listens) return connect(fd, (struct sockaddr *)&name, sizeof name);
    name.svm_cid = VMADDR_CID_ANY;
    return bind(fd, (struct sockaddr *)&name, sizeof name) < 0 ? -1 : listen(fd, 1);
}
static int speak_vsock(void)
{
    return vsock(true);
}
static int hear_vsock(void)
{
    return vsock(false);
}

static int speak_flock(void)
{
    int fd = open(SHARED_FILE, O_RDONLY);
    return fd < 0 ? -1 : flock(fd, LOCK_EX);
}
static int hear_flock(void)
{
    int fd = open(SHARED_FILE, O_RDONLY);
    return flock(fd, LOCK_EX | LOCK_NB) < 0 && errno == EWOULDBLOCK ? 0 : -1;
}

static int speak_lock(void)
{
    struct flock mark = {.l_type = F_RDLCK, .l_start = 5, .l_len = 1};
    int fd = open(SHARED_FILE, O_RDONLY);
    return fd < 0 ? -1 : fcntl(fd, F_SETLK, &mark);
}
static int hear_lock(void)
{
    struct flock mark = {.l_type = F_WRLCK, .l_start = 5, .l_len = 1};
    int fd = open(SHARED_FILE, O_RDONLY);
    return fcntl(fd, F_GETLK, &mark) == 0 && mark.l_type != F_UNLCK ? 0 : -1;
}

static int speak_key(void)
{
    return (int)syscall(SYS_add_key, "user", "taisen-probe", "x", 1, -4); /* the user's keyring */
}
static int hear_key(void)
{
    return done(syscall(SYS_keyctl, 10, -4, "user", "taisen-probe", 0));
}

static int speak_process(void)
{
    return 0;
} /* it lives */
static int hear_process(void)
{
    /* Another process than the first of a namespace and this one. */
    for (int pid = 2; pid < 400000; pid++)
        if (pid != getpid() && pid != getppid() && kill(pid, 0) == 0) return 0;
    return -1;
}

/* ---- the lists ---- */

/* clang-format off */
#define ATTEMPT(name) {#name, name}
static const struct attempt {
    const char *name;
    int (*run)(void);
} attempts[] = {
    ATTEMPT(read_other), ATTEMPT(read_shadow), ATTEMPT(read_passwd), ATTEMPT(read_root_home),
    ATTEMPT(read_home), ATTEMPT(read_var), ATTEMPT(read_run), ATTEMPT(read_sys),
    ATTEMPT(read_cgroup), ATTEMPT(read_kcore), ATTEMPT(read_kmsg), ATTEMPT(read_disk),
    ATTEMPT(read_mem), ATTEMPT(write_root), ATTEMPT(write_usr), ATTEMPT(write_etc),
    ATTEMPT(write_dev), ATTEMPT(write_folder), ATTEMPT(write_proc_sys), ATTEMPT(write_sysrq),
    ATTEMPT(change_usr), ATTEMPT(open_fuse), ATTEMPT(open_kvm), ATTEMPT(open_tun),
    ATTEMPT(make_device), ATTEMPT(follow_link), ATTEMPT(hard_link), ATTEMPT(climb_out),
    ATTEMPT(root_of_outside), ATTEMPT(root_of_init), ATTEMPT(open_by_handle),
    ATTEMPT(init_environ), ATTEMPT(init_memory), ATTEMPT(init_maps), ATTEMPT(init_root),
    ATTEMPT(init_descriptors), ATTEMPT(init_thread), ATTEMPT(init_command), ATTEMPT(init_limits),
    ATTEMPT(meet_unfiltered),
    ATTEMPT(signal_outside), ATTEMPT(read_memory), ATTEMPT(read_environment),
    ATTEMPT(read_command), ATTEMPT(read_input), ATTEMPT(trace_outside), ATTEMPT(trace_self),
    ATTEMPT(peek_outside), ATTEMPT(compare_outside), ATTEMPT(take_descriptor),
    ATTEMPT(raise_priority), ATTEMPT(be_realtime), ATTEMPT(choose_cores),
    ATTEMPT(become_root), ATTEMPT(become_other), ATTEMPT(drop_groups), ATTEMPT(use_sudo),
    ATTEMPT(new_root), ATTEMPT(take_capabilities), ATTEMPT(new_user_namespace),
    ATTEMPT(clone_namespace), ATTEMPT(clone3_namespace), ATTEMPT(join_namespace),
    ATTEMPT(mount_something), ATTEMPT(mount_new_way), ATTEMPT(copy_mount),
    ATTEMPT(change_hostname), ATTEMPT(set_the_time), ATTEMPT(read_kernel_log),
    ATTEMPT(use_bpf), ATTEMPT(use_perf), ATTEMPT(use_io_uring), ATTEMPT(use_userfaultfd),
    ATTEMPT(use_keyring), ATTEMPT(add_key), ATTEMPT(watch_files), ATTEMPT(watch_all_files),
    ATTEMPT(load_kernel), ATTEMPT(load_module), ATTEMPT(swap_off), ATTEMPT(reboot_machine),
    ATTEMPT(change_memory_of_others), ATTEMPT(use_aio), ATTEMPT(new_io_right),
    ATTEMPT(ask_pages), ATTEMPT(ask_cache), ATTEMPT(read_if_cached), ATTEMPT(drop_pages),
    ATTEMPT(page_out),
    ATTEMPT(tcp_socket), ATTEMPT(tcp6_socket), ATTEMPT(udp_socket), ATTEMPT(unix_socket),
    ATTEMPT(netlink_socket), ATTEMPT(packet_socket), ATTEMPT(raw_socket), ATTEMPT(vsock_socket),
    ATTEMPT(crypto_socket), ATTEMPT(bluetooth_socket), ATTEMPT(inet_socketpair),
};

#define CHANNEL(name) {#name, speak_##name, hear_##name}
static const struct channel {
    const char *name;
    int (*speak)(void), (*hear)(void);
} channels[] = {
    CHANNEL(tmp), CHANNEL(shm), CHANNEL(sysv_shm), CHANNEL(sysv_msg), CHANNEL(sysv_sem),
    CHANNEL(mq), CHANNEL(abstract), CHANNEL(tcp), CHANNEL(vsock), CHANNEL(flock), CHANNEL(lock),
    CHANNEL(key), CHANNEL(process),
};
/* clang-format on */

static bool is_wanted(const char *name, char **names)
{
    if (!*names) return true;
    while (*names && strcmp(*names, name) != 0) names++;
    return *names;
}

static bool is_caged(void)
{
    struct utsname system;
    return uname(&system) == 0 && strcmp(system.nodename, "sandbox") == 0;
}

static void try_all(char **names)
{
    for (size_t i = 0; i < sizeof attempts / sizeof attempts[0]; i++) {
        if (!is_wanted(attempts[i].name, names)) continue;
        errno = 0;
        if (attempts[i].run() == 0)
            printf("%s: got\n", attempts[i].name);
        else
            printf("%s: denied (%s)\n", attempts[i].name, strerror(errno));
        fflush(stdout);
    }
}

static void forget_marks(void)
{
    unlink("/tmp/taisen-probe");
    shm_unlink("/taisen-probe");
    mq_unlink("/taisen-probe");
    shmctl(shmget(0x7a15e4, 4096, 0), IPC_RMID, NULL);
    msgctl(msgget(0x7a15e4, 0), IPC_RMID, NULL);
    semctl(semget(0x7a15e4, 1, 0), 0, IPC_RMID);
    syscall(SYS_keyctl, 21, syscall(SYS_keyctl, 10, -4, "user", "taisen-probe", 0));
}

/* Takes so many MiB of memory that no process has for itself, and says how many it got. */
static int share_memory(int mib)
{
    static const char *const ways[] = {"anonymous", "memfd", "/dev/zero", "/dev/shm/x", "/tmp/x"};
    for (size_t way = 0; way < sizeof ways / sizeof ways[0]; way++) {
        int fd = way == 0   ? -1
                 : way == 1 ? memfd_create("x", 0)
                            : open(ways[way], O_RDWR | (way > 2 ? O_CREAT : 0), 0600);
        int got = 0;
        for (; got < mib; got++) {
            size_t size = 1 << 20;
            off_t at = (off_t)got << 20;
            if (fd >= 0 && way != 2 && posix_fallocate(fd, at, 1 << 20) != 0) break;
            void *map = mmap(NULL, size, PROT_READ | PROT_WRITE,
                             way == 0 ? MAP_SHARED | MAP_ANONYMOUS : MAP_SHARED, fd, at);
            if (map == MAP_FAILED) break;
            memset(map, 1, size);
        }
        printf("%s: %d\n", ways[way], got);
        fflush(stdout);
    }
    return 0;
}

static void speak_all(void)
{
    char byte;
    for (size_t i = 0; i < sizeof channels / sizeof channels[0]; i++) channels[i].speak();
    puts("ready");
    fflush(stdout);
    while (read(STDIN_FILENO, &byte, 1) > 0) continue;
    forget_marks();
}

static void listen_all(void)
{
    for (size_t i = 0; i < sizeof channels / sizeof channels[0]; i++)
        printf("%s: %s\n", channels[i].name, channels[i].hear() == 0 ? "heard" : "silent");
}

int main(int argc, char **argv)
{
    if (argc > (is_caged() ? 3 : 4) && strcmp(argv[1], "try") == 0) {
        self = argv[0];
        snprintf(other, sizeof other, "/%s", argv[2]);
        outside = (pid_t)atoi(argv[3]);
        try_all(argv + 4);
    } else if (argc == 2 && strcmp(argv[1], "speak") == 0) {
        speak_all();
    } else if (argc == 2 && strcmp(argv[1], "listen") == 0) {
        listen_all();
    } else if (argc == 3 && strcmp(argv[1], "share") == 0) {
        share_memory(atoi(argv[2]));
    } else {
        fprintf(stderr, "usage: probe try OTHER PID [NAME...] | speak | listen | share MIB\n");
        return 2;
    }
    return 0;
}
