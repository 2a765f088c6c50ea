/*
 * builder — a worker's second work: takes submitted programs from the store, builds them, and
 * stores what came out.
 *
 * One at a time, in a process of its own (league/build/build.h), so that the worker's matches go
 * on. A build has a lease like a match: that of a killed worker is another's, and one whose lease
 * was lost is broken off. One that fails by the arena's own fault STORE_BUILD_TRIES times, wherever
 * it is tried, is broken, and says so.
 */
#pragma once
#include "league/build/build.h"
#include "league/store/store_submit.h"
#include "os/file.h"

struct builder_options {
    const struct languages *languages;
    const struct cage *cage;
    int slot;              /* the first of two */
    const char *programs;  /* folder */
    const char *kits;      /* folder of the starter kits; NULL: there are none */
    const char *positions; /* folder with a recorded game GAME.jsonl.zst for each; NULL: none */
    int64_t build_ms, lease_ms;
};

struct builder {
    struct store *store;
    const struct builder_options *o;
    const char *worker; /* its name */
    char words[1024];   /* the languages that this machine has, as store_take_build() wants */
    struct store_build build;
    struct proc proc;
    bool is_busy;
    bool is_dry; /* the last look found nothing to take */
    int memory;  /* the file that the result is written to */
    char path[FILE_MEMORY_PATH];
    int64_t looked_us, done;
    struct build_progress *progress; /* shared with the process that builds; NULL: there was none */
    int32_t told;                    /* how much of it stands in the store */
};

/* What has been built; why: NULL when it is fit, otherwise what is wrong. */
typedef void builder_fn(void *arg, const struct store_build *build, const char *why);

/* The store, the options and the name must stay. */
void builder_open(struct builder *b, struct store *s, const struct builder_options *o,
                  const char *worker);
/* Takes one, when it is idle and there is one; looks now and then, or at once when `soon`. */
bool builder_look(struct builder *b, bool soon, struct err *err);
/* To be polled for reading; -1: nothing is being built. */
int builder_fd(const struct builder *b);
/* What was being built is done. */
bool builder_read(struct builder *b, builder_fn *tell, void *arg, struct err *err);
/* Stores how far the check is, when that has changed. */
bool builder_tell(struct builder *b, struct err *err);
bool builder_renew(struct builder *b, struct err *err);
/* What is not done is another's at once. */
void builder_leave(struct builder *b);
