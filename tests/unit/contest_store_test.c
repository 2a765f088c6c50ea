/* Contests in the store, and what organisers do to matches. */
#include "league/store/contest/store_stage.h"
#include "league/store/people/store_announcement.h"
#include "league/store/people/store_audit.h"
#include "league/store/store_home.h"
#include "league/store/store_moderation.h"
#include "league/store/store_result.h"
#include "league/store/store_submit.h"
#include "league/work/finals.h"
#include "tests/unit/store_kit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TEST(name) cmocka_unit_test_setup_teardown(name, kit_begin, kit_end)

enum { LEASE_MS = 3600 * 1000, PEOPLE = 6, MANY = 600 };

static const char cup[] = "[contest]\nname = Spring cup\ngame = reborn\nseed = 7\n"
                          "setup = turns=10\n[ladder]\nrating = codevs5\nfinalists = 4\n"
                          "[phase Finals]\nformat = knockout\ngames = 2\n";

static struct store_contest contest;
static int64_t account[PEOPLE];
static struct store_entered person[PEOPLE];

static struct store_contest find(const char *name)
{
    struct store_contest c;
    bool found;
    must(store_find_contest(kit_store, name, &c, &found, &kit_err));
    assert_true(found);
    return c;
}

static void add(const char *name, const char *text)
{
    static struct contest c;
    int64_t id;
    must(contest_take(&c, text, strlen(text), name, &kit_err));
    must(store_add_contest(kit_store, name, &c, text, &id, &kit_err));
    contest = find(name);
}

static struct store_entered enter(int64_t ladder, const char *name, const char *kind)
{
    struct store_entered in;
    struct store_enter e = {.ladder = ladder, .player = name, .kind = kind, .seat = "./program"};
    must(store_enter(kit_store, &e, &in, &kit_err));
    return in;
}

/* People with accounts, p0 ... p5, in the contest's ladder. */
static void add_people(void)
{
    for (int i = 0; i < PEOPLE; i++) {
        char name[STORE_NAME];
        int64_t player;
        snprintf(name, sizeof name, "p%d", i);
        account[i] = kit_account(name);
        must(store_own_player(kit_store, account[i], &player, name, &kit_err));
        person[i] = enter(contest.ladder, name, "program");
        assert_int_equal(person[i].player, player);
    }
}

static void queue(int64_t ladder, int a, int b, uint64_t seed)
{
    char key[64];
    int added;
    struct store_plan plan = {.key = key,
                              .ladder = ladder,
                              .version = {person[a].version, person[b].version},
                              .seed = seed};
    snprintf(key, sizeof key, "test:%lld:%llu", (long long)ladder, (unsigned long long)seed);
    must(store_queue(kit_store, &plan, 1, &added, &kit_err));
    assert_int_equal(added, 1);
}

static bool take(struct store_job *job)
{
    bool found;
    must(store_take(kit_store, "tester", LEASE_MS, STORE_CAGED, job, &found, &kit_err));
    return found;
}

static bool finish(struct store_job *job, int winner)
{
    struct journal_match r = {.winner = winner, .reason = "test", .rest = {3, 4}};
    bool counted;
    must(store_finish(kit_store, job, &r, NULL, "tester", &counted, &kit_err));
    store_job_free(job);
    return counted;
}

static int64_t play(int64_t ladder, int a, int b, uint64_t seed, int winner)
{
    struct store_job job;
    queue(ladder, a, b, seed);
    assert_true(take(&job));
    int64_t match = job.match;
    assert_true(finish(&job, winner));
    return match;
}

/* p0 is best, then p1, and so on: each beats all behind it. */
static void play_ladder(void)
{
    uint64_t seed = 1;
    for (int round = 0; round < 3; round++)
        for (int a = 0; a < PEOPLE; a++)
            for (int b = a + 1; b < PEOPLE; b++) play(contest.ladder, a, b, seed++, 0);
}

static void freeze(void)
{
    bool done;
    must(store_freeze_contest(kit_store, contest.id, &done, &kit_err));
    assert_true(done);
    contest = find(contest.name);
}

static void begin_finals(void)
{
    bool done;
    must(store_begin_finals(kit_store, contest.id, &done, &kit_err));
    assert_true(done);
    contest = find(contest.name);
}

/* ---- from open to frozen ---- */

static void a_contest_has_its_ladders(void **state)
{
    (void)state;
    struct store_ladder l;
    add("spring", cup);
    assert_string_equal(contest.title, "Spring cup");
    assert_string_equal(contest.ladder_name, "spring");
    assert_true(contest.is_open && contest.state == CONTEST_OPEN);
    must(store_find_ladder(kit_store, "spring", &l, &kit_err));
    assert_int_equal(l.formula, RATING_CODEVS5);
    must(store_find_ladder(kit_store, "spring-finals", &l, &kit_err));
    assert_int_equal(l.formula, RATING_NONE);
    static struct contest again;
    int64_t id;
    must(contest_take(&again, cup, strlen(cup), "spring", &kit_err));
    assert_false(store_add_contest(kit_store, "spring", &again, cup, &id, &kit_err));
    static const char *const bad[] = {"", "a b", "../x", "a/b", "大会"};
    for (int i = 0; i < 5; i++)
        assert_false(store_add_contest(kit_store, bad[i], &again, cup, &id, &kit_err));
    kit_is_well();
}

static void count_void(void *arg, const struct store_match *m)
{
    *(int *)arg += strcmp(m->state, "void") == 0;
}

