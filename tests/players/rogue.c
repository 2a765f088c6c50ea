/*
 * rogue — a Reborn player with one fault, named on its command line; with a port behind it, it
 * plays over TCP.
 *
 * Up to its fault it plays honestly, each pack in the next column. Which verdict each fault must
 * get stands in tests/unit/referee_test.c, and of the hostile ones in tests/unit/cage_test.c.
 *
 * A hostile one does its worst in the cage only. Without it, it does the same by a measure that
 * harms no machine: it takes limits, or, where it would signal or trace everybody, a user number
 * that nobody else has; one who is not root cannot, and ends with NOT_HERE.
 */
#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    PACK_LINES = 1500,
    TURN_LINES = 43,
    NOT_HERE = 99,
    /* without a cage: */
    BOMB_PROCESSES = 150,
    BOMB_BYTES = 128 << 20,
    FILLED_BYTES = 8 << 20,
    OPEN_FILES = 256,
    NOBODYS_UID = 1900000000
};

static int turn;

static void rest_forever(void)
{
    for (;;) poll(NULL, 0, 1000);
}

static void put(const char *bytes, size_t len)
{
    while (len > 0) {
        ssize_t wrote = write(STDOUT_FILENO, bytes, len);
        if (wrote <= 0) exit(9);
        bytes += wrote;
        len -= (size_t)wrote;
    }
}

static void say(const char *s)
{
    put(s, strlen(s));
}

/* False at the end of input. */
static bool read_lines(int count)
{
    static char line[256];
    for (int i = 0; i < count; i++)
        if (!fgets(line, sizeof line, stdin)) return false;
    return true;
}

static bool read_turn(void)
{
    return read_lines(turn == 0 ? PACK_LINES + TURN_LINES : TURN_LINES);
}

static const char *move(void)
{
    static char line[16];
    snprintf(line, sizeof line, "%d %d", turn * 2 % 9, turn / 4 % 4);
    return line;
}

static void play_honestly(int turns)
{
    for (; turn < turns && read_turn(); turn++) {
        say(move());
        say("\n");
    }
}

/* ---- the faults; each begins after the name ---- */

static void honest(void)
{
    play_honestly(1000);
}

static void crlf(void)
{
    for (; read_turn(); turn++) {
        say(" ");
        say(move());
        say("\t\r\n");
    }
}

static void pieces(void)
{
    for (; read_turn(); turn++) {
        for (const char *c = move(); *c; c++) {
            put(c, 1);
            usleep(200);
        }
        say("\n");
    }
}

static void early(void)
{
    for (; turn < 500; turn++) {
        say(move());
        say("\n");
    }
    turn = 0;
    while (read_turn()) turn++;
}

static void chatty(void)
{
    for (; read_turn(); turn++) {
        fprintf(stderr, "turn %d: I think this is fine\n", turn);
        say(move());
        say("\n");
    }
}

/* Many lines as fast as it can, then the answer at once. */
static void mutter(void)
{
    enum { LINES = 300 };
    for (; read_turn(); turn++) {
        for (int i = 0; i < LINES; i++) dprintf(STDERR_FILENO, "turn %d: line %d\n", turn, i);
        say(move());
        say("\n");
    }
}

static void crash(void)
{
    play_honestly(3);
    abort();
}

static void leave(void)
{
    play_honestly(3);
    exit(7);
}

static void hang(void)
{
    play_honestly(3);
    rest_forever();
}

static void stubborn(void)
{
    signal(SIGTERM, SIG_IGN);
    signal(SIGINT, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    hang();
}

static void stopped(void)
{
    play_honestly(3);
    raise(SIGSTOP);
}

static void close_output(void)
{
    play_honestly(3);
    close(STDOUT_FILENO);
    rest_forever();
}

static void deaf(void)
{
    rest_forever(); /* never reads a byte */
}

static void flood(void)
{
    static char bytes[65536];
    memset(bytes, '7', sizeof bytes);
    play_honestly(3);
    for (;;) put(bytes, sizeof bytes);
}

static void flood_lines(void)
{
    static char bytes[65536];
    for (size_t i = 0; i < sizeof bytes; i += 4) memcpy(bytes + i, "0 0\n", 4);
    for (;;) put(bytes, sizeof bytes); /* legal answers, but never reads */
}

static void flood_err(void)
{
    static char bytes[65536];
    memset(bytes, 'e', sizeof bytes);
    play_honestly(3);
    for (;;)
        if (write(STDERR_FILENO, bytes, sizeof bytes) < 0) exit(9);
}

/* A tenth of a second of CPU time. */
static void use_cpu(void)
{
    struct timespec used, then;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &then);
    do clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    while ((used.tv_sec - then.tv_sec) * 1000000000L + used.tv_nsec - then.tv_nsec < 100000000L);
}

