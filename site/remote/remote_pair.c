/* Gives free places their matches: first what organisers queued, then an opponent of the ladder. */
#include "site/remote/remote_internal.h"

#include "league/store/store_home.h"
#include "league/store/store_player.h"
#include "league/work/worker.h"
#include "os/clock.h"
#include "os/random.h"
#include "referee/seat.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- beginning a match ---- */

/* Submitted programs are always caged; which slot, -1: none is free. */
static int take_slot(struct remote_play *play, struct err *err)
{
    struct cage_limits limits = cage_default_limits();
    if (!play->has_cage && !cage_open(&play->cage, &limits, 2 * REMOTE_SANDBOXED, err)) return -1;
    play->has_cage = true;
    for (int slot = 0; slot < REMOTE_SANDBOXED; slot++) {
        if (play->slot_is_taken[slot]) continue;
        play->slot_is_taken[slot] = true;
        return slot;
    }
    err_set(err, "too many programs play in the sandbox");
    return -1;
}

static bool is_program(const char *seat)
{
    return !seat_spec_is_bot(seat) && strcmp(seat, STORE_HOME) != 0;
}

/* A submitted program comes out of the store. */
static bool seat_programs(struct remote_play *play, struct remote_match *d, struct match_options *m,
                          struct err *err)
{
    for (int side = 0; side < 2; side++) {
        bool found;
        const struct store_job *job = &d->match.leased.job;
        struct program *program = &d->program[side];
        if (strcmp(job->seat[side], STORE_SUBMITTED) != 0) continue;
        if (!program_cache_open(play->o.programs, err) ||
            !program_cache_get(play->o.store, play->o.programs, job->version[side], program, &found,
                               err))
            return false;
        if (!found) return err_code(err, "program-missing: a submitted program is missing");
        m->seat[side] = program->run;
        m->shown[side] = STORE_SUBMITTED;
        m->home[side] = program->folder;
    }
    return true;
}

static bool fill_cage(struct remote_play *play, struct remote_match *d, struct match_options *m,
                      struct err *err)
{
    if (!is_program(d->match.leased.job.seat[0]) && !is_program(d->match.leased.job.seat[1]))
        return true;
    d->slot = take_slot(play, err);
    m->cage = &play->cage;
    m->slot = 2 * d->slot;
    return d->slot >= 0;
}

/* What the ladder forgives a line. */
static void fill_line(struct remote_play *play, struct remote_match *d, int side,
                      const struct ladder_settings *l, struct match_options *m)
{
    struct join_link *line = &d->place[side]->line;
    _Atomic int64_t *held = &play->held[d->number][side];
    atomic_store(held, 0);
    line->lag.turn_us = l->lag_ms * 1000;
    line->lag.match_us = l->lag_match_ms * 1000;
    m->line[side] = (struct seat_line){.held_us = held, .most_ms = l->lag_ms};
    m->shown[side] = STORE_HOME;
}

static bool start(struct remote_play *play, struct remote_match *d, struct err *err)
{
    char spec[2][STORE_SEAT], buf[SAID_BYTES];
    struct text why = TEXT_ON(buf);
    struct match_process_task task = {0};
    struct ladder_settings settings;
    if (!ladder_settings_read(&settings, d->match.leased.job.settings, &why) ||
        !worker_fill_match(&d->match.leased.job, &task.match, &why))
        return err_said(err, buf);
    for (int side = 0; side < 2; side++) {
        if (!d->place[side]) continue;
        if (!hosted_seat_open(&play->host, &d->match, side, &d->seat[side], spec[side], err))
            return false;
        task.match.seat[side] = spec[side];
        fill_line(play, d, side, &settings, &task.match);
    }
    return seat_programs(play, d, &task.match, err) && fill_cage(play, d, &task.match, err) &&
           hosted_match_start(&play->host, &d->match, &task, err);
}

static int free_number(const struct remote_play *play)
{
    bool is_taken[REMOTE_PLAY_PLACES] = {0};
    for (int i = 0; i < play->match_count; i++) is_taken[play->matches[i]->number] = true;
    for (int i = 0; i < REMOTE_PLAY_PLACES; i++)
        if (!is_taken[i]) return i;
    return -1;
}

static struct remote_match *new_remote_match(const struct remote_play *play)
{
    struct remote_match *d = play->match_count < REMOTE_PLAY_PLACES ? calloc(1, sizeof *d) : NULL;
    if (!d) return NULL;
    hosted_match_init(&d->match);
    d->seat[0] = d->seat[1] = HOST_SEAT_NONE;
    d->number = free_number(play);
    d->slot = -1;
    return d;
}

