/* Archives: names are judged before anything is unpacked, sizes while it is, and nothing is
   believed that an archive says about itself. The only door to libarchive. */
#include "league/build/bundle_internal.h"

#include <archive.h>
#include <archive_entry.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { BLOCK = 64 * 1024 };

/* libarchive turns names into the characters of the locale; ours are UTF-8, whoever calls. Where
   the machine has no such locale, names are ASCII. */
static locale_t speak_utf8(void)
{
    static locale_t utf8;
    if (!utf8) utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
    return uselocale(utf8);
}

static bool read_path(struct archive_entry *entry, char path[BUNDLE_PATH], struct err *err)
{
    const char *name = archive_entry_pathname_utf8(entry);
    if (!name) name = archive_entry_pathname(entry);
    if (!name) return err_code(err, "path-unreadable: a file has no name that can be read");
    while (strncmp(name, "./", 2) == 0) name += 2; /* as tar writes it */
    size_t len = strlen(name);
    bool is_folder = archive_entry_filetype(entry) == AE_IFDIR;
    if (is_folder && len > 0 && name[len - 1] == '/') len--;
    if (is_folder && len == 1 && name[0] == '.') len = 0;
    if (len >= BUNDLE_PATH)
        return err_code(err, "path-long: a file's name is longer than {most:%d} bytes",
                        BUNDLE_PATH - 1);
    snprintf(path, BUNDLE_PATH, "%.*s", (int)len, name);
    return (is_folder && len == 0) || bundle_path_is_valid(path, err);
}

static bool kind_is_valid(struct archive_entry *entry, const char *path, struct err *err)
{
    if (archive_entry_is_encrypted(entry))
        return err_code(err, "file-encrypted: `{file:%s}` is encrypted", path);
    if (archive_entry_hardlink(entry) || archive_entry_symlink(entry))
        return err_code(err, "file-link: `{file:%s}` is a link; only files and folders are taken",
                        path);
    mode_t type = archive_entry_filetype(entry);
    if (type == AE_IFREG || type == AE_IFDIR) return true;
    return err_code(err, "file-special: `{file:%s}` is not a regular file", path);
}

/* At most `room` bytes, whatever the archive says about itself. */
static bool read_bytes(struct archive *from, size_t room, struct bundle_file *file, struct err *err)
{
    size_t cap = 0;
    for (;;) {
        if (file->len + BLOCK + 1 > cap) {
            cap = 2 * (file->len + BLOCK);
            char *bytes = realloc(file->bytes, cap);
            if (!bytes) return err_code(err, "no-memory: out of memory");
            file->bytes = bytes;
        }
        la_ssize_t got = archive_read_data(from, file->bytes + file->len, BLOCK);
        if (got < 0)
            return err_code(err, "file-broken: `{file:%s}` cannot be unpacked", file->path);
        if (got == 0) break;
        file->len += (size_t)got;
        if (file->len > room) return err_code(err, "zip-big: it is too big when it is unpacked");
    }
    file->bytes[file->len] = '\0';
    return true;
}

/* What a Macintosh puts into every zip. */
static bool is_dust(const char *path)
{
    const char *name = strrchr(path, '/');
    return strncmp(path, "__MACOSX/", 9) == 0 || strcmp(name ? name + 1 : path, ".DS_Store") == 0;
}

static bool read_entry(struct bundle *p, const struct bundle_limits *l, struct archive *from,
                       struct archive_entry *entry, struct err *err)
{
    struct bundle_file file = {.is_program = (archive_entry_perm(entry) & 0111) != 0};
    if (!read_path(entry, file.path, err) || !kind_is_valid(entry, file.path, err)) return false;
    if (archive_entry_filetype(entry) == AE_IFDIR || is_dust(file.path)) return true;
    if (!read_bytes(from, l->bytes - p->bytes, &file, err)) {
        free(file.bytes);
        return false;
    }
    return bundle_keep(p, l, file, err);
}

