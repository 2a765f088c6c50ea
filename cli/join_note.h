/*
 * join_note — files that say which places the clients of this machine hold: one a place, named by
 * the process, so that those of dead ones are found.
 */
#pragma once
#include <limits.h>
#include <stdint.h>

/* Notes the place and its match; `path` is the file. Without a home folder it is "", and nothing
   is noted. */
void join_note_write(const char *url, const char *place, int64_t match, char path[PATH_MAX]);
void join_note_drop(char path[PATH_MAX]);
/* Tells, and removes, the notes of processes that are gone. */
typedef void join_note_fn(void *arg, const char *place, int64_t match);
void join_note_left(const char *url, join_note_fn *tell, void *arg);
