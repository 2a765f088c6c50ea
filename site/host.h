/*
 * host — a match that the site plays itself, because somebody far away sits in it: a person in a
 * browser, or a program on its author's machine.
 *
 * It is an ordinary match in a process of its own (league/bout.h) whose lease the site holds. Who
 * is far away sits on a Unix socket (`unix:PATH`): the match connects to it, and the site holds the
 * other end.
 */
#pragma once
#include "league/bout.h"
#include "league/store.h"
#include "os/err.h"

#include <limits.h>
#include <poll.h>
#include <stdbool.h>
#include <stdint.h>

struct live;
struct live_match;
struct words;

enum { HOST_PATH = 100, HOST_TOKEN = 33 };

struct host {
    struct store *store;
    struct live *live;
    char folder[64]; /* for sockets and records on their way: nobody else can enter it */
};

struct hosted {
    struct store_job job;
    struct bout bout;
    bool has_begun, is_over;
    int64_t renewed_us;
    struct live_match *live;
    struct words *words; /* how it ended */
    char record_path[PATH_MAX], live_path[PATH_MAX];
};

bool host_open(struct host *h, struct store *store, struct live *live, struct err *err);
void host_close(struct host *h);

/* A word that nobody can guess. */
void host_token(char token[HOST_TOKEN]);

/* No match yet. */
void hosted_init(struct hosted *m);
/* Makes the match in the store and holds it. */
bool hosted_make(const struct host *h, struct hosted *m, const struct store_plan *plan,
                 struct err *err);
/* Holds one that is queued; *found is false when somebody else has it. */
bool hosted_take(const struct host *h, struct hosted *m, int64_t match, bool *found,
                 struct err *err);
/* Starts it: game, seats, setup and clock of task->match are the caller's. */
bool hosted_start(const struct host *h, struct hosted *m, struct bout_task *task, struct err *err);
/* The match has no result and will have none. */
void hosted_give_up(const struct host *h, struct hosted *m, const char *why);
/* The process has something to say. BOUT_DONE: the result is in *result and in the store. */
enum bout_news hosted_hear(const struct host *h, struct hosted *m, struct journal_match *result,
                           struct err *why);
/* Keeps the lease; without it the match is over. */
void hosted_look_after(const struct host *h, struct hosted *m, int64_t now_us);
/* Ends the process, if it still runs, and removes the files. */
void hosted_free(const struct host *h, struct hosted *m);

/* The other end of a seat; both are -1 while closed. */
struct host_seat {
    char path[HOST_PATH];
    int listener, link; /* the match connects to the first and becomes the second */
};
#define HOST_SEAT_NONE ((struct host_seat){.listener = -1, .link = -1})

/* Listens; `spec` is what the match is told. */
bool host_seat_open(const struct host *h, const struct hosted *m, int side, struct host_seat *seat,
                    char spec[STORE_SEAT], struct err *err);
void host_seat_close(struct host_seat *seat);
/* What to poll: the listener until the match has come, then the link. */
static inline int host_seat_fd(const struct host_seat *seat)
{
    return seat->listener >= 0 ? seat->listener : seat->link;
}
/* The match connects; false when nobody came. */
bool host_seat_welcome(struct host_seat *seat);
