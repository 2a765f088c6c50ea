/* Opening: finds the backend by the address, makes or migrates the tables, and waits for a
   database that is not there yet. */
#include "league/store/store.h"

#include "league/store/db.h"
#include "league/store/store_schema.h"
#include "os/clock.h"
#include "os/stop.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATIENCE_US = 5 * 1000 * 1000, AWAIT_US = 500 * 1000 };

int64_t store_version(void)
{
    return db_migration_count;
}

void store_set_retry(struct store *s, int64_t us)
{
    s->patience_us = us;
}

bool store_set_records(struct store *s, const char *folder, struct err *err)
{
    free(s->records);
    s->records = strdup(folder);
    return s->records || err_set(err, "out of memory");
}

int store_notify_fd(const struct store *s)
{
    return s->backend->bell(s);
}

void store_notify_drain(struct store *s)
{
    s->backend->hear(s);
}

/* ---- versions of the tables ---- */

/* The version a database has; 0 when there are no tables of ours. */
static bool read_version(struct store *s, int64_t *version, struct err *err)
{
    bool found;
    *version = 0;
    return db_ask_int(s, "SELECT version FROM taisen_schema", DB_WITHOUT, version, &found, err) ||
           s->trouble == DB_NO_TABLE;
}

static bool make_first(struct store *s, void *arg, struct err *err)
{
    int64_t rows = 0;
    bool found;
    (void)arg;
    return db_script(s, "CREATE TABLE IF NOT EXISTS taisen_schema (version BIGINT NOT NULL)",
                     err) &&
           db_ask_int(s, "SELECT count(*) FROM taisen_schema", DB_WITHOUT, &rows, &found, err) &&
           (rows > 0 || db_run(s, "INSERT INTO taisen_schema VALUES (0)", DB_WITHOUT, err));
}

/* The version is read inside the transaction: of two who migrate, the second finds it done. */
static bool migrate_next(struct store *s, void *arg, struct err *err)
{
    bool *is_done = arg;
    int64_t version;
    if (!read_version(s, &version, err)) return false;
    *is_done = version >= db_migration_count;
    return *is_done ||
           (db_script(s, db_migrations[version], err) &&
            db_run(s, "UPDATE taisen_schema SET version = $1", DB_WITH(db_int(version + 1)), err));
}

static bool migrate(struct store *s, struct err *err)
{
    if (!db_transact(s, DB_MIGRATE, make_first, NULL, err)) return false;
    for (bool is_done = false; !is_done;)
        if (!db_transact(s, DB_MIGRATE, migrate_next, &is_done, err)) return false;
    return true;
}

static bool fit(struct store *s, enum store_how how, struct err *err)
{
    int64_t version;
    if (!read_version(s, &version, err)) return false;
    if (version > db_migration_count)
        return err_set(err,
                       "the database has version %lld of the tables and this program knows "
                       "version %d: a newer taisen is needed",
                       (long long)version, db_migration_count);
    if (version == db_migration_count) return true;
    bool may_migrate = how == STORE_MIGRATE || how == STORE_KEEP;
    if (may_migrate || (how == STORE_MAKE && version == 0)) return migrate(s, err);
    if (version == 0)
        return err_set(err, "there is no league in this database; `taisen db init` makes one");
    return err_set(err,
                   "the database has version %lld of the tables and this program needs version "
                   "%d; `taisen db migrate` brings it up to date",
                   (long long)version, db_migration_count);
}

/* ---- opening ---- */

static const struct db_backend *backend_for(const char **url)
{
    if (strncmp(*url, "postgres://", 11) == 0 || strncmp(*url, "postgresql://", 13) == 0)
        return &db_postgres;
    if (strncmp(*url, "sqlite:", 7) == 0) *url += 7;
    return &db_sqlite;
}

struct store *store_open(const char *url, enum store_how how, struct err *err)
{
    struct store *s = calloc(1, sizeof *s);
    if (!s) {
        err_set(err, "out of memory");
        return NULL;
    }
    s->backend = backend_for(&url);
    s->url = strdup(url);
    s->patience_us = PATIENCE_US;
    bool may_make = how == STORE_MAKE || how == STORE_KEEP;
    if (db_connect(s, may_make, err) && fit(s, how, err)) return s;
    store_close(s);
    return NULL;
}

static bool is_away(const char *url)
{
    const struct db_backend *backend = backend_for(&url);
    return backend->is_away && backend->is_away(url);
}

struct store *store_await(const char *url, enum store_how how, int64_t wait_us,
                          void (*tell)(const struct err *why), struct err *err)
{
    int64_t until_us = clock_us() + wait_us;
    struct store *s = store_open(url, how, err);
    if (s || !is_away(url)) return s;
    if (tell) tell(err);
    while (!s && !stop_asked() && clock_us() < until_us) {
        stop_poll(NULL, 0, AWAIT_US);
        if (!is_away(url)) s = store_open(url, how, err);
    }
    return s;
}

void store_close(struct store *s)
{
    if (!s) return;
    db_disconnect(s);
    free(s->url);
    free(s->records);
    free(s);
}

bool store_lost_db(const struct store *s)
{
    return s->trouble == DB_LOST || s->trouble == DB_BUSY;
}