static void unfinished_matches_of_a_frozen_contest_do_not_count(void **state)
{
    (void)state;
    struct store_job held;
    struct store_which all = {.most = 100, .viewer = STORE_SEES_ALL};
    int voids = 0, added;
    add("spring", cup);
    add_people();
    play(contest.ladder, 0, 1, 1, 0);
    queue(contest.ladder, 0, 1, 2);
    queue(contest.ladder, 0, 2, 3);
    assert_true(take(&held));
    freeze();
    assert_false(contest.is_open);
    assert_false(finish(&held, 1));
    all.ladder = contest.ladder;
    must(store_matches(kit_store, &all, count_void, &voids, &kit_err));
    assert_int_equal(voids, 2);
    struct store_plan late = {
        .key = "late", .ladder = contest.ladder, .version = {person[0].version, person[1].version}};
    assert_false(store_queue(kit_store, &late, 1, &added, &kit_err));
    struct store_enter e = {
        .ladder = contest.ladder, .player = "late", .kind = "program", .seat = "./late"};
    struct store_entered in;
    assert_false(store_enter(kit_store, &e, &in, &kit_err));
    must(store_fill(kit_store, contest.ladder, 10, 10, &added, &kit_err));
    assert_int_equal(added, 0);
    kit_is_well();
}

/* Even when nobody has come to freeze it: the clock of the database decides. */
static void a_result_after_the_deadline_does_not_count(void **state)
{
    (void)state;
    struct store_job job;
    int frozen;
    add("spring", cup);
    add_people();
    queue(contest.ladder, 0, 1, 1);
    assert_true(take(&job));
    must(db_run(kit_store, "UPDATE ladders SET closes = {now} - 1 WHERE id = $1",
                DB_WITH(db_int(contest.ladder)), &kit_err));
    assert_false(finish(&job, 0));
    kit_is_well();
    must(store_freeze_due(kit_store, &frozen, &kit_err));
    assert_int_equal(frozen, 1);
    must(store_freeze_due(kit_store, &frozen, &kit_err));
    assert_int_equal(frozen, 0);
    assert_int_equal(find("spring").state, CONTEST_FROZEN);
}

static void note_version(void *arg, const struct store_place *place)
{
    if (strcmp(place->name, "p0") == 0) *(int64_t *)arg = place->number;
}

static void a_new_version_does_not_come_into_a_frozen_contest(void **state)
{
    (void)state;
    int64_t number = 0, other = kit_ladder("other", "reborn");
    struct store_entered in;
    add("spring", cup);
    add_people();
    freeze();
    struct store_enter e = {.ladder = other, .player = "p0", .kind = "program", .seat = "./new"};
    must(store_enter(kit_store, &e, &in, &kit_err));
    assert_int_equal(in.number, 2);
    must(store_standings(kit_store, contest.ladder, note_version, &number, &kit_err));
    assert_int_equal(number, 1);
    must(store_standings(kit_store, other, note_version, &number, &kit_err));
    assert_int_equal(number, 2);
}

/* ---- finalists ---- */

static void write_name(void *arg, const struct store_finalist *f)
{
    char *list = arg;
    snprintf(list + strlen(list), 64, "%s ", f->name);
}

static void check_finalists(const char *expected)
{
    char list[256] = "";
    must(store_finalists(kit_store, &contest, write_name, list, &kit_err));
    assert_string_equal(list, expected);
}

static void those_who_withdraw_or_are_banned_are_replaced(void **state)
{
    (void)state;
    bool done;
    add("spring", cup);
    add_people();
    enter(contest.ladder, "robot", "bot");
    play_ladder();
    freeze();
    check_finalists("p0 p1 p2 p3 ");
    must(store_withdraw(kit_store, contest.id, account[1], true, &done, &kit_err));
    assert_true(done);
    must(store_ban(kit_store, account[3], "cheats", &kit_err));
    check_finalists("p0 p2 p4 p5 ");
    must(store_withdraw(kit_store, contest.id, account[1], false, &done, &kit_err));
    check_finalists("p0 p1 p2 p4 ");
    begin_finals();
    check_finalists("p0 p1 p2 p4 ");
    must(store_withdraw(kit_store, contest.id, account[0], true, &done, &kit_err));
    assert_false(done);
    must(store_ban(kit_store, account[0], "too late", &kit_err));
    check_finalists("p0 p1 p2 p4 ");
    must(store_begin_finals(kit_store, contest.id, &done, &kit_err));
    assert_false(done);
    kit_is_well();
}

static void finals_want_two(void **state)
{
    (void)state;
    bool done;
    add("spring", cup);
    enter(contest.ladder, "alone", "program");
    enter(contest.ladder, "robot", "bot");
    must(store_begin_finals(kit_store, contest.id, &done, &kit_err));
    assert_false(done);
    freeze();
    assert_false(store_begin_finals(kit_store, contest.id, &done, &kit_err));
    assert_int_equal(find("spring").state, CONTEST_FROZEN);
}

static void who_is_banned_is_given_no_matches(void **state)
{
    (void)state;
    static struct store_rival rivals[STORE_RIVALS];
    int count, added;
    bool is_awaited;
    add("spring", cup);
    add_people();
    must(store_rivals(kit_store, contest.ladder, rivals, &count, &kit_err));
    assert_int_equal(count, PEOPLE);
    for (int i = 1; i < PEOPLE; i++) must(store_ban(kit_store, account[i], "cheats", &kit_err));
    must(store_rivals(kit_store, contest.ladder, rivals, &count, &kit_err));
    assert_int_equal(count, 1);
    must(store_fill(kit_store, contest.ladder, 10, 10, &added, &kit_err));
    assert_int_equal(added, 0);
    must(
        db_run(kit_store, "UPDATE versions SET seat = $1", DB_WITH(db_text(STORE_HOME)), &kit_err));
    must(store_awaits(kit_store, contest.ladder, account[0], &is_awaited, &kit_err));
    assert_true(is_awaited);
    must(store_awaits(kit_store, contest.ladder, account[1], &is_awaited, &kit_err));
    assert_false(is_awaited);
}

/* ---- finals ---- */

/* Somebody wins, by the seed and the seats alone. */
static int winner_of(uint64_t seed, const char *key)
{
    uint64_t h = seed * 31 + (unsigned char)key[strlen(key) - 1];
    return (int)(h * 0x9e3779b97f4a7c15u >> 62) - 1 > 0;
}

