/* How strong the bots of CODE VS 5.0 are, as tables. */
#include "bots/codevs5/route.h"
#include "bots/codevs5/survival.h"
#include "games/codevs5/codevs5.h"
#include "os/clock.h"
#include "os/memory.h"
#include "tests/strength/sparring_codevs5.h"
#include "tests/strength/strength.h"
#include "tests/strength/strength_codevs5_masters.h"

#include <stdio.h>
#include <stdlib.h>

extern const struct bot bot_random, bot_codevs5_walker, bot_codevs5_collector, bot_codevs5_runner,
    bot_codevs5_amateur, bot_codevs5_expert, bot_codevs5_master;

static const struct bot_budget own = {0};

/* ---- what is counted ---- */

static const char *const numbers[] = {"sent",   "clones",           "slashes", "attacks", "others",
                                      "deaths", "avoidable by one", "by two",  NULL};

/* The nin-power that a player can win in this turn. */
static int gain_of(const struct codevs5_field *field)
{
    static struct codevs5_walk walks[CODEVS5_WALKS_MAX];
    int most = 0, count = codevs5_list_walks(field, CODEVS5_STEPS, walks, CODEVS5_WALKS_MAX);
    for (int i = 0; i < count; i++)
        if (walks[i].souls > most) most = walks[i].souls;
    return CODEVS5_SOUL_NIN * most;
}

/* Whether there was a command in this turn after which, whatever the opponent casts, there is a
   safe one in the next. Walks with and without a jutsu are tried; clones on every cell. */
static bool was_safe_twice(const struct codevs5_state *s, int p)
{
    static struct survival survival;
    static struct codevs5_walk walks[CODEVS5_WALKS_MAX];
    const struct codevs5_field *own = &s->field[p], *foe = &s->field[1 - p];
    struct survival_spells spells;
    int gain = gain_of(foe),
        count = codevs5_list_walks(own, CODEVS5_STEPS, walks, CODEVS5_WALKS_MAX);
    survival.cost = s->cost;
    survival.is_thorough = true;
    survival.tries = INT32_MAX;
    survival_list(own, s->cost, foe->nin, false, &spells);
    for (int jutsu = JUTSU_NONE; jutsu <= JUTSU_SLASH; jutsu += JUTSU_SLASH - JUTSU_NONE)
        for (int n = 0; n <= (jutsu == JUTSU_SLASH); n++)
            for (int i = 0; i < count; i++) {
                struct codevs5_command command =
                    kit_command(&walks[i], (struct codevs5_spell){(int8_t)jutsu, (uint8_t)n});
                if (survival_traps(&survival, own, foe->nin, gain, &command, &spells, 1) == 0)
                    return true;
            }
    return false;
}

/* A death, and whether it could have been avoided: before[0] is the state of the last turn,
   before[1] of the one before it. */
static void count_death(const struct codevs5_state before[2], int p, int32_t *number)
{
    static struct survival survival;
    struct codevs5_command safe;
    survival.cost = before[0].cost;
    survival.is_thorough = true;
    survival.tries = INT32_MAX;
    number[5]++;
    number[6] += survival_find(&survival, &before[0].field[p], before[0].field[1 - p].nin, &safe);
    number[7] += before[0].turn > 0 && was_safe_twice(&before[1], p);
}

static void count(const struct game_state *before, const struct game_state *after, int p,
                  int32_t *number)
{
    const struct codevs5_state *s = (const struct codevs5_state *)after;
    const struct codevs5_deed *did = &s->last[p];
    static struct codevs5_state last[2];
    if (p == 0) {
        last[1] = last[0];
        last[0] = *(const struct codevs5_state *)before;
    }
    number[0] += did->sent;
    number[1] += did->spell.jutsu == JUTSU_MY_CLONE;
    number[2] += did->spell.jutsu == JUTSU_SLASH;
    number[3] += did->spell.jutsu == JUTSU_FOE_ROCK || did->spell.jutsu == JUTSU_FOE_CLONE ||
                 did->spell.jutsu == JUTSU_FOE_BOLT;
    number[4] += did->spell.jutsu == JUTSU_SPEED || did->spell.jutsu == JUTSU_MY_BOLT;
    for (int n = 0; n < CODEVS5_NINJAS; n++)
        if (board_has(&s->field[p].dogs, s->field[p].ninja[n])) {
            count_death(last, p, number);
            break;
        }
}

