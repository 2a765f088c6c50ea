/*
 * store_queue — the queue of matches: planned, taken under a lease, finished once or void.
 *
 * A match has a job until it has a result or a reason why it is void. Whoever takes the job holds a
 * lease, known by its token; a lease that is not renewed ends, and the match is the next one's.
 *
 * What is taken next: by priority, and in each priority the ladders share the workers' time fairly,
 * however long their matches are (start-time fair queueing). A ladder's match is due when the one
 * before it, made of the same length as the ladder's last results, would be over, with the length
 * divided by the ladder's weight; the match that is due first is taken first. A ladder that had
 * nothing to play begins where the others are: it saves nothing up.
 */
#pragma once
#include "league/rating/rating.h"
#include "league/run/journal.h"
#include "league/run/match_end.h"
#include "league/store/store.h"

/* Priorities; smaller goes first. A match that somebody waits for is one in which a newcomer plays
   (league/rating/matchmaking.h), or one of a room. */
enum { STORE_FIRST, STORE_SOON, STORE_LADDER };

struct store_plan {
    const char *key; /* a match has one key; a second one with the same key is not made */
    int64_t ladder, version[2];
    uint64_t seed;
    int64_t priority;  /* smaller goes first */
    int64_t due;       /* in its priority, smaller goes first */
    const char *setup; /* NULL: the ladder's */
    const char *map;   /* NULL: the ladder's */
};
bool store_queue(struct store *s, const struct store_plan *plans, int count, int *added,
                 struct err *err);
/* Keeps an open ladder supplied by matchmaking: when fewer than `low` of its matches wait, fills up
   to `high`; and has a pair for each newcomer, whoever else waits. One at a time: while another
   does it, nothing happens. */
bool store_fill(struct store *s, int64_t ladder, int low, int high, int *added, struct err *err);
/* Matches that are queued or being played, of a ladder or with 0 of all. */
bool store_pending(struct store *s, int64_t ladder, int64_t *count, struct err *err);

struct store_job {
    int64_t match, token; /* whoever has the token holds the lease */
    int64_t ladder, player[2], version[2];
    enum rating_formula formula;
    char key[JOURNAL_KEY], game[STORE_WORD], setup[STORE_TEXT], settings[STORE_TEXT];
    char seat[2][STORE_SEAT];
    char name[2][STORE_NAME]; /* of the players, as entered */
    char *map;                /* owned; NULL: none */
    uint64_t seed;
    int64_t tries; /* this one included */
    int64_t priority;
    int64_t worker_ms; /* what it took of a worker's time; set before it is finished, 0: unknown */
    bool is_bots;      /* nobody's program plays in it */
    bool is_owned; /* a program is somebody's: what it writes on standard error is theirs alone */
};

/* Makes a match and takes it at once: whoever calls plays it. */
bool store_start(struct store *s, const struct store_plan *plan, const char *worker,
                 int64_t lease_ms, struct store_job *job, struct err *err);
/* The game is lost without being played, whether it was queued before or not: counted at once,
   without a record. One that has its result keeps it. */
bool store_forfeit(struct store *s, const struct store_plan *plan, int winner, struct err *err);
/* Another one sits down in a match that is held and has not begun. */
bool store_reseat(struct store *s, struct store_job *job, int side, int64_t version,
                  struct err *err);
/* Takes the next match, if there is one, for lease_ms; one whose lease has ended is next again.
   Submitted programs play in a cage: STORE_UNCAGED leaves their matches to others. */
enum store_caged { STORE_UNCAGED, STORE_CAGED };
bool store_take(struct store *s, const char *worker, int64_t lease_ms, enum store_caged caged,
                struct store_job *job, bool *found, struct err *err);
/* Takes the next one that somebody waits for: STORE_SOON, or before that. */
bool store_take_soon(struct store *s, const char *worker, int64_t lease_ms, enum store_caged caged,
                     struct store_job *job, bool *found, struct err *err);
/* This one, unless somebody has it. */
bool store_take_match(struct store *s, int64_t match, const char *worker, int64_t lease_ms,
                      struct store_job *job, bool *found, struct err *err);
void store_job_free(struct store_job *job);
/* *held is false when the lease went to somebody else. */
bool store_renew(struct store *s, const struct store_job *job, int64_t lease_ms, bool *held,
                 struct err *err);
/* The match has not been played; it is the next one's. */
bool store_give_back(struct store *s, const struct store_job *job, struct err *err);
/* The match cannot be played, and says why. */
bool store_void(struct store *s, const struct store_job *job, const struct err *why,
                struct err *err);

/* Of bytes in the database and a file in the folder of records at most one. */
struct store_record {
    const void *bytes;
    size_t len;
    const char *file;                  /* its name */
    const struct match_end_side *ends; /* how both sides ended; NULL: not known */
};
/* Result, record, ratings and event at once, and only once: *counted is false when the lease had
   gone to somebody else. To finish again what is finished already does nothing and is no failure.
 */
bool store_finish(struct store *s, const struct store_job *job, const struct journal_match *result,
                  const struct store_record *record, const char *worker, bool *counted,
                  struct err *err);

/* A descriptor that becomes readable when matches were queued, -1 where there is none; what made it
   readable is taken away by store_notify_drain(). */
int store_notify_fd(const struct store *s);
void store_notify_drain(struct store *s);