/* The contest as `taisen tournament` plays it, in memory. */
static uint64_t play_tournament(int *count)
{
    static struct contest c;
    struct journal journal = {0};
    *count = 0;
    must(contest_take(&c, cup, strlen(cup), "cup", &kit_err));
    for (int i = 0; i < 4; i++) must(contest_seat(&c, (char[]){'p', (char)('0' + i), 0}, &kit_err));
    for (;; ++*count) {
        struct tournament t;
        struct tournament_game game;
        struct journal_match m = {.reason = "test", .rest = {3, 4}};
        must(tournament_look(&t, &c, &journal, &kit_err));
        bool goes_on = tournament_next(&t, &journal, -1, &game);
        tournament_free(&t);
        if (!goes_on) break;
        snprintf(m.key, sizeof m.key, "%s", game.task.key);
        m.seed = game.task.seed;
        m.winner = winner_of(m.seed, m.key);
        assert_true(journal_add(&journal, &m));
    }
    uint64_t hash = journal_hash(&journal);
    journal_free(&journal);
    return hash;
}

static uint64_t hash_of_finals(bool *is_over)
{
    struct finals *f = finals_open(kit_store, &contest, FINALS_OF_ORGANISER, &kit_err);
    assert_non_null(f);
    uint64_t hash = journal_hash(&f->journal);
    *is_over = f->tournament.is_over;
    finals_close(f);
    return hash;
}

static int play_queue(void)
{
    struct store_job job;
    int played = 0;
    while (take(&job)) {
        assert_true(finish(&job, winner_of(job.seed, job.key)));
        played++;
        must(finals_advance(kit_store, &kit_err));
        must(finals_advance(kit_store, &kit_err)); /* however often it is asked */
    }
    return played;
}

static void finals_are_those_of_a_tournament(void **state)
{
    (void)state;
    int count;
    bool is_over;
    uint64_t expected = play_tournament(&count);
    add("spring", cup);
    add_people();
    play_ladder();
    freeze();
    begin_finals();
    must(finals_advance(kit_store, &kit_err));
    assert_int_equal(play_queue(), 0); /* nothing is played before it is called */
    int played = 0, calls = 0;
    for (; find("spring").state == CONTEST_FINALS; calls++) {
        assert_true(calls < 3);
        contest = find("spring");
        must(finals_call(kit_store, &contest, calls < 2 ? FINALS_NEXT : FINALS_ALL, &kit_err));
        played += play_queue();
    }
    assert_int_equal(played, count);
    assert_true(hash_of_finals(&is_over) == expected);
    assert_true(is_over);
    assert_int_equal(calls, 3);
    kit_is_well();
}

static void a_final_that_was_voided_is_played_again_when_it_is_called(void **state)
{
    (void)state;
    struct store_job job;
    int count;
    bool is_over;
    uint64_t expected = play_tournament(&count);
    add("spring", cup);
    add_people();
    play_ladder();
    freeze();
    begin_finals();
    must(finals_call(kit_store, &contest, FINALS_ALL, &kit_err));
    assert_true(take(&job));
    struct err why;
    err_set(&why, "the light went out");
    must(store_void(kit_store, &job, &why, &kit_err));
    store_job_free(&job);
    must(finals_advance(kit_store, &kit_err));
    assert_false(take(&job));
    contest = find("spring");
    assert_string_equal(contest.call, "");
    must(finals_call(kit_store, &contest, FINALS_ALL, &kit_err));
    assert_int_equal(play_queue(), count);
    contest = find("spring");
    assert_true(hash_of_finals(&is_over) == expected && is_over);
    kit_is_well();
}

/* ---- the show ---- */

static const struct store_viewer stranger = {.account = 0};

struct sight {
    int64_t matches, newest;
    bool has_ladder, has_place;
};

static void see_match(void *arg, const struct store_match *m)
{
    struct sight *s = arg;
    s->matches++;
    if (m->id > s->newest) s->newest = m->id;
}

static void see_ladder(void *arg, const struct store_ladder *l)
{
    struct sight *s = arg;
    s->has_ladder |= strcmp(l->name, "spring-finals") == 0;
}

static void see_place(void *arg, const struct store_place *p)
{
    struct sight *s = arg;
    s->has_place |= strcmp(p->ladder, "spring-finals") == 0;
}

/* What somebody finds of the finals, whatever they ask for. */
static struct sight look_as(struct store_viewer viewer)
{
    struct sight s = {0}, of_player = {0};
    struct store_which which = {.ladder = contest.finals, .most = 1000, .viewer = viewer};
    must(store_matches(kit_store, &which, see_match, &s, &kit_err));
    which.player = person[0].player;
    must(store_matches(kit_store, &which, see_match, &of_player, &kit_err));
    assert_true(of_player.newest <= s.newest);
    must(store_ladders(kit_store, viewer, see_ladder, &s, &kit_err));
    must(store_places(kit_store, viewer, person[0].player, see_place, &s, &kit_err));
    return s;
}

static int64_t games_of(enum finals_eyes eyes)
{
    struct finals *f = finals_open(kit_store, &contest, eyes, &kit_err);
    assert_non_null(f);
    int64_t count = f->journal.count;
    finals_close(f);
    return count;
}

static void count_news(void *arg, const struct store_event *e)
{
    int *count = arg;
    if (e->ladder == contest.finals && e->match > 0 && !e->is_unshown) ++*count;
}

static int public_news(void)
{
    int count = 0;
    must(store_events(kit_store, 0, 100000, count_news, &count, &kit_err));
    return count;
}

static struct store_stage read_stage(void)
{
    struct store_stage stage;
    must(store_stage(kit_store, contest.id, &stage, &kit_err));
    return stage;
}

static void begin_show(void)
{
    add("spring", cup);
    add_people();
    play_ladder();
    freeze();
    begin_finals();
    must(store_open_stage(kit_store, contest.id, &kit_err));
    contest = find("spring");
}