/* Needs it for its fourth answer. */
static void think_hard(void)
{
    play_honestly(3);
    use_cpu();
    play_honestly(1000);
}

/* Lets a child do it, which has ended when the answer comes. */
static void think_in_child(void)
{
    play_honestly(3);
    pid_t pid = fork();
    if (pid == 0) {
        use_cpu();
        _exit(0);
    }
    waitpid(pid, NULL, 0);
    play_honestly(1000);
}

/* Lets a daemon do it that is nobody's child. */
static void think_in_daemon(void)
{
    int done[2];
    char byte;
    play_honestly(3);
    if (pipe(done) < 0) return;
    pid_t pid = fork();
    if (pid == 0) {
        if (fork() > 0) _exit(0);
        setsid();
        use_cpu();
        if (write(done[1], "", 1) != 1) _exit(1);
        for (;;) pause();
    }
    waitpid(pid, NULL, 0);
    if (read(done[0], &byte, 1) == 1) play_honestly(1000);
}

static void *spin(void *arg)
{
    (void)arg;
    for (;;) continue;
    return NULL;
}

/* Makes itself wait: many threads on one core. */
static void crowd(void)
{
    cpu_set_t one;
    pthread_t thread;
    play_honestly(3);
    CPU_ZERO(&one);
    CPU_SET(sched_getcpu(), &one);
    sched_setaffinity(0, sizeof one, &one);
    for (int i = 0; i < 3; i++) pthread_create(&thread, NULL, spin, NULL);
    spin(NULL);
}

/* ---- late on purpose, while others seem to have the cores ---- */

/* The limit is a tenth of a second: a little more. */
enum { LATE_US = 130 * 1000, LATE_PROCESSES = 8, LATE_THREADS = 64 };

static void late_by_sleeping(void)
{
    play_honestly(3);
    usleep(LATE_US);
    play_honestly(1000);
}

static void late_with_threads(void)
{
    pthread_t thread;
    play_honestly(3);
    for (int i = 0; i < LATE_THREADS; i++) pthread_create(&thread, NULL, spin, NULL);
    usleep(LATE_US);
    play_honestly(1000);
}

static void late_on_one_core(void)
{
    cpu_set_t one;
    play_honestly(3);
    CPU_ZERO(&one);
    CPU_SET(sched_getcpu(), &one);
    sched_setaffinity(0, sizeof one, &one);
    pthread_t thread;
    for (int i = 0; i < 4; i++) pthread_create(&thread, NULL, spin, NULL);
    usleep(LATE_US);
    play_honestly(1000);
}

static void late_with_processes(bool are_daemons)
{
    play_honestly(3);
    for (int i = 0; i < LATE_PROCESSES; i++) {
        pid_t pid = fork();
        if (pid != 0) {
            if (are_daemons) waitpid(pid, NULL, 0);
            continue;
        }
        if (are_daemons && fork() > 0) _exit(0);
        if (are_daemons) setsid();
        spin(NULL);
    }
    usleep(LATE_US);
    play_honestly(1000);
}

static void late_with_children(void)
{
    late_with_processes(false);
}

static void late_with_daemons(void)
{
    late_with_processes(true);
}

static void drip(void)
{
    play_honestly(3);
    for (;;) {
        say(" ");
        usleep(10000);
    }
}

static void garbage(void)
{
    play_honestly(3);
    put("\0\xff\xfe\x80\n", 5);
    rest_forever();
}

static void wrong(void)
{
    play_honestly(3);
    say("9 0\n");
    rest_forever();
}

