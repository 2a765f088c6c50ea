/* A tournament is played by looking again after each result: what is due is listed, handed out to
   the runner, and made anew from the journal when something has ended. A game of TCP clients needs
   a court besides; one that has none, or whose clients are playing, waits in the list. */
#include "league/contest/tournament_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool add_due(struct tournament_play *p, int fixture, int game)
{
    if (p->due_count == p->due_cap) {
        int64_t cap = p->due_cap ? 2 * p->due_cap : 256;
        struct tournament_due *wider = realloc(p->due, (size_t)cap * sizeof *wider);
        if (!wider) return err_set(p->err, "out of memory");
        p->due = wider;
        p->due_cap = cap;
    }
    p->due[p->due_count++] = (struct tournament_due){.fixture = fixture, .game = game};
    return true;
}

static bool add_due_of(struct tournament_play *p, int fixture)
{
    const struct tournament_phase *phase = tournament_current(p);
    const struct fixture *f = &phase->schedule.fixtures[fixture];
    if (f->is_over || !fixture_is_playable(f)) return true;
    int due = f->player[1] == FIXTURE_BOT ? 1 : f->series.due;
    for (int game = 0; game < due; game++) {
        struct match_runner_task task;
        tournament_name_game(p->t.contest, phase, fixture, f, game, &task);
        if (journal_find(p->journal, task.key) || match_runner_plays(&p->runner, task.key))
            continue;
        if (!add_due(p, fixture, game)) return false;
    }
    return true;
}

bool tournament_refresh(struct tournament_play *p)
{
    tournament_free(&p->t);
    p->due_count = p->next = 0;
    p->is_stale = false;
    if (!tournament_look(&p->t, p->o->contest, p->journal, p->err)) return false;
    for (int i = 0; !p->t.is_over && i < tournament_current(p)->schedule.count; i++)
        if (!add_due_of(p, i)) return false;
    return true;
}

/* ---- courts ---- */

static bool seat_is_tcp(const struct contest *c, int seat)
{
    return seat < c->player_count && c->player[seat].is_tcp;
}

bool tournament_is_busy(const struct tournament_play *p, const struct tournament_place *court)
{
    return court->key[0] && match_runner_plays(&p->runner, court->key);
}

/* A client is one program on one machine. */
static bool is_playing(const struct tournament_play *p, int seat)
{
    for (int i = 0; i < p->o->contest->courts; i++) {
        const struct tournament_place *court = &p->court[i];
        if ((court->seat[0] == seat || court->seat[1] == seat) && tournament_is_busy(p, court))
            return true;
    }
    return false;
}

/* That of the game before of the same match, or the first one; NULL: none is free. */
static struct tournament_place *free_court(struct tournament_play *p,
                                           const struct tournament_due *d)
{
    struct tournament_place *first = NULL;
    for (int i = p->o->contest->courts - 1; i >= 0; i--) {
        struct tournament_place *court = &p->court[i];
        if (tournament_is_busy(p, court)) continue;
        bool is_its_own = court->key[0] && court->fixture == d->fixture &&
                          court->phase == tournament_current(p)->number;
        if (is_its_own) return court;
        first = court;
    }
    return first;
}

void tournament_about(const struct tournament_play *p, const struct tournament_due *d,
                      const struct match_runner_task *task, struct tournament_court *about)
{
    const struct contest *c = p->o->contest;
    const struct tournament_phase *phase = tournament_current(p);
    const struct fixture *f = &phase->schedule.fixtures[d->fixture];
    *about = (struct tournament_court){
        .phase = phase->phase->name, .label = f->label, .round = f->round + 1, .game = d->game + 1};
    for (int side = 0; side < 2; side++) {
        int seat = task->seat[side];
        bool is_player = seat < c->player_count;
        about->is_tcp[side] = seat_is_tcp(c, seat);
        about->name[side] = is_player ? c->player[seat].name : phase->phase->bot;
        about->player[side] = is_player ? seat : -1;
    }
}

static void take_court(struct tournament_play *p, struct tournament_place *court,
                       const struct tournament_due *d, struct match_runner_task *task)
{
    int number = (int)(court - p->court);
    tournament_about(p, d, task, &court->about);
    court->about.number = number + 1;
    memcpy(court->key, task->key, sizeof court->key);
    court->fixture = d->fixture;
    court->phase = tournament_current(p)->number;
    for (int side = 0; side < 2; side++) {
        court->seat[side] = task->seat[side];
        court->about.port[side] = p->o->contest->first_port + 2 * number + side;
        snprintf(court->spec[side], sizeof court->spec[side], "tcp:%d", court->about.port[side]);
        if (court->about.is_tcp[side]) task->command[side] = court->spec[side];
    }
    task->is_once = true;
}

/* False: the game has to wait for its players or for a court. */
static bool find_court(struct tournament_play *p, const struct tournament_due *d,
                       struct match_runner_task *task)
{
    const struct contest *c = p->o->contest;
    bool is_tcp[2] = {seat_is_tcp(c, task->seat[0]), seat_is_tcp(c, task->seat[1])};
    if (!is_tcp[0] && !is_tcp[1]) return true;
    for (int side = 0; side < 2; side++)
        if (is_tcp[side] && is_playing(p, task->seat[side])) return false;
    struct tournament_place *court = free_court(p, d);
    if (!court) return false;
    take_court(p, court, d, task);
    return true;
}

/* Clients are called when they can connect and not before: a scripted one comes at once. Both seats
   are open when the first one says so. */
