/* One loop round one poll(): HTTP, live matches, people, programs at home, workers, each asked
   what it waits for and told what came. */
#include "site/site.h"

#include "bots/bot.h"
#include "league/store/people/store_account.h"
#include "league/store/store_player.h"
#include "league/store/store_result.h"
#include "league/store/store_room.h"
#include "league/work/finals.h"
#include "os/clock.h"
#include "os/file.h"
#include "os/folder.h"
#include "os/stop.h"
#include "site/http/route.h"
#include "site/people/hash_worker.h"
#include "site/site_internal.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    PLAY_EACH = 8, /* games of one address at a time */
    OWN_FILES = 1024,
    EVENTS_AT_ONCE = 200,
    TRIES_AN_ADDRESS = 5, /* for each that an account has: a class sits behind one address */
    TRIES_AN_ACCOUNT =
        50,          /* from everywhere together: who wants to lock out somebody must try hard */
    CHALLENGES = 20, /* of an account in an hour */
    SIGN_UPS = 100,  /* of an address in the same time */
    UPLOADS = 20,    /* of an account in an hour that come to nothing */
    TRIALS = 60,     /* of an account, or a network without one, in ten minutes */
    TRIAL_MATCH_MS = 120 * 1000,
    TRIAL_AWAY_MS = 15 * 1000,
    EVENTS_KEPT = 1000,
    PATIENCE_US = 2 * 1000 * 1000, /* nobody is answered while the store is waited for */
    FEED_US = 250 * 1000,
    BEAT_US = 5 * 1000 * 1000,
    LATE_US = 1000 * 1000,
    LOCK_US = 5 * 1000 * 1000,
    TEND_US = 500 * 1000,
    LOOK_US = 250 * 1000
};
static const int64_t TRIES_US = INT64_C(10) * 60 * 1000 * 1000;
static const int64_t CHALLENGES_US = INT64_C(3600) * 1000 * 1000;
static const int64_t ROOM_IDLE_MS = INT64_C(2) * 3600 * 1000;
static const int64_t ROOMS_US = INT64_C(60) * 1000 * 1000;

/* ---- the feed ---- */

static void take_event(void *arg, const struct store_event *e)
{
    struct site *site = arg;
    struct feed_item item = {
        .id = e->id, .kind = e->kind, .ladder = e->ladder_name, .text = e->text, .match = e->match};
    bool is_end = strcmp(e->kind, "result") == 0 || strcmp(e->kind, "void") == 0;
    if (e->is_private || e->is_unshown)
        feed_skip(site->feed, e->id);
    else
        feed_add(site->feed, &item);
    if (strcmp(e->kind, "result") == 0) {
        site->results++;
        site->advanced_us = 0; /* finals may go on at once */
    }
    if (is_end && e->match > 0) live_give_up(site->live, e->match);
}

/* Nobody rings when something has happened: the store is asked now and then. */
static void look_for_events(struct site *site, int64_t now_us)
{
    struct err ignored; /* the next look may go better; /healthz tells */
    int64_t before = feed_last(site->feed);
    if (now_us - site->feed_us < FEED_US) return;
    bool ok = store_events(site->store, before, EVENTS_AT_ONCE, take_event, site, &ignored);
    site->feed_us = clock_us();
    site->store_us += site->feed_us - now_us;
    site->store_asks++;
    /* A store that is away is asked less often: each question keeps everybody waiting. */
    if (!ok) site->feed_us += 10 * PATIENCE_US;
    if (feed_last(site->feed) == before || !site->http) return;
    http_change(site->http);
    http_wake(site->http, site->feed);
}

static bool open_feed(struct site *site, struct err *err)
{
    int64_t last;
    site->feed = feed_new();
    if (!site->feed) return err_code(err, "no-memory: out of memory");
    if (!store_last_event(site->store, &last, err)) return false;
    int64_t after = last > EVENTS_KEPT ? last - EVENTS_KEPT : 0;
    bool ok = store_events(site->store, after, EVENTS_KEPT, take_event, site, err);
    site->results = 0;
    return ok;
}

/* ---- live matches ---- */

