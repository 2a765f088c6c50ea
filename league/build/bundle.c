/* The list of files: what may be in it, and how it becomes a folder. */
#include "league/build/bundle_internal.h"

#include "base/text.h"
#include "base/utf8.h"
#include "os/file.h"
#include "os/folder.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

const struct bundle_limits bundle_sent = {
    .files = 200, .bytes = (size_t)8 << 20, .is_strict = true};
const struct bundle_limits bundle_built = {.files = 2000, .bytes = (size_t)64 << 20};

/* ---- names ---- */

static bool is_readable(const char *path)
{
    return utf8_is_plain(path, strlen(path)) && !strpbrk(path, "\\\"");
}

/* One name between two slashes. */
static bool part_is_valid(const char *part, size_t len)
{
    bool is_dots = (len == 1 && part[0] == '.') || (len == 2 && part[0] == '.' && part[1] == '.');
    return len > 0 && !is_dots && part[0] != ' ' && part[len - 1] != ' ' && !memchr(part, ':', len);
}

bool bundle_path_is_valid(const char *path, struct err *err)
{
    int depth = 0;
    if (strlen(path) >= BUNDLE_PATH)
        return err_code(err, "path-long: a file's name is longer than {most:%d} bytes",
                        BUNDLE_PATH - 1);
    if (!is_readable(path))
        return err_code(
            err, "path-text: a file name has characters that are not allowed: control characters, "
                 "backslashes, quotes or invalid UTF-8");
    if (path[0] == '/')
        return err_code(err, "path-absolute: `{file:%s}` is an absolute path", path);
    for (const char *at = path;; at++) {
        size_t len = strcspn(at, "/");
        if (!part_is_valid(at, len))
            return err_code(err, "path-invalid: `{file:%s}` is not a valid file name here", path);
        if (++depth > BUNDLE_DEPTH)
            return err_code(err, "path-deep: `{file:%s}` lies too deep in folders", path);
        at += len;
        if (*at == '\0') return true;
    }
}

bool bundle_path_is_option(const char *path)
{
    return path[0] == '-' || path[0] == '@' || strstr(path, "/-") || strstr(path, "/@");
}

/* ---- the list ---- */

/* Whether one of them is a folder of the other. */
static bool is_below(const char *path, const char *other)
{
    size_t len = strlen(other);
    return strncmp(path, other, len) == 0 && path[len] == '/';
}

static bool is_new(const struct bundle *p, const struct bundle_limits *l, const char *path,
                   struct err *err)
{
    for (size_t i = 0; i < p->count; i++) {
        const char *other = p->files[i].path;
        if (strcmp(path, other) == 0)
            return err_code(err, "path-twice: `{file:%s}` is there twice", path);
        if (l->is_strict && strcasecmp(path, other) == 0)
            return err_code(
                err,
                "path-case: `{file:%s}` and `{other:%s}` differ in large and small letters alone",
                path, other);
        if (is_below(path, other) || is_below(other, path))
            return err_code(err, "path-both: `{file:%s}` is a file and a folder", path);
    }
    return true;
}

static bool grow(struct bundle *p, struct err *err)
{
    if (p->count < p->cap) return true;
    size_t cap = p->cap ? 2 * p->cap : 16;
    struct bundle_file *files = realloc(p->files, cap * sizeof *files);
    if (!files) return err_code(err, "no-memory: out of memory");
    p->files = files;
    p->cap = cap;
    return true;
}

bool bundle_keep(struct bundle *p, const struct bundle_limits *l, struct bundle_file file,
                 struct err *err)
{
    bool ok = bundle_path_is_valid(file.path, err) && is_new(p, l, file.path, err) && grow(p, err);
    if (ok && l->is_strict && bundle_path_is_option(file.path))
        ok = err_code(err, "path-option: `{file:%s}` looks like an option", file.path);
    if (ok && (p->count == l->files || file.len > l->bytes - p->bytes))
        ok = err_code(err, "files-limit: more than {files:%zu} files, or {bytes:%zu} bytes in all",
                      l->files, l->bytes);
    if (!ok) {
        free(file.bytes);
        return false;
    }
    p->bytes += file.len;
    p->files[p->count++] = file;
    return true;
}

bool bundle_add(struct bundle *p, const struct bundle_limits *l, const char *path,
                const void *bytes, size_t len, struct err *err)
{
    struct bundle_file file = {.len = len, .bytes = malloc(len + 1)};
    if (!file.bytes) return err_code(err, "no-memory: out of memory");
    if (len > 0) memcpy(file.bytes, bytes, len);
    file.bytes[len] = '\0';
    if (snprintf(file.path, sizeof file.path, "%s", path) < (int)sizeof file.path)
        return bundle_keep(p, l, file, err);
    free(file.bytes);
    return err_code(err, "path-long: a file's name is longer than {most:%d} bytes",
                    BUNDLE_PATH - 1);
}

void bundle_free(struct bundle *p)
{
    for (size_t i = 0; i < p->count; i++) free(p->files[i].bytes);
    free(p->files);
    *p = (struct bundle){0};
}

const struct bundle_file *bundle_find(const struct bundle *p, const char *path)
{
    for (size_t i = 0; i < p->count; i++)
        if (strcmp(p->files[i].path, path) == 0) return &p->files[i];
    return NULL;
}

/* Only what is new is written, and no link is followed: the folder is ours, and fresh. */
static bool unpack_file(const struct bundle_file *file, const char *folder, struct err *err)
{
    char path[PATH_MAX];
    if (snprintf(path, sizeof path, "%s/%s", folder, file->path) >= (int)sizeof path)
        return err_code(err, "path-long-whole: the path of `{file:%s}` is too long", file->path);
    char *slash = strrchr(path, '/');
    *slash = '\0';
    if (!folder_make(path, err)) return false;
    *slash = '/';
    AUTO_CLOSE int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0644);
    if (fd < 0) return err_sys(err, "cannot write %s", path);
    if (file->is_program && fchmod(fd, 0755) < 0) return err_sys(err, "%s", path);
    return file_write(fd, file->bytes, file->len, err) || err_wrap(err, "%s", path);
}

bool bundle_unpack(const struct bundle *p, const char *folder, struct err *err)
{
    for (size_t i = 0; i < p->count; i++)
        if (!unpack_file(&p->files[i], folder, err)) return false;
    return true;
}
