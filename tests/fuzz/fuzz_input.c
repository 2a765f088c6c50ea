/* Whatever bytes another arena sends to a bot: perceive() answers within bounds. */
#include "bots/bot.h"
#include "os/memory.h"

#include <assert.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 1) return 0;
    const struct game *game = games[data[0] % game_count];
    struct game_state *state = memory_zeroed(game->state_size);
    struct game_action *action = memory_zeroed(game->action_size);
    const char *bytes = (const char *)data + 1;
    size_t len = size - 1;
    struct rng rng = {1};
    for (;;) {
        struct game_self self;
        size_t used = 0;
        enum parse_result result = game->perceive(state, &self, bytes, len, &used);
        assert(used <= len);
        if (result != PARSE_OK || used == 0) break;
        assert(self.player == 0 || self.player == 1);
        if (game->actors(state) >> self.player & 1) game->sample(state, self.player, &rng, action);
        bytes += used;
        len -= used;
    }
    free(state);
    free(action);
    return 0;
}
