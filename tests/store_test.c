/*
 * The store, the same tests on either database: store_test sqlite, or store_test postgres with an
 * address in POSTGRES_URL. Every test begins with an empty league.
 */
#include "league/db.h"
#include "league/store_schema.h"
#include "league/worker.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

enum { LEASE_MS = 3600 * 1000, PLAYERS = 6 };

static char url[4096];
static char folder[] = "/tmp/taisen-store-XXXXXX";
static bool is_postgres;
static struct store *store;
static int64_t ladder;
static struct store_entered player[PLAYERS];

static struct err err;
#define must(call)                                                                                 \
    do {                                                                                           \
        if (!(call)) fail_msg("%s: %s", #call, err.text);                                          \
    } while (0)

static void wipe(void)
{
    if (is_postgres) {
        struct store s = {.backend = &db_postgres, .url = url};
        must(db_connect(&s, false, &err));
        must(db_script(&s, "DROP SCHEMA public CASCADE; CREATE SCHEMA public", &err));
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

static struct store *open_store(enum store_how how)
{
    struct store *s = store_open(url, how, &err);
    if (!s) fail_msg("open: %s", err.text);
    return s;
}

static void enter(int number, const char *seat)
{
    char name[16];
    snprintf(name, sizeof name, "p%d", number);
    struct store_enter e = {.ladder = ladder, .player = name, .kind = "bot", .seat = seat};
    must(store_enter(store, &e, &player[number], &err));
}

static int begin(void **state)
{
    struct store_ladder l = {.name = "main", .game = "reborn", .settings = "games=20"};
    (void)state;
    wipe();
    store = open_store(STORE_MAKE);
    must(store_add_ladder(store, &l, &ladder, &err));
    for (int i = 0; i < PLAYERS; i++) enter(i, "bot:random");
    return 0;
}

static int end(void **state)
{
    (void)state;
    store_close(store);
    store = NULL;
    return 0;
}

/* ---- helpers ---- */

static int queue(int a, int b, uint64_t seed)
{
    char key[64];
    int added;
    struct store_plan plan = {.key = key,
                              .ladder = ladder,
                              .version = {player[a].version, player[b].version},
                              .seed = seed,
                              .priority = (int64_t)seed};
    snprintf(key, sizeof key, "test:%llu", (unsigned long long)seed);
    must(store_queue(store, &plan, 1, &added, &err));
    return added;
}

static bool take(struct store_job *job, int64_t lease_ms)
{
    bool found;
    must(store_take(store, "tester", lease_ms, STORE_CAGED, job, &found, &err));
    return found;
}

static bool finish(const struct store_job *job, int winner)
{
    struct journal_match result = {
        .winner = winner, .reason = "test", .turns = 7, .score = {3, -4}, .fault = {"", "timeout"}};
    bool counted;
    must(store_finish(store, job, &result, NULL, "tester", &counted, &err));
    return counted;
}

static void play(int a, int b, uint64_t seed, int winner)
{
    struct store_job job;
    assert_int_equal(queue(a, b, seed), 1);
    assert_true(take(&job, LEASE_MS));
    assert_true(finish(&job, winner));
    store_job_free(&job);
}

static void print_finding(void *arg, const char *sentence)
{
    struct text *all = arg;
    text_str(all, sentence);
    text_char(all, '\n');
}

static int64_t findings(char *buf, size_t size)
{
    struct text all = text_on(buf, size);
    int64_t count;
    must(store_check(store, print_finding, &all, &count, &err));
    return count;
}

static void assert_is_well(void)
{
    char buf[4096];
    if (findings(buf, sizeof buf) != 0) fail_msg("%s", buf);
}

static void count_match(void *arg, const struct store_match *m)
{
    (void)m;
    ++*(int *)arg;
}

/* ---- opening ---- */

static void a_league_must_be_made_first(void **state)
{
    (void)state;
    store_close(store);
    wipe();
    store = store_open(url, STORE_USE, &err);
    assert_null(store);
    if (is_postgres) assert_non_null(strstr(err.text, "taisen db init"));
    store = open_store(STORE_MAKE);
    store_close(store);
    store = open_store(STORE_MAKE); /* again is no harm */
    store_close(store);
    store = open_store(STORE_USE);
}

static void a_newer_version_is_refused(void **state)
{
    (void)state;
    must(db_script(store, "UPDATE taisen_schema SET version = 99", &err));
    for (int how = STORE_USE; how <= STORE_KEEP; how++) {
        assert_null(store_open(url, (enum store_how)how, &err));
        assert_non_null(strstr(err.text, "99"));
        assert_non_null(strstr(err.text, "newer"));
    }
}

/* A league as the first version of this program made it. */
static void make_first_version(void)
{
    struct store s = {
        .backend = is_postgres ? &db_postgres : &db_sqlite, .url = url, .patience_us = 5000000};
    must(db_connect(&s, true, &err));
    must(db_script(&s, "CREATE TABLE taisen_schema (version BIGINT NOT NULL)", &err));
    must(db_script(&s, "INSERT INTO taisen_schema VALUES (1)", &err));
    must(db_script(&s, db_migrations[0], &err));
    must(db_script(&s, "INSERT INTO players (name, kind, created) VALUES ('old', 'bot', 5)", &err));
    db_disconnect(&s);
}

static void its_keeper_makes_a_league_or_brings_it_up_to_date(void **state)
{
    (void)state;
    store_close(store);
    wipe();
    make_first_version();
    store = open_store(STORE_KEEP);
    assert_is_well();
    store_close(store);
    wipe();
    store = open_store(STORE_KEEP);
    assert_is_well();
}

static void an_older_version_is_migrated_only_when_asked(void **state)
{
    (void)state;
    store_close(store);
    wipe();
    make_first_version();
    for (int how = STORE_USE; how <= STORE_MAKE; how++) {
        store = store_open(url, (enum store_how)how, &err);
        assert_null(store);
        assert_non_null(strstr(err.text, "taisen db migrate"));
    }
    store = open_store(STORE_MIGRATE);
    struct store_player kept;
    bool is_kept;
    must(store_find_player(store, 1, &kept, &is_kept, &err));
    assert_true(is_kept);
    assert_string_equal(kept.name, "old");
    assert_is_well();
    int64_t version = 0;
    bool found;
    must(
        db_ask_int(store, "SELECT version FROM taisen_schema", DB_WITHOUT, &version, &found, &err));
    assert_int_equal(version, store_version());
}

/* ---- the queue ---- */

static void a_match_is_taken_and_counted_once(void **state)
{
    (void)state;
    struct store_job job, other;
    assert_int_equal(queue(0, 1, 5), 1);
    assert_int_equal(queue(0, 1, 5), 0); /* the same key */
    assert_true(take(&job, LEASE_MS));
    assert_int_equal(job.seed, 5);
    assert_int_equal(job.player[1], player[1].player);
    assert_string_equal(job.game, "reborn");
    assert_string_equal(job.seat[0], "bot:random");
    assert_false(take(&other, LEASE_MS));
    assert_true(finish(&job, 0));
    assert_true(finish(&job, 0)); /* an answer that got lost: no harm */
    int matches = 0;
    must(store_history(store, ladder, player[0].player, count_match, &matches, &err));
    assert_int_equal(matches, 1);
    assert_false(take(&other, LEASE_MS));
    assert_is_well();
}

static void an_ended_lease_is_anothers(void **state)
{
    (void)state;
    struct store_job slow, fast;
    bool held;
    queue(0, 1, 1);
    assert_true(take(&slow, 0));
    while (!take(&fast, LEASE_MS)) continue; /* the clock's next millisecond */
    assert_int_equal(fast.match, slow.match);
    assert_int_equal(fast.tries, 2);
    must(store_renew(store, &slow, LEASE_MS, &held, &err));
    assert_false(held);
    assert_false(finish(&slow, 1));
    must(store_renew(store, &fast, LEASE_MS, &held, &err));
    assert_true(held);
    assert_true(finish(&fast, 0));
    assert_false(finish(&slow, 1)); /* still not */
    assert_is_well();
}

static void what_is_given_back_is_next(void **state)
{
    (void)state;
    struct store_job job;
    queue(0, 1, 1);
    queue(2, 3, 2);
    assert_true(take(&job, LEASE_MS));
    must(store_give_back(store, &job, &err));
    assert_false(finish(&job, 0));
    int64_t first = job.match;
    assert_true(take(&job, LEASE_MS));
    assert_int_equal(job.match, first);
    assert_int_equal(job.tries, 1); /* was no try */
}

static void note_state(void *arg, const struct store_match *m)
{
    snprintf(arg, 64, "%s %s", m->state, m->void_why);
}

static void assert_state(const char *wanted)
{
    char text[64] = "";
    struct store_which which = {.ladder = ladder, .most = 1};
    must(store_matches(store, &which, note_state, text, &err));
    assert_string_equal(text, wanted);
}

static void a_match_has_a_state(void **state)
{
    (void)state;
    struct store_job job;
    queue(0, 1, 1);
    assert_state("queued ");
    assert_true(take(&job, LEASE_MS));
    assert_state("running ");
    must(store_void(store, &job, "no such game", &err));
    assert_state("void no such game");
    assert_false(finish(&job, 0));
    play(0, 1, 2, 1);
    assert_state("done ");
    assert_is_well();
}

static void smaller_priorities_go_first(void **state)
{
    (void)state;
    struct store_job job;
    queue(0, 1, 9);
    queue(0, 1, 3);
    assert_true(take(&job, LEASE_MS));
    assert_int_equal(job.seed, 3);
    int64_t pending;
    must(store_pending(store, ladder, &pending, &err));
    assert_int_equal(pending, 2);
}

static void a_record_comes_back_as_it_was(void **state)
{
    (void)state;
    static const char bytes[] = "\0\x01\xff'\\x00\n\"";
    struct store_job job;
    struct journal_match result = {.winner = -1, .reason = "test"};
    struct store_record record = {.bytes = bytes, .len = sizeof bytes};
    char *got;
    size_t len;
    bool counted;
    queue(0, 1, 1);
    assert_true(take(&job, LEASE_MS));
    must(store_finish(store, &job, &result, &record, "tester", &counted, &err));
    must(store_record(store, job.match, &got, &len, &err));
    assert_int_equal(len, sizeof bytes);
    assert_memory_equal(got, bytes, len);
    free(got);
    assert_false(store_record(store, job.match + 1, &got, &len, &err));
}

static void a_ladder_keeps_as_many_records_as_it_wants(void **state)
{
    (void)state;
    struct store_ladder l = {.name = "short", .game = "reborn", .settings = "records=2"};
    struct journal_match result = {.winner = 0, .reason = "test"};
    struct store_record record = {.bytes = "x", .len = 1};
    struct store_job job[3];
    bool counted;
    must(store_add_ladder(store, &l, &ladder, &err));
    for (int i = 0; i < 2; i++) enter(i, "bot:random");
    for (int i = 0; i < 3; i++) {
        char *got;
        size_t len;
        queue(0, 1, (uint64_t)i + 1);
        assert_true(take(&job[i], LEASE_MS));
        must(store_finish(store, &job[i], &result, &record, "tester", &counted, &err));
        must(store_record(store, job[i].match, &got, &len, &err));
        free(got);
        assert_int_equal(i < 2 || !store_record(store, job[0].match, &got, &len, &err), true);
    }
}

static void a_match_of_ones_own_is_taken_at_once_and_may_change_hands(void **state)
{
    (void)state;
    struct store_plan plan = {.key = "own",
                              .ladder = ladder,
                              .version = {player[0].version, player[1].version},
                              .seed = 9,
                              .setup = "turns=7"};
    struct store_job job, other;
    must(store_start(store, &plan, "tester", LEASE_MS, &job, &err));
    assert_false(take(&other, LEASE_MS));
    assert_string_equal(job.setup, "turns=7");
    must(store_reseat(store, &job, 1, player[2].version, &err));
    assert_int_equal(job.player[1], player[2].player);
    assert_true(finish(&job, 1));
    assert_false(store_start(store, &plan, "tester", LEASE_MS, &other, &err));
    store_job_free(&job);
}

/* ---- players, ratings ---- */

static void a_seat_of_its_own_is_a_version(void **state)
{
    (void)state;
    struct store_entered before = player[0];
    enter(0, "bot:random");
    assert_false(player[0].is_new);
    enter(0, "bot:greedy");
    assert_true(player[0].is_new);
    assert_int_equal(player[0].number, 2);
    assert_int_equal(player[0].player, before.player);
    struct store_entered found;
    must(store_find_entry(store, ladder, "p0", &found, &err));
    assert_int_equal(found.version, player[0].version);
    assert_false(store_find_entry(store, ladder, "nobody", &found, &err));
}

static void texts_must_be_fit(void **state)
{
    (void)state;
    static const char *const bad[] = {"", "\xff\xfe", "a\nb", "a\x01", "\x7f"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct store_entered out;
        struct store_enter e = {
            .ladder = ladder, .player = bad[i], .kind = "bot", .seat = "bot:random"};
        assert_false(store_enter(store, &e, &out, &err));
    }
    struct store_enter japanese = {.ladder = ladder,
                                   .player = "対戦 'x' \\u0041 $1 {now}",
                                   .kind = "bot",
                                   .seat = "bot:random"};
    struct store_entered out;
    must(store_enter(store, &japanese, &out, &err));
    must(store_find_entry(store, ladder, japanese.player, &out, &err));
}

struct table {
    struct standing place[PLAYERS + 2];
    int count;
};

static void note_place(void *arg, const struct store_place *place)
{
    struct table *t = arg;
    t->place[t->count++] = place->standing;
}

static void ratings_follow_from_results(void **state)
{
    (void)state;
    struct table t = {.count = 0};
    struct standing a = standing_start(RATING_GLICKO2, player[0].player),
                    b = standing_start(RATING_GLICKO2, player[1].player);
    struct standing *pair[2] = {&a, &b};
    int64_t versions[2] = {player[0].version, player[1].version};
    for (uint64_t seed = 1; seed <= 5; seed++) {
        int winner = (int)(seed % 3) - 1;
        play(0, 1, seed, winner);
        standing_count(RATING_GLICKO2, pair, versions, winner);
    }
    must(store_standings(store, ladder, note_place, &t, &err));
    assert_int_equal(t.count, PLAYERS);
    for (int i = 1; i < t.count; i++)
        assert_true(t.place[i - 1].rating.points >= t.place[i].rating.points);
    for (int i = 0; i < t.count; i++) {
        if (t.place[i].player != a.player) continue;
        assert_true(t.place[i].rating.points == a.rating.points); /* to the last bit */
        assert_true(t.place[i].rating.deviation == a.rating.deviation);
        assert_int_equal(t.place[i].games, 5);
        assert_int_equal(t.place[i].draws, a.draws);
    }
    assert_is_well();
}

static void a_new_version_raises_the_deviation(void **state)
{
    (void)state;
    struct table before = {.count = 0}, after = {.count = 0};
    for (uint64_t seed = 1; seed <= 30; seed++) play(0, 1, seed, (int)(seed % 2));
    must(store_standings(store, ladder, note_place, &before, &err));
    enter(0, "bot:greedy");
    play(0, 1, 31, 0);
    must(store_standings(store, ladder, note_place, &after, &err));
    for (int i = 0; i < before.count; i++)
        for (int k = 0; k < after.count; k++)
            if (before.place[i].player == player[0].player &&
                after.place[k].player == player[0].player) {
                assert_true(after.place[k].rating.deviation > before.place[i].rating.deviation);
                assert_int_equal(after.place[k].version_games, 1);
            }
    assert_is_well();
}

static void check_finds_what_was_changed(void **state)
{
    (void)state;
    static const struct {
        const char *sql, *says;
    } harms[] = {
        {"UPDATE entries SET rating = rating + 1 WHERE games > 0", "its results make it"},
        {"UPDATE entries SET wins = wins + 1 WHERE games > 0", "its results make it"},
        {"DELETE FROM results WHERE id = (SELECT max(id) FROM results)", "neither waiting"},
        {"INSERT INTO jobs SELECT match, 0, 0, 0, '', 0 FROM results", "wait to be played again"},
        {"UPDATE matches SET void = 'x'", "void and counted"},
        {"UPDATE results SET player0 = player1, player1 = player0", "other players"},
        {"UPDATE players SET owner = 77 WHERE id = 1", "owner that is not in accounts"},
        {"INSERT INTO invitations (code, uses, ends, created) VALUES ('x', -1, 0, 0)",
         "more often than they allow"},
    };
    for (size_t i = 0; i < sizeof harms / sizeof harms[0]; i++) {
        char buf[4096];
        end(NULL);
        begin(NULL);
        play(0, 1, 1, 0);
        play(2, 1, 2, 1);
        assert_is_well();
        must(db_script(store, harms[i].sql, &err));
        assert_true(findings(buf, sizeof buf) > 0);
        if (!strstr(buf, harms[i].says)) fail_msg("%s: %s", harms[i].sql, buf);
    }
    end(NULL);
    begin(NULL);
    play(0, 1, 1, 0);
    must(db_script(store, "UPDATE entries SET rating = 3, wins = 70", &err));
    must(store_rerate(store, ladder, &err));
    assert_is_well();
}

/* ---- matchmaking ---- */

static void an_open_ladder_is_filled_up_to_its_end(void **state)
{
    (void)state;
    int added, all = 0;
    struct store_job job;
    must(store_fill(store, ladder, 4, 12, &added, &err));
    assert_int_equal(added, 12);
    must(store_fill(store, ladder, 4, 12, &added, &err));
    assert_int_equal(added, 0); /* enough are waiting */
    for (int i = 0; i < 1000; i++) {
        must(store_fill(store, ladder, 4, 12, &added, &err));
        if (!take(&job, LEASE_MS)) break;
        assert_true(finish(&job, i % 3 - 1));
        all++;
    }
    struct table t = {.count = 0};
    must(store_standings(store, ladder, note_place, &t, &err));
    for (int i = 0; i < t.count; i++) assert_true(t.place[i].games >= 20);
    assert_true(all < 2 * 20 * PLAYERS);
    assert_is_well();
    must(store_set_open(store, ladder, false, &err));
    must(store_fill(store, ladder, 4, 12, &added, &err));
    assert_int_equal(added, 0);
}

static void a_broken_version_is_given_no_matches(void **state)
{
    (void)state;
    int added;
    struct store_job job;
    must(store_set_state(store, player[3].version, "broken", &err));
    must(store_fill(store, ladder, 50, 50, &added, &err));
    for (int i = 0; i < added; i++) {
        assert_true(take(&job, LEASE_MS));
        assert_true(job.player[0] != player[3].player && job.player[1] != player[3].player);
    }
}

/* ---- events, workers ---- */

struct heard {
    int64_t last;
    int count, results;
};

static void hear(void *arg, const struct store_event *e)
{
    struct heard *h = arg;
    assert_true(e->id > h->last);
    h->last = e->id;
    h->count++;
    h->results += strcmp(e->kind, "result") == 0;
}

static void events_go_on_where_one_stopped(void **state)
{
    (void)state;
    struct heard h = {0};
    play(0, 1, 1, 0);
    play(0, 1, 2, 0);
    for (int before = -1; before != h.count;) {
        before = h.count;
        must(store_events(store, h.last, 3, hear, &h, &err));
        assert_true(h.count - before <= 3);
    }
    assert_int_equal(h.results, 2);
    assert_int_equal(h.count, 1 + PLAYERS + 2);
    play(0, 1, 3, 0);
    must(store_events(store, h.last, 100, hear, &h, &err));
    assert_int_equal(h.results, 3);
}

static void count_worker(void *arg, const struct store_worker *w)
{
    (void)w;
    ++*(int *)arg;
}

static void two_workers_of_one_name_get_two(void **state)
{
    (void)state;
    char first[STORE_NAME], second[STORE_NAME];
    int count = 0;
    must(store_register(store, "w", "here", first, &err));
    must(store_register(store, "w", "there", second, &err));
    assert_string_equal(first, "w");
    assert_string_equal(second, "w-2");
    must(store_seen(store, first, &err));
    must(store_leave(store, first, &err));
    must(store_workers(store, count_worker, &count, &err));
    assert_int_equal(count, 1);
}

/* ---- accounts ---- */

static enum store_signed sign_up(const char *name, const char *invitation, int64_t *id)
{
    static int number; /* every hash has a salt of its own */
    char hash[32];
    enum store_signed verdict;
    struct store_signup signup = {.name = name, .password = hash, .invitation = invitation};
    snprintf(hash, sizeof hash, "hash %d", ++number);
    must(store_add_account(store, &signup, &verdict, id, &err));
    return verdict;
}

static int64_t account_of(const char *name)
{
    int64_t id;
    assert_int_equal(sign_up(name, NULL, &id), SIGNED_UP);
    return id;
}

static struct store_account account_by_name(const char *name)
{
    struct store_account a;
    bool found;
    must(store_find_account(store, name, &a, &found, &err));
    assert_true(found);
    return a;
}

static bool has_session(const char *hash, const char *name)
{
    struct store_account a;
    bool found;
    must(store_session(store, hash, &a, &found, &err));
    if (found) assert_string_equal(a.name, name);
    return found;
}

static bool has_token(const char *hash, const char *name)
{
    struct store_account a;
    bool found;
    must(store_token(store, hash, &a, &found, &err));
    if (found) assert_string_equal(a.name, name);
    return found;
}

static void an_account_has_a_name_of_its_own(void **state)
{
    (void)state;
    int64_t id, other;
    assert_int_equal(sign_up("Hana", NULL, &id), SIGNED_UP);
    assert_int_equal(sign_up("Hana", NULL, &other), SIGNED_NAME_TAKEN);
    assert_int_equal(sign_up("hANA", NULL, &other), SIGNED_NAME_TAKEN);
    assert_int_equal(sign_up("花子", NULL, &other), SIGNED_UP);
    struct store_account a = account_by_name("hana");
    assert_int_equal(a.id, id);
    assert_string_equal(a.name, "Hana");
    assert_int_equal(a.role, ROLE_PLAYER);
    assert_false(a.is_banned);
    must(store_set_role(store, id, ROLE_ORGANISER, &err));
    assert_int_equal(account_by_name("Hana").role, ROLE_ORGANISER);
    bool found;
    must(store_find_account(store, "nobody", &a, &found, &err));
    assert_false(found);
    assert_is_well();
}

static void a_sign_up_done_twice_is_done_once(void **state)
{
    (void)state;
    struct store_signup signup = {.name = "hana", .password = "the same salt", .invitation = "C"};
    enum store_signed verdict;
    int64_t first, second, ignored;
    must(store_invite(store, &(struct store_invitation){.code = "C", .uses = 1}, &ignored, &err));
    must(store_add_account(store, &signup, &verdict, &first, &err));
    assert_int_equal(verdict, SIGNED_UP);
    must(store_add_account(store, &signup, &verdict, &second, &err));
    assert_int_equal(verdict, SIGNED_UP);
    assert_int_equal(first, second);
}

static void names_of_accounts_can_be_seen(void **state)
{
    (void)state;
    static const char *const bad[] = {
        "",
        "a b",
        "a/b",
        "<b>",
        "a\"b",
        "a'b",
        "a\nb",
        "\xff",
        "\xc3",
        "a&b",
        "a;b",
        "\xc2\xa0",
        "\xe2\x80\x8b",
        "a\xe2\x80\xae",
        "\xe3\x80\x80",
        "a\xef\xbb\xbf",
        "\xf3\xa0\x80\x81",
        "$(id)",
        "a\\b",
        "123456789012345678901234567890123456789012345678901234567890x1234",
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct store_account a;
        bool found;
        if (store_account_name_is_fit(bad[i], &err)) fail_msg("\"%s\" is a name", bad[i]);
        must(store_find_account(store, bad[i], &a, &found, &err));
        assert_false(found);
    }
    static const char *const good[] = {"a", "A.b-c_9", "対戦", "Ünal", "あ𠮷"};
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
        must(store_account_name_is_fit(good[i], &err));
}

static void an_invitation_lets_in_as_many_as_it_says(void **state)
{
    (void)state;
    int64_t id;
    struct store_invitation two = {.code = "SAKURA", .uses = 2},
                            past = {.code = "PAST", .uses = 5, .ends = 1};
    must(store_invite(store, &two, &id, &err));
    must(store_invite(store, &past, &id, &err));
    assert_false(store_invite(store, &two, &id, &err));
    assert_int_equal(sign_up("a", "SAKURA", &id), SIGNED_UP);
    assert_int_equal(sign_up("a", "SAKURA", &id), SIGNED_NAME_TAKEN); /* costs nothing */
    assert_int_equal(sign_up("b", "sakura", &id), SIGNED_UNINVITED);
    assert_int_equal(sign_up("b", "PAST", &id), SIGNED_UNINVITED);
    assert_int_equal(sign_up("b", "SAKURA", &id), SIGNED_UP); /* the name was left free */
    assert_int_equal(sign_up("c", "SAKURA", &id), SIGNED_UNINVITED);
    bool found;
    must(store_find_account(store, "c", &(struct store_account){0}, &found, &err));
    assert_false(found);
    assert_is_well();
}

static void a_session_lasts_until_it_ends(void **state)
{
    (void)state;
    int64_t hana = account_of("hana"), taro = account_of("taro");
    must(store_begin_session(store, hana, "s1", LEASE_MS, &err));
    must(store_begin_session(store, hana, "s2", LEASE_MS, &err));
    must(store_begin_session(store, taro, "s3", LEASE_MS, &err));
    assert_true(has_session("s1", "hana"));
    assert_true(has_session("s3", "taro"));
    assert_false(has_session("s9", ""));
    must(store_end_session(store, "s1", &err));
    must(store_end_session(store, "s1", &err));
    assert_false(has_session("s1", ""));
    must(store_set_password(store, hana, "another hash", &err));
    assert_false(has_session("s2", ""));
    assert_true(has_session("s3", "taro"));
    assert_string_equal(account_by_name("hana").password, "another hash");
    must(store_begin_session(store, taro, "s4", 0, &err)); /* ended as it began */
    assert_false(has_session("s4", ""));
}

static void a_banned_account_opens_nothing(void **state)
{
    (void)state;
    int64_t hana = account_of("hana"), token;
    bool added;
    must(store_begin_session(store, hana, "s1", LEASE_MS, &err));
    must(store_add_token(store, hana, "laptop", "t1", &token, &added, &err));
    must(store_ban(store, hana, "too many uploads", &err));
    assert_true(account_by_name("hana").is_banned);
    assert_string_equal(account_by_name("hana").banned, "too many uploads");
    must(store_begin_session(store, hana, "s2", LEASE_MS, &err));
    assert_false(has_session("s1", ""));
    assert_false(has_session("s2", ""));
    assert_false(has_token("t1", ""));
    must(store_ban(store, hana, NULL, &err));
    assert_false(account_by_name("hana").is_banned);
    assert_false(has_session("s1", ""));
    assert_true(has_token("t1", "hana"));
}

static void note_used(void *arg, const struct store_token *token)
{
    assert_string_equal(token->name, "laptop");
    *(int64_t *)arg = token->used;
}

static void a_token_opens_until_it_is_dropped(void **state)
{
    (void)state;
    int64_t hana = account_of("hana"), taro = account_of("taro"), token, other, used = -1;
    bool added, found;
    must(store_add_token(store, hana, "laptop", "t0", &token, &added, &err));
    assert_true(added);
    must(store_tokens(store, hana, note_used, &used, &err));
    assert_int_equal(used, 0);
    assert_true(has_token("t0", "hana"));
    must(store_tokens(store, hana, note_used, &used, &err));
    assert_true(used > 0);
    must(store_drop_token(store, taro, token, &found, &err)); /* not taro's */
    assert_false(found);
    assert_true(has_token("t0", "hana"));
    for (int i = 1; i <= STORE_TOKENS; i++) {
        char hash[16];
        snprintf(hash, sizeof hash, "t%d", i);
        must(store_add_token(store, hana, "laptop", hash, &other, &added, &err));
        assert_int_equal(added, i < STORE_TOKENS);
    }
    must(store_drop_token(store, hana, token, &found, &err));
    assert_true(found);
    assert_false(has_token("t0", ""));
    assert_is_well();
}

static void write_deed(void *arg, const struct store_deed *d)
{
    struct text *t = arg;
    text_str(t, d->name);
    text_char(t, ' ');
    text_str(t, d->kind);
    text_str(t, d->account ? " " : " (nobody) ");
    text_str(t, d->text);
    text_char(t, ';');
}

static void deeds_are_told_newest_first(void **state)
{
    (void)state;
    char buf[256];
    struct text told = TEXT_ON(buf);
    struct store_deed deed = {.account = account_of("hana"), .address = "::1", .kind = "login"};
    deed.text = "";
    must(store_note_deed(store, &deed, &err));
    must(store_note_deed(
        store, &(struct store_deed){.address = "::1", .kind = "refused", .text = "taro"}, &err));
    must(store_deeds(store, 0, 10, write_deed, &told, &err));
    assert_string_equal(buf, " refused (nobody) taro;hana login ;");
    text_clear(&told);
    must(store_deeds(store, 0, 1, write_deed, &told, &err));
    assert_string_equal(buf, " refused (nobody) taro;");
    text_clear(&told);
    must(store_deeds(store, 2, 10, write_deed, &told, &err));
    assert_string_equal(buf, "hana login ;");
}

static void write_announcement(void *arg, const struct store_announcement *a)
{
    text_str(arg, a->text);
    text_char(arg, ';');
}

static void announcements_stand_until_they_end(void **state)
{
    (void)state;
    char buf[256];
    struct text told = TEXT_ON(buf);
    int64_t id;
    bool found;
    must(store_announce(store, &(struct store_announcement){.text = "over", .ends = 1}, &id, &err));
    must(store_announce(store, &(struct store_announcement){.text = "決勝"}, &id, &err));
    must(store_announce(store, &(struct store_announcement){.text = "finals"}, &id, &err));
    must(store_announcements(store, write_announcement, &told, &err));
    assert_string_equal(buf, "finals;決勝;");
    must(store_drop_announcement(store, id, &found, &err));
    assert_true(found);
    must(store_drop_announcement(store, id, &found, &err));
    assert_false(found);
    text_clear(&told);
    must(store_announcements(store, write_announcement, &told, &err));
    assert_string_equal(buf, "決勝;");
    assert_false(store_announce(store, &(struct store_announcement){.text = "a\x01"}, &id, &err));
}

/* ---- export and import ---- */

static bool append(void *arg, const char *line, size_t len, struct err *why)
{
    (void)why;
    text_bytes(arg, line, len);
    return true;
}

static void export_all(char *buf, size_t size)
{
    struct text t = text_on(buf, size);
    must(store_export(store, append, &t, &err));
    assert_false(t.cut);
}

static bool next_line(void *arg, const char **line, size_t *len, bool *at_end, struct err *why)
{
    const char **rest = arg;
    (void)why;
    *at_end = **rest == '\0';
    if (*at_end) return false;
    *line = *rest;
    *len = strcspn(*rest, "\n");
    *rest += *len + ((*rest)[*len] == '\n');
    return true;
}

static bool import(const char *text)
{
    return store_import(store, next_line, &text, &err);
}

static void begin_empty(void)
{
    end(NULL);
    wipe();
    store = open_store(STORE_MAKE);
}

static char first_text[1 << 16], second_text[1 << 16], broken_text[1 << 16];

static void make_something(void)
{
    struct store_job job;
    for (uint64_t seed = 2; seed <= 9; seed++) play((int)seed % 3, 4, seed, (int)(seed % 3) - 1);
    a_record_comes_back_as_it_was(NULL);
    queue(2, 3, 70);
    queue(2, 3, 71);
    assert_true(take(&job, LEASE_MS));
    enter(1, "echo \"対戦\" 'x' | ./player \\ $HOME");
    an_invitation_lets_in_as_many_as_it_says(NULL);
    a_session_lasts_until_it_ends(NULL);
    must(store_ban(store, account_of("banned"), "反則 \"x\"", &err));
    announcements_stand_until_they_end(NULL);
    bool added;
    int64_t organiser = account_of("先生"), id;
    must(store_set_role(store, organiser, ROLE_ORGANISER, &err));
    must(store_add_token(store, organiser, "laptop", "t1", &id, &added, &err));
    must(store_note_deed(
        store,
        &(struct store_deed){.account = organiser, .address = "::1", .kind = "ban", .text = "x"},
        &err));
}

static void an_import_is_what_was_exported(void **state)
{
    (void)state;
    make_something();
    export_all(first_text, sizeof first_text);
    assert_false(import(first_text)); /* not into a league that is there */
    assert_non_null(strstr(err.text, "not empty"));
    begin_empty();
    must(import(first_text));
    export_all(second_text, sizeof second_text);
    assert_string_equal(first_text, second_text);
    assert_is_well();
    play(0, 1, 1000, 0); /* new rows get new numbers */
    enter(2, "bot:greedy");
    assert_true(account_by_name("banned").is_banned);
    assert_true(has_session("s3", "taro"));
    assert_true(has_token("t1", "先生"));
    account_of("new");
    assert_is_well();
}

/* Every line cut, left out or doubled, and letters changed here and there: refused, nothing in. */
static void a_broken_export_is_refused(void **state)
{
    (void)state;
    make_something();
    export_all(first_text, sizeof first_text);
    begin_empty();
    int step = (int)strlen(first_text) / 40;
    for (int i = 0; first_text[i]; i += step) {
        strcpy(broken_text, first_text);
        broken_text[i] = broken_text[i] == '7' ? '8' : '7';
        assert_false(import(broken_text));
        strcpy(broken_text, first_text);
        broken_text[i] = '\0';
        assert_false(import(broken_text));
        char *line = strchr(first_text + i, '\n');
        if (!line || !line[1]) continue;
        strcpy(broken_text, first_text);
        strcpy(broken_text + (line - first_text), strchr(line + 1, '\n')); /* a line less */
        assert_false(import(broken_text));
    }
    must(import(first_text)); /* the store was left empty each time */
}

static void words_of_an_import_name_the_line(void **state)
{
    (void)state;
    static const struct {
        const char *text, *says;
    } cases[] = {
        {"", "cut"},
        {"hello\n", "line 1: this is no export"},
        {"{\"taisen_store\":1,\"schema\":77}\n", "another version"},
    };
    static const struct {
        const char *text, *says;
    } rows[] = {
        {"[1]\n", "line 2: a row that belongs to no table"},
        {"{\"table\":\"moon\"}\n", "line 2: the table players"},
        {"{\"table\":\"players\",\"columns\":\"id,name,kind,owner,created\"}\n[1,2]\n",
         "line 3: not a row of players"},
        {"{\"table\":\"players\",\"columns\":\"id,name,kind,owner,created\"}\n"
         "[1,null,\"bot\",null,5]\n",
         "line 3: "},
    };
    begin_empty();
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_false(import(cases[i].text));
        if (!strstr(err.text, cases[i].says)) fail_msg("%s: %s", cases[i].text, err.text);
    }
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        snprintf(broken_text, sizeof broken_text, "{\"taisen_store\":1,\"schema\":%d}\n%s",
                 (int)store_version(), rows[i].text);
        assert_false(import(broken_text));
        if (!strstr(err.text, rows[i].says)) fail_msg("%s: %s", rows[i].text, err.text);
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)
        TEST(a_league_must_be_made_first),
        TEST(a_newer_version_is_refused),
        TEST(its_keeper_makes_a_league_or_brings_it_up_to_date),
        TEST(an_older_version_is_migrated_only_when_asked),
        TEST(a_match_is_taken_and_counted_once),
        TEST(an_ended_lease_is_anothers),
        TEST(what_is_given_back_is_next),
        TEST(a_match_has_a_state),
        TEST(smaller_priorities_go_first),
        TEST(a_record_comes_back_as_it_was),
        TEST(a_ladder_keeps_as_many_records_as_it_wants),
        TEST(a_match_of_ones_own_is_taken_at_once_and_may_change_hands),
        TEST(a_seat_of_its_own_is_a_version),
        TEST(texts_must_be_fit),
        TEST(ratings_follow_from_results),
        TEST(a_new_version_raises_the_deviation),
        TEST(check_finds_what_was_changed),
        TEST(an_open_ladder_is_filled_up_to_its_end),
        TEST(a_broken_version_is_given_no_matches),
        TEST(events_go_on_where_one_stopped),
        TEST(two_workers_of_one_name_get_two),
        TEST(an_account_has_a_name_of_its_own),
        TEST(a_sign_up_done_twice_is_done_once),
        TEST(names_of_accounts_can_be_seen),
        TEST(an_invitation_lets_in_as_many_as_it_says),
        TEST(a_session_lasts_until_it_ends),
        TEST(a_banned_account_opens_nothing),
        TEST(a_token_opens_until_it_is_dropped),
        TEST(deeds_are_told_newest_first),
        TEST(announcements_stand_until_they_end),
        TEST(an_import_is_what_was_exported),
        TEST(a_broken_export_is_refused),
        TEST(words_of_an_import_name_the_line),
    };
    is_postgres = argc > 1 && strcmp(argv[1], "postgres") == 0;
    const char *address = getenv("POSTGRES_URL");
    if (is_postgres && !address) return 2;
    if (!is_postgres && !mkdtemp(folder)) return 2;
    snprintf(url, sizeof url, is_postgres ? "%s" : "%s/league.db", is_postgres ? address : folder);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    if (!is_postgres) {
        wipe();
        rmdir(folder);
    }
    return failed;
}
