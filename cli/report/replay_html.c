#include "cli/report/replay_html.h"

#include "cli/cli.h"
#include "cli/share.h"
#include "os/file.h"
#include "referee/record.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

enum { VIEWER_MAX = 16 << 20 };

/* Where the record stands in the viewer's page (web/viewer.html). */
static const char place[] = "@TAISEN-RECORD@";

/* The viewer as web/build made it: installed with the program, or in the build tree. */
static bool read_viewer(char **page, size_t *len, struct err *err)
{
    char path[PATH_MAX];
    share_find("viewer.html", path);
    if (file_read(path, VIEWER_MAX, page, len, err)) return true;
    return err_wrap(err, "the viewer is not here, web/build makes it");
}

/* Writes the bytes as they may stand in a script element of a page; the viewer undoes it. */
static bool write_escaped(int fd, const char *bytes, size_t len, struct err *err)
{
    char buf[8192];
    size_t used = 0;
    for (size_t i = 0; i < len; i++) {
        char c = bytes[i];
        bool is_special = c == '~' || c == '<' || c == '\r';
        if (is_special) buf[used++] = '~';
        buf[used++] = (char)(c == '<' ? 'l' : c == '\r' ? 'r' : c);
        if (used < sizeof buf - 1) continue;
        if (!file_write(fd, buf, used, err)) return false;
        used = 0;
    }
    return file_write(fd, buf, used, err);
}

static bool write_page(const char *path, const char *viewer, size_t viewer_len, const char *record,
                       size_t record_len, struct err *err)
{
    const char *cut = strstr(viewer, place);
    if (!cut) return err_set(err, "the viewer has no place for a record");
    const char *rest = cut + sizeof place - 1;
    bool is_standard = strcmp(path, "-") == 0;
    AUTO_CLOSE int fd = is_standard ? dup(STDOUT_FILENO)
                                    : open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (fd < 0) return err_sys(err, "cannot write %s", path);
    if (file_write(fd, viewer, (size_t)(cut - viewer), err) &&
        write_escaped(fd, record, record_len, err) &&
        file_write(fd, rest, viewer_len - (size_t)(rest - viewer), err))
        return true;
    return err_wrap(err, "cannot write %s", path);
}

/* Whether it is a record that this program knows. One that was changed is let through: the viewer
   shows it as such. */
static bool is_record(const char *text, size_t len, const char *path, struct err *err)
{
    struct record record;
    if (!record_parse(&record, text, len, path, err)) return false;
    record_free(&record);
    return true;
}

int replay_html(const char *path, size_t most, const char *page)
{
    struct err err;
    AUTO_FREE char *text = NULL, *viewer = NULL;
    size_t text_len, viewer_len;
    if (!record_text(path, most, &text, &text_len, &err) || !is_record(text, text_len, path, &err))
        return cli_use("%s", sentence(&err));
    if (!read_viewer(&viewer, &viewer_len, &err)) return cli_fail("%s", sentence(&err));
    if (!write_page(page, viewer, viewer_len, text, text_len, &err))
        return cli_use("%s", sentence(&err));
    return STATUS_DONE;
}