static void nobody_finds_a_final_before_the_stage_has_shown_it(void **state)
{
    (void)state;
    struct finals_game next;
    int before, ready, count;
    bool moved;
    play_tournament(&count);
    begin_show();
    must(finals_call(kit_store, &contest, FINALS_ALL, &kit_err));
    assert_int_equal(play_queue(), count);
    contest = find("spring");
    assert_int_equal(contest.state, CONTEST_OVER);
    for (int shown = 0; shown < count; shown++) {
        struct finals *f = finals_open(kit_store, &contest, FINALS_OF_ORGANISER, &kit_err);
        assert_true(finals_after(f, read_stage().shown, &next, &before, &ready));
        finals_close(f);
        assert_int_equal(before, shown);
        assert_int_equal(ready, count - shown);
        const struct sight s = look_as(stranger);
        assert_int_equal(s.matches, shown);
        assert_true(s.newest < next.match && !s.has_ladder && !s.has_place);
        assert_int_equal(look_as(STORE_SEES_ALL).matches, count);
        assert_true(look_as(STORE_SEES_ALL).has_ladder && look_as(STORE_SEES_ALL).has_place);
        assert_int_equal(games_of(FINALS_OF_AUDIENCE), shown);
        assert_int_equal(games_of(FINALS_OF_ORGANISER), count);
        assert_int_equal(public_news(), shown);
        must(store_stage_show(kit_store, contest.id, next.match, &moved, &kit_err));
        assert_true(moved);
        must(store_stage_show(kit_store, contest.id, next.match, &moved, &kit_err));
        assert_false(moved);
    }
    assert_false(look_as(stranger).has_ladder);
    must(store_stage_settle(kit_store, contest.id, &kit_err));
    assert_true(read_stage().shown == STAGE_ALL);
    assert_true(look_as(stranger).has_ladder && look_as(stranger).has_place);
    kit_is_well();
}

static void a_stage_begins_behind_what_everybody_has_seen_and_ends_with_everything(void **state)
{
    (void)state;
    add("spring", cup);
    add_people();
    play_ladder();
    freeze();
    begin_finals();
    must(finals_call(kit_store, &contest, FINALS_NEXT, &kit_err));
    int played = play_queue();
    must(store_open_stage(kit_store, contest.id, &kit_err));
    assert_int_equal(look_as(stranger).matches, played);
    must(store_open_stage(kit_store, contest.id, &kit_err)); /* it stays as it is */
    contest = find("spring");
    must(finals_call(kit_store, &contest, FINALS_ALL, &kit_err));
    int more = play_queue();
    assert_true(more > 0);
    assert_int_equal(look_as(stranger).matches, played);
    must(store_close_stage(kit_store, contest.id, &kit_err));
    assert_int_equal(look_as(stranger).matches, played + more);
    assert_false(read_stage().is_open);
    kit_is_well();
}

static void a_match_that_is_taken_back_takes_the_show_back(void **state)
{
    (void)state;
    struct finals_game next;
    int before, ready;
    bool moved, found;
    begin_show();
    must(finals_call(kit_store, &contest, FINALS_ALL, &kit_err));
    play_queue();
    contest = find("spring");
    struct finals *f = finals_open(kit_store, &contest, FINALS_OF_ORGANISER, &kit_err);
    assert_true(finals_after(f, 0, &next, &before, &ready));
    finals_close(f);
    must(store_stage_show(kit_store, contest.id, next.match, &moved, &kit_err));
    assert_int_equal(look_as(stranger).matches, 1);
    must(store_rerun(kit_store, next.match, &found, &kit_err));
    assert_int_equal(look_as(stranger).matches, 0);
    assert_string_equal(read_stage().command, "back");
}

static void what_the_organiser_wants_is_kept_and_counted(void **state)
{
    (void)state;
    begin_show();
    struct store_stage wanted = {
        .command = "pause", .pace = "quick", .is_paused = true, .message = "Pause 10分"};
    must(store_stage_do(kit_store, contest.id, &wanted, &kit_err));
    store_close(kit_store);
    kit_store = kit_open(STORE_USE);
    struct store_stage kept = read_stage();
    assert_true(kept.is_open && kept.is_paused && !kept.is_blank);
    assert_int_equal(kept.cue, 1);
    assert_string_equal(kept.command, "pause");
    assert_string_equal(kept.pace, "quick");
    assert_string_equal(kept.message, "Pause 10分");
    snprintf(wanted.message, sizeof wanted.message, "a\nb");
    assert_false(store_stage_do(kit_store, contest.id, &wanted, &kit_err));
    must(store_close_stage(kit_store, contest.id, &kit_err));
    wanted.message[0] = '\0';
    assert_false(store_stage_do(kit_store, contest.id, &wanted, &kit_err));
}

static void a_file_can_ask_for_a_show(void **state)
{
    (void)state;
    char text[sizeof cup + 32];
    snprintf(text, sizeof text, "%s", cup);
    char *at = strstr(text, "finalists");
    memmove(at + 11, at, strlen(at) + 1);
    memcpy(at, "show = yes\n", 11);
    add("spring", text);
    assert_true(contest.has_stage && contest.shown == 0);
    assert_int_equal(strlen(read_stage().token), STAGE_TOKEN - 1);
}

/* ---- who does not come ---- */

static void a_finalist_who_does_not_come_loses_what_is_due(void **state)
{
    (void)state;
    struct store_job job;
    bool done, is_over;
    add("spring", cup);
    add_people();
    play_ladder();
    freeze();
    begin_finals();
    must(finals_call(kit_store, &contest, FINALS_ALL, &kit_err));
    assert_true(take(&job)); /* p0 and p3 are expected, and p3 does not come */
    contest = find("spring");
    must(finals_set_absent(kit_store, &contest, person[3].player, true, &done, &kit_err));
    assert_true(done);
    assert_false(finish(&job, 1)); /* it came too late */
    for (int i = 0; i < 20; i++) must(finals_advance(kit_store, &kit_err));
    play_queue();
    contest = find("spring");
    hash_of_finals(&is_over);
    assert_true(is_over);
    struct finals *f = finals_open(kit_store, &contest, FINALS_OF_ORGANISER, &kit_err);
    int places[CONTEST_PLAYERS];
    assert_int_equal(tournament_places(&f->tournament, places), 4);
    assert_int_equal(places[3], 3);
    const struct journal_match *first = tournament_result(&f->tournament, &f->journal, 0, 0, 0);
    assert_string_equal(first->reason, "forfeit");
    finals_close(f);
    must(finals_set_absent(kit_store, &contest, 999999, true, &done, &kit_err));
    assert_false(done);
    kit_is_well();
}

