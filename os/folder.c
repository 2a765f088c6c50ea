/* Folders are removed without following a link: a player may have put one there. */
#include "os/folder.h"

#include "os/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { COPY_MOST = 1 << 24 };

static bool is_real_entry(const struct dirent *entry)
{
    return strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
}

bool folder_exists(const char *path)
{
    struct stat found;
    return stat(path, &found) == 0 && S_ISDIR(found.st_mode);
}

bool folder_find(const char *path, const char *beginning, char *name, size_t size)
{
    DIR *dir = opendir(path);
    bool found = false;
    for (struct dirent *entry; dir && !found && (entry = readdir(dir));)
        found = strncmp(entry->d_name, beginning, strlen(beginning)) == 0 &&
                snprintf(name, size, "%s", entry->d_name) < (int)size;
    if (dir) closedir(dir);
    return found;
}

bool folder_is_free(const char *path)
{
    DIR *folder = opendir(path);
    bool is_empty = true;
    if (!folder) return errno == ENOENT;
    for (struct dirent *entry; (entry = readdir(folder));)
        if (is_real_entry(entry)) is_empty = false;
    closedir(folder);
    return is_empty;
}

bool folder_make(const char *path, struct err *err)
{
    char part[PATH_MAX];
    if ((size_t)snprintf(part, sizeof part, "%s", path) >= sizeof part)
        return err_set(err, "the path %.40s... is too long", path);
    for (char *slash = strchr(part + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (mkdir(part, 0777) < 0 && errno != EEXIST) return err_sys(err, "cannot make %s", part);
        *slash = '/';
    }
    if (mkdir(part, 0777) < 0 && errno != EEXIST) return err_sys(err, "cannot make %s", part);
    return true;
}

static int remove_entry(const char *path, const struct stat *found, int type, struct FTW *where)
{
    (void)found, (void)type, (void)where;
    return remove(path);
}

bool folder_remove(const char *path)
{
    enum { DEPTH = 16 };
    return nftw(path, remove_entry, DEPTH, FTW_DEPTH | FTW_PHYS) == 0 || errno == ENOENT;
}

static bool copy_file(const char *from, const char *to, struct err *err)
{
    AUTO_FREE char *bytes = NULL;
    size_t len;
    if (!file_read(from, COPY_MOST, &bytes, &len, err)) return false;
    AUTO_CLOSE int fd = open(to, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd < 0) return err_sys(err, "cannot write %s", to);
    return file_write(fd, bytes, len, err);
}

static bool copy_entry(const char *from, const char *to, const char *name, struct err *err)
{
    char source[PATH_MAX], target[PATH_MAX];
    struct stat found;
    if ((size_t)snprintf(source, sizeof source, "%s/%s", from, name) >= sizeof source ||
        (size_t)snprintf(target, sizeof target, "%s/%s", to, name) >= sizeof target)
        return err_set(err, "the path of %s is too long", name);
    if (stat(source, &found) < 0) return err_sys(err, "cannot read %s", source);
    return !S_ISREG(found.st_mode) || copy_file(source, target, err);
}

bool folder_copy(const char *from, const char *to, struct err *err)
{
    DIR *folder = opendir(from);
    bool ok = true;
    if (!folder) return err_sys(err, "cannot read %s", from);
    for (struct dirent *entry; ok && (entry = readdir(folder));)
        ok = copy_entry(from, to, entry->d_name, err);
    closedir(folder);
    return ok;
}

static bool is_program(const char *path)
{
    struct stat found;
    return stat(path, &found) == 0 && S_ISREG(found.st_mode) && access(path, X_OK) == 0;
}

bool program_find_on(const char *folders, const char *name, char *path, size_t size)
{
    for (const char *at = folders; *at; at += *at == ':') {
        int len = (int)strcspn(at, ":");
        int wrote = snprintf(path, size, "%.*s/%s", len, at, name);
        if ((size_t)wrote < size && len > 0 && is_program(path)) return true;
        at += len;
    }
    return false;
}

bool program_find(const char *name, char *path, size_t size)
{
    const char *folders = getenv("PATH");
    return program_find_on(folders ? folders : "", name, path, size);
}

bool program_self(char *path, size_t size)
{
    ssize_t len = readlink("/proc/self/exe", path, size - 1);
    if (len < 0) return false;
    path[len] = '\0';
    return true;
}
