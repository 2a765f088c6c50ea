/*
 * language — the languages that players are written in, and how such a program is built and run.
 *
 * All of it comes from one file, kits/languages.list, which explains its own form. Commands are
 * lines for sh(1), to be run in the player's folder.
 */
#pragma once
#include "os/err.h"

#include <stdint.h>

enum { LANGUAGES_MOST = 32, LANGUAGE_LINE = 192 };

struct language {
    char name[LANGUAGE_LINE];
    char title[LANGUAGE_LINE];
    char needs[LANGUAGE_LINE];    /* programs, with blanks between them */
    char packages[LANGUAGE_LINE]; /* Debian packages that bring them, with blanks between them */
    char main[LANGUAGE_LINE];     /* the file that must be there */
    char version[LANGUAGE_LINE];  /* prints which version it is, on its first line; "": nobody knows
                                   */
    char build[LANGUAGE_LINE];
    char run[LANGUAGE_LINE];
    /* Extended regular expressions; "": there is none. A main file that has the first and not the
       second is made for the kit's library. */
    char uses[LANGUAGE_LINE], defines[LANGUAGE_LINE];
};

struct languages {
    int count;
    struct language language[LANGUAGES_MOST];
};

bool languages_load(struct languages *l, const char *path, struct err *err);
/* Reads the languages from text that is there already; `path` is for the words of an error. */
bool languages_read(struct languages *l, const char *text, const char *path, struct err *err);
/* Whether this main file is made for the library of the language's kits. */
bool language_needs_kit(const struct language *l, const char *source);
const struct language *languages_find(const struct languages *l, const char *name);
enum { LANGUAGE_VERSION = 32 };
/* Asks this machine for the versions of all languages at once, for so long at most: numbers with
   points between them, "" where there is no answer. Programs are looked for in these folders
   (colons between them); NULL: on the PATH. */
void languages_versions(const struct languages *l, const char *folders, int64_t most_us,
                        char version[LANGUAGES_MOST][LANGUAGE_VERSION]);
/* The first number with a point in it, in what a program said about itself. */
void language_find_version(const char *said, char version[LANGUAGE_VERSION]);
/* The first program it needs that is not on the PATH; false when all are there. */
bool language_lacks(const struct language *l, char program[LANGUAGE_LINE]);
/* The first program it needs that is in none of these folders (colons between them); false when all
 * are there. */
bool language_lacks_on(const struct language *l, const char *folders, char program[LANGUAGE_LINE]);
