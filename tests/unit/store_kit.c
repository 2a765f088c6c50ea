/* Opens a store of either kind for a test, with the few players and matches most tests begin
   from. */
#include "tests/unit/store_kit.h"
#include "league/store/store_check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct store *kit_store;
struct err kit_err;
char kit_url[4096];
static char folder[] = "/tmp/taisen-store-XXXXXX";
bool kit_is_postgres;

void kit_wipe(void)
{
    if (kit_is_postgres) {
        struct store s = {.backend = &db_postgres, .url = kit_url};
        must(db_connect(&s, false, &kit_err));
        must(db_script(&s, "DROP SCHEMA public CASCADE; CREATE SCHEMA public", &kit_err));
        db_disconnect(&s);
        return;
    }
    static const char *const ends[] = {"", "-wal", "-shm"};
    for (int i = 0; i < 3; i++) {
        char path[4200];
        snprintf(path, sizeof path, "%s%s", kit_url, ends[i]);
        unlink(path);
    }
}

struct store *kit_try(enum store_how how)
{
    return store_open(kit_url, how, &kit_err);
}

struct store *kit_open(enum store_how how)
{
    struct store *s = kit_try(how);
    if (!s) fail_msg("open: %s", kit_err.text);
    return s;
}

int kit_begin(void **state)
{
    (void)state;
    kit_wipe();
    kit_store = kit_open(STORE_MAKE);
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

/* ---- a ladder with players ---- */

int64_t kit_main;
struct store_entered kit_player[KIT_PLAYERS];

void kit_enter(int number, const char *seat)
{
    char name[16];
    snprintf(name, sizeof name, "p%d", number);
    struct store_enter e = {.ladder = kit_main, .player = name, .kind = "bot", .seat = seat};
    must(store_enter(kit_store, &e, &kit_player[number], &kit_err));
}

int kit_begin_main(void **state)
{
    kit_begin(state);
    kit_main = kit_ladder("main", "reborn");
    for (int i = 0; i < KIT_PLAYERS; i++) kit_enter(i, "bot:random");
    return 0;
}

int kit_queue(int a, int b, uint64_t seed)
{
    char key[64];
    int added;
    struct store_plan plan = {.key = key,
                              .ladder = kit_main,
                              .version = {kit_player[a].version, kit_player[b].version},
                              .seed = seed,
                              .priority = (int64_t)seed};
    snprintf(key, sizeof key, "test:%llu", (unsigned long long)seed);
    must(store_queue(kit_store, &plan, 1, &added, &kit_err));
    return added;
}

bool kit_take(struct store_job *job, int64_t lease_ms)
{
    bool found;
    must(store_take(kit_store, "tester", lease_ms, STORE_CAGED, job, &found, &kit_err));
    return found;
}

bool kit_finish(const struct store_job *job, int winner)
{
    struct journal_match result = {
        .winner = winner, .reason = "test", .turns = 7, .score = {3, -4}, .fault = {"", "timeout"}};
    bool counted;
    must(store_finish(kit_store, job, &result, NULL, "tester", &counted, &kit_err));
    return counted;
}

void kit_play(int a, int b, uint64_t seed, int winner)
{
    struct store_job job;
    assert_int_equal(kit_queue(a, b, seed), 1);
    assert_true(kit_take(&job, KIT_LEASE_MS));
    assert_true(kit_finish(&job, winner));
    store_job_free(&job);
}

/* ---- care ---- */

static void fail_at(void *arg, const struct err *found)
{
    (void)arg;
    fail_msg("%s", found->text);
}

void kit_is_well(void)
{
    int64_t count;
    must(store_check(kit_store, fail_at, NULL, &count, &kit_err));
    assert_int_equal(count, 0);
}

int kit_main_of(int argc, char **argv, const struct CMUnitTest *tests, size_t count)
{
    kit_is_postgres = argc > 1 && strcmp(argv[1], "postgres") == 0;
    const char *address = getenv("POSTGRES_URL");
    if (kit_is_postgres && !address) return 2;
    if (!kit_is_postgres && !mkdtemp(folder)) return 2;
    snprintf(kit_url, sizeof kit_url, kit_is_postgres ? "%s" : "%s/league.db",
             kit_is_postgres ? address : folder);
    int failed = _cmocka_run_group_tests("store", tests, count, NULL, NULL);
    if (!kit_is_postgres) {
        kit_wipe();
        rmdir(folder);
    }
    return failed;
}
