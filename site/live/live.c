/* inotify tells when a record appears, grows and goes; the files themselves are the buffers. */
#include "site/live/live.h"

#include "os/clock.h"
#include "os/file.h"
#include "os/folder.h"

#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

struct live {
    int inotify;
    char folder[PATH_MAX - 64];
    live_fn *tell;
    void *arg;
    struct live_match *matches; /* newest first */
};

static const char ending[] = ".jsonl";

/* ---- the list ---- */

struct live_match *live_find(struct live *live, int64_t id)
{
    for (struct live_match *m = live->matches; m; m = m->next)
        if (m->id == id && !m->is_gone) return m;
    return NULL;
}

struct live_match *live_next(const struct live *live, const struct live_match *after)
{
    struct live_match *m = after ? after->next : live->matches;
    while (m && (m->is_gone || m->fd < 0)) m = m->next;
    return m;
}

int live_count(const struct live *live)
{
    int count = 0;
    for (const struct live_match *m = NULL; (m = live_next(live, m));) count++;
    return count;
}

bool live_is_still(const struct live_match *match, int64_t seconds)
{
    struct stat about;
    return match->fd >= 0 && fstat(match->fd, &about) == 0 && time(NULL) - about.st_mtime > seconds;
}

/* Without memory there is no mark, and those who are late wait for the next one. */
static bool add_mark(struct live_match *m)
{
    if (m->mark_count == m->mark_room) {
        int room = 2 * m->mark_room + 16;
        struct live_mark *wider = realloc(m->marks, (size_t)room * sizeof *wider);
        if (!wider) return false;
        m->marks = wider;
        m->mark_room = room;
    }
    m->mark_count++;
    return true;
}

/* A mark is for the end of its second, so that nothing is ever told too early. */
static void note_size(struct live_match *m)
{
    enum { SECOND_US = 1000 * 1000 };
    struct stat about;
    int64_t at_us = (clock_us() / SECOND_US + 1) * SECOND_US;
    bool is_new = m->mark_count == 0 || m->marks[m->mark_count - 1].at_us != at_us;
    if (fstat(m->fd, &about) < 0 || (is_new && !add_mark(m))) return;
    m->marks[m->mark_count - 1] = (struct live_mark){at_us, about.st_size};
}

int64_t live_size(const struct live_match *match)
{
    return match->mark_count > 0 ? match->marks[match->mark_count - 1].size : 0;
}

int64_t live_size_before(const struct live_match *match, int64_t seconds)
{
    int64_t then_us = clock_us() - seconds * 1000 * 1000;
    for (int i = match->mark_count - 1; i >= 0; i--)
        if (match->marks[i].at_us <= then_us) return match->marks[i].size;
    return 0;
}

static void free_match(struct live_match *m)
{
    file_close(&m->fd);
    free(m->marks);
    free(m);
}

struct live_match *live_hold(struct live *live, int64_t id)
{
    struct live_match *m = live_find(live, id);
    if (!m) {
        if (!(m = malloc(sizeof *m))) return NULL;
        *m = (struct live_match){.id = id, .fd = -1, .next = live->matches};
        live->matches = m;
    }
    m->holders++;
    return m;
}

void live_drop(struct live *live, struct live_match *match)
{
    struct live_match **at = &live->matches;
    if (!match || --match->holders > 0) return;
    while (*at != match) at = &(*at)->next;
    *at = match->next;
    free_match(match);
}

/* ---- files that come and go ---- */

static void path_of(const struct live *live, int64_t id, char path[PATH_MAX])
{
    snprintf(path, PATH_MAX, "%s/%lld%s", live->folder, (long long)id, ending);
}

/* The number of a match from the name of its file; 0: some other file. */
static int64_t id_of(const char *name)
{
    char *end;
    long long id = strtoll(name, &end, 10);
    return id > 0 && strcmp(end, ending) == 0 ? id : 0;
}

/* A file that is there is a holder of its match. */
static void begin(struct live *live, int64_t id)
{
    char path[PATH_MAX];
    struct live_match *m = live_find(live, id);
    if (m && m->fd >= 0) return;
    path_of(live, id, path);
    AUTO_CLOSE int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0 || !(m = live_hold(live, id))) return;
    m->fd = take_fd(&fd);
    note_size(m);
    live->tell(live->arg, LIVE_BEGAN, m);
}