static void name_match(void *arg, const struct store_match *m)
{
    struct site *site = arg;
    char text[2 * STORE_NAME + 8];
    if (m->is_private) return;
    snprintf(text, sizeof text, "%s - %s", m->name[0], m->name[1]);
    struct feed_item item = {
        .kind = "running", .ladder = m->ladder_name, .text = text, .match = m->id};
    feed_add(site->feed, &item);
}

static void hear_live(void *arg, enum live_news news, struct live_match *match)
{
    struct site *site = arg;
    struct err ignored;
    if (site->play) play_follow(site->play, match);
    if (!site->http) return;
    http_wake(site->http, match);
    if (news != LIVE_BEGAN) return;
    struct store_viewer everybody = {.sees_all = true, .is_audience = true};
    store_matches(site->store, &(struct store_which){.match = match->id, .viewer = everybody},
                  name_match, site, &ignored);
    http_change(site->http);
    http_wake(site->http, site->feed);
}

/* ---- an arena that has never been used ---- */

static void count_ladder(void *arg, const struct store_ladder *ladder)
{
    int *count = arg;
    (void)ladder;
    ++*count;
}

static bool enter_bots(struct site *site, const struct game *game, int64_t ladder, struct err *err)
{
    for (int i = 0; i < bot_count; i++) {
        char seat[STORE_SEAT];
        struct text written = TEXT_ON(seat);
        struct store_entered entered;
        if (bots[i]->game && strcmp(bots[i]->game, game->name) != 0) continue;
        bot_write_seat(bots[i], &written);
        struct store_enter e = {
            .ladder = ladder, .player = bots[i]->name, .kind = "bot", .seat = seat};
        if (!store_enter(site->store, &e, &entered, err)) return false;
    }
    return true;
}

/* One ladder a game, with all its bots: the first visit shows life. Where the original contest had
   a rating of its own, the ladder counts by it, and shows Glicko-2 beside it. Bots count their
   effort, not their time; a machine with other work to do should not decide their matches. */
static bool make_default_ladders(struct site *site, struct err *err)
{
    int count = 0;
    if (!store_ladders(site->store, STORE_SEES_ALL, count_ladder, &count, err)) return false;
    for (int i = 0; i < game_count && count == 0; i++) {
        const char *rating = games[i]->rating;
        struct store_ladder l = {.formula = RATING_GLICKO2,
                                 .settings = "margin-ms=10000 records=500"};
        int64_t id;
        if (rating && rating_find(rating, &l.formula)) strcat(l.settings, " also=glicko2");
        snprintf(l.name, sizeof l.name, "%s", games[i]->name);
        snprintf(l.game, sizeof l.game, "%s", games[i]->name);
        if (!store_add_ladder(site->store, &l, &id, err) || !enter_bots(site, games[i], id, err))
            return false;
    }
    return true;
}

/* ---- opening ---- */

/* One that was killed may have children left that hold it for a moment. */
static bool lock_var(struct site *site, struct err *err)
{
    char path[PATH_MAX];
    struct err ignored;
    if (snprintf(path, sizeof path, "%s/lock", site->o.var) >= (int)sizeof path)
        return err_set(err, "%s: the path is too long", site->o.var);
    site->lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, S_IRUSR | S_IWUSR);
    if (site->lock < 0) return err_sys(err, "cannot open %s", path);
    return file_lock(site->lock, LOCK_US, path, &ignored) ||
           err_set(err, "another server uses the folder %s; give this one its own with --var",
                   site->o.var);
}

