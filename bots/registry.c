/* The list of bots is made by the build from bots.list and the games' own; here it becomes an
   array. */
#include "bots/bot.h"

#include <string.h>

#define BOT(name) extern const struct bot bot_##name;
#include "bots_list.h"
#undef BOT

#define BOT(name) &bot_##name,
const struct bot *const bots[] = {
#include "bots_list.h"
};
#undef BOT
const int bot_count = sizeof bots / sizeof bots[0];

const struct bot *bot_find(const struct game *game, const char *name)
{
    for (int i = 0; i < bot_count; i++) {
        const struct bot *b = bots[i];
        if (strcmp(b->name, name) == 0 && (!b->game || strcmp(b->game, game->name) == 0)) return b;
    }
    return NULL;
}
