/*
 * store_result — what was played: matches, records, and the events that readers follow.
 */
#pragma once
#include "league/rating/rating.h"
#include "league/run/journal.h"
#include "league/store/store.h"

struct store_match {
    int64_t id, ladder, player[2], version[2], created, finished;
    uint64_t seed;
    const char *key, *name[2], *kind[2], *ladder_name, *game, *setup;
    int64_t number[2]; /* of the versions */
    enum rating_formula formula;
    const char *state; /* "queued", "running", "done", "void" */
    struct journal_match result;
    struct rating after[2]; /* ratings after it */
    const char *worker, *void_why;
    const char *void_said; /* that as JSON, as err_write_said() has it; "" where it has no code */
    bool has_record;
    bool is_remote;       /* a person or a program at home sits in it */
    int64_t over_ms;      /* since when it is over; 0: it is not */
    int64_t spectators_s; /* the ladder's setting for those (league/store/store_player.h) */
    bool seed_is_secret;  /* a match with this seed, this one or its return match, is not over */
    bool is_private;      /* of a contest that is not for everybody */
};
typedef void store_match_fn(void *arg, const struct store_match *match);
/* Newest first, at most `most`, those with an id below `before` (0: from the newest on); of one
   ladder and of one player, or with 0 of all; of one game, or with NULL of all. With `match` it
   is that one alone. */
struct store_which {
    int64_t ladder, player, before, most;
    const char *game;
    int64_t match;
    struct store_viewer viewer;
};
bool store_matches(struct store *s, const struct store_which *which, store_match_fn *tell,
                   void *arg, struct err *err);
/* How one match went, and no more: for tables. */
struct store_score {
    int64_t player[2], finished;
    double rating[2]; /* after it */
    int winner;       /* 0, 1 or -1 */
};
typedef void store_score_fn(void *arg, const struct store_score *score);
/* The newest results of a ladder, newest first, at most `most`. */
bool store_scores(struct store *s, int64_t ladder, int64_t most, store_score_fn *tell, void *arg,
                  struct err *err);
/* A player's results in a ladder, oldest first: its rating over time. */
bool store_history(struct store *s, int64_t ladder, int64_t player, store_match_fn *tell, void *arg,
                   struct err *err);
/* The bytes of a record, read from its file where it is one (store_set_records); they belong to
   the caller. False, saying so, when there is none. */
bool store_record(struct store *s, int64_t match, char **bytes, size_t *len, struct err *err);

struct store_event {
    int64_t id, ladder, match, created;
    const char *kind, *text; /* "queued", "result", "void", "entered", "ladder", "shown" */
    const char *ladder_name; /* "": of none */
    bool is_private;         /* of a contest that is not for everybody */
    bool is_unshown;         /* of a match of finals that the audience has not seen yet */
};
typedef void store_event_fn(void *arg, const struct store_event *event);
/* Those after the event `after`, oldest first, at most `most`. Ids only grow, and no event appears
   later with a smaller id than one that was seen: a reader can go on where it stopped. */
bool store_events(struct store *s, int64_t after, int64_t most, store_event_fn *tell, void *arg,
                  struct err *err);
/* The id of the newest, 0: there is none. */
bool store_last_event(struct store *s, int64_t *id, struct err *err);
