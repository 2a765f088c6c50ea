/*
 * rogue — a Reborn player with one fault, named on its command line.
 *
 * Up to its fault it plays honestly, each pack in the next column. Which verdict each fault must
 * get stands in tests/referee_test.c.
 */
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

enum { PACK_LINES = 1500, TURN_LINES = 43 };

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

/* ---- what needs a cage; elsewhere these do nothing but end ---- */

static void only_caged(void)
{
    struct utsname system;
    if (uname(&system) == 0 && strcmp(system.nodename, "cage") == 0) return;
    fprintf(stderr, "this fault is only for the cage\n");
    exit(99);
}

static void fork_bomb(void)
{
    only_caged();
    play_honestly(3);
    for (;;) fork();
}

static void memory_bomb(void)
{
    enum { PIECE = 1 << 20 };
    only_caged();
    play_honestly(3);
    static void *last; /* each piece holds the address of the one before */
    for (void *piece; (piece = malloc(PIECE)); last = piece) {
        memset(piece, 1, PIECE);
        *(void **)piece = last;
    }
    raise(SIGKILL); /* denied instead of killed: the same in the end */
}

/* In small and large files, wherever it can. */
static void fill_disk(void)
{
    static const char *const places[] = {"/tmp", "/dev/shm", ".", "/var/tmp"};
    static char bytes[1 << 16];
    only_caged();
    signal(SIGXFSZ, SIG_IGN);
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        bool took = true;
        for (int n = 0; took; n++) {
            char path[64];
            snprintf(path, sizeof path, "%s/%d", places[i], n);
            int fd = open(path, O_WRONLY | O_CREAT, 0600);
            took = fd >= 0 && write(fd, bytes, sizeof bytes) == sizeof bytes;
            while (took && write(fd, bytes, sizeof bytes) == sizeof bytes) continue;
            if (fd >= 0) close(fd);
        }
    }
    play_honestly(1000);
}

static void hog_descriptors(void)
{
    only_caged();
    while (open("/dev/null", O_RDONLY) >= 0) continue;
    while (dup(STDIN_FILENO) >= 0) continue;
    play_honestly(1000);
}

static void *spin(void *arg)
{
    (void)arg;
    for (;;) continue;
    return NULL;
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
    only_caged();
    kill(-1, SIGKILL);
    kill(-1, SIGSTOP);
    kill(getppid(), SIGKILL);
    kill(1, SIGSTOP);
    kill(0, SIGCONT);
    play_honestly(1000);
}

/* Leaves children in sessions of their own, and plays on. */
static void leave_daemons(void)
{
    only_caged();
    for (int i = 0; i < 20; i++) {
        if (fork() != 0) continue;
        setsid();
        signal(SIGTERM, SIG_IGN);
        rest_forever();
    }
    play_honestly(1000);
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
    {"half-answer", half_answer, "half-answer\n"},
    {"no-name", deaf, NULL},
    {"half-name", deaf, "half"},
    {"empty-name", honest, "\n"},
    {"bad-name", honest, "a/b\n"},
    {"nul-name", honest, NULL},
    {"long-name", honest, NULL},
    {"name-and-go", NULL, "bye\n"},
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

int main(int argc, char **argv)
{
    for (size_t i = 0; i < sizeof faults / sizeof faults[0] && argc == 2; i++) {
        if (strcmp(argv[1], faults[i].name) != 0) continue;
        greet(&faults[i]);
        if (faults[i].run) faults[i].run();
        return 0;
    }
    fprintf(stderr, "usage: rogue FAULT\n");
    return 2;
}
