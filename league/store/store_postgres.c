/* The door to PostgreSQL: many machines at once. A statement whose rows nobody wants waits in a
   pipeline and goes with the next question, so that a transaction costs a journey to the server for
   each of its questions, not for each of its statements. */
#include "league/store/db.h"

#include <assert.h>
#include <libpq-fe.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ARGS_MOST = 40, NUMBER_ROOM = 32, DEFERRED_MOST = 64 };
enum { OID_BYTEA = 17, OID_INT8 = 20, OID_INT4 = 23, OID_FLOAT8 = 701 };

/* ---- failures ---- */

/* The last line without its end: libpq's texts have several, the first says most. */
static bool say(struct err *err, const char *text)
{
    return err_set(err, "PostgreSQL: %.*s", (int)strcspn(text, "\n"), text);
}

/* Classes of SQLSTATE after which the same work may succeed: conflicts (40), an operator's or a
   crash's interruption (57), too few connections or memory (53). */
static enum db_trouble trouble_of(PGconn *link, const PGresult *result)
{
    const char *state = result ? PQresultErrorField(result, PG_DIAG_SQLSTATE) : NULL;
    if (PQstatus(link) != CONNECTION_OK || !state) return DB_LOST;
    if (strncmp(state, "57P", 3) == 0 || strncmp(state, "08", 2) == 0) return DB_LOST;
    if (strncmp(state, "40", 2) == 0 || strcmp(state, "55P03") == 0) return DB_BUSY;
    return strcmp(state, "42P01") == 0 ? DB_NO_TABLE : DB_WRONG;
}

/* True when the result is one; otherwise it is thrown away. */
static bool is_good(struct store *s, PGresult *result, struct err *err)
{
    ExecStatusType status = PQresultStatus(result);
    if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK) return true;
    s->trouble = trouble_of(s->link, result);
    say(err, result ? PQresultErrorMessage(result) : PQerrorMessage(s->link));
    PQclear(result);
    return false;
}

/* ---- the pipeline ---- */

/* The answer to one statement of the pipeline, without what follows it; NULL: it never came. */
static PGresult *answer(struct store *s)
{
    PGresult *result = PQgetResult(s->link);
    for (PGresult *rest; result && (rest = PQgetResult(s->link));) PQclear(rest);
    return result;
}

/* Whether what has been handed over is now on its way. */
static bool is_sent(struct store *s, int handed_over, struct err *err)
{
    if (handed_over == 1) return true;
    s->trouble = DB_LOST;
    return say(err, PQerrorMessage(s->link));
}

/* Whatever there is, up to the end of the pipeline: without it the connection is of no use. A
   server that goes down sends no end: twice nothing in a row says so, and nothing else does. */
static bool take_rest(struct store *s)
{
    for (bool was_nothing = false; PQstatus(s->link) == CONNECTION_OK;) {
        PGresult *rest = PQgetResult(s->link);
        bool is_end = PQresultStatus(rest) == PGRES_PIPELINE_SYNC;
        PQclear(rest);
        if (is_end) return true;
        if (!rest && was_nothing) return false;
        was_nothing = !rest;
    }
    return false;
}

/* Sends what waits, and takes the answers: those to the deferred statements, and the last one, to a
   question, if it was asked for. The first failure is told; the later ones follow from it. */
static bool settle(struct store *s, PGresult **last, struct err *err)
{
    bool is_synced = is_sent(s, PQpipelineSync(s->link), err), ok = is_synced;
    int count = s->deferred + (last != NULL);
    s->deferred = 0;
    for (int i = 0; ok && i < count; i++) {
        PGresult *result = answer(s);
        ok = is_good(s, result, err);
        if (ok && last && i == count - 1)
            *last = result;
        else if (ok)
            PQclear(result);
    }
    bool has_ended = is_synced && take_rest(s);
    if (ok && !has_ended && last) PQclear(*last);
    if (ok && !has_ended) ok = is_sent(s, 0, err);
    if (!has_ended) s->trouble = DB_LOST;
    PQexitPipelineMode(s->link);
    return ok;
}

static bool script(struct store *s, const char *sql, struct err *err)
{
    bool is_one = !strchr(sql, ';'); /* the pipeline takes no more at a time */
    if (s->deferred > 0 && !is_one && !settle(s, NULL, err)) return false;
    if (s->deferred > 0) { /* such as the end of a transaction: it goes with what waits for it */
        PGresult *last = NULL;
        int sent = PQsendQueryParams(s->link, sql, 0, NULL, NULL, NULL, NULL, 0);
        if (!is_sent(s, sent, err) || !settle(s, &last, err)) return false;
        PQclear(last);
        return true;
    }
    PGresult *result = PQexec(s->link, sql);
    if (!is_good(s, result, err)) return false;
    PQclear(result);
    return true;
}

