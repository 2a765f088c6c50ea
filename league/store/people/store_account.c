/* Accounts: who they are, what they may, and how they come in. */
#include "league/people/account_name.h"
#include "league/people/look_alike.h"
#include "league/store/db.h"

#include <stdio.h>
#include <string.h>

static const char *const role_names[] = {[ROLE_PLAYER] = "player", [ROLE_ORGANISER] = "organiser"};

const char *store_role_name(enum store_role role)
{
    return role_names[role];
}

/* ---- signing up ---- */

struct signing {
    const struct store_signup *signup;
    enum store_signed verdict;
    int64_t id;
};

static bool use_invitation(struct store *s, const char *code, bool *is_good, struct err *err)
{
    int64_t left;
    return db_ask_int(s,
                      "UPDATE invitations SET uses = uses - 1 WHERE code = $1 AND uses > 0"
                      " AND (ends = 0 OR ends > {now}) RETURNING uses",
                      DB_WITH(db_text(code)), &left, is_good, err);
}

/* The next account of an older version, which kept no looks. */
static bool find_unseen(struct store *s, int64_t *id, char name[STORE_NAME], bool *found,
                        struct err *err)
{
    struct db_rows rows;
    if (!db_ask(s, &rows, "SELECT id, name FROM accounts WHERE looks IS NULL ORDER BY id LIMIT 1",
                DB_WITHOUT, err))
        return false;
    *found = db_next(&rows);
    if (*found) {
        *id = db_get_int(&rows, 0);
        snprintf(name, STORE_NAME, "%s", db_get_text(&rows, 1));
    }
    return db_end(&rows, err);
}

/* Those who look like somebody before them stay as they are: their looks are nobody's. */
static bool look_at_all(struct store *s, struct err *err)
{
    char name[STORE_NAME], looks[ACCOUNT_NAME];
    int64_t id;
    for (bool found;;) {
        if (!find_unseen(s, &id, name, &found, err)) return false;
        if (!found) return true;
        look_alike_of(name, looks);
        if (!db_run(s,
                    "UPDATE accounts SET looks = CASE WHEN EXISTS (SELECT 1 FROM accounts a"
                    " WHERE a.looks = $2) THEN ' ' || CAST(id AS TEXT) ELSE $2 END WHERE id = $1",
                    DB_WITH(db_int(id), db_text(looks)), err))
            return false;
    }
}

static bool make_account(struct store *s, struct signing *n, bool *is_free, struct err *err)
{
    const struct store_signup *u = n->signup;
    char folded[STORE_NAME], looks[ACCOUNT_NAME];
    account_name_fold(u->name, folded);
    look_alike_of(u->name, looks);
    return look_at_all(s, err) &&
           db_ask_int(s,
                      "INSERT INTO accounts (name, folded, looks, role, password, created, list)"
                      " VALUES ($1, $2, $3, $4, $5, {now}, $6)"
                      " ON CONFLICT DO NOTHING RETURNING id",
                      DB_WITH(db_text(u->name), db_text(folded), db_text(looks),
                              db_text(store_role_name(u->role)), db_text(u->password),
                              db_int(u->list)),
                      &n->id, is_free, err);
}

/* Done again after an answer got lost, it finds its own account: no other has that hash. */
static bool find_own(struct store *s, struct signing *n, bool *found, struct err *err)
{
    return db_ask_int(s, "SELECT id FROM accounts WHERE name = $1 AND password = $2",
                      DB_WITH(db_text(n->signup->name), db_text(n->signup->password)), &n->id,
                      found, err);
}

bool store_has_organiser(struct store *s, bool *has, struct err *err)
{
    int64_t id;
    return db_ask_int(s, "SELECT id FROM accounts WHERE role = 'organiser' LIMIT 1", DB_WITHOUT,
                      &id, has, err);
}

/* The name first: whoever loses it keeps the invitation. */
static bool sign_up(struct store *s, void *arg, struct err *err)
{
    struct signing *n = arg;
    bool is_own, is_free, is_late = false, is_good = true;
    n->verdict = SIGNED_UP;
    if (!find_own(s, n, &is_own, err)) return false;
    if (is_own) return true;
    if (n->signup->is_first && !store_has_organiser(s, &is_late, err)) return false;
    if (is_late) return n->verdict = SIGNED_NOT_FIRST, true;
    if (!make_account(s, n, &is_free, err)) return false;
    if (is_free && n->signup->invitation &&
        !use_invitation(s, n->signup->invitation, &is_good, err))
        return false;
    n->verdict = !is_free ? SIGNED_NAME_TAKEN : !is_good ? SIGNED_UNINVITED : SIGNED_UP;
    return is_good ||
           err_code(err, "invitation-invalid: this invitation is not good, or not any more");
}

bool store_add_account(struct store *s, const struct store_signup *signup,
                       enum store_signed *verdict, int64_t *id, struct err *err)
{
    struct signing n = {.signup = signup};
    if (!account_name_is_valid(signup->name, err) || !look_alike_is_clear(signup->name, err) ||
        !db_text_is_valid("the hash of a password", signup->password, STORE_HASH - 1, err))
        return false;
    /* A bad invitation takes the account back: that is no failure of ours. */
    if (!db_transact(s, DB_WRITE, sign_up, &n, err) && n.verdict != SIGNED_UNINVITED) return false;
    *verdict = n.verdict;
    *id = n.id;
    return true;
}

