/*
 * Whatever bytes a player sends, in whatever state: parse() answers within bounds, and step() plays
 * on. The first bytes choose game, seed, how many random steps come first, and the player.
 */
#include "games/game.h"
#include "os/memory.h"

#include <assert.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void random_steps(const struct game *game, struct game_state *state,
                         struct game_action *const action[2], struct rng *rng, int steps)
{
    for (int i = 0; i < steps && game->actors(state) != 0; i++) {
        struct game_reply reply[2] = {{.kind = REPLY_NONE}, {.kind = REPLY_NONE}};
        for (int p = 0; p < 2; p++) {
            if (!(game->actors(state) >> p & 1)) continue;
            game->sample(state, p, rng, action[p]);
            reply[p] = (struct game_reply){.kind = REPLY_ACTION, .action = action[p]};
        }
        game->step(state, reply);
    }
}

/* Reads answers one after the other, as the referee would, until the bytes run out. */
static void feed(const struct game *game, struct game_state *state,
                 struct game_action *const action[2], struct rng *rng, int p, const char *bytes,
                 size_t len)
{
    while (game->actors(state) != 0) {
        struct game_reply reply[2] = {{.kind = REPLY_NONE}, {.kind = REPLY_NONE}};
        size_t used = 0;
        for (int other = 0; other < 2; other++) {
            if (!(game->actors(state) >> other & 1)) continue;
            game->sample(state, other, rng, action[other]);
            reply[other] = (struct game_reply){.kind = REPLY_ACTION, .action = action[other]};
        }
        if (reply[p].kind == REPLY_ACTION) {
            enum parse_result result = game->parse(state, p, bytes, len, action[p], &used);
            if (result == PARSE_MORE) return;
            assert(used > 0 && used <= len);
            if (result == PARSE_INVALID) reply[p].kind = REPLY_INVALID;
            bytes += used;
            len -= used;
        }
        game->step(state, reply);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 4) return 0;
    const struct game *game = games[data[0] % game_count];
    struct game_setup setup = {.seed = data[1]};
    struct rng rng = {data[1]};
    char why_not[128];
    struct text why = TEXT_ON(why_not);
    struct game_state *state = memory_zeroed(game->state_size);
    struct game_action *action[2] = {memory_zeroed(game->action_size),
                                     memory_zeroed(game->action_size)};
    if (game->init(state, &setup, &why)) {
        random_steps(game, state, action, &rng, data[2] % 64);
        feed(game, state, action, &rng, data[3] & 1, (const char *)data + 4, size - 4);
    }
    free(state);
    free(action[0]);
    free(action[1]);
    return 0;
}
