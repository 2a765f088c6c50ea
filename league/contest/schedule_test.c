/* Schedules: by hand where that can be done, and thousands of random contests for what must hold
   in every one of them. */
#include "base/rng.h"
#include "league/contest/schedule.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* ---- matches of several games ---- */

static struct series judge(const struct series_rules *r, const char *winners)
{
    struct series_game games[256] = {0};
    int count = (int)strlen(winners);
    for (int i = 0; i < count; i++) games[i].winner = winners[i] == '-' ? -1 : winners[i] - '0';
    return series_judge(r, games, count);
}

static void all_games_are_played_and_more_wins_win(void **state)
{
    (void)state;
    struct series_rules ten = {.games = 10, .sudden_death = true};
    assert_int_equal(judge(&ten, "").due, 10);
    assert_int_equal(judge(&ten, "000000").due, 10);
    assert_false(judge(&ten, "000000000").is_over);
    struct series d = judge(&ten, "0011-00101");
    assert_true(d.is_over);
    assert_int_equal(d.winner, 0);
    assert_int_equal(d.wins[0], 5);
    assert_int_equal(d.draws, 1);
}

static void sudden_death_goes_on_until_a_game_is_won(void **state)
{
    (void)state;
    struct series_rules two = {.games = 2, .sudden_death = true};
    assert_int_equal(judge(&two, "01").due, 3);
    assert_int_equal(judge(&two, "01--").due, 5);
    assert_int_equal(judge(&two, "01--1").winner, 1);
    struct series_rules league = {.games = 2};
    assert_true(judge(&league, "01").is_over);
    assert_int_equal(judge(&league, "01").winner, -1);
}

static void a_level_match_goes_on_unless_there_is_a_limit(void **state)
{
    (void)state;
    static const char draws[] = "----------------------------------------";
    struct series_rules two = {.games = 2, .sudden_death = true};
    struct series d = judge(&two, draws);
    assert_true(!d.is_over && d.due == (int)strlen(draws) + 1);
    two.is_limited = true;
    two.extra = 4;
    assert_false(judge(&two, "01---").is_over);
    assert_true(judge(&two, "01----").by_seed);
    assert_int_equal(judge(&two, "01----").winner, 0);
    assert_int_equal(judge(&two, "01---1").winner, 1);
    two.extra = 0;
    assert_true(judge(&two, "01").by_seed);
}

struct drawn {
    int order[2]; /* who won the lot; both 0: nobody drew */
};

static void look_level(void *arg, int number, struct fixture *f)
{
    (void)arg;
    (void)number;
    f->is_over = true;
    f->series = (struct series){.is_over = true, .by_seed = true, .winner = 0};
}

static bool draw_lot(void *arg, int fixture, int *players, int count)
{
    const struct drawn *d = arg;
    (void)fixture;
    assert_int_equal(count, 2);
    if (d->order[0] == d->order[1]) return false;
    memcpy(players, d->order, sizeof d->order);
    return true;
}

static void what_is_level_to_the_end_waits_for_a_lot(void **state)
{
    (void)state;
    struct drawn drawn = {.order = {0, 0}};
    struct schedule s;
    struct schedule_look look = {.arg = &drawn, .look = look_level, .lot = draw_lot};
    struct schedule_rules r = {.format = KNOCKOUT, .groups = 1, .series = {.games = 2}};
    assert_true(
        schedule_make(&s, &r, 2, &look)); /* the better seed, as long as nobody wants more */
    assert_true(s.is_over && s.standings[0].player == 0 && s.tie_count == 0);
    schedule_free(&s);
    r.janken = true;
    assert_true(schedule_make(&s, &r, 2, &look));
    assert_true(!s.is_over && s.tie_count == 1 && s.ties[0].fixture == 0 && s.ties[0].count == 2);
    assert_true(!s.fixtures[0].is_over && s.fixtures[0].series.winner == -1);
    schedule_free(&s);
    drawn.order[0] = 1;
    assert_true(schedule_make(&s, &r, 2, &look));
    assert_true(s.is_over && s.tie_count == 0 && s.standings[0].player == 1);
    assert_true(s.fixtures[0].series.by_lot && !s.fixtures[0].series.by_seed);
    schedule_free(&s);
}