/* ---- finding ---- */

static void read_account(struct db_rows *rows, struct store_account *a)
{
    *a = (struct store_account){.id = db_get_int(rows, 0), .created = db_get_int(rows, 5)};
    snprintf(a->name, sizeof a->name, "%s", db_get_text(rows, 1));
    a->role = strcmp(db_get_text(rows, 2), role_names[ROLE_ORGANISER]) == 0 ? ROLE_ORGANISER
                                                                            : ROLE_PLAYER;
    snprintf(a->password, sizeof a->password, "%s", db_get_text(rows, 3));
    a->is_banned = !db_is_null(rows, 4);
    snprintf(a->banned, sizeof a->banned, "%s", db_get_text(rows, 4));
}

bool db_ask_account(struct store *s, const char *sql, const char *key, struct store_account *out,
                    bool *found, struct err *err)
{
    struct db_rows rows;
    if (!db_ask(s, &rows, sql, DB_WITH(db_text(key)), err)) return false;
    *found = db_next(&rows);
    if (*found) read_account(&rows, out);
    return db_end(&rows, err);
}

/* What cannot be a name is nobody's. */
bool store_find_account(struct store *s, const char *name, struct store_account *out, bool *found,
                        struct err *err)
{
    struct err ignored;
    char folded[STORE_NAME];
    *found = false;
    if (!account_name_is_valid(name, &ignored)) return true;
    account_name_fold(name, folded);
    return db_ask_account(s, "SELECT " DB_ACCOUNT " FROM accounts a WHERE a.folded = $1", folded,
                          out, found, err);
}

bool store_accounts(struct store *s, store_account_fn *tell, void *arg, struct err *err)
{
    struct db_rows rows;
    struct store_account account;
    if (!db_ask(s, &rows, "SELECT " DB_ACCOUNT " FROM accounts a ORDER BY a.folded, a.id",
                DB_WITHOUT, err))
        return false;
    while (db_next(&rows)) {
        read_account(&rows, &account);
        tell(arg, &account);
    }
    return db_end(&rows, err);
}

/* ---- changing ---- */

struct change {
    const char *sql, *text;
    int64_t account;
};

static bool change(struct store *s, void *arg, struct err *err)
{
    const struct change *c = arg;
    return db_run(s, c->sql, DB_WITH(db_int(c->account), db_text(c->text)), err) &&
           db_run(s, "DELETE FROM sessions WHERE account = $1", DB_WITH(db_int(c->account)), err);
}

/* Whoever knew the old password may have made tokens with it. */
static bool change_password(struct store *s, void *arg, struct err *err)
{
    const struct change *c = arg;
    return change(s, arg, err) &&
           db_run(s, "DELETE FROM tokens WHERE account = $1", DB_WITH(db_int(c->account)), err);
}

bool store_set_password(struct store *s, int64_t account, const char *hash, struct err *err)
{
    struct change c = {"UPDATE accounts SET password = $2 WHERE id = $1", hash, account};
    return db_text_is_valid("the hash of a password", hash, STORE_HASH - 1, err) &&
           db_transact(s, DB_WRITE, change_password, &c, err);
}

bool store_remove_unused(struct store *s, int64_t account, bool *is_gone, struct err *err)
{
    int64_t id;
    return db_ask_int(s,
                      "DELETE FROM accounts WHERE id = $1 AND role = 'player'"
                      " AND NOT EXISTS (SELECT 1 FROM sessions WHERE account = $1)"
                      " AND NOT EXISTS (SELECT 1 FROM tokens WHERE account = $1)"
                      " AND NOT EXISTS (SELECT 1 FROM players WHERE owner = $1)"
                      " AND NOT EXISTS (SELECT 1 FROM submissions WHERE account = $1)"
                      " AND NOT EXISTS (SELECT 1 FROM contestants WHERE account = $1)"
                      " AND NOT EXISTS (SELECT 1 FROM notices WHERE account = $1)"
                      " AND NOT EXISTS (SELECT 1 FROM rooms WHERE account = $1)"
                      " AND NOT EXISTS (SELECT 1 FROM deeds WHERE account = $1) RETURNING id",
                      DB_WITH(db_int(account)), &id, is_gone, err);
}

bool store_ban(struct store *s, int64_t account, const char *why, struct err *err)
{
    struct change c = {"UPDATE accounts SET banned = $2 WHERE id = $1", why, account};
    return (!why || db_text_is_valid("the reason of a ban", why, STORE_TEXT - 1, err)) &&
           db_transact(s, DB_WRITE, change, &c, err);
}

bool store_set_role(struct store *s, int64_t account, enum store_role role, struct err *err)
{
    return db_run(s, "UPDATE accounts SET role = $2 WHERE id = $1",
                  DB_WITH(db_int(account), db_text(store_role_name(role))), err);
}
