/*
 * help — what `taisen --help` and `taisen COMMAND --help` print, made from the tables of options.h.
 *
 * They are in the user's language (os/words.h).
 */
#pragma once
#include "cli/options.h"

#include <stdio.h>

/* Both print on standard output and return STATUS_DONE. */
int help_command(const struct command *c);
int help_all(void);

/* Writes a text in lines of at most 96 columns, from `column` on; the lines after the first are
   indented. A line end in the text begins a new line. */
void help_wrap(FILE *out, const char *text, int column, int indent);
