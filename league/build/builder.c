/* Takes one submission at a time under a lease and watches the process that builds it;
   everything that can be lost by a kill is in the store. */
#include "league/build/builder.h"

#include "league/store/store_player.h"
#include "os/clock.h"
#include "os/proc.h"
#include "os/stop.h"
#include "sandbox/cage.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum {
    LOOK_US = 300 * 1000,
    GAMES = 1, /* from the start, and as many from the middle */
    CHECK_MS = 120 * 1000,
    ANSWER_WAIT_US = 1000 * 1000
};

void builder_open(struct builder *b, struct store *s, const struct builder_options *o,
                  const char *worker)
{
    char lacking[LANGUAGE_LINE];
    *b = (struct builder){
        .store = s, .o = o, .worker = worker, .proc = PROC_NONE, .memory = -1, .is_dry = !o};
    struct text words = TEXT_ON(b->words);
    text_char(&words, ' ');
    for (int i = 0; o && i < o->languages->count; i++) {
        const struct language *l = &o->languages->language[i];
        if (language_lacks_on(l, CAGE_PATH, lacking)) continue;
        text_str(&words, l->name);
        text_char(&words, ' ');
    }
}

/* ---- in the process of its own ---- */

struct work {
    const struct builder *b;
    struct build_task task;
};

static bool fill_check(const struct builder *b, struct check_options *c, struct err *err)
{
    char buf[SAID_BYTES];
    struct text why = TEXT_ON(buf);
    struct ladder_settings l;
    const struct game *game = game_find(b->build.game);
    if (!game) return err_code(err, "build-game: this program does not know the game");
    if (!ladder_settings_read(&l, b->build.settings, &why)) return err_said(err, buf);
    *c = (struct check_options){.game = game,
                                .clock = game->clock,
                                .setup = b->build.setup,
                                .map = b->build.map,
                                .seed = 1,
                                .cage = b->o->cage,
                                .slot = b->o->slot,
                                .games = GAMES,
                                .most_ms = CHECK_MS};
    c->contest_names = !l.any_name;
    if (l.match_ms >= 0) c->clock.match_ms = l.match_ms;
    if (l.turn_ms >= 0) c->clock.turn_ms = l.turn_ms;
    if (l.name_ms >= 0) c->clock.name_ms = l.name_ms;
    /* Lateness that matches forgive. */
    if (c->clock.turn_ms > 0) c->clock.turn_ms += l.margin_ms;
    if (c->clock.name_ms > 0) c->clock.name_ms += l.margin_ms;
    c->caged = (struct cage_limits){
        .memory_bytes = l.memory_mb << 20, .processes = l.processes, .file_bytes = l.file_mb << 20};
    if (l.answer_kb > 0) c->output.answer_bytes = l.answer_kb << 10;
    if (l.output_kb > 0) c->output.output_bytes = l.output_kb << 10;
    return true;
}

/* Where there is a recorded game, the program is tried in it as well. */
static void add_record(struct work *w, struct record *record)
{
    char path[PATH_MAX];
    struct err ignored;
    if (!w->b->o->positions) return;
    snprintf(path, sizeof path, "%s/%s.jsonl.zst", w->b->o->positions, w->b->build.game);
    if (!record_read(record, path, RECORD_MOST, &ignored)) *record = (struct record){0};
    if (record->step_count == 0) return;
    w->task.check.records = record;
    w->task.check.record_count = 1;
}

static bool build(struct work *w, struct err *err)
{
    struct build_result result;
    struct record record = {0};
    add_record(w, &record);
    bool ok = build_run(&w->task, &result, err);
    record_free(&record);
    AUTO_CLOSE int fd = ok ? open(w->b->path, O_WRONLY | O_CLOEXEC) : -1;
    if (ok)
        ok = fd >= 0 ? build_result_write(&result, fd, err) : err_sys(err, "open %s", w->b->path);
    build_result_free(&result);
    return ok;
}

static int build_in_child(void *arg)
{
    struct err err;
    stop_watch();
    proc_become_subreaper();
    if (build(arg, &err)) return 0;
    dprintf(STDERR_FILENO, "%s", err.text);
    return 1;
}

/* ---- in ours ---- */

static void forget(struct builder *b)
{
    struct proc_end how;
    if (b->proc.pid > 0) proc_end(&b->proc, 0, &how);
    file_close(&b->memory);
    if (b->progress) munmap(b->progress, sizeof *b->progress);
    b->progress = NULL;
    b->is_busy = false;
}

static bool share_progress(struct builder *b, struct err *err)
{
    void *shared =
        mmap(NULL, sizeof *b->progress, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED) return err_sys(err, "mmap");
    b->progress = shared;
    b->told = 0;
    return true;
}