/* ---- lots ---- */

static const char level[] = "[contest]\nname = Spring cup\ngame = reborn\nseed = 7\n"
                            "setup = turns=10\n[ladder]\nrating = codevs5\nfinalists = 2\n"
                            "[phase Finals]\nformat = knockout\ngames = 2\nextra-games = 0\n"
                            "ties = janken\n";

static void finals_wait_for_a_lot_and_keep_it(void **state)
{
    (void)state;
    struct store_job job;
    bool is_over;
    static const char *const wrong[] = {"p0", "p2"}, *const won[] = {"p1", "p0"};
    add("spring", level);
    add_people();
    play_ladder();
    freeze();
    begin_finals();
    assert_false(finals_decide(kit_store, &contest, won, 2, &kit_err));
    assert_non_null(strstr(kit_err.text, "nothing is level"));
    must(finals_call(kit_store, &contest, FINALS_ALL, &kit_err));
    for (int i = 0; i < 2; i++) {
        assert_true(take(&job));
        assert_true(finish(&job, -1));
        must(finals_advance(kit_store, &kit_err));
    }
    assert_false(take(&job));
    hash_of_finals(&is_over);
    assert_false(is_over);
    assert_false(finals_decide(kit_store, &contest, wrong, 2, &kit_err));
    assert_non_null(strstr(kit_err.text, "p0, p1"));
    must(finals_decide(kit_store, &contest, won, 2, &kit_err));
    contest = find("spring");
    assert_int_equal(contest.state, CONTEST_OVER);
    store_close(kit_store);
    kit_store = kit_open(STORE_USE);
    struct finals *f = finals_open(kit_store, &contest, FINALS_OF_ORGANISER, &kit_err);
    assert_non_null(f);
    int places[CONTEST_PLAYERS];
    assert_int_equal(tournament_places(&f->tournament, places), 2);
    assert_int_equal(places[0], 1);
    finals_close(f);
    kit_is_well();
}

/* ---- programs for the finals ---- */

static const char windowed[] = "[contest]\nname = Spring cup\ngame = reborn\nseed = 7\n"
                               "setup = turns=10\n[ladder]\nrating = codevs5\nfinalists = 4\n"
                               "finals_open = 2999-05-01 09:00 JST\n"
                               "finals_close = 2999-05-07 18:00 JST\n"
                               "[phase Finals]\nformat = knockout\ngames = 2\n";

/* Milliseconds from now, by the clock of the database. */
static void set_window(int64_t opens, int64_t closes)
{
    must(db_run(kit_store,
                "UPDATE contests SET finals_opens = {now} + $2, finals_closes = {now} + $3"
                " WHERE id = $1",
                DB_WITH(db_int(contest.id), db_int(opens), db_int(closes)), &kit_err));
}

/* A frozen contest with the finalists p0 to p3, whose window has begun. */
static void make_window(void)
{
    add("spring", windowed);
    add_people();
    play_ladder();
    freeze();
    set_window(-1000, LEASE_MS);
}

static int64_t send(int who, enum store_final expected)
{
    static char source = 'a'; /* the same program would be there once */
    source++;
    struct store_submit in = {.account = account[who],
                              .ladder = contest.finals,
                              .language = "python",
                              .file = "player.py",
                              .source = &source,
                              .len = 1,
                              .most_an_hour = 100,
                              .most_waiting = 100,
                              .most_bytes = 1000000};
    enum store_submitted verdict;
    enum store_final why;
    int64_t id = 0;
    must(store_submit(kit_store, &in, &verdict, &id, &why, &kit_err));
    assert_int_equal(why, expected);
    assert_int_equal(verdict, expected == FINAL_TAKEN ? SUBMITTED : SUBMITTED_NOT_NOW);
    return id;
}

/* Builds what was sent first; the number of its version. */
static int64_t build(const char *why)
{
    struct store_build b;
    struct err said = {.code = ""};
    if (why) err_set(&said, "%s", why);
    struct store_built built = {.why = why ? &said : NULL,
                                .log = "",
                                .report = "[]",
                                .program = why ? NULL : "x",
                                .len = !why,
                                .run = "x"};
    bool found, counted;
    must(store_take_build(kit_store, "tester", " python ", LEASE_MS, &b, &found, &kit_err));
    assert_true(found);
    must(store_finish_build(kit_store, &b, &built, &counted, &kit_err));
    assert_true(counted);
    store_build_free(&b);
    return b.version;
}

struct finalist_of {
    const char *name;
    int64_t version;
    bool has_program, is_building;
};

static void note_finalist(void *arg, const struct store_finalist *f)
{
    struct finalist_of *r = arg;
    if (strcmp(f->name, r->name) != 0) return;
    r->version = f->version;
    r->has_program = f->has_program;
    r->is_building = f->is_building;
}

static struct finalist_of finalist(const char *name)
{
    struct finalist_of r = {.name = name};
    must(store_finalists(kit_store, &contest, note_finalist, &r, &kit_err));
    return r;
}

