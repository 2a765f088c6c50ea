#include "site/home_parts.h"

#include "league/store_home.h"
#include "league/worker.h"
#include "os/clock.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

/* ---- beginning a match ---- */

/* Submitted programs are always caged; which slot, -1: none is free. */
static int take_slot(struct home *home, struct err *err)
{
    struct cage_limits limits = cage_default_limits();
    if (!home->has_cage && !cage_open(&home->cage, &limits, 2 * CAGED, err)) return -1;
    home->has_cage = true;
    for (int slot = 0; slot < CAGED; slot++) {
        if (home->slot_is_taken[slot]) continue;
        home->slot_is_taken[slot] = true;
        return slot;
    }
    err_set(err, "too many caged programs play");
    return -1;
}

static bool is_program(const char *seat)
{
    return strncmp(seat, "bot:", 4) != 0 && strcmp(seat, STORE_HOME) != 0;
}

/* A submitted program comes out of the store. */
static bool seat_programs(struct home *home, struct duel *d, struct match_options *m,
                          struct err *err)
{
    for (int side = 0; side < 2; side++) {
        bool found;
        const struct store_job *job = &d->match.job;
        struct program *program = &d->program[side];
        if (strcmp(job->seat[side], STORE_SUBMITTED) != 0) continue;
        if (!programs_open(home->o.programs, err) ||
            !programs_get(home->o.store, home->o.programs, job->version[side], program, &found,
                          err))
            return false;
        if (!found) return err_set(err, "a submitted program is not there");
        m->seat[side] = program->run;
        m->shown[side] = STORE_SUBMITTED;
        m->home[side] = program->folder;
    }
    return true;
}

static bool fill_cage(struct home *home, struct duel *d, struct match_options *m, struct err *err)
{
    if (!is_program(d->match.job.seat[0]) && !is_program(d->match.job.seat[1])) return true;
    d->slot = take_slot(home, err);
    m->cage = &home->cage;
    m->slot = 2 * d->slot;
    return d->slot >= 0;
}

/* What the ladder forgives a line. */
static void fill_line(struct home *home, struct duel *d, int side, const struct ladder_settings *l,
                      struct match_options *m)
{
    struct line *line = &d->place[side]->line;
    _Atomic int64_t *held = &home->held[d->number][side];
    atomic_store(held, 0);
    line->lag.turn_us = l->lag_ms * 1000;
    line->lag.match_us = l->lag_match_ms * 1000;
    m->line[side] = (struct seat_line){.held_us = held, .most_ms = l->lag_ms};
    m->shown[side] = STORE_HOME;
}

static bool start(struct home *home, struct duel *d, struct err *err)
{
    char spec[2][STORE_SEAT], buf[256];
    struct text why = TEXT_ON(buf);
    struct bout_task task = {0};
    struct ladder_settings settings;
    if (!ladder_settings_read(&settings, d->match.job.settings, &why) ||
        !worker_fill_match(&d->match.job, &task.match, &why))
        return err_set(err, "%s", buf);
    for (int side = 0; side < 2; side++) {
        if (!d->place[side]) continue;
        if (!host_seat_open(&home->host, &d->match, side, &d->seat[side], spec[side], err))
            return false;
        task.match.seat[side] = spec[side];
        fill_line(home, d, side, &settings, &task.match);
    }
    return seat_programs(home, d, &task.match, err) && fill_cage(home, d, &task.match, err) &&
           hosted_start(&home->host, &d->match, &task, err);
}

static int free_number(const struct home *home)
{
    bool is_taken[HOME_PLACES] = {0};
    for (int i = 0; i < home->duel_count; i++) is_taken[home->duels[i]->number] = true;
    for (int i = 0; i < HOME_PLACES; i++)
        if (!is_taken[i]) return i;
    return -1;
}

static struct duel *new_duel(const struct home *home)
{
    struct duel *d = home->duel_count < HOME_PLACES ? calloc(1, sizeof *d) : NULL;
    if (!d) return NULL;
    hosted_init(&d->match);
    d->seat[0] = d->seat[1] = HOST_SEAT_NONE;
    d->number = free_number(home);
    d->slot = -1;
    return d;
}

