/* A tournament is played by looking again after each result: what is due is listed, handed out to
   the runner, and made anew from the journal when something has ended. A game of TCP clients needs
   a court besides; one that has none, or whose clients are playing, waits in the list. */
#include "league/contest/tournament_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct due {
    int fixture, game;
    bool is_out; /* it was handed out */
};

/* Two ports, and the game that was played there last. */
struct court {
    char key[JOURNAL_KEY], spec[2][16];
    int fixture, phase, seat[2];
    struct tournament_court about;
};

struct play {
    const struct tournament_options *o;
    struct tournament t;
    struct match_runner runner;
    struct journal *journal;
    struct due *due;                  /* what was due when we last looked */
    int64_t due_count, due_cap, next; /* next: everything before it is out */
    struct court court[CONTEST_COURTS];
    bool is_stale; /* there are results that we have not looked at */
    struct err *err;
    bool has_failed;
    tournament_fn *tell;
    void *arg;
};

static struct tournament_phase *current(struct play *p)
{
    return &p->t.phase[p->t.begun - 1];
}

static bool add_due(struct play *p, int fixture, int game)
{
    if (p->due_count == p->due_cap) {
        int64_t cap = p->due_cap ? 2 * p->due_cap : 256;
        struct due *wider = realloc(p->due, (size_t)cap * sizeof *wider);
        if (!wider) return err_set(p->err, "out of memory");
        p->due = wider;
        p->due_cap = cap;
    }
    p->due[p->due_count++] = (struct due){.fixture = fixture, .game = game};
    return true;
}