/* The last jutsu of each: how it ended. */
static void note(const struct game_state *state, int p, struct text *t)
{
    static const char *const names[] = {"speed",    "rock",  "foe-rock",  "bolt",
                                        "foe-bolt", "clone", "foe-clone", "slash"};
    const struct codevs5_state *s = (const struct codevs5_state *)state;
    if (s->last[p].spell.jutsu != JUTSU_NONE) {
        text_char(t, ' ');
        text_int(t, s->turn - 1);
        text_char(t, ':');
        text_str(t, names[s->last[p].spell.jutsu]);
    }
    if (s->end == END_NOT_YET) return;
    text_str(t, " end nin ");
    text_int(t, s->field[p].nin);
    text_str(t, " dogs ");
    text_int(t, s->field[p].dog_count);
}

/* ---- the tables ---- */

static void table_runner(void)
{
    puts("# against the sparring partner that there was before");
    strength_series(&bot_codevs5_master, strength_budget(), &bot_codevs5_runner, own);
}

static void table_levels(void)
{
    puts("# each level against the one below");
    strength_series(&bot_codevs5_master, strength_budget(), &bot_codevs5_expert, own);
    strength_series(&bot_codevs5_expert, own, &bot_codevs5_amateur, own);
    strength_series(&bot_codevs5_amateur, own, &bot_codevs5_collector, own);
}

static void table_sparring(void)
{
    puts("# against three styles");
    strength_series(&bot_codevs5_master, strength_budget(), &sparring_hoarder, own);
    strength_series(&bot_codevs5_master, strength_budget(), &sparring_rocks, own);
    strength_series(&bot_codevs5_master, strength_budget(), &sparring_clones, own);
}

static void table_self(void)
{
    puts("# the master against itself with a quarter of the nodes");
    struct bot_budget less = {.nodes = opt.nodes ? opt.nodes / 4 + 1 : 1000};
    strength_series(&bot_codevs5_master, strength_budget(), &bot_codevs5_master, less);
}

/* Prices differ from match to match: how the master fares with dear and cheap jutsu. */
static const struct price_kind {
    const char *name;
    enum codevs5_jutsu jutsu;
    int least, most;
} price_kinds[] = {
    {"slash 6-12", JUTSU_SLASH, 6, 12},        {"slash 13-21", JUTSU_SLASH, 13, 21},
    {"slash 22-30", JUTSU_SLASH, 22, 30},      {"clone 2", JUTSU_MY_CLONE, 2, 2},
    {"clone 3", JUTSU_MY_CLONE, 3, 3},         {"clone 4", JUTSU_MY_CLONE, 4, 4},
    {"rock on foe 3-4", JUTSU_FOE_ROCK, 3, 4}, {"rock on foe 5-7", JUTSU_FOE_ROCK, 5, 7},
    {"clone on foe 2", JUTSU_FOE_CLONE, 2, 2}, {"clone on foe 3-4", JUTSU_FOE_CLONE, 3, 4},
    {"speed 1-4", JUTSU_SPEED, 1, 4},          {"speed 5-8", JUTSU_SPEED, 5, 8}};

enum { PRICE_KINDS = sizeof price_kinds / sizeof *price_kinds };

struct price_score {
    int games[PRICE_KINDS], points[PRICE_KINDS]; /* half points */
};

struct price_play {
    const struct bot *foe;
    struct price_score *score;
};

/* Who has won: 2 the master, 1 nobody, 0 the other. */
static void play_at_prices(int i, void *result, void *arg)
{
    const struct price_play *play = arg;
    int seat = i & 1;
    struct strength_match m = {.seed = (uint64_t)(opt.seed + i)};
    m.bot[seat] = &bot_codevs5_master;
    m.bot[1 - seat] = play->foe;
    m.budget[seat] = strength_budget();
    struct strength_outcome out = strength_play(&m);
    *(int32_t *)result = out.winner < 0 ? 1 : 2 * (out.winner == seat);
}