static bool make(struct home *home, struct duel *d, int64_t ladder, const int64_t version[2],
                 struct err *err)
{
    char key[JOURNAL_KEY], word[HOST_TOKEN];
    uint32_t seed = 0;
    host_token(word);
    snprintf(key, sizeof key, STORE_HOME_KEY "%s", word);
    while (getrandom(&seed, sizeof seed, 0) != sizeof seed) continue;
    struct store_plan plan = {
        .key = key, .ladder = ladder, .version = {version[0], version[1]}, .seed = seed};
    return hosted_make(&home->host, &d->match, &plan, err);
}

static bool read_points(struct home *home, struct duel *d, struct err *err)
{
    const struct store_job *job = &d->match.job;
    for (int side = 0; side < 2; side++)
        if (!store_points(home->o.store, job->ladder, job->player[side], &d->points[side], err))
            return false;
    return true;
}

static void seat_places(struct duel *d, int64_t now_us)
{
    for (int side = 0; side < 2; side++) {
        struct place *p = d->place[side];
        if (!p) continue;
        p->duel = d;
        p->side = side;
        line_begin(&p->line, d->match.job.match);
        lag_ask(&p->line.lag, now_us); /* for its name */
        duel_tell_match(d, side);
    }
}

/* Its match is held. The duel belongs to the home from here, or is freed. */
static bool begin(struct home *home, struct duel *d, struct err *err)
{
    if (read_points(home, d, err) && start(home, d, err)) {
        home->duels[home->duel_count++] = d;
        seat_places(d, clock_us());
        return true;
    }
    hosted_give_up(&home->host, &d->match, err->text);
    d->place[0] = d->place[1] = NULL;
    duel_free(home, d);
    return false;
}

/* ---- pairing ---- */

