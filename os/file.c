/* Reads and writes that are interrupted are taken up again until all is done or something is
   really wrong. */
#include "os/file.h"

#include "os/clock.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LOCK_LOOK_US = 10 * 1000 };

void file_close(int *fd)
{
    if (*fd >= 0) close(*fd);
    *fd = -1;
}

void file_auto_close(int *fd)
{
    file_close(fd);
}

void file_auto_free(void *pointer)
{
    free(*(void **)pointer);
}

int take_fd(int *fd)
{
    int taken = *fd;
    *fd = -1;
    return taken;
}

/* Doubles the room when it is full; keeps a byte for the NUL. */
static bool make_room(char **bytes, size_t *cap, size_t len)
{
    if (len + 1 < *cap) return true;
    size_t wider = *cap ? *cap * 2 : 65536;
    char *moved = realloc(*bytes, wider);
    if (!moved) return false;
    *bytes = moved;
    *cap = wider;
    return true;
}

static bool read_all(int fd, const char *path, size_t most, char **bytes, size_t *len,
                     struct err *err)
{
    size_t cap = 0;
    *bytes = NULL;
    *len = 0;
    for (;;) {
        if (!make_room(bytes, &cap, *len)) return err_set(err, "%s: out of memory", path);
        ssize_t got = read(fd, *bytes + *len, cap - 1 - *len);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return err_sys(err, "cannot read %s", path);
        if (got == 0) break;
        *len += (size_t)got;
        if (*len > most) return err_set(err, "%s is larger than %zu bytes", path, most);
    }
    (*bytes)[*len] = '\0';
    return true;
}

bool file_read(const char *path, size_t most, char **bytes, size_t *len, struct err *err)
{
    bool is_standard = strcmp(path, "-") == 0;
    AUTO_CLOSE int fd =
        is_standard ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3) : open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return err_sys(err, "cannot open %s", path);
    if (read_all(fd, path, most, bytes, len, err)) return true;
    free(*bytes);
    *bytes = NULL;
    return false;
}

bool file_name_is_plain(const char *name)
{
    return name[0] != '\0' && name[0] != '.' && strlen(name) <= NAME_MAX && !strchr(name, '/');
}

/* O_NONBLOCK: a pipe would be waited for before it is known to be one. */
static int open_plain(const char *folder, const char *name, struct err *err)
{
    struct stat st;
    AUTO_CLOSE int at = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (at < 0) return err_sys(err, "cannot open %s", folder), -1;
    AUTO_CLOSE int fd = openat(at, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0) return err_sys(err, "cannot open %s in %s", name, folder), -1;
    if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode)) return take_fd(&fd);
    err_set(err, "%s in %s is not a plain file", name, folder);
    return -1;
}

bool file_read_in(const char *folder, const char *name, size_t most, char **bytes, size_t *len,
                  struct err *err)
{
    *bytes = NULL;
    if (!file_name_is_plain(name)) return err_set(err, "`%s` is not the name of a file", name);
    AUTO_CLOSE int fd = open_plain(folder, name, err);
    if (fd < 0) return false;
    if (read_all(fd, name, most, bytes, len, err)) return true;
    free(*bytes);
    *bytes = NULL;
    return false;
}

bool file_write(int fd, const void *bytes, size_t len, struct err *err)
{
    const char *at = bytes;
    while (len > 0) {
        ssize_t wrote = write(fd, at, len);
        if (wrote < 0 && errno == EINTR) continue;
        if (wrote < 0) return err_sys(err, "write");
        at += wrote;
        len -= (size_t)wrote;
    }
    return true;
}

bool file_memory(int *fd, char path[FILE_MEMORY_PATH], struct err *err)
{
    *fd = memfd_create("taisen", MFD_CLOEXEC);
    if (*fd < 0) return err_sys(err, "no file in memory");
    snprintf(path, FILE_MEMORY_PATH, "/proc/%d/fd/%d", (int)getpid(), *fd);
    return true;
}

bool file_lock(int fd, int64_t wait_us, const char *path, struct err *err)
{
    int64_t until_us = clock_us() + wait_us;
    while (flock(fd, LOCK_EX | LOCK_NB) < 0) {
        if (errno != EWOULDBLOCK && errno != EINTR) return err_sys(err, "lock %s", path);
        if (clock_us() >= until_us) return err_set(err, "%s is in use by another run", path);
        usleep(LOCK_LOOK_US);
    }
    return true;
}

int64_t file_allow(int64_t count)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) < 0) return 1024;
    if (limit.rlim_cur == RLIM_INFINITY || (int64_t)limit.rlim_cur >= count) return count;
    rlim_t wanted = (rlim_t)count < limit.rlim_max ? (rlim_t)count : limit.rlim_max;
    struct rlimit raised = {.rlim_cur = wanted, .rlim_max = limit.rlim_max};
    return (int64_t)(setrlimit(RLIMIT_NOFILE, &raised) == 0 ? wanted : limit.rlim_cur);
}

void file_open_standard(void)
{
    /* One that is closed gets the lowest free number, so they come in their order. */
    for (int want = STDIN_FILENO; want <= STDERR_FILENO; want++) {
        if (fcntl(want, F_GETFD) >= 0) continue;
        int fd = open("/dev/null", want == STDOUT_FILENO ? O_RDONLY : O_RDWR);
        assert(fd < 0 || fd == want);
    }
}
