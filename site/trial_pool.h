/*
 * trial_pool — programs that people write in the browser, run against a bot on this machine
 * (league/work/trial.h): who waits, who runs, and what came of it.
 *
 * Bounded everywhere: so many run at a time, so many wait, one of each account, a few of each
 * network without one. A run that nobody asks about any more is ended, one that takes too long too;
 * what came of a run is forgotten once nobody has asked for a while. Nothing of it is ever stored.
 */
#pragma once
#include "league/build/language.h"
#include "league/store/store_queue.h"
#include "league/work/trial.h"
#include "os/err.h"
#include "sandbox/cage.h"

#include <poll.h>

enum {
    TRIAL_POOL_RUNNING = 8,  /* at a time at most, and no more than half of the cores */
    TRIAL_POOL_WAITING = 32, /* for a place */
    TRIAL_POOL_MOST = 96,    /* those that are over included */
    TRIAL_POOL_EACH = 8,     /* of a network, by visitors without an account */
    TRIAL_POOL_ID = 33,
    TRIAL_POOL_NETWORK = 64
};

struct trial_pool_options {
    const char *programs, *kits; /* folders; kits NULL: there are none */
    int64_t build_ms, match_ms;  /* that each of both may take */
    int64_t away_ms;             /* a run that nobody asks about for so long is ended */
};

struct trial_entry {
    char id[TRIAL_POOL_ID]; /* "": free */
    int64_t account;        /* 0: somebody without one */
    char network[TRIAL_POOL_NETWORK];
    const struct language *language;
    char *source; /* owned, as the job's map; until it is started */
    size_t len;
    struct store_job job;
    int side;
    int slot;      /* -1: it does not run */
    int64_t order; /* who came first */
    int64_t asked_us, started_us;
    int64_t playing_us; /* when the match began; 0: it has not */
    bool is_waiting;
    struct err failed; /* it could not be started; no text: it could */
    struct trial trial;
};

struct trial_pool {
    struct trial_pool_options o;
    struct cage cage;
    bool has_cage;
    int places;
    bool is_taken[TRIAL_POOL_RUNNING];
    int64_t orders;
    struct trial_entry entries[TRIAL_POOL_MOST];
};

/* What somebody wants to run. */
struct trial_wish {
    int64_t account;
    const char *network;
    const struct language *language;
    const void *source;
    size_t len;
    const struct store_job *job; /* game, setup, settings, seed, names, the bot's seat */
    int side;
};

enum trial_verdict { TRIAL_TAKEN, TRIAL_TOO_MANY, TRIAL_FULL, TRIAL_FAILED };

/* The cage is opened with the first run. */
void trial_pool_open(struct trial_pool *pool, const struct trial_pool_options *o);
void trial_pool_close(struct trial_pool *pool);
/* Takes a run; one of the same account that goes on is ended. */
enum trial_verdict trial_pool_add(struct trial_pool *pool, const struct trial_wish *wish,
                                  struct trial_entry **entry, struct err *err);
/* The run of this id that the account may see; NULL: there is none. */
struct trial_entry *trial_pool_find(struct trial_pool *pool, const char *id, int64_t account);
/* How many are before this one; 0: it does not wait. */
int trial_pool_place(const struct trial_pool *pool, const struct trial_entry *entry);
void trial_pool_drop(struct trial_pool *pool, struct trial_entry *entry);
/* Collects what is over, ends what took too long, starts what is due. */
void trial_pool_look(struct trial_pool *pool);
/* To be polled for reading, TRIAL_POOL_RUNNING at most; how many. */
int trial_pool_want(const struct trial_pool *pool, struct pollfd fds[TRIAL_POOL_RUNNING]);
int trial_pool_count(const struct trial_pool *pool);
