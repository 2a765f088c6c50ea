/*
 * finals — the finals of a contest, played one game after the other through the queue.
 *
 * Everything follows from the store: the contest's file, its finalists, and the results of the
 * matches on its ladder of finals, whose keys are those of `taisen tournament` with the contest in
 * front. So the same schedule (league/contest/tournament.h) says what is due, and whoever is killed
 * at whatever moment loses nothing and doubles nothing.
 *
 * An organiser calls a match, or all of them (store_call). finals_step() queues the next game of
 * what was called when no other one is waiting or being played; it may be called by several, and
 * as often as they like.
 */
#pragma once
#include "league/contest/tournament.h"
#include "league/store/contest/store_contest.h"

struct finals {
    struct store_contest about;
    struct contest contest;
    struct journal journal;
    struct tournament tournament;
    int64_t version[CONTEST_PLAYERS], player[CONTEST_PLAYERS]; /* by seed */
    bool is_absent[CONTEST_PLAYERS];
    int64_t running, latest; /* matches: being played or waiting, and the last that was; 0: none */
};

/* How they stand, or how the audience knows that they stand; NULL, with the reason. Before they
   begin, with those who would play. */
enum finals_eyes { FINALS_OF_ORGANISER, FINALS_OF_AUDIENCE };
struct finals *finals_open(struct store *s, const struct store_contest *about,
                           enum finals_eyes eyes, struct err *err);
void finals_close(struct finals *f);
/* The next match, all that are left, or no more than is being played. A game that was voided is
   played again. */
enum finals_call { FINALS_NEXT, FINALS_ALL, FINALS_HOLD };
bool finals_call(struct store *s, const struct store_contest *about, enum finals_call what,
                 struct err *err);
/* Who won a lot that they wait for, best first; false, with what waits, when nothing like it does.
 */
bool finals_decide(struct store *s, const struct store_contest *about, const char *const *names,
                   int count, struct err *err);
/* A game of the show. */
struct finals_game {
    int64_t match; /* 0: it has no result yet */
    int phase, fixture, game;
    const struct journal_match *result; /* NULL: it has none yet */
};
/* The game that comes after this match in the show: the first with a result, or else the one that
   is being played or will be. False: none does. Counts the games up to this match, and those after
   it that have a result. */
bool finals_after(const struct finals *f, int64_t match, struct finals_game *next, int *before,
                  int *ready);
/* Somebody does not come, or does after all: what is due is forfeited. *done is false when there is
   no such finalist. */
bool finals_set_absent(struct store *s, const struct store_contest *about, int64_t player,
                       bool is_absent, bool *done, struct err *err);
/* Goes on with what was called, if it is time. */
bool finals_step(struct store *s, const char *contest, struct err *err);
/* All contests: freezes those whose deadline has passed, and goes on with finals. */
bool finals_advance(struct store *s, struct err *err);
