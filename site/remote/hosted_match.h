/*
 * hosted_match — a match that the site plays itself, because somebody far away sits in it: a person
 * in a browser, or a program on its author's machine.
 *
 * It is an ordinary match in a process of its own whose lease the site holds
 * (league/work/leased_match.h). Who is far away sits on a Unix socket (`unix:PATH`): the match
 * connects to it, and the site holds the other end.
 */
#pragma once
#include "league/store/store.h"
#include "league/work/leased_match.h"
#include "os/err.h"

#include <limits.h>
#include <poll.h>
#include <stdbool.h>
#include <stdint.h>

struct live;
struct live_match;

enum { HOST_PATH = 100, HOSTED_TOKEN = 33 };

struct hosted_matches {
    struct lease_holder holder;
    struct live *live;
    char folder[64]; /* for sockets and records on their way: nobody else can enter it */
};

struct hosted_match {
    struct leased_match leased;
    bool has_begun, is_over;
    struct live_match *live;
    char record_path[PATH_MAX], live_path[PATH_MAX];
};

bool hosted_matches_open(struct hosted_matches *h, struct store *store, struct live *live,
                         struct err *err);
void hosted_matches_close(struct hosted_matches *h);

/* A word that nobody can guess. */
void hosted_token(char token[HOSTED_TOKEN]);

/* No match yet. */
void hosted_match_init(struct hosted_match *m);
/* Makes the match in the store and holds it. */
bool hosted_match_make(const struct hosted_matches *h, struct hosted_match *m,
                       const struct store_plan *plan, struct err *err);
/* Holds one that is queued; *found is false when somebody else has it. */
bool hosted_match_take(const struct hosted_matches *h, struct hosted_match *m, int64_t match,
                       bool *found, struct err *err);
/* Starts it: game, seats, setup and clock of task->match are the caller's. */
bool hosted_match_start(const struct hosted_matches *h, struct hosted_match *m,
                        struct match_process_task *task, struct err *err);
/* The match has no result and will have none. */
void hosted_match_give_up(const struct hosted_matches *h, struct hosted_match *m,
                          const struct err *why);
/* The process has something to say. MATCH_PROCESS_DONE: the result is in *result and in the store.
 */
enum match_process_news hosted_match_drain(const struct hosted_matches *h, struct hosted_match *m,
                                           struct journal_match *result, struct err *why);
/* Keeps the lease; without it the match is over. */
void hosted_match_look_after(const struct hosted_matches *h, struct hosted_match *m,
                             int64_t now_us);
/* Ends the process, if it still runs, and removes the files. */
void hosted_match_free(const struct hosted_matches *h, struct hosted_match *m);

/* The other end of a seat; both are -1 while closed. */
struct hosted_seat {
    char path[HOST_PATH];
    int listener, link; /* the match connects to the first and becomes the second */
};
#define HOST_SEAT_NONE ((struct hosted_seat){.listener = -1, .link = -1})

/* Listens; `spec` is what the match is told. */
bool hosted_seat_open(const struct hosted_matches *h, const struct hosted_match *m, int side,
                      struct hosted_seat *seat, char spec[STORE_SEAT], struct err *err);
void hosted_seat_close(struct hosted_seat *seat);
/* What to poll: the listener until the match has come, then the link. */
static inline int hosted_seat_fd(const struct hosted_seat *seat)
{
    return seat->listener >= 0 ? seat->listener : seat->link;
}
/* The match connects; false when nobody came. */
bool hosted_seat_welcome(struct hosted_seat *seat);
