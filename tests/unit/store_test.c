/* The store: leagues, the queue, players and ratings, on both databases: PROGRAM sqlite | postgres.
 */
#include "league/store/store_check.h"
#include "league/store/store_result.h"
#include "league/store/store_schema.h"
#include "league/store/store_worker.h"
#include "league/work/worker.h"
#include "os/clock.h"
#include "tests/unit/store_kit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void print_finding(void *arg, const struct err *found)
{
    struct text *all = arg;
    text_str(all, found->text);
    text_char(all, '\n');
}

static int64_t findings(char *buf, size_t size)
{
    struct text all = text_on(buf, size);
    int64_t count;
    must(store_check(kit_store, print_finding, &all, &count, &kit_err));
    return count;
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
    store_close(kit_store);
    kit_wipe();
    kit_store = kit_try(STORE_USE);
    assert_null(kit_store);
    if (kit_is_postgres) assert_non_null(strstr(kit_err.text, "taisen db init"));
    kit_store = kit_open(STORE_MAKE);
    store_close(kit_store);
    kit_store = kit_open(STORE_MAKE); /* again is no harm */
    store_close(kit_store);
    kit_store = kit_open(STORE_USE);
}

static void a_newer_version_is_refused(void **state)
{
    (void)state;
    must(db_script(kit_store, "UPDATE taisen_schema SET version = 99", &kit_err));
    for (int how = STORE_USE; how <= STORE_KEEP; how++) {
        assert_null(kit_try((enum store_how)how));
        assert_non_null(strstr(kit_err.text, "99"));
        assert_non_null(strstr(kit_err.text, "newer"));
    }
}

/* A league as the first version of this program made it. */
static void make_first_version(void)
{
    struct store s = {.backend = kit_is_postgres ? &db_postgres : &db_sqlite,
                      .url = kit_url,
                      .patience_us = 5000000};
    must(db_connect(&s, true, &kit_err));
    must(db_script(&s, "CREATE TABLE taisen_schema (version BIGINT NOT NULL)", &kit_err));
    must(db_script(&s, "INSERT INTO taisen_schema VALUES (1)", &kit_err));
    must(db_script(&s, db_migrations[0], &kit_err));
    must(db_script(&s, "INSERT INTO players (name, kind, created) VALUES ('old', 'bot', 5)",
                   &kit_err));
    db_disconnect(&s);
}

static void its_keeper_makes_a_league_or_brings_it_up_to_date(void **state)
{
    (void)state;
    store_close(kit_store);
    kit_wipe();
    make_first_version();
    kit_store = kit_open(STORE_KEEP);
    kit_is_well();
    store_close(kit_store);
    kit_wipe();
    kit_store = kit_open(STORE_KEEP);
    kit_is_well();
}

static void an_older_version_is_migrated_only_when_asked(void **state)
{
    (void)state;
    store_close(kit_store);
    kit_wipe();
    make_first_version();
    for (int how = STORE_USE; how <= STORE_MAKE; how++) {
        kit_store = kit_try((enum store_how)how);
        assert_null(kit_store);
        assert_non_null(strstr(kit_err.text, "taisen db migrate"));
    }
    kit_store = kit_open(STORE_MIGRATE);
    struct store_player kept;
    bool is_kept;
    must(store_find_player(kit_store, 1, &kept, &is_kept, &kit_err));
    assert_true(is_kept);
    assert_string_equal(kept.name, "old");
    kit_is_well();
    int64_t version = 0;
    bool found;
    must(db_ask_int(kit_store, "SELECT version FROM taisen_schema", DB_WITHOUT, &version, &found,
                    &kit_err));
    assert_int_equal(version, store_version());
}

/* ---- the queue ---- */

/* A connection that is cut in mid transaction, once, by the server itself. */
struct cut {
    struct store *other;
    int tries;
};

