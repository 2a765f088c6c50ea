/* Schedules are made anew from the journal after every result; there is no other state that a
   kill could lose. */
#include "league/contest/tournament.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* More than any phase has rounds, and nearly any match pairs. */
enum { PAIRS_A_ROUND = 200, ROUNDS_A_PHASE = 300, PAIRS_A_PHASE = ROUNDS_A_PHASE * PAIRS_A_ROUND };

/* ---- who plays what ---- */

/* Seats are the players, and behind them the bots of the phases that have one. */
static int bot_seat(const struct contest *c, int phase)
{
    int seat = c->player_count;
    for (int i = 0; i < phase; i++) seat += c->phase[i].bot[0] != '\0';
    return seat;
}

static int seat_of(const struct contest *c, const struct tournament_phase *p, int entrant)
{
    return entrant == FIXTURE_BOT ? bot_seat(c, p->number) : p->player[entrant];
}

static int pair_number(const struct tournament_phase *p, const struct fixture *f, int game)
{
    int pair = game / 2;
    if (pair < PAIRS_A_ROUND) return p->number * PAIRS_A_PHASE + f->round * PAIRS_A_ROUND + pair;
    /* A match that stays level has as many as it takes: behind those of all phases. */
    return CONTEST_PHASES * PAIRS_A_PHASE +
           (pair - PAIRS_A_ROUND) * CONTEST_PHASES * ROUNDS_A_PHASE + p->number * ROUNDS_A_PHASE +
           f->round;
}

/* Against a bot there is one game, with the bot as the second. */
static void name_game(const struct contest *c, const struct tournament_phase *p, int fixture,
                      const struct fixture *f, int game, struct match_runner_task *task)
{
    for (int side = 0; side < 2; side++)
        task->seat[side] = seat_of(c, p, f->player[series_side(game, side)]);
    snprintf(task->key, sizeof task->key, "%d:%d:%d:%d:%d", p->number + 1, fixture + 1, game + 1,
             task->seat[0], task->seat[1]);
}

static void fill_task(const struct contest *c, const struct tournament_phase *p, int fixture,
                      int game, struct match_runner_task *task)
{
    const struct fixture *f = &p->schedule.fixtures[fixture];
    const struct contest_maps *maps = p->phase->maps.count > 0 ? &p->phase->maps : &c->maps;
    name_game(c, p, fixture, f, game, task);
    task->round = pair_number(p, f, game);
    task->seed = c->seed + (uint64_t)task->round;
    task->setup = p->phase->setup;
    if (maps->count > 0) task->map = maps->text[(f->round + game / 2) % maps->count];
    for (int side = 0; side < 2; side++) {
        int seat = task->seat[side];
        task->command[side] = seat < c->player_count ? c->player[seat].seat : p->phase->bot;
    }
}

/* ---- how it stands ---- */

struct looking {
    const struct contest *c;
    const struct tournament_phase *p;
    const struct journal *journal;
    struct series_game *played; /* of the match that is looked at; owned */
    int cap;
    bool has_failed;
};

static const struct journal_match *find_game(const struct looking *l, int number,
                                             const struct fixture *f, int game)
{
    struct match_runner_task task;
    name_game(l->c, l->p, number, f, game, &task);
    return journal_find(l->journal, task.key);
}

static struct chaser_outcome outcome_of(const struct journal_match *m)
{
    struct chaser_outcome o = {.winner = m->winner, .turns_left = (int32_t)m->rest[0]};
    for (int p = 0; p < 2; p++) o.items[p] = (int32_t)m->score[p];
    if (!chaser_cause_of(m->reason, &o.cause)) o.cause = CAUSE_ITEMS; /* of no game we know */
    return o;
}

static void look_at_solo(const struct looking *l, int number, struct fixture *f)
{
    const struct journal_match *m = find_game(l, number, f, 0);
    if (!m) return;
    struct chaser_outcome outcome = outcome_of(m);
    bool is_chaser = l->p->phase->rules.format == QUALIFIER;
    f->is_over = true;
    f->solo = (struct solo){.points = is_chaser ? qualifier_points(&outcome) : m->score[0],
                            .turn_sum = m->rest[0],
                            .ms = m->wall_ms ? m->wall_ms : m->ms_total[0]};
    f->series = (struct series){.is_over = true, .played = 1, .due = 1, .winner = m->winner};
}

/* A match has no most games. */
static bool make_room(struct looking *l, int count)
{
    if (count < l->cap) return true;
    int cap = l->cap ? 2 * l->cap : 2 * CONTEST_GAMES;
    struct series_game *wider = realloc(l->played, (size_t)cap * sizeof *wider);
    l->has_failed |= !wider;
    if (!wider) return false;
    l->played = wider;
    l->cap = cap;
    return true;
}

