/*
 * store — a league in a database: how it is opened, and what all of its parts have in common.
 *
 * Each subject has a header of its own: players and ladders (store_player.h), the queue
 * (store_queue.h), results (store_result.h), accounts (store_account.h, store_access.h), contests
 * (store_contest.h), submissions (store_submit.h), and so on.
 *
 * One interface, two databases: a file of SQLite (`sqlite:PATH`, or a path alone) for one machine,
 * PostgreSQL (`postgres://...`, in any form that libpq knows) for many. Both have the same tables
 * (league/store/store_schema.c) and the same statements.
 *
 * Every function does its work in one transaction: all of it happens or nothing. When the database
 * goes away, or somebody else is in the way, it is tried again until the store's patience ends
 * (store_set_retry); then it fails with the reason. Texts must be UTF-8. Times are milliseconds
 * since 1970 by the database's clock.
 *
 * Lists are handed to a function row by row; the texts of a row are good until it returns, and it
 * must not use the store. A store belongs to one thread of one process.
 */
#pragma once
#include "os/err.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct store;

enum { STORE_NAME = 65, STORE_WORD = 32, STORE_TEXT = 1024, STORE_SEAT = 4096 };
/* The seat of a person: nobody but the site they play on can let them play. */
#define STORE_PERSON "person"
/* The seat of a program on its author's machine: only the site it has connected to can let it play.
 */
#define STORE_HOME "home"

/* Who looks. What belongs to a private contest is there for accounts that joined it and for those
   who see everything: organisers, and this program itself. Of finals that have a stage
   (store_stage.h) the others see what it has shown. All zeros is somebody without an account. */
struct store_viewer {
    bool sees_all;
    bool is_audience; /* of finals that are shown on a stage, sees what was shown, whoever it is */
    int64_t account;  /* 0: nobody's */
};
#define STORE_SEES_ALL ((struct store_viewer){.sees_all = true})

/* STORE_USE: it must be there and fit this program. STORE_MAKE: makes the tables where there are
   none. STORE_MIGRATE: brings those of an older version up to date. STORE_KEEP: both. */
enum store_how { STORE_USE, STORE_MAKE, STORE_MIGRATE, STORE_KEEP };

/* NULL, with the reason, when it cannot be opened; the caller closes it. */
struct store *store_open(const char *url, enum store_how how, struct err *err);
/* Opens a store, waiting so long for a database that does not run yet, or until the program is
   asked to stop. `tell`, if it is not NULL, hears why, once, when there is something to wait for.
 */
struct store *store_await(const char *url, enum store_how how, int64_t wait_us,
                          void (*tell)(const struct err *why), struct err *err);
void store_close(struct store *s);
/* Whether the last failure was the database's own, and not one of what was asked. */
bool store_lost_db(const struct store *s);
/* How long to wait for a database that is away; 5 seconds unless told. */
void store_set_retry(struct store *s, int64_t us);
/* The folder of records that are files (`--records` of workers). The database has their names
   alone, so that nothing in it can make us read elsewhere. */
bool store_set_records(struct store *s, const char *folder, struct err *err);
/* The version of the tables that this program makes and needs. */
int64_t store_version(void);
