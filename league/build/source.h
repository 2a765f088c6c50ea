/*
 * source — what an author sends: one file, or a zip of several, in one of the languages.
 *
 * One file of any name is kept under the name that its language wants. A zip must have the
 * language's main file at its top, or in the one folder that everything lies in.
 */
#pragma once
#include "league/build/bundle.h"
#include "league/build/language.h"

enum { SOURCE_MOST = 1 << 20 };

/* Which language it is in, by the files in the zip or the ending of the name; NULL: nobody knows.
 */
const struct language *source_language(const struct languages *all, const char *file,
                                       const void *bytes, size_t len);
/* Into an empty bundle, which is the caller's to free. False, with the reason, when it cannot be
   what was meant. */
bool source_open(struct bundle *p, const struct language *l, const void *bytes, size_t len,
                 struct err *err);