static bool open_parts(struct site *site, struct err *err)
{
    char live[PATH_MAX];
    if (!folder_make(site->o.var, err)) return false;
    if (access(site->o.var, W_OK) < 0) return err_sys(err, "cannot write to %s", site->o.var);
    if (!lock_var(site, err)) return false;
    if (snprintf(live, sizeof live, "%s/live", site->o.var) >= (int)sizeof live)
        return err_set(err, "%s: the path is too long", site->o.var);
    site->store = store_await(site->o.db, STORE_KEEP, site->o.db_wait_us, site->o.tell_away, err);
    if (!site->store) return false;
    store_set_retry(site->store, PATIENCE_US);
    if (site->o.records && !store_set_records(site->store, site->o.records, err)) return false;
    site->live = live_open(live, hear_live, site, err);
    if (!site->live || !make_default_ladders(site, err) || !open_feed(site, err)) return false;
    struct play_options play = {.store = site->store,
                                .live = site->live,
                                .turn_ms = site->o.play_ms,
                                .most = site->o.play_limit,
                                .most_each = PLAY_EACH,
                                .spectators_s = site->o.spectators_s};
    struct remote_play_options home = {.store = site->store,
                                       .live = site->live,
                                       .programs = site->o.programs,
                                       .cages_strangers = site->o.cages_strangers,
                                       .most = site->o.remote_play_limit};
    site->trial_pool = calloc(1, sizeof *site->trial_pool);
    if (!site->trial_pool) return err_set(err, "out of memory");
    trial_pool_open(site->trial_pool,
                    &(struct trial_pool_options){.programs = site->o.programs,
                                                 .kits = site->o.kits,
                                                 .build_ms = site->o.submit.build_ms,
                                                 .match_ms = TRIAL_MATCH_MS,
                                                 .away_ms = TRIAL_AWAY_MS});
    site->play = play_open(&play, err);
    site->home = site->play ? remote_play_open(&home, err) : NULL;
    site->assets = site->home ? assets_open(site->o.pages, err) : NULL;
    return site->assets != NULL;
}

static bool open_hash_worker(struct site *site, struct err *err)
{
    int64_t tries = site->o.tries > 0 ? site->o.tries : 1;
    limit_open(&site->log_ins, tries, TRIES_US);
    limit_open(&site->accounts, tries * TRIES_AN_ACCOUNT, TRIES_US);
    limit_open(&site->addresses, tries * TRIES_AN_ADDRESS, TRIES_US);
    limit_open(&site->room_tries, tries * TRIES_AN_ADDRESS, TRIES_US);
    limit_open(&site->challenges, CHALLENGES, CHALLENGES_US);
    limit_open(&site->sign_ups, SIGN_UPS, TRIES_US);
    limit_open(&site->uploads, UPLOADS + 2 * site->o.submit.an_hour, 6 * TRIES_US);
    limit_open(&site->trials, TRIALS, TRIES_US);
    if (!account_ready(err)) return false;
    site->hashes = hash_worker_open(site->o.cheap_hashes ? ACCOUNT_WEAK : ACCOUNT_STRONG, err);
    return site->hashes != NULL;
}

/* A connection is a descriptor, and the site needs some for itself. */
static int fit_connections(int wanted)
{
    int64_t may = file_allow(wanted + OWN_FILES) - OWN_FILES;
    return may < 1 ? 1 : may < wanted ? (int)may : wanted;
}

static bool open_web(struct site *site, struct err *err)
{
    int connections = fit_connections(site->o.connections_max);
    int streams = site->o.streams_each > 0 ? site->o.streams_each : (connections + 3) / 4;
    site->web = (struct http_options){.listen = site->o.listen,
                                      .routes = site_routes,
                                      .route_count = site_route_count,
                                      .otherwise = api_nothing,
                                      .site = site,
                                      .connections_max = connections,
                                      .streams_each = streams,
                                      .requests_each =
                                          site->o.requests_each > 0 ? site->o.requests_each : 1,
                                      .patience_s = site->o.patience_s};
    if (!site->o.listen) return true;
    site->http = http_open(&site->web, err);
    return site->http != NULL;
}

/* Behind a proxy, whoever comes seems to come from here: there is no such word with --https, and
   none where others can connect. */
static bool make_first_word(struct site *site, struct err *err)
{
    bool has_organiser = true;
    if (!site->o.listen || site->o.https || !http_is_loopback(site->o.listen)) return true;
    if (!store_has_organiser(site->store, &has_organiser, err)) return false;
    if (!has_organiser) account_make_token(site->first_word);
    return true;
}

struct site *site_open(const struct site_options *options, struct err *err)
{
    struct site *site = calloc(1, sizeof *site);
    if (!site) {
        err_code(err, "no-memory: out of memory");
        return NULL;
    }
    site->o = *options;
    site->lock = -1;
    site->started_us = clock_us();
    worker_pool_open(&site->worker_pool, options->worker, options->jobs);
    if (open_parts(site, err) && open_hash_worker(site, err) && make_first_word(site, err) &&
        open_web(site, err))
        return site;
    site_close(site);
    return NULL;
}

