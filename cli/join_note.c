#include "cli/join_note.h"

#include "base/text.h"
#include "os/file.h"
#include "os/folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { NOTE_MOST = 4096 };

static bool find_folder(char path[PATH_MAX])
{
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    int len = -1;
    if (state && *state) len = snprintf(path, PATH_MAX, "%s/taisen-join", state);
    if (len < 0 && home && *home)
        len = snprintf(path, PATH_MAX, "%s/.local/state/taisen-join", home);
    return len > 0 && len < PATH_MAX - 64;
}

void join_note_write(const char *url, const char *place, int64_t match, char path[PATH_MAX])
{
    struct err ignored; /* a match that is not noted ends by the clock */
    char folder[PATH_MAX], text[NOTE_MOST];
    struct text name = text_on(path, PATH_MAX);
    if (!find_folder(folder) || !folder_make(folder, &ignored)) return;
    text_str(&name, folder);
    text_char(&name, '/');
    text_int(&name, getpid());
    int len = snprintf(text, sizeof text, "%s %lld %s\n", place, (long long)match, url);
    AUTO_CLOSE int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (fd >= 0 && len < (int)sizeof text) file_write(fd, text, (size_t)len, &ignored);
}

void join_note_drop(char path[PATH_MAX])
{
    if (path[0]) unlink(path);
    path[0] = '\0';
}

static bool is_left(const char *name)
{
    char *end;
    long pid = strtol(name, &end, 10);
    return pid > 0 && *end == '\0' && kill((pid_t)pid, 0) < 0 && errno == ESRCH;
}

static void tell_note(const char *path, const char *url, join_note_fn *tell, void *arg)
{
    AUTO_FREE char *text = NULL;
    struct err ignored;
    size_t len;
    char place[64], where[NOTE_MOST];
    long long match;
    if (!file_read(path, NOTE_MOST, &text, &len, &ignored)) return;
    bool is_note = sscanf(text, "%63s %lld %4095s", place, &match, where) == 3;
    if (is_note && strcmp(where, url) != 0) return; /* another site's */
    unlink(path);
    if (is_note) tell(arg, place, match);
}

void join_note_left(const char *url, join_note_fn *tell, void *arg)
{
    char folder[PATH_MAX];
    DIR *dir = find_folder(folder) ? opendir(folder) : NULL;
    if (!dir) return;
    for (const struct dirent *e; (e = readdir(dir));) {
        char path[2 * PATH_MAX];
        if (!is_left(e->d_name)) continue;
        snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
        tell_note(path, url, tell, arg);
    }
    closedir(dir);
}
