/*
 * program — what `taisen` and `taisen-full` have in common.
 *
 * There are two programs. `taisen-full` has every command and needs some fifty libraries: a
 * database's, a web server's, archives, curl. `taisen` has the commands that play and measure,
 * starts in a fifth of the time, and forks as much faster, because there is less to map; for
 * everything else it becomes `taisen-full`. Users only ever call `taisen`.
 *
 * Each gives its list of commands (options.h: `commands`) and what it does with the rest.
 */
#pragma once

/* Called for a word that is none of `commands`, for options before a command, and for nothing. */
int program_other(int argc, char **argv);
