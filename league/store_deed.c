/* Who did what, and what the organisers have to say. */
#include "league/db.h"

static struct db_value whose(int64_t account)
{
    return account ? db_int(account) : db_null();
}

/* ---- deeds ---- */

bool store_note_deed(struct store *s, const struct store_deed *d, struct err *err)
{
    return db_run(
        s,
        "INSERT INTO deeds (account, address, kind, text, created)"
        " VALUES ($1, $2, $3, $4, {now})",
        DB_WITH(whose(d->account), db_text(d->address), db_text(d->kind), db_text(d->text)), err);
}

bool store_deeds(struct store *s, int64_t before, int64_t most, store_deed_fn *tell, void *arg,
                 struct err *err)
{
    struct db_rows rows;
    if (!db_ask(s, &rows,
                "SELECT d.id, d.account, d.created, d.address, d.kind, d.text, a.name FROM deeds d"
                " LEFT JOIN accounts a ON a.id = d.account"
                " WHERE CAST($1 AS BIGINT) = 0 OR d.id < $1 ORDER BY d.id DESC LIMIT $2",
                DB_WITH(db_int(before), db_int(most)), err))
        return false;
    while (db_next(&rows)) {
        struct store_deed d = {.id = db_get_int(&rows, 0),
                               .account = db_get_int(&rows, 1),
                               .created = db_get_int(&rows, 2),
                               .address = db_get_text(&rows, 3),
                               .kind = db_get_text(&rows, 4),
                               .text = db_get_text(&rows, 5),
                               .name = db_get_text(&rows, 6)};
        tell(arg, &d);
    }
    return db_end(&rows, err);
}

/* ---- announcements ---- */

bool store_announce(struct store *s, const struct store_announcement *n, int64_t *id,
                    struct err *err)
{
    bool added;
    return db_text_is_fit("an announcement", n->text, STORE_TEXT - 1, err) &&
           db_ask_int(s,
                      "INSERT INTO announcements (account, text, ends, created)"
                      " VALUES ($1, $2, $3, {now}) RETURNING id",
                      DB_WITH(whose(n->account), db_text(n->text), db_int(n->ends)), id, &added,
                      err);
}

bool store_announcements(struct store *s, store_announcement_fn *tell, void *arg, struct err *err)
{
    struct db_rows rows;
    if (!db_ask(s, &rows,
                "SELECT id, account, ends, created, text FROM announcements"
                " WHERE ends = 0 OR ends > {now} ORDER BY id DESC",
                DB_WITHOUT, err))
        return false;
    while (db_next(&rows)) {
        struct store_announcement n = {.id = db_get_int(&rows, 0),
                                       .account = db_get_int(&rows, 1),
                                       .ends = db_get_int(&rows, 2),
                                       .created = db_get_int(&rows, 3),
                                       .text = db_get_text(&rows, 4)};
        tell(arg, &n);
    }
    return db_end(&rows, err);
}

bool store_drop_announcement(struct store *s, int64_t id, bool *found, struct err *err)
{
    return db_ask_int(s, "DELETE FROM announcements WHERE id = $1 RETURNING id",
                      DB_WITH(db_int(id)), &id, found, err);
}
