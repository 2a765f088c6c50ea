/* The list of games is made by the build from games.list; here it becomes an array. */
#include "games/game.h"

#include <string.h>

#define GAME(name) extern const struct game game_##name;
#include "games_list.h"
#undef GAME

#define GAME(name) &game_##name,
const struct game *const games[] = {
#include "games_list.h"
};
#undef GAME
const int game_count = sizeof games / sizeof games[0];

const struct game *game_find(const char *name)
{
    for (int i = 0; i < game_count; i++)
        if (strcmp(games[i]->name, name) == 0) return games[i];
    return NULL;
}

bool game_reason_is(const struct game_status *s, const char *written)
{
    return strcmp(written, game_reason(s)) == 0 || strcmp(written, s->reason) == 0;
}

struct game_clock game_clock(const struct game *game, bool is_at_home)
{
    struct game_clock clock = game->clock;
    if (is_at_home && clock.free_turns_at_home) clock.turn_ms = 0;
    return clock;
}
