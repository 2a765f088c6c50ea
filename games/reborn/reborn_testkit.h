/* Helpers that both tests of Reborn use. */
#pragma once
#include "games/reborn/reborn.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

static inline struct game_state *opaque(struct reborn *g)
{
    return (struct game_state *)g;
}

/* A reply as it comes from a command line without its LF; NULL: late; "gone": ended. */
static inline struct game_reply reply_of(const struct reborn *g, int p, const char *command,
                                         struct reborn_action *action)
{
    if (!command) return (struct game_reply){.kind = REPLY_TIMEOUT};
    if (strcmp(command, "gone") == 0) return (struct game_reply){.kind = REPLY_GONE};
    char line[128];
    struct text t = TEXT_ON(line);
    size_t used = 0;
    text_str(&t, command);
    text_char(&t, '\n');
    enum parse_result result =
        game_reborn.parse((const struct game_state *)g, p, line, t.len, (void *)action, &used);
    assert_int_equal(used, t.len);
    return (struct game_reply){.kind = result == PARSE_OK ? REPLY_ACTION : REPLY_INVALID,
                               .action = (const struct game_action *)action};
}

static inline void play(struct reborn *g, const char *command0, const char *command1)
{
    struct reborn_action action[2];
    struct game_reply reply[2] = {reply_of(g, 0, command0, &action[0]),
                                  reply_of(g, 1, command1, &action[1])};
    game_reborn.step(opaque(g), reply);
}

static inline struct game_status status_of(const struct reborn *g)
{
    struct game_status status;
    game_reborn.status((const struct game_state *)g, &status);
    return status;
}

struct mixture {
    int numbers[10], fours, threes, gaps[4];
};

static inline struct mixture mixture_of(const struct reborn_pack packs[REBORN_TURNS])
{
    struct mixture m = {{0}, 0, 0, {0}};
    for (int i = 0; i < REBORN_TURNS; i++) {
        int empty = 0;
        for (int cell = 0; cell < 4; cell++) {
            int value = packs[i].cell[cell];
            m.numbers[value]++;
            if (value > 0) continue;
            m.gaps[cell]++;
            empty++;
        }
        m.fours += empty == 0;
        m.threes += empty == 1;
    }
    return m;
}

static inline void assert_mixture(const struct mixture *m, int each, int fours, const int gap[4])
{
    for (int value = 1; value <= 9; value++) assert_int_equal(m->numbers[value], each);
    assert_int_equal(m->fours, fours);
    assert_int_equal(m->threes, REBORN_TURNS - fours);
    for (int cell = 0; cell < 4; cell++) assert_int_equal(m->gaps[cell] > 0, gap[cell]);
}

/* Which cells of a pack may be empty. */
static const int any_gap[4] = {1, 1, 1, 1}, client_gap[4] = {1, 0, 1, 1};
