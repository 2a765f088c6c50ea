/*
 * message — a sentence for people that a page can say in another language.
 *
 * A message is written down once, where it arises, as one format: its code, a colon, and the
 * English sentence, in which each value stands in braces with its name:
 *
 *     "no-game: there is no game {game:%s}"
 *
 * What comes of it is the code (`no-game`), the sentence with its values, and the values by name as
 * members of a JSON object. So a program reads the code, an English reader the sentence, and a page
 * has its own sentence for the code (web/src/i18n/refusals.ts; a test compares the two). The format
 * is one for printf(), so that the compiler compares it with its arguments; %s, %.Ns, %d, %lld and
 * %zu can be used, in braces only. %p is another failure (os/err.h, err_value): its sentence
 * becomes a part of this one, and its code and values an object among the values, so that a page
 * can say that part in another language, too.
 */
#pragma once
#include "base/text.h"

#include <stdarg.h>

/* Writes the three parts; what does not fit is left out. `values` gets members without braces. */
void message_write(struct text *code, struct text *sentence, struct text *values,
                   const char *format, va_list args) __attribute__((format(printf, 4, 0)));