static void tell_court(const struct tournament_play *p, const struct tournament_court *court,
                       int side, const struct notice *notice)
{
    int first = court->is_tcp[0] ? 0 : 1;
    if (notice->kind != NOTICE_LISTENING)
        p->o->court(p->arg, court, side, notice);
    else if (side == first)
        p->o->court(p->arg, court, side, NULL);
}

static void hear(void *arg, const struct match_runner_task *task, int side,
                 const struct notice *notice)
{
    struct tournament_play *p = arg;
    for (int i = 0; p->o->court && i < p->o->contest->courts; i++)
        if (strcmp(p->court[i].key, task->key) == 0)
            tell_court(p, &p->court[i].about, side, notice);
}

static void hear_fault(void *arg, const struct journal_match *m, int side,
                       const struct match_end_side *end)
{
    const struct tournament_play *p = arg;
    if (p->o->fault) p->o->fault(p->arg, m, side, end);
}

static bool holds(void *arg, const struct journal_match *m)
{
    const struct tournament_play *p = arg;
    for (int side = 0; p->o->holds_faults && side < 2; side++)
        if (m->fault[side][0] && seat_is_tcp(p->o->contest, m->seat[side])) return true;
    return false;
}

static void hear_people(void *arg, int line)
{
    struct tournament_play *p = arg;
    p->o->hear(p->arg, p, line);
}

static int64_t wait_us(void *arg)
{
    const struct tournament_play *p = arg;
    return p->o->wait_us ? p->o->wait_us(p->arg) : -1;
}

/* ---- what is next ---- */

static bool find_due(struct tournament_play *p, struct match_runner_task *task)
{
    while (p->next < p->due_count && p->due[p->next].is_out) p->next++;
    for (int64_t i = p->next; i < p->due_count; i++) {
        struct tournament_due *d = &p->due[i];
        if (d->is_out) continue;
        tournament_fill_task(p->o->contest, tournament_current(p), d->fixture, d->game, task);
        if (find_court(p, d, task)) return d->is_out = true;
    }
    return false;
}

static enum match_runner_next next_game(void *arg, struct match_runner_task *task)
{
    struct tournament_play *p = arg;
    if (find_due(p, task)) return MATCH_RUNNER_PLAY;
    if (p->is_stale && !tournament_refresh(p)) {
        p->has_failed = true;
        return MATCH_RUNNER_END;
    }
    if (find_due(p, task)) return MATCH_RUNNER_PLAY;
    return p->t.is_over ? MATCH_RUNNER_END : MATCH_RUNNER_WAIT;
}

static bool take_result(void *arg, const struct journal_match *m, struct err *err)
{
    struct tournament_play *p = arg;
    (void)m;
    (void)err;
    p->is_stale = true;
    if (p->tell) p->tell(p->arg, p->journal, tournament_current(p)->phase->name);
    return true;
}

static void name_seats(const struct contest *c, const char **seats,
                       struct match_runner_options *runner)
{
    runner->seats = seats;
    runner->names = seats; /* as the contest calls them, whatever they call themselves */
    runner->seat_count = tournament_bot_seat(c, c->phase_count);
    for (int i = 0; i < c->player_count; i++) seats[i] = c->player[i].name;
    for (int i = 0; i < c->phase_count; i++)
        if (c->phase[i].bot[0]) seats[tournament_bot_seat(c, i)] = c->phase[i].bot;
}

bool tournament_open(struct tournament_play *p, struct match_runner_options *runner,
                     struct err *err)
{
    static char buf[1 << 16];
    struct text header = TEXT_ON(buf);
    char more[64];
    snprintf(more, sizeof more, "\"contest\":\"%016llx\"",
             (unsigned long long)contest_hash(p->o->contest));
    match_runner_header(&header, runner, more);
    runner->header = header.buf;
    return match_runner_open(&p->runner, runner, p->journal, err) && tournament_refresh(p);
}

static bool run(struct tournament_play *p, struct match_runner_options *runner, struct err *err)
{
    struct match_runner_plan plan = {.arg = p,
                                     .next = next_game,
                                     .done = take_result,
                                     .fault = hear_fault,
                                     .notice = hear,
                                     .holds = holds,
                                     .lines = p->o->lines,
                                     .line_count = p->o->line_count,
                                     .hear = hear_people,
                                     .wait_us = p->o->wait_us ? wait_us : NULL};
    bool ok = tournament_open(p, runner, err) && match_runner_run(&p->runner, &plan, err) &&
              !p->has_failed;
    match_runner_close(&p->runner);
    return ok;
}

struct match_runner_options tournament_runner(const struct tournament_options *o,
                                              const char **seats)
{
    struct match_runner_options runner = {.match = o->match,
                                          .jobs = o->jobs,
                                          .out = o->out,
                                          .resume = o->resume,
                                          .records = o->records,
                                          .keep_stderr = o->keep_stderr};
    runner.match.game = o->contest->game;
    runner.match.clock = o->contest->clock;
    runner.match.contest_names = !o->contest->any_name;
    runner.match.setup = (struct game_setup){.options = o->contest->setup};
    name_seats(o->contest, seats, &runner);
    return runner;
}

bool tournament_run(const struct tournament_options *o, tournament_fn *tell, void *arg,
                    struct journal *journal, struct err *err)
{
    const char *seats[CONTEST_PLAYERS + CONTEST_PHASES];
    struct tournament_play p = {.o = o, .journal = journal, .err = err, .tell = tell, .arg = arg};
    struct match_runner_options runner = tournament_runner(o, seats);
    if (o->play) *o->play = &p;
    bool ok = run(&p, &runner, err);
    if (o->play) *o->play = NULL;
    tournament_free(&p.t);
    free(p.due);
    return ok;
}
