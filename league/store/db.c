/* Statements are translated and prepared once, and found again by their hash. A transaction that
   a lost connection or another writer broke is done again from its beginning. */
#include "league/store/db.h"

#include "base/hash.h"
#include "base/text.h"
#include "base/utf8.h"
#include "os/clock.h"
#include "os/random.h"
#include "os/stop.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BACKOFF_FIRST_US = 20 * 1000, BACKOFF_MOST_US = 2 * 1000 * 1000, WORD_ROOM = 1024 };

struct db_value db_int(int64_t n)
{
    return (struct db_value){.type = DB_INT, .n = n};
}

struct db_value db_real(double x)
{
    return (struct db_value){.type = DB_REAL, .x = x};
}

struct db_value db_text(const char *s)
{
    return s ? (struct db_value){.type = DB_TEXT, .bytes = s, .len = strlen(s)} : db_null();
}

struct db_value db_bytes(const void *bytes, size_t len)
{
    return (struct db_value){.type = DB_BYTES, .bytes = bytes, .len = len};
}

struct db_value db_null(void)
{
    return (struct db_value){.type = DB_NULL};
}

struct db_value db_int_or_null(int64_t n)
{
    return n ? db_int(n) : db_null();
}

struct db_value db_viewer(struct store_viewer viewer)
{
    return viewer.sees_all ? db_null() : db_int(viewer.account);
}

struct db_value db_insider(struct store_viewer viewer)
{
    return db_int(viewer.sees_all && !viewer.is_audience);
}

/* ---- connection ---- */

bool db_connect(struct store *s, bool create, struct err *err)
{
    s->trouble = DB_WRONG;
    if (!s->backend->open(s, create, err)) return false;
    s->trouble = DB_FINE;
    return true;
}

void db_disconnect(struct store *s)
{
    for (int i = 0; i < s->statement_count; i++) {
        s->backend->forget(s->statements[i].handle);
        free(s->statements[i].sql);
    }
    s->statement_count = 0;
    s->in_transaction = false;
    s->deferred = 0;
    if (s->link) s->backend->close(s);
    s->link = NULL;
}

/* How often and how long to wait for something that may be better later. */
struct patience {
    int64_t until_us, pause_us;
};

static struct patience patience_of(const struct store *s)
{
    return (struct patience){clock_us() + s->patience_us, BACKOFF_FIRST_US};
}

/* Waits a little longer each time; false when it was long enough, or somebody wants us to stop. */
static bool wait_a_little(struct patience *p)
{
    int64_t left_us = p->until_us - clock_us();
    if (left_us <= 0 || stop_asked()) return false;
    stop_poll(NULL, 0, p->pause_us < left_us ? p->pause_us : left_us);
    p->pause_us = 2 * p->pause_us < BACKOFF_MOST_US ? 2 * p->pause_us : BACKOFF_MOST_US;
    return !stop_asked();
}

/* After a failure: whether it is worth another try, with a connection that stands. */
static bool recover(struct store *s, struct patience *p, struct err *err)
{
    while (s->trouble == DB_LOST || s->trouble == DB_BUSY) {
        if (s->trouble == DB_LOST) db_disconnect(s);
        if (!wait_a_little(p)) return false;
        if (s->link || db_connect(s, false, err)) return true;
        s->trouble = DB_LOST; /* not up yet */
    }
    return false;
}

/* ---- statements ---- */

static const char *word_for(const struct db_backend *b, const char *at, size_t len)
{
    const struct {
        const char *name, *word;
    } words[] = {{"{id}", b->id},     {"{bytes}", b->bytes}, {"{now}", b->now}, {"{lock}", b->lock},
                 {"{skip}", b->skip}, {"{late}", b->late},   {"{fit}", b->fit}};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strlen(words[i].name) == len && memcmp(at, words[i].name, len) == 0)
            return words[i].word;
    assert(false && "a word in braces that nobody knows");
    return "";
}

/* Belongs to the caller. */
static char *translate(const struct db_backend *b, const char *sql)
{
    size_t room = 2 * strlen(sql) + WORD_ROOM;
    char *buf = malloc(room);
    if (!buf) return NULL;
    struct text out = text_on(buf, room);
    for (const char *at = sql, *open; *at; at = strchr(open, '}') + 1) {
        open = strchr(at, '{');
        if (!open) {
            text_str(&out, at);
            break;
        }
        text_bytes(&out, at, (size_t)(open - at));
        text_str(&out, word_for(b, open, (size_t)(strchr(open, '}') + 1 - open)));
    }
    assert(!out.cut);
    return buf;
}

bool db_script(struct store *s, const char *sql, struct err *err)
{
    char *own = translate(s->backend, sql);
    bool ok = own ? s->backend->script(s, own, err) : err_set(err, "out of memory");
    free(own);
    return ok;
}

static void *add_statement(struct store *s, uint64_t hash, const char *sql, struct err *err)
{
    assert(s->statement_count < DB_STATEMENTS);
    struct db_statement *new = &s->statements[s->statement_count];
    char *own = translate(s->backend, sql), *copy = strdup(sql);
    void *handle = own && copy ? s->backend->prepare(s, s->statement_count, own, err) : NULL;
    free(own);
    if (!handle) {
        free(copy);
        return NULL;
    }
    *new = (struct db_statement){hash, copy, handle};
    s->statement_count++;
    return handle;
}