static void look(void *arg, int number, struct fixture *f)
{
    struct looking *l = arg;
    int count = 0;
    if (f->player[1] == FIXTURE_BOT) {
        look_at_solo(l, number, f);
        return;
    }
    for (const struct journal_match *m; make_room(l, count); count++) {
        if (!(m = find_game(l, number, f, count))) break;
        l->played[count].winner = m->winner < 0 ? -1 : series_side(count, m->winner);
        l->played[count].chaser = outcome_of(m);
    }
    f->series = series_judge(&l->p->phase->rules.series, l->played, count);
    f->is_over = f->series.is_over;
}

static bool has_seat(const struct journal_decision *d, int seat)
{
    for (int i = 0; i < d->count; i++)
        if (d->seat[i] == seat) return true;
    return false;
}

static bool is_about(const struct looking *l, const struct journal_decision *d, int fixture,
                     const int *players, int count)
{
    if (d->phase != l->p->number || d->fixture != fixture || d->count != count) return false;
    for (int i = 0; i < count; i++)
        if (!has_seat(d, l->p->player[players[i]])) return false;
    return true;
}

static int entrant_of(const struct tournament_phase *p, int seat)
{
    for (int i = 0; i < p->entrants; i++)
        if (p->player[i] == seat) return i;
    return -1;
}

/* What was decided first counts. */
static bool find_lot(void *arg, int fixture, int *players, int count)
{
    const struct looking *l = arg;
    for (int i = 0; i < l->journal->decision_count; i++) {
        const struct journal_decision *d = &l->journal->decisions[i];
        if (!is_about(l, d, fixture, players, count)) continue;
        for (int k = 0; k < count; k++) players[k] = entrant_of(l->p, d->seat[k]);
        return true;
    }
    return false;
}

/* The places of the phase before are the seeds; those who enter here come behind them, in the order
   of the file. */
static void seed_phase(struct tournament *t, struct tournament_phase *p)
{
    const struct contest *c = t->contest;
    int newcomers = 0, seed = 0;
    for (int i = 0; i < c->player_count; i++) newcomers += c->player[i].phase == p->number;
    p->entrants = p->phase->entrants;
    for (; p->number > 0 && seed < p->entrants - newcomers; seed++) {
        const struct tournament_phase *before = p - 1;
        p->player[seed] = before->player[before->schedule.standings[seed].player];
    }
    for (int i = 0; i < c->player_count && seed < p->entrants; i++)
        if (c->player[i].phase == p->number) p->player[seed++] = i;
    t->begun++;
}

bool tournament_look(struct tournament *t, const struct contest *c, const struct journal *journal,
                     struct err *err)
{
    memset(t, 0, sizeof *t);
    t->contest = c;
    for (int i = 0; i < c->phase_count; i++) {
        struct tournament_phase *p = &t->phase[i];
        struct looking l = {.c = c, .p = p, .journal = journal};
        struct schedule_look looker = {.arg = &l, .look = look, .lot = find_lot};
        p->phase = &c->phase[i];
        p->number = i;
        seed_phase(t, p);
        bool ok = schedule_make(&p->schedule, &p->phase->rules, p->entrants, &looker);
        free(l.played);
        if (!ok || l.has_failed) {
            tournament_free(t);
            return err_set(err, "out of memory");
        }
        if (!p->schedule.is_over) return true;
    }
    t->is_over = true;
    return true;
}

void tournament_free(struct tournament *t)
{
    for (int i = 0; i < t->begun; i++) schedule_free(&t->phase[i].schedule);
    t->begun = 0;
}

int tournament_places(const struct tournament *t, int places[CONTEST_PLAYERS])
{
    bool is_placed[CONTEST_PLAYERS] = {false};
    int count = 0;
    for (int i = t->begun - 1; i >= 0; i--) {
        const struct tournament_phase *p = &t->phase[i];
        for (int k = 0; k < p->entrants; k++) {
            int player = p->player[p->schedule.standings[k].player];
            if (!is_placed[player]) places[count++] = player;
            is_placed[player] = true;
        }
    }
    return count;
}

const char *tournament_name(const struct tournament_phase *p, const struct contest *c, int seed)
{
    switch (seed) {
    case FIXTURE_OPEN: return "?";
    case FIXTURE_BYE: return "free";
    case FIXTURE_BOT: return p->phase->bot;
    default: return c->player[p->player[seed]].name;
    }
}

/* ---- lots ---- */

