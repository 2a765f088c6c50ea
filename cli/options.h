/*
 * options — a command and its options as tables.
 *
 * An option stands in one place: a row that says what it is called, what it takes, within which
 * bounds, where its value goes, and what it is for. Parsing, --help,
 * the completions of three shells and the lists of the manual follow from that row. A value
 * goes to an offset within a struct of the command's, its "request", whose defaults the command
 * sets before it calls options_read(). Options that several commands have are tables of their own,
 * which a row includes by reference (`group`), with the offset of the struct that they fill.
 */
#pragma once
#include "os/words.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum option_kind {
    OPTION_FLAG,   /* bool: becomes true */
    OPTION_INT,    /* int64_t: a whole number from `least` to `most` */
    OPTION_SIZE,   /* int64_t: bytes from `least` to `most`, as 4096, 64k, 16m or 1g */
    OPTION_SEED,   /* uint64_t: any */
    OPTION_TEXT,   /* const char * */
    OPTION_FILE,   /* const char *, which shells complete as a file */
    OPTION_FOLDER, /* const char *, which shells complete as a folder */
    OPTION_WORD,   /* int, or an enum: `least` and how far on in `words` it stands */
    OPTION_CALL    /* whatever `read` does with it */
};

/* False, having said what is wrong. `target` is the request, moved by the row's offset. */
typedef bool option_read(void *target, const char *arg);

struct cli_option {
    const char *name;     /* without the dashes */
    const char *argument; /* what it takes, as in "FILE"; NULL: nothing */
    enum option_kind kind;
    size_t at;    /* offset of the target */
    size_t given; /* offset of a bool that tells that the option was given; 0: none */
    int64_t least, most;
    const char *const *words; /* NULL-ended; of OPTION_CALL: what shells may suggest, or NULL */
    option_read *read;        /* of OPTION_CALL */
    enum option_kind suggest; /* of OPTION_CALL: OPTION_FILE or OPTION_FOLDER where it is one */
    bool is_repeated;         /* may be given several times */
    const char *help;         /* N_(); NULL: understood, but shown nowhere */
    const struct cli_option *group; /* a table to include here, instead of all of the above but
                                       `at`; a name that the table has already is left out */
};

/* An argument that is one of several things, or an action of a command that has several. */
struct cli_row {
    const char *name;
    const char
        *arguments;   /* of an action, as in "NAME [FILE]": those in brackets can be left out */
    const char *help; /* N_() */
    int (*run)(void *request); /* NULL: it is no action */
    int how;                   /* for the command's own use */
};

struct command {
    const char *name;
    const char *about;          /* N_(): one line for the list of commands */
    const char *usage;          /* what follows "taisen NAME", one line for each way */
    const char *text;           /* N_(): what it does */
    const struct cli_row *rows; /* ended by a NULL name; NULL: none */
    const char *suggest; /* what its arguments are, for shells: game, seat, bot, file, folder,
                            language, action, word:A|B; one with ... goes on for ever */
    const struct cli_option *options; /* ended by an empty row; --help is added to each */
    const char *more;                 /* N_(): what follows the options; NULL: nothing */
    int (*run)(int argc, char **argv);
    bool is_hidden; /* from the list of commands */
};

/* All of them, ended by NULL. */
extern const struct command *const commands[];

/* Reads the options into the request and moves the other arguments behind them; `optind` is the
   first of those. False when the command is to end now with *status: help was asked for, or
   something is wrong and has been told. */
bool options_read(const struct command *c, int argc, char **argv, void *request, int *status);
/* Finds the action argv[optind] of a command whose rows are actions, and checks the number of its
   arguments; NULL, having said what is wrong. optind is moved behind it. */
const struct cli_row *options_action(const struct command *c, int argc, char **argv);

/* Tells each option of the table and of what it includes, in their order; `group` is the table it
   stands in. Those that are shown nowhere, and those that an earlier one hides, are left out. */
typedef void options_tell(void *arg, const struct cli_option *option,
                          const struct cli_option *group);
void options_each(const struct cli_option *table, options_tell *tell, void *arg);