static void look_drawn(void *arg, int number, struct fixture *f)
{
    (void)arg;
    (void)number;
    f->is_over = true;
    f->series = (struct series){.is_over = true, .draws = 2, .played = 2, .winner = -1};
}

static void places_that_are_level_wait_for_a_lot(void **state)
{
    (void)state;
    struct drawn drawn = {.order = {0, 0}};
    struct schedule s;
    struct schedule_look look = {.arg = &drawn, .look = look_drawn, .lot = draw_lot};
    static const enum schedule_format formats[] = {ROUND_ROBIN, SWISS, QUALIFIER};
    for (int i = 0; i < 3; i++) {
        struct schedule_rules r = {
            .format = formats[i], .groups = 1, .points = {2, 1, 0}, .janken = true};
        drawn.order[0] = drawn.order[1] = 0;
        assert_true(schedule_make(&s, &r, 2, &look));
        assert_true(!s.is_over && s.tie_count == 1);
        assert_true(s.ties[0].fixture == -1 && s.ties[0].from == 0 && s.ties[0].count == 2);
        schedule_free(&s);
        drawn.order[0] = 1;
        assert_true(schedule_make(&s, &r, 2, &look));
        assert_true(s.is_over && s.standings[0].player == 1 && s.standings[0].rank == 1);
        assert_true(s.standings[1].player == 0 && s.standings[1].rank == 2);
        schedule_free(&s);
    }
    struct schedule_rules few = {.format = QUALIFIER, .places = 1, .janken = true};
    drawn.order[0] = 1; /* after eight games on eight maps */
    assert_true(schedule_make(&s, &few, 2, &look));
    assert_true(s.is_over && s.standings[0].player == 1 && s.count == 16);
    schedule_free(&s);
}

static void best_of_ends_when_it_is_decided(void **state)
{
    (void)state;
    struct series_rules five = {.games = 5, .is_best_of = true, .sudden_death = true};
    assert_int_equal(judge(&five, "").due, 3);
    assert_int_equal(judge(&five, "00").due, 3);
    assert_int_equal(judge(&five, "001").due, 4);
    assert_true(judge(&five, "0010").is_over);
    assert_int_equal(judge(&five, "0010").winner, 0);
    assert_int_equal(judge(&five, "0-1-0").winner, 0);
    assert_int_equal(judge(&five, "0-1--").due, 6);
}

/* RULES 9 of CHaser, the worked example: items decide, and a walk into a block costs. */
static void items_decide_a_level_match_of_chaser(void **state)
{
    (void)state;
    struct series_rules r = {.games = 2, .judging = SERIES_BY_ITEMS, .sudden_death = true};
    struct series_game games[4] = {
        {0, {.winner = 0, .cause = CAUSE_ITEMS, .items = {9, 5}, .turns_left = 0}},
        {1, {.winner = 0, .cause = CAUSE_COLLISION, .items = {3, 12}, .turns_left = 40}}};
    struct series d = series_judge(&r, games, 2);
    assert_true(d.is_over);
    assert_int_equal(d.winner, 1);
    assert_int_equal(d.items[0], -31);
    assert_int_equal(d.items[1], 8);
    struct series_game level[4] = {{-1, {.winner = -1, .cause = CAUSE_ITEMS, .items = {4, 4}}},
                                   {-1, {.winner = -1, .cause = CAUSE_ITEMS, .items = {4, 4}}},
                                   {0, {.winner = 0, .cause = CAUSE_ITEMS, .items = {5, 4}}},
                                   {-1, {.winner = -1, .cause = CAUSE_ITEMS, .items = {4, 4}}}};
    assert_int_equal(series_judge(&r, level, 2).due, 4); /* judged afresh on another map */
    assert_int_equal(series_judge(&r, level, 4).winner, 0);
}

/* ---- random contests ---- */