int tournament_tie(const struct tournament *t, int number, struct tie *tie,
                   int players[CONTEST_PLAYERS])
{
    if (t->begun == 0) return 0;
    const struct tournament_phase *p = &t->phase[t->begun - 1];
    const struct schedule *s = &p->schedule;
    if (number >= s->tie_count) return 0;
    *tie = s->ties[number];
    for (int i = 0; i < tie->count; i++)
        players[i] = p->player[tie->fixture >= 0 ? s->fixtures[tie->fixture].player[i]
                                                 : s->standings[tie->from + i].player];
    return tie->count;
}

static bool is_between(const struct contest *c, const int *players, int count,
                       const char *const *names, struct journal_decision *out)
{
    out->count = 0;
    for (int i = 0; i < count; i++)
        for (int k = 0; k < count; k++)
            if (strcmp(c->player[players[k]].name, names[i]) == 0 && !has_seat(out, players[k]))
                out->seat[out->count++] = players[k];
    return out->count == count;
}

static void list_ties(const struct tournament *t, struct text *out)
{
    struct tie tie;
    int players[CONTEST_PLAYERS];
    for (int i = 0, count; (count = tournament_tie(t, i, &tie, players)) > 0; i++) {
        if (i > 0) text_str(out, "; ");
        for (int k = 0; k < count; k++) {
            if (k > 0) text_str(out, ", ");
            text_str(out, t->contest->player[players[k]].name);
        }
    }
}

bool tournament_decide(const struct tournament *t, const char *const *names, int count,
                       struct journal_decision *out, struct err *err)
{
    struct tie tie;
    int players[CONTEST_PLAYERS];
    char buf[400];
    struct text open = TEXT_ON(buf);
    for (int i = 0, level; (level = tournament_tie(t, i, &tie, players)) > 0; i++) {
        *out = (struct journal_decision){.phase = t->begun - 1, .fixture = tie.fixture};
        if (level == count && is_between(t->contest, players, level, names, out)) return true;
    }
    list_ties(t, &open);
    if (open.len == 0) return err_set(err, "nothing is level and waits for a decision");
    return err_set(err, "these are not level, or not all who are; these wait for a decision: %s",
                   buf);
}

int64_t tournament_games(const struct contest *c)
{
    int64_t total = 0;
    for (int i = 0; i < c->phase_count; i++) {
        const struct schedule_rules *r = &c->phase[i].rules;
        bool is_solo = r->format == QUALIFIER || r->format == CAMPAIGN;
        total +=
            (int64_t)schedule_matches(r, c->phase[i].entrants) * (is_solo ? 1 : r->series.games);
    }
    return total;
}

static bool is_due(const struct tournament *t, const struct tournament_phase *p,
                   const struct journal *journal, int number, int game)
{
    struct match_runner_task task;
    name_game(t->contest, p, number, &p->schedule.fixtures[number], game, &task);
    return !journal_find(journal, task.key);
}

bool tournament_next(const struct tournament *t, const struct journal *journal, int fixture,
                     struct tournament_game *out)
{
    const struct tournament_phase *p = &t->phase[t->begun - 1];
    for (int i = 0; !t->is_over && i < p->schedule.count; i++) {
        const struct fixture *f = &p->schedule.fixtures[i];
        if (f->is_over || !fixture_is_playable(f) || (fixture >= 0 && fixture != i)) continue;
        int due = f->player[1] == FIXTURE_BOT ? 1 : f->series.due;
        for (int game = 0; game < due; game++) {
            if (!is_due(t, p, journal, i, game)) continue;
            *out = (struct tournament_game){.phase = p->number, .fixture = i, .game = game};
            fill_task(t->contest, p, i, game, &out->task);
            return true;
        }
    }
    return false;
}

/* ---- playing ---- */

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
        name_game(p->t.contest, phase, fixture, f, game, &task);
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

static void hear(void *arg, const struct match_runner_task *task, int side, const char *text)
{
    struct play *p = arg;
    for (int i = 0; p->o->court && i < p->o->contest->courts; i++)
        if (strcmp(p->court[i].key, task->key) == 0)
            p->o->court(p->arg, &p->court[i].about, side, text);
}

/* ---- what is next ---- */

static bool find_due(struct play *p, struct match_runner_task *task)
{
    while (p->next < p->due_count && p->due[p->next].is_out) p->next++;
    for (int64_t i = p->next; i < p->due_count; i++) {
        struct due *d = &p->due[i];
        if (d->is_out) continue;
        fill_task(p->o->contest, current(p), d->fixture, d->game, task);
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
    runner->seat_count = bot_seat(c, c->phase_count);
    for (int i = 0; i < c->player_count; i++) seats[i] = c->player[i].name;
    for (int i = 0; i < c->phase_count; i++)
        if (c->phase[i].bot[0]) seats[bot_seat(c, i)] = c->phase[i].bot;
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
        .arg = p, .next = next_game, .done = take_result, .notice = hear};
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
