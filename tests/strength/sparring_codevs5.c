#include "tests/strength/sparring_codevs5.h"

#include "bots/codevs5/chase.h"

#include <string.h>

enum { WIDTH = 1 << 9, TURNS = 6, NODES = 1200 };

struct mind {
    struct chase chase;
    int32_t is_open;
    _Alignas(64) unsigned char rest[];
};

static struct codevs5_command run(const struct bot_view *view, void *memory)
{
    static const struct chase_style style = {.width = WIDTH, .turns = TURNS};
    struct mind *mind = memory;
    if (!mind->is_open) chase_open(&mind->chase, style, mind->rest);
    mind->is_open = 1;
    struct chase_time time = {NODES, INT64_MAX, NODES, INT64_MAX};
    return chase_think(&mind->chase, kit_state(view), view->self.player, time);
}

static const struct codevs5_field *foe_of(const struct bot_view *view)
{
    return &kit_state(view)->field[1 - view->self.player];
}

/* The walks without jutsu that survive a spell. */
static int count_walks(const struct codevs5_field *foe, struct codevs5_spell spell)
{
    static const struct codevs5_spell none = {.jutsu = JUTSU_NONE};
    static const struct codevs5_command stay = {.jutsu = JUTSU_NONE};
    static struct codevs5_walk walk[CODEVS5_WALKS_MAX];
    struct codevs5_field field = *foe;
    codevs5_field_act(&field, spell, none, &stay);
    int walks = codevs5_list_walks(&field, CODEVS5_STEPS, walk, CODEVS5_WALKS_MAX), count = 0;
    for (int i = 0; i < walks; i++) count += !kit_is_caught(&field, walk[i].ninja);
    return count;
}

static bool can_spare(const struct bot_view *view, enum codevs5_jutsu jutsu)
{
    const uint8_t *cost = kit_state(view)->cost;
    return kit_own(view)->nin >= cost[jutsu] + cost[JUTSU_MY_CLONE];
}

/* Where it takes most walks away, a quarter of them at least. */
static void drop_rock(const struct bot_view *view, struct codevs5_command *command)
{
    const struct codevs5_field *foe = foe_of(view);
    struct codevs5_board floor = codevs5_floor(foe);
    int least = count_walks(foe, (struct codevs5_spell){.jutsu = JUTSU_NONE}) * 3 / 4;
    if (command->jutsu != JUTSU_NONE || !can_spare(view, JUTSU_FOE_ROCK)) return;
    BOARD_EACH(cell, &floor)
    {
        int left = count_walks(foe, (struct codevs5_spell){JUTSU_FOE_ROCK, (uint8_t)cell});
        if (left >= least) continue;
        least = left;
        command->jutsu = JUTSU_FOE_ROCK;
        command->argument = (uint8_t)cell;
    }
}

/* Calls the dogs to a ninja that has few walks left and may count on a clone of its own. */
static void cast_clone(const struct bot_view *view, struct codevs5_command *command)
{
    enum { FEW_WALKS = 12 };
    const struct codevs5_field *foe = foe_of(view);
    int n = board_around(&foe->dogs, foe->ninja[1]) != 0;
    if (command->jutsu != JUTSU_NONE || !can_spare(view, JUTSU_FOE_CLONE) ||
        count_walks(foe, (struct codevs5_spell){.jutsu = JUTSU_NONE}) > FEW_WALKS)
        return;
    command->jutsu = JUTSU_FOE_CLONE;
    command->argument = foe->ninja[n];
}

static void think_hoarder(const struct bot_view *view, void *memory, struct game_action *out)
{
    struct codevs5_command command = run(view, memory);
    memcpy(out, &command, sizeof command);
}

static void think_rocks(const struct bot_view *view, void *memory, struct game_action *out)
{
    struct codevs5_command command = run(view, memory);
    drop_rock(view, &command);
    memcpy(out, &command, sizeof command);
}

static void think_clones(const struct bot_view *view, void *memory, struct game_action *out)
{
    struct codevs5_command command = run(view, memory);
    cast_clone(view, &command);
    memcpy(out, &command, sizeof command);
}

#define SPARRING(id, title)                                                                        \
    const struct bot sparring_##id = {.name = title,                                               \
                                      .game = "codevs5",                                           \
                                      .memory_size = sizeof(struct mind) + ROUTER_SIZE(WIDTH),     \
                                      .think = think_##id}
SPARRING(hoarder, "hoarder");
SPARRING(rocks, "rocks");
SPARRING(clones, "clones");