/* Results by number of the fixture: chosen once and kept, as a journal would. */
struct world {
    struct rng rng;
    bool draws, best_wins;
    int asked[4096]; /* -2: not played; else the winner */
    int64_t solo[4096];
    int allowed; /* fixtures that may be played now */
};

static void look(void *arg, int number, struct fixture *f)
{
    struct world *w = arg;
    assert_true(number < 4096);
    if (w->asked[number] == -2) {
        if (w->allowed == 0) return;
        w->allowed--;
        w->asked[number] = (int)rng_below(&w->rng, w->draws ? 3 : 2) - (w->draws ? 1 : 0);
        if (w->best_wins) w->asked[number] = f->player[0] < f->player[1] ? 0 : 1;
        w->solo[number] = rng_below(&w->rng, 6);
    }
    f->is_over = true;
    f->series.is_over = true;
    f->series.winner = w->asked[number];
    f->series.draws = w->asked[number] < 0;
    if (w->asked[number] >= 0) f->series.wins[w->asked[number]] = 1;
    f->solo.points = w->solo[number];
}

static void world_begin(struct world *w, uint64_t seed)
{
    *w = (struct world){.rng = {seed}, .allowed = 1 << 20};
    for (int i = 0; i < 4096; i++) w->asked[i] = -2;
}

static struct schedule_rules rules(enum schedule_format format)
{
    return (struct schedule_rules){.format = format,
                                   .series = {.games = 1},
                                   .groups = 1,
                                   .points = {2, 1, 0},
                                   .has_third = true,
                                   .has_reset = true,
                                   .rating = RATING_CODEVS5};
}

static struct schedule make(struct world *w, const struct schedule_rules *r, int players)
{
    struct schedule s;
    struct schedule_look l = {.arg = w, .look = look};
    assert_true(schedule_make(&s, r, players, &l));
    return s;
}

static int matches_of(const struct schedule *s, int a, int b)
{
    int count = 0;
    for (int i = 0; i < s->count; i++) {
        const int *p = s->fixtures[i].player;
        count += (p[0] == a && p[1] == b) || (p[0] == b && p[1] == a);
    }
    return count;
}

/* Everybody is in the table once, and ranks begin with 1 and never fall. */
static void assert_table(const struct schedule *s, int players)
{
    bool seen[SCHEDULE_PLAYERS] = {false};
    assert_int_equal(s->standings[0].rank, 1);
    for (int i = 0; i < players; i++) {
        assert_false(seen[s->standings[i].player]);
        seen[s->standings[i].player] = true;
        if (i > 0) assert_true(s->standings[i].rank >= s->standings[i - 1].rank);
    }
}

static void round_robin_is_everybody_against_everybody(void **state)
{
    (void)state;
    struct world w;
    for (int players = 1; players <= 17; players++)
        for (int rounds = 1; rounds <= 2; rounds++) {
            struct schedule_rules r = rules(ROUND_ROBIN);
            r.rounds = rounds;
            world_begin(&w, (uint64_t)players);
            w.draws = true;
            struct schedule s = make(&w, &r, players);
            assert_true(s.is_over);
            assert_int_equal(s.count, schedule_matches(&r, players));
            for (int a = 0; a < players; a++)
                for (int b = a + 1; b < players; b++)
                    assert_int_equal(matches_of(&s, a, b), rounds);
            assert_table(&s, players);
            schedule_free(&s);
        }
}

static void nobody_plays_twice_in_a_round(void **state)
{
    (void)state;
    struct world w;
    enum schedule_format formats[] = {ROUND_ROBIN, SWISS, LADDER};
    for (int k = 0; k < 3; k++) {
        struct schedule_rules r = rules(formats[k]);
        r.rounds = formats[k] == LADDER ? 9 : 0;
        world_begin(&w, 5);
        struct schedule s = make(&w, &r, 11);
        for (int i = 0; i < s.count; i++)
            for (int j = i + 1; j < s.count; j++) {
                const struct fixture *f = &s.fixtures[i], *g = &s.fixtures[j];
                if (f->round != g->round) continue;
                for (int side = 0; side < 4; side++)
                    assert_true(f->player[side / 2] < 0 ||
                                f->player[side / 2] != g->player[side % 2]);
            }
        schedule_free(&s);
    }
}

