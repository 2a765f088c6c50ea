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
