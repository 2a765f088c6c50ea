/* Which games have scripts: one entry for each games/X/X_script.c that Meson has found. */
#include "games/script.h"

#include <string.h>

#define SCRIPT(name) extern const struct game_script script_##name;
#include "scripts_list.h"
#undef SCRIPT

#define SCRIPT(name) &script_##name,
const struct game_script *const game_scripts[] = {
#include "scripts_list.h"
    NULL};
#undef SCRIPT

const struct game_script *game_script_find(const char *game)
{
    for (int i = 0; game_scripts[i]; i++)
        if (strcmp(game_scripts[i]->game, game) == 0) return game_scripts[i];
    return NULL;
}