static bool read_all(struct bundle *p, const struct bundle_limits *l, struct archive *from,
                     struct err *err)
{
    struct archive_entry *entry;
    for (size_t seen = 0;; seen++) {
        int status = archive_read_next_header(from, &entry);
        if (status == ARCHIVE_EOF) break;
        if (status != ARCHIVE_OK && status != ARCHIVE_WARN)
            return err_code(err, "zip-broken: it is broken: it cannot be read to its end");
        if (seen == l->files)
            return err_code(err, "zip-many: more than {most:%zu} files and folders", l->files);
        if (!read_entry(p, l, from, entry, err)) return false;
    }
    return p->count > 0 || err_code(err, "zip-empty: there is no file in it");
}

static bool read_archive(struct bundle *p, const struct bundle_limits *l, struct archive *from,
                         const void *bytes, size_t len, struct err *err)
{
    locale_t before = speak_utf8();
    bool ok = archive_read_open_memory(from, bytes, len) == ARCHIVE_OK
                  ? read_all(p, l, from, err)
                  : err_code(err, "zip-unreadable: it cannot be read");
    archive_read_free(from);
    uselocale(before);
    return ok;
}

/* Everything lies in one folder: that folder is meant. */
static void strip_folder(struct bundle *p)
{
    size_t len = strcspn(p->files[0].path, "/") + 1;
    for (size_t i = 0; i < p->count; i++)
        if (strncmp(p->files[i].path, p->files[0].path, len) != 0 ||
            strcspn(p->files[i].path, "/") + 1 != len || !strchr(p->files[i].path, '/'))
            return;
    for (size_t i = 0; i < p->count; i++)
        memmove(p->files[i].path, p->files[i].path + len, strlen(p->files[i].path + len) + 1);
}

static bool is_still_strict(const struct bundle *p, const struct bundle_limits *l, struct err *err)
{
    for (size_t i = 0; i < p->count; i++)
        if (l->is_strict && bundle_path_is_option(p->files[i].path))
            return err_code(err, "path-option: `{file:%s}` looks like an option", p->files[i].path);
    return true;
}

bool bundle_is_zip(const void *bytes, size_t len)
{
    return len >= 4 && (memcmp(bytes, "PK\3\4", 4) == 0 || memcmp(bytes, "PK\5\6", 4) == 0);
}

/* ---- pipes, which libarchive takes for files ---- */

static size_t number_at(const unsigned char *bytes, int count)
{
    size_t n = 0;
    while (count-- > 0) n = n << 8 | bytes[count];
    return n;
}

/* Where the list at the end of a zip file begins; len: nowhere. */
static size_t find_list(const unsigned char *bytes, size_t len)
{
    enum { END_SIZE = 22, LIST_AT = 16 };
    for (size_t at = len < END_SIZE ? 0 : len - END_SIZE + 1; at-- > 0;)
        if (memcmp(bytes + at, "PK\5\6", 4) == 0) return number_at(bytes + at + LIST_AT, 4);
    return len;
}

/* Zip's own program writes what it reads from its standard input down as a pipe, so libarchive
   calls it a file. Nobody sends in a program that way. */
static bool has_pipe(const void *zip, size_t len)
{
    enum { HEAD = 46, MADE_BY = 5, LENGTHS = 28, MODE = 40, UNIX = 3 };
    const unsigned char *bytes = zip;
    size_t at = find_list(bytes, len);
    while (at + HEAD <= len && memcmp(bytes + at, "PK\1\2", 4) == 0) {
        const unsigned char *head = bytes + at;
        if (head[MADE_BY] == UNIX && (number_at(head + MODE, 2) & AE_IFMT) == AE_IFIFO) return true;
        at += HEAD;
        for (int i = 0; i < 3; i++) at += number_at(head + LENGTHS + 2 * i, 2); /* name and more */
    }
    return false;
}

/* By the list at its end, as everybody's unzip does: what a reader of streams would find besides
   is not there. */
