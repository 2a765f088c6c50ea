/*
 * What every game must hold to, whatever its rules: run for each entry of games[], so that a new
 * game is tested by being listed. Random games from fixed seeds; failures of players included.
 */
#include "base/hash.h"
#include "games/game.h"
#include "os/memory.h"

#include <jansson.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { SEEDS = 6, STEPS = 400, EVERY = 7 };

static const struct game *game; /* the one under test */

/* Everything a random game needs; `next` is scratch of the same size as `now`. */
struct play {
    struct game_state *now, *next;
    struct game_action *action[2], *other;
    struct game_reply reply[2];
    struct rng rng;
    struct text text, again;
    int step;
};

static struct text new_text(void)
{
    size_t size = 2 * (size_t)game->text_max + 1;
    return text_on(malloc(size), size);
}

static void play_begin(struct play *p, uint64_t seed)
{
    char buf[256];
    struct text why = TEXT_ON(buf);
    struct game_setup setup = {.seed = seed};
    *p = (struct play){.rng = {seed}};
    p->now = memory_zeroed(game->state_size);
    p->next = memory_zeroed(game->state_size);
    p->other = memory_zeroed(game->action_size);
    for (int i = 0; i < 2; i++) p->action[i] = memory_zeroed(game->action_size);
    p->text = new_text();
    p->again = new_text();
    memset(p->now, 0xa5, game->state_size); /* init must write every byte */
    assert_true(game->init(p->now, &setup, &why));
}

static void play_end(struct play *p)
{
    free(p->now);
    free(p->next);
    free(p->other);
    free(p->action[0]);
    free(p->action[1]);
    free(p->text.buf);
    free(p->again.buf);
}

static bool goes_on(const struct play *p)
{
    return p->step < STEPS && game->actors(p->now) != 0;
}

/* Random answers for all who must give one; now and then, late in the game, a failure. */
static void choose(struct play *p)
{
    for (int i = 0; i < 2; i++) {
        p->reply[i] = (struct game_reply){.kind = REPLY_NONE, .action = p->action[i]};
        if (!(game->actors(p->now) >> i & 1)) continue;
        game->sample(p->now, i, &p->rng, p->action[i]);
        p->reply[i].kind = REPLY_ACTION;
        if (p->step > 60 && rng_below(&p->rng, 40) == 0)
            p->reply[i].kind = (enum reply_kind)(REPLY_INVALID + rng_below(&p->rng, 3));
    }
}

static void advance(struct play *p)
{
    game->step(p->now, p->reply);
    p->step++;
}

typedef void check_fn(struct play *p);

/* Runs a check in every state of some random games. */
static void for_all_states(check_fn *check)
{
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        struct play p;
        play_begin(&p, seed);
        for (; goes_on(&p); advance(&p)) {
            choose(&p);
            check(&p);
        }
        check(&p);
        play_end(&p);
    }
}

/* ---- the checks ---- */

static void check_copy(struct play *p)
{
    if (!goes_on(p)) return;
    memcpy(p->next, p->now, game->state_size);
    game->step(p->next, p->reply);
    uint64_t hash = game->hash(p->next);
    struct game_state *copy = memory_zeroed(game->state_size);
    memcpy(copy, p->now, game->state_size);
    game->step(copy, p->reply);
    assert_true(game->hash(copy) == hash);
    assert_memory_equal(copy, p->next, game->state_size);
    free(copy);
}

static void a_copy_has_the_same_future(void **state)
{
    (void)state;
    for_all_states(check_copy);
}

static uint64_t hash_of_game(uint64_t seed)
{
    struct play p;
    uint64_t sum = 0;
    play_begin(&p, seed);
    for (; goes_on(&p); advance(&p)) {
        choose(&p);
        sum = hash_word(sum, game->hash(p.now));
    }
    sum = hash_word(sum, game->hash(p.now));
    play_end(&p);
    return sum;
}

static void the_same_seed_gives_the_same_game(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= SEEDS; seed++)
        assert_true(hash_of_game(seed) == hash_of_game(seed));
    assert_true(hash_of_game(1) != hash_of_game(2));
}

static void check_format(struct play *p)
{
    for (int i = 0; i < 2 && goes_on(p); i++) {
        size_t used = 0;
        if (p->reply[i].kind == REPLY_NONE) continue;
        text_clear(&p->text);
        game->format(p->now, i, p->action[i], &p->text);
        assert_false(p->text.cut);
        assert_true(p->text.len <= game->answer_max);
        text_str(&p->text, "rest");
        assert_int_equal(game->parse(p->now, i, p->text.buf, p->text.len, p->other, &used),
                         PARSE_OK);
        assert_int_equal(used, p->text.len - 4);
        text_clear(&p->again);
        game->format(p->now, i, p->other, &p->again);
        p->text.buf[p->text.len -= 4] = '\0';
        assert_string_equal(p->again.buf, p->text.buf);
    }
}