static bool write_and_ask(struct store *s, void *arg, struct err *err)
{
    struct cut *c = arg;
    int64_t pid, n;
    bool found;
    if (!db_ask_int(s, "SELECT pg_backend_pid()", DB_WITHOUT, &pid, &found, err) ||
        !db_run(s, "UPDATE players SET created = 7", DB_WITHOUT, err))
        return false;
    if (c->tries++ == 0)
        must(db_ask_int(c->other,
                        "SELECT CASE WHEN pg_terminate_backend(CAST($1 AS INT)) THEN 1 ELSE 0 END",
                        DB_WITH(db_int(pid)), &n, &found, &kit_err));
    return db_ask_int(s, "SELECT max(created) FROM players", DB_WITHOUT, &n, &found, err) && n == 7;
}

static void a_connection_that_is_cut_is_made_anew(void **state)
{
    (void)state;
    if (!kit_is_postgres) skip();
    for (int i = 0; i < 20; i++) {
        struct cut cut = {.other = kit_open(STORE_USE)};
        must(db_transact(kit_store, DB_WRITE, write_and_ask, &cut, &kit_err));
        assert_int_equal(cut.tries, 2);
        store_close(cut.other);
    }
}

static void a_match_is_taken_and_counted_once(void **state)
{
    (void)state;
    struct store_job job, other;
    assert_int_equal(kit_queue(0, 1, 5), 1);
    assert_int_equal(kit_queue(0, 1, 5), 0); /* the same key */
    assert_true(kit_take(&job, KIT_LEASE_MS));
    assert_int_equal(job.seed, 5);
    assert_int_equal(job.player[1], kit_player[1].player);
    assert_string_equal(job.game, "reborn");
    assert_string_equal(job.seat[0], "bot:random");
    assert_false(kit_take(&other, KIT_LEASE_MS));
    assert_true(kit_finish(&job, 0));
    assert_true(kit_finish(&job, 0)); /* an answer that got lost: no harm */
    int matches = 0;
    must(store_history(kit_store, kit_main, kit_player[0].player, count_match, &matches, &kit_err));
    assert_int_equal(matches, 1);
    assert_false(kit_take(&other, KIT_LEASE_MS));
    kit_is_well();
}

static void an_ended_lease_is_anothers(void **state)
{
    (void)state;
    struct store_job slow, fast;
    bool held;
    kit_queue(0, 1, 1);
    assert_true(kit_take(&slow, 0));
    while (!kit_take(&fast, KIT_LEASE_MS)) continue; /* the clock's next millisecond */
    assert_int_equal(fast.match, slow.match);
    assert_int_equal(fast.tries, 2);
    must(store_renew(kit_store, &slow, KIT_LEASE_MS, &held, &kit_err));
    assert_false(held);
    assert_false(kit_finish(&slow, 1));
    must(store_renew(kit_store, &fast, KIT_LEASE_MS, &held, &kit_err));
    assert_true(held);
    assert_true(kit_finish(&fast, 0));
    assert_false(kit_finish(&slow, 1)); /* still not */
    kit_is_well();
}

static void what_is_given_back_is_next(void **state)
{
    (void)state;
    struct store_job job;
    kit_queue(0, 1, 1);
    kit_queue(2, 3, 2);
    assert_true(kit_take(&job, KIT_LEASE_MS));
    must(store_give_back(kit_store, &job, &kit_err));
    assert_false(kit_finish(&job, 0));
    int64_t first = job.match;
    assert_true(kit_take(&job, KIT_LEASE_MS));
    assert_int_equal(job.match, first);
    assert_int_equal(job.tries, 1); /* was no try */
}

static void note_state(void *arg, const struct store_match *m)
{
    snprintf(arg, 128, "%s %s %s", m->state, m->void_why, m->void_said);
}

static void assert_state(const char *wanted)
{
    char text[128] = "";
    struct store_which which = {.ladder = kit_main, .most = 1, .viewer = STORE_SEES_ALL};
    must(store_matches(kit_store, &which, note_state, text, &kit_err));
    assert_string_equal(text, wanted);
}

static void a_match_has_a_state(void **state)
{
    (void)state;
    struct store_job job;
    kit_queue(0, 1, 1);
    assert_state("queued  ");
    assert_true(kit_take(&job, KIT_LEASE_MS));
    assert_state("running  ");
    struct err why;
    err_code(&why, "match-game: there is no game {game:%s}", "go");
    must(store_void(kit_store, &job, &why, &kit_err));
    assert_state("void there is no game go {\"code\":\"match-game\",\"params\":{\"game\":\"go\"}}");
    assert_false(kit_finish(&job, 0));
    kit_play(0, 1, 2, 1);
    assert_state("done  ");
    kit_is_well();
}

