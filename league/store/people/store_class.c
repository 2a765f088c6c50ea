/* Lists of accounts are no table of their own: an account knows the number of its list. */
#include "league/store/people/store_class.h"

#include "league/people/account_name.h"
#include "league/people/look_alike.h"
#include "league/store/db.h"

#include <stdio.h>

bool store_next_list(struct store *s, int64_t *number, struct err *err)
{
    bool found;
    return db_ask_int(s, "SELECT coalesce(max(list), 0) + 1 FROM accounts", DB_WITHOUT, number,
                      &found, err);
}

bool store_lists(struct store *s, store_list_fn *tell, void *arg, struct err *err)
{
    struct db_rows rows;
    if (!db_ask(s, &rows,
                "SELECT l.list, l.n, l.created, a.name, b.name FROM (SELECT list, count(*) AS n,"
                " min(created) AS created, min(id) AS a, max(id) AS b FROM accounts"
                " WHERE list > 0 GROUP BY list) l JOIN accounts a ON a.id = l.a"
                " JOIN accounts b ON b.id = l.b ORDER BY l.list DESC",
                DB_WITHOUT, err))
        return false;
    while (db_next(&rows)) {
        struct store_list list = {.number = db_get_int(&rows, 0),
                                  .count = db_get_int(&rows, 1),
                                  .created = db_get_int(&rows, 2),
                                  .first = db_get_text(&rows, 3),
                                  .last = db_get_text(&rows, 4)};
        tell(arg, &list);
    }
    return db_end(&rows, err);
}

struct removal {
    int64_t number, count;
};

/* The next account of the list, by its number. */
static bool next_of(struct store *s, int64_t number, int64_t *id, char name[STORE_NAME],
                    bool *found, struct err *err)
{
    struct db_rows rows;
    if (!db_ask(s, &rows, "SELECT id, name FROM accounts WHERE list = $1 ORDER BY id LIMIT 1",
                DB_WITH(db_int(number)), err))
        return false;
    *found = db_next(&rows);
    if (*found) {
        *id = db_get_int(&rows, 0);
        snprintf(name, STORE_NAME, "%s", db_get_text(&rows, 1));
    }
    return db_end(&rows, err);
}

static bool remove_all(struct store *s, void *arg, struct err *err)
{
    struct removal *r = arg;
    char name[STORE_NAME];
    int64_t id;
    r->count = 0;
    for (bool found, is_gone;; r->count++) {
        if (!next_of(s, r->number, &id, name, &found, err)) return false;
        if (!found) return r->count > 0 || err_code(err, "no-list: there is no such list");
        if (!store_remove_unused(s, id, &is_gone, err)) return false;
        if (!is_gone)
            return err_code(err,
                            "list-used: {name:%s} has used the account already; nothing was "
                            "removed",
                            name);
    }
}

bool store_remove_list(struct store *s, int64_t number, int64_t *count, struct err *err)
{
    struct removal r = {.number = number};
    if (!db_transact(s, DB_WRITE, remove_all, &r, err)) return false;
    *count = r.count;
    return true;
}

bool store_name_is_free(struct store *s, const char *name, bool *is_free, struct err *err)
{
    char folded[ACCOUNT_NAME], looks[ACCOUNT_NAME];
    int64_t id;
    bool found;
    account_name_fold(name, folded);
    look_alike_of(name, looks);
    if (!db_ask_int(s, "SELECT id FROM accounts WHERE folded = $1 OR looks = $2 LIMIT 1",
                    DB_WITH(db_text(folded), db_text(looks)), &id, &found, err))
        return false;
    *is_free = !found;
    return true;
}
