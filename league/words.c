#include "league/words.h"

#include <string.h>
#include <sys/mman.h>

struct words *words_new(struct err *err)
{
    void *w =
        mmap(NULL, sizeof(struct words), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (w != MAP_FAILED) return w;
    err_sys(err, "mmap");
    return NULL;
}

void words_free(struct words *w)
{
    if (w) munmap(w, sizeof *w);
}

static bool forget(void *arg, const struct game_state *state, const char *const name[2],
                   const int64_t name_ms[2], struct err *err)
{
    struct words *w = arg;
    (void)state, (void)name, (void)name_ms, (void)err;
    for (int p = 0; p < 2; p++) w->side[p].len = 0;
    return true;
}

/* What comes last is what matters. */
static void add(struct words *w, int p, const char *bytes, size_t len)
{
    char *text = w->side[p].text;
    size_t had = (size_t)w->side[p].len;
    if (len > WORDS_BYTES) bytes += len - WORDS_BYTES, len = WORDS_BYTES;
    size_t kept = had + len <= WORDS_BYTES ? had : WORDS_BYTES - len;
    memmove(text, text + had - kept, kept);
    memcpy(text + kept, bytes, len);
    w->side[p].len = (int32_t)(kept + len);
}

static bool hear(void *arg, const struct match_step *step, struct err *err)
{
    (void)err;
    for (int p = 0; p < 2; p++)
        if (step->err[p]->len > 0) add(arg, p, step->err[p]->buf, step->err[p]->len);
    return true;
}

struct match_watch words_watch(struct words *w)
{
    return (struct match_watch){.arg = w, .begin = forget, .step = hear};
}

void words_end(struct words *w, const struct match_result *result)
{
    for (int p = 0; p < 2; p++) {
        const struct proc_end *end = &result->seat[p].end;
        w->side[p].exit = !end->by_itself ? WORDS_STOPPED
                          : end->signal   ? 128 + end->signal
                                          : end->code;
    }
}

void words_tell(const struct words *w, struct words_told *told)
{
    for (int p = 0; p < 2; p++) {
        struct text t = TEXT_ON(told->text[p]);
        told->text[p][0] = '\0';
        text_plain(&t, w->side[p].text, (size_t)w->side[p].len);
        told->side[p] = (struct store_words){w->side[p].exit, told->text[p]};
    }
}