static void smaller_priorities_go_first(void **state)
{
    (void)state;
    struct store_job job;
    kit_queue(0, 1, 9);
    kit_queue(0, 1, 3);
    assert_true(kit_take(&job, KIT_LEASE_MS));
    assert_int_equal(job.seed, 3);
    int64_t pending;
    must(store_pending(kit_store, kit_main, &pending, &kit_err));
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
    kit_queue(0, 1, 1);
    assert_true(kit_take(&job, KIT_LEASE_MS));
    must(store_finish(kit_store, &job, &result, &record, "tester", &counted, &kit_err));
    must(store_record(kit_store, job.match, &got, &len, &kit_err));
    assert_int_equal(len, sizeof bytes);
    assert_memory_equal(got, bytes, len);
    free(got);
    assert_false(store_record(kit_store, job.match + 1, &got, &len, &kit_err));
}

static void a_ladder_keeps_as_many_records_as_it_wants(void **state)
{
    (void)state;
    struct store_ladder l = {.name = "short", .game = "reborn", .settings = "records=2"};
    struct journal_match result = {.winner = 0, .reason = "test"};
    struct store_record record = {.bytes = "x", .len = 1};
    struct store_job job[3];
    bool counted;
    must(store_add_ladder(kit_store, &l, &kit_main, &kit_err));
    for (int i = 0; i < 2; i++) kit_enter(i, "bot:random");
    for (int i = 0; i < 3; i++) {
        char *got;
        size_t len;
        kit_queue(0, 1, (uint64_t)i + 1);
        assert_true(kit_take(&job[i], KIT_LEASE_MS));
        must(store_finish(kit_store, &job[i], &result, &record, "tester", &counted, &kit_err));
        must(store_record(kit_store, job[i].match, &got, &len, &kit_err));
        free(got);
        assert_int_equal(i < 2 || !store_record(kit_store, job[0].match, &got, &len, &kit_err),
                         true);
    }
}

static void a_match_of_ones_own_is_taken_at_once_and_may_change_hands(void **state)
{
    (void)state;
    struct store_plan plan = {.key = "own",
                              .ladder = kit_main,
                              .version = {kit_player[0].version, kit_player[1].version},
                              .seed = 9,
                              .setup = "turns=7"};
    struct store_job job, other;
    must(store_start(kit_store, &plan, "tester", KIT_LEASE_MS, &job, &kit_err));
    assert_false(kit_take(&other, KIT_LEASE_MS));
    assert_string_equal(job.setup, "turns=7");
    must(store_reseat(kit_store, &job, 1, kit_player[2].version, &kit_err));
    assert_int_equal(job.player[1], kit_player[2].player);
    assert_true(kit_finish(&job, 1));
    assert_false(store_start(kit_store, &plan, "tester", KIT_LEASE_MS, &other, &kit_err));
    store_job_free(&job);
}

/* ---- players, ratings ---- */

static void a_seat_of_its_own_is_a_version(void **state)
{
    (void)state;
    struct store_entered before = kit_player[0];
    kit_enter(0, "bot:random");
    assert_false(kit_player[0].is_new);
    kit_enter(0, "bot:greedy");
    assert_true(kit_player[0].is_new);
    assert_int_equal(kit_player[0].number, 2);
    assert_int_equal(kit_player[0].player, before.player);
    struct store_entered found;
    must(store_find_entry(kit_store, kit_main, "p0", &found, &kit_err));
    assert_int_equal(found.version, kit_player[0].version);
    assert_false(store_find_entry(kit_store, kit_main, "nobody", &found, &kit_err));
}