static void empty(void)
{
    play_honestly(3);
    say("\n");
    rest_forever();
}

/* A child of its own group that spins, ignores signals and holds the pipes. */
static void spinning_child(void)
{
    if (fork() == 0) {
        setsid();
        signal(SIGTERM, SIG_IGN);
        if (fork() != 0) _exit(0);
        for (;;) continue;
    }
    play_honestly(3);
    exit(0);
}

/* ---- hostile ones ---- */

static bool is_caged(void)
{
    struct utsname system;
    return uname(&system) == 0 && strcmp(system.nodename, "sandbox") == 0;
}

static void take_limit(__rlimit_resource_t what, rlim_t most)
{
    if (is_caged()) return;
    if (setrlimit(what, &(struct rlimit){.rlim_cur = most, .rlim_max = most}) < 0) exit(NOT_HERE);
}

/* So that whatever it does to all its user's processes hits nobody else. */
static void become_a_stranger(void)
{
    uid_t uid = NOBODYS_UID + (uid_t)getpid();
    if (is_caged()) return;
    if (setgroups(0, NULL) < 0 || setresgid(uid, uid, uid) < 0 || setresuid(uid, uid, uid) < 0)
        exit(NOT_HERE);
}

/* All of them count together; in the cage there is no end. */
static void fork_bomb(void)
{
    bool is_endless = is_caged();
    int fd = open("/tmp", O_TMPFILE | O_RDWR, 0600); /* other memory cannot be shared everywhere */
    if (ftruncate(fd, sizeof(atomic_int)) < 0) exit(NOT_HERE);
    atomic_int *born = mmap(NULL, sizeof *born, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (born == MAP_FAILED) exit(NOT_HERE);
    play_honestly(3);
    while (is_endless || atomic_fetch_add(born, 1) < BOMB_PROCESSES)
        if (fork() == 0) setsid();
    rest_forever();
}

static void memory_bomb(void)
{
    enum { PIECE = 1 << 20 };
    take_limit(RLIMIT_AS, BOMB_BYTES);
    play_honestly(3);
    static void *last; /* each piece holds the address of the one before */
    for (void *piece; (piece = malloc(PIECE)); last = piece) {
        memset(piece, 1, PIECE);
        *(void **)piece = last;
    }
    raise(SIGKILL); /* denied instead of killed: the same in the end */
}

/* A file without a name is gone with its process: where nothing bounds it, nothing may stay. */
static int open_somewhere(const char *folder, int number)
{
    char path[64];
    if (!is_caged()) return open(folder, O_WRONLY | O_TMPFILE, 0600);
    snprintf(path, sizeof path, "%s/%d", folder, number);
    return open(path, O_WRONLY | O_CREAT, 0600);
}

static bool fill_file(const char *folder, int number)
{
    static char bytes[1 << 16];
    int fd = open_somewhere(folder, number);
    if (fd < 0) return false;
    bool took = write(fd, bytes, sizeof bytes) == sizeof bytes;
    while (took && write(fd, bytes, sizeof bytes) == sizeof bytes) continue;
    close(fd);
    return took && is_caged(); /* elsewhere one large file is enough */
}

/* In small and large files, wherever it can. */
static void fill_disk(void)
{
    static const char *const places[] = {"/tmp", "/dev/shm", ".", "/var/tmp"};
    take_limit(RLIMIT_FSIZE, FILLED_BYTES);
    signal(SIGXFSZ, SIG_IGN);
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++)
        for (int n = 0; fill_file(places[i], n); n++) continue;
    play_honestly(1000);
}

static void hog_descriptors(void)
{
    take_limit(RLIMIT_NOFILE, OPEN_FILES);
    while (open("/dev/null", O_RDONLY) >= 0) continue;
    while (dup(STDIN_FILENO) >= 0) continue;
    play_honestly(1000);
}

/* Go on computing when it is the other's turn. */
static void spinning_threads(void)
{
    pthread_t thread;
    for (int i = 0; i < 4; i++)
        if (pthread_create(&thread, NULL, spin, NULL) != 0) exit(9);
    play_honestly(1000);
}

