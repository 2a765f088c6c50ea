/* Plays any game by drawing among its legal actions: the least that an opponent can be. */
#include "bots/bot.h"

static void think(const struct bot_view *view, void *memory, struct game_action *out)
{
    (void)memory;
    view->game->sample(view->state, view->self.player, view->rng, out);
}

const struct bot bot_random = {
    .name = "random",
    .about = N_("any legal move; what every other player should beat"),
    .think = think,
};