static void texts_must_be_fit(void **state)
{
    (void)state;
    static const char *const bad[] = {"", "\xff\xfe", "a\nb", "a\x01", "\x7f"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct store_entered out;
        struct store_enter e = {
            .ladder = kit_main, .player = bad[i], .kind = "bot", .seat = "bot:random"};
        assert_false(store_enter(kit_store, &e, &out, &kit_err));
    }
    struct store_enter japanese = {.ladder = kit_main,
                                   .player = "対戦 'x' \\u0041 $1 {now}",
                                   .kind = "bot",
                                   .seat = "bot:random"};
    struct store_entered out;
    must(store_enter(kit_store, &japanese, &out, &kit_err));
    must(store_find_entry(kit_store, kit_main, japanese.player, &out, &kit_err));
}

struct table {
    struct standing place[KIT_PLAYERS + 2];
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
    struct standing_formulas formulas = {RATING_GLICKO2, RATING_NONE};
    struct standing a = standing_start(formulas, kit_player[0].player),
                    b = standing_start(formulas, kit_player[1].player);
    struct standing *pair[2] = {&a, &b};
    int64_t versions[2] = {kit_player[0].version, kit_player[1].version};
    for (uint64_t seed = 1; seed <= 5; seed++) {
        int winner = (int)(seed % 3) - 1;
        kit_play(0, 1, seed, winner);
        standing_count(formulas, pair, versions, winner);
    }
    must(store_standings(kit_store, kit_main, note_place, &t, &kit_err));
    assert_int_equal(t.count, KIT_PLAYERS);
    for (int i = 1; i < t.count; i++)
        assert_true(t.place[i - 1].rating.points >= t.place[i].rating.points);
    for (int i = 0; i < t.count; i++) {
        if (t.place[i].player != a.player) continue;
        assert_true(t.place[i].rating.points == a.rating.points); /* to the last bit */
        assert_true(t.place[i].rating.deviation == a.rating.deviation);
        assert_int_equal(t.place[i].games, 5);
        assert_int_equal(t.place[i].draws, a.draws);
    }
    kit_is_well();
}

static void a_new_version_raises_the_deviation(void **state)
{
    (void)state;
    struct table before = {.count = 0}, after = {.count = 0};
    for (uint64_t seed = 1; seed <= 30; seed++) kit_play(0, 1, seed, (int)(seed % 2));
    must(store_standings(kit_store, kit_main, note_place, &before, &kit_err));
    kit_enter(0, "bot:greedy");
    kit_play(0, 1, 31, 0);
    must(store_standings(kit_store, kit_main, note_place, &after, &kit_err));
    for (int i = 0; i < before.count; i++)
        for (int k = 0; k < after.count; k++)
            if (before.place[i].player == kit_player[0].player &&
                after.place[k].player == kit_player[0].player) {
                assert_true(after.place[k].rating.deviation > before.place[i].rating.deviation);
                assert_int_equal(after.place[k].version_games, 1);
            }
    kit_is_well();
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
        {"INSERT INTO jobs SELECT match, 0, 0, 0, '', 0, 0 FROM results",
         "wait to be played again"},
        {"UPDATE matches SET void = 'x'", "void and counted"},
        {"UPDATE results SET player0 = player1, player1 = player0", "other players"},
        {"UPDATE players SET owner = 77 WHERE id = 1", "owner that is not in accounts"},
        {"INSERT INTO invitations (code, uses, ends, created) VALUES ('x', -1, 0, 0)",
         "more often than they allow"},
    };
    for (size_t i = 0; i < sizeof harms / sizeof harms[0]; i++) {
        char buf[4096];
        kit_end(NULL);
        kit_begin_main(NULL);
        kit_play(0, 1, 1, 0);
        kit_play(2, 1, 2, 1);
        kit_is_well();
        must(db_script(kit_store, harms[i].sql, &kit_err));
        assert_true(findings(buf, sizeof buf) > 0);
        if (!strstr(buf, harms[i].says)) fail_msg("%s: %s", harms[i].sql, buf);
    }
    kit_end(NULL);
    kit_begin_main(NULL);
    kit_play(0, 1, 1, 0);
    must(db_script(kit_store, "UPDATE entries SET rating = 3, wins = 70", &kit_err));
    must(store_rerate(kit_store, kit_main, &kit_err));
    kit_is_well();
}

/* ---- matchmaking ---- */