static void kill_everyone(void)
{
    pid_t parent = getppid();
    become_a_stranger();
    kill(-1, SIGKILL);
    kill(-1, SIGSTOP);
    kill(parent, SIGKILL);
    kill(parent, SIGSTOP);
    kill(1, SIGSTOP);
    kill(0, SIGCONT);
    play_honestly(1000);
}

static void trace_parent(void)
{
    pid_t parent = getppid();
    become_a_stranger();
    ptrace(PTRACE_ATTACH, parent, NULL, NULL);
    ptrace(PTRACE_SEIZE, parent, NULL, NULL);
    play_honestly(1000);
}

/* Leaves children in sessions of their own, and plays on. */
static void leave_daemons(void)
{
    for (int i = 0; i < 20; i++) {
        if (fork() != 0) continue;
        setsid();
        signal(SIGTERM, SIG_IGN);
        rest_forever();
    }
    play_honestly(1000);
}

static void read_some(const char *path)
{
    char bytes[256];
    int fd = open(path, O_RDONLY | O_NONBLOCK);
    if (fd < 0) return;
    if (read(fd, bytes, sizeof bytes) > 0) fprintf(stderr, "could read %s\n", path);
    close(fd);
}

/* Looks into every process there is. */
static void snoop(void)
{
    static const char *const files[] = {"environ", "mem", "maps", "cwd/secret"};
    become_a_stranger();
    DIR *dir = opendir("/proc");
    for (struct dirent *entry; dir && (entry = readdir(dir));)
        for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
            char path[320];
            if (atoi(entry->d_name) <= 0 || atoi(entry->d_name) == getpid()) continue;
            snprintf(path, sizeof path, "/proc/%s/%s", entry->d_name, files[i]);
            read_some(path);
        }
    if (dir) closedir(dir);
    play_honestly(1000);
}

/* Links that lead out, and names that others might follow. */
static void link_tricks(void)
{
    static const char *const targets[] = {"/etc/shadow", "/proc/1/root/etc/shadow",
                                          "../../../../../../root/.ssh/id_rsa", "/proc/self/exe"};
    char path[64];
    become_a_stranger();
    snprintf(path, sizeof path, "/tmp/rogue-link-%d", (int)getpid());
    for (size_t i = 0; i < sizeof targets / sizeof targets[0]; i++) {
        if (symlink(targets[i], path) < 0) continue;
        if (i < 3) read_some(path); /* the last is its own program */
        unlink(path);
    }
    play_honestly(1000);
}

/* Calls somebody who is not there; nobody may wait for that. */
static void phone_home(void)
{
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(9)};
    inet_pton(AF_INET, "127.0.0.1", &to.sin_addr);
    for (int kind = SOCK_STREAM; kind <= SOCK_DGRAM; kind++) {
        int fd = socket(AF_INET, kind | SOCK_NONBLOCK, 0);
        if (fd < 0) continue;
        if (connect(fd, (struct sockaddr *)&to, sizeof to) == 0) send(fd, "hello", 5, MSG_NOSIGNAL);
        close(fd);
    }
    play_honestly(1000);
}

/* Whoever writes to it meets a closed pipe; it answers all the same. */
static void close_input(void)
{
    play_honestly(3);
    close(STDIN_FILENO);
    for (; turn < 500; turn++) {
        say(move());
        say("\n");
    }
    rest_forever();
}

/* ---- what only a connection can do; over a pipe it is closed ---- */

static void shut_down(void)
{
    play_honestly(3);
    shutdown(STDOUT_FILENO, SHUT_WR);
    close(STDOUT_FILENO);
    rest_forever();
}

