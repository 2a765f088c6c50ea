/* Whose a player is: an account has one, with which it is in every ladder and contest. */
#include "league/store/db.h"

#include <stdio.h>
#include <string.h>

enum { NAMES_TRIED = 1000 };

struct owning {
    int64_t account, player;
    char account_name[STORE_NAME];
    char name[STORE_NAME];
};

/* The row is held, so that two who come at once make one player. */
static bool hold_account(struct store *s, struct owning *o, struct err *err)
{
    struct db_rows rows;
    if (!db_ask(s, &rows, "SELECT name FROM accounts WHERE id = $1 {lock}",
                DB_WITH(db_int(o->account)), err))
        return false;
    bool found = db_next(&rows);
    if (found) snprintf(o->account_name, sizeof o->account_name, "%s", db_get_text(&rows, 0));
    return db_end(&rows, err) && (found || err_code(err, "no-account: there is no such account"));
}

static bool find_owned(struct store *s, struct owning *o, bool *found, struct err *err)
{
    struct db_rows rows;
    if (!db_ask(s, &rows, "SELECT id, name FROM players WHERE owner = $1",
                DB_WITH(db_int(o->account)), err))
        return false;
    *found = db_next(&rows);
    if (*found) {
        o->player = db_get_int(&rows, 0);
        snprintf(o->name, sizeof o->name, "%s", db_get_text(&rows, 1));
    }
    return db_end(&rows, err);
}

static bool make_owned(struct store *s, struct owning *o, struct err *err)
{
    for (int number = 1; number <= NAMES_TRIED; number++) {
        bool is_free;
        store_number_name(o->account_name, number, o->name);
        if (!db_ask_int(s,
                        "INSERT INTO players (name, kind, owner, created)"
                        " VALUES ($1, 'program', $2, {now})"
                        " ON CONFLICT (name) DO NOTHING RETURNING id",
                        DB_WITH(db_text(o->name), db_int(o->account)), &o->player, &is_free, err))
            return false;
        if (is_free) return true;
    }
    return err_code(err, "player-name-taken: every name like {name:%s} is another player's",
                    o->account_name);
}

static bool own(struct store *s, void *arg, struct err *err)
{
    struct owning *o = arg;
    bool found;
    return hold_account(s, o, err) && find_owned(s, o, &found, err) &&
           (found || make_owned(s, o, err));
}

bool store_own_player(struct store *s, int64_t account, int64_t *player, char name[STORE_NAME],
                      struct err *err)
{
    struct owning o = {.account = account};
    if (!db_transact(s, DB_WRITE, own, &o, err)) return false;
    *player = o.player;
    memcpy(name, o.name, STORE_NAME);
    return true;
}

bool store_player_of(struct store *s, int64_t account, int64_t *player, bool *found,
                     struct err *err)
{
    return db_ask_int(s, "SELECT id FROM players WHERE owner = $1", DB_WITH(db_int(account)),
                      player, found, err);
}
