/*
 * match — one match, start to result.
 *
 * match_run() opens both seats, reads their names, and then goes round: who must answer? -> prompt
 * -> clocks start -> bytes -> parse -> answer, or late, or gone -> step. It never decides a
 * result; it tells the game what happened. Observers are told after each step and cannot change or
 * slow anything. A failure of the arena's own, or a stop signal, voids the match: false, with the
 * reason. Whatever happens, no process and no descriptor of the players is left.
 */
#pragma once
#include "games/game.h"
#include "os/err.h"
#include "os/proc.h"
#include "referee/seat.h"

/* THINK_SERIAL also stops the player that is not on move. */
enum match_think { THINK_AS_GAME, THINK_PARALLEL, THINK_SERIAL };

struct match_options {
    const struct game *game;
    struct game_setup setup;
    const char *seat[2];
    const char *shown[2];    /* what a record calls the seats; NULL: as `seat` has them */
    const char *who[2];      /* whom they play for, as entered; NULL: not known. For people: no
                                program sees it, and what one prints does not replace it */
    struct game_clock clock; /* the game's own, or what the user wants instead */
    enum match_think think;
    bool contest_names;          /* names as the original contest allowed them */
    bool cpu_clock;              /* charge CPU time instead of wall time */
    const char *log_path[2];     /* standard error of each player, NULL: no file */
    int listener[2];             /* for tcp: seats, kept open; 0: the match opens its own */
    const struct cage *cage;     /* for programs, NULL: they run free */
    int slot;                    /* the first of two slots of the cage */
    int lane;                    /* among those that play side by side, of core[] */
    const char *const *programs; /* specs of the whole run, none of which sees another's files;
                                    NULL: the two seats */
    int program_count;
    struct cage_limits caged;  /* where they differ from those of the cage, otherwise 0 */
    const char *home[2];       /* folders of programs that are caged at home; NULL: they are not */
    struct seat_limits limits; /* of each player's output */
    int64_t margin_ms;         /* lateness that is forgiven */
    int core_count;            /* 0: nobody is pinned */
    const int *core;           /* for the players by lane, two a match; the last is the arena's */
    bool shares_core;          /* the arena plays on the core of the first player instead */
    struct seat_line line[2];  /* of players who are relayed */
    const struct game_state *position; /* play on from here; NULL: init(setup) */
};

/* One step as it happened; everything points into the match and is good until the next step. */
struct match_step {
    int32_t number; /* 0, 1, ... */
    int32_t turn;   /* status.turn before the step */
    unsigned asked; /* as actors() */
    enum reply_kind kind[2];
    const char *answer[2]; /* the bytes as they came; NULL where there are none */
    size_t answer_len[2];
    int64_t ms[2];
    const struct text *err[2];      /* standard error since the step before */
    const struct game_state *state; /* after the step */
    int64_t left_ms[2];             /* after the step */
};

/* Any of them may be NULL. `notice` tells who came to a TCP seat, or was sent away. `seated` comes
 * when the programs were started, before the clock of the match runs; `begin` when both names are
 * known. A false ends the match. */
struct match_watch {
    void *arg;
    void (*notice)(void *arg, int p, const struct notice *notice);
    bool (*seated)(void *arg, struct err *err);
    bool (*begin)(void *arg, const struct game_state *, const char *const name[2],
                  const int64_t name_ms[2], struct err *err);
    bool (*step)(void *arg, const struct match_step *, struct err *err);
};

enum { MATCH_WORDS = 256 };

struct match_seat {
    char name[SEAT_NAME_MAX + 1];
    int64_t ms_total, ms_max;
    int32_t answers;
    /* NULL, or what it did first: "invalid", "timeout", "name" (it said none that is valid),
       "crash" (its program ended by a signal or with an exit status that is not 0), "gone" (it
       ended with 0, or closed its output or connection). */
    const char *fault;
    char name_why[NAME_WHY_BYTES]; /* of fault "name": what is wrong with it, a message
                                      (base/said.h); or "" */
    char last_words[MATCH_WORDS];  /* of one with a fault: its last line on standard error; or "" */
    bool is_disturbed; /* it lost a turn because others had the cores (referee/disturb.h) */
    struct proc_end end;
};

struct match_result {
    struct game_status status;
    int32_t steps;
    int64_t wall_ms;   /* from when both are seated to the end of the game */
    bool is_disturbed; /* one of them was */
    struct match_seat seat[2];
};

/* The seed of a bot's own choices in seat p of a game with this seed. */
uint64_t match_seat_seed(uint64_t seed, int p);

bool match_run(const struct match_options *options, const struct match_watch *watches,
               int watch_count, struct match_result *result, struct err *err);
