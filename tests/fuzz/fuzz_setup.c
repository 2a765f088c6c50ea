/* Whatever options and maps someone gives: init() takes them or says why not. */
#include "games/game.h"
#include "os/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 2) return 0;
    const struct game *game = games[data[0] % game_count];
    size_t split = data[1] < size - 2 ? data[1] : size - 2;
    char *options = strndup((const char *)data + 2, split);
    char *map = strndup((const char *)data + 2 + split, size - 2 - split);
    struct game_setup setup = {.seed = size, .options = options, .map = *map ? map : NULL};
    struct game_state *state = memory_zeroed(game->state_size);
    char why_not[256];
    struct text why = TEXT_ON(why_not);
    bool ok = game->init(state, &setup, &why);
    assert(ok || why.len > 0);
    if (ok) game->hash(state);
    free(state);
    free(options);
    free(map);
    return 0;
}
