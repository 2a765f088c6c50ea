/* What opens an account without its password: sessions and tokens; and invitations to have one. */
#include "league/store/people/store_access.h"
#include "league/store/db.h"

#define USED_ABOUT_MS "60000" /* a token in use is not written down more often */

/* ---- sessions ---- */

struct session {
    int64_t account, lasts_ms;
    const char *hash;
};

static bool begin_session(struct store *s, void *arg, struct err *err)
{
    const struct session *n = arg;
    return db_run(s, "DELETE FROM sessions WHERE ends <= {now}", DB_WITHOUT, err) &&
           db_run(s,
                  "INSERT INTO sessions (hash, account, created, ends)"
                  " SELECT CAST($1 AS TEXT), id, {now}, {now} + CAST($3 AS BIGINT)"
                  " FROM accounts WHERE id = $2 AND banned IS NULL",
                  DB_WITH(db_text(n->hash), db_int(n->account), db_int(n->lasts_ms)), err);
}

bool store_begin_session(struct store *s, int64_t account, const char *hash, int64_t lasts_ms,
                         struct err *err)
{
    struct session n = {account, lasts_ms, hash};
    return db_text_is_valid("the hash of a session", hash, STORE_HASH - 1, err) &&
           db_transact(s, DB_WRITE, begin_session, &n, err);
}

bool store_session(struct store *s, const char *hash, struct store_account *out, bool *found,
                   struct err *err)
{
    return db_ask_account(s,
                          "SELECT " DB_ACCOUNT
                          " FROM sessions x JOIN accounts a ON a.id = x.account"
                          " WHERE x.hash = $1 AND x.ends > {now} AND a.banned IS NULL",
                          hash, out, found, err);
}

bool store_end_session(struct store *s, const char *hash, struct err *err)
{
    return db_run(s, "DELETE FROM sessions WHERE hash = $1", DB_WITH(db_text(hash)), err);
}

/* ---- tokens ---- */

struct new_token {
    int64_t account, id;
    const char *name, *hash;
    bool added;
};

/* The account is locked, so that two that come at once are counted one after the other. */
static bool add_token(struct store *s, void *arg, struct err *err)
{
    struct new_token *n = arg;
    int64_t account, count = 0;
    bool found;
    if (!db_ask_int(s, "SELECT id FROM accounts WHERE id = $1 {lock}", DB_WITH(db_int(n->account)),
                    &account, &found, err) ||
        !db_ask_int(s, "SELECT count(*) FROM tokens WHERE account = $1",
                    DB_WITH(db_int(n->account)), &count, &found, err))
        return false;
    n->added = false;
    if (count >= STORE_TOKENS) return true;
    return db_ask_int(s,
                      "INSERT INTO tokens (hash, account, name, created, used)"
                      " VALUES ($1, $2, $3, {now}, 0) RETURNING id",
                      DB_WITH(db_text(n->hash), db_int(n->account), db_text(n->name)), &n->id,
                      &n->added, err);
}

bool store_add_token(struct store *s, int64_t account, const char *name, const char *hash,
                     int64_t *id, bool *added, struct err *err)
{
    struct new_token n = {.account = account, .name = name, .hash = hash};
    if (!db_text_is_valid("the name of a token", name, STORE_NAME - 1, err) ||
        !db_text_is_valid("the hash of a token", hash, STORE_HASH - 1, err) ||
        !db_transact(s, DB_WRITE, add_token, &n, err))
        return false;
    *id = n.id;
    *added = n.added;
    return true;
}

bool store_token(struct store *s, const char *hash, struct store_account *out, bool *found,
                 struct err *err)
{
    if (!db_ask_account(s,
                        "SELECT " DB_ACCOUNT " FROM tokens x JOIN accounts a ON a.id = x.account"
                        " WHERE x.hash = $1 AND a.banned IS NULL",
                        hash, out, found, err))
        return false;
    return !*found ||
           db_run(
               s,
               "UPDATE tokens SET used = {now} WHERE hash = $1 AND used < {now} - " USED_ABOUT_MS,
               DB_WITH(db_text(hash)), err);
}

bool store_tokens(struct store *s, int64_t account, store_token_fn *tell, void *arg,
                  struct err *err)
{
    struct db_rows rows;
    if (!db_ask(s, &rows,
                "SELECT id, created, used, name FROM tokens WHERE account = $1 ORDER BY id",
                DB_WITH(db_int(account)), err))
        return false;
    while (db_next(&rows)) {
        struct store_token t = {.id = db_get_int(&rows, 0),
                                .created = db_get_int(&rows, 1),
                                .used = db_get_int(&rows, 2),
                                .name = db_get_text(&rows, 3)};
        tell(arg, &t);
    }
    return db_end(&rows, err);
}

bool store_drop_token(struct store *s, int64_t account, int64_t token, bool *found, struct err *err)
{
    int64_t id;
    return db_ask_int(s, "DELETE FROM tokens WHERE id = $1 AND account = $2 RETURNING id",
                      DB_WITH(db_int(token), db_int(account)), &id, found, err);
}

/* ---- invitations ---- */

bool store_invite(struct store *s, const struct store_invitation *i, int64_t *id, struct err *err)
{
    bool added;
    if (!db_text_is_valid("an invitation", i->code, STORE_NAME - 1, err)) return false;
    if (i->uses < 1) return err_code(err, "invitation-none: an invitation is for one at least");
    if (!db_ask_int(
            s,
            "INSERT INTO invitations (code, uses, ends, account, created)"
            " VALUES ($1, $2, $3, $4, {now}) ON CONFLICT (code) DO NOTHING RETURNING id",
            DB_WITH(db_text(i->code), db_int(i->uses), db_int(i->ends), db_int_or_null(i->account)),
            id, &added, err))
        return false;
    return added ||
           err_code(err, "invitation-taken: there is an invitation with this code already");
}

bool store_invitations(struct store *s, store_invitation_fn *tell, void *arg, struct err *err)
{
    struct db_rows rows;
    if (!db_ask(s, &rows,
                "SELECT id, uses, ends, account, created, code FROM invitations ORDER BY id",
                DB_WITHOUT, err))
        return false;
    while (db_next(&rows)) {
        struct store_invitation i = {.id = db_get_int(&rows, 0),
                                     .uses = db_get_int(&rows, 1),
                                     .ends = db_get_int(&rows, 2),
                                     .account = db_get_int(&rows, 3),
                                     .created = db_get_int(&rows, 4),
                                     .code = db_get_text(&rows, 5)};
        tell(arg, &i);
    }
    return db_end(&rows, err);
}

bool store_drop_invitation(struct store *s, int64_t id, bool *found, struct err *err)
{
    return db_ask_int(s, "DELETE FROM invitations WHERE id = $1 RETURNING id", DB_WITH(db_int(id)),
                      &id, found, err);
}
