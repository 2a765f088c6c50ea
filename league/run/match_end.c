/* Of standard error the last bytes are kept for each side, in memory that outlives the match's
   process. */
#include "league/run/match_end.h"

#include "base/utf8.h"

#include <assert.h>
#include <string.h>
#include <sys/mman.h>

struct match_end *match_end_new(struct err *err)
{
    void *w = mmap(NULL, sizeof(struct match_end), PROT_READ | PROT_WRITE,
                   MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (w != MAP_FAILED) return w;
    err_sys(err, "mmap");
    return NULL;
}

void match_end_free(struct match_end *w)
{
    if (w) munmap(w, sizeof *w);
}

static bool forget(void *arg, const struct game_state *state, const char *const name[2],
                   const int64_t name_ms[2], struct err *err)
{
    struct match_end *w = arg;
    (void)state, (void)name, (void)name_ms, (void)err;
    for (int p = 0; p < 2; p++) w->side[p].len = w->side[p].line_len = w->side[p].marks_len = 0;
    return true;
}

/* What comes last is what matters. */
static void add(struct match_end *w, int p, const char *bytes, size_t len)
{
    char *text = w->side[p].text;
    size_t had = (size_t)w->side[p].len;
    if (len > MATCH_END_BYTES) bytes += len - MATCH_END_BYTES, len = MATCH_END_BYTES;
    size_t kept = had + len <= MATCH_END_BYTES ? had : MATCH_END_BYTES - len;
    memmove(text, text + had - kept, kept);
    memcpy(text + kept, bytes, len);
    assert(kept + len <= MATCH_END_BYTES);
    w->side[p].len = (int32_t)(kept + len);
}

static bool is_mark(const char *line, size_t len)
{
    static const char *const words[] = {"#mark ", "#line ", "#note ", "#plot "};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (len > strlen(words[i]) && memcmp(line, words[i], strlen(words[i])) == 0) return true;
    return false;
}

/* Marks are drawn from the start of a match on: of too many the first are kept. */
static void add_mark(struct match_end *w, int p, int32_t step, const char *line, size_t len)
{
    char *marks = w->side[p].marks;
    struct text t =
        text_on(marks + w->side[p].marks_len, (size_t)(MATCH_END_MARKS - w->side[p].marks_len));
    text_int(&t, step);
    text_char(&t, ' ');
    text_line(&t, line, len);
    text_char(&t, '\n');
    if (!t.cut) w->side[p].marks_len += (int32_t)t.len;
}

static void end_line(struct match_end *w, int p, int32_t step)
{
    const char *line = w->side[p].line;
    size_t len = (size_t)w->side[p].line_len;
    w->side[p].line_len = 0;
    if (len > 0 && line[len - 1] == '\n' && is_mark(line, len - 1))
        add_mark(w, p, step, line, len - 1 - (line[len - 2] == '\r'));
    else
        add(w, p, line, len);
}

static bool hear(void *arg, const struct match_step *step, struct err *err)
{
    struct match_end *w = arg;
    (void)err;
    for (int p = 0; p < 2; p++)
        for (size_t i = 0; i < step->err[p]->len; i++) {
            char c = step->err[p]->buf[i];
            w->side[p].line[w->side[p].line_len++] = c;
            if (c == '\n' || w->side[p].line_len == MATCH_END_LINE) end_line(w, p, step->number);
        }
    return true;
}

struct match_watch match_end_watch(struct match_end *w)
{
    return (struct match_watch){.arg = w, .begin = forget, .step = hear};
}

void match_end_end(struct match_end *w, const struct match_result *result)
{
    for (int p = 0; p < 2; p++) {
        const struct proc_end *end = &result->seat[p].end;
        w->side[p].exit = !end->by_itself ? MATCH_END_STOPPED
                          : end->signal   ? 128 + end->signal
                                          : end->code;
    }
}

void match_end_tell(const struct match_end *w, struct match_end_told *told)
{
    for (int p = 0; p < 2; p++) {
        struct text t = TEXT_ON(told->text[p]);
        size_t len = (size_t)w->side[p].len, line_len = (size_t)w->side[p].line_len;
        size_t cut = len + line_len > MATCH_END_BYTES ? len + line_len - MATCH_END_BYTES : 0;
        told->text[p][0] = '\0';
        text_plain(&t, w->side[p].text + cut, len - cut);
        text_plain(&t, w->side[p].line, line_len);
        memcpy(told->marks[p], w->side[p].marks, (size_t)w->side[p].marks_len);
        told->marks[p][w->side[p].marks_len] = '\0';
        told->side[p] = (struct match_end_side){w->side[p].exit, told->text[p], told->marks[p]};
    }
}

void match_end_last_line(const struct match_end_side *end, char *out, size_t size)
{
    struct text t = text_on(out, size);
    size_t stop = strlen(end->text);
    while (stop > 0 && strchr("\r\n ", end->text[stop - 1])) stop--;
    size_t start = stop;
    while (start > 0 && end->text[start - 1] != '\n') start--;
    *out = '\0';
    text_line(&t, end->text + start, utf8_cut(end->text + start, stop - start, size - 1));
}
