/*
 * store_worker — the workers that play from the queue, each with a name that nobody else has.
 */
#pragma once
#include "league/store/store.h"

/* A worker is known by a name that nobody else has: the one it wants, or that with a number. */
bool store_register(struct store *s, const char *wanted, const char *machine, char name[STORE_NAME],
                    struct err *err);
/* The languages that it can build, each between two blanks: " c python ". */
bool store_tell_languages(struct store *s, const char *name, const char *languages,
                          struct err *err);
/* Whether some worker that is there can build this language. Where none is there that builds
   anything, one may come: that counts as yes. */
bool store_can_build(struct store *s, const char *language, bool *can, struct err *err);
bool store_seen(struct store *s, const char *name, struct err *err);
bool store_leave(struct store *s, const char *name, struct err *err);
struct store_worker {
    const char *name, *machine;
    int64_t started, seen, now;
};
typedef void store_worker_fn(void *arg, const struct store_worker *worker);
bool store_workers(struct store *s, store_worker_fn *tell, void *arg, struct err *err);