static void an_open_ladder_is_filled_up_to_its_end(void **state)
{
    (void)state;
    int added, all = 0;
    struct store_job job;
    must(store_fill(kit_store, kit_main, 4, 12, &added, &kit_err));
    assert_int_equal(added, 12);
    must(store_fill(kit_store, kit_main, 4, 12, &added, &kit_err));
    assert_int_equal(added, 0); /* enough are waiting */
    for (int i = 0; i < 1000; i++) {
        must(store_fill(kit_store, kit_main, 4, 12, &added, &kit_err));
        if (!kit_take(&job, KIT_LEASE_MS)) break;
        assert_true(kit_finish(&job, i % 3 - 1));
        all++;
    }
    struct table t = {.count = 0};
    must(store_standings(kit_store, kit_main, note_place, &t, &kit_err));
    for (int i = 0; i < t.count; i++) assert_true(t.place[i].games >= 20);
    assert_true(all < 2 * 20 * KIT_PLAYERS);
    kit_is_well();
    must(store_set_open(kit_store, kit_main, false, &kit_err));
    must(store_fill(kit_store, kit_main, 4, 12, &added, &kit_err));
    assert_int_equal(added, 0);
}

/* Otherwise a ladder would never have more matches at a time than one worker asks for. */
static void a_ladder_is_filled_however_many_of_its_matches_are_being_played(void **state)
{
    (void)state;
    int added;
    struct store_job job;
    for (int round = 0; round < 3; round++) {
        must(store_fill(kit_store, kit_main, 4, 12, &added, &kit_err));
        assert_int_equal(added, 12);
        for (int i = 0; i < added; i++) {
            assert_true(kit_take(&job, KIT_LEASE_MS));
            store_job_free(&job);
        }
    }
}

/* One seed for a pair, sides swapped, and nobody can foresee the next. */
static void the_seeds_of_a_ladder_are_random(void **state)
{
    (void)state;
    uint64_t last = 0;
    int added, changes = 0;
    struct store_job job;
    must(store_fill(kit_store, kit_main, 12, 12, &added, &kit_err));
    assert_int_equal(added, 12);
    for (int i = 0; i < added; i++) {
        assert_true(kit_take(&job, KIT_LEASE_MS));
        if (i % 2) assert_true(job.seed == last);
        changes += job.seed != last;
        assert_true(job.seed > UINT32_MAX); /* once in 700 million runs this fails */
        last = job.seed;
        store_job_free(&job);
    }
    assert_int_equal(changes, added / 2);
}

struct secrets {
    int open, secret, remote;
};

static void count_secrets(void *arg, const struct store_match *m)
{
    struct secrets *s = arg;
    s->secret += m->seed_is_secret;
    s->open += !m->seed_is_secret;
    s->remote += m->is_remote;
}

static struct secrets secrets(void)
{
    struct secrets s = {0};
    struct store_which which = {.ladder = kit_main, .most = 10, .viewer = STORE_SEES_ALL};
    must(store_matches(kit_store, &which, count_secrets, &s, &kit_err));
    return s;
}

static void note_spectators(void *arg, const struct store_match *m)
{
    int64_t *seconds = arg;
    assert_true(m->is_remote);
    *seconds = m->spectators_s;
}

