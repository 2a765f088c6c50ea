/* What the organisers have to say to everybody, until it ends or is taken down. */
#include "league/store/people/store_announcement.h"
#include "league/store/db.h"

bool store_announce(struct store *s, const struct store_announcement *n, int64_t *id,
                    struct err *err)
{
    bool added;
    return db_text_is_valid("an announcement", n->text, STORE_TEXT - 1, err) &&
           db_ask_int(s,
                      "INSERT INTO announcements (account, text, ends, created)"
                      " VALUES ($1, $2, $3, {now}) RETURNING id",
                      DB_WITH(db_int_or_null(n->account), db_text(n->text), db_int(n->ends)), id,
                      &added, err);
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
