/* The loop of a match: ask, wait, step, tell. It knows no game and decides no result; a failed
   answer goes into the rules like any other. */
#include "referee/match.h"

#include "base/hash.h"
#include "os/clock.h"
#include "os/cores.h"
#include "os/memory.h"
#include "referee/table.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct match {
    const struct match_options *o;
    const struct game *game;
    struct game_state *state;
    struct table table;
    struct match_result *result;
    const struct match_watch *watches;
    int watch_count;
    int64_t began_us; /* when both were seated; 0: not yet */
};

uint64_t match_seat_seed(uint64_t seed, int p)
{
    return hash_word(seed, (uint64_t)p + 1);
}

static bool is_serial(const struct match *m)
{
    return m->o->think == THINK_AS_GAME ? m->o->clock.serial : m->o->think == THINK_SERIAL;
}

static bool ask_and_wait(struct match *m, unsigned asked, struct err *err)
{
    struct table *t = &m->table;
    int64_t left_ms[2] = {budget_shown(&t->budget[0]), budget_shown(&t->budget[1])};
    for (int p = 0; p < 2; p++) {
        if (m->o->think == THINK_SERIAL) seat_pause(&t->seat[p], !(asked >> p & 1));
        if (asked >> p & 1) table_ask(t, p, m->state, left_ms);
    }
    return table_wait(t, m->state, err);
}

/* Gets the answers of all who must give one. Where a name has failed, nobody is asked any more. */
static bool get_answers(struct match *m, unsigned asked, struct err *err)
{
    bool failed = false;
    for (int p = 0; p < 2; p++) {
        enum reply_kind failure = m->table.name_failure[p];
        if (!(asked >> p & 1) || failure == REPLY_NONE) continue;
        m->table.question[p].kind = failure;
        failed = true;
    }
    if (failed) return true;
    if (asked == 3 && is_serial(m)) return ask_and_wait(m, 1, err) && ask_and_wait(m, 2, err);
    return ask_and_wait(m, asked, err);
}

static const char *const fault_names[] = {
    [REPLY_INVALID] = "invalid", [REPLY_TIMEOUT] = "timeout", [REPLY_GONE] = "gone"};

/* While the end is being told (`is_over`), nothing that a player does is a fault. */
static void count(struct match *m, int p, bool is_over)
{
    const struct question *q = &m->table.question[p];
    struct match_seat *r = &m->result->seat[p];
    if (q->kind == REPLY_NONE) return;
    r->ms_total += q->ms;
    if (q->ms > r->ms_max) r->ms_max = q->ms;
    if (q->kind == REPLY_ACTION) r->answers++;
    if (r->fault || is_over) return;
    r->fault = m->table.name_failure[p] ? "name" : fault_names[q->kind];
    if (!r->fault) return;
    memcpy(r->name_why, m->table.name_why[p], NAME_WHY_BYTES);
    seat_drain_err(&m->table.seat[p]); /* whoever ended has written its last words before */
    seat_explain(&m->table.seat[p]);
    seat_last_line(&m->table.seat[p], r->last_words, sizeof r->last_words);
}

/* Known once it has ended: a program that fell did not just leave. */
static const char *name_fault(const struct match_seat *r)
{
    bool is_crash = r->end.by_itself && (r->end.signal != 0 || r->end.code != 0);
    return is_crash && r->fault == fault_names[REPLY_GONE] ? "crash" : r->fault;
}

static bool tell(const struct match *m, const struct match_step *step, struct err *err)
{
    for (int i = 0; i < m->watch_count; i++) {
        const struct match_watch *w = &m->watches[i];
        if (w->step && !w->step(w->arg, step, err)) return false;
    }
    return true;
}

static void pass_notice(void *arg, int p, const struct notice *notice)
{
    const struct match *m = arg;
    for (int i = 0; i < m->watch_count; i++)
        if (m->watches[i].notice) m->watches[i].notice(m->watches[i].arg, p, notice);
}

/* Once both are open, so that whoever calls the players may call both. */
static void tell_listening(const struct match *m)
{
    for (int p = 0; p < 2; p++) {
        if (!m->table.seat[p].owns_listener) continue;
        const char *where = strchr(m->o->seat[p], ':') + 1;
        pass_notice((void *)m, p, &(struct notice){NOTICE_LISTENING, where});
    }
}

static struct match_step describe(const struct match *m)
{
    struct game_status status;
    struct match_step step = {.number = m->result->steps, .state = m->state};
    m->game->status(m->state, &status);
    step.turn = status.turn;
    step.asked = m->game->actors(m->state);
    for (int p = 0; p < 2; p++) {
        const struct question *q = &m->table.question[p];
        step.kind[p] = q->kind;
        step.ms[p] = q->ms;
        step.answer[p] = q->used > 0 ? m->table.seat[p].got : NULL;
        step.answer_len[p] = q->used;
        step.err[p] = &m->table.seat[p].err;
        step.left_ms[p] = budget_shown(&m->table.budget[p]);
    }
    return step;
}

