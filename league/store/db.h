/*
 * db — SQL for the store: one text, two databases.
 *
 * Statements are written once, with parameters $1, $2, ...; what the dialects do not share stands
 * in braces and is replaced by the backend's own words:
 *
 *   {id}     the type of a column of numbers that the database gives out
 *   {bytes}  the type of a column of bytes
 *   {now}    this moment by the database's clock, in milliseconds since 1970
 *   {lock}   behind a SELECT: hold these rows until the end of the transaction
 *   {skip}   behind a SELECT: hold these rows, leaving out those that another one holds
 *   {late}   behind a RETURNING: the transaction may be lost if the power is cut in the next second
 *   {fit}    statements of a migration: how the tables are best kept, with what was learnt so far
 *
 * A statement is translated and prepared once for each connection.
 *
 * Within a transaction nobody waits for a statement whose rows nobody wants (db_run()): a backend
 * may send it together with the next question, or with the end of the transaction. What fails is
 * told there, and nothing of the transaction stands.
 *
 * A failure has a kind: after DB_LOST (the connection) and DB_BUSY (somebody else was in the way)
 * the same work may succeed later. db_transact() tries again until the store's patience ends, and
 * so does a single statement outside of a transaction; both must therefore do no harm when they
 * are done twice. Only the files of the store include this header.
 */
#pragma once
#include "league/store/people/store_account.h"
#include "league/store/store.h"
#include "league/store/store_player.h"
#include "league/store/store_queue.h"

#include <stddef.h>
#include <stdint.h>

enum db_type { DB_NULL, DB_INT, DB_REAL, DB_TEXT, DB_BYTES };

struct db_value {
    enum db_type type;
    int64_t n;
    double x;
    const char *bytes; /* of DB_TEXT with a NUL behind it */
    size_t len;
};

struct db_value db_int(int64_t n);
struct db_value db_real(double x);
struct db_value db_text(const char *s); /* NULL: no value */
struct db_value db_bytes(const void *bytes, size_t len);
struct db_value db_null(void);
struct db_value db_int_or_null(int64_t n); /* 0 is null: nobody, none */
/* For DB_MAY_SEE: null is somebody who sees everything. For DB_IS_UNSHOWN: 1 is somebody who sees
   what no audience has seen yet. */
struct db_value db_viewer(struct store_viewer viewer);
struct db_value db_insider(struct store_viewer viewer);

/* The arguments of a statement: db_run(s, sql, DB_WITH(db_int(7), db_text(name)), err). */
#define DB_WITH(...)                                                                               \
    (const struct db_value[]){__VA_ARGS__},                                                        \
        (int)(sizeof((const struct db_value[]){__VA_ARGS__}) / sizeof(struct db_value))
#define DB_WITHOUT NULL, 0

/* DB_NO_TABLE: the statement names a table that is not there. */
enum db_trouble { DB_FINE, DB_BUSY, DB_LOST, DB_NO_TABLE, DB_WRONG };
enum db_kind { DB_READ, DB_WRITE, DB_MIGRATE };

/* An answer, row by row: db_ask(), then db_next() until it is false, then db_end(). */
struct db_rows {
    struct store *store;
    void *handle;  /* the backend's */
    int at, count; /* for a backend that has all rows at once */
    void *scratch; /* the backend's: the last bytes it unpacked */
    bool failed;
    struct err why;
};

struct db_backend {
    const char *id, *bytes, *now, *lock, *skip, *late, *fit;
    bool with_may_write; /* UPDATE ... RETURNING may stand in a WITH */
    const char *ring;    /* tells idle workers that there is work; NULL: they look by themselves */
    const char *settle;  /* waits until no event is half written; NULL: none ever is */
    const char *inspect; /* rows of what is broken inside the database, or "ok"; NULL: none */

