#include "site/home.h"

#include "league/programs.h"
#include "league/store_home.h"
#include "league/worker.h"
#include "os/clock.h"
#include "os/file.h"
#include "site/line.h"
#include "site/put.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/socket.h>

enum {
    EACH = 3, /* descriptors of a match */
    PAIR_US = 250 * 1000,
    QUEUE_IDLE_US = 5 * 1000 * 1000, /* while nobody is there */
    STORE_REST_US = 5 * 1000 * 1000, /* after it did not answer */
    BUSY_US = 50 * 1000,             /* how long to sleep while pings may be due */
    CAGED = 32                       /* matches with a caged program at a time */
};

struct duel;

/* A line, and who is at its other end. */
struct place {
    struct line line;
    struct home_wish who; /* its token is the place's */
    struct duel *duel;    /* NULL: free */
    int side;
    int64_t owed; /* so many bytes of ours the client must have: the result of its last match */
    bool is_gone;
};

/* A match with one or two of them. */
struct duel {
    struct hosted match;
    struct place *place[2]; /* NULL: somebody else's seat */
    struct host_seat seat[2];
    char name[2][STORE_NAME];
    char ladder[STORE_NAME];
    double points[2];          /* before */
    int number;                /* where it writes what the lines held up */
    int slot;                  /* of the cage, -1: none */
    struct program program[2]; /* of those who were submitted */
};

struct home {
    struct home_options o;
    struct host host;
    struct place *places[HOME_PLACES];
    struct duel *duels[HOME_PLACES];
    int place_count, duel_count;
    _Atomic int64_t (*held)[2]; /* shared with the processes of the matches, by their number */
    struct cage cage;
    bool has_cage, slot_is_taken[CAGED];
    int64_t paired_us; /* when free places were last given matches */
};

/* ---- opening ---- */

