/* How strong the bots of CODE VS Reborn are, as tables. */
#include "games/reborn/reborn.h"
#include "tests/strength/sparring_reborn.h"
#include "tests/strength/strength.h"
#include "tests/strength/strength_reborn_alone.h"
#include "tests/strength/strength_reborn_recorded.h"
#include "tests/strength/strength_reborn_weights.h"

#include <stdio.h>

extern const struct bot bot_random, bot_reborn_greedy, bot_reborn_master, bot_reborn_expert,
    bot_reborn_amateur;

static void note(const struct game_state *state, int p, struct text *t)
{
    const struct reborn *g = (const struct reborn *)state;
    const struct reborn_last *last = &g->side[p].last;
    if (last->blast == 0 && last->chain < 5) return;
    text_char(t, ' ');
    text_int(t, g->turn - 1);
    text_str(t, last->blast > 0 ? ":skill" : ":");
    text_int(t, last->blast > 0 ? last->blast : last->chain);
}

static const struct bot_budget own = {0};

static void table_greedy(void)
{
    puts("# against the sparring partner that there was before");
    strength_series(&bot_reborn_master, strength_budget(), &bot_reborn_greedy, own);
}

static void table_levels(void)
{
    puts("# each level against the one below");
    strength_series(&bot_reborn_master, strength_budget(), &bot_reborn_expert, own);
    strength_series(&bot_reborn_expert, own, &bot_reborn_amateur, own);
    strength_series(&bot_reborn_amateur, own, &bot_reborn_greedy, own);
}

static void table_sparring(void)
{
    puts("# against partners who play like contest programs and do not look at the opponent");
    strength_series(&bot_reborn_master, strength_budget(), &sparring_fast, own);
    strength_series(&bot_reborn_master, strength_budget(), &sparring_late, own);
    strength_series(&bot_reborn_master, strength_budget(), &sparring_skill, own);
    strength_series(&bot_reborn_master, strength_budget(), &sparring_harass, own);
}

static void table_strange(void)
{
    puts("# against strange opponents");
    strength_series(&bot_reborn_master, strength_budget(), &strange_spammer, own);
    strength_series(&bot_reborn_master, strength_budget(), &strange_bomber, own);
    strength_series(&bot_reborn_master, strength_budget(), &strange_staller, own);
    strength_series(&bot_reborn_master, strength_budget(), &strange_copier, own);
    strength_series(&bot_reborn_master, strength_budget(), &bot_random, own);
}

static void table_self(void)
{
    puts("# the master against itself with a quarter of the nodes");
    struct bot_budget less = {.nodes = opt.nodes ? opt.nodes / 4 + 1 : 20000};
    strength_series(&bot_reborn_master, strength_budget(), &bot_reborn_master, less);
}

static void table_clock(void)
{
    puts("# no game lost on time");
    strength_series(&bot_reborn_master, own, &bot_reborn_expert, own);
}

static const struct strength_table tables[] = {{"alone", strength_reborn_alone},
                                               {"published", strength_reborn_published},
                                               {"again", strength_reborn_again},
                                               {"scaling", strength_reborn_scaling},
                                               {"recorded", strength_reborn_recorded},
                                               {"greedy", table_greedy},
                                               {"levels", table_levels},
                                               {"sparring", table_sparring},
                                               {"strange", table_strange},
                                               {"clock", table_clock},
                                               {"self", table_self},
                                               {"weights-free", strength_reborn_fit_free},
                                               {"weights-hit", strength_reborn_fit_hit},
                                               {0}};

static const struct strength_player players[] = {
    {"master", &bot_reborn_master},   {"expert", &bot_reborn_expert},
    {"amateur", &bot_reborn_amateur}, {"greedy", &bot_reborn_greedy},
    {"random", &bot_random},          {"fast", &sparring_fast},
    {"late", &sparring_late},         {"skill", &sparring_skill},
    {"harass", &sparring_harass},     {"spammer", &strange_spammer},
    {"bomber", &strange_bomber},      {"staller", &strange_staller},
    {"copier", &strange_copier},      {0}};

int main(int argc, char **argv)
{
    static const struct strength reborn = {
        .game = &game_reborn, .players = players, .tables = tables, .note = note};
    return strength_main(&reborn, argc, argv);
}
