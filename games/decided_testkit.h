/* What decided a game, as a reader gets it: for the tests of all games. Players are Aki and Ben. */
#pragma once
#include "games/game.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Both sentences must come out whole; the English one is compared. */
static inline void assert_told(const struct game *of, const struct game_memory *memory,
                               const struct game_state *state, int turn, const char *english)
{
    static const char *const names[2] = {"Aki", "Ben"};
    char told[GAME_LANGUAGES][1024], json[2048];
    struct text t = TEXT_ON(json);
    struct game_decision d;
    struct game_status status;
    of->status(state, &status);
    assert_true(of->decided(memory, state, &d));
    for (int language = 0; language < GAME_LANGUAGES; language++) {
        struct text sentence = TEXT_ON(told[language]);
        decision_sentence(&d, language, names, status.winner, &sentence);
        assert_false(sentence.cut);
        assert_null(strchr(told[language], '{'));
    }
    decision_json(&d, &t);
    assert_false(t.cut);
    assert_string_equal(told[0], english);
    assert_true((unsigned char)told[1][0] > 0x7f); /* Japanese */
    assert_int_equal(d.turn, turn);
}
