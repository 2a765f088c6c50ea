/* Who did what. An entry is written in the transaction of what it tells of: there is never one
   without the other. */
#include "league/store/people/store_audit.h"
#include "league/store/db.h"

bool store_add_audit(struct store *s, const struct store_audit_entry *d, struct err *err)
{
    return db_run(s,
                  "INSERT INTO deeds (account, address, kind, text, created)"
                  " VALUES ($1, $2, $3, $4, {now})",
                  DB_WITH(db_int_or_null(d->account), db_text(d->address), db_text(d->kind),
                          db_text(d->text)),
                  err);
}

bool store_list_audit(struct store *s, int64_t before, int64_t most, store_audit_fn *tell,
                      void *arg, struct err *err)
{
    struct db_rows rows;
    if (!db_ask(s, &rows,
                "SELECT d.id, d.account, d.created, d.address, d.kind, d.text, a.name FROM deeds d"
                " LEFT JOIN accounts a ON a.id = d.account"
                " WHERE CAST($1 AS BIGINT) = 0 OR d.id < $1 ORDER BY d.id DESC LIMIT $2",
                DB_WITH(db_int(before), db_int(most)), err))
        return false;
    while (db_next(&rows)) {
        struct store_audit_entry d = {.id = db_get_int(&rows, 0),
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

struct doing {
    const struct store_audit_entry *entry;
    store_work_fn *work;
    void *arg;
};

static bool do_it(struct store *s, void *arg, struct err *err)
{
    const struct doing *d = arg;
    return d->work(s, d->arg, err) && store_add_audit(s, d->entry, err);
}

bool store_audited(struct store *s, const struct store_audit_entry *entry, store_work_fn *work,
                   void *arg, struct err *err)
{
    return db_transact(s, DB_WRITE, do_it, &(struct doing){entry, work, arg}, err);
}
