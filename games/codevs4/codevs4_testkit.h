/*
 * Helpers that the tests of CODE VS 4.0 share.
 *
 * Positions are written as in the rulebook, [ID,side,y,x,HP,type] for each unit, and answers as
 * programs send them.
 */
#pragma once
#include "games/codevs4/codevs4.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

/* One game at a time: states are too big for many of them on a stack. */
static struct codevs4 game;
static struct codevs4_action actions[2];
static char text_room[2][2 << 20];

static inline struct game_state *opaque(struct codevs4 *g)
{
    return (struct game_state *)g;
}

/* All numbers of a text, whatever stands between them. */
static inline int numbers_of(const char *text, long n[], int cap)
{
    int count = 0;
    while (*text) {
        char *end;
        long value = strtol(text, &end, 10);
        if (end == text) {
            text++;
            continue;
        }
        assert_true(count < cap);
        n[count++] = value;
        text = end;
    }
    return count;
}

/* A free position: units as [ID,side,y,x,HP,type] by ascending ID. */
static inline void place(const char *units, int money0, int money1, const char *resources)
{
    long n[1024];
    memset(&game, 0, sizeof game);
    int count = numbers_of(units, n, LENGTH(n));
    for (int i = 0; i < count; i += 6)
        game.unit[game.count++] = (struct codevs4_unit){.id = (uint16_t)n[i],
                                                        .side = (uint8_t)n[i + 1],
                                                        .y = (uint8_t)n[i + 2],
                                                        .x = (uint8_t)n[i + 3],
                                                        .hp = (uint16_t)n[i + 4],
                                                        .type = (uint8_t)n[i + 5]};
    game.next_id = game.unit[game.count - 1].id + 1;
    count = numbers_of(resources, n, LENGTH(n));
    for (int i = 0; i < count; i += 2)
        game.resource[game.resource_count++] =
            (struct codevs4_cell){(uint8_t)n[i], (uint8_t)n[i + 1]};
    game.money[0] = money0;
    game.money[1] = money1;
    game.income[0] = game.income[1] = CODEVS4_INCOME;
    game.stages = 1;
}

static const char castles[] = "[0,0,10,10,50000,4] [6,1,90,90,50000,4]";

static inline void init(uint64_t seed, const char *options)
{
    char why_not[256];
    struct text why = TEXT_ON(why_not);
    struct game_setup setup = {.seed = seed, .options = options};
    if (!game_codevs4.init(opaque(&game), &setup, &why)) fail_msg("%s", why_not);
}

static inline enum parse_result parse(int p, const char *answer, size_t len, size_t *used)
{
    return game_codevs4.parse(opaque(&game), p, answer, len, (struct game_action *)&actions[p],
                              used);
}

/* An answer as it comes; NULL: late; "gone": ended. */
static inline struct game_reply reply_of(int p, const char *answer)
{
    struct game_reply reply = {.kind = REPLY_ACTION,
                               .action = (const struct game_action *)&actions[p]};
    size_t used = 0;
    if (!answer) {
        reply.kind = REPLY_TIMEOUT;
    } else if (strcmp(answer, "gone") == 0) {
        reply.kind = REPLY_GONE;
    } else if (parse(p, answer, strlen(answer), &used) == PARSE_INVALID) {
        reply.kind = REPLY_INVALID;
    } else {
        assert_int_equal(used, strlen(answer));
    }
    return reply;
}

static inline void play(const char *answer0, const char *answer1)
{
    struct game_reply reply[2] = {reply_of(0, answer0), reply_of(1, answer1)};
    game_codevs4.step(opaque(&game), reply);
}

static inline int place_in(const struct codevs4 *g, int id)
{
    int hint = 0;
    return codevs4_find(g, id, &hint);
}

/* A unit that must be alive. */
static inline const struct codevs4_unit *unit_of(int id)
{
    int at = place_in(&game, id);
    if (at < 0) fail_msg("unit %d is gone", id);
    return &game.unit[at < 0 ? 0 : at];
}

static inline void assert_gone(int id)
{
    assert_int_equal(place_in(&game, id), -1);
}

static inline void assert_unit(int id, int y, int x, int hp)
{
    const struct codevs4_unit *unit = unit_of(id);
    if (unit->y != y || unit->x != x || unit->hp != hp)
        fail_msg("unit %d is at (%d,%d) with %d HP, not at (%d,%d) with %d", id, unit->y, unit->x,
                 unit->hp, y, x, hp);
}

static inline void assert_hp(int id, int hp)
{
    assert_unit(id, unit_of(id)->y, unit_of(id)->x, hp);
}

static inline void assert_made(int id, int side, enum codevs4_type type, int y, int x)
{
    assert_unit(id, y, x, codevs4_traits[type].hp);
    assert_int_equal(unit_of(id)->type, type);
    assert_int_equal(unit_of(id)->side, side);
}

static inline void assert_money(int money0, int money1)
{
    assert_int_equal(game.money[0], money0);
    assert_int_equal(game.money[1], money1);
}

static inline const char *prompt_of(struct codevs4 *g, int p, int64_t left_ms)
{
    struct text t = text_on(text_room[p], sizeof text_room[p]);
    int64_t left[2] = {left_ms, left_ms};
    game_codevs4.prompt(opaque(g), p, left, &t);
    assert_false(t.cut);
    return t.buf;
}

static inline struct game_status status_now(void)
{
    struct game_status status;
    game_codevs4.status(opaque(&game), &status);
    return status;
}

static inline void assert_score(int stage, enum codevs4_result result, int turns)
{
    assert_int_equal(game.score[stage].result, result);
    assert_int_equal(game.score[stage].turns, turns);
}

/* So many units on a square of this width, somewhere on the field. */
static inline void scatter(int count, uint32_t width, struct rng *rng)
{
    int y = (int)rng_below(rng, 101 - width), x = (int)rng_below(rng, 101 - width);
    memset(&game, 0, sizeof game);
    game.stages = 1;
    for (int i = 0; i < count; i++) {
        /* One after the other: in which order arguments are drawn is the compiler's choice. */
        int side = (int)rng_below(rng, 2);
        enum codevs4_type type = (enum codevs4_type)rng_below(rng, CODEVS4_TYPES);
        int own_y = y + (int)rng_below(rng, width), own_x = x + (int)rng_below(rng, width);
        codevs4_add_unit(&game, side, type, own_y, own_x);
    }
}

static inline enum parse_result perceive(struct codevs4 *g, struct game_self *self,
                                         const char *text, size_t len, size_t *used)
{
    return game_codevs4.perceive(opaque(g), self, text, len, used);
}