static void groups_are_drawn_like_a_snake(void **state)
{
    (void)state;
    struct world w;
    struct schedule_rules r = rules(ROUND_ROBIN);
    static const int group[8] = {0, 1, 1, 0, 0, 1, 1, 0}; /* A: 1, 4, 5, 8; B: 2, 3, 6, 7 */
    static const int order[8] = {0, 1, 3, 2, 4, 5, 7, 6}; /* A1, B1, A2, B2, ... */
    r.groups = 2;
    world_begin(&w, 1);
    w.best_wins = true;
    struct schedule s = make(&w, &r, 8);
    assert_int_equal(s.count, 12);
    for (int i = 0; i < 8; i++) {
        assert_int_equal(s.standings[i].player, order[i]);
        assert_int_equal(s.standings[i].group, group[order[i]]);
        assert_int_equal(s.standings[i].rank, i / 2 + 1);
    }
    schedule_free(&s);
}

/* Players 0 and 1 are level; 1 has beaten 0. */
static void a_level_league_goes_by_the_match_between_them(void **state)
{
    (void)state;
    struct world w;
    struct schedule_rules r = rules(ROUND_ROBIN);
    world_begin(&w, 1);
    w.best_wins = true;
    struct schedule s = make(&w, &r, 4);
    for (int i = 0; i < s.count; i++) {
        const int *p = s.fixtures[i].player;
        bool is_0_1 = p[0] + p[1] == 1, is_1_3 = p[0] + p[1] == 4 && p[0] != 2 && p[1] != 2;
        int want = is_0_1 ? 1 : is_1_3 ? 3 : -1;
        if (want >= 0) w.asked[i] = p[0] == want ? 0 : 1;
    }
    schedule_free(&s);
    s = make(&w, &r, 4);
    assert_int_equal(s.standings[0].points, s.standings[1].points);
    assert_int_equal(s.standings[0].player, 1);
    assert_int_equal(s.standings[1].player, 0);
    schedule_free(&s);
}

static void assert_no_rematch(const struct schedule *s)
{
    bool has_met[100][100] = {{false}};
    for (int i = 0; i < s->count; i++) {
        const int *p = s->fixtures[i].player;
        if (p[1] < 0) continue;
        assert_false(has_met[p[0]][p[1]]);
        has_met[p[0]][p[1]] = has_met[p[1]][p[0]] = true;
    }
}

static void swiss_never_repeats_and_byes_go_round(void **state)
{
    (void)state;
    static struct world w;
    for (int contest = 0; contest < 3000; contest++) {
        world_begin(&w, (uint64_t)contest);
        int players = 2 + (int)rng_below(&w.rng, contest % 10 ? 30 : 90);
        struct schedule_rules r = rules(SWISS);
        int most = (players + 1) / 2;
        r.rounds = 1 + (int)rng_below(&w.rng, (uint32_t)most);
        w.draws = contest % 2;
        struct schedule s = make(&w, &r, players);
        assert_true(s.is_over);
        assert_int_equal(s.count, r.rounds * ((players + 1) / 2));
        for (int i = 0; i < players; i++) {
            const struct placing *t = &s.standings[i];
            assert_true(t->byes <= players % 2);
            assert_int_equal(t->won + t->drawn + t->lost + t->byes, r.rounds);
        }
        assert_no_rematch(&s);
        assert_table(&s, players);
        schedule_free(&s);
    }
}

static void buchholz_is_the_sum_of_the_opponents_points(void **state)
{
    (void)state;
    struct world w;
    struct schedule_rules r = rules(SWISS);
    r.rounds = 3;
    world_begin(&w, 3);
    struct schedule s = make(&w, &r, 7);
    int64_t points[7];
    for (int i = 0; i < 7; i++) points[s.standings[i].player] = s.standings[i].points;
    for (int i = 0; i < 7; i++) {
        int64_t sum = 0;
        for (int k = 0; k < 7; k++)
            if (matches_of(&s, s.standings[i].player, k)) sum += points[k];
        assert_int_equal(s.standings[i].buchholz, sum);
    }
    schedule_free(&s);
}

