/* All files of the pages are read at the start: no request opens a file, so no path can leave
   the folder. */
#include "site/http/assets.h"

#include "base/hash.h"
#include "os/file.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { FILE_MOST = 32 << 20, FILES_MOST = 2000, DEPTH = 8 };

struct asset {
    char path[256]; /* with a slash in front */
    char *bytes, *packed;
    size_t len, packed_len;
    uint64_t tag;
};

struct assets {
    struct asset *files;
    int count;
};

static const struct {
    const char *ending, *type;
} types[] = {
    {".html", "text/html; charset=utf-8"},
    {".js", "text/javascript; charset=utf-8"},
    {".css", "text/css; charset=utf-8"},
    {".wasm", "application/wasm"},
    {".svg", "image/svg+xml"},
    {".png", "image/png"},
    {".ico", "image/x-icon"},
    {".woff2", "font/woff2"},
    {".json", "application/json"},
    {".webmanifest", "application/manifest+json"},
    {".txt", "text/plain; charset=utf-8"},
    {".yaml", "application/yaml"},
};

static bool ends_in(const char *s, const char *tail)
{
    size_t len = strlen(s), tail_len = strlen(tail);
    return len >= tail_len && strcmp(s + len - tail_len, tail) == 0;
}

static const char *type_of(const char *path)
{
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
        if (ends_in(path, types[i].ending)) return types[i].type;
    return "application/octet-stream";
}

/* ---- reading ---- */

static bool add_file(struct assets *all, const char *file, const char *path, struct err *err)
{
    struct asset *asset = &all->files[all->count];
    char packed[PATH_MAX];
    struct err ignored;
    if (all->count == FILES_MOST || strlen(path) >= sizeof asset->path || ends_in(path, ".gz"))
        return true;
    strcpy(asset->path, path);
    if (!file_read(file, FILE_MOST, &asset->bytes, &asset->len, err)) return false;
    asset->tag = hash_bytes(0, asset->bytes, asset->len);
    all->count++;
    if (snprintf(packed, sizeof packed, "%s.gz", file) < (int)sizeof packed &&
        !file_read(packed, FILE_MOST, &asset->packed, &asset->packed_len, &ignored))
        asset->packed = NULL;
    return true;
}

static bool add_folder(struct assets *all, const char *folder, const char *path, int depth,
                       struct err *err)
{
    DIR *dir = depth < DEPTH ? opendir(folder) : NULL;
    bool ok = true;
    if (!dir) return true;
    for (struct dirent *entry; ok && (entry = readdir(dir));) {
        char file[PATH_MAX], inner[PATH_MAX];
        struct stat what;
        if (entry->d_name[0] == '.') continue;
        if (snprintf(file, sizeof file, "%s/%s", folder, entry->d_name) >= (int)sizeof file ||
            snprintf(inner, sizeof inner, "%s/%s", path, entry->d_name) >= (int)sizeof inner ||
            stat(file, &what) < 0)
            continue;
        if (S_ISDIR(what.st_mode)) ok = add_folder(all, file, inner, depth + 1, err);
        if (S_ISREG(what.st_mode)) ok = add_file(all, file, inner, err);
    }
    closedir(dir);
    return ok;
}

struct assets *assets_open(const char *folder, struct err *err)
{
    struct assets *all = calloc(1, sizeof *all);
    if (all) all->files = calloc(FILES_MOST, sizeof *all->files);
    if (!all || !all->files) {
        free(all);
        err_code(err, "no-memory: out of memory");
        return NULL;
    }
    if (add_folder(all, folder, "", 0, err)) return all;
    assets_close(all);
    return NULL;
}

void assets_close(struct assets *all)
{
    if (!all) return;
    for (int i = 0; i < all->count; i++) {
        free(all->files[i].bytes);
        free(all->files[i].packed);
    }
    free(all->files);
    free(all);
}

int assets_count(const struct assets *all)
{
    return all->count;
}

/* ---- answering ---- */

static const struct asset *find(const struct assets *all, const char *path)
{
    for (int i = 0; i < all->count; i++)
        if (strcmp(all->files[i].path, path) == 0) return &all->files[i];
    return NULL;
}

static bool is_known(const struct asset *asset, const struct http_request *q)
{
    char tag[32];
    const char *known = http_header(q, "If-None-Match");
    snprintf(tag, sizeof tag, "%016llx", (unsigned long long)asset->tag);
    return known && strstr(known, tag);
}

bool assets_answer(const struct assets *all, const char *path, const struct http_request *q,
                   struct http_answer *a)
{
    const struct asset *asset = find(all, path);
    if (!asset) return false;
    const char *takes = http_header(q, "Accept-Encoding");
    bool is_packed = asset->packed && takes && strstr(takes, "gzip");
    a->type = type_of(path);
    a->bytes = is_packed ? asset->packed : asset->bytes;
    a->bytes_len = is_packed ? asset->packed_len : asset->len;
    http_set_header(a, "ETag", "W/\"%016llx\"", (unsigned long long)asset->tag);
    http_set_header(a, "Vary", "Accept-Encoding");
    http_set_header(a, "Cache-Control",
                    strncmp(path, "/assets/", 8) == 0 ? "public, max-age=31536000, immutable"
                                                      : "no-cache");
    if (is_packed) http_set_header(a, "Content-Encoding", "gzip");
    if (!is_known(asset, q)) return true;
    a->status = 304;
    a->bytes = "";
    a->bytes_len = 0;
    return true;
}
