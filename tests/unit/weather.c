/*
 * weather — a bad line between two networks: packets are late, and some never come.
 *
 * weather DELAY_MS LOSS_PERCENT SEED
 *
 * Makes two network namespaces, 10.99.0.1 and 10.99.0.2, each with a tun device whose other end is
 * held here: every packet waits DELAY_MS in either direction, and LOSS_PERCENT of them are dropped.
 * Prints the numbers of two processes, one in each (`nsenter --net=/proc/N/ns/net COMMAND` runs
 * something there), and goes on until its standard input ends. Stands in for `tc netem`, which not
 * every kernel has. Exit status 77, saying why, where this machine cannot do it.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/if_tun.h>
#include <net/if.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { PACKET = 2048, QUEUE = 16384, CANNOT = 77 };

struct packet {
    int64_t due_us;
    ssize_t len;
    char bytes[PACKET];
};

/* One direction. */
struct way {
    int from, to;
    struct packet *ring;
    unsigned first, count;
};

static uint64_t dice;
static int64_t sent, dropped;

static int64_t now_us(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * (int64_t)1000000 + t.tv_nsec / 1000;
}

static unsigned throw_dice(void)
{
    dice ^= dice << 13;
    dice ^= dice >> 7;
    dice ^= dice << 17;
    return (unsigned)(dice >> 33);
}

static void cannot(const char *what)
{
    fprintf(stderr, "weather: %s: %s\n", what, strerror(errno));
    exit(CANNOT);
}

static void set_address(int control, const char *name, const char *address)
{
    struct ifreq request = {0};
    struct sockaddr_in *at = (struct sockaddr_in *)(void *)&request.ifr_addr;
    snprintf(request.ifr_name, IFNAMSIZ, "%s", name);
    at->sin_family = AF_INET;
    inet_pton(AF_INET, address, &at->sin_addr);
    if (ioctl(control, SIOCSIFADDR, &request) < 0) cannot("the address of a network device");
    inet_pton(AF_INET, "255.255.255.0", &at->sin_addr);
    if (ioctl(control, SIOCSIFNETMASK, &request) < 0) cannot("the mask of a network device");
}

static void bring_up(int control, const char *name)
{
    struct ifreq request = {0};
    snprintf(request.ifr_name, IFNAMSIZ, "%s", name);
    request.ifr_flags = IFF_UP | IFF_RUNNING;
    if (ioctl(control, SIOCSIFFLAGS, &request) < 0) cannot("bringing up a network device");
}

/* A network of its own with one device, and a process that stays there. */
static int make_network(const char *address, pid_t *inside)
{
    struct ifreq request = {.ifr_flags = IFF_TUN | IFF_NO_PI};
    if (unshare(CLONE_NEWNET) < 0) cannot("a network namespace");
    int fd = open("/dev/net/tun", O_RDWR | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0) cannot("/dev/net/tun");
    snprintf(request.ifr_name, IFNAMSIZ, "line");
    if (ioctl(fd, TUNSETIFF, &request) < 0) cannot("a tun device");
    int control = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (control < 0) cannot("a socket");
    set_address(control, "line", address);
    bring_up(control, "line");
    bring_up(control, "lo");
    close(control);
    *inside = fork();
    if (*inside == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        for (;;) pause();
    }
    return fd;
}

static void take_packets(struct way *w, int64_t delay_us, unsigned loss)
{
    while (w->count < QUEUE) {
        struct packet *p = &w->ring[(w->first + w->count) % QUEUE];
        p->len = read(w->from, p->bytes, PACKET);
        if (p->len <= 0) return;
        sent++;
        if (throw_dice() % 100 < loss) {
            dropped++;
            continue;
        }
        p->due_us = now_us() + delay_us;
        w->count++;
    }
}

static void give_packets(struct way *w)
{
    while (w->count > 0 && w->ring[w->first].due_us <= now_us()) {
        const struct packet *p = &w->ring[w->first];
        if (write(w->to, p->bytes, (size_t)p->len) < 0 && errno == EAGAIN) return;
        w->first = (w->first + 1) % QUEUE;
        w->count--;
    }
}

static int64_t wait_us(const struct way way[2])
{
    int64_t least = 1000000;
    for (int i = 0; i < 2; i++) {
        if (way[i].count == 0) continue;
        int64_t left = way[i].ring[way[i].first].due_us - now_us();
        if (left < least) least = left;
    }
    return least > 0 ? least : 0;
}

int main(int argc, char **argv)
{
    pid_t inside[2];
    if (argc != 4) return fputs("usage: weather DELAY_MS LOSS_PERCENT SEED\n", stderr), 2;
    int64_t delay_us = strtoll(argv[1], NULL, 10) * 1000;
    unsigned loss = (unsigned)strtoul(argv[2], NULL, 10);
    dice = strtoull(argv[3], NULL, 10) * 2 + 88172645463325252ULL;
    int a = make_network("10.99.0.1", &inside[0]), b = make_network("10.99.0.2", &inside[1]);
    struct way way[2] = {{.from = a, .to = b}, {.from = b, .to = a}};
    static struct packet ring[2][QUEUE];
    for (int i = 0; i < 2; i++) way[i].ring = ring[i];
    printf("%ld %ld\n", (long)inside[0], (long)inside[1]);
    fflush(stdout);
    for (;;) {
        struct pollfd fds[] = {
            {.fd = 0, .events = POLLIN}, {.fd = a, .events = POLLIN}, {.fd = b, .events = POLLIN}};
        int64_t wait = wait_us(way);
        struct timespec t = {.tv_nsec = wait % 1000000 * 1000, .tv_sec = wait / 1000000};
        ppoll(fds, 3, &t, NULL);
        if (fds[0].revents) break;
        for (int i = 0; i < 2; i++) take_packets(&way[i], delay_us, loss);
        for (int i = 0; i < 2; i++) give_packets(&way[i]);
    }
    for (int i = 0; i < 2; i++) kill(inside[i], SIGKILL);
    printf("%lld packets, %lld dropped\n", (long long)sent, (long long)dropped);
    return 0;
}
