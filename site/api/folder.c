/* A folder that somebody fills with records: the newest that is whole, for a screen that follows.
   The folder is listed with each question; a file is read once, and again when time or size
   changed. */
#include "base/scan.h"
#include "os/file.h"
#include "referee/record.h"
#include "site/site_internal.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* So many of the newest are looked at for one that is whole. */
enum { NEWEST = SITE_WATCHED };

static bool ends_with(const char *name, const char *end)
{
    size_t len = strlen(name), end_len = strlen(end);
    return len > end_len && strcmp(name + len - end_len, end) == 0;
}

static bool is_record(const char *name)
{
    return file_name_is_plain(name) && (ends_with(name, ".jsonl") || ends_with(name, ".jsonl.zst"));
}

static int64_t changed_ns(const struct stat *st)
{
    return (int64_t)st->st_mtim.tv_sec * 1000000000 + st->st_mtim.tv_nsec;
}

/* ---- the newest files ---- */

/* Newest first. */
static void insert(struct site_file *list, int *count, const struct site_file *file)
{
    int at = *count;
    while (at > 0 && list[at - 1].changed_ns < file->changed_ns) at--;
    if (at == NEWEST) return;
    if (*count < NEWEST) ++*count;
    memmove(list + at + 1, list + at, (size_t)(*count - at - 1) * sizeof *list);
    list[at] = *file;
}

static int find_newest(const char *folder, struct site_file list[NEWEST])
{
    int count = 0;
    DIR *dir = opendir(folder);
    for (const struct dirent *e; dir && (e = readdir(dir));) {
        struct stat st;
        if (!is_record(e->d_name)) continue;
        if (fstatat(dirfd(dir), e->d_name, &st, AT_SYMLINK_NOFOLLOW) < 0) continue;
        if (!S_ISREG(st.st_mode)) continue;
        struct site_file file = {.changed_ns = changed_ns(&st), .size = st.st_size};
        snprintf(file.name, sizeof file.name, "%s", e->d_name);
        insert(list, &count, &file);
    }
    if (dir) closedir(dir);
    return count;
}

/* ---- which of them are whole ---- */

/* The text of a record; the caller frees it. */
static bool read_text(const char *folder, const char *name, char **text, size_t *len,
                      struct err *err)
{
    AUTO_FREE char *bytes = NULL;
    if (!file_read_in(folder, name, RECORD_MOST, &bytes, len, err)) return false;
    if (record_is_packed(bytes, *len))
        return record_unpack(bytes, *len, RECORD_MOST, name, text, len, err);
    *text = bytes;
    bytes = NULL;
    return true;
}

/* Whether it begins with a header and ends with a result: a match that is still being played is not
   shown before its end. What is between is the viewer's to judge; the loop has no time for it. */
static bool text_is_whole(const char *text, size_t len, const char *name)
{
    static const char mark[] = "{\"result\":";
    struct record record = {0};
    struct err ignored;
    struct scan rest = scan_on(text, len), line;
    if (!scan_line(&rest, &line) || text[len - 1] != '\n') return false;
    const char *last = text + len - 1;
    while (last > text && last[-1] != '\n') last--;
    if ((size_t)(text + len - last) < sizeof mark || memcmp(last, mark, sizeof mark - 1) != 0)
        return false;
    bool ok = record_add_line(&record, line.at, scan_left(&line), name, &ignored);
    record_free(&record);
    return ok;
}

static bool is_same(const struct site_file *a, const struct site_file *b)
{
    return a->changed_ns == b->changed_ns && a->size == b->size && strcmp(a->name, b->name) == 0;
}

/* A file is read again only when it has changed. */
static bool is_whole(const struct site *site, struct site_file *file)
{
    for (int i = 0; i < site->watched_count; i++)
        if (is_same(&site->watched[i], file)) return file->is_whole = site->watched[i].is_whole;
    AUTO_FREE char *text = NULL;
    size_t len = 0;
    struct err ignored;
    return file->is_whole = read_text(site->o.folder, file->name, &text, &len, &ignored) &&
                            len > 0 && text_is_whole(text, len, file->name);
}

/* The newest that is whole; NULL: there is none. */
static const struct site_file *find_whole(struct site *site)
{
    struct site_file list[NEWEST] = {0};
    int count = find_newest(site->o.folder, list), found = -1, looked = 0;
    for (; looked < count && found < 0; looked++)
        if (is_whole(site, &list[looked])) found = looked;
    memcpy(site->watched, list, sizeof list);
    site->watched_count = looked;
    return found < 0 ? NULL : &site->watched[found];
}

void api_folder(void *arg, const struct http_request *q, struct http_answer *a)
{
    struct site *site = arg;
    const char *folder = site->o.folder;
    const struct site_file *file = folder ? find_whole(site) : NULL;
    (void)q;
    json_write_open(a->body, NULL, '{');
    json_write_bool(a->body, "watches", folder);
    if (file) {
        json_write_str(a->body, "record", file->name);
        json_write_int(a->body, "changed", file->changed_ns / 1000000);
    } else {
        json_write_null(a->body, "record");
        json_write_int(a->body, "changed", 0);
    }
    text_str(a->body, "}\n");
}

void api_folder_record(void *arg, const struct http_request *q, struct http_answer *a)
{
    const struct site *site = arg;
    char *bytes = NULL;
    size_t len;
    struct err err;
    if (!site->o.folder || !is_record(q->capture[0]) ||
        !read_text(site->o.folder, q->capture[0], &bytes, &len, &err)) {
        http_refuse(a, 404, "no-folder-record: no folder that is watched has such a record");
        return;
    }
    a->heap = bytes;
    a->bytes_len = len;
    a->type = "application/x-ndjson";
}
