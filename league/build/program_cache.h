/*
 * program_cache — built programs on this machine's disk, each in a folder of its own.
 *
 * They are kept in the store; a machine that plays one unpacks it once and uses it again. What is
 * half unpacked is never seen (it gets its name when it is whole), and the folder of programs is
 * bounded: those that were not used for longest go. Several workers share a folder.
 */
#pragma once
#include "league/store/store_submit.h"

#include <limits.h>

struct program {
    char folder[PATH_MAX];
    char run[STORE_RUN]; /* the command that starts it, in its folder */
};

/* Makes the folder of programs. False when it cannot be used, or a caged program cannot get to it.
 */
bool program_cache_open(const char *folder, struct err *err);
/* The program of a version; *found is false when the store has none. */
bool program_cache_get(struct store *s, const char *folder, int64_t version, struct program *out,
                       bool *found, struct err *err);
/* A new folder of no version's, unpacked from a bundle's bytes; the caller removes it. */
bool program_cache_unpack(const char *folder, const void *bytes, size_t len, char out[PATH_MAX],
                          struct err *err);
