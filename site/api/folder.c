/* A folder that somebody fills with records: the newest of them, for a screen that follows. */
#include "os/file.h"
#include "referee/record.h"
#include "site/site_internal.h"

#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { RECORD_MOST = 64 << 20 };

static bool ends_with(const char *name, const char *end)
{
    size_t len = strlen(name), end_len = strlen(end);
    return len > end_len && strcmp(name + len - end_len, end) == 0;
}

/* Plain names only: nobody walks out of the folder. */
static bool is_record(const char *name)
{
    if (name[0] == '.' || strchr(name, '/')) return false;
    return ends_with(name, ".jsonl") || ends_with(name, ".jsonl.zst");
}

static int64_t changed_ms(const struct stat *st)
{
    return (int64_t)st->st_mtim.tv_sec * 1000 + st->st_mtim.tv_nsec / 1000000;
}

/* False when there is none. */
static bool find_newest(const char *folder, char name[NAME_MAX + 1], int64_t *ms)
{
    DIR *dir = opendir(folder);
    *ms = -1;
    for (const struct dirent *e; dir && (e = readdir(dir));) {
        struct stat st;
        if (!is_record(e->d_name)) continue;
        if (fstatat(dirfd(dir), e->d_name, &st, AT_SYMLINK_NOFOLLOW) < 0) continue;
        if (!S_ISREG(st.st_mode) || changed_ms(&st) <= *ms) continue;
        *ms = changed_ms(&st);
        snprintf(name, NAME_MAX + 1, "%s", e->d_name);
    }
    if (dir) closedir(dir);
    return *ms >= 0;
}

/* A match that is still being played is not shown before its end. */
static bool is_whole(const char *folder, const char *name)
{
    char path[PATH_MAX];
    struct record record;
    struct err err;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    if (!record_read(&record, path, &err)) return false;
    bool whole = record.is_whole;
    record_free(&record);
    return whole;
}

void api_folder(void *arg, const struct http_request *q, struct http_answer *a)
{
    const struct site *site = arg;
    char name[NAME_MAX + 1];
    int64_t ms;
    const char *folder = site->o.folder;
    (void)q;
    json_write_open(a->body, NULL, '{');
    json_write_bool(a->body, "watches", folder);
    if (folder && find_newest(folder, name, &ms) && is_whole(folder, name)) {
        json_write_str(a->body, "record", name);
        json_write_int(a->body, "changed", ms);
    } else {
        json_write_null(a->body, "record");
        json_write_int(a->body, "changed", 0);
    }
    text_str(a->body, "}\n");
}

void api_folder_record(void *arg, const struct http_request *q, struct http_answer *a)
{
    const struct site *site = arg;
    char path[PATH_MAX], *bytes = NULL;
    size_t len;
    struct err err;
    if (site->o.folder) snprintf(path, sizeof path, "%s/%s", site->o.folder, q->capture[0]);
    if (!site->o.folder || !is_record(q->capture[0]) ||
        !file_read(path, RECORD_MOST, &bytes, &len, &err)) {
        http_refuse(a, 404, "no folder that is watched has such a record");
        return;
    }
    if (!site_unpack(&bytes, &len, a)) return;
    a->heap = bytes;
    a->bytes_len = len;
    a->type = "application/x-ndjson";
}
