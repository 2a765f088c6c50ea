/* How long somebody waits who enters a busy league: one worker, four ladders that are always full,
   one of them with matches of ten minutes and one with 200 players. The store and its queue are
   the real ones; the worker is simulated, and its clock is counted, so every run is the same. */
#include "base/rng.h"
#include "league/rating/matchmaking.h"
#include "league/store/store_player.h"
#include "league/store/store_queue.h"
#include "tests/unit/store_kit.h"

#include <stdio.h>
#include <string.h>

enum { CROWD = 200, LADDERS = 4, BOTS = 6, LOW = 2 };

/* What a match takes at the pace of a site, and with a program in it. */
static const struct {
    const char *name, *game, *settings;
    int64_t bots_ms, program_ms;
} kinds[LADDERS] = {
    {"reborn", "reborn", "", 60 * 1000, 4 * 1000},
    {"codevs5", "codevs5", "", 45 * 1000, 6 * 1000},
    {"chaser", "chaser", "", 20 * 1000, 2 * 1000},
    {"codevs4", "codevs4", "", 600 * 1000, 90 * 1000},
};

static int64_t ladders[LADDERS];
static int64_t now_ms;           /* the worker's clock */
static int64_t used_ms[LADDERS]; /* of the worker */
static struct rng dice;

static int ladder_number(int64_t ladder)
{
    int i = 0;
    while (ladders[i] != ladder) i++;
    return i;
}

static struct store_entered enter(int ladder, const char *name, const char *seat)
{
    struct store_enter e = {
        .ladder = ladders[ladder], .player = name, .kind = "program", .seat = seat};
    struct store_entered out;
    must(store_enter(kit_store, &e, &out, &kit_err));
    return out;
}

static void open_ladder(int i, const char *settings)
{
    struct store_ladder ladder = {.formula = RATING_GLICKO2};
    snprintf(ladder.name, sizeof ladder.name, "%s", kinds[i].name);
    snprintf(ladder.game, sizeof ladder.game, "%s", kinds[i].game);
    snprintf(ladder.settings, sizeof ladder.settings, "%s", settings);
    must(store_add_ladder(kit_store, &ladder, &ladders[i], &kit_err));
    for (int bot = 0; bot < BOTS; bot++) {
        char name[32];
        snprintf(name, sizeof name, "%s bot %d", kinds[i].name, bot);
        enter(i, name, "bot:random");
    }
}

static void fill_all(void)
{
    int added;
    for (int i = 0; i < LADDERS; i++)
        must(store_fill(kit_store, ladders[i], LOW, LOW, &added, &kit_err));
}

static void finish(struct store_job *job)
{
    int i = ladder_number(job->ladder);
    job->worker_ms = job->is_bots ? kinds[i].bots_ms : kinds[i].program_ms;
    now_ms += job->worker_ms;
    used_ms[i] += job->worker_ms;
    assert_true(kit_finish(job, (int)rng_below(&dice, 2)));
    store_job_free(job);
}

static bool take_soon(struct store_job *job)
{
    bool found;
    must(store_take_soon(kit_store, "tester", KIT_LEASE_MS, STORE_CAGED, job, &found, &kit_err));
    return found;
}

/* As a worker does it: while bots play, what somebody waits for is played first. */
static void work_once(void)
{
    struct store_job job, soon;
    fill_all();
    assert_true(kit_take(&job, KIT_LEASE_MS));
    while (job.is_bots && job.priority > STORE_SOON && take_soon(&soon)) {
        finish(&soon);
        fill_all();
    }
    finish(&job);
}

static void work_for(int64_t ms)
{
    for (int64_t until_ms = now_ms + ms; now_ms < until_ms;) work_once();
}

static int begin(void **state)
{
    kit_begin(state);
    now_ms = 0;
    dice = (struct rng){7};
    memset(used_ms, 0, sizeof used_ms);
    return 0;
}

static struct standing standing_of(int ladder, int64_t player)
{
    struct db_rows rows;
    struct standing found = {0};
    must(db_ask(kit_store, &rows,
                "SELECT version_games, deviation FROM entries WHERE ladder = $1 AND player = $2",
                DB_WITH(db_int(ladders[ladder]), db_int(player)), &kit_err));
    assert_true(db_next(&rows));
    found.games = db_get_int(&rows, 0);
    found.rating.deviation = db_get_real(&rows, 1);
    must(db_end(&rows, &kit_err));
    return found;
}

/* ---- the wait ---- */

/* The crowd has played before: nobody of it is new. */
static void enter_crowd(void)
{
    char name[32];
    for (int i = 0; i < CROWD; i++) {
        snprintf(name, sizeof name, "player %d", i);
        enter(0, name, "./program");
    }
    must(db_run(kit_store,
                "UPDATE entries SET rated_version = version, games = 50, version_games = 50,"
                " wins = 25, losses = 25, deviation = 70",
                DB_WITHOUT, &kit_err));
}