static bool add_due_of(struct play *p, int fixture)
{
    const struct tournament_phase *phase = current(p);
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

/* Looks at all results again and lists what can be played now. */
static bool refresh(struct play *p)
{
    tournament_free(&p->t);
    p->due_count = p->next = 0;
    p->is_stale = false;
    if (!tournament_look(&p->t, p->o->contest, p->journal, p->err)) return false;
    for (int i = 0; !p->t.is_over && i < current(p)->schedule.count; i++)
        if (!add_due_of(p, i)) return false;
    return true;
}

/* ---- courts ---- */

static bool seat_is_tcp(const struct contest *c, int seat)
{
    return seat < c->player_count && c->player[seat].is_tcp;
}

static bool court_is_busy(const struct play *p, const struct court *court)
{
    return court->key[0] && match_runner_plays(&p->runner, court->key);
}

/* A client is one program on one machine. */
static bool is_playing(const struct play *p, int seat)
{
    for (int i = 0; i < p->o->contest->courts; i++) {
        const struct court *court = &p->court[i];
        if ((court->seat[0] == seat || court->seat[1] == seat) && court_is_busy(p, court))
            return true;
    }
    return false;
}

/* That of the game before of the same match, or the first one; NULL: none is free. */
static struct court *free_court(struct play *p, const struct due *d)
{
    struct court *first = NULL;
    for (int i = p->o->contest->courts - 1; i >= 0; i--) {
        struct court *court = &p->court[i];
        if (court_is_busy(p, court)) continue;
        bool is_its_own =
            court->key[0] && court->fixture == d->fixture && court->phase == current(p)->number;
        if (is_its_own) return court;
        first = court;
    }
    return first;
}

static void take_court(struct play *p, struct court *court, const struct due *d,
                       struct match_runner_task *task)
{
    const struct contest *c = p->o->contest;
    const struct tournament_phase *phase = current(p);
    const struct fixture *f = &phase->schedule.fixtures[d->fixture];
    int number = (int)(court - p->court);
    court->about = (struct tournament_court){.number = number + 1,
                                             .phase = phase->phase->name,
                                             .label = f->label,
                                             .round = f->round + 1,
                                             .game = d->game + 1};
    memcpy(court->key, task->key, sizeof court->key);
    court->fixture = d->fixture;
    court->phase = phase->number;
    for (int side = 0; side < 2; side++) {
        int seat = court->seat[side] = task->seat[side];
        bool is_tcp = seat_is_tcp(c, seat);
        court->about.port[side] = c->first_port + 2 * number + side;
        court->about.is_tcp[side] = is_tcp;
        court->about.name[side] = seat < c->player_count ? c->player[seat].name : phase->phase->bot;
        snprintf(court->spec[side], sizeof court->spec[side], "tcp:%d", court->about.port[side]);
        if (is_tcp) task->command[side] = court->spec[side];
    }
    task->is_once = true;
    if (p->o->court) p->o->court(p->arg, &court->about, 0, NULL);
}

/* False: the game has to wait for its players or for a court. */
static bool find_court(struct play *p, const struct due *d, struct match_runner_task *task)
{
    const struct contest *c = p->o->contest;
    bool is_tcp[2] = {seat_is_tcp(c, task->seat[0]), seat_is_tcp(c, task->seat[1])};
    if (!is_tcp[0] && !is_tcp[1]) return true;
    for (int side = 0; side < 2; side++)
        if (is_tcp[side] && is_playing(p, task->seat[side])) return false;
    struct court *court = free_court(p, d);
    if (!court) return false;
    take_court(p, court, d, task);
    return true;
}

static void hear(void *arg, const struct match_runner_task *task, int side,
                 const struct notice *notice)
{
    struct play *p = arg;
    for (int i = 0; p->o->court && i < p->o->contest->courts; i++)
        if (strcmp(p->court[i].key, task->key) == 0)
            p->o->court(p->arg, &p->court[i].about, side, notice);
}

static void hear_fault(void *arg, const struct journal_match *m, int side,
                       const struct match_end_side *end)
{
    const struct play *p = arg;
    if (p->o->fault) p->o->fault(p->arg, m, side, end);
}

/* ---- what is next ---- */

static bool find_due(struct play *p, struct match_runner_task *task)
{
    while (p->next < p->due_count && p->due[p->next].is_out) p->next++;
    for (int64_t i = p->next; i < p->due_count; i++) {
        struct due *d = &p->due[i];
        if (d->is_out) continue;
        tournament_fill_task(p->o->contest, current(p), d->fixture, d->game, task);
        if (find_court(p, d, task)) return d->is_out = true;
    }
    return false;
}

static enum match_runner_next next_game(void *arg, struct match_runner_task *task)
{
    struct play *p = arg;
    if (find_due(p, task)) return MATCH_RUNNER_PLAY;
    if (p->is_stale && !refresh(p)) {
        p->has_failed = true;
        return MATCH_RUNNER_END;
    }
    if (find_due(p, task)) return MATCH_RUNNER_PLAY;
    return p->t.is_over ? MATCH_RUNNER_END : MATCH_RUNNER_WAIT;
}

static bool take_result(void *arg, const struct journal_match *m, struct err *err)
{
    struct play *p = arg;
    (void)m;
    (void)err;
    p->is_stale = true;
    if (p->tell) p->tell(p->arg, p->journal, current(p)->phase->name);
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

static bool open_runner(struct play *p, struct match_runner_options *runner, struct err *err)
{
    static char buf[1 << 16];
    struct text header = TEXT_ON(buf);
    char more[64];
    snprintf(more, sizeof more, "\"contest\":\"%016llx\"",
             (unsigned long long)contest_hash(p->o->contest));
    match_runner_header(&header, runner, more);
    runner->header = header.buf;
    return match_runner_open(&p->runner, runner, p->journal, err) && refresh(p);
}

static bool run(struct play *p, struct match_runner_options *runner, struct err *err)
{
    struct match_runner_plan plan = {
        .arg = p, .next = next_game, .done = take_result, .fault = hear_fault, .notice = hear};
    bool ok =
        open_runner(p, runner, err) && match_runner_run(&p->runner, &plan, err) && !p->has_failed;
    match_runner_close(&p->runner);
    return ok;
}

static struct match_runner_options options_of(const struct tournament_options *o,
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
    struct play p = {.o = o, .journal = journal, .err = err, .tell = tell, .arg = arg};
    struct match_runner_options runner = options_of(o, seats);
    bool ok = run(&p, &runner, err);
    tournament_free(&p.t);
    free(p.due);
    return ok;
}

/* ---- deciding ---- */

/* "Ben > Aki": in place. */
static int split_names(char *text, const char *names[CONTEST_PLAYERS])
{
    int count = 0;
    for (char *at = text; at && count < CONTEST_PLAYERS; count++) {
        char *next = strstr(at, " > ");
        if (next) *next = '\0';
        names[count] = at;
        at = next ? next + 3 : NULL;
    }
    return count;
}

bool tournament_enter(const struct tournament_options *o, const char *order, struct err *err)
{
    const char *seats[CONTEST_PLAYERS + CONTEST_PHASES], *names[CONTEST_PLAYERS];
    struct journal journal = {0};
    struct journal_decision decision;
    struct play p = {.o = o, .journal = &journal, .err = err, .runner = {.out = -1}};
    struct match_runner_options runner = options_of(o, seats);
    char *text = strdup(order);
    int count = text ? split_names(text, names) : 0;
    bool ok = (text || err_set(err, "out of memory")) && open_runner(&p, &runner, err) &&
              tournament_decide(&p.t, names, count, &decision, err) &&
              match_runner_decide(&p.runner, &decision, err);
    match_runner_close(&p.runner);
    tournament_free(&p.t);
    journal_free(&journal);
    free(p.due);
    free(text);
    return ok;
}