static void an_organiser_may_show_matches_from_home_as_they_are_played(void **state)
{
    (void)state;
    struct ladder_settings l;
    char buf[128];
    struct text why = TEXT_ON(buf);
    static const struct {
        const char *settings;
        int64_t seconds;
    } cases[] = {{"games=2", SPECTATORS_AFTER},
                 {"spectators=after", SPECTATORS_AFTER},
                 {"games=2 spectators=live", SPECTATORS_LIVE},
                 {"spectators=30 games=2", 30}};
    static const char *const wrong[] = {"spectators=never", "spectators=0",   "spectators=-1",
                                        "spectators=3601",  "spectators=30s", "spectators="};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_false(ladder_settings_read(&l, wrong[i], &why));
    for (size_t at = 0; at < sizeof cases / sizeof *cases; at++) {
        struct store_ladder ladder = {.game = "reborn", .formula = RATING_GLICKO2};
        struct store_which which = {.most = 1, .viewer = STORE_SEES_ALL};
        struct store_entered in[2];
        int64_t seconds = -2;
        int added;
        snprintf(ladder.name, sizeof ladder.name, "home%zu", at);
        snprintf(ladder.settings, sizeof ladder.settings, "%s", cases[at].settings);
        assert_true(ladder_settings_read(&l, ladder.settings, &why));
        assert_int_equal(l.spectators_s, cases[at].seconds);
        must(store_add_ladder(kit_store, &ladder, &which.ladder, &kit_err));
        for (int i = 0; i < 2; i++) {
            struct store_enter e = {.ladder = which.ladder,
                                    .player = i ? "at home" : "here",
                                    .kind = "program",
                                    .seat = i ? STORE_HOME : "./here"};
            must(store_enter(kit_store, &e, &in[i], &kit_err));
        }
        struct store_plan plan = {
            .key = ladder.name, .ladder = which.ladder, .version = {in[0].version, in[1].version}};
        must(store_queue(kit_store, &plan, 1, &added, &kit_err));
        must(store_matches(kit_store, &which, note_spectators, &seconds, &kit_err));
        assert_int_equal(seconds, cases[at].seconds);
    }
}

static void a_seed_is_secret_until_the_last_match_with_it_is_over(void **state)
{
    (void)state;
    int added;
    struct store_job job;
    kit_enter(1, STORE_HOME);
    struct store_plan plan[3] = {
        {.key = "a", .version = {kit_player[0].version, kit_player[1].version}, .seed = 5},
        {.key = "b", .version = {kit_player[1].version, kit_player[0].version}, .seed = 5},
        {.key = "c", .version = {kit_player[2].version, kit_player[3].version}, .seed = 6}};
    for (int i = 0; i < 3; i++) plan[i].ladder = kit_main;
    must(store_queue(kit_store, plan, 3, &added, &kit_err));
    assert_int_equal(secrets().secret, 3);
    assert_int_equal(secrets().remote, 2);
    assert_true(kit_take(&job, KIT_LEASE_MS)); /* c: the others are for a site */
    assert_true(kit_finish(&job, 0));
    store_job_free(&job);
    assert_int_equal(secrets().open, 1);
    must(store_start(kit_store,
                     &(struct store_plan){.key = "d",
                                          .ladder = kit_main,
                                          .version = {kit_player[2].version, kit_player[3].version},
                                          .seed = 6},
                     "tester", KIT_LEASE_MS, &job, &kit_err));
    assert_int_equal(secrets().secret, 4); /* c's seed is d's */
    struct err why;
    err_set(&why, "no more");
    must(store_void(kit_store, &job, &why, &kit_err));
    store_job_free(&job);
    assert_int_equal(secrets().open, 2);
}