/* The worker holds a match of bots, of ten minutes: what happens to who enters then? */
static void wait_of(int ladder, const char *name, int64_t most_ms, int64_t most_sure_ms)
{
    struct store_job job, soon;
    int64_t first_ms = 0, sure_ms = 0;
    fill_all();
    do {
        assert_true(kit_take(&job, KIT_LEASE_MS));
        if (!job.is_bots || job.priority <= STORE_SOON) finish(&job), fill_all();
    } while (!job.is_bots);
    struct store_entered in = enter(ladder, name, "./program");
    int64_t came_ms = now_ms;
    for (fill_all(); take_soon(&soon); fill_all()) {
        finish(&soon);
        struct standing s = standing_of(ladder, in.player);
        if (!first_ms && s.games > 0) first_ms = now_ms - came_ms;
        if (!sure_ms && s.games > 0 && s.rating.deviation <= 100) sure_ms = now_ms - came_ms;
        assert_true(s.games <= MATCHMAKING_NEW_MOST);
    }
    print_message("# %s: first result after %lld ms of play, 100 points after %lld ms\n",
                  kinds[ladder].name, (long long)first_ms, (long long)sure_ms);
    assert_true(standing_of(ladder, in.player).games >= MATCHMAKING_NEW_GAMES);
    assert_in_range(first_ms, 1, most_ms);
    assert_in_range(sure_ms, 1, most_sure_ms);
    finish(&job); /* the bots go on where they were */
}

static void a_newcomer_plays_at_once_in_a_league_of_200(void **state)
{
    (void)state;
    for (int i = 0; i < LADDERS; i++) open_ladder(i, kinds[i].settings);
    enter_crowd();
    work_for(INT64_C(20) * 60 * 1000);
    wait_of(0, "newcomer a", kinds[0].program_ms, 5 * 60 * 1000);
    wait_of(1, "newcomer b", kinds[1].program_ms, 5 * 60 * 1000);
    wait_of(2, "newcomer c", kinds[2].program_ms, 5 * 60 * 1000);
}

/* Twenty come at once: nobody plays a second pair before everybody has had the first. */
static void newcomers_take_turns(void **state)
{
    (void)state;
    enum { MANY = 20 };
    struct store_entered in[MANY];
    struct store_job soon;
    char name[32];
    for (int i = 0; i < LADDERS; i++) open_ladder(i, kinds[i].settings);
    for (int i = 0; i < MANY; i++) {
        snprintf(name, sizeof name, "newcomer %d", i);
        in[i] = enter(0, name, "./program");
    }
    fill_all();
    for (int match = 0; match < 2 * MANY; match++) {
        assert_true(take_soon(&soon));
        finish(&soon);
        fill_all();
    }
    for (int i = 0; i < MANY; i++) assert_true(standing_of(0, in[i].player).games > 0);
}

/* ---- the shares ---- */

static void ladders_share_a_worker_by_weight_however_long_their_matches_are(void **state)
{
    (void)state;
    int64_t all_ms = 0;
    for (int i = 0; i < LADDERS; i++) open_ladder(i, i == 1 ? "weight=3" : "");
    work_for(INT64_C(30) * 3600 * 1000);
    for (int i = 0; i < LADDERS; i++) all_ms += used_ms[i];
    for (int i = 0; i < LADDERS; i++) {
        double share = (double)used_ms[i] / (double)all_ms, due = (i == 1 ? 3.0 : 1.0) / 6.0;
        print_message("# %s: %.3f of the time, due %.3f\n", kinds[i].name, share, due);
        assert_true(share > 0.9 * due && share < 1.1 * due);
    }
    kit_is_well();
}

static void a_ladder_that_was_idle_has_saved_nothing_up(void **state)
{
    (void)state;
    for (int i = 0; i < LADDERS; i++) open_ladder(i, "");
    must(db_run(kit_store, "UPDATE ladders SET state = 'closed' WHERE id = $1",
                DB_WITH(db_int(ladders[2])), &kit_err));
    work_for(INT64_C(10) * 3600 * 1000);
    assert_int_equal(used_ms[2], 0);
    must(db_run(kit_store, "UPDATE ladders SET state = 'open' WHERE id = $1",
                DB_WITH(db_int(ladders[2])), &kit_err));
    memset(used_ms, 0, sizeof used_ms);
    work_for(INT64_C(10) * 3600 * 1000);
    assert_true(used_ms[2] > 2 * 3600 * 1000 && used_ms[2] < 3 * 3600 * 1000);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_newcomer_plays_at_once_in_a_league_of_200, begin,
                                        kit_end),
        cmocka_unit_test_setup_teardown(newcomers_take_turns, begin, kit_end),
        cmocka_unit_test_setup_teardown(
            ladders_share_a_worker_by_weight_however_long_their_matches_are, begin, kit_end),
        cmocka_unit_test_setup_teardown(a_ladder_that_was_idle_has_saved_nothing_up, begin,
                                        kit_end),
    };
    return kit_main_of(argc, argv, tests, sizeof tests / sizeof tests[0]);
}