static void reset(void)
{
    struct linger at_once = {.l_onoff = 1, .l_linger = 0};
    play_honestly(3);
    setsockopt(STDOUT_FILENO, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
    close(STDIN_FILENO);
    close(STDOUT_FILENO);
    rest_forever();
}

static void half_answer(void)
{
    play_honestly(3);
    say("0 0"); /* no line end */
    exit(0);
}

static const struct fault {
    const char *name;
    void (*run)(void);
    const char *greeting; /* NULL: says nothing */
} faults[] = {
    {"honest", honest, "honest\n"},
    {"crlf", crlf, "crlf\r\n"},
    {"pieces", pieces, "pieces\n"},
    {"early", early, "early\n"},
    {"chatty", chatty, "chatty\n"},
    {"mutter", mutter, "mutter\n"},
    {"crash", crash, "crash\n"},
    {"leave", leave, "leave\n"},
    {"hang", hang, "hang\n"},
    {"stubborn", stubborn, "stubborn\n"},
    {"stopped", stopped, "stopped\n"},
    {"close-output", close_output, "close-output\n"},
    {"deaf", deaf, "deaf\n"},
    {"flood", flood, "flood\n"},
    {"flood-lines", flood_lines, "flood-lines\n"},
    {"flood-err", flood_err, "flood-err\n"},
    {"think-hard", think_hard, "think-hard\n"},
    {"think-in-child", think_in_child, "think-in-child\n"},
    {"think-in-daemon", think_in_daemon, "think-in-daemon\n"},
    {"crowd", crowd, "crowd\n"},
    {"late-sleep", late_by_sleeping, "late-sleep\n"},
    {"late-threads", late_with_threads, "late-threads\n"},
    {"late-core", late_on_one_core, "late-core\n"},
    {"late-children", late_with_children, "late-children\n"},
    {"late-daemons", late_with_daemons, "late-daemons\n"},
    {"drip", drip, "drip\n"},
    {"garbage", garbage, "garbage\n"},
    {"wrong", wrong, "wrong\n"},
    {"empty", empty, "empty\n"},
    {"spinning-child", spinning_child, "spinning-child\n"},
    {"fork-bomb", fork_bomb, "fork-bomb\n"},
    {"memory-bomb", memory_bomb, "memory-bomb\n"},
    {"fill-disk", fill_disk, "fill-disk\n"},
    {"hog-descriptors", hog_descriptors, "hog-descriptors\n"},
    {"spinning-threads", spinning_threads, "spinning-threads\n"},
    {"kill-everyone", kill_everyone, "kill-everyone\n"},
    {"leave-daemons", leave_daemons, "leave-daemons\n"},
    {"trace-parent", trace_parent, "trace-parent\n"},
    {"snoop", snoop, "snoop\n"},
    {"link-tricks", link_tricks, "link-tricks\n"},
    {"phone-home", phone_home, "phone-home\n"},
    {"close-input", close_input, "close-input\n"},
    {"shut-down", shut_down, "shut-down\n"},
    {"reset", reset, "reset\n"},
    {"half-answer", half_answer, "half-answer\n"},
    {"no-name", deaf, NULL},
    {"half-name", deaf, "half"},
    {"empty-name", honest, "\n"},
    {"bad-name", honest, "a/b\n"},
    {"nul-name", honest, NULL},
    {"long-name", honest, NULL},
    {"name-and-go", NULL, "bye\n"},
    {"half-name-and-go", NULL, "by"},
    {"go", NULL, NULL},
};

static void greet(const struct fault *f)
{
    static char letters[1 << 20];
    if (strcmp(f->name, "nul-name") == 0) put("a\0b\n", 4);
    if (strcmp(f->name, "long-name") == 0) {
        memset(letters, 'n', sizeof letters);
        put(letters, sizeof letters);
    }
    if (f->greeting) say(f->greeting);
}

/* From here on both standard descriptors are a connection. */
static void call(const char *port)
{
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(port))};
    inet_pton(AF_INET, "127.0.0.1", &to.sin_addr);
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    if (fd < 0 || connect(fd, (struct sockaddr *)&to, sizeof to) < 0) exit(NOT_HERE);
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &(int){1}, sizeof(int));
    dup2(fd, STDIN_FILENO);
    dup2(fd, STDOUT_FILENO);
    close(fd);
}

int main(int argc, char **argv)
{
    for (size_t i = 0; i < sizeof faults / sizeof faults[0] && argc >= 2; i++) {
        if (strcmp(argv[1], faults[i].name) != 0) continue;
        if (argc == 3) call(argv[2]);
        greet(&faults[i]);
        if (faults[i].run) faults[i].run();
        return 0;
    }
    fprintf(stderr, "usage: rogue FAULT [PORT]\n");
    return 2;
}
