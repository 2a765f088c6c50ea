/*
 * master, expert, amateur — players of CODE VS 4.0, the same code with different means.
 *
 * A turn is a row of wishes, as with the other players of this game (kit.h): first what is known
 * (belief.h), then the war (war.h), and what is left of units and money is for the economy
 * (economy.h). A node is a turn of a battle that is played out (battle.h); nothing else takes long.
 */
#include "bots/budget.h"
#include "bots/codevs4/economy.h"
#include "bots/codevs4/war.h"

enum {
    CLOCK_PART = 5000, /* a turn gets one in so many of what is left */
    LOOK_AHEAD = 55, /* late in a stage, a worker must have earned its price within so many turns */
    LONG_WAR = 90,   /* ... when no end of the war is in sight */
    DEPTH = 130,     /* mines just beyond the middle of the field are worked as well */
};

struct level {
    int scouts;
    int horizon; /* workers who earn their price by this turn are always made */
    int villages;
    struct war_style war;
    struct budget_level budget;
};

/* `tests/heavy/strength codevs4 levels` prints what each wins against the one below. */
static const struct level master_level = {
    .scouts = 6,
    .horizon = 220,
    .villages = 12,
    .war = {.spies = 2, .bases = 5, .foresight = 100, .can_wait = true},
    .budget = {.clock_part = CLOCK_PART}};
static const struct level expert_level = {
    .scouts = 3,
    .horizon = 150,
    .villages = 3,
    .war = {.spies = 1, .spies_from = 80, .bases = 2, .foresight = 30},
    .budget = {.nodes = 100, .clock_part = CLOCK_PART}};
static const struct level amateur_level = {
    .scouts = 2,
    .horizon = 150,
    .villages = 1,
    .war = {.spies = 1, .spies_from = 110, .bases = 2, .foresight = 30, .is_rash = true},
    .budget = {.nodes = 50, .clock_part = CLOCK_PART}};

struct mind {
    struct kit4 kit;
    struct belief4 belief;
    struct economy economy;
    struct war war;
};

static struct economy_wish wish_of(const struct level *level, int turn, bool is_long)
{
    int rolling = turn + (is_long ? LONG_WAR : LOOK_AHEAD);
    return (struct economy_wish){.scouts = level->scouts,
                                 .horizon = level->horizon > rolling ? level->horizon : rolling,
                                 .depth = DEPTH,
                                 .villages = level->villages};
}

static void think_at(const struct level *level, const struct bot_view *view, void *memory,
                     struct game_action *out)
{
    struct mind *m = memory;
    struct kit4 *k = &m->kit;
    struct budget_turn turn = budget_of_turn(view, &level->budget, CODEVS4_TURNS);
    struct limit limit = limit_from(turn.nodes, turn.end_us);
    if (kit4_begin(k, view, out)) {
        belief4_begin(&m->belief);
        war_begin(&m->war, level->war);
    }
    belief4_update(&m->belief, k);
    economy_begin(&m->economy, k, &m->belief, wish_of(level, k->g.turn, war_is_long(&m->war)));
    war_run(&m->war, k, &m->belief, &m->economy, &limit);
    economy_run(&m->economy, k, &m->belief);
    war_spend(&m->war, k, &m->belief, &m->economy);
}

static void think_master(const struct bot_view *view, void *memory, struct game_action *out)
{
    think_at(&master_level, view, memory, out);
}

static void think_expert(const struct bot_view *view, void *memory, struct game_action *out)
{
    think_at(&expert_level, view, memory, out);
}

static void think_amateur(const struct bot_view *view, void *memory, struct game_action *out)
{
    think_at(&amateur_level, view, memory, out);
}

const struct bot bot_codevs4_master = {
    .name = "master",
    .game = "codevs4",
    .about = N_("mines with all it has, feels for the castle with spies, and attacks when a battle "
                "played out beforehand is won"),
    .has_budget = true,
    .spare = "nodes=500",
    .memory_size = sizeof(struct mind),
    .think = think_master,
};

const struct bot bot_codevs4_expert = {
    .name = "expert",
    .game = "codevs4",
    .about = N_("the master with fewer scouts, villages and bases; its spy sets out later"),
    .has_budget = true,
    .memory_size = sizeof(struct mind),
    .think = think_expert,
};

const struct bot bot_codevs4_amateur = {
    .name = "amateur",
    .game = "codevs4",
    .about = N_("plays like the master with one village, sends its spy late, and attacks without "
                "asking whether it can win"),
    .has_budget = true,
    .memory_size = sizeof(struct mind),
    .think = think_amateur,
};
