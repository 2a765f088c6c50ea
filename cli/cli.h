/*
 * cli — what the commands of the program share.
 *
 * Each command is one file, cmd_NAME.c, with one function that gets its own arguments (argv[0] is
 * the command's name) and returns the exit status. People's words go to standard error where
 * results go to standard output.
 */
#pragma once
#include "games/game.h"
#include "os/err.h"

#include <getopt.h>
#include <stdbool.h>
#include <stdint.h>

enum {
    STATUS_DONE = 0,
    STATUS_FOUND = 1, /* the command worked and found something wrong */
    STATUS_USE = 2,   /* wrong use, or bad input */
    STATUS_ARENA = 3  /* the arena itself failed */
};

typedef int command_fn(int argc, char **argv);
command_fn cmd_play, cmd_replay, cmd_sim, cmd_gen, cmd_games, cmd_bots, cmd_bot, cmd_bench,
    cmd_chaser_server, cmd_qualifier, cmd_map, cmd_batch, cmd_tournament, cmd_tune, cmd_stats,
    cmd_check, cmd_doctor, cmd_campaign, cmd_new, cmd_db, cmd_worker, cmd_serve, cmd_account,
    cmd_join, cmd_submit;

/* Say something on standard error, "taisen: " before it, and return STATUS_USE or STATUS_ARENA. */
int cli_use(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Says that the database is waited for. */
void cli_tell_away(const char *why);
int cli_fail(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Say which option getopt_long() did not understand; argv is what it was given. */
int cli_bad_option(char **argv);
/* Print a help text on standard output and return STATUS_DONE. */
int cli_help(const char *text);

/* Prints a JSON string with its quotes on standard output. */
void cli_print_json(const char *s);

/* Prints bytes from outside on standard output as one line that a terminal can show: what would
   disturb it becomes a question mark. Without a line end. */
void cli_print_line(const char *bytes, size_t len);

/* The address of a league: what --db was given, or else the variable TAISEN_DB; NULL where neither
   is.
   "@FILE" is the first line of a file, which must be closed to other users: it may hold a password,
   which neither the list of processes nor an environment should show. False, having said what is
   wrong with the file. `*db` is good for the life of the program. */
bool cli_league(const char *given, const char **db);

/* NULL, having said so, when there is no such game. */
const struct game *cli_game(const char *name);
/* False, having said so, when the argument is no whole number in the range. */
bool cli_int(const char *option, const char *arg, int64_t least, int64_t most, int64_t *n);
/* Bytes: a whole number, or one with k, m or g behind it (powers of 1024). */
bool cli_size(const char *option, const char *arg, int64_t least, int64_t most, int64_t *bytes);
bool cli_seed(const char *arg, uint64_t *seed);
/* A seed nobody chose, small enough to be read out to somebody. */
uint64_t cli_any_seed(void);
