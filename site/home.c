#include "site/home_parts.h"

#include "league/store_home.h"
#include "os/clock.h"
#include "os/file.h"
#include "site/put.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>

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

void duel_free(struct home *home, struct duel *d)
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
        duel_free(home, d);
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

bool place_is_free(const struct place *p)
{
    return !p->duel && !p->is_gone && p->line.link && !p->line.is_leaving;
}

int home_count(const struct home *home, int64_t player, bool only_free)
{
    int count = 0;
    for (int i = 0; i < home->place_count; i++) {
        const struct place *p = home->places[i];
        bool is_here = p->line.link && !p->line.is_leaving && !p->is_gone;
        if (p->who.player == player && is_here && (place_is_free(p) || !only_free)) count++;
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
void place_cut_off(struct place *p, const char *why, int64_t now_us)
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
        place_cut_off(p, "this is not how much was sent", now_us);
        return;
    }
    if (!w->token[0])
        line_send(&p->line, WIRE_PLACE, (int64_t)strlen(p->who.token), 0, p->who.token);
    if (!line_take(&p->line, early, len, now_us, &why)) place_cut_off(p, why, now_us);
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

void duel_tell_match(const struct duel *d, int side)
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
    if (!line_work(&p->line, revents, now_us, &why)) place_cut_off(p, why, now_us);
    if (p->line.link && lag_silence_us(&p->line.lag, now_us) > HOME_AWAY_US)
        place_cut_off(p, "nothing has come for too long", now_us);
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
            duel_free(home, d);
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
    home_give_matches(home, now_us);
    for (int i = 0; i < home->place_count; i++) {
        line_ping(&home->places[i]->line, now_us);
        work_line(home->places[i], 0, now_us);
    }
}