struct home *home_open(const struct home_options *options, struct err *err)
{
    struct home *home = calloc(1, sizeof *home);
    if (!home) return err_set(err, "out of memory"), NULL;
    home->o = *options;
    void *held = mmap(NULL, HOME_PLACES * sizeof home->held[0], PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (held != MAP_FAILED) {
        home->held = held;
        if (host_open(&home->host, options->store, options->live, err)) return home;
        munmap(held, HOME_PLACES * sizeof home->held[0]);
    } else {
        err_sys(err, "cannot map memory");
    }
    free(home);
    return NULL;
}

static void free_place(struct place *p)
{
    line_free(&p->line);
    free(p);
}

static void free_duel(struct home *home, struct duel *d)
{
    hosted_free(&home->host, &d->match);
    for (int side = 0; side < 2; side++) {
        host_seat_close(&d->seat[side]);
        if (d->place[side]) d->place[side]->duel = NULL;
    }
    if (d->slot >= 0) home->slot_is_taken[d->slot] = false;
    free(d);
}

void home_close(struct home *home)
{
    if (!home) return;
    for (int i = 0; i < home->duel_count; i++) {
        struct duel *d = home->duels[i];
        if (!d->match.is_over) hosted_give_up(&home->host, &d->match, "the site was closed");
        free_duel(home, d);
    }
    for (int i = 0; i < home->place_count; i++) free_place(home->places[i]);
    if (home->has_cage) cage_close(&home->cage);
    host_close(&home->host);
    munmap(home->held, HOME_PLACES * sizeof home->held[0]);
    free(home);
}

/* ---- who is there ---- */

int home_places(const struct home *home)
{
    return home->place_count;
}

int home_matches(const struct home *home)
{
    return home->duel_count;
}

static bool is_free(const struct place *p)
{
    return !p->duel && !p->is_gone && p->line.link && !p->line.is_leaving;
}

int home_count(const struct home *home, int64_t player, bool only_free)
{
    int count = 0;
    for (int i = 0; i < home->place_count; i++) {
        const struct place *p = home->places[i];
        bool is_here = p->line.link && !p->line.is_leaving && !p->is_gone;
        if (p->who.player == player && is_here && (is_free(p) || !only_free)) count++;
    }
    return count;
}

static struct place *find_place(const struct home *home, int64_t account, const char *token)
{
    for (int i = 0; i < home->place_count; i++) {
        struct place *p = home->places[i];
        bool is_it = p->who.account == account && strcmp(p->who.token, token) == 0;
        if (is_it && !p->is_gone) return p;
    }
    return NULL;
}

static int count_account(const struct home *home, int64_t account)
{
    int count = 0;
    for (int i = 0; i < home->place_count; i++) count += home->places[i]->who.account == account;
    return count;
}

int home_check(const struct home *home, const struct home_wish *w, struct err *err)
{
    if (w->token[0]) {
        if (find_place(home, w->account, w->token)) return 0;
        return err_set(err, "there is no such place of yours any more"), 404;
    }
    if (count_account(home, w->account) >= HOME_EACH)
        return err_set(err, "you have %d places already", HOME_EACH), 429;
    if (home->place_count >= home->o.most || home->place_count == HOME_PLACES)
        return err_set(err, "too many programs play from home; try again later"), 429;
    return 0;
}

/* ---- coming ---- */

static struct place *add_place(struct home *home, const struct home_wish *w)
{
    struct place *p = home->place_count < HOME_PLACES ? calloc(1, sizeof *p) : NULL;
    if (!p) return NULL;
    line_init(&p->line);
    p->who = *w;
    p->who.got = 0;
    host_token(p->who.token);
    lag_open(&p->line.lag, 0, 0);
    home->places[home->place_count++] = p;
    return p;
}

/* The rest is told when the line is looked at next. */
static void cut_off(struct place *p, const char *why, int64_t now_us)
{
    if (p->line.link && why) {
        struct pollfd ready = line_want(&p->line);
        line_send(&p->line, WIRE_BYE, (int64_t)strlen(why), 0, why);
        line_work(&p->line, (short)(ready.events & POLLOUT), now_us, &(const char *){NULL});
    }
    line_detach(&p->line, now_us);
}

void home_take(void *source, struct http_link *link, int fd, const char *early, size_t len)
{
    const struct home_wish *w = source;
    struct home *home = w->home;
    const char *why = NULL;
    int64_t now_us = clock_us();
    struct place *p = w->token[0] ? find_place(home, w->account, w->token) : add_place(home, w);
    if (!p) {
        http_hang_up(link);
        return;
    }
    line_detach(&p->line, now_us); /* of a line that broke without our knowing */
    if (!line_attach(&p->line, link, fd, w->got)) {
        p->line.link = link;
        p->line.fd = fd;
        cut_off(p, "this is not how much was sent", now_us);
        return;
    }
    if (!w->token[0])
        line_send(&p->line, WIRE_PLACE, (int64_t)strlen(p->who.token), 0, p->who.token);
    if (!line_take(&p->line, early, len, now_us, &why)) cut_off(p, why, now_us);
}

bool home_give_up(struct home *home, int64_t account, const char *token, int64_t *match)
{
    struct place *p = find_place(home, account, token);
    if (!p) return false;
    *match = p->duel ? p->duel->match.job.match : 0;
    if (p->duel) host_seat_close(&p->duel->seat[p->side]);
    p->is_gone = true;
    return true;
}

/* ---- telling ---- */

static void tell_match(const struct duel *d, int side)
{
    char buf[1024];
    struct text t = TEXT_ON(buf);
    put_open(&t, NULL, '{');
    put_int(&t, "match", d->match.job.match);
    put_str(&t, "game", d->match.job.game);
    put_str(&t, "ladder", d->ladder);
    put_int(&t, "side", side);
    put_str(&t, "opponent", d->name[1 - side]);
    put_real(&t, "rating", d->points[side]);
    put_close(&t, '}');
    line_send(&d->place[side]->line, WIRE_MATCH, (int64_t)t.len, 0, t.buf);
}

static const char *verdict_of(const struct journal_match *r, int side)
{
    if (!r) return "void";
    return r->winner < 0 ? "draw" : r->winner == side ? "win" : "loss";
}

/* r: NULL where the match is void, and `why` says why. */
static void tell_end(const struct home *home, const struct duel *d, int side,
                     const struct journal_match *r, const char *why)
{
    char buf[2048];
    struct text t = TEXT_ON(buf);
    struct err ignored;
    double points = d->points[side];
    if (r && d->match.job.formula != RATING_NONE)
        store_points(home->o.store, d->match.job.ladder, d->match.job.player[side], &points,
                     &ignored);
    put_open(&t, NULL, '{');
    put_int(&t, "match", d->match.job.match);
    put_str(&t, "result", verdict_of(r, side));
    put_str(&t, "reason", r ? r->reason : why);
    put_str(&t, "fault", r && r->fault[side][0] ? r->fault[side] : NULL);
    put_int(&t, "turns", r ? r->turns : 0);
    put_int(&t, "ms", r ? r->ms_total[side] : 0);
    put_int(&t, "forgiven_ms", d->place[side]->line.lag.held_us / 1000);
    put_bool(&t, "is_rated", d->match.job.formula != RATING_NONE);
    put_real(&t, "before", d->points[side]);
    put_real(&t, "after", points);
    put_close(&t, '}');
    line_send(&d->place[side]->line, WIRE_END, (int64_t)t.len, 0, t.buf);
}

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
        tell_match(d, side);
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
    free_duel(home, d);
    return false;
}

