/* The door to SQLite: one file, written by one at a time, read by many (WAL). */
#include "league/store/db.h"

#include <assert.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { BUSY_MS = 10 * 1000 };

/* What went wrong, in SQLite's words. */
static bool fail(struct store *s, sqlite3 *link, struct err *err)
{
    int code = link ? sqlite3_errcode(link) : SQLITE_NOMEM;
    const char *why = link ? sqlite3_errmsg(link) : "out of memory";
    s->trouble = code == SQLITE_BUSY || code == SQLITE_LOCKED ? DB_BUSY
                 : strncmp(why, "no such table", 13) == 0     ? DB_NO_TABLE
                                                              : DB_WRONG;
    return err_set(err, "%s: %s", s->url, why);
}

static bool script(struct store *s, const char *sql, struct err *err)
{
    return sqlite3_exec(s->link, sql, NULL, NULL, NULL) == SQLITE_OK || fail(s, s->link, err);
}

static bool begin(struct store *s, enum db_kind kind, struct err *err)
{
    return script(s, kind == DB_READ ? "BEGIN" : "BEGIN IMMEDIATE", err);
}

static void close_link(struct store *s)
{
    sqlite3_close(s->link);
    s->link = NULL;
}

/* Hashes of passwords and people's sources are in it: it is nobody else's to read. What the library
   makes beside it has the same rights. */
static void make_private(const char *path)
{
    if (path[0] == ':') return; /* in memory */
    int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd >= 0) close(fd); /* where it cannot be made, the library says so */
}

static bool open_link(struct store *s, bool create, struct err *err)
{
    sqlite3 *link = NULL;
    if (create) make_private(s->url);
    int flags = SQLITE_OPEN_READWRITE | (create ? SQLITE_OPEN_CREATE : 0);
    if (sqlite3_open_v2(s->url, &link, flags, NULL) != SQLITE_OK) {
        fail(s, link, err);
        sqlite3_close(link);
        return false;
    }
    s->link = link;
    sqlite3_busy_timeout(link, BUSY_MS);
    if (script(s, "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON",
               err))
        return true;
    close_link(s);
    return false;
}

static void *prepare(struct store *s, int number, const char *sql, struct err *err)
{
    sqlite3_stmt *statement = NULL;
    (void)number;
    if (sqlite3_prepare_v3(s->link, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL) !=
        SQLITE_OK)
        fail(s, s->link, err);
    return statement;
}

static void forget(void *statement)
{
    sqlite3_finalize(statement);
}

static void bind(sqlite3_stmt *statement, int at, const struct db_value *v)
{
    switch (v->type) {
    case DB_INT: sqlite3_bind_int64(statement, at, v->n); return;
    case DB_REAL: sqlite3_bind_double(statement, at, v->x); return;
    case DB_TEXT: sqlite3_bind_text(statement, at, v->bytes, (int)v->len, SQLITE_TRANSIENT); return;
    case DB_BYTES: sqlite3_bind_blob64(statement, at, v->bytes, v->len, SQLITE_TRANSIENT); return;
    case DB_NULL:
    default: sqlite3_bind_null(statement, at); return;
    }
}

static bool ask(struct store *s, void *handle, const struct db_value *args, int count,
                struct db_rows *rows, struct err *err)
{
    (void)s;
    (void)err;
    assert(!sqlite3_stmt_busy(handle)); /* its rows are being read by someone */
    for (int i = 0; i < count; i++) {
        char name[16];
        snprintf(name, sizeof name, "$%d", i + 1);
        bind(handle, sqlite3_bind_parameter_index(handle, name), &args[i]);
    }
    rows->handle = handle;
    return true;
}

static bool next(struct db_rows *rows)
{
    if (!rows->handle || rows->failed) return false;
    int code = sqlite3_step(rows->handle);
    if (code == SQLITE_ROW) return true;
    if (code != SQLITE_DONE) {
        rows->failed = true;
        fail(rows->store, rows->store->link, &rows->why);
    }
    sqlite3_reset(rows->handle);
    rows->handle = NULL;
    return false;
}

static struct db_value get(struct db_rows *rows, int column)
{
    sqlite3_stmt *statement = rows->handle;
    switch (sqlite3_column_type(statement, column)) {
    case SQLITE_INTEGER: return db_int(sqlite3_column_int64(statement, column));
    case SQLITE_FLOAT: return db_real(sqlite3_column_double(statement, column));
    case SQLITE_TEXT: return db_text((const char *)sqlite3_column_text(statement, column));
    case SQLITE_BLOB: {
        const void *bytes = sqlite3_column_blob(statement, column);
        return db_bytes(bytes, (size_t)sqlite3_column_bytes(statement, column));
    }
    default: return db_null();
    }
}

static void end(struct db_rows *rows)
{
    if (rows->handle) sqlite3_reset(rows->handle);
    rows->handle = NULL;
}

static int bell(const struct store *s)
{
    (void)s;
    return -1;
}

static void hear(struct store *s)
{
    (void)s;
}

const struct db_backend db_sqlite = {
    .id = "INTEGER PRIMARY KEY",
    .bytes = "BLOB",
    .now = "CAST(round((julianday('now') - 2440587.5) * 86400000) AS INTEGER)",
    .lock = "", /* whoever writes is alone */
    .skip = "",
    .late = "",
    .fit = "",
    .begin = begin,
    .inspect = "PRAGMA integrity_check",
    .open = open_link,
    .close = close_link,
    .script = script,
    .prepare = prepare,
    .forget = forget,
    .ask = ask,
    .next = next,
    .get = get,
    .end = end,
    .bell = bell,
    .hear = hear,
};