static bool make(struct remote_play *play, struct remote_match *d, int64_t ladder,
                 const int64_t version[2], struct err *err)
{
    char key[JOURNAL_KEY], word[HOSTED_TOKEN];
    hosted_token(word);
    snprintf(key, sizeof key, STORE_HOME_KEY "%s", word);
    struct store_plan plan = {
        .key = key, .ladder = ladder, .version = {version[0], version[1]}, .seed = random_u64()};
    return hosted_match_make(&play->host, &d->match, &plan, err);
}

static bool read_points(struct remote_play *play, struct remote_match *d, struct err *err)
{
    const struct store_job *job = &d->match.leased.job;
    for (int side = 0; side < 2; side++)
        if (!store_points(play->o.store, job->ladder, job->player[side], &d->points[side], err))
            return false;
    return true;
}

static void seat_places(struct remote_match *d, int64_t now_us)
{
    for (int side = 0; side < 2; side++) {
        struct place *p = d->place[side];
        if (!p) continue;
        p->match = d;
        p->side = side;
        join_link_begin(&p->line, d->match.leased.job.match);
        lag_ask(&p->line.lag, now_us); /* for its name */
        remote_match_tell_match(d, side);
    }
}

/* Its match is held. The series belongs to the home from here, or is freed. */
static bool begin(struct remote_play *play, struct remote_match *d, struct err *err)
{
    if (read_points(play, d, err) && start(play, d, err)) {
        play->matches[play->match_count++] = d;
        seat_places(d, clock_us());
        return true;
    }
    hosted_match_give_up(&play->host, &d->match, err);
    d->place[0] = d->place[1] = NULL;
    remote_match_free(play, d);
    return false;
}

/* ---- pairing ---- */

static struct place *free_place_of(const struct remote_play *play, int64_t version, int64_t ladder,
                                   const struct place *but)
{
    for (int i = 0; i < play->place_count; i++) {
        struct place *p = play->places[i];
        bool fits = p->who.version == version && (ladder == 0 || p->who.ladder == ladder);
        if (p != but && fits && place_is_free(p)) return p;
    }
    return NULL;
}

/* Those of a ladder who could play now against p; the first is p's own program. */
struct field {
    struct store_rival all[STORE_RIVALS];
    int count;
    struct candidate candidate[STORE_RIVALS];
    int which[STORE_RIVALS];
    int fit_count;
};

static bool fill_field(const struct remote_play *play, struct field *f, const struct place *p)
{
    f->fit_count = 0;
    for (int i = 0; i < f->count && f->fit_count == 0; i++)
        if (f->all[i].version == p->who.version) f->which[f->fit_count++] = i;
    if (f->fit_count == 0) return false;
    for (int i = 0; i < f->count; i++) {
        const struct store_rival *r = &f->all[i];
        if (r->player == p->who.player) continue;
        if (r->is_submitted && !play->o.cages_strangers) continue;
        if (r->is_home && !free_place_of(play, r->version, p->who.ladder, p)) continue;
        f->which[f->fit_count++] = i;
    }
    for (int i = 0; i < f->fit_count; i++) f->candidate[i] = f->all[f->which[i]].candidate;
    return true;
}

static bool pair_with(struct remote_play *play, struct place *p, const struct store_rival *me,
                      const struct store_rival *rival, struct err *err)
{
    int side = random_u32() & 1;
    int64_t version[2];
    struct remote_match *d = new_remote_match(play);
    if (!d) return err_set(err, "too many matches are being played");
    d->place[side] = p;
    if (rival->is_home) d->place[1 - side] = free_place_of(play, rival->version, p->who.ladder, p);
    version[side] = p->who.version;
    version[1 - side] = rival->version;
    snprintf(d->name[side], sizeof d->name[side], "%s", me->name);
    snprintf(d->name[1 - side], sizeof d->name[side], "%s", rival->name);
    snprintf(d->ladder, sizeof d->ladder, "%s", p->who.ladder_name);
    if (make(play, d, p->who.ladder, version, err)) return begin(play, d, err);
    d->place[0] = d->place[1] = NULL;
    remote_match_free(play, d);
    return false;
}

/* It has no place in its ladder any more. */
static bool say_why(struct remote_play *play, struct place *p, struct err *err)
{
    struct store_ladder ladder;
    if (!store_find_ladder(play->o.store, p->who.ladder_name, &ladder, err)) return false;
    place_cut_off(p, ladder.is_open ? "another program plays for you now" : "the ladder is closed",
                  clock_us());
    return true;
}

