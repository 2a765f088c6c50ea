/*
 * cli — what the commands of the program share.
 *
 * Each command is one file, commands/NAME.c, with a `struct command` (cli/options.h): its options,
 * its help, and one function that gets its own arguments (argv[0] is the command's name) and
 * returns the exit status. People's words go to standard error where
 * results go to standard output.
 */
#pragma once
#include "cli/sentence.h"
#include "cli/term.h"
#include "games/game.h"
#include "os/err.h"
#include "os/words.h"

#include <getopt.h>
#include <stdbool.h>
#include <stdint.h>

enum {
    STATUS_DONE = 0,
    STATUS_FOUND = 1, /* the command worked and found something wrong */
    STATUS_USE = 2,   /* wrong use, or bad input */
    STATUS_ARENA = 3, /* the arena itself failed */
    STATUS_SILENT = 4 /* a program said no valid name: its command is wrong, probably */
};

/* Say something on standard error, "taisen: " before it, and return STATUS_USE or STATUS_ARENA. The
   format is a message (os/words.h): it is said in the user's language. */
int cli_use(const char *format, ...) __attribute__((format(printf, 1, 2)));
int cli_fail(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Says that the database is waited for. */
void cli_tell_away(const struct err *why);

/* The exit status of a server that was asked to stop, and did: 0 after SIGTERM, which is how one is
   stopped; 128 and the signal after any other. */
int cli_server_end(void);

/* Whether everything printed so far has arrived on standard output; false, having said that it has
   not (once). For what must be known before something else is done; main() asks at the end. */
bool cli_is_printed(void);

/* Prints bytes from outside on standard output as one line that a terminal can show: what would
   disturb it becomes a question mark. Without a line end. */
void cli_print_line(const char *bytes, size_t len);

/* Prints a text with blanks behind it up to so many columns of a terminal, and the gap to the next,
   which is there even when the text is wider. */
void cli_print_cell(const char *text, int columns, int gap);

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
/* Any whole number that 64 bits hold. */
bool cli_seed(const char *option, const char *arg, uint64_t *seed);
/* A seed nobody chose, small enough to be read out to somebody. */
uint64_t cli_any_seed(void);
