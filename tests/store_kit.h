/*
 * store_kit — an empty league for each test of the store, on either database.
 *
 * A test program is PROGRAM sqlite, or PROGRAM postgres with an address in POSTGRES_URL
 * (tests/postgres.py gives one).
 */
#pragma once
#include "league/db.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

extern struct store *kit_store;
extern struct err kit_err;

#define must(call)                                                                                 \
    do {                                                                                           \
        if (!(call)) fail_msg("%s: %s", #call, kit_err.text);                                      \
    } while (0)

/* Setup and teardown: kit_store is open and empty, and closed. */
int kit_begin(void **state);
int kit_end(void **state);
/* Another connection to the same league; the caller closes it. */
struct store *kit_open(void);

int64_t kit_account(const char *name);
int64_t kit_ladder(const char *name, const char *game);
/* Fails the test when something in the league is wrong. */
void kit_is_well(void);

/* For main(): where the league is, by argv; then the tests; then nothing is left behind. */
int kit_main(int argc, char **argv, const struct CMUnitTest *tests, size_t count);
