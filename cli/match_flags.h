/*
 * match_flags — the options that every command has that plays matches.
 *
 * A command has a struct match_flags in its request and includes options_match, or some of its
 * parts, in its table of options.
 */
#pragma once
#include "cli/cli.h"
#include "cli/options.h"
#include "referee/match.h"
#include "referee/record.h"

enum { MATCH_FLAGS_CORES = 513 };

struct match_flags {
    uint64_t seed;
    bool has_seed;
    char setup[1024];
    char *map;                          /* text of the map file; owned */
    int64_t match_ms, turn_ms, name_ms; /* -1: as the game has it */
    enum match_think think;
    bool charges_cpu; /* --clock cpu: the program's time, and not the wall's */
    bool is_local;    /* the match is played at home: no limit for a turn where the game has it so.
                         --clock online takes it back */
    int64_t margin_ms;
    struct seat_limits output;
    int core_count, core[MATCH_FLAGS_CORES]; /* of the players, and of the arena */
    bool shares_core;                        /* each match has one, with its players */
    int64_t jobs;                            /* matches at a time; 1 unless the command knows it */
    const char *record;
    bool no_stderr;
    const char *log_dir;
    char log_path[2][4096];
    bool is_caged, has_limits; /* --sandbox; one of its limits */
    struct cage_limits limits;
    struct cage cage; /* open from match_flags_cage() to match_flags_free() */
};

/* Tables of options (cli/options.h) whose targets lie in a struct match_flags. options_match has
   all of them but the sandbox's; the others are for commands that have only some. */
extern const struct cli_option options_match[], options_start[], /* seed, setup, map */
    options_answer[],                        /* time for an answer and for the name */
    options_think[],                         /* parallel or serial */
    options_clock[],                         /* what is charged, and what is forgiven */
    options_local_clock[], options_margin[], /* the same for matches at home, and a part of both */
    options_cores[],                         /* pinning */
    options_output[],                        /* how much a player may write */
    options_stderr[],                        /* --no-stderr */
    options_sandbox[];                       /* of the commands that start programs */

void match_flags_init(struct match_flags *f);
void match_flags_free(struct match_flags *f);
/* Adds KEY=VALUE to the setup, as --setup does. False, having said what is wrong. */
bool match_flags_add_setup(struct match_flags *f, const char *arg);
/* Were limits of the sandbox given without --sandbox? False, having said so. match_flags_apply()
   asks it, too. */
bool match_flags_limits(const struct match_flags *f);
/* Are there as many cores as all players and the arena need, if any were named? False, having
   said what is wrong. match_flags_apply() does it too. */
bool match_flags_cores(struct match_flags *f, struct match_options *o);
/* Opens the cage, if one was asked for, with as many slots, and hides record and logs from who is
   in it; after proc_guard(). False, having said what is wrong. */
bool match_flags_cage(struct match_flags *f, int slots, struct match_options *o);
/* Something else that this command writes: no program in the sandbox sees it. NULL: nothing. False,
   having said what is wrong. */
bool match_flags_hide(struct match_flags *f, const char *path);
/* Tries the setup before anything is started, so that a wrong one is wrong use and no failure of
   the arena. False, having said what is wrong. */
bool match_flags_check(const struct match_options *o);
/* Fills what match_run() needs. False, having said what is wrong, with the status in *status. */
bool match_flags_apply(struct match_flags *f, const struct game *game, const char *seat0,
                       const char *seat1, struct match_options *o, int *status);
