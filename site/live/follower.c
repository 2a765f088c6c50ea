/* The lines of a live record, played as they come. */
#include "site/live/follower.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool take_line(struct follower *f, const char *line, size_t len, struct err *err)
{
    if (!record_add_line(&f->record, line, len, "the live record", err)) return false;
    if (f->record.line_count == 1) return replay_open(&f->replay, &f->record, err);
    return f->record.is_whole || replay_next(&f->replay, err);
}

static bool make_room(struct follower *f)
{
    if (f->rest_cap - f->rest_len >= 4096) return true;
    size_t cap = 2 * f->rest_cap + 16 * 1024;
    char *wider = realloc(f->rest, cap);
    if (!wider) return false;
    f->rest = wider;
    f->rest_cap = cap;
    return true;
}

enum follower_news follower_next(struct follower *f, int fd, struct err *err)
{
    char *end;
    while (!f->rest_len || !(end = memchr(f->rest, '\n', f->rest_len))) {
        if (!make_room(f)) return err_code(err, "no-memory: out of memory"), FOLLOWER_FAILED;
        ssize_t got = pread(fd, f->rest + f->rest_len, f->rest_cap - f->rest_len, f->at);
        if (got <= 0) return FOLLOWER_NOTHING;
        f->at += got;
        f->rest_len += (size_t)got;
    }
    size_t len = (size_t)(end - f->rest);
    bool ok = take_line(f, f->rest, len, err);
    f->rest_len -= len + 1;
    memmove(f->rest, end + 1, f->rest_len);
    return ok ? FOLLOWER_LINE : FOLLOWER_FAILED;
}

void follower_free(struct follower *f)
{
    replay_close(&f->replay);
    record_free(&f->record);
    free(f->rest);
}
