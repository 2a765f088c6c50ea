/*
 * tournament_internal — for tournament.c, which looks, tournament_run.c, which plays, and
 * tournament_desk.c, which does what people say meanwhile.
 */
#pragma once
#include "league/contest/tournament.h"

/* The seat of a phase's bot: behind those of the players. */
int tournament_bot_seat(const struct contest *c, int phase);
/* Key and seats of a game, by which its result is found in a journal. */
void tournament_name_game(const struct contest *c, const struct tournament_phase *p, int fixture,
                          const struct fixture *f, int game, struct match_runner_task *task);
/* All of the task. */
void tournament_fill_task(const struct contest *c, const struct tournament_phase *p, int fixture,
                          int game, struct match_runner_task *task);

/* ---- a tournament that is being played ---- */

struct tournament_due {
    int fixture, game;
    bool is_out; /* it was handed out */
};

/* Two ports, and the game that was played there last. */
struct tournament_place {
    char key[JOURNAL_KEY], spec[2][16];
    int fixture, phase, seat[2];
    struct tournament_court about;
};

struct tournament_play {
    const struct tournament_options *o;
    struct tournament t;
    struct match_runner runner;
    struct journal *journal;
    struct tournament_due *due;       /* what was due when we last looked */
    int64_t due_count, due_cap, next; /* next: everything before it is out */
    struct tournament_place court[CONTEST_COURTS];
    bool is_stale; /* there are results that we have not looked at */
    struct err *err;
    bool has_failed;
    tournament_fn *tell;
    void *arg;
};

static inline const struct tournament_phase *tournament_current(const struct tournament_play *p)
{
    return &p->t.phase[p->t.begun - 1];
}

/* Begins or resumes the journal, and looks at it. */
bool tournament_open(struct tournament_play *p, struct match_runner_options *runner,
                     struct err *err);
struct match_runner_options tournament_runner(const struct tournament_options *o,
                                              const char **seats);
/* Looks at all results again and lists what can be played now. */
bool tournament_refresh(struct tournament_play *p);
/* Whether a game is played on the court, or held there. */
bool tournament_is_busy(const struct tournament_play *p, const struct tournament_place *court);
/* Who plays what in a game that is due; the court is not told. */
void tournament_about(const struct tournament_play *p, const struct tournament_due *d,
                      const struct match_runner_task *task, struct tournament_court *about);