bool bundle_read_zip(struct bundle *p, const struct bundle_limits *l, const void *bytes, size_t len,
                     struct err *err)
{
    if (has_pipe(bytes, len))
        return err_code(
            err,
            "zip-pipe: the zip file: a file in it is a pipe; only files and folders are taken");
    struct archive *from = archive_read_new();
    if (!from) return err_code(err, "no-memory: out of memory");
    archive_read_support_format_zip_seekable(from);
    if (!read_archive(p, l, from, bytes, len, err)) return err_wrap(err, "the zip file");
    strip_folder(p);
    return is_still_strict(p, l, err) || err_wrap(err, "the zip file");
}

bool bundle_read_tar(struct bundle *p, const struct bundle_limits *l, const void *bytes, size_t len,
                     struct err *err)
{
    struct archive *from = archive_read_new();
    if (!from) return err_code(err, "no-memory: out of memory");
    archive_read_support_format_tar(from);
    archive_read_support_filter_gzip(from);
    return read_archive(p, l, from, bytes, len, err);
}

/* ---- writing ---- */

/* A zip knows no time before 1980. */
static const time_t zip_time = 315619200;

static bool write_file(struct archive *to, const struct bundle_file *file, const char *top)
{
    struct archive_entry *entry = archive_entry_new();
    char path[2 * BUNDLE_PATH];
    if (!entry) return false;
    snprintf(path, sizeof path, "%s%s%s", top ? top : "", top ? "/" : "", file->path);
    archive_entry_copy_pathname(entry, path);
    archive_entry_set_filetype(entry, AE_IFREG);
    archive_entry_set_perm(entry, file->is_program ? 0755 : 0644);
    archive_entry_set_size(entry, (la_int64_t)file->len);
    archive_entry_set_mtime(entry, top ? zip_time : 0, 0);
    bool ok =
        archive_write_header(to, entry) == ARCHIVE_OK &&
        (file->len == 0 || archive_write_data(to, file->bytes, file->len) == (la_ssize_t)file->len);
    archive_entry_free(entry);
    return ok;
}

/* Packs into as much memory as it can need; `set` chooses the format. */
static bool write_archive(const struct bundle *p, const char *top, bool (*set)(struct archive *),
                          char **bytes, size_t *len, struct err *err)
{
    enum { HEAD = 1024, BLOCKS = 32 * 1024 };
    size_t size = p->bytes + p->bytes / 100 + p->count * HEAD + BLOCKS;
    struct archive *to = archive_write_new();
    char *room = malloc(size);
    *len = 0;
    locale_t before = speak_utf8();
    bool ok = to && room && set(to) && archive_write_open_memory(to, room, size, len) == ARCHIVE_OK;
    for (size_t i = 0; ok && i < p->count; i++) ok = write_file(to, &p->files[i], top);
    ok = ok && archive_write_close(to) == ARCHIVE_OK;
    if (to) archive_write_free(to);
    uselocale(before);
    *bytes = ok ? room : NULL;
    if (!ok) free(room);
    return ok || err_code(err, "pack-failed: the files cannot be packed");
}

static bool set_tar(struct archive *to)
{
    return archive_write_set_format_ustar(to) == ARCHIVE_OK;
}

static bool set_packed_tar(struct archive *to)
{
    return set_tar(to) && archive_write_add_filter_gzip(to) == ARCHIVE_OK &&
           archive_write_set_options(to, "gzip:!timestamp,gzip:compression-level=6") == ARCHIVE_OK;
}

static bool set_zip(struct archive *to)
{
    return archive_write_set_format_zip(to) == ARCHIVE_OK;
}

bool bundle_write(const struct bundle *p, bool packed, char **bytes, size_t *len, struct err *err)
{
    return write_archive(p, NULL, packed ? set_packed_tar : set_tar, bytes, len, err);
}

bool bundle_write_zip(const struct bundle *p, const char *top, char **bytes, size_t *len,
                      struct err *err)
{
    if (strlen(top) >= BUNDLE_PATH) return err_code(err, "pack-failed: the files cannot be packed");
    return write_archive(p, top, set_zip, bytes, len, err);
}