static void *statement_for(struct store *s, const char *sql, struct err *err)
{
    uint64_t hash = hash_bytes(0, sql, strlen(sql));
    for (int i = 0; i < s->statement_count; i++)
        if (s->statements[i].hash == hash && strcmp(s->statements[i].sql, sql) == 0)
            return s->statements[i].handle;
    return add_statement(s, hash, sql, err);
}

static bool ask_once(struct store *s, struct db_rows *rows, const char *sql,
                     const struct db_value *args, int count, struct err *err)
{
    *rows = (struct db_rows){.store = s};
    if (!s->link) {
        s->trouble = DB_LOST;
        return err_set(err, "the database is away");
    }
    void *statement = statement_for(s, sql, err);
    return statement && s->backend->ask(s, statement, args, count, rows, err);
}

bool db_ask(struct store *s, struct db_rows *rows, const char *sql, const struct db_value *args,
            int count, struct err *err)
{
    struct patience p = patience_of(s);
    while (!ask_once(s, rows, sql, args, count, err))
        if (s->in_transaction || !recover(s, &p, err)) return false;
    return true;
}

bool db_next(struct db_rows *rows)
{
    return rows->store->backend->next(rows);
}

bool db_end(struct db_rows *rows, struct err *err)
{
    rows->store->backend->end(rows);
    if (!rows->failed) return true;
    *err = rows->why;
    return false;
}

struct db_value db_get(struct db_rows *rows, int column)
{
    return rows->store->backend->get(rows, column);
}

bool db_is_null(struct db_rows *rows, int column)
{
    return db_get(rows, column).type == DB_NULL;
}

int64_t db_get_int(struct db_rows *rows, int column)
{
    return db_get(rows, column).n;
}

double db_get_real(struct db_rows *rows, int column)
{
    struct db_value v = db_get(rows, column);
    return v.type == DB_INT ? (double)v.n : v.x;
}

const char *db_get_text(struct db_rows *rows, int column)
{
    struct db_value v = db_get(rows, column);
    return v.type == DB_TEXT ? v.bytes : "";
}

bool db_run_at_once(struct store *s, const char *sql, const struct db_value *args, int count,
                    struct err *err)
{
    struct db_rows rows;
    if (!db_ask(s, &rows, sql, args, count, err)) return false;
    while (db_next(&rows)) continue;
    return db_end(&rows, err);
}

bool db_run(struct store *s, const char *sql, const struct db_value *args, int count,
            struct err *err)
{
    if (s->in_transaction && s->link && s->backend->defer) {
        void *statement = statement_for(s, sql, err);
        return statement && s->backend->defer(s, statement, args, count, err);
    }
    return db_run_at_once(s, sql, args, count, err);
}

bool db_ask_int(struct store *s, const char *sql, const struct db_value *args, int count,
                int64_t *n, bool *found, struct err *err)
{
    struct db_rows rows;
    if (!db_ask(s, &rows, sql, args, count, err)) return false;
    *found = db_next(&rows);
    if (*found) *n = db_get_int(&rows, 0);
    while (db_next(&rows)) continue;
    return db_end(&rows, err);
}

char *db_copy(struct db_rows *rows, int column, size_t *len)
{
    struct db_value v = db_get(rows, column);
    char *copy = malloc(v.len + 1);
    if (!copy) return NULL;
    if (v.len > 0) memcpy(copy, v.bytes, v.len);
    copy[v.len] = '\0';
    *len = v.len;
    return copy;
}

int64_t db_token(void)
{
    uint64_t token;
    do token = random_u64() >> 1;
    while (token == 0);
    return (int64_t)token;
}

/* ---- transactions ---- */

/* Twice where it must: a statement that was deferred may fail only now, and the first with it. */
static void roll_back(struct store *s)
{
    struct err ignored;
    if (s->link && !s->backend->script(s, "ROLLBACK", &ignored) && s->link)
        s->backend->script(s, "ROLLBACK", &ignored);
}

static bool transact_once(struct store *s, enum db_kind kind, db_body *body, void *arg, bool *began,
                          struct err *err)
{
    if (!s->link) {
        s->trouble = DB_LOST;
        return err_set(err, "the database is away");
    }
    if (!s->backend->begin(s, kind, err)) return false;
    s->in_transaction = true;
    *began = true;
    bool ok = body(s, arg, err) && s->backend->script(s, "COMMIT", err);
    s->in_transaction = false;
    enum db_trouble trouble = s->trouble;
    if (!ok) roll_back(s);
    s->trouble = trouble;
    return ok;
}

bool db_transact(struct store *s, enum db_kind kind, db_body *body, void *arg, struct err *err)
{
    struct patience p = patience_of(s);
    if (s->in_transaction) return body(s, arg, err);
    for (;;) {
        bool began = false;
        s->trouble = DB_WRONG; /* a body that fails for reasons of its own is not tried again */
        if (transact_once(s, kind, body, arg, &began, err)) return true;
        if (kind == DB_READ && began) return false; /* somebody has been told already */
        if (!recover(s, &p, err)) return false;
    }
}

void store_number_name(const char *name, int number, char out[STORE_NAME])
{
    char end[16] = "";
    if (number > 1) snprintf(end, sizeof end, "-%d", number);
    size_t len = utf8_cut(name, strlen(name), STORE_NAME - 1 - strlen(end));
    snprintf(out, STORE_NAME, "%.*s%s", (int)len, name, end);
}