static int playable(const struct schedule *s)
{
    int count = 0;
    for (int i = 0; i < s->count; i++) count += fixture_is_playable(&s->fixtures[i]);
    return count;
}

static void a_knockout_of_any_size_ends_with_one_winner(void **state)
{
    (void)state;
    static struct world w;
    for (int contest = 0; contest < 3000; contest++) {
        world_begin(&w, (uint64_t)contest);
        int players = 1 + (int)rng_below(&w.rng, 70);
        struct schedule_rules r = rules(KNOCKOUT);
        r.has_third = contest % 2;
        struct schedule s = make(&w, &r, players);
        assert_true(s.is_over);
        assert_int_equal(playable(&s), schedule_matches(&r, players));
        for (int i = 0; i < players; i++) {
            int out = s.standings[i].lost;
            assert_true(i == 0 ? out == 0 : out <= 2 && out >= 1);
        }
        if (players > 1) assert_int_equal(s.standings[1].rank, 2);
        if (players > 3 && r.has_third) assert_int_equal(s.standings[3].rank, 4);
        if (players > 4 && !r.has_third) assert_int_equal(s.standings[3].rank, 3);
        assert_table(&s, players);
        schedule_free(&s);
    }
}

/* Twenty-four players: eight free rounds, for the eight best. */
static void byes_go_to_the_best_seeds(void **state)
{
    (void)state;
    struct world w;
    struct schedule_rules r = rules(KNOCKOUT);
    world_begin(&w, 1);
    w.best_wins = true;
    struct schedule s = make(&w, &r, 24);
    int byes = 0;
    for (int i = 0; i < s.count; i++) {
        if (s.fixtures[i].player[1] != FIXTURE_BYE) continue;
        assert_true(s.fixtures[i].player[0] < 8);
        byes++;
    }
    assert_int_equal(byes, 8);
    for (int i = 0; i < 4; i++) assert_int_equal(s.standings[i].player, i);
    assert_string_equal(s.fixtures[s.count - 1].label, "third place");
    assert_string_equal(s.fixtures[s.count - 2].label, "final");
    schedule_free(&s);
}

static void a_double_elimination_ends_with_the_second_defeat(void **state)
{
    (void)state;
    static struct world w;
    int resets = 0;
    for (int contest = 0; contest < 3000; contest++) {
        world_begin(&w, (uint64_t)contest);
        int players = 2 + (int)rng_below(&w.rng, 40);
        struct schedule_rules r = rules(DOUBLE_ELIMINATION);
        struct schedule s = make(&w, &r, players);
        assert_true(s.is_over);
        for (int i = 0; i < players; i++)
            assert_true(i == 0 ? s.standings[i].lost <= 1 : s.standings[i].lost == 2);
        int played = playable(&s), reset = s.standings[0].lost;
        assert_int_equal(played, 2 * (players - 1) + reset);
        resets += reset;
        assert_int_equal(s.standings[1].rank, 2);
        assert_table(&s, players);
        schedule_free(&s);
    }
    assert_true(resets > 500 && resets < 2500);
}

