/* Schedules are made anew from the journal after every result; there is no other state that a
   kill could lose. */
#include "league/contest/tournament_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* More than any phase has rounds, and nearly any match pairs. */
enum { PAIRS_A_ROUND = 200, ROUNDS_A_PHASE = 300, PAIRS_A_PHASE = ROUNDS_A_PHASE * PAIRS_A_ROUND };

/* ---- who plays what ---- */

/* Seats are the players, and behind them the bots of the phases that have one. */
int tournament_bot_seat(const struct contest *c, int phase)
{
    int seat = c->player_count;
    for (int i = 0; i < phase; i++) seat += c->phase[i].bot[0] != '\0';
    return seat;
}

static int seat_of(const struct contest *c, const struct tournament_phase *p, int entrant)
{
    return entrant == FIXTURE_BOT ? tournament_bot_seat(c, p->number) : p->player[entrant];
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
void tournament_name_game(const struct contest *c, const struct tournament_phase *p, int fixture,
                          const struct fixture *f, int game, struct match_runner_task *task)
{
    for (int side = 0; side < 2; side++)
        task->seat[side] = seat_of(c, p, f->player[series_side(game, side)]);
    snprintf(task->key, sizeof task->key, "%d:%d:%d:%d:%d", p->number + 1, fixture + 1, game + 1,
             task->seat[0], task->seat[1]);
}

void tournament_fill_task(const struct contest *c, const struct tournament_phase *p, int fixture,
                          int game, struct match_runner_task *task)
{
    const struct fixture *f = &p->schedule.fixtures[fixture];
    const struct contest_maps *maps = p->phase->maps.count > 0 ? &p->phase->maps : &c->maps;
    tournament_name_game(c, p, fixture, f, game, task);
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
    tournament_name_game(l->c, l->p, number, f, game, &task);
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

const struct journal_match *tournament_result(const struct tournament *t,
                                              const struct journal *journal, int phase, int fixture,
                                              int game)
{
    const struct tournament_phase *p = &t->phase[phase];
    const struct fixture *f = &p->schedule.fixtures[fixture];
    struct match_runner_task task;
    if (!fixture_is_playable(f)) return NULL;
    tournament_name_game(t->contest, p, fixture, f, game, &task);
    return journal_find(journal, task.key);
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
            if (tournament_result(t, journal, p->number, i, game)) continue;
            *out = (struct tournament_game){.phase = p->number, .fixture = i, .game = game};
            tournament_fill_task(t->contest, p, i, game, &out->task);
            return true;
        }
    }
    return false;
}
