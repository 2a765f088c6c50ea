/*
 * tournament — a contest as it is played.
 *
 * Everything follows from the contest and the journal: tournament_look() goes through the phases,
 * makes their schedules from the results that are there, and seeds each phase with the places of
 * the one before. tournament_run() plays what is due until nothing is.
 *
 * Players may be TCP clients that people start: then a game has a court, which is two ports, one
 * for each side, and whoever looks on is told who is expected where (tournament_court_fn). A client
 * plays one game at a time, and the games of a match stay on its court as long as that is free.
 *
 * Each pair of games of a match has a number, made of phase, round and pair; its games have the
 * contest's seed plus that number, so that all who play in a round have the same starts.
 */
#pragma once
#include "league/contest/contest.h"
#include "league/run/match_runner.h"

/* A phase that has begun. */
struct tournament_phase {
    const struct contest_phase *phase;
    int number;                  /* of the phase, from 0 */
    int player[CONTEST_PLAYERS]; /* of the contest, by seed in this phase */
    int entrants;
    struct schedule schedule;
};

struct tournament {
    const struct contest *contest;
    struct tournament_phase phase[CONTEST_PHASES];
    int begun; /* phases */
    bool is_over;
};

/* How it stands. False when memory is short; tournament_free() in any case but that. */
bool tournament_look(struct tournament *t, const struct contest *c, const struct journal *journal,
                     struct err *err);
void tournament_free(struct tournament *t);
/* Players of the contest in the order of their places; how many there are. */
int tournament_places(const struct tournament *t, int places[CONTEST_PLAYERS]);
/* What entrant `seed` of a phase is called; a bot, a bye or an open place, too. */
const char *tournament_name(const struct tournament_phase *p, const struct contest *c, int seed);
/* The games there will be, without extra ones. */
int64_t tournament_games(const struct contest *c);

/* What waits for people to draw a lot, in the phase that is being played: those who are level, as
   players of the contest. Returns how many; 0: there is no such tie. */
int tournament_tie(const struct tournament *t, int number, struct tie *tie,
                   int players[CONTEST_PLAYERS]);
/* The decision of the tie between these, best first, by their names; false, with what waits, when
   there is none. */
bool tournament_decide(const struct tournament *t, const char *const *names, int count,
                       struct journal_decision *out, struct err *err);

/* A game of a match by its numbers from 0, as far as it was played; NULL: it was not. */
const struct journal_match *tournament_result(const struct tournament *t,
                                              const struct journal *journal, int phase, int fixture,
                                              int game);

struct tournament_game {
    int phase, fixture, game; /* from 0 */
    struct match_runner_task task;
};
/* The first game that can be played now and has no result; of one fixture, or with -1 of any.
   False: there is none. */
bool tournament_next(const struct tournament *t, const struct journal *journal, int fixture,
                     struct tournament_game *out);

/* A game with TCP clients. */
struct tournament_court {
    const char *phase, *label; /* label: NULL where the match has none */
    const char *name[2];       /* by side, as the contest calls them */
    int number, port[2];       /* courts are counted from 1 */
    int round, game;           /* from 1 */
    int player[2];             /* of the contest; -1: the bot of a phase */
    bool is_tcp[2];            /* the other one is a program or a bot */
};
/* notice NULL: the game begins, and its clients can connect; otherwise what happened at a side. */
typedef void tournament_court_fn(void *arg, const struct tournament_court *court, int side,
                                 const struct notice *notice);
/* A player had a fault; `end` is how it ended, and what it wrote last. */
typedef void tournament_fault_fn(void *arg, const struct journal_match *m, int side,
                                 const struct match_end_side *end);

/* A tournament that is being played. */
struct tournament_play;
/* There is something to read on one of the lines; -1: as long as wait_us() said there was nothing.
 */
typedef void tournament_hear_fn(void *arg, struct tournament_play *play, int line);

struct tournament_options {
    const struct contest *contest;
    struct match_options
        match; /* cage, clocks, and so on: game, setup and clock are the contest's */
    int jobs;
    const char *out;
    bool resume;
    const char *records;
    bool keep_stderr;
    tournament_court_fn *court; /* NULL: nobody looks on */
    tournament_fault_fn *fault; /* NULL: nobody asks */
    /* A game in which a TCP client had a fault (it left, said no name, was too late, or what it
       said was no answer) does not count before people say so. */
    bool holds_faults;
    /* Descriptors that people speak over; while there are some, a tie by janken is waited for. */
    const int *lines;
    int line_count;
    tournament_hear_fn *hear;
    int64_t (*wait_us)(void *arg); /* negative: for ever; NULL: always so */
    struct tournament_play **play; /* set as long as it is played, for all who are told; or NULL */
};

/* What people say while it is played. Each is false, with a sentence for them, when it cannot be
   done. `player` is one of the contest, and is about the game that it plays, is awaited for, or
   that is held because of a fault. */
/* From its beginning; its clients connect again. */
bool tournament_again(struct tournament_play *play, int player, struct err *err);
/* The game is lost for this player. */
bool tournament_forfeit(struct tournament_play *play, int player, struct err *err);
/* The held game counts as it ended. */
bool tournament_accept(struct tournament_play *play, int player, struct err *err);
/* Who won a janken, as "NAME > NAME > ...". */
bool tournament_order(struct tournament_play *play, const char *order, struct err *err);
/* Whether the court's last game is held. */
bool tournament_holds(const struct tournament_play *play, int court);
/* The games that are due and wait for a court or for their players, in their order; court number
   and ports are 0. Returns how many. */
int tournament_waiting(const struct tournament_play *play, struct tournament_court *out, int most);
/* How it stands now; good until the next result. */
const struct tournament *tournament_now(struct tournament_play *play);

/* Told after each game. */
typedef void tournament_fn(void *arg, const struct journal *journal, const char *phase);

/* Writes a decision into the journal of a contest (o->out), as "NAME > NAME > ...". */
bool tournament_enter(const struct tournament_options *o, const char *order, struct err *err);
/* When all is played, or what is left waits for a decision, it is done. False when it was stopped
   or something failed; *journal holds what was played in any case and belongs to the caller
   (journal_free). */
bool tournament_run(const struct tournament_options *o, tournament_fn *tell, void *arg,
                    struct journal *journal, struct err *err);
