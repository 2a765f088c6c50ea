/*
 * join_note — files that say which places the clients of this machine hold: one a place. Its client
 * holds a lock on it, which the kernel takes away from whoever dies, so those of dead clients are
 * found.
 */
#pragma once
#include <limits.h>
#include <stdint.h>

struct join_note {
    int fd; /* -1: none */
    char path[PATH_MAX];
};

/* Notes the place and its match. Without a home folder nothing is noted. */
void join_note_write(struct join_note *note, const char *url, const char *place, int64_t match);
void join_note_drop(struct join_note *note);
/* Tells, and removes, the notes of clients that are gone. */
typedef void join_note_fn(void *arg, const char *place, int64_t match);
void join_note_left(const char *url, join_note_fn *tell, void *arg);