static bool play_step(struct match *m, struct err *err)
{
    struct game_reply reply[2];
    if (!get_answers(m, m->game->actors(m->state), err)) return false;
    for (int p = 0; p < 2; p++)
        if (m->table.question[p].kind == REPLY_ACTION) seat_hear_turn(&m->table.seat[p]);
    struct match_step step = describe(m);
    struct game_status before;
    m->game->status(m->state, &before);
    for (int p = 0; p < 2; p++) {
        bool is_read = m->table.name_failure[p] == REPLY_NONE;
        reply[p] = (struct game_reply){.kind = step.kind[p],
                                       .action = is_read ? m->table.action[p] : NULL};
        count(m, p, before.over);
    }
    m->game->step(m->state, reply);
    m->result->steps++;
    if (m->game->actors(m->state) == 0)
        for (int p = 0; p < 2; p++) {
            seat_drain_err(&m->table.seat[p]);
            if (m->result->seat[p].fault) seat_explain(&m->table.seat[p]);
        }
    if (!tell(m, &step, err)) return false;
    table_clear(&m->table);
    return true;
}

static bool set_up(struct match *m, struct err *err)
{
    char buf[SAID_BYTES];
    struct text why = TEXT_ON(buf);
    assert(m->o->core_count == 0 || 2 * m->o->lane + 2 < m->o->core_count);
    if (!m->state) return err_set(err, "out of memory");
    if (m->o->position)
        memcpy(m->state, m->o->position, m->game->state_size);
    else if (!m->game->init(m->state, &m->o->setup, &why))
        return err_said(err, buf);
    const int *core = m->o->core_count > 0 ? &m->o->core[2 * m->o->lane] : NULL;
    for (int p = 0; p < 2; p++) {
        struct seat_options seat = {.game = m->game,
                                    .spec = m->o->seat[p],
                                    .seed = match_seat_seed(m->o->setup.seed, p),
                                    .listener = m->o->listener[p],
                                    .log_path = m->o->log_path[p],
                                    .limits = m->o->limits,
                                    .cage = m->o->cage,
                                    .slot = m->o->slot + p,
                                    .caged = m->o->caged,
                                    .others = m->o->programs ? m->o->programs : m->o->seat,
                                    .other_count = m->o->programs ? m->o->program_count : 2,
                                    .home = m->o->home[p],
                                    .core = core ? &core[p] : NULL,
                                    .line = m->o->line[p]};
        if (!table_seat(&m->table, p, &seat, &m->o->clock, err)) return false;
    }
    tell_listening(m);
    if (!core) return true;
    return cores_pin(m->o->shares_core ? core[0] : m->o->core[m->o->core_count - 1], err);
}

static bool seated(struct match *m, struct err *err)
{
    for (int i = 0; i < m->watch_count; i++) {
        const struct match_watch *w = &m->watches[i];
        if (w->seated && !w->seated(w->arg, err)) return false;
    }
    m->began_us = clock_us();
    return true;
}

static bool begin(const struct match *m, struct err *err)
{
    const char *names[2] = {m->table.seat[0].name, m->table.seat[1].name};
    for (int i = 0; i < m->watch_count; i++) {
        const struct match_watch *w = &m->watches[i];
        if (w->begin && !w->begin(w->arg, m->state, names, m->table.name_ms, err)) return false;
    }
    return true;
}

static void say_farewell(struct match *m)
{
    for (int p = 0; p < 2; p++) {
        struct text *t = &m->table.out[p];
        seat_pause(&m->table.seat[p], false);
        text_clear(t);
        m->game->farewell(m->state, p, t);
        if (t->len > 0) seat_send(&m->table.seat[p], t->buf, t->len);
    }
}

static bool play(struct match *m, struct err *err)
{
    if (!set_up(m, err) || !seated(m, err)) return false;
    if (!table_names(&m->table, &m->o->clock, err) || !begin(m, err)) return false;
    while (m->game->actors(m->state) != 0)
        if (!play_step(m, err)) return false;
    say_farewell(m);
    m->game->status(m->state, &m->result->status);
    return true;
}

bool match_run(const struct match_options *options, const struct match_watch *watches,
               int watch_count, struct match_result *result, struct err *err)
{
    struct match m = {.o = options,
                      .game = options->game,
                      .state = memory_zeroed(options->game->state_size),
                      .result = result,
                      .watches = watches,
                      .watch_count = watch_count};
    struct proc_end ends[2];
    *result = (struct match_result){0};
    bool ok = table_open(&m.table, options->game, options->cpu_clock, options->margin_ms, err);
    m.table.contest_names = options->contest_names;
    m.table.notice = pass_notice;
    m.table.notice_arg = &m;
    ok = ok && play(&m, err);
    if (m.began_us > 0) result->wall_ms = (clock_us() - m.began_us) / 1000;
    for (int p = 0; p < 2; p++)
        memcpy(result->seat[p].name, m.table.seat[p].name, sizeof result->seat[p].name);
    for (int p = 0; p < 2; p++) result->seat[p].is_disturbed = m.table.is_disturbed[p];
    result->is_disturbed = m.table.is_disturbed[0] || m.table.is_disturbed[1];
    table_close(&m.table, ends);
    for (int p = 0; p < 2; p++) {
        result->seat[p].end = ends[p];
        result->seat[p].fault = name_fault(&result->seat[p]);
    }
    free(m.state);
    return ok;
}