    /* The statement that makes a table go on behind its highest id; NULL: it does so anyway. */
    void (*renumber)(char *sql, size_t size, const char *table);
    bool (*is_away)(const char *url); /* NULL: never */
    bool (*open)(struct store *, bool create, struct err *);
    void (*close)(struct store *);
    bool (*begin)(struct store *, enum db_kind, struct err *);
    /* Statements without arguments and rows, as they stand. */
    bool (*script)(struct store *, const char *sql, struct err *);
    void *(*prepare)(struct store *, int number, const char *sql, struct err *);
    void (*forget)(void *statement);
    bool (*ask)(struct store *, void *statement, const struct db_value *, int count,
                struct db_rows *, struct err *);
    /* A statement of a transaction, to be done before whatever follows; NULL: there is nothing to
       be gained by that. */
    bool (*defer)(struct store *, void *statement, const struct db_value *, int count,
                  struct err *);
    bool (*next)(struct db_rows *);
    struct db_value (*get)(struct db_rows *, int column);
    void (*end)(struct db_rows *);
    /* A descriptor that becomes readable when another one rings, or -1; and taking note of it. */
    int (*bell)(const struct store *);
    void (*hear)(struct store *);
};

extern const struct db_backend db_sqlite, db_postgres;

/* To the players `e.player` of ladder $1: w.waiting, how many of their matches are queued or being
   played; NULL: none. CROSS JOIN: SQLite is to begin with the jobs, which are few. */
#define DB_JOIN_WAITING                                                                            \
    "LEFT JOIN (SELECT q.player, count(*) AS waiting FROM ("                                       \
    "SELECT m.player0 AS player FROM jobs j CROSS JOIN matches m WHERE m.id = j.match"             \
    " AND m.ladder = $1 UNION ALL "                                                                \
    "SELECT m.player1 AS player FROM jobs j CROSS JOIN matches m WHERE m.id = j.match"             \
    " AND m.ladder = $1) q GROUP BY q.player) w ON w.player = e.player"

/* Whether a ladder (a column) belongs to a private contest; and whether a viewer, a parameter made
   by db_viewer(), may see it. */
#define DB_IS_PRIVATE(ladder)                                                                      \
    "EXISTS (SELECT 1 FROM contests c WHERE c.code IS NOT NULL"                                    \
    " AND (c.ladder = " ladder " OR c.finals = " ladder "))"
#define DB_MAY_SEE(ladder, viewer)                                                                 \
    "(CAST(" viewer " AS BIGINT) IS NULL OR NOT EXISTS (SELECT 1 FROM contests c"                  \
    " WHERE c.code IS NOT NULL AND (c.ladder = " ladder " OR c.finals = " ladder ")"               \
    " AND NOT EXISTS (SELECT 1 FROM contestants x"                                                 \
    " WHERE x.contest = c.id AND x.account = " viewer ")))"

/* Whether a match (a column, of a ladder, another) belongs to finals that are shown on a stage, and
   the audience has not seen its end: to everybody but organisers it does not exist yet. Whether a
   ladder has such matches, or will: its standings would tell them. */
#define DB_IS_UNSHOWN(ladder, match)                                                               \
    "EXISTS (SELECT 1 FROM stages g JOIN contests h ON h.id = g.contest"                           \
    " WHERE h.finals = " ladder " AND g.shown < " match ")"
#define DB_HAS_UNSHOWN(ladder)                                                                     \
    "EXISTS (SELECT 1 FROM stages g JOIN contests h ON h.id = g.contest"                           \
    " WHERE h.finals = " ladder " AND g.shown < " DB_ALL_SHOWN ")"
#define DB_ALL_SHOWN "4611686018427387904" /* STAGE_ALL of store_stage.h */

enum { DB_STATEMENTS = 512 }; /* more than the program has texts */

struct db_statement {
    uint64_t hash;
    char *sql;
    void *handle;
};

struct store {
    const struct db_backend *backend;
    char *url;
    void *link; /* the backend's connection; NULL: there is none */
    bool in_transaction;
    int deferred;            /* statements that were sent and not yet answered */
    enum db_trouble trouble; /* of the last failure */
    int64_t patience_us;
    char *records; /* folder of records that are files; NULL: not known */
    struct db_statement statements[DB_STATEMENTS];
    int statement_count;
};

bool db_connect(struct store *s, bool create, struct err *err);
void db_disconnect(struct store *s);
/* Statements without arguments, one after the other. */
bool db_script(struct store *s, const char *sql, struct err *err);

bool db_ask(struct store *s, struct db_rows *rows, const char *sql, const struct db_value *args,
            int count, struct err *err);