static void programs_for_the_finals_are_taken_to_the_second(void **state)
{
    (void)state;
    struct store_contest c = {.state = CONTEST_FROZEN, .finals_opens = 5000, .finals_closes = 9000};
    const struct {
        int64_t now;
        enum contest_window window;
    } moments[] = {{4000, WINDOW_EARLY}, {4999, WINDOW_EARLY}, {5000, WINDOW_OPEN},
                   {8999, WINDOW_OPEN},  {9000, WINDOW_LATE},  {10000, WINDOW_LATE}};
    for (size_t i = 0; i < sizeof moments / sizeof moments[0]; i++)
        assert_int_equal(contest_window_at(&c, moments[i].now), moments[i].window);
    c.state = CONTEST_OPEN; /* the ladder is played without end */
    assert_int_equal(contest_window_at(&c, 6000), WINDOW_EARLY);
    c.closes = 6000; /* its deadline has passed, and nobody has come to freeze it */
    assert_int_equal(contest_window_at(&c, 5999), WINDOW_EARLY);
    assert_int_equal(contest_window_at(&c, 6000), WINDOW_OPEN);
    c.state = CONTEST_FINALS;
    assert_int_equal(contest_window_at(&c, 6000), WINDOW_LATE);
    c.finals_closes = 0;
    assert_int_equal(contest_window_at(&c, 6000), WINDOW_NONE);
}

static void the_clock_of_the_database_opens_and_closes_the_window(void **state)
{
    (void)state;
    make_window();
    assert_int_equal(contest_window_at(&contest, contest.now), WINDOW_EARLY); /* as in the file */
    set_window(LEASE_MS, 2 * LEASE_MS);
    send(0, FINAL_EARLY);
    set_window(0, LEASE_MS);
    send(0, FINAL_TAKEN);
    set_window(-LEASE_MS, 0);
    send(0, FINAL_LATE);
    add("plain", cup);
    freeze();
    send(0, FINAL_NO_WINDOW);
}

static void only_finalists_and_who_moves_up_send_one_in(void **state)
{
    (void)state;
    bool done;
    make_window();
    send(3, FINAL_TAKEN);
    send(4, FINAL_NO_FINALIST);
    must(store_withdraw(kit_store, contest.id, account[1], true, &done, &kit_err));
    send(1, FINAL_NO_FINALIST);
    send(4, FINAL_TAKEN);
    send(5, FINAL_NO_FINALIST);
    must(store_ban(kit_store, account[0], "cheats", &kit_err));
    send(5, FINAL_TAKEN);
    kit_is_well();
}

static void a_program_for_the_finals_plays_there_and_nowhere_else(void **state)
{
    (void)state;
    int64_t number = 0, other = kit_ladder("other", "reborn");
    bool done;
    make_window();
    enter(other, "p0", "program");
    send(0, FINAL_TAKEN);
    send(2, FINAL_TAKEN);
    assert_true(finalist("p0").is_building && !finalist("p0").has_program);
    int64_t version = build(NULL);
    build("it does not compile");
    assert_int_equal(finalist("p0").version, version);
    assert_true(finalist("p0").has_program && !finalist("p0").is_building);
    assert_int_equal(finalist("p1").version, person[1].version);
    assert_int_equal(finalist("p2").version, person[2].version);
    must(store_standings(kit_store, other, note_version, &number, &kit_err));
    assert_int_equal(number, 1);
    must(store_standings(kit_store, contest.ladder, note_version, &number, &kit_err));
    assert_int_equal(number, 1);
    assert_false(store_begin_finals(kit_store, contest.id, &done, &kit_err));
    assert_non_null(strstr(kit_err.text, "taken until"));
    must(store_stop_programs(kit_store, contest.id, &done, &kit_err));
    assert_true(done);
    must(store_stop_programs(kit_store, contest.id, &done, &kit_err));
    assert_false(done);
    send(0, FINAL_LATE);
    begin_finals();
    assert_int_equal(finalist("p0").version, version);
    must(finals_call(kit_store, &contest, FINALS_NEXT, &kit_err));
    struct store_job job;
    assert_true(take(&job));
    assert_true(job.version[0] == version || job.version[1] == version);
    store_job_free(&job);
    kit_is_well();
}

static void one_that_was_sent_in_time_counts_though_it_is_built_later(void **state)
{
    (void)state;
    make_window();
    send(0, FINAL_TAKEN);
    send(0, FINAL_TAKEN);
    send(1, FINAL_TAKEN);
    set_window(-LEASE_MS, 0);
    int64_t first = build(NULL);
    begin_finals();
    assert_int_equal(finalist("p0").version, first);
    int64_t second = build(NULL);
    assert_int_equal(finalist("p0").version, second);
    must(finals_call(kit_store, &contest, FINALS_ALL, &kit_err));
    play_queue();
    build(NULL); /* after the first game of its player nothing changes any more */
    assert_int_equal(finalist("p1").version, person[1].version);
    kit_is_well();
}

static void of_two_programs_the_later_one_plays_or_the_one_that_is_wished(void **state)
{
    (void)state;
    enum store_again verdict;
    struct store_build slow;
    struct store_built built = {.log = "", .report = "[]", .program = "x", .len = 1, .run = "x"};
    bool found, counted;
    make_window();
    int64_t first = send(0, FINAL_TAKEN);
    must(store_take_build(kit_store, "slow", " python ", LEASE_MS, &slow, &found, &kit_err));
    send(0, FINAL_TAKEN);
    int64_t version = build(NULL);
    must(store_finish_build(kit_store, &slow, &built, &counted, &kit_err));
    assert_true(counted);
    assert_int_equal(finalist("p0").version, version);
    must(store_play_again(kit_store, first, &verdict, &kit_err));
    assert_int_equal(verdict, AGAIN_PLAYS);
    assert_int_equal(finalist("p0").version, slow.version);
    set_window(-LEASE_MS, 0);
    must(store_play_again(kit_store, first, &verdict, &kit_err));
    assert_int_equal(verdict, AGAIN_NOT_NOW);
    store_build_free(&slow);
    kit_is_well();
}

