/* Nothing here blocks but the goodbye, which is bounded: an answer that is still on its way
   should arrive before the connection is cut. */
#include "os/sock.h"

#include "os/clock.h"
#include "os/file.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum {
    WAITING = 512,
    LET_GO_US = 1000 * 1000,
    LOOK_US = 10 * 1000,
    GOODBYE_BYTES = 1 << 20 /* who still sends after so much does not listen */
};

/* Splits "PORT" or "HOST:PORT"; *host is NULL for all addresses. */
static const char *split(const char *where, char *copy, size_t size, const char **host)
{
    snprintf(copy, size, "%s", where);
    char *colon = strrchr(copy, ':');
    *host = colon ? copy : NULL;
    if (!colon) return copy;
    *colon = '\0';
    return colon + 1;
}

static int bound(const struct addrinfo *a)
{
    int fd = socket(a->ai_family, a->ai_socktype | SOCK_CLOEXEC | SOCK_NONBLOCK, a->ai_protocol);
    int on = 1, off = 0;
    if (fd < 0) return -1;
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (a->ai_family == AF_INET6) setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof off);
    if (bind(fd, a->ai_addr, a->ai_addrlen) == 0 && listen(fd, WAITING) == 0) return fd;
    int why = errno;
    close(fd);
    errno = why;
    return -1;
}

/* The address of IPv6 serves both kinds; so it is tried first where there is no host. */
static int bound_to_one(const struct addrinfo *found)
{
    int fd = -1;
    for (int family6 = 1; family6 >= 0 && fd < 0; family6--)
        for (const struct addrinfo *a = found; a && fd < 0; a = a->ai_next)
            if ((a->ai_family == AF_INET6) == (family6 == 1)) fd = bound(a);
    return fd;
}

/* Whoever was ended a moment ago may not have let go of the port yet. */
static int bound_soon(const struct addrinfo *found)
{
    int64_t until_us = clock_us() + LET_GO_US;
    int fd = bound_to_one(found);
    while (fd < 0 && errno == EADDRINUSE && clock_us() < until_us) {
        usleep(LOOK_US);
        fd = bound_to_one(found);
    }
    return fd;
}

bool sock_listen(const char *where, int *fd, struct err *err)
{
    char copy[256];
    const char *host, *port = split(where, copy, sizeof copy, &host);
    struct addrinfo want = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE}, *found;
    int code = getaddrinfo(host, port, &want, &found);
    if (code != 0) return err_set(err, "tcp:%s is not a valid port: %s", where, gai_strerror(code));
    *fd = bound_soon(found);
    int why = errno;
    freeaddrinfo(found);
    if (*fd >= 0) return true;
    errno = why;
    if (errno == EADDRINUSE)
        return err_set(
            err, "port %s is in use by another program; end that one or choose another port", port);
    return err_sys(err, "cannot listen on %s", where);
}

static void send_at_once(int fd)
{
    int on = 1;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

int sock_accept(int listener, char *from, size_t from_size)
{
    struct sockaddr_storage address;
    socklen_t len = sizeof address;
    char host[64], port[16];
    int fd = accept4(listener, (struct sockaddr *)&address, &len, SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (fd < 0) return -1;
    send_at_once(fd);
    if (getnameinfo((struct sockaddr *)&address, len, host, sizeof host, port, sizeof port,
                    NI_NUMERICHOST | NI_NUMERICSERV) != 0)
        snprintf(host, sizeof host, "somebody");
    /* An IPv4 client of an IPv6 listener is shown as what it is. */
    snprintf(from, from_size, "%s", strncmp(host, "::ffff:", 7) == 0 ? host + 7 : host);
    return fd;
}

bool sock_connect(const char *host, const char *port, int *fd, struct err *err)
{
    struct addrinfo want = {.ai_socktype = SOCK_STREAM}, *found;
    int code = getaddrinfo(host, port, &want, &found);
    if (code != 0) return err_set(err, "%s:%s: %s", host, port, gai_strerror(code));
    *fd = -1;
    for (const struct addrinfo *a = found; a && *fd < 0; a = a->ai_next) {
        *fd = socket(a->ai_family, a->ai_socktype | SOCK_CLOEXEC, a->ai_protocol);
        if (*fd >= 0 && connect(*fd, a->ai_addr, a->ai_addrlen) < 0) file_close(fd);
    }
    freeaddrinfo(found);
    if (*fd < 0) return err_sys(err, "cannot connect to %s:%s", host, port);
    send_at_once(*fd);
    return true;
}

static bool open_file(const char *path, struct sockaddr_un *address, int *fd, struct err *err)
{
    *address = (struct sockaddr_un){.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof address->sun_path)
        return err_set(err, "the path %s is too long for a socket", path);
    strcpy(address->sun_path, path);
    *fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    return *fd >= 0 || err_sys(err, "socket");
}

bool sock_listen_file(const char *path, int *fd, struct err *err)
{
    struct sockaddr_un address;
    if (!open_file(path, &address, fd, err)) return false;
    if (bind(*fd, (struct sockaddr *)&address, sizeof address) == 0 && listen(*fd, WAITING) == 0)
        return true;
    err_sys(err, "cannot listen at %s", path);
    file_close(fd);
    return false;
}

bool sock_connect_file(const char *path, int *fd, struct err *err)
{
    struct sockaddr_un address;
    if (!open_file(path, &address, fd, err)) return false;
    if (connect(*fd, (struct sockaddr *)&address, sizeof address) == 0) return true;
    err_sys(err, "nobody listens at %s", path);
    file_close(fd);
    return false;
}

void sock_close(int *fd, int64_t wait_us)
{
    char rest[4096];
    ssize_t got = 0, heard = 0;
    int64_t until_us = clock_us() + wait_us;
    if (*fd < 0) return;
    shutdown(*fd, SHUT_WR);
    /* Closing with unread bytes would throw away what is still on its way to the client. */
    for (; heard < GOODBYE_BYTES; heard += got) {
        int64_t left_us = until_us - clock_us();
        struct pollfd p = {.fd = *fd, .events = POLLIN};
        if (left_us <= 0 || poll(&p, 1, (int)(left_us / 1000) + 1) <= 0) break;
        if ((got = read(*fd, rest, sizeof rest)) <= 0) break;
    }
    file_close(fd);
}