/* Streams hold live matches, requests hold jobs, games write to the store: so in this order. */
void site_close(struct site *site)
{
    if (!site) return;
    worker_pool_close(&site->worker_pool);
    remote_play_close(site->home); /* its lines are the web's */
    http_close(site->http);
    if (site->trial_pool) trial_pool_close(site->trial_pool);
    free(site->trial_pool);
    hash_worker_close(site->hashes);
    play_close(site->play);
    live_close(site->live);
    feed_free(site->feed);
    assets_close(site->assets);
    store_close(site->store);
    file_close(&site->lock);
    free(site);
}

const char *site_first_word(const struct site *site)
{
    return site->first_word[0] ? site->first_word : NULL;
}

int site_port(const struct site *site)
{
    return http_port(site->http);
}

bool site_has_pages(const struct site *site)
{
    return assets_count(site->assets) > 0;
}

void site_answer(struct site *site, struct http_request *q, struct http_answer *a)
{
    struct route route;
    struct http_kept kept = {0};
    q->kept = &kept;
    route_find(&site->web, q->method, q->path, &route);
    route_answer(&site->web, &route, q, a);
    while (a->later) {
        struct pollfd done = {.fd = hash_worker_fd(site->hashes), .events = POLLIN};
        poll(&done, 1, -1);
        hash_worker_drain(site->hashes);
        a->later = NULL;
        route_answer(&site->web, &route, q, a);
    }
    if (kept.thing) kept.drop(kept.thing);
}

/* ---- the loop ---- */

static void drain_hash_worker(struct site *site)
{
    hash_worker_drain(site->hashes);
    http_wake(site->http, site->hashes);
}

/* Deadlines pass, and finals go on. */
static void advance_contests(struct site *site, int64_t now_us)
{
    struct err ignored; /* the next look may go better */
    if (now_us - site->advanced_us < TEND_US) return;
    bool ok = finals_advance(site->store, &ignored);
    site->advanced_us = ok || !store_lost_db(site->store) ? now_us : clock_us() + 10 * PATIENCE_US;
}

/* Rooms that nobody uses any more are closed. */
static void close_rooms(struct site *site, int64_t now_us)
{
    struct err ignored; /* the next time */
    if (now_us - site->rooms_us < ROOMS_US) return;
    site->rooms_us = now_us;
    store_close_rooms(site->store, ROOM_IDLE_MS, &ignored);
}

static void tell_late(struct site *site, int64_t now_us)
{
    if (now_us - site->late_us < LATE_US) return;
    site->late_us = now_us;
    live_tell_late(site->live);
}

static void look_around(struct site *site)
{
    int64_t now_us = clock_us();
    tell_late(site, now_us);
    close_rooms(site, now_us);
    worker_pool_look(&site->worker_pool);
    trial_pool_look(site->trial_pool);
    look_for_events(site, now_us);
    advance_contests(site, now_us);
    if (now_us - site->beat_us < BEAT_US) return;
    site->beat_us = now_us;
    http_wake_all(site->http);
}

bool site_run(struct site *site, struct err *err)
{
    struct pollfd fds[3 + PLAY_FDS + REMOTE_PLAY_FDS + TRIAL_POOL_RUNNING];
    while (!stop_asked()) {
        int64_t wait_us = http_wait_us(site->http);
        fds[0] = (struct pollfd){.fd = http_poll_fd(site->http), .events = POLLIN};
        fds[1] = (struct pollfd){.fd = live_fd(site->live), .events = POLLIN};
        fds[2] = (struct pollfd){.fd = hash_worker_fd(site->hashes), .events = POLLIN};
        int plays = 3 + play_want(site->play, fds + 3);
        int count = plays + remote_play_want(site->home, fds + plays);
        count += trial_pool_want(site->trial_pool, fds + count);
        if (wait_us > remote_play_wait_us(site->home)) wait_us = remote_play_wait_us(site->home);
        int ready = stop_poll(fds, (nfds_t)count, wait_us < LOOK_US ? wait_us : LOOK_US);
        if (ready < 0 && errno != EINTR) return err_sys(err, "poll");
        if (ready < 0) continue; /* nobody has looked at the descriptors */
        play_work(site->play, fds + 3);
        remote_play_work(site->home, fds + plays);
        if (fds[1].revents) live_read(site->live);
        if (fds[2].revents) drain_hash_worker(site);
        http_run(site->http);
        look_around(site);
    }
    return true;
}