static void a_finalist_may_play_the_finals_from_home(void **state)
{
    (void)state;
    int64_t version, again;
    enum store_final why;
    bool found, is_awaited;
    make_window();
    must(store_home_version(kit_store, contest.ladder, person[0].player, &version, &found,
                            &kit_err));
    assert_false(found);
    must(store_enter_final(kit_store, contest.id, person[4].player, STORE_HOME, &version, &why,
                           &kit_err));
    assert_int_equal(why, FINAL_NO_FINALIST);
    must(store_enter_final(kit_store, contest.id, person[0].player, STORE_HOME, &version, &why,
                           &kit_err));
    assert_int_equal(why, FINAL_TAKEN);
    assert_int_equal(finalist("p0").version, version);
    must(store_home_version(kit_store, contest.ladder, person[0].player, &again, &found, &kit_err));
    assert_true(found && again == version);
    must(store_awaits(kit_store, contest.ladder, account[0], &is_awaited, &kit_err));
    assert_true(is_awaited);
    send(0, FINAL_TAKEN); /* and thinks better of it */
    build(NULL);
    must(store_awaits(kit_store, contest.ladder, account[0], &is_awaited, &kit_err));
    assert_false(is_awaited);
    kit_is_well();
}

/* ---- private contests ---- */

static void count_match(void *arg, const struct store_match *m)
{
    (void)m;
    ++*(int *)arg;
}

static int seen_by(int64_t viewer, struct store_which which)
{
    int count = 0;
    which.most = 100;
    which.viewer.account = viewer;
    must(store_matches(kit_store, &which, count_match, &count, &kit_err));
    return count;
}

static void a_private_contest_is_for_those_who_joined(void **state)
{
    (void)state;
    char text[sizeof cup + 32];
    bool found;
    struct store_contest c;
    const char *rest = strstr(cup, "finalists");
    snprintf(text, sizeof text, "%.*scode = SAKURA\n%s", (int)(rest - cup), cup, rest);
    add("secret", text);
    add_people();
    int64_t match = play(contest.ladder, 0, 1, 1, 0);
    must(store_contest_by_code(kit_store, "MOMIJI", &c, &found, &kit_err));
    assert_false(found);
    must(store_contest_by_code(kit_store, "SAKURA", &c, &found, &kit_err));
    assert_true(found && c.id == contest.id);
    must(store_join_contest(kit_store, c.id, account[0], &kit_err));
    must(store_join_contest(kit_store, c.id, account[0], &kit_err));
    const struct store_which ways[] = {{0},
                                       {.match = match},
                                       {.player = person[0].player},
                                       {.ladder = contest.ladder},
                                       {.game = "reborn"}};
    for (int i = 0; i < 5; i++) {
        assert_int_equal(seen_by(account[0], ways[i]), 1);
        assert_int_equal(seen_by(account[1], ways[i]), 0);
        assert_int_equal(seen_by(0, ways[i]), 0);
    }
}

/* 600 private contests, each with an event; in one transaction, for they are many. */
static bool add_many(struct store *s, void *arg, struct err *err)
{
    const char *cup_text = arg;
    static struct contest c;
    for (int i = 0; i < MANY; i++) {
        char name[32], text[sizeof cup + 32];
        int64_t id;
        const char *rest = strstr(cup_text, "finalists");
        snprintf(name, sizeof name, "secret%d", i);
        snprintf(text, sizeof text, "%.*scode = CODE%d\n%s", (int)(rest - cup_text), cup_text, i,
                 rest);
        if (!contest_take(&c, text, strlen(text), name, err) ||
            !store_add_contest(s, name, &c, text, &id, err))
            return false;
    }
    return true;
}

static void count_ladder(void *arg, const struct store_ladder *l)
{
    (void)l;
    ++*(int *)arg;
}

static void count_contest(void *arg, const struct store_contest *c)
{
    (void)c;
    ++*(int *)arg;
}

static void count_place(void *arg, const struct store_place *p)
{
    (void)p;
    ++*(int *)arg;
}

static void count_public(void *arg, const struct store_event *e)
{
    *(int *)arg += !e->is_private;
}

/* Ladders, contests, matches and places of p1. */
static void assert_seen(struct store_viewer viewer, int ladders, int contests, int matches,
                        int places)
{
    int seen[4] = {0};
    struct store_which which = {.most = 100, .viewer = viewer};
    must(store_ladders(kit_store, viewer, count_ladder, &seen[0], &kit_err));
    must(store_contests(kit_store, viewer, count_contest, &seen[1], &kit_err));
    must(store_matches(kit_store, &which, count_match, &seen[2], &kit_err));
    must(store_places(kit_store, viewer, person[1].player, count_place, &seen[3], &kit_err));
    assert_int_equal(seen[0], ladders);
    assert_int_equal(seen[1], contests);
    assert_int_equal(seen[2], matches);
    assert_int_equal(seen[3], places);
}

static void any_number_of_private_contests_is_private(void **state)
{
    (void)state;
    int events = 0, public = 0;
    char text[sizeof cup];
    memcpy(text, cup, sizeof cup);
    add("open", cup);
    must(db_transact(kit_store, DB_WRITE, add_many, text, &kit_err));
    contest = find("secret599");
    add_people();
    must(store_events(kit_store, 0, 10000, count_public, &public, &kit_err));
    play(contest.ladder, 0, 1, 1, 0);
    must(store_events(kit_store, 0, 10000, count_public, &events, &kit_err));
    assert_int_equal(events, public);
    must(store_join_contest(kit_store, contest.id, account[0], &kit_err));
    assert_seen((struct store_viewer){0}, 2, 1, 0, 0);
    assert_seen((struct store_viewer){.account = account[1]}, 2, 1, 0, 0);
    assert_seen((struct store_viewer){.account = account[0]}, 4, 2, 1, 1);
    assert_seen(STORE_SEES_ALL, 2 + 2 * MANY, 1 + MANY, 1, 1);
}

/* ---- matches that never were ---- */

struct rating_of {
    const char *name;
    struct standing standing;
};

static void note_standing(void *arg, const struct store_place *place)
{
    struct rating_of *r = arg;
    if (strcmp(place->name, r->name) == 0) r->standing = place->standing;
}

static struct standing standing_of(int64_t ladder, const char *name)
{
    struct rating_of r = {.name = name};
    must(store_standings(kit_store, ladder, note_standing, &r, &kit_err));
    return r.standing;
}

static void note_last(void *arg, const struct store_match *m)
{
    *(double *)arg = m->after[0].points;
}