static void grow(struct live *live, struct live_match *m)
{
    note_size(m);
    live->tell(live->arg, LIVE_GREW, m);
}

static void end(struct live *live, struct live_match *m)
{
    bool had_file = m->fd >= 0;
    if (had_file) note_size(m);
    m->is_gone = true;
    live->tell(live->arg, LIVE_ENDED, m);
    if (had_file) live_drop(live, m);
}

void live_give_up(struct live *live, int64_t id)
{
    struct live_match *m = live_find(live, id);
    if (m && m->fd < 0) end(live, m);
}

/* What the kernel could not tell: looks at every file. */
static void look_at_all(struct live *live)
{
    struct live_match *next;
    for (struct live_match *m = live->matches; m; m = next) {
        char path[PATH_MAX];
        next = m->next;
        path_of(live, m->id, path);
        if (m->fd < 0 || m->is_gone) continue;
        if (access(path, F_OK) == 0)
            grow(live, m);
        else
            end(live, m);
    }
    DIR *folder = opendir(live->folder);
    if (!folder) return;
    for (struct dirent *entry; (entry = readdir(folder));)
        if (id_of(entry->d_name)) begin(live, id_of(entry->d_name));
    closedir(folder);
}

static void hear(struct live *live, const struct inotify_event *event)
{
    if (event->mask & IN_Q_OVERFLOW) {
        look_at_all(live);
        return;
    }
    int64_t id = event->len > 0 ? id_of(event->name) : 0;
    if (id == 0) return;
    if (event->mask & (IN_CREATE | IN_MOVED_TO)) begin(live, id);
    struct live_match *m = live_find(live, id);
    if (!m || m->fd < 0) return;
    if (event->mask & IN_MODIFY) grow(live, m);
    if (event->mask & (IN_DELETE | IN_MOVED_FROM)) end(live, m);
}

void live_tell_late(struct live *live)
{
    for (struct live_match *m = live->matches; m; m = m->next)
        if (m->late > 0) live->tell(live->arg, LIVE_GREW, m);
}

void live_read(struct live *live)
{
    _Alignas(struct inotify_event) char events[16 * 1024];
    ssize_t len = read(live->inotify, events, sizeof events);
    for (ssize_t at = 0; at < len;) {
        const struct inotify_event *event = (const void *)(events + at);
        hear(live, event);
        at += (ssize_t)(sizeof *event + event->len);
    }
}

/* ---- the folder ---- */

static void empty(const char *path)
{
    DIR *folder = opendir(path);
    if (!folder) return;
    for (struct dirent *entry; (entry = readdir(folder));)
        if (id_of(entry->d_name)) unlinkat(dirfd(folder), entry->d_name, 0);
    closedir(folder);
}

static bool watch(struct live *live, struct err *err)
{
    if (!folder_make(live->folder, err)) return false;
    empty(live->folder);
    live->inotify = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
    uint32_t what = IN_CREATE | IN_MODIFY | IN_DELETE | IN_MOVED_TO | IN_MOVED_FROM;
    if (live->inotify >= 0 && inotify_add_watch(live->inotify, live->folder, what) >= 0)
        return true;
    return err_sys(err, "cannot watch %s", live->folder);
}

struct live *live_open(const char *folder, live_fn *tell, void *arg, struct err *err)
{
    struct live *live = calloc(1, sizeof *live);
    if (!live) {
        err_code(err, "no-memory: out of memory");
        return NULL;
    }
    live->inotify = -1;
    live->tell = tell;
    live->arg = arg;
    int len = snprintf(live->folder, sizeof live->folder, "%s", folder);
    bool ok = len < (int)sizeof live->folder || err_set(err, "%s: the path is too long", folder);
    if (ok && watch(live, err)) return live;
    live_close(live);
    return NULL;
}

void live_close(struct live *live)
{
    if (!live) return;
    while (live->matches) {
        struct live_match *m = live->matches;
        live->matches = m->next;
        free_match(m);
    }
    file_close(&live->inotify);
    if (live->folder[0]) empty(live->folder); /* what workers left that were killed */
    free(live);
}

int live_fd(const struct live *live)
{
    return live->inotify;
}

const char *live_folder(const struct live *live)
{
    return live->folder;
}
