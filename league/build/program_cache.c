/* A program is unpacked under a name nobody looks for and renamed when it is whole, so several
   workers can share the folder without locks. */
#include "league/build/program_cache.h"

#include "league/build/bundle.h"
#include "os/file.h"
#include "os/folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { KEPT = 256, ENTRIES_MOST = 4096, SAFE_S = 3600 };
static const char half_made[] = ".new-";

bool program_cache_open(const char *folder, struct err *err)
{
    /* Caged programs of root's run as somebody else, who may pass but not look around. */
    mode_t mode = geteuid() == 0 ? 0711 : 0700;
    if (!folder_make(folder, err)) return false;
    if (chmod(folder, mode) < 0) return err_sys(err, "%s", folder);
    if (access(folder, W_OK) < 0) return err_sys(err, "cannot write to %s", folder);
    return true;
}

/* ---- making room ---- */

struct entry {
    char name[64];
    time_t used;
};

static int by_age(const void *a, const void *b)
{
    const struct entry *x = a, *y = b;
    return (x->used < y->used) - (x->used > y->used);
}

static void remove_old(const char *folder, struct entry *entries, int count)
{
    char path[PATH_MAX];
    time_t now = time(NULL);
    qsort(entries, (size_t)count, sizeof *entries, by_age);
    for (int i = 0; i < count; i++) {
        bool is_half = strncmp(entries[i].name, half_made, sizeof half_made - 1) == 0;
        if (now - entries[i].used < SAFE_S || (i < KEPT && !is_half)) continue;
        if (snprintf(path, sizeof path, "%s/%s", folder, entries[i].name) < (int)sizeof path)
            folder_remove(path);
    }
}

/* What was used in the last hour may be in use, whoever else works here. */
static void make_room(const char *folder)
{
    struct entry *entries = calloc(ENTRIES_MOST, sizeof *entries);
    DIR *dir = entries ? opendir(folder) : NULL;
    int count = 0;
    for (struct dirent *e; dir && count < ENTRIES_MOST && (e = readdir(dir));) {
        struct stat st;
        if (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0) continue;
        if (strlen(e->d_name) >= sizeof entries->name) continue;
        if (fstatat(dirfd(dir), e->d_name, &st, AT_SYMLINK_NOFOLLOW) < 0) continue;
        strcpy(entries[count].name, e->d_name);
        entries[count++].used = st.st_mtime;
    }
    if (dir) closedir(dir);
    if (entries) remove_old(folder, entries, count);
    free(entries);
}

/* ---- unpacking ---- */

static bool unpack_into(const char *path, const void *bytes, size_t len, struct err *err)
{
    struct bundle p = {0};
    bool ok = bundle_read_tar(&p, &bundle_built, bytes, len, err) && bundle_unpack(&p, path, err);
    bundle_free(&p);
    return ok || err_wrap(err, "a program");
}

bool program_cache_unpack(const char *folder, const void *bytes, size_t len, char out[PATH_MAX],
                          struct err *err)
{
    if (snprintf(out, PATH_MAX, "%s/%sXXXXXX", folder, half_made) >= PATH_MAX)
        return err_set(err, "%s: the path is too long", folder);
    if (!mkdtemp(out)) return err_sys(err, "cannot make a folder in %s", folder);
    mode_t before = umask(022); /* whoever runs it in the cage must get in */
    bool ok = chmod(out, 0755) == 0 ? unpack_into(out, bytes, len, err) : err_sys(err, "%s", out);
    umask(before);
    if (!ok) folder_remove(out);
    return ok;
}

/* Whoever is first has made it; it is the same program. */
static bool unpack_as(const char *folder, const char *path, const void *bytes, size_t len,
                      struct err *err)
{
    char made[PATH_MAX];
    if (!program_cache_unpack(folder, bytes, len, made, err)) return false;
    if (rename(made, path) == 0) return true;
    bool is_there = errno == EEXIST || errno == ENOTEMPTY;
    folder_remove(made);
    return is_there || err_sys(err, "cannot name %s", path);
}

bool program_cache_get(struct store *s, const char *folder, int64_t version, struct program *out,
                       bool *found, struct err *err)
{
    AUTO_FREE char *bytes = NULL;
    char name[STORE_PROGRAM_NAME];
    size_t len;
    if (!store_program_name(s, version, name, out->run, found, err)) return false;
    if (!*found) return true;
    if (snprintf(out->folder, sizeof out->folder, "%s/%s", folder, name) >= (int)sizeof out->folder)
        return err_set(err, "%s: the path is too long", folder);
    /* That it was used is its time. */
    if (utimensat(AT_FDCWD, out->folder, NULL, AT_SYMLINK_NOFOLLOW) == 0) return true;
    make_room(folder);
    if (!store_program(s, version, &bytes, &len, err)) return false;
    *found = bytes != NULL;
    return !*found || unpack_as(folder, out->folder, bytes, len, err);
}
