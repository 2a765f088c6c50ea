/* A note is a file whose name is the place and whose lock is its life. */
#include "cli/join/join_note.h"

#include "base/text.h"
#include "os/file.h"
#include "os/folder.h"

#include <dirent.h>
#include <fcntl.h>
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

void join_note_write(struct join_note *note, const char *url, const char *place, int64_t match)
{
    struct err ignored; /* a match that is not noted ends by the clock */
    char folder[PATH_MAX], text[NOTE_MOST];
    struct text path = text_on(note->path, sizeof note->path);
    join_note_drop(note);
    if (!find_folder(folder) || !folder_make(folder, &ignored)) return;
    text_str(&path, folder);
    text_char(&path, '/');
    text_str(&path, place);
    note->fd = open(note->path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (note->fd < 0 || !file_lock(note->fd, 0, note->path, &ignored)) return;
    int len = snprintf(text, sizeof text, "%s %lld %s\n", place, (long long)match, url);
    if (len < (int)sizeof text) file_write(note->fd, text, (size_t)len, &ignored);
}

void join_note_drop(struct join_note *note)
{
    if (note->fd < 0) return;
    unlink(note->path);
    file_close(&note->fd);
}

/* A place is a word of letters and digits; whatever else lies there is not ours. */
static bool is_note(const char *name)
{
    return *name && strspn(name, "0123456789abcdef") == strlen(name);
}

static void tell_note(const char *path, const char *url, join_note_fn *tell, void *arg)
{
    AUTO_FREE char *text = NULL;
    AUTO_CLOSE int fd = open(path, O_RDONLY | O_CLOEXEC);
    struct err ignored;
    size_t len;
    char place[64], where[NOTE_MOST];
    long long match;
    if (fd < 0 || !file_lock(fd, 0, path, &ignored)) return; /* its client lives */
    if (!file_read(path, NOTE_MOST, &text, &len, &ignored)) return;
    bool is_whole = sscanf(text, "%63s %lld %4095s", place, &match, where) == 3;
    if (is_whole && strcmp(where, url) != 0) return; /* another site's */
    unlink(path);
    if (is_whole) tell(arg, place, match);
}

void join_note_left(const char *url, join_note_fn *tell, void *arg)
{
    char folder[PATH_MAX];
    DIR *dir = find_folder(folder) ? opendir(folder) : NULL;
    if (!dir) return;
    for (const struct dirent *e; (e = readdir(dir));) {
        char path[2 * PATH_MAX];
        if (!is_note(e->d_name)) continue;
        snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
        tell_note(path, url, tell, arg);
    }
    closedir(dir);
}
