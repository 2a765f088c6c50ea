/* Walks through the folders by name, so that the same files always make the same bundle. */
#include "league/build/pack.h"

#include "league/build/ignore.h"
#include "os/file.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { IGNORE_MOST = 1 << 16, DEPTH_MOST = 32 };

struct packing {
    const char *folder;
    char *rules; /* of its own ignore file; NULL: there is none */
    struct bundle *b;
    int left_out;
};

static bool is_left_out(const struct packing *p, const char *path, bool is_folder)
{
    bool is_out = ignore_matches(ignore_defaults, path, is_folder, false);
    return p->rules ? ignore_matches(p->rules, path, is_folder, is_out) : is_out;
}

static bool add_file(struct packing *p, const char *path, struct err *err)
{
    char whole[2 * PATH_MAX];
    AUTO_FREE char *bytes = NULL;
    size_t len;
    snprintf(whole, sizeof whole, "%s/%s", p->folder, path);
    return (file_read(whole, bundle_sent.bytes, &bytes, &len, err) &&
            bundle_add(p->b, &bundle_sent, path, bytes, len, err)) ||
           err_wrap(err, "%s (a line in %s leaves it out)", path, PACK_IGNORE_FILE);
}

static bool add_folder(struct packing *p, const char *path, int depth, struct err *err);

static bool add(struct packing *p, const char *path, int depth, struct err *err)
{
    char whole[2 * PATH_MAX];
    struct stat found;
    snprintf(whole, sizeof whole, "%s/%s", p->folder, path);
    if (lstat(whole, &found) < 0) return err_sys(err, "cannot read %s", whole);
    bool is_folder = S_ISDIR(found.st_mode), is_known = is_folder || S_ISREG(found.st_mode);
    if (!is_known || is_left_out(p, path, is_folder)) return ++p->left_out, true;
    return is_folder ? add_folder(p, path, depth + 1, err) : add_file(p, path, err);
}

static bool add_folder(struct packing *p, const char *path, int depth, struct err *err)
{
    char whole[2 * PATH_MAX], below[PATH_MAX];
    struct dirent **found;
    bool ok = true;
    if (depth > DEPTH_MOST) return err_set(err, "%s: too many folders in each other", path);
    snprintf(whole, sizeof whole, "%s/%s", p->folder, path);
    int count = scandir(whole, &found, NULL, alphasort);
    if (count < 0) return err_sys(err, "cannot read %s", whole);
    for (int i = 0; i < count; i++) {
        const char *name = found[i]->d_name;
        bool is_self = strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
        int len = snprintf(below, sizeof below, "%s%s%s", path, *path ? "/" : "", name);
        if (ok && !is_self)
            ok = len < (int)sizeof below ? add(p, below, depth, err)
                                         : err_set(err, "%s: its name is too long", whole);
        free(found[i]);
    }
    free(found);
    return ok;
}

bool pack_folder(const char *folder, struct bundle *b, int *left_out, struct err *err)
{
    struct packing p = {.folder = folder, .b = b};
    char path[2 * PATH_MAX];
    struct stat found;
    size_t len;
    snprintf(path, sizeof path, "%s/%s", folder, PACK_IGNORE_FILE);
    if (stat(path, &found) == 0 && !file_read(path, IGNORE_MOST, &p.rules, &len, err)) return false;
    bool ok = add_folder(&p, "", 0, err);
    free(p.rules);
    *left_out = p.left_out;
    return ok && (b->count > 0 || err_set(err, "%s has no files to send", folder));
}
