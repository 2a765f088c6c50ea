/*
 * batch — many matches between two or more seats, in pairs with sides swapped.
 *
 * Round r of a pairing has the seed `first_seed + r`; its two matches differ only in who is player
 * 0. Every match runs in a process of its own; finished ones are appended to the journal at once. A
 * match whose process dies is played again. With a journal that is resumed, what is there already
 * is not played.
 */
#pragma once
#include "league/rating/pool.h"
#include "league/rating/stats.h"
#include "league/run/journal.h"
#include "league/run/match_end.h"
#include "os/err.h"
#include "referee/match.h"

struct batch_options {
    struct match_options match; /* game, setup, clock, cage: seats and seed are the batch's */
    const char *const *seats;
    int seat_count;
    const char *const *names; /* by seat, NULL where it has its own; or NULL as a whole */
    bool gauntlet;            /* the first against each other one, instead of all against all */
    int64_t rounds;           /* pairs of matches a pairing */
    uint64_t first_seed;
    char *const *maps; /* texts of map files, one after the other by round; NULL: none */
    int map_count;
    int jobs;
    const struct sprt *sprt; /* NULL: no test. Two seats only */
    const char *out;         /* journal; NULL: none is written */
    const char *records;     /* folder for records, NULL: none */
    bool resume;
    bool keep_stderr;
    bool keeps; /* programs of the next match start while this one is played */
};

struct batch_progress {
    int64_t done, total;
    const struct journal *journal;
};

/* What somebody wants to hear while it is played; any of them may be NULL. `fault` comes once for
   each seat and kind of fault. */
struct batch_watch {
    void *arg;
    void (*progress)(void *arg, const struct batch_progress *progress);
    void (*fault)(void *arg, const struct journal_match *m, int p,
                  const struct match_end_side *end);
};

enum batch_verdict {
    BATCH_PLAYED,
    BATCH_FAILED, /* it was stopped, or something failed */
    BATCH_SILENT  /* a program never said its name, in both games of its first pair: no use to go on
                   */
};

/* *journal holds what was played in any case and belongs to the caller (journal_free); the reason
   is in *err unless everything was played. */
enum batch_verdict batch_run(const struct batch_options *o, const struct batch_watch *watch,
                             struct journal *journal, struct err *err);

/* ---- what a journal says ---- */

struct tally {
    int64_t wins, losses, draws; /* of seat a */
    struct stats_pairs pairs;
    int64_t gone[2], timeout[2], invalid[2], ms_max[2];
    int64_t first_player_points; /* in half points, of all matches of the two */
};

/* The matches of seats a and b; with a test that has come to its end, only those up to there. */
void batch_tally(const struct journal *j, int a, int b, const struct sprt *sprt, struct tally *t);

/* Who met whom, for pool_rate(): at most seat_count * (seat_count - 1) / 2 of them, which belong to
   the caller (free); NULL when memory is short. */
struct pool_meeting *batch_meetings(const struct journal *j, int *count);
