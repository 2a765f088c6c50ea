/*
 * campaign — the opponents of the original contest, one a stage, in one player.
 *
 * Which of them plays a stage follows from the word that the bot's own generator starts with, so
 * whoever seeds the bot can tell, too (codevs4_opponent; RULES 10.5).
 */
#include "bots/codevs4/kit.h"

struct campaign {
    bool is_begun;
    uint64_t word;
    struct kit4 kit; /* every opponent's memory, and begun afresh in each stage */
};

extern const struct bot bot_codevs4_gelb, bot_codevs4_grun, bot_codevs4_lila, bot_codevs4_rosa,
    bot_codevs4_schwarz, bot_codevs4_zinnober, bot_codevs4_silber, bot_codevs4_chokudAI,
    bot_codevs4_colunAI;

/* In the order of codevs4_opponent_names. */
static const struct bot *const opponents[CODEVS4_OPPONENTS] = {
    &bot_codevs4_gelb,   &bot_codevs4_grun,     &bot_codevs4_lila,
    &bot_codevs4_rosa,   &bot_codevs4_schwarz,  &bot_codevs4_zinnober,
    &bot_codevs4_silber, &bot_codevs4_chokudAI, &bot_codevs4_colunAI};

static void think(const struct bot_view *view, void *memory, struct game_action *out)
{
    struct campaign *c = memory;
    const struct codevs4 *g = (const struct codevs4 *)view->state;
    if (!c->is_begun) c->word = view->rng->word;
    c->is_begun = true;
    opponents[codevs4_opponent(c->word, g->stage)]->think(view, &c->kit, out);
}

const struct bot bot_codevs4_campaign = {
    .name = "campaign",
    .game = "codevs4",
    .about = N_("all opponents of the campaign, a different one each stage"),
    .memory_size = sizeof(struct campaign),
    .think = think,
};