/* False when the store does not answer. */
static bool pair_place(struct remote_play *play, struct field *f, struct place *p, struct err *err)
{
    bool is_awaited;
    if (!fill_field(play, f, p)) {
        if (!store_awaits(play->o.store, p->who.ladder, p->who.account, &is_awaited, err))
            return false;
        if (is_awaited) return true;
        return say_why(play, p, err);
    }
    if (f->candidate[0].room <= 0) return true;
    int rival = matchmaking_rival(f->candidate, f->fit_count, 0, random_u64());
    if (rival < 0) return true;
    f->all[f->which[0]].candidate.room--;
    f->all[f->which[0]].candidate.pending++;
    return pair_with(play, p, &f->all[f->which[0]], &f->all[f->which[rival]], err);
}

/* The free places of a ladder, together: it is asked for once. */
static bool pair_ladder(struct remote_play *play, struct field *f, int first, struct err *err)
{
    int64_t ladder = play->places[first]->who.ladder;
    if (!store_rivals(play->o.store, ladder, f->all, &f->count, err)) return false;
    for (int i = first; i < play->place_count; i++) {
        struct place *p = play->places[i];
        if (p->who.ladder == ladder && place_is_free(p) && !pair_place(play, f, p, err))
            return false;
    }
    return true;
}

static bool is_first_of_ladder(const struct remote_play *play, int i)
{
    for (int j = 0; j < i; j++) {
        const struct place *p = play->places[j];
        if (p->who.ladder == play->places[i]->who.ladder && place_is_free(p)) return false;
    }
    return true;
}

/* False when the store does not answer. */
static bool pair_all(struct remote_play *play, struct err *err)
{
    static struct field field;
    for (int i = 0; i < play->place_count; i++) {
        if (!place_is_free(play->places[i]) || !is_first_of_ladder(play, i)) continue;
        if (!pair_ladder(play, &field, i, err)) return false;
    }
    return true;
}

/* ---- matches that somebody queued ---- */

/* A match that a site made, and was killed over, has no program any more. */
static void void_left(struct remote_play *play, int64_t match)
{
    struct hosted_match m;
    struct err why, ignored; /* it is tried again */
    bool found;
    hosted_match_init(&m);
    err_code(&why, "match-site-killed: the site was killed while it was played");
    if (hosted_match_take(&play->host, &m, match, &found, &ignored) && found)
        hosted_match_give_up(&play->host, &m, &why);
    hosted_match_free(&play->host, &m);
}

static bool find_places(const struct remote_play *play, const struct store_home_job *j,
                        struct place *place[2])
{
    for (int side = 0; side < 2; side++) {
        place[side] = NULL;
        if (j->is_submitted[side] && !play->o.cages_strangers) return false;
        if (!j->is_home[side]) continue;
        place[side] = free_place_of(play, j->version[side], 0, NULL);
        if (!place[side]) return false;
    }
    return true;
}

static bool play_queued(struct remote_play *play, const struct store_home_job *j, struct err *err)
{
    struct place *place[2];
    bool found;
    if (j->is_left) return void_left(play, j->match), true;
    if (!find_places(play, j, place)) return true;
    struct remote_match *d = new_remote_match(play);
    if (!d) return true;
    for (int side = 0; side < 2; side++) {
        d->place[side] = place[side];
        snprintf(d->name[side], sizeof d->name[side], "%s", j->name[side]);
    }
    snprintf(d->ladder, sizeof d->ladder, "%s", j->ladder);
    bool ok = hosted_match_take(&play->host, &d->match, j->match, &found, err);
    if (ok && found) return begin(play, d, err);
    d->place[0] = d->place[1] = NULL;
    remote_match_free(play, d);
    return ok;
}

static bool look_at_queue(struct remote_play *play, struct err *err)
{
    static struct store_home_job jobs[STORE_HOME_JOBS];
    int count;
    if (!store_home_jobs(play->o.store, jobs, &count, err)) return false;
    for (int i = 0; i < count; i++)
        if (!play_queued(play, &jobs[i], err)) return false;
    return true;
}

static bool any_free(const struct remote_play *play)
{
    for (int i = 0; i < play->place_count; i++)
        if (place_is_free(play->places[i])) return true;
    return false;
}

/* What somebody wants comes before what nobody asked for. */
void remote_play_give_matches(struct remote_play *play, int64_t now_us)
{
    struct err ignored; /* it is tried again */
    int64_t pause_us = any_free(play) ? REMOTE_PAIR_US : REMOTE_QUEUE_IDLE_US;
    if (now_us - play->paired_us < pause_us) return;
    bool ok = look_at_queue(play, &ignored) && pair_all(play, &ignored);
    play->paired_us = clock_us() + (ok ? 0 : REMOTE_STORE_REST_US);
}