/* ---- pairing ---- */

static struct place *free_place_of(const struct home *home, int64_t version, int64_t ladder,
                                   const struct place *but)
{
    for (int i = 0; i < home->place_count; i++) {
        struct place *p = home->places[i];
        bool fits = p->who.version == version && (ladder == 0 || p->who.ladder == ladder);
        if (p != but && fits && is_free(p)) return p;
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
    free_duel(home, d);
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
        cut_off(p, "another program plays for you now, or the ladder is closed", clock_us());
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
        if (p->who.ladder == ladder && is_free(p) && !pair_place(home, f, p, err)) return false;
    }
    return true;
}

static bool is_first_of_ladder(const struct home *home, int i)
{
    for (int j = 0; j < i; j++) {
        const struct place *p = home->places[j];
        if (p->who.ladder == home->places[i]->who.ladder && is_free(p)) return false;
    }
    return true;
}

/* False when the store does not answer. */
static bool pair_all(struct home *home, struct err *err)
{
    static struct field field;
    for (int i = 0; i < home->place_count; i++) {
        if (!is_free(home->places[i]) || !is_first_of_ladder(home, i)) continue;
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
    free_duel(home, d);
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
        if (is_free(home->places[i])) return true;
    return false;
}

/* What somebody wants comes before what nobody asked for. */
static void give_matches(struct home *home, int64_t now_us)
{
    struct err ignored; /* it is tried again */
    int64_t pause_us = any_free(home) ? PAIR_US : QUEUE_IDLE_US;
    if (now_us - home->paired_us < pause_us) return;
    bool ok = look_at_queue(home, &ignored) && pair_all(home, &ignored);
    home->paired_us = clock_us() + (ok ? 0 : STORE_REST_US);
}

/* ---- relaying ---- */

static void relay_prompt(struct duel *d, int side, int64_t now_us)
{
    char bytes[WIRE_BYTES];
    struct line *line = &d->place[side]->line;
    int *link = &d->seat[side].link;
    while (*link >= 0 && line_room(line) > 0) {
        ssize_t got = recv(*link, bytes, sizeof bytes, 0);
        if (got < 0 && (errno == EAGAIN || errno == EINTR)) return;
        if (got <= 0) {
            file_close(link);
            return;
        }
        lag_ask(&line->lag, now_us);
        line_send(line, WIRE_DATA, got, d->match.job.match, bytes);
    }
}

static void relay_answer(const struct home *home, struct duel *d, int side, int64_t now_us)
{
    struct line *line = &d->place[side]->line;
    int *link = &d->seat[side].link;
    if (*link < 0) return;
    if (line->in.len > 0) {
        atomic_store(&home->held[d->number][side], lag_answer(&line->lag, now_us));
        ssize_t sent = send(*link, line->in.buf, line->in.len, MSG_NOSIGNAL);
        if (sent < 0 && errno != EAGAIN && errno != EINTR) sent = (ssize_t)line->in.len;
        if (sent > 0) bytes_take(&line->in, (size_t)sent);
    }
    if (line->is_over && line->in.len == 0) shutdown(*link, SHUT_WR);
}

static void end_duel(struct home *home, struct duel *d, const struct journal_match *r,
                     const char *why)
{
    for (int side = 0; side < 2; side++) {
        struct place *p = d->place[side];
        if (!p) continue;
        relay_prompt(d, side, clock_us()); /* its farewell */
        tell_end(home, d, side, r, why);
        line_begin(&p->line, 0);
        p->owed = p->line.ledger.confirmed + (int64_t)p->line.ledger.kept.len;
        p->duel = NULL;
        d->place[side] = NULL;
    }
}

static void work_duel(struct home *home, struct duel *d, const struct pollfd at[EACH],
                      int64_t now_us)
{
    struct journal_match result;
    struct err why;
    for (int side = 0; side < 2; side++) {
        struct host_seat *seat = &d->seat[side];
        if (!d->place[side]) continue;
        if (at[side].revents && seat->listener >= 0) host_seat_welcome(seat);
        if (at[side].revents & (POLLIN | POLLHUP | POLLERR)) relay_prompt(d, side, now_us);
        relay_answer(home, d, side, now_us);
    }
    if (at[2].revents) {
        enum bout_news news = hosted_hear(&home->host, &d->match, &result, &why);
        if (news == BOUT_DONE) end_duel(home, d, &result, NULL);
        if (news == BOUT_DIED) end_duel(home, d, NULL, why.text);
    }
    hosted_look_after(&home->host, &d->match, now_us);
    if (d->match.is_over) end_duel(home, d, NULL, "the match was taken from the site");
}

/* ---- the loop's part ---- */

int64_t home_wait_us(const struct home *home)
{
    return home->place_count > 0 ? BUSY_US : INT64_MAX;
}

static struct pollfd want_seat(const struct duel *d, int side)
{
    const struct host_seat *seat = &d->seat[side];
    const struct place *p = d->place[side];
    if (!p) return (struct pollfd){.fd = -1};
    if (seat->listener >= 0) return (struct pollfd){.fd = seat->listener, .events = POLLIN};
    int events = (line_room(&p->line) > 0 ? POLLIN : 0) | (p->line.in.len > 0 ? POLLOUT : 0);
    return (struct pollfd){.fd = events ? seat->link : -1, .events = (short)events};
}

int home_want(const struct home *home, struct pollfd fds[HOME_FDS])
{
    struct pollfd *at = fds;
    for (int i = 0; i < home->place_count; i++) *at++ = line_want(&home->places[i]->line);
    for (int i = 0; i < home->duel_count; i++) {
        const struct duel *d = home->duels[i];
        const struct bout *b = &d->match.bout;
        for (int side = 0; side < 2; side++) *at++ = want_seat(d, side);
        *at++ = (struct pollfd){.fd = bout_runs(b) ? bout_fd(b) : -1, .events = POLLIN};
    }
    return (int)(at - fds);
}

static void work_line(struct place *p, short revents, int64_t now_us)
{
    const char *why = NULL;
    if (!line_work(&p->line, revents, now_us, &why)) cut_off(p, why, now_us);
    if (p->line.link && lag_silence_us(&p->line.lag, now_us) > HOME_AWAY_US)
        cut_off(p, "nothing has come for too long", now_us);
}

/* Away for too long, or gone for good: the program is not there, as the rules call it. */
static void look_after(struct place *p, int64_t now_us)
{
    if (!p->line.link && now_us - p->line.away_us > HOME_AWAY_US) p->is_gone = true;
    bool is_owed = p->line.ledger.confirmed < p->owed;
    if (!p->duel && !is_owed && (!p->line.link || p->line.is_leaving)) p->is_gone = true;
    if (p->is_gone && p->duel) host_seat_close(&p->duel->seat[p->side]);
}

static void drop_finished(struct home *home)
{
    int duels = 0, places = 0;
    for (int i = 0; i < home->duel_count; i++) {
        struct duel *d = home->duels[i];
        if (d->match.is_over)
            free_duel(home, d);
        else
            home->duels[duels++] = d;
    }
    home->duel_count = duels;
    for (int i = 0; i < home->place_count; i++) {
        struct place *p = home->places[i];
        if (p->is_gone && !p->duel)
            free_place(p);
        else
            home->places[places++] = p;
    }
    home->place_count = places;
}

void home_work(struct home *home, const struct pollfd fds[HOME_FDS])
{
    int64_t now_us = clock_us();
    int places = home->place_count;
    for (int i = 0; i < places; i++) work_line(home->places[i], fds[i].revents, now_us);
    for (int i = 0; i < home->duel_count; i++)
        work_duel(home, home->duels[i], fds + places + EACH * i, now_us);
    for (int i = 0; i < places; i++) look_after(home->places[i], now_us);
    drop_finished(home);
    give_matches(home, now_us);
    for (int i = 0; i < home->place_count; i++) {
        line_ping(&home->places[i]->line, now_us);
        work_line(home->places[i], 0, now_us);
    }
}