static void parse_reads_what_format_wrote(void **state)
{
    (void)state;
    for_all_states(check_format);
}

static void check_prefixes(struct play *p)
{
    if (!goes_on(p) || p->step % EVERY != 0) return;
    for (int i = 0; i < 2; i++) {
        size_t used = 0;
        if (p->reply[i].kind == REPLY_NONE) continue;
        text_clear(&p->text);
        game->format(p->now, i, p->action[i], &p->text);
        for (size_t len = 0; len < p->text.len; len += 1 + p->text.len / 200)
            assert_int_equal(game->parse(p->now, i, p->text.buf, len, p->other, &used), PARSE_MORE);
    }
}

static void each_proper_prefix_asks_for_more(void **state)
{
    (void)state;
    for_all_states(check_prefixes);
}

static void write_input(const struct game_state *s, int p, struct text *t)
{
    static const int64_t left_ms[2] = {1000, 2000};
    text_clear(t);
    game->greet(s, p, t);
    if (game->actors(s) >> p & 1) game->prompt(s, p, left_ms, t);
    assert_false(t->cut);
}

static void check_observe(struct play *p)
{
    for (int i = 0; i < 2; i++) {
        write_input(p->now, i, &p->text);
        memset(p->next, 0x5a, game->state_size);
        game->observe(p->now, i, p->next);
        write_input(p->next, i, &p->again);
        assert_string_equal(p->text.buf, p->again.buf);
        /* Observing what was observed finds nothing more to hide. */
        struct game_state *twice = memory_zeroed(game->state_size);
        game->observe(p->next, i, twice);
        assert_memory_equal(twice, p->next, game->state_size);
        free(twice);
    }
}

static void an_observed_state_prompts_like_the_true_one(void **state)
{
    (void)state;
    if (!game->observe) skip();
    for_all_states(check_observe);
}

/* A page asks a shown state whose turn it is, which turn, and what is an answer. */
static void check_show(struct play *p)
{
    struct game_status now, shown;
    game->status(p->now, &now);
    for (int i = 0; i < 2; i++) {
        memset(p->next, 0x5a, game->state_size);
        game->show(p->now, i, p->next);
        game->status(p->next, &shown);
        assert_int_equal(game->actors(p->next), game->actors(p->now));
        assert_int_equal(shown.turn, now.turn);
        write_input(p->now, i, &p->text);
        write_input(p->next, i, &p->again);
        assert_string_equal(p->text.buf, p->again.buf);
        struct game_state *twice = memory_zeroed(game->state_size);
        game->show(p->next, i, twice);
        assert_memory_equal(twice, p->next, game->state_size);
        free(twice);
    }
}

static void a_shown_state_asks_like_the_true_one(void **state)
{
    (void)state;
    if (!game->show) skip();
    for_all_states(check_show);
}

/* What a program could rebuild from its input prompts the same again. */
static void the_input_can_be_read_back(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        struct play p;
        struct game_state *seen[2] = {memory_zeroed(game->state_size),
                                      memory_zeroed(game->state_size)};
        bool greeted[2] = {false, false};
        play_begin(&p, seed);
        for (; goes_on(&p); advance(&p)) {
            choose(&p);
            for (int i = 0; i < 2; i++) {
                static const int64_t left_ms[2] = {1000, 2000};
                struct game_self self;
                size_t used = 0;
                if (!(game->actors(p.now) >> i & 1)) continue;
                text_clear(&p.text);
                if (!greeted[i]) game->greet(p.now, i, &p.text);
                greeted[i] = true;
                game->prompt(p.now, i, left_ms, &p.text);
                assert_int_equal(game->perceive(seen[i], &self, p.text.buf, p.text.len, &used),
                                 PARSE_OK);
                assert_int_equal(used, p.text.len);
                text_clear(&p.text);
                text_clear(&p.again);
                game->prompt(p.now, i, left_ms, &p.text);
                int64_t own_ms[2] = {left_ms[i], left_ms[1 - i]};
                int64_t told_ms[2] = {self.player == i ? left_ms[0] : own_ms[0],
                                      self.player == i ? left_ms[1] : own_ms[1]};
                game->prompt(seen[i], self.player, told_ms, &p.again);
                assert_string_equal(p.text.buf, p.again.buf);
                game->sample(seen[i], self.player, &p.rng, p.other); /* must be possible */
            }
        }
        play_end(&p);
        free(seen[0]);
        free(seen[1]);
    }
}

static void check_frame(struct play *p)
{
    if (p->step % EVERY != 0 && goes_on(p)) return;
    text_clear(&p->text);
    game->frame(p->now, &p->text);
    assert_false(p->text.cut);
    assert_null(strchr(p->text.buf, '\n'));
    json_error_t why;
    json_t *json = json_loadb(p->text.buf, p->text.len, 0, &why);
    if (!json) print_message("%s\n", why.text);
    assert_true(json_is_object(json));
    json_decref(json);
}

