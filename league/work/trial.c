/* The process builds, unpacks, plays; whoever started it owns the folder and the memory, so that
   nothing is left behind however the process ends. */
#include "league/work/trial.h"

#include "league/build/program_cache.h"
#include "league/work/worker.h"
#include "os/folder.h"
#include "os/stop.h"
#include "referee/record.h"
#include "sandbox/cage.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { GOODBYE_US = 1000 * 1000 };

/* ---- in the process of its own ---- */

struct work {
    const struct trial *t;
    const struct trial_task *task;
};

static bool build(const struct work *w, char **program, size_t *len, struct err *err)
{
    const struct trial_task *task = w->task;
    struct trial_said *said = w->t->said;
    struct build_result result;
    struct build_task t = {.language = task->language,
                           .source = task->source,
                           .len = task->len,
                           .build_ms = task->build_ms,
                           .programs = w->t->folder,
                           .kits = task->kits};
    t.check.game = game_find(task->job->game);
    t.check.cage = task->cage;
    t.check.slot = task->slot;
    bool ok = build_compile(&t, &result, err);
    size_t log_len = result.log ? strlen(result.log) : 0;
    if (log_len < sizeof said->log) {
        memcpy(said->log, result.log ? result.log : "", log_len);
        said->log_len = log_len;
    }
    if (ok) said->why = result.why;
    *program = result.program;
    *len = result.program_len;
    result.program = NULL;
    build_result_free(&result);
    return ok;
}

static bool play_recorded(const struct work *w, const struct match_options *m,
                          struct record_writer *record, struct err *err)
{
    struct match_watch watches[] = {record_watch(record), match_end_watch(w->t->end)};
    struct match_result result;
    if (!match_run(m, watches, 2, &result, err)) return false;
    match_end_end(w->t->end, &result);
    journal_fill(&w->t->said->result, &result);
    w->t->said->has_result = true;
    return record_finish(record, &result, err);
}

static bool play(const struct work *w, const char *folder, struct err *err)
{
    char buf[SAID_BYTES];
    struct text why = TEXT_ON(buf);
    const struct trial_task *task = w->task;
    struct match_options m = {.cage = task->cage, .slot = task->slot};
    if (!worker_fill_match(task->job, &m, &why)) return err_said(err, buf);
    m.seat[task->side] = task->language->run;
    m.shown[task->side] = task->language->main;
    m.home[task->side] = folder;
    struct record_writer *record = record_create(w->t->record, &m, true, err);
    bool ok = record && play_recorded(w, &m, record, err);
    record_close(record);
    return ok;
}

static bool run(const struct work *w, struct err *err)
{
    AUTO_FREE char *program = NULL;
    size_t len;
    char folder[PATH_MAX];
    if (!build(w, &program, &len, err)) return false;
    if (w->t->said->why.text[0]) return true;
    if (!program_cache_unpack(w->t->folder, program, len, folder, err)) return false;
    w->t->said->stage = TRIAL_PLAYING;
    return play(w, folder, err);
}

static int run_in_child(void *arg)
{
    const struct work *w = arg;
    struct err err;
    stop_watch();
    proc_become_subreaper();
    if (run(w, &err)) return 0;
    w->t->said->why = err;
    return 1;
}

/* ---- in ours ---- */

/* Named as what is half unpacked: where the arena itself is killed, it goes with the other
   programs that nobody needs. */
static bool make_folder(struct trial *t, const char *programs, struct err *err)
{
    if (!program_cache_open(programs, err)) return false;
    if (snprintf(t->folder, sizeof t->folder, "%s/.new-XXXXXX", programs) >= (int)sizeof t->folder)
        return t->folder[0] = '\0', err_set(err, "%s: the path is too long", programs);
    if (!mkdtemp(t->folder))
        return t->folder[0] = '\0', err_sys(err, "cannot make a folder in %s", programs);
    /* Caged programs of root's run as somebody else, who may pass but not look around. */
    return chmod(t->folder, geteuid() == 0 ? 0711 : 0700) == 0 || err_sys(err, "%s", t->folder);
}

static bool share(struct trial *t, struct err *err)
{
    void *shared =
        mmap(NULL, sizeof *t->said, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED) return err_sys(err, "mmap");
    t->said = shared;
    t->end = match_end_new(err);
    return t->end != NULL;
}

bool trial_start(struct trial *t, const struct trial_task *task, struct err *err)
{
    struct work w = {t, task};
    t->cage = task->cage;
    t->slot = task->slot;
    return share(t, err) && make_folder(t, task->programs, err) &&
           file_memory(&t->memory, t->record, err) &&
           proc_fork(&t->proc, PROC_OWN_SESSION, run_in_child, &w, err);
}

int trial_fd(const struct trial *t)
{
    return t->proc.pid > 0 ? t->proc.pidfd : -1;
}

void trial_stop(struct trial *t, const struct err *why)
{
    struct proc_end how;
    struct trial_said *said = t->said;
    if (t->proc.pid <= 0) return;
    proc_end(&t->proc, why ? 0 : GOODBYE_US, &how);
    for (int i = 0; i < 2; i++) cage_kill(t->cage, t->slot + i);
    if (t->folder[0]) folder_remove(t->folder);
    t->folder[0] = '\0';
    said->why.text[sizeof said->why.text - 1] = '\0'; /* whatever it was killed in */
    said->why.code[sizeof said->why.code - 1] = '\0';
    said->why.values[sizeof said->why.values - 1] = '\0';
    if (!why && how.code != 0 && !said->why.text[0])
        err_code(&said->why, "try-died: the arena's own process died; try again");
    if (why && !said->has_result) said->why = *why;
    said->stage = TRIAL_OVER;
}

char *trial_read_record(const struct trial *t, size_t *len)
{
    struct err ignored;
    char *bytes;
    *len = 0;
    if (t->memory < 0 || !file_read(t->record, RECORD_MOST, &bytes, len, &ignored)) return NULL;
    if (*len > 0) return bytes;
    free(bytes);
    return NULL;
}

void trial_free(struct trial *t)
{
    trial_stop(t, &(struct err){.text = "stopped"}); /* nobody reads it any more */
    if (t->folder[0]) folder_remove(t->folder);
    file_close(&t->memory);
    match_end_free(t->end);
    if (t->said) munmap(t->said, sizeof *t->said);
    *t = TRIAL_NONE;
}
