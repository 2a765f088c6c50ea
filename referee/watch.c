/* The kernel's list follows the caller's lazily; what does not fit any more is made anew. */
#include "referee/watch.h"

#include "os/file.h"
#include "os/stop.h"

#include <assert.h>
#include <errno.h>
#include <sys/epoll.h>
#include <time.h>

/* What one is asked for and tells is the other's, too. */
_Static_assert(EPOLLIN == POLLIN && EPOLLOUT == POLLOUT && EPOLLERR == POLLERR &&
                   EPOLLHUP == POLLHUP,
               "the bits of poll and epoll are the same");

void watch_open(struct watch *w)
{
    *w = (struct watch){.set = -1};
    for (int i = 0; i < WATCH_MOST; i++) w->known[i] = -1;
}

void watch_close(struct watch *w)
{
    file_close(&w->set);
}

static bool tell(struct watch *w, int place, const struct pollfd *want)
{
    struct epoll_event event = {.events = (uint32_t)want->events, .data.u32 = (uint32_t)place};
    if (want->fd < 0 || want->fd == w->known[place]) return true;
    assert(w->known[place] < 0);
    w->known[place] = want->fd;
    return epoll_ctl(w->set, EPOLL_CTL_ADD, want->fd, &event) == 0;
}

static bool tell_all(struct watch *w, const struct pollfd *fds, int count)
{
    if (w->set < 0) w->set = epoll_create1(EPOLL_CLOEXEC);
    for (int i = 0; w->set >= 0 && i < count; i++)
        if (!tell(w, i, &fds[i])) return false;
    return w->set >= 0;
}

/* News that nobody wants would come again and again: a new set has only what is wanted. To take one
   descriptor out is not safe: it may be closed here and open in another process, and its number
   may be another's by now. */
static int hand_out(struct watch *w, const struct epoll_event *events, int count,
                    struct pollfd *fds)
{
    int wanted = 0;
    for (int i = 0; i < count; i++) {
        struct pollfd *fd = &fds[events[i].data.u32];
        if (fd->fd < 0) continue;
        fd->revents = (short)events[i].events;
        wanted++;
    }
    if (wanted < count) {
        watch_close(w);
        watch_open(w);
    }
    return wanted;
}

static int poll_instead(struct watch *w, struct pollfd *fds, int count, int64_t wait_us)
{
    watch_close(w);
    w->has_none = true;
    return stop_poll(fds, (nfds_t)count, wait_us);
}

int watch_poll(struct watch *w, struct pollfd *fds, int count, int64_t wait_us)
{
    struct epoll_event events[WATCH_MOST];
    struct timespec wait = {.tv_sec = wait_us / 1000000, .tv_nsec = wait_us % 1000000 * 1000};
    assert(count <= WATCH_MOST);
    if (w->has_none || !tell_all(w, fds, count)) return poll_instead(w, fds, count, wait_us);
    for (int i = 0; i < count; i++) fds[i].revents = 0;
    int ready = epoll_pwait2(w->set, events, WATCH_MOST, wait_us < 0 ? NULL : &wait, stop_mask());
    if (ready < 0 && errno != EINTR) return poll_instead(w, fds, count, wait_us);
    return ready < 0 ? ready : hand_out(w, events, ready, fds);
}