static void a_broken_version_is_given_no_matches(void **state)
{
    (void)state;
    int added;
    struct store_job job;
    must(store_set_state(kit_store, kit_player[3].version, "broken", &kit_err));
    must(store_fill(kit_store, kit_main, 50, 50, &added, &kit_err));
    for (int i = 0; i < added; i++) {
        assert_true(kit_take(&job, KIT_LEASE_MS));
        assert_true(job.player[0] != kit_player[3].player && job.player[1] != kit_player[3].player);
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
    kit_play(0, 1, 1, 0);
    kit_play(0, 1, 2, 0);
    for (int before = -1; before != h.count;) {
        before = h.count;
        must(store_events(kit_store, h.last, 3, hear, &h, &kit_err));
        assert_true(h.count - before <= 3);
    }
    assert_int_equal(h.results, 2);
    assert_int_equal(h.count, 1 + KIT_PLAYERS + 2);
    kit_play(0, 1, 3, 0);
    must(store_events(kit_store, h.last, 100, hear, &h, &kit_err));
    assert_int_equal(h.results, 3);
}

static void count_worker(void *arg, const struct store_worker *w)
{
    (void)w;
    ++*(int *)arg;
}

static void a_language_that_no_worker_has_is_known(void **state)
{
    (void)state;
    char name[STORE_NAME];
    bool can;
    must(store_can_build(kit_store, "c", &can, &kit_err));
    assert_true(can); /* somebody may come who can */
    must(store_register(kit_store, "plays", "m", name, &kit_err));
    must(store_tell_languages(kit_store, name, "", &kit_err));
    must(store_can_build(kit_store, "c", &can, &kit_err));
    assert_true(can);
    must(store_register(kit_store, "builds", "m", name, &kit_err));
    must(store_tell_languages(kit_store, name, " cpp python ", &kit_err));
    must(store_can_build(kit_store, "python", &can, &kit_err));
    assert_true(can);
    must(store_can_build(kit_store, "c", &can, &kit_err));
    assert_false(can);
    must(store_leave(kit_store, name, &kit_err));
    must(store_can_build(kit_store, "c", &can, &kit_err));
    assert_true(can);
}

static void two_workers_of_one_name_get_two(void **state)
{
    (void)state;
    char first[STORE_NAME], second[STORE_NAME];
    int count = 0;
    must(store_register(kit_store, "w", "here", first, &kit_err));
    must(store_register(kit_store, "w", "there", second, &kit_err));
    assert_string_equal(first, "w");
    assert_string_equal(second, "w-2");
    must(store_seen(kit_store, first, &kit_err));
    must(store_leave(kit_store, first, &kit_err));
    must(store_workers(kit_store, count_worker, &count, &kit_err));
    assert_int_equal(count, 1);
}

/* ---- transactions ---- */

static bool rename_ladder(struct store *s, const char *state, struct err *err)
{
    return db_run(s, "UPDATE ladders SET name = 'changed', state = $1", DB_WITH(db_text(state)),
                  err);
}

static bool count_ladders(struct store *s, struct err *err)
{
    int64_t count = 0;
    bool found;
    return db_ask_int(s, "SELECT count(*) FROM ladders", DB_WITHOUT, &count, &found, err) &&
           count == 1;
}

/* The wrong one, and then a question, nothing, or a reason of the body's own to give up. */
static bool fail_before_a_question(struct store *s, void *arg, struct err *err)
{
    (void)arg;
    return rename_ladder(s, "open", err) && rename_ladder(s, "nonsense", err) &&
           count_ladders(s, err);
}

static bool fail_at_the_end(struct store *s, void *arg, struct err *err)
{
    (void)arg;
    return rename_ladder(s, "open", err) && rename_ladder(s, "nonsense", err);
}

static bool fail_twice(struct store *s, void *arg, struct err *err)
{
    (void)arg;
    rename_ladder(s, "nonsense", err);
    return err_set(err, "the body's own reason");
}

static bool change_often(struct store *s, void *arg, struct err *err)
{
    (void)arg;
    for (int64_t i = 0; i < 1000; i++)
        if (!db_run(s, "UPDATE ladders SET opens = opens + $1", DB_WITH(db_int(i)), err))
            return false;
    return true;
}

static bool waits_for_the_disk(void)
{
    int64_t is_on;
    bool found;
    must(db_ask_int(kit_store,
                    "SELECT CASE current_setting('synchronous_commit') WHEN 'on' THEN 1 ELSE 0 END",
                    DB_WITHOUT, &is_on, &found, &kit_err));
    return is_on;
}

static bool take_and_renew(struct store *s, void *arg, struct err *err)
{
    struct store_job *job = arg;
    bool found, held;
    assert_true(waits_for_the_disk());
    if (!store_take(s, "w", KIT_LEASE_MS, STORE_CAGED, job, &found, err)) return false;
    assert_true(found);
    assert_false(waits_for_the_disk());
    return store_renew(s, job, KIT_LEASE_MS, &held, err) && held;
}

/* What a lease does not wait for, a result still does. */
static void nobody_waits_for_the_disk_to_take_a_match(void **state)
{
    (void)state;
    if (!kit_is_postgres) skip();
    struct store_job job;
    must(db_run(kit_store, "SET synchronous_commit = on", DB_WITHOUT, &kit_err));
    assert_int_equal(kit_queue(0, 1, 5), 1);
    must(db_transact(kit_store, DB_WRITE, take_and_renew, &job, &kit_err));
    assert_true(waits_for_the_disk());
    assert_true(kit_finish(&job, 0));
    store_job_free(&job);
}

/* Matches that were played, or never will be: a queue is far shorter than what went through it. */
static void add_old_matches(int count)
{
    must(db_run(kit_store,
                "WITH RECURSIVE n(i) AS (SELECT CAST(1 AS BIGINT) UNION ALL SELECT i + 1 FROM n"
                " WHERE i < $1) INSERT INTO matches (key, ladder, seed, version0, version1,"
                " player0, player1, void, created) SELECT 'old' || i, $2, i, $3, $4,"
                " $5, $6, 'old', 0 FROM n",
                DB_WITH(db_int(count), db_int(kit_main), db_int(kit_player[0].version),
                        db_int(kit_player[1].version), db_int(kit_player[0].player),
                        db_int(kit_player[1].player)),
                &kit_err));
}

/* Of several, the one that was disturbed least. */
static int64_t time_of_taking(uint64_t first_seed)
{
    enum { TAKES = 20 };
    int64_t least_us = INT64_MAX;
    for (uint64_t i = 0; i < TAKES; i++) {
        struct store_job job;
        assert_int_equal(kit_queue(0, 1, first_seed + i), 1);
        int64_t start_us = clock_us();
        assert_true(kit_take(&job, KIT_LEASE_MS));
        int64_t took_us = clock_us() - start_us;
        if (took_us < least_us) least_us = took_us;
        assert_true(kit_finish(&job, 0));
        store_job_free(&job);
    }
    return least_us;
}

/* PostgreSQL read all of them for each: fifty times as long with these, now as long. */
static void taking_a_match_is_no_slower_with_many_old_ones(void **state)
{
    (void)state;
    int64_t few_us = time_of_taking(1);
    add_old_matches(50000);
    int64_t many_us = time_of_taking(1001);
    print_message("%lld us, %lld with many\n", (long long)few_us, (long long)many_us);
    assert_true(many_us < 5 * few_us + 1000);
}

static void what_fails_late_takes_its_transaction_with_it(void **state)
{
    (void)state;
    db_body *const bodies[] = {fail_before_a_question, fail_at_the_end, fail_twice};
    int64_t changed = -1, opens = -1;
    bool found;
    must(db_run(kit_store, "UPDATE ladders SET opens = 0", DB_WITHOUT, &kit_err));
    for (size_t i = 0; i < sizeof bodies / sizeof bodies[0]; i++) {
        assert_false(db_transact(kit_store, DB_WRITE, bodies[i], NULL, &kit_err));
        assert_non_null(strstr(kit_err.text, i < 2 ? "onstraint" : "own reason"));
        must(db_ask_int(kit_store, "SELECT count(*) FROM ladders WHERE name = 'changed'",
                        DB_WITHOUT, &changed, &found, &kit_err));
        assert_int_equal(changed, 0);
    }
    must(db_transact(kit_store, DB_WRITE, change_often, NULL, &kit_err));
    must(db_ask_int(kit_store, "SELECT opens FROM ladders", DB_WITHOUT, &opens, &found, &kit_err));
    assert_int_equal(opens, 999 * 1000 / 2);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, kit_begin_main, kit_end)
        TEST(a_league_must_be_made_first),
        TEST(a_newer_version_is_refused),
        TEST(its_keeper_makes_a_league_or_brings_it_up_to_date),
        TEST(an_older_version_is_migrated_only_when_asked),
        TEST(a_connection_that_is_cut_is_made_anew),
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
        TEST(a_ladder_is_filled_however_many_of_its_matches_are_being_played),
        TEST(the_seeds_of_a_ladder_are_random),
        TEST(an_organiser_may_show_matches_from_home_as_they_are_played),
        TEST(a_seed_is_secret_until_the_last_match_with_it_is_over),
        TEST(a_broken_version_is_given_no_matches),
        TEST(events_go_on_where_one_stopped),
        TEST(a_language_that_no_worker_has_is_known),
        TEST(two_workers_of_one_name_get_two),
        TEST(nobody_waits_for_the_disk_to_take_a_match),
        TEST(taking_a_match_is_no_slower_with_many_old_ones),
        TEST(what_fails_late_takes_its_transaction_with_it),
    };
    return kit_main_of(argc, argv, tests, sizeof tests / sizeof tests[0]);
}