bool builder_tell(struct builder *b, struct err *err)
{
    if (!b->is_busy || !b->progress || b->progress->checks == 0) return true;
    int32_t checked = b->progress->checked, now = checked + 1;
    if (now == b->told) return true;
    b->told = now;
    return store_tell_check(b->store, &b->build, checked, b->progress->checks, err);
}

static bool start(struct builder *b, struct err *err)
{
    struct work w = {.b = b};
    w.task = (struct build_task){.language = languages_find(b->o->languages, b->build.language),
                                 .source = b->build.source,
                                 .len = b->build.len,
                                 .build_ms = b->o->build_ms,
                                 .programs = b->o->programs,
                                 .kits = b->o->kits};
    b->is_busy = true;
    if (!w.task.language)
        return err_code(err, "build-language: unknown language {language:%s}", b->build.language);
    if (!fill_check(b, &w.task.check, err) || !share_progress(b, err)) return false;
    w.task.progress = b->progress;
    return file_memory(&b->memory, b->path, err) &&
           proc_fork(&b->proc, PROC_OWN_SESSION, build_in_child, &w, err);
}

/* The arena's own failure: somebody tries again, so often and no more. */
static bool give_up(struct builder *b, builder_fn *tell, void *arg, const struct err *why,
                    struct err *err)
{
    struct err said;
    err_code(&said, "build-arena: the arena could not build it, by no fault of yours: {why:%p}",
             err_value(why));
    struct store_built built = {.why = &said, .log = "\"\"", .report = "[]"};
    bool counted, is_last = b->build.tries >= STORE_BUILD_TRIES;
    if (tell) tell(arg, &b->build, said.text);
    bool ok = is_last ? store_finish_build(b->store, &b->build, &built, &counted, err)
                      : store_renew_build(b->store, &b->build, 0, &counted, err);
    forget(b);
    store_build_free(&b->build);
    b->looked_us = clock_us(); /* not at once */
    return ok;
}

bool builder_look(struct builder *b, bool soon, struct err *err)
{
    int64_t now_us = clock_us();
    bool found;
    struct err why;
    if (!b->o || b->is_busy || (!soon && now_us - b->looked_us < LOOK_US)) return true;
    b->looked_us = now_us;
    if (!store_take_build(b->store, b->worker, b->words, b->o->lease_ms, &b->build, &found, err))
        return false;
    b->is_dry = !found;
    if (!found) return true;
    if (b->build.tries > STORE_BUILD_TRIES) {
        err_code(&why, "build-killed: its builder was killed again and again");
        return give_up(b, NULL, NULL, &why, err);
    }
    return start(b, &why) || give_up(b, NULL, NULL, &why, err);
}

int builder_fd(const struct builder *b)
{
    return b->is_busy ? b->proc.pidfd : -1;
}

static bool keep(struct builder *b, const struct build_result *r, builder_fn *tell, void *arg,
                 struct err *err)
{
    const struct language *l = languages_find(b->o->languages, b->build.language);
    struct store_built built = {.why = r->why.text[0] ? &r->why : NULL,
                                .log = r->log,
                                .report = r->report,
                                .program = r->program,
                                .len = r->program_len,
                                .run = l->run};
    bool counted;
    if (!store_finish_build(b->store, &b->build, &built, &counted, err)) return false;
    b->done += counted;
    if (tell)
        tell(arg, &b->build,
             !counted    ? "another worker was faster"
             : built.why ? built.why->text
                         : NULL);
    forget(b);
    store_build_free(&b->build);
    return true;
}

bool builder_read(struct builder *b, builder_fn *tell, void *arg, struct err *err)
{
    char said[512] = "";
    struct build_result result = {.log = NULL};
    struct proc_end how;
    struct err why;
    ssize_t got = read(b->proc.err, said, sizeof said - 1);
    proc_end(&b->proc, ANSWER_WAIT_US, &how);
    if (stop_asked()) return true;
    if (how.code != 0) {
        if (got > 0)
            err_set(&why, "%s", said);
        else
            err_code(&why, "build-died: its process died");
        return give_up(b, tell, arg, &why, err);
    }
    bool ok = build_result_read(&result, b->path, &why) ? keep(b, &result, tell, arg, err)
                                                        : give_up(b, tell, arg, &why, err);
    build_result_free(&result);
    return ok;
}

bool builder_renew(struct builder *b, struct err *err)
{
    bool held;
    if (!b->is_busy) return true;
    if (!store_renew_build(b->store, &b->build, b->o->lease_ms, &held, err)) return false;
    if (held) return true;
    forget(b);
    store_build_free(&b->build);
    return true;
}

void builder_leave(struct builder *b)
{
    struct err ignored;
    if (!b->is_busy) return;
    forget(b);
    store_give_back_build(b->store, &b->build, &ignored);
    store_build_free(&b->build);
}
