/*
 * sentence — what a failure says (os/err.h), in the language of whoever reads the terminal.
 *
 * A failure with a code has its Japanese words from the pages (web/src/i18n/refusals.ts), which the
 * build makes a table of, so that a code has one sentence wherever it is read; the server sends
 * codes, and browsers have no gettext. All others have theirs from gettext (os/words.h), which also
 * decides about the language.
 */
#pragma once
#include "os/err.h"

/* Both are good until they have been called seven more times; English where there are no other
   words. */
const char *sentence(const struct err *err);
/* Of a message with its values in it (base/said.h): what the rules of a game say about a name, an
   option or a map. */
const char *sentence_said(const char *said);
