/*
 * ignore — which files of a folder are left out when it is sent, in the form of .gitignore.
 *
 * A line is a pattern; later lines win over earlier ones. `#` begins a comment, `!` takes files
 * back in, a `/` at the end means folders only, a `/` before that ties the pattern to the top
 * folder; without one it is compared with the last part of every path. `*` and `?` stop at a `/`,
 * `**` does not, `[a-z]` and `[!a-z]` are one character, `\` makes the next character an ordinary
 * one.
 *
 * A pure function: the time it takes grows with the lengths of pattern and path, never faster.
 */
#pragma once
#include <stdbool.h>

enum { IGNORE_PATH = 1024 }; /* longer paths are never ignored */

/* What nobody means to send: repositories, caches, what compilers leave, records of matches. */
extern const char ignore_defaults[];

/* Says whether the lines of `text` leave out `path`, which is relative to the top folder. What is
   in a folder that is left out is never asked for. `was`: what earlier lines say. */
bool ignore_matches(const char *text, const char *path, bool is_folder, bool was);