/* Whatever is known first, the same fixtures have the same numbers, and the end is the same. */
static void results_in_any_order_give_the_same_contest(void **state)
{
    (void)state;
    static struct world w, again;
    for (int format = ROUND_ROBIN; format <= CAMPAIGN; format++)
        for (int players = 2; players < 20; players++) {
            struct schedule_rules r = rules((enum schedule_format)format);
            r.places = 4;
            world_begin(&w, (uint64_t)players);
            w.draws = format == ROUND_ROBIN || format == SWISS || format == LADDER;
            struct schedule whole = make(&w, &r, players);
            again = w;
            for (int i = 0; i < 4096; i++) again.asked[i] = -2;
            again.rng = (struct rng){99};
            /* One result more at a time, the others hidden; each must be one of the whole. */
            for (int step = 0; step < 4096; step++) {
                again.allowed = 0;
                struct schedule part = make(&again, &r, players);
                if (part.is_over) {
                    assert_int_equal(part.count, whole.count);
                    for (int i = 0; i < players; i++)
                        assert_int_equal(part.standings[i].player, whole.standings[i].player);
                    schedule_free(&part);
                    break;
                }
                int open[4096], count = 0;
                for (int i = 0; i < part.count; i++) {
                    const struct fixture *f = &part.fixtures[i], *g = &whole.fixtures[i];
                    if (!fixture_is_playable(f)) continue;
                    assert_int_equal(f->player[0], g->player[0]);
                    assert_int_equal(f->player[1], g->player[1]);
                    if (!f->is_over) open[count++] = i;
                }
                assert_true(count > 0); /* it never hangs */
                int next = open[rng_below(&again.rng, (uint32_t)count)];
                again.asked[next] = w.asked[next];
                schedule_free(&part);
            }
            schedule_free(&whole);
        }
}

static void a_ladder_rates_by_the_official_formula(void **state)
{
    (void)state;
    struct world w;
    struct schedule_rules r = rules(LADDER);
    r.rounds = 1;
    world_begin(&w, 1);
    struct schedule s = make(&w, &r, 2);
    assert_int_equal(s.standings[0].rating, 16); /* equals: 16 points, and nobody falls below 0 */
    assert_int_equal(s.standings[1].rating, 0);
    schedule_free(&s);
    r.rounds = 40;
    world_begin(&w, 1);
    w.best_wins = true;
    s = make(&w, &r, 5);
    assert_int_equal(s.standings[0].player, 0);
    for (int i = 0; i < 5; i++) {
        int rounds = s.standings[i].won + s.standings[i].lost;
        assert_true(rounds == 32); /* everybody sits out as often */
        assert_true(s.standings[i].rating >= 0);
    }
    schedule_free(&s);
}

static void a_qualifier_plays_out_the_last_place_only(void **state)
{
    (void)state;
    static struct world w;
    int again = 0;
    for (int contest = 0; contest < 1000; contest++) {
        world_begin(&w, (uint64_t)contest);
        struct schedule_rules r = rules(QUALIFIER);
        r.places = 12;
        struct schedule s = make(&w, &r, 20);
        assert_true(s.is_over);
        assert_table(&s, 20);
        again += s.count > 20;
        for (int i = 1; i < 20; i++)
            assert_true(s.standings[i - 1].points >= s.standings[i].points);
        schedule_free(&s);
    }
    assert_true(again > 500); /* six values for twenty players: a tie there is usual */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_games_are_played_and_more_wins_win),
        cmocka_unit_test(sudden_death_goes_on_until_a_game_is_won),
        cmocka_unit_test(a_level_match_goes_on_unless_there_is_a_limit),
        cmocka_unit_test(what_is_level_to_the_end_waits_for_a_lot),
        cmocka_unit_test(places_that_are_level_wait_for_a_lot),
        cmocka_unit_test(best_of_ends_when_it_is_decided),
        cmocka_unit_test(items_decide_a_level_match_of_chaser),
        cmocka_unit_test(round_robin_is_everybody_against_everybody),
        cmocka_unit_test(nobody_plays_twice_in_a_round),
        cmocka_unit_test(groups_are_drawn_like_a_snake),
        cmocka_unit_test(a_level_league_goes_by_the_match_between_them),
        cmocka_unit_test(swiss_never_repeats_and_byes_go_round),
        cmocka_unit_test(buchholz_is_the_sum_of_the_opponents_points),
        cmocka_unit_test(a_knockout_of_any_size_ends_with_one_winner),
        cmocka_unit_test(byes_go_to_the_best_seeds),
        cmocka_unit_test(a_double_elimination_ends_with_the_second_defeat),
        cmocka_unit_test(results_in_any_order_give_the_same_contest),
        cmocka_unit_test(a_ladder_rates_by_the_official_formula),
        cmocka_unit_test(a_qualifier_plays_out_the_last_place_only),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
