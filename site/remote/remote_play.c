/* The places of programs at home: lines come and go, a place stays for a while, its clock runs
   on. */
#include "site/remote/remote_internal.h"

#include "base/json_write.h"
#include "league/store/store_home.h"
#include "os/clock.h"
#include "os/file.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>

/* ---- opening ---- */

struct remote_play *remote_play_open(const struct remote_play_options *options, struct err *err)
{
    struct remote_play *play = calloc(1, sizeof *play);
    if (!play) return err_code(err, "no-memory: out of memory"), NULL;
    play->o = *options;
    void *held = mmap(NULL, REMOTE_PLAY_PLACES * sizeof play->held[0], PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (held != MAP_FAILED) {
        play->held = held;
        if (hosted_matches_open(&play->host, options->store, options->live, err)) return play;
        munmap(held, REMOTE_PLAY_PLACES * sizeof play->held[0]);
    } else {
        err_sys(err, "cannot map memory");
    }
    free(play);
    return NULL;
}

static void free_place(struct place *p)
{
    join_link_free(&p->line);
    free(p);
}

void remote_match_free(struct remote_play *play, struct remote_match *d)
{
    hosted_match_free(&play->host, &d->match);
    for (int side = 0; side < 2; side++) {
        hosted_seat_close(&d->seat[side]);
        if (d->place[side]) d->place[side]->match = NULL;
    }
    if (d->slot >= 0) play->slot_is_taken[d->slot] = false;
    free(d);
}

void remote_play_close(struct remote_play *play)
{
    struct err why;
    if (!play) return;
    err_code(&why, "match-site-closed: the site was closed");
    for (int i = 0; i < play->match_count; i++) {
        struct remote_match *d = play->matches[i];
        if (!d->match.is_over) hosted_match_give_up(&play->host, &d->match, &why);
        remote_match_free(play, d);
    }
    for (int i = 0; i < play->place_count; i++) free_place(play->places[i]);
    if (play->has_cage) cage_close(&play->cage);
    hosted_matches_close(&play->host);
    munmap(play->held, REMOTE_PLAY_PLACES * sizeof play->held[0]);
    free(play);
}

/* ---- who is there ---- */

int remote_play_places(const struct remote_play *play)
{
    return play->place_count;
}

int remote_play_matches(const struct remote_play *play)
{
    return play->match_count;
}

bool place_is_free(const struct place *p)
{
    return !p->match && !p->is_gone && p->line.link && !p->line.is_leaving;
}

int remote_play_count(const struct remote_play *play, int64_t player, bool only_free)
{
    int count = 0;
    for (int i = 0; i < play->place_count; i++) {
        const struct place *p = play->places[i];
        bool is_here = p->line.link && !p->line.is_leaving && !p->is_gone;
        if (p->who.player == player && is_here && (place_is_free(p) || !only_free)) count++;
    }
    return count;
}

static struct place *find_place(const struct remote_play *play, int64_t account, const char *token)
{
    for (int i = 0; i < play->place_count; i++) {
        struct place *p = play->places[i];
        bool is_it = p->who.account == account && strcmp(p->who.token, token) == 0;
        if (is_it && !p->is_gone) return p;
    }
    return NULL;
}

static int count_account(const struct remote_play *play, int64_t account)
{
    int count = 0;
    for (int i = 0; i < play->place_count; i++) count += play->places[i]->who.account == account;
    return count;
}

int remote_play_check(const struct remote_play *play, const struct remote_play_wish *w,
                      struct err *err)
{
    if (w->token[0]) {
        if (find_place(play, w->account, w->token)) return 0;
        return err_code(err, "no-place: your place no longer exists"), 404;
    }
    if (count_account(play, w->account) >= REMOTE_PLAY_EACH)
        return err_code(err, "place-limit: you have {most:%d} places already", REMOTE_PLAY_EACH),
               429;
    if (play->place_count >= play->o.most || play->place_count == REMOTE_PLAY_PLACES)
        return err_code(err, "home-limit: too many programs play from home; try again later"), 429;
    return 0;
}

/* ---- coming ---- */

static struct place *add_place(struct remote_play *play, const struct remote_play_wish *w)
{
    struct place *p = play->place_count < REMOTE_PLAY_PLACES ? calloc(1, sizeof *p) : NULL;
    if (!p) return NULL;
    join_link_init(&p->line);
    p->who = *w;
    p->who.got = 0;
    hosted_token(p->who.token);
    lag_open(&p->line.lag, 0, 0);
    play->places[play->place_count++] = p;
    return p;
}

/* The rest is told when the line is looked at next. */
void place_cut_off(struct place *p, const char *why, int64_t now_us)
{
    if (p->line.link && why) {
        struct pollfd ready = join_link_want(&p->line);
        join_link_send(&p->line, WIRE_BYE, (int64_t)strlen(why), 0, why);
        join_link_work(&p->line, (short)(ready.events & POLLOUT), now_us, &(const char *){NULL});
    }
    join_link_detach(&p->line, now_us);
}

void remote_play_take(void *source, struct http_link *link, int fd, const char *early, size_t len)
{
    const struct remote_play_wish *w = source;
    struct remote_play *play = w->play;
    const char *why = NULL;
    int64_t now_us = clock_us();
    struct place *p = w->token[0] ? find_place(play, w->account, w->token) : add_place(play, w);
    if (!p) {
        http_hang_up(link);
        return;
    }
    join_link_detach(&p->line, now_us); /* of a line that broke without our knowing */
    if (!join_link_attach(&p->line, link, fd, w->got)) {
        p->line.link = link;
        p->line.fd = fd;
        place_cut_off(p, "this is not how much was sent", now_us);
        return;
    }
    if (!w->token[0])
        join_link_send(&p->line, WIRE_PLACE, (int64_t)strlen(p->who.token), 0, p->who.token);
    if (!join_link_take(&p->line, early, len, now_us, &why)) place_cut_off(p, why, now_us);
}

bool remote_play_give_up(struct remote_play *play, int64_t account, const char *token,
                         int64_t *match)
{
    struct place *p = find_place(play, account, token);
    if (!p) return false;
    *match = p->match ? p->match->match.leased.job.match : 0;
    if (p->match) hosted_seat_close(&p->match->seat[p->side]);
    p->is_gone = true;
    return true;
}

void remote_play_end_account(struct remote_play *play, int64_t account)
{
    for (int i = 0; i < play->place_count; i++)
        if (play->places[i]->who.account == account) play->places[i]->line.is_leaving = true;
}

/* ---- telling ---- */

void remote_match_tell_match(const struct remote_match *d, int side)
{
    char buf[1024];
    struct text t = TEXT_ON(buf);
    json_write_open(&t, NULL, '{');
    json_write_int(&t, "match", d->match.leased.job.match);
    json_write_str(&t, "game", d->match.leased.job.game);
    json_write_str(&t, "ladder", d->ladder);
    json_write_int(&t, "side", side);
    json_write_str(&t, "opponent", d->name[1 - side]);
    json_write_tenths(&t, "rating", rating_tenths(d->points[side]));
    json_write_close(&t, '}');
    join_link_send(&d->place[side]->line, WIRE_MATCH, (int64_t)t.len, 0, t.buf);
}

static const char *verdict_of(const struct journal_match *r, int side)
{
    if (!r) return "void";
    return r->winner < 0 ? "draw" : r->winner == side ? "win" : "loss";
}

/* r: NULL where the match is void, and `why` says why. */
static void tell_end(const struct remote_play *play, const struct remote_match *d, int side,
                     const struct journal_match *r, const char *why)
{
    char buf[2048];
    struct text t = TEXT_ON(buf);
    struct err ignored;
    double points = d->points[side];
    if (r && d->match.leased.job.formula != RATING_NONE)
        store_points(play->o.store, d->match.leased.job.ladder, d->match.leased.job.player[side],
                     &points, &ignored);
    json_write_open(&t, NULL, '{');
    json_write_int(&t, "match", d->match.leased.job.match);
    json_write_str(&t, "result", verdict_of(r, side));
    json_write_str(&t, "reason", r ? r->reason : why);
    json_write_str(&t, "fault", r && r->fault[side][0] ? r->fault[side] : NULL);
    json_write_int(&t, "turns", r ? r->turns : 0);
    json_write_int(&t, "ms", r ? r->ms_total[side] : 0);
    json_write_int(&t, "forgiven_ms", d->place[side]->line.lag.held_us / 1000);
    json_write_bool(&t, "is_rated", d->match.leased.job.formula != RATING_NONE);
    json_write_tenths(&t, "before", rating_tenths(d->points[side]));
    json_write_tenths(&t, "after", rating_tenths(points));
    json_write_close(&t, '}');
    join_link_send(&d->place[side]->line, WIRE_END, (int64_t)t.len, 0, t.buf);
}

/* ---- relaying ---- */

static void relay_prompt(struct remote_match *d, int side, int64_t now_us)
{
    char bytes[WIRE_BYTES];
    struct join_link *line = &d->place[side]->line;
    int *link = &d->seat[side].link;
    while (*link >= 0 && join_link_room(line) > 0) {
        ssize_t got = recv(*link, bytes, sizeof bytes, 0);
        if (got < 0 && (errno == EAGAIN || errno == EINTR)) return;
        if (got <= 0) {
            file_close(link);
            return;
        }
        lag_ask(&line->lag, now_us);
        join_link_send(line, WIRE_DATA, got, d->match.leased.job.match, bytes);
    }
}

static void relay_answer(const struct remote_play *play, struct remote_match *d, int side,
                         int64_t now_us)
{
    struct join_link *line = &d->place[side]->line;
    int *link = &d->seat[side].link;
    if (*link < 0) return;
    if (line->in.len > 0) {
        atomic_store(&play->held[d->number][side], lag_answer(&line->lag, now_us));
        ssize_t sent = send(*link, line->in.buf, line->in.len, MSG_NOSIGNAL);
        if (sent < 0 && errno != EAGAIN && errno != EINTR) sent = (ssize_t)line->in.len;
        if (sent > 0) bytes_take(&line->in, (size_t)sent);
    }
    if (line->is_over && line->in.len == 0) shutdown(*link, SHUT_WR);
}

static void end_remote_match(struct remote_play *play, struct remote_match *d,
                             const struct journal_match *r, const char *why)
{
    for (int side = 0; side < 2; side++) {
        struct place *p = d->place[side];
        if (!p) continue;
        relay_prompt(d, side, clock_us()); /* its farewell */
        tell_end(play, d, side, r, why);
        join_link_begin(&p->line, 0);
        p->owed = p->line.queue.confirmed + (int64_t)p->line.queue.kept.len;
        p->match = NULL;
        d->place[side] = NULL;
    }
}

static void work_remote_match(struct remote_play *play, struct remote_match *d,
                              const struct pollfd at[REMOTE_FDS], int64_t now_us)
{
    struct journal_match result;
    struct err why;
    for (int side = 0; side < 2; side++) {
        struct hosted_seat *seat = &d->seat[side];
        if (!d->place[side]) continue;
        if (at[side].revents && seat->listener >= 0) hosted_seat_welcome(seat);
        if (at[side].revents & (POLLIN | POLLHUP | POLLERR)) relay_prompt(d, side, now_us);
        relay_answer(play, d, side, now_us);
    }
    if (at[2].revents) {
        enum match_process_news news = hosted_match_drain(&play->host, &d->match, &result, &why);
        if (news == MATCH_PROCESS_DONE) end_remote_match(play, d, &result, NULL);
        if (news == MATCH_PROCESS_DIED) end_remote_match(play, d, NULL, why.text);
    }
    hosted_match_look_after(&play->host, &d->match, now_us);
    if (d->match.is_over) end_remote_match(play, d, NULL, "the match was taken from the site");
}

/* ---- the loop's part ---- */

int64_t remote_play_wait_us(const struct remote_play *play)
{
    return play->place_count > 0 ? REMOTE_BUSY_US : INT64_MAX;
}

static struct pollfd want_seat(const struct remote_match *d, int side)
{
    const struct hosted_seat *seat = &d->seat[side];
    const struct place *p = d->place[side];
    if (!p) return (struct pollfd){.fd = -1};
    if (seat->listener >= 0) return (struct pollfd){.fd = seat->listener, .events = POLLIN};
    int events = (join_link_room(&p->line) > 0 ? POLLIN : 0) | (p->line.in.len > 0 ? POLLOUT : 0);
    return (struct pollfd){.fd = events ? seat->link : -1, .events = (short)events};
}

int remote_play_want(const struct remote_play *play, struct pollfd fds[REMOTE_PLAY_FDS])
{
    struct pollfd *at = fds;
    for (int i = 0; i < play->place_count; i++) *at++ = join_link_want(&play->places[i]->line);
    for (int i = 0; i < play->match_count; i++) {
        const struct remote_match *d = play->matches[i];
        for (int side = 0; side < 2; side++) *at++ = want_seat(d, side);
        *at++ = (struct pollfd){.fd = leased_match_fd(&d->match.leased), .events = POLLIN};
    }
    return (int)(at - fds);
}

static void work_line(struct place *p, short revents, int64_t now_us)
{
    const char *why = NULL;
    if (!join_link_work(&p->line, revents, now_us, &why)) place_cut_off(p, why, now_us);
    if (p->line.link && lag_silence_us(&p->line.lag, now_us) > REMOTE_PLAY_AWAY_US)
        place_cut_off(p, "nothing has come for too long", now_us);
}

/* Away for too long, or gone for good: the program is not there, as the rules call it. */
static void look_after(struct place *p, int64_t now_us)
{
    if (!p->line.link && now_us - p->line.away_us > REMOTE_PLAY_AWAY_US) p->is_gone = true;
    bool is_owed = p->line.queue.confirmed < p->owed;
    if (!p->match && !is_owed && (!p->line.link || p->line.is_leaving)) p->is_gone = true;
    if (p->is_gone && p->match) hosted_seat_close(&p->match->seat[p->side]);
}

static void drop_finished(struct remote_play *play)
{
    int matches = 0, places = 0;
    for (int i = 0; i < play->match_count; i++) {
        struct remote_match *d = play->matches[i];
        if (d->match.is_over)
            remote_match_free(play, d);
        else
            play->matches[matches++] = d;
    }
    play->match_count = matches;
    for (int i = 0; i < play->place_count; i++) {
        struct place *p = play->places[i];
        if (p->is_gone && !p->match)
            free_place(p);
        else
            play->places[places++] = p;
    }
    play->place_count = places;
}

void remote_play_work(struct remote_play *play, const struct pollfd fds[REMOTE_PLAY_FDS])
{
    int64_t now_us = clock_us();
    int places = play->place_count;
    for (int i = 0; i < places; i++) work_line(play->places[i], fds[i].revents, now_us);
    for (int i = 0; i < play->match_count; i++)
        work_remote_match(play, play->matches[i], fds + places + REMOTE_FDS * i, now_us);
    for (int i = 0; i < places; i++) look_after(play->places[i], now_us);
    drop_finished(play);
    remote_play_give_matches(play, now_us);
    for (int i = 0; i < play->place_count; i++) {
        join_link_ping(&play->places[i]->line, now_us);
        work_line(play->places[i], 0, now_us);
    }
}