static void count_at_prices(int i, const void *result, void *arg)
{
    struct price_score *score = ((const struct price_play *)arg)->score;
    static struct codevs5_state start;
    codevs5_generate(&start, (uint64_t)(opt.seed + i));
    for (int k = 0; k < PRICE_KINDS; k++) {
        int cost = start.cost[price_kinds[k].jutsu];
        if (cost < price_kinds[k].least || cost > price_kinds[k].most) continue;
        score->games[k]++;
        score->points[k] += *(const int32_t *)result;
    }
}

static void table_prices(void)
{
    static const struct bot *const foes[] = {&bot_codevs5_expert, &sparring_rocks};
    puts("# the master's score by the prices of the match");
    for (int f = 0; f < 2; f++) {
        struct price_score score = {{0}, {0}};
        struct price_play play = {foes[f], &score};
        strength_spread(opt.games, sizeof(int32_t), play_at_prices, count_at_prices, &play);
        for (int k = 0; k < PRICE_KINDS; k++)
            printf("%-8s %-16s %5.1f of %3d\n", foes[f]->name, price_kinds[k].name,
                   score.points[k] / 2.0, score.games[k]);
    }
}

/* ---- nodes a second ---- */

enum { SPEED_WIDTH = 1 << 13, SPEED_TURNS = 6, SPEED_NODES = 10000 };

struct speed {
    struct router router;
    int64_t nodes, children, us;
    _Alignas(64) unsigned char rest[ROUTER_SIZE(SPEED_WIDTH)];
};

/* Searches both fields of a position. */
static void search_fields(const struct game_state *state, void *arg)
{
    const struct codevs5_state *s = (const struct codevs5_state *)state;
    struct speed *speed = arg;
    for (int p = 0; p < 2; p++) {
        struct route_task task = {.field = &s->field[p], .cost = s->cost, .turns = SPEED_TURNS};
        struct limit limit = limit_from(opt.nodes ? opt.nodes : SPEED_NODES, INT64_MAX);
        int64_t start_us = clock_us();
        route_search(&speed->router, &task, &limit);
        speed->us += clock_us() - start_us;
        speed->nodes += limit.nodes;
        speed->children += speed->router.offers;
    }
}

static void table_speed(void)
{
    struct speed *speed = memory_zeroed(sizeof *speed);
    puts("# what a search of one field plays and expands, and how many moves it judges");
    route_open(&speed->router, SPEED_WIDTH, speed->rest);
    for (int i = 0; i < opt.games; i++) {
        struct strength_match m = {.bot = {&bot_codevs5_expert, &bot_codevs5_expert},
                                   .seed = (uint64_t)(opt.seed + i),
                                   .watch = search_fields,
                                   .arg = speed};
        strength_play(&m);
    }
    printf("%.3f million nodes a second, %.1f million moves judged\n",
           (double)speed->nodes / (double)speed->us, (double)speed->children / (double)speed->us);
    free(speed);
}

static const struct strength_table tables[] = {
    {"runner", table_runner},        {"levels", table_levels},      {"sparring", table_sparring},
    {"prices", table_prices},        {"speed", table_speed},        {"self", table_self},
    {"hard", strength_codevs5_hard}, {"fit", strength_codevs5_fit}, {0}};

static const struct strength_player players[] = {{"master", &bot_codevs5_master},
                                                 {"expert", &bot_codevs5_expert},
                                                 {"amateur", &bot_codevs5_amateur},
                                                 {"runner", &bot_codevs5_runner},
                                                 {"collector", &bot_codevs5_collector},
                                                 {"walker", &bot_codevs5_walker},
                                                 {"random", &bot_random},
                                                 {"hoarder", &sparring_hoarder},
                                                 {"rocks", &sparring_rocks},
                                                 {"clones", &sparring_clones},
                                                 {0}};

int main(int argc, char **argv)
{
    static const struct strength codevs5 = {.game = &game_codevs5,
                                            .players = players,
                                            .tables = tables,
                                            .note = note,
                                            .count = count,
                                            .numbers = numbers,
                                            .sides_are_alike = true};
    return strength_main(&codevs5, argc, argv);
}
