/*
 * store_kit — an empty league for each test of the store, on either database.
 *
 * A test program is PROGRAM sqlite, or PROGRAM postgres with an address in POSTGRES_URL
 * (tests/python/kit/postgres.py gives one).
 */
#pragma once
#include "league/store/db.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

extern struct store *kit_store;
extern struct err kit_err;
extern bool kit_is_postgres;
extern char kit_url[4096];

#define must(call)                                                                                 \
    do {                                                                                           \
        if (!(call)) fail_msg("%s: %s", #call, kit_err.text);                                      \
    } while (0)

/* Setup and teardown: kit_store is open and empty, and closed. */
int kit_begin(void **state);
int kit_end(void **state);
/* Another connection to the same league; the caller closes it. kit_try() may fail. */
struct store *kit_open(enum store_how how);
struct store *kit_try(enum store_how how);
/* Not even tables are left. */
void kit_wipe(void);

int64_t kit_account(const char *name);
int64_t kit_ladder(const char *name, const char *game);
/* Setup with a ladder `main` of Reborn and players p0, p1, ... in it; and what they do there. */
enum { KIT_PLAYERS = 6, KIT_LEASE_MS = 3600 * 1000 };
extern int64_t kit_main;
extern struct store_entered kit_player[KIT_PLAYERS];
int kit_begin_main(void **state);
void kit_enter(int number, const char *seat);
/* How many matches were added; the seed is the priority as well. */
int kit_queue(int a, int b, uint64_t seed);
bool kit_take(struct store_job *job, int64_t lease_ms);
/* Whether it counted. */
bool kit_finish(const struct store_job *job, int winner);
void kit_play(int a, int b, uint64_t seed, int winner);

/* Fails the test when something in the league is wrong. */
void kit_is_well(void);

/* For main(): where the league is, by argv; then the tests; then nothing is left behind. */
int kit_main_of(int argc, char **argv, const struct CMUnitTest *tests, size_t count);
