/* One line a step, written when it is played, each with the checksum of all before it; so a cut
   record is seen, and a live one can be followed. */
#include "base/hash.h"
#include "os/clock.h"
#include "os/file.h"
#include "referee/record.h"
#include "referee/record_format.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zstd.h>

enum { FLUSH_EVERY_US = 100 * 1000, PACKED = 64 * 1024 };

struct record_writer {
    const struct match_options *options;
    char *path;
    int fd;
    bool keep_stderr, has_header;
    uint64_t sum;
    struct text line;
    ZSTD_CCtx *zstd; /* NULL: plain text */
    char packed[PACKED];
    int64_t flushed_us;
};

static bool ends_in(const char *path, const char *tail)
{
    size_t a = strlen(path), b = strlen(tail);
    return a >= b && strcmp(path + a - b, tail) == 0;
}

static struct record_writer *create(const char *path, const struct match_options *options,
                                    bool keep_stderr, bool is_packed, struct err *err)
{
    struct record_writer *w = calloc(1, sizeof *w);
    char *line = malloc(4096);
    if (!w || !line) {
        free(w);
        free(line);
        err_set(err, "out of memory");
        return NULL;
    }
    w->options = options;
    w->keep_stderr = keep_stderr;
    w->line = text_on(line, 4096);
    w->path = strdup(path);
    w->fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (is_packed) w->zstd = ZSTD_createCCtx();
    if (w->fd >= 0 && w->path) return w;
    err_sys(err, "cannot write the record %s", path);
    record_close(w);
    return NULL;
}

struct record_writer *record_create(const char *path, const struct match_options *options,
                                    bool keep_stderr, struct err *err)
{
    return create(path, options, keep_stderr, ends_in(path, ".zst"), err);
}

struct record_writer *record_create_packed(const char *path, const struct match_options *options,
                                           bool keep_stderr, struct err *err)
{
    return create(path, options, keep_stderr, true, err);
}

/* Room for a line that holds these bytes, however many of them must be escaped. */
static bool begin_line(struct record_writer *w, size_t bytes)
{
    size_t need = 6 * bytes + 4096;
    if (need > w->line.cap) {
        char *wider = realloc(w->line.buf, need);
        if (!wider) return false;
        w->line.buf = wider;
        w->line.cap = need;
    }
    text_clear(&w->line);
    text_char(&w->line, '{');
    return true;
}

static bool write_packed(struct record_writer *w, ZSTD_EndDirective how, struct err *err)
{
    ZSTD_inBuffer in = {.src = w->line.buf, .size = w->line.len};
    size_t left;
    do {
        ZSTD_outBuffer out = {.dst = w->packed, .size = sizeof w->packed};
        left = ZSTD_compressStream2(w->zstd, &out, &in, how);
        if (ZSTD_isError(left)) return err_set(err, "zstd: %s", ZSTD_getErrorName(left));
        if (!file_write(w->fd, w->packed, out.pos, err)) return err_wrap(err, "%s", w->path);
    } while (in.pos < in.size || (how != ZSTD_e_continue && left > 0));
    text_clear(&w->line);
    return true;
}

static bool end_line(struct record_writer *w, struct err *err)
{
    w->sum = hash_bytes(w->sum, w->line.buf, w->line.len);
    text_str(&w->line, SUM_MARK);
    text_hex(&w->line, w->sum);
    text_str(&w->line, "\"}\n");
    if (!w->zstd)
        return file_write(w->fd, w->line.buf, w->line.len, err) || err_wrap(err, "%s", w->path);
    int64_t now_us = clock_us();
    bool flush = now_us - w->flushed_us >= FLUSH_EVERY_US;
    if (flush) w->flushed_us = now_us;
    return write_packed(w, flush ? ZSTD_e_flush : ZSTD_e_continue, err);
}

static void key_string(struct text *t, const char *key, const char *value)
{
    text_str(t, key);
    if (value)
        text_json(t, value, strlen(value));
    else
        text_str(t, "null");
}

static void key_int(struct text *t, const char *key, int64_t value)
{
    text_str(t, key);
    text_int(t, value);
}