/* The pipeline takes one more statement, which the caller hands over. */
static bool make_room(struct store *s, struct err *err)
{
    if (s->deferred == DEFERRED_MOST && !settle(s, NULL, err)) return false;
    if (s->deferred == 0) PQenterPipelineMode(s->link);
    s->deferred++;
    return true;
}

static bool begin(struct store *s, enum db_kind kind, struct err *err)
{
    switch (kind) {
    case DB_READ: return script(s, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", err);
    case DB_MIGRATE: return script(s, "BEGIN; SELECT pg_advisory_xact_lock(7461697365)", err);
    case DB_WRITE: break;
    }
    /* One that writes is begun again if it fails, so it may turn out later that it never began. */
    return make_room(s, err) &&
           is_sent(s,
                   PQsendQueryParams(s->link, "BEGIN ISOLATION LEVEL READ COMMITTED", 0, NULL, NULL,
                                     NULL, NULL, 0),
                   err);
}

/* ---- connection ---- */

static void be_silent(void *arg, const char *message)
{
    (void)arg;
    (void)message;
}

static void close_link(struct store *s)
{
    PQfinish(s->link);
    s->link = NULL;
}

/* A peer that vanished is noticed within half a minute; the address may say otherwise. */
static const char *const dial_keys[] = {"connect_timeout",  "keepalives_idle", "tcp_user_timeout",
                                        "application_name", "dbname",          NULL};
#define DIAL_VALUES(url) ((const char *const[]){"10", "10", "30000", "taisen", (url), NULL})

static PGconn *dial(const char *url)
{
    return PQconnectdbParams(dial_keys, DIAL_VALUES(url), 1);
}

static bool is_away(const char *url)
{
    PGPing heard = PQpingParams(dial_keys, DIAL_VALUES(url), 1);
    return heard == PQPING_REJECT || heard == PQPING_NO_RESPONSE;
}

static bool open_link(struct store *s, bool create, struct err *err)
{
    PGconn *link = dial(s->url);
    (void)create; /* databases are made by their administrator */
    if (PQstatus(link) != CONNECTION_OK) {
        say(err, PQerrorMessage(link));
        PQfinish(link);
        return false;
    }
    PQsetNoticeProcessor(link, be_silent, NULL);
    s->link = link;
    /* Our questions are short and say themselves in which order tables are best joined: to think
       about that, or to compile one, takes longer than to answer it. */
    if (script(s,
               "SET client_encoding TO 'UTF8'; SET jit = off; SET join_collapse_limit = 1;"
               " LISTEN taisen_jobs",
               err))
        return true;
    close_link(s);
    return false;
}

/* ---- statements ---- */

/* A prepared statement has a name; its handle is the number in it, which begins at 1. */
static void name_of(const void *handle, char name[NUMBER_ROOM])
{
    snprintf(name, NUMBER_ROOM, "s%d", (int)(intptr_t)handle);
}

static void *prepare(struct store *s, int number, const char *sql, struct err *err)
{
    char name[NUMBER_ROOM];
    void *handle = (void *)(intptr_t)(number + 1);
    name_of(handle, name);
    if (s->deferred > 0 && !settle(s, NULL, err)) return NULL;
    PGresult *result = PQprepare(s->link, name, sql, 0, NULL);
    if (!is_good(s, result, err)) return NULL;
    PQclear(result);
    return handle;
}

static void forget(void *statement)
{
    (void)statement; /* it goes with its connection */
}

/* Arguments as libpq wants them: text, but bytes as they are. */
struct arguments {
    char name[NUMBER_ROOM]; /* of the statement */
    const char *value[ARGS_MOST];
    int length[ARGS_MOST], format[ARGS_MOST];
    char number[ARGS_MOST][NUMBER_ROOM];
};

static void fill(struct arguments *a, int i, const struct db_value *v)
{
    a->value[i] = v->type == DB_NULL ? NULL : a->number[i];
    a->length[i] = (int)v->len;
    a->format[i] = v->type == DB_BYTES;
    if (v->type == DB_INT) snprintf(a->number[i], NUMBER_ROOM, "%lld", (long long)v->n);
    if (v->type == DB_REAL) snprintf(a->number[i], NUMBER_ROOM, "%.17g", v->x);
    if (v->type == DB_TEXT) a->value[i] = v->bytes;
    if (v->type == DB_BYTES) a->value[i] = v->bytes ? v->bytes : "";
}

static void fill_all(struct arguments *a, void *handle, const struct db_value *args, int count)
{
    assert(count <= ARGS_MOST);
    for (int i = 0; i < count; i++) fill(a, i, &args[i]);
    name_of(handle, a->name);
}

static bool ask(struct store *s, void *handle, const struct db_value *args, int count,
                struct db_rows *rows, struct err *err)
{
    struct arguments a;
    PGresult *result = NULL;
    fill_all(&a, handle, args, count);
    if (s->deferred > 0) {
        int sent = PQsendQueryPrepared(s->link, a.name, count, a.value, a.length, a.format, 0);
        if (!is_sent(s, sent, err) || !settle(s, &result, err)) return false;
    } else {
        result = PQexecPrepared(s->link, a.name, count, a.value, a.length, a.format, 0);
        if (!is_good(s, result, err)) return false;
    }
    rows->handle = result;
    rows->at = -1;
    rows->count = PQntuples(result);
    return true;
}

static bool defer(struct store *s, void *handle, const struct db_value *args, int count,
                  struct err *err)
{
    struct arguments a;
    fill_all(&a, handle, args, count);
    if (!make_room(s, err)) return false;
    int sent = PQsendQueryPrepared(s->link, a.name, count, a.value, a.length, a.format, 0);
    return is_sent(s, sent, err);
}

static bool next(struct db_rows *rows)
{
    return ++rows->at < rows->count;
}

static struct db_value unpack(struct db_rows *rows, const char *text)
{
    size_t len = 0;
    if (rows->scratch) PQfreemem(rows->scratch);
    rows->scratch = PQunescapeBytea((const unsigned char *)text, &len);
    return db_bytes(rows->scratch, len);
}

static struct db_value get(struct db_rows *rows, int column)
{
    if (PQgetisnull(rows->handle, rows->at, column)) return db_null();
    const char *text = PQgetvalue(rows->handle, rows->at, column);
    switch (PQftype(rows->handle, column)) {
    case OID_INT8:
    case OID_INT4: return db_int(strtoll(text, NULL, 10));
    case OID_FLOAT8: return db_real(strtod(text, NULL));
    case OID_BYTEA: return unpack(rows, text);
    default: return db_text(text);
    }
}

static void end(struct db_rows *rows)
{
    PQclear(rows->handle);
    if (rows->scratch) PQfreemem(rows->scratch);
    rows->handle = rows->scratch = NULL;
}

/* ---- the bell ---- */

static int bell(const struct store *s)
{
    return s->link ? PQsocket(s->link) : -1;
}

static void hear(struct store *s)
{
    if (!s->link) return;
    if (!PQconsumeInput(s->link)) { /* it will be found lost; until then nobody should poll it */
        close_link(s);
        return;
    }
    for (PGnotify *news; (news = PQnotifies(s->link));) PQfreemem(news);
}

/* The next one an empty table gives out is 1 again. */
static void renumber(char *sql, size_t size, const char *table)
{
    snprintf(sql, size,
             "SELECT setval(pg_get_serial_sequence('%s', 'id'), coalesce(max(id) + 1, 1), false)"
             " FROM %s",
             table, table);
}

/* Ratings from scratch write every result anew: where the new row finds room on the page of the old
   one, no index has to learn of it. To whom a result belongs follows from its match, whose own
   references are checked; to check five more took half of the time of writing a result. */
#define FIT                                                                                        \
    "ALTER TABLE results SET (fillfactor = 45);"                                                   \
    "ALTER TABLE results DROP CONSTRAINT IF EXISTS results_ladder_fkey,"                           \
    " DROP CONSTRAINT IF EXISTS results_player0_fkey,"                                             \
    " DROP CONSTRAINT IF EXISTS results_player1_fkey,"                                             \
    " DROP CONSTRAINT IF EXISTS results_version0_fkey,"                                            \
    " DROP CONSTRAINT IF EXISTS results_version1_fkey;"

const struct db_backend db_postgres = {
    .id = "BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY",
    .bytes = "BYTEA",
    .now = "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)",
    .lock = "FOR UPDATE",
    .skip = "FOR UPDATE SKIP LOCKED",
    .late = ", set_config('synchronous_commit', 'off', true)",
    .fit = FIT,
    .with_may_write = true,
    .begin = begin,
    .ring = "NOTIFY taisen_jobs",
    .settle = "LOCK TABLE events IN SHARE MODE",
    .renumber = renumber,
    .is_away = is_away,
    .open = open_link,
    .close = close_link,
    .script = script,
    .prepare = prepare,
    .forget = forget,
    .ask = ask,
    .defer = defer,
    .next = next,
    .get = get,
    .end = end,
    .bell = bell,
    .hear = hear,
};