/* The values of a row are good until the next one is asked for. */
bool db_next(struct db_rows *rows);
bool db_end(struct db_rows *rows, struct err *err);
bool db_is_null(struct db_rows *rows, int column);
int64_t db_get_int(struct db_rows *rows, int column);
double db_get_real(struct db_rows *rows, int column);
const char *db_get_text(struct db_rows *rows, int column); /* "" where there is none */
struct db_value db_get(struct db_rows *rows, int column);
/* A copy of the bytes, with a NUL behind them; the caller's to free. NULL: out of memory. */
char *db_copy(struct db_rows *rows, int column, size_t *len);

/* A statement whose rows nobody wants; what fails in a transaction may be told by a later one. */
bool db_run(struct store *s, const char *sql, const struct db_value *args, int count,
            struct err *err);
bool db_run_at_once(struct store *s, const char *sql, const struct db_value *args, int count,
                    struct err *err);
/* The first number of the first row; *found is false when there is no row. */
bool db_ask_int(struct store *s, const char *sql, const struct db_value *args, int count,
                int64_t *n, bool *found, struct err *err);

/* A text that comes back from either database as it was: UTF-8 without control characters, not
   empty, at most so long. False, with a sentence about `what`, when it is another. */
bool db_text_is_valid(const char *what, const char *s, size_t most, struct err *err);

/* NAME, NAME-2, NAME-3 ...: a long one is cut, between two characters. */
void store_number_name(const char *name, int number, char out[STORE_NAME]);
/* A copy that is fit, as far as it fits: what is no UTF-8, or a control character, is a `?`. */
void db_make_plain(char *out, size_t size, const char *s);

/* An account, by a text: the columns that its row begins with, of accounts a. */
#define DB_ACCOUNT "a.id, a.name, a.role, a.password, a.banned, a.created"
bool db_ask_account(struct store *s, const char *sql, const char *key, struct store_account *out,
                    bool *found, struct err *err);

/* A number that nobody else has. */
int64_t db_token(void);

/* The version is what its player plays with from now on, in this ladder and wherever the player is
   in this game; those before are old. Part of a transaction. */
bool db_seat_version(struct store *s, int64_t ladder, const struct store_entered *in,
                     struct err *err);

/* The standing of one player of a ladder. */
bool db_write_standing(struct store *s, int64_t ladder, const struct standing *standing,
                       struct err *err);

/* As a match is finished: how its players ended, and notices for their owners. */
bool db_write_match_end(struct store *s, const struct store_job *job,
                        const struct journal_match *result, const struct match_end_side *ends,
                        struct err *err);
/* A match that has no job and no result is void, and everybody is told. */
bool db_mark_void(struct store *s, int64_t ladder, int64_t match, const struct err *why,
                  struct err *err);
/* The contest `c` of this ladder if its deadline has passed: nothing counts there any more, and
   nobody enters it. */
#define DB_FROZEN(ladder)                                                                          \
    "contests c JOIN ladders l ON l.id = c.ladder WHERE c.ladder = " ladder                        \
    " AND (c.state <> 'open' OR l.state <> 'open' OR (l.closes > 0 AND l.closes <= {now}))"
/* Whether there is one. */
bool db_is_frozen(struct store *s, int64_t ladder, bool *is_frozen, struct err *err);
/* Why a match is void that was not finished by then. */
void db_frozen_why(struct err *why);

/* A match of finals is taken back: a stage that has shown it goes back to before it. */
bool db_unshow(struct store *s, int64_t ladder, int64_t match, struct err *err);

/* A contest as it is now. */
struct store_contest;
bool db_read_contest(struct store *s, int64_t contest, struct store_contest *out, struct err *err);
/* Programs for the finals, as parts of a transaction: the contest whose finals are played on this
   ladder, held; and the version that plays
   the finals for its player from now on: an older one only by a wish of the player's, and none once
   its first game is due. */
bool db_contest_of_finals(struct store *s, int64_t ladder, int64_t *contest, bool *found,
                          struct err *err);
bool db_seat_final(struct store *s, int64_t contest, const struct store_entered *in, bool is_wish,
                   struct err *err);

/* Runs the body in a transaction: all of it happens, or nothing. One that only reads sees the
   database as it was at its beginning, and is not begun twice. Within another one the body is a
   part of that. */
typedef bool db_body(struct store *s, void *arg, struct err *err);
bool db_transact(struct store *s, enum db_kind kind, db_body *body, void *arg, struct err *err);