static struct place *free_place_of(const struct home *home, int64_t version, int64_t ladder,
                                   const struct place *but)
{
    for (int i = 0; i < home->place_count; i++) {
        struct place *p = home->places[i];
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

static bool fill_field(const struct home *home, struct field *f, const struct place *p)
{
    f->fit_count = 0;
    for (int i = 0; i < f->count && f->fit_count == 0; i++)
        if (f->all[i].version == p->who.version) f->which[f->fit_count++] = i;
    if (f->fit_count == 0) return false;
    for (int i = 0; i < f->count; i++) {
        const struct store_rival *r = &f->all[i];
        if (r->player == p->who.player) continue;
        if (r->is_submitted && !home->o.cages_strangers) continue;
        if (r->is_home && !free_place_of(home, r->version, p->who.ladder, p)) continue;
        f->which[f->fit_count++] = i;
    }
    for (int i = 0; i < f->fit_count; i++) f->candidate[i] = f->all[f->which[i]].candidate;
    return true;
}

static bool pair_with(struct home *home, struct place *p, const struct store_rival *me,
                      const struct store_rival *rival, struct err *err)
{
    uint8_t side = 0;
    int64_t version[2];
    struct duel *d = new_duel(home);
    if (!d) return err_set(err, "too many matches are being played");
    while (getrandom(&side, 1, 0) != 1) continue;
    side &= 1;
    d->place[side] = p;
    if (rival->is_home) d->place[1 - side] = free_place_of(home, rival->version, p->who.ladder, p);
    version[side] = p->who.version;
    version[1 - side] = rival->version;
    snprintf(d->name[side], sizeof d->name[side], "%s", me->name);
    snprintf(d->name[1 - side], sizeof d->name[side], "%s", rival->name);
    snprintf(d->ladder, sizeof d->ladder, "%s", p->who.ladder_name);
    if (make(home, d, p->who.ladder, version, err)) return begin(home, d, err);
    d->place[0] = d->place[1] = NULL;
    duel_free(home, d);
    return false;
}

/* False when the store does not answer. */
static bool pair_place(struct home *home, struct field *f, struct place *p, struct err *err)
{
    uint64_t seed = 0;
    bool is_awaited;
    if (!fill_field(home, f, p)) {
        if (!store_awaits(home->o.store, p->who.ladder, p->who.account, &is_awaited, err))
            return false;
        if (is_awaited) return true;
        place_cut_off(p, "another program plays for you now, or the ladder is closed", clock_us());
        return true;
    }
    if (f->candidate[0].room <= 0) return true;
    while (getrandom(&seed, sizeof seed, 0) != sizeof seed) continue;
    int rival = matchmaking_rival(f->candidate, f->fit_count, 0, seed);
    if (rival < 0) return true;
    f->all[f->which[0]].candidate.room--;
    f->all[f->which[0]].candidate.pending++;
    return pair_with(home, p, &f->all[f->which[0]], &f->all[f->which[rival]], err);
}

/* The free places of a ladder, together: it is asked for once. */
static bool pair_ladder(struct home *home, struct field *f, int first, struct err *err)
{
    int64_t ladder = home->places[first]->who.ladder;
    if (!store_rivals(home->o.store, ladder, f->all, &f->count, err)) return false;
    for (int i = first; i < home->place_count; i++) {
        struct place *p = home->places[i];
        if (p->who.ladder == ladder && place_is_free(p) && !pair_place(home, f, p, err))
            return false;
    }
    return true;
}

static bool is_first_of_ladder(const struct home *home, int i)
{
    for (int j = 0; j < i; j++) {
        const struct place *p = home->places[j];
        if (p->who.ladder == home->places[i]->who.ladder && place_is_free(p)) return false;
    }
    return true;
}

/* False when the store does not answer. */
static bool pair_all(struct home *home, struct err *err)
{
    static struct field field;
    for (int i = 0; i < home->place_count; i++) {
        if (!place_is_free(home->places[i]) || !is_first_of_ladder(home, i)) continue;
        if (!pair_ladder(home, &field, i, err)) return false;
    }
    return true;
}

/* ---- matches that somebody queued ---- */

/* A match that a site made, and was killed over, has no program any more. */
static void void_left(struct home *home, int64_t match)
{
    struct hosted m;
    struct err ignored; /* it is tried again */
    bool found;
    hosted_init(&m);
    if (hosted_take(&home->host, &m, match, &found, &ignored) && found)
        hosted_give_up(&home->host, &m, "the site was killed while it was played");
    hosted_free(&home->host, &m);
}

static bool find_places(const struct home *home, const struct store_home_job *j,
                        struct place *place[2])
{
    for (int side = 0; side < 2; side++) {
        place[side] = NULL;
        if (j->is_submitted[side] && !home->o.cages_strangers) return false;
        if (!j->is_home[side]) continue;
        place[side] = free_place_of(home, j->version[side], 0, NULL);
        if (!place[side]) return false;
    }
    return true;
}

static bool play_queued(struct home *home, const struct store_home_job *j, struct err *err)
{
    struct place *place[2];
    bool found;
    if (j->is_left) return void_left(home, j->match), true;
    if (!find_places(home, j, place)) return true;
    struct duel *d = new_duel(home);
    if (!d) return true;
    for (int side = 0; side < 2; side++) {
        d->place[side] = place[side];
        snprintf(d->name[side], sizeof d->name[side], "%s", j->name[side]);
    }
    snprintf(d->ladder, sizeof d->ladder, "%s", j->ladder);
    bool ok = hosted_take(&home->host, &d->match, j->match, &found, err);
    if (ok && found) return begin(home, d, err);
    d->place[0] = d->place[1] = NULL;
    duel_free(home, d);
    return ok;
}

static bool look_at_queue(struct home *home, struct err *err)
{
    static struct store_home_job jobs[STORE_HOME_JOBS];
    int count;
    if (!store_home_jobs(home->o.store, jobs, &count, err)) return false;
    for (int i = 0; i < count; i++)
        if (!play_queued(home, &jobs[i], err)) return false;
    return true;
}

static bool any_free(const struct home *home)
{
    for (int i = 0; i < home->place_count; i++)
        if (place_is_free(home->places[i])) return true;
    return false;
}

/* What somebody wants comes before what nobody asked for. */
void home_give_matches(struct home *home, int64_t now_us)
{
    struct err ignored; /* it is tried again */
    int64_t pause_us = any_free(home) ? PAIR_US : QUEUE_IDLE_US;
    if (now_us - home->paired_us < pause_us) return;
    bool ok = look_at_queue(home, &ignored) && pair_all(home, &ignored);
    home->paired_us = clock_us() + (ok ? 0 : STORE_REST_US);
}