static bool write_header(void *arg, const struct game_state *state, const char *const name[2],
                         const int64_t name_ms[2], struct err *err)
{
    struct record_writer *w = arg;
    const struct match_options *o = w->options;
    struct text *t = &w->line;
    char date[21];
    clock_date(date);
    if (!begin_line(w, 4096 + (o->setup.map ? strlen(o->setup.map) : 0) + strlen(o->seat[0]) +
                           strlen(o->seat[1]) + (o->who[0] ? strlen(o->who[0]) : 0) +
                           (o->who[1] ? strlen(o->who[1]) : 0)))
        return err_set(err, "out of memory");
    key_int(t, "\"taisen\":", RECORD_FORMAT);
    key_string(t, ",\"game\":", o->game->name);
    key_int(t, ",\"rules\":", o->game->version);
    text_str(t, ",\"seed\":\""); /* a string: 64 bits are more than JavaScript's numbers hold */
    text_hex(t, o->setup.seed);
    key_string(t, "\",\"setup\":", o->setup.options ? o->setup.options : "");
    key_string(t, ",\"map\":", o->setup.map);
    text_str(t, ",\"seats\":[");
    for (int p = 0; p < 2; p++) {
        key_string(t, p ? ",{\"spec\":" : "{\"spec\":", o->shown[p] ? o->shown[p] : o->seat[p]);
        key_string(t, ",\"name\":", name[p]);
        if (o->who[p]) key_string(t, ",\"who\":", o->who[p]);
        key_int(t, ",\"name_ms\":", name_ms[p]);
        text_char(t, '}');
    }
    key_int(t, "],\"match_ms\":", o->clock.match_ms);
    key_int(t, ",\"turn_ms\":", o->clock.turn_ms);
    key_string(t, ",\"clock\":", o->cpu_clock ? "cpu" : "wall");
    key_string(t, ",\"began\":", date);
    text_str(t, ",\"hash\":\"");
    text_hex(t, o->game->hash(state));
    text_char(t, '"');
    w->has_header = true;
    return end_line(w, err);
}

static void write_answer(struct text *t, const struct match_step *s, int p)
{
    if (s->answer[p])
        text_json_bytes(t, s->answer[p], s->answer_len[p]);
    else
        text_str(t, "null");
}

static bool write_step(void *arg, const struct match_step *s, struct err *err)
{
    struct record_writer *w = arg;
    struct text *t = &w->line;
    size_t err_len[2] = {w->keep_stderr ? s->err[0]->len : 0, w->keep_stderr ? s->err[1]->len : 0};
    if (!begin_line(w, s->answer_len[0] + s->answer_len[1] + err_len[0] + err_len[1]))
        return err_set(err, "out of memory");
    key_int(t, "\"turn\":", s->turn);
    text_str(t, ",\"answers\":[");
    write_answer(t, s, 0);
    text_char(t, ',');
    write_answer(t, s, 1);
    text_str(t, "],\"replies\":[");
    for (int p = 0; p < 2; p++) key_string(t, p ? "," : "", reply_words[s->kind[p]]);
    key_int(t, "],\"ms\":[", s->ms[0]);
    key_int(t, ",", s->ms[1]);
    text_str(t, "],\"hash\":\"");
    text_hex(t, w->options->game->hash(s->state));
    text_char(t, '"');
    if (err_len[0] + err_len[1] > 0) {
        text_str(t, ",\"stderr\":[");
        for (int p = 0; p < 2; p++) {
            if (p) text_char(t, ',');
            text_json(t, s->err[p]->buf, err_len[p]);
        }
        text_char(t, ']');
    }
    return end_line(w, err);
}

struct match_watch record_watch(struct record_writer *w)
{
    return (struct match_watch){.arg = w, .begin = write_header, .step = write_step};
}

bool record_finish(struct record_writer *w, const struct match_result *r, struct err *err)
{
    struct text *t = &w->line;
    if (!begin_line(w, 1024)) return err_set(err, "out of memory");
    text_str(t, "\"result\":{\"winner\":");
    if (r->status.winner < 0)
        text_str(t, "null");
    else
        text_int(t, r->status.winner);
    key_string(t, ",\"reason\":", game_reason(&r->status));
    key_int(t, ",\"turns\":", r->status.turn);
    key_int(t, ",\"score\":[", r->status.score[0]);
    key_int(t, ",", r->status.score[1]);
    text_str(t, "]},\"seats\":[");
    for (int p = 0; p < 2; p++) {
        const struct match_seat *s = &r->seat[p];
        key_int(t, p ? ",{\"ms_total\":" : "{\"ms_total\":", s->ms_total);
        key_int(t, ",\"ms_max\":", s->ms_max);
        key_int(t, ",\"answers\":", s->answers);
        key_string(t, ",\"fault\":", s->fault);
        key_int(t, ",\"cpu_ms\":", s->end.cpu_us / 1000);
        key_int(t, ",\"wait_ms\":", s->end.wait_us / 1000);
        key_int(t, ",\"rss_kb\":", s->end.rss_kb);
        text_char(t, '}');
    }
    text_char(t, ']');
    if (r->is_disturbed) text_str(t, ",\"disturbed\":true");
    if (!end_line(w, err)) return false;
    return !w->zstd || write_packed(w, ZSTD_e_end, err);
}

void record_close(struct record_writer *w)
{
    if (!w) return;
    struct err ignored;
    if (w->fd >= 0 && w->zstd && w->has_header) write_packed(w, ZSTD_e_flush, &ignored);
    if (w->fd >= 0 && w->path && !w->has_header) unlink(w->path);
    file_close(&w->fd);
    ZSTD_freeCCtx(w->zstd);
    free(w->line.buf);
    free(w->path);
    free(w);
}
