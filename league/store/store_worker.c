/* Who works for this league. */
#include "league/store/store_worker.h"
#include "league/store/db.h"

#include <stdio.h>

enum { NAMES_TRIED = 10000 };

bool store_register(struct store *s, const char *wanted, const char *machine, char name[STORE_NAME],
                    struct err *err)
{
    /* One that was killed leaves its name behind; after a day it is free again. */
    if (!db_run(s, "DELETE FROM workers WHERE seen < {now} - 86400000", DB_WITHOUT, err))
        return false;
    for (int i = 1; i <= NAMES_TRIED; i++) {
        int64_t id;
        bool is_mine;
        store_number_name(wanted, i, name);
        if (!db_ask_int(s,
                        "INSERT INTO workers (name, machine, started, seen)"
                        " VALUES ($1, $2, {now}, {now}) ON CONFLICT (name) DO NOTHING RETURNING id",
                        DB_WITH(db_text(name), db_text(machine)), &id, &is_mine, err))
            return false;
        if (is_mine) return true;
    }
    return err_set(err, "there are %d workers by the name of %s", NAMES_TRIED, wanted);
}

bool store_tell_languages(struct store *s, const char *name, const char *languages, struct err *err)
{
    return db_run(s, "UPDATE workers SET languages = $2 WHERE name = $1",
                  DB_WITH(db_text(name), db_text(languages)), err);
}

bool store_can_build(struct store *s, const char *language, bool *can, struct err *err)
{
    int64_t builders = 0, of_it = 0;
    bool found;
    char word[STORE_WORD + 4];
    snprintf(word, sizeof word, "%% %.*s %%", STORE_WORD - 1, language);
    if (!db_ask_int(s,
                    "SELECT count(*) FROM workers WHERE languages <> '' AND seen > {now} - 60000",
                    DB_WITHOUT, &builders, &found, err) ||
        !db_ask_int(s,
                    "SELECT count(*) FROM workers WHERE languages LIKE $1 AND seen > {now} - 60000",
                    DB_WITH(db_text(word)), &of_it, &found, err))
        return false;
    *can = builders == 0 || of_it > 0;
    return true;
}

bool store_seen(struct store *s, const char *name, struct err *err)
{
    return db_run(s, "UPDATE workers SET seen = {now} WHERE name = $1", DB_WITH(db_text(name)),
                  err);
}

bool store_leave(struct store *s, const char *name, struct err *err)
{
    return db_run(s, "DELETE FROM workers WHERE name = $1", DB_WITH(db_text(name)), err);
}

bool store_workers(struct store *s, store_worker_fn *tell, void *arg, struct err *err)
{
    struct db_rows rows;
    if (!db_ask(s, &rows, "SELECT name, machine, started, seen, {now} FROM workers ORDER BY id",
                DB_WITHOUT, err))
        return false;
    while (db_next(&rows)) {
        struct store_worker w = {.name = db_get_text(&rows, 0),
                                 .machine = db_get_text(&rows, 1),
                                 .started = db_get_int(&rows, 2),
                                 .seen = db_get_int(&rows, 3),
                                 .now = db_get_int(&rows, 4)};
        tell(arg, &w);
    }
    return db_end(&rows, err);
}
