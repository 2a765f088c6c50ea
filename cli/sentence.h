/*
 * sentence — what a failure says (os/err.h), in the language of whoever reads the terminal.
 *
 * The Japanese words are those of the pages (web/src/i18n/refusals.ts), which the build makes a
 * table of, so that a code has one sentence wherever it is read.
 */
#pragma once
#include "os/err.h"

#include <stddef.h>

enum { SENTENCE = 1024 };

/* Writes it to `out`, cut where it does not fit, and returns that; English where there are no
   Japanese words for it. */
const char *sentence_of(const struct err *err, bool is_japanese, char out[SENTENCE]);
