/* Plays fixed games by fixed players and hashes every state: one number that changes exactly
   when some rule does. */
#include "games/bench.h"

#include "base/hash.h"

enum { SEEDS = 20, STEPS_MOST = 2000 };

/* One answer in a thousand is a failure, a different kind each time: they are part of the rules. */
static struct game_reply any_reply(const struct game *game, const struct game_state *state, int p,
                                   struct rng *rng, struct game_action *action)
{
    static const enum reply_kind failures[] = {REPLY_INVALID, REPLY_TIMEOUT, REPLY_GONE};
    struct game_reply reply = {.kind = REPLY_NONE};
    if (!(game->actors(state) >> p & 1)) return reply;
    reply.kind = rng_below(rng, 1000) == 0 ? failures[rng_below(rng, 3)] : REPLY_ACTION;
    game->sample(state, p, rng, action);
    reply.action = action;
    return reply;
}

uint64_t game_bench(const struct game *game, struct game_state *state,
                    struct game_action *const action[2], uint64_t sum, int64_t *steps)
{
    char why_not[64];
    struct text why = TEXT_ON(why_not);
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        struct game_setup setup = {.seed = seed};
        struct rng rng = {seed};
        if (!game->init(state, &setup, &why)) return 0;
        for (int i = 0; i < STEPS_MOST && game->actors(state) != 0; i++) {
            struct game_reply reply[2];
            for (int p = 0; p < 2; p++) reply[p] = any_reply(game, state, p, &rng, action[p]);
            game->step(state, reply);
            sum = hash_word(sum, game->hash(state));
            ++*steps;
        }
    }
    return sum;
}
