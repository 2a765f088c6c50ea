#include "tests/store_kit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct store *kit_store;
struct err kit_err;
static char url[4096];
static char folder[] = "/tmp/taisen-store-XXXXXX";
static bool is_postgres;

static void wipe(void)
{
    if (is_postgres) {
        struct store s = {.backend = &db_postgres, .url = url};
        must(db_connect(&s, false, &kit_err));
        must(db_script(&s, "DROP SCHEMA public CASCADE; CREATE SCHEMA public", &kit_err));
        db_disconnect(&s);
        return;
    }
    static const char *const ends[] = {"", "-wal", "-shm"};
    for (int i = 0; i < 3; i++) {
        char path[4200];
        snprintf(path, sizeof path, "%s%s", url, ends[i]);
        unlink(path);
    }
}

struct store *kit_open(void)
{
    struct store *s = store_open(url, STORE_MAKE, &kit_err);
    if (!s) fail_msg("open: %s", kit_err.text);
    return s;
}

int kit_begin(void **state)
{
    (void)state;
    wipe();
    kit_store = kit_open();
    return 0;
}

int kit_end(void **state)
{
    (void)state;
    store_close(kit_store);
    kit_store = NULL;
    return 0;
}

int64_t kit_account(const char *name)
{
    struct store_signup signup = {.name = name, .password = "hash", .role = ROLE_PLAYER};
    enum store_signed verdict;
    int64_t id;
    must(store_add_account(kit_store, &signup, &verdict, &id, &kit_err));
    assert_int_equal(verdict, SIGNED_UP);
    return id;
}

int64_t kit_ladder(const char *name, const char *game)
{
    struct store_ladder ladder = {.settings = "games=20"};
    int64_t id;
    snprintf(ladder.name, sizeof ladder.name, "%s", name);
    snprintf(ladder.game, sizeof ladder.game, "%s", game);
    must(store_add_ladder(kit_store, &ladder, &id, &kit_err));
    return id;
}

static void fail_at(void *arg, const char *sentence)
{
    (void)arg;
    fail_msg("%s", sentence);
}

void kit_is_well(void)
{
    int64_t count;
    must(store_check(kit_store, fail_at, NULL, &count, &kit_err));
    assert_int_equal(count, 0);
}

int kit_main(int argc, char **argv, const struct CMUnitTest *tests, size_t count)
{
    is_postgres = argc > 1 && strcmp(argv[1], "postgres") == 0;
    const char *address = getenv("POSTGRES_URL");
    if (is_postgres && !address) return 2;
    if (!is_postgres && !mkdtemp(folder)) return 2;
    snprintf(url, sizeof url, is_postgres ? "%s" : "%s/league.db", is_postgres ? address : folder);
    int failed = _cmocka_run_group_tests("store", tests, count, NULL, NULL);
    if (!is_postgres) {
        wipe();
        rmdir(folder);
    }
    return failed;
}