static void frames_are_json_objects(void **state)
{
    (void)state;
    for_all_states(check_frame);
}

static void check_status(struct play *p)
{
    struct game_status s;
    game->status(p->now, &s);
    assert_true(s.winner >= -1 && s.winner <= 1);
    assert_true(s.turn >= 0);
    if (game->actors(p->now) == 0) {
        assert_true(s.over);
        assert_non_null(s.reason);
    }
    if (!s.over) assert_int_equal(s.winner, -1);
}

static void a_game_that_is_over_says_why(void **state)
{
    (void)state;
    for_all_states(check_status);
}

static void every_failure_is_an_answer(void **state)
{
    (void)state;
    for (int kind = REPLY_INVALID; kind <= REPLY_GONE; kind++)
        for (unsigned who = 1; who <= 3; who++) {
            struct play p;
            play_begin(&p, 1);
            for (int i = 0; i < 3 && goes_on(&p); i++) choose(&p), advance(&p);
            /* As often as it takes: some games go on after a failure. */
            for (int i = 0; i < 5000 && game->actors(p.now) != 0; i++) {
                choose(&p);
                for (int k = 0; k < 2; k++)
                    if ((who >> k & 1) && p.reply[k].kind != REPLY_NONE)
                        p.reply[k].kind = (enum reply_kind)kind;
                advance(&p);
            }
            check_status(&p);
            play_end(&p);
        }
}

static void a_failed_name_comes_before_the_first_answer(void **state)
{
    (void)state;
    for (int side = 0; side < 2; side++) {
        struct play p;
        struct game_status s;
        play_begin(&p, 1);
        while (goes_on(&p) && !(game->actors(p.now) >> side & 1)) choose(&p), advance(&p);
        p.reply[side] = (struct game_reply){.kind = REPLY_INVALID};
        p.reply[1 - side] = (struct game_reply){.kind = REPLY_NONE};
        advance(&p);
        game->status(p.now, &s);
        if (s.over) assert_true(s.winner != side);
        play_end(&p);
    }
}

static void wrong_options_are_refused_with_a_sentence(void **state)
{
    (void)state;
    struct game_state *s = memory_zeroed(game->state_size);
    struct game_setup setup = {.seed = 1, .options = "no-such-option=1"};
    char buf[256];
    struct text why = TEXT_ON(buf);
    assert_false(game->init(s, &setup, &why));
    assert_non_null(strstr(buf, "no-such-option"));
    free(s);
}

static void check_list(struct play *p)
{
    if (!goes_on(p)) return;
    for (int i = 0; i < 2; i++) {
        if (!(game->actors(p->now) >> i & 1)) continue;
        int count = game->list(p->now, i, NULL, 0);
        assert_true(count > 0);
        struct game_action *all = memory_zeroed((size_t)count * game->action_size);
        assert_int_equal(game->list(p->now, i, all, count), count);
        bool found = false;
        for (int k = 0; k < count && !found; k++)
            found = memcmp((char *)all + (size_t)k * game->action_size, p->action[i],
                           game->action_size) == 0;
        assert_true(found); /* what sample() chose is in the list */
        free(all);
    }
}

static void sampled_actions_are_listed(void **state)
{
    (void)state;
    if (!game->list) skip();
    for_all_states(check_list);
}

static void the_short_setup_is_one(void **state)
{
    (void)state;
    char buf[256];
    struct text why = TEXT_ON(buf);
    struct game_setup setup = {.seed = 1, .options = game->short_setup};
    struct game_state *now = memory_zeroed(game->state_size);
    if (!game->init(now, &setup, &why)) fail_msg("%s: %s", game->short_setup, buf);
    assert_true(game->actors(now) != 0);
    free(now);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_copy_has_the_same_future),
        cmocka_unit_test(the_same_seed_gives_the_same_game),
        cmocka_unit_test(parse_reads_what_format_wrote),
        cmocka_unit_test(each_proper_prefix_asks_for_more),
        cmocka_unit_test(an_observed_state_prompts_like_the_true_one),
        cmocka_unit_test(a_shown_state_asks_like_the_true_one),
        cmocka_unit_test(the_input_can_be_read_back),
        cmocka_unit_test(frames_are_json_objects),
        cmocka_unit_test(a_game_that_is_over_says_why),
        cmocka_unit_test(every_failure_is_an_answer),
        cmocka_unit_test(a_failed_name_comes_before_the_first_answer),
        cmocka_unit_test(wrong_options_are_refused_with_a_sentence),
        cmocka_unit_test(sampled_actions_are_listed),
        cmocka_unit_test(the_short_setup_is_one),
    };
    game = argc == 2 ? game_find(argv[1]) : NULL;
    if (!game) {
        fprintf(stderr, "usage: conformance_test GAME\n");
        return 2;
    }
    return cmocka_run_group_tests_name(argv[1], tests, NULL, NULL);
}