static void an_annulled_match_has_never_been(void **state)
{
    (void)state;
    enum store_annulled verdict;
    double last = 0;
    add("spring", cup);
    add_people();
    int64_t with = contest.ladder;
    add("autumn", cup);
    int64_t without = contest.ladder, bad = 0;
    for (int i = 0; i < 3; i++) enter(without, (char[]){'p', (char)('0' + i), 0}, "program");
    for (uint64_t seed = 1; seed < 9; seed++) {
        int a = (int)(seed % 3), b = (int)(seed + 1) % 3;
        int64_t match = play(with, a, b, seed, seed % 2 == 0);
        if (seed == 4)
            bad = match;
        else
            play(without, a, b, seed, seed % 2 == 0);
    }
    assert_false(store_annul(kit_store, bad, "", &verdict, &kit_err));
    must(store_annul(kit_store, bad, "played twice", &verdict, &kit_err));
    assert_int_equal(verdict, ANNULLED);
    for (int i = 0; i < 3; i++) {
        const char *name = (char[]){'p', (char)('0' + i), 0};
        struct standing a = standing_of(with, name), b = standing_of(without, name);
        assert_true(a.games == b.games && a.wins == b.wins && a.rating.points == b.rating.points);
    }
    kit_is_well();
    must(store_history(kit_store, with, person[2].player, note_last, &last, &kit_err));
    assert_true(fabs(last - standing_of(with, "p2").rating.points) < 1e-9);
    must(store_annul(kit_store, bad, "again", &verdict, &kit_err));
    assert_int_equal(verdict, ANNUL_IS_VOID);
    must(store_annul(kit_store, 4711, "nobody", &verdict, &kit_err));
    assert_int_equal(verdict, ANNUL_NO_MATCH);
}

static void a_match_that_is_run_again_counts_once(void **state)
{
    (void)state;
    struct store_job job, old;
    bool found;
    add("spring", cup);
    add_people();
    int64_t match = play(contest.ladder, 0, 1, 1, 0);
    must(store_rerun(kit_store, match, &found, &kit_err));
    assert_true(found);
    assert_int_equal(standing_of(contest.ladder, "p0").games, 0);
    kit_is_well();
    assert_true(take(&old));
    assert_true(old.seed != 1); /* what the first one dealt is known by now */
    must(store_rerun(kit_store, match, &found, &kit_err));
    assert_false(finish(&old, 0)); /* whoever played it meanwhile is late */
    assert_true(take(&job));
    assert_true(finish(&job, 1));
    assert_int_equal(standing_of(contest.ladder, "p0").losses, 1);
    kit_is_well();
    must(store_rerun(kit_store, 4711, &found, &kit_err));
    assert_false(found);
    freeze();
    assert_false(store_rerun(kit_store, match, &found, &kit_err));
}

/* ---- the audit log ---- */

static bool announce_and_fail(struct store *s, void *arg, struct err *err)
{
    int64_t id;
    struct store_announcement n = {.text = "half"};
    return store_announce(s, &n, &id, err) && (!*(bool *)arg || err_set(err, "no"));
}

static void count_audit(void *arg, const struct store_audit_entry *d)
{
    *(int *)arg += strcmp(d->kind, "announce") == 0;
}

static void count_announcement(void *arg, const struct store_announcement *n)
{
    *(int *)arg += n->text[0] == 'h';
}

static void an_entry_and_what_is_done_are_one(void **state)
{
    (void)state;
    struct store_audit_entry entry = {.address = "127.0.0.1", .kind = "announce", .text = "half"};
    for (int fails = 1; fails >= 0; fails--) {
        bool does = fails;
        int deeds = 0, announcements = 0;
        assert_true(store_audited(kit_store, &entry, announce_and_fail, &does, &kit_err) == !fails);
        must(store_list_audit(kit_store, 0, 10, count_audit, &deeds, &kit_err));
        must(store_announcements(kit_store, count_announcement, &announcements, &kit_err));
        assert_int_equal(deeds, !fails);
        assert_int_equal(announcements, !fails);
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        TEST(a_contest_has_its_ladders),
        TEST(unfinished_matches_of_a_frozen_contest_do_not_count),
        TEST(a_result_after_the_deadline_does_not_count),
        TEST(a_new_version_does_not_come_into_a_frozen_contest),
        TEST(those_who_withdraw_or_are_banned_are_replaced),
        TEST(finals_want_two),
        TEST(who_is_banned_is_given_no_matches),
        TEST(finals_are_those_of_a_tournament),
        TEST(a_final_that_was_voided_is_played_again_when_it_is_called),
        TEST(nobody_finds_a_final_before_the_stage_has_shown_it),
        TEST(a_stage_begins_behind_what_everybody_has_seen_and_ends_with_everything),
        TEST(a_match_that_is_taken_back_takes_the_show_back),
        TEST(what_the_organiser_wants_is_kept_and_counted),
        TEST(a_file_can_ask_for_a_show),
        TEST(a_finalist_who_does_not_come_loses_what_is_due),
        TEST(finals_wait_for_a_lot_and_keep_it),
        TEST(programs_for_the_finals_are_taken_to_the_second),
        TEST(the_clock_of_the_database_opens_and_closes_the_window),
        TEST(only_finalists_and_who_moves_up_send_one_in),
        TEST(a_program_for_the_finals_plays_there_and_nowhere_else),
        TEST(one_that_was_sent_in_time_counts_though_it_is_built_later),
        TEST(of_two_programs_the_later_one_plays_or_the_one_that_is_wished),
        TEST(a_finalist_may_play_the_finals_from_home),
        TEST(a_private_contest_is_for_those_who_joined),
        TEST(any_number_of_private_contests_is_private),
        TEST(an_annulled_match_has_never_been),
        TEST(a_match_that_is_run_again_counts_once),
        TEST(an_entry_and_what_is_done_are_one),
    };
    return kit_main_of(argc, argv, tests, sizeof tests / sizeof tests[0]);
}
