/*
 * The master beside recorded games of the contest. The recordings are no part of the project:
 * without
 * ../shared/golden the table is left out.
 *
 * First chains: what the search builds from the same packs by the turn in which a recorded player
 * fired its first long chain. Ghosts: the master sits on one side, the other makes the moves that
 * were recorded, as long as its field is what it was then; once an attack changes that, its moves
 * mean nothing any more, and it is counted who has sent more ojama.
 */
#include "tests/strength/strength_reborn_recorded.h"

#include "games/reborn/reborn.h"
#include "os/memory.h"
#include "tests/strength/strength.h"
#include "tests/strength/strength_reborn_alone.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern const struct bot bot_reborn_master;

#define RECORDED "../shared/golden/reborn/replay_54games.jsonl"
enum { GAMES = 64, TURNS = 100, LINE = 20000, LONG_CHAIN = 7 };

struct recording {
    struct reborn_pack packs[REBORN_TURNS];
    int turns;
    struct reborn_action action[TURNS][2];
};

static struct recording recording[GAMES];
static int recordings;

/* ---- reading ---- */

/* The next number of a line, or -1. */
static int next_number(const char **at)
{
    while (**at && (**at < '0' || **at > '9')) ++*at;
    return **at ? (int)strtol(*at, (char **)(uintptr_t)at, 10) : -1;
}

static void read_packs(const char *line, struct recording *r)
{
    const char *at = strstr(line, "\"packs\"");
    for (int t = 0; at && t < REBORN_TURNS; t++)
        for (int i = 0; i < 4; i++) r->packs[t].cell[i] = (uint8_t)next_number(&at);
}

/* {"cmd":["1 0","S"]} */
static void read_actions(const char *line, struct recording *r)
{
    const char *at = line;
    if (r->turns == TURNS) return;
    for (int p = 0; p < 2; p++) {
        struct reborn_action *a = &r->action[r->turns][p];
        at = strpbrk(at, p == 0 ? "[" : ",");
        if (!at) return;
        while (*at && *at != '"') at++;
        a->skill = at[0] && at[1] == 'S';
        if (!a->skill) {
            a->col = (uint8_t)next_number(&at);
            a->rotation = (uint8_t)next_number(&at);
        }
    }
    r->turns++;
}

static bool read_recordings(void)
{
    static char line[LINE];
    FILE *in = fopen(RECORDED, "r");
    if (!in) return false;
    while (fgets(line, LINE, in))
        if (strstr(line, "\"packs\"")) {
            if (recordings == GAMES) break;
            read_packs(line, &recording[recordings++]);
        } else if (strstr(line, "\"cmd\"") && recordings > 0) {
            read_actions(line, &recording[recordings - 1]);
        }
    fclose(in);
    return recordings > 0;
}

/* Turns that are not recorded are never reached. */
static void begin(const struct recording *r, struct reborn *g)
{
    reborn_start(g, r->packs, REBORN_TURNS, REBORN_TURNS);
}

static void play(struct reborn *g, struct reborn_action a, struct reborn_action b)
{
    struct reborn_action action[2] = {a, b};
    struct game_reply reply[2];
    for (int p = 0; p < 2; p++)
        reply[p] = (struct game_reply){REPLY_ACTION, (struct game_action *)(void *)&action[p]};
    game_reborn.step((struct game_state *)(void *)g, reply);
}

/* ---- first chains ---- */

struct first {
    int32_t turn, steps, ours; /* steps 0: none before the field was hit */
};

static struct first first_chain(const struct recording *r, int p)
{
    static struct reborn g;
    begin(r, &g);
    for (int t = 0; t < r->turns && g.side[p].stock < REBORN_COLS; t++) {
        play(&g, r->action[t][0], r->action[t][1]);
        if (g.side[p].last.chain >= LONG_CHAIN)
            return (struct first){.turn = t, .steps = g.side[p].last.chain};
    }
    return (struct first){0};
}

static void first_one(int i, void *result, void *arg)
{
    struct first first = first_chain(&recording[i / 2], i % 2);
    int64_t nodes = 0;
    (void)arg;
    if (first.steps > 0 && first.turn <= 24)
        first.ours = strength_reborn_chain_by(recording[i / 2].packs, first.turn, &nodes);
    else
        first.steps = 0;
    memcpy(result, &first, sizeof first);
}

struct first_sum {
    int count, longer, shorter;
    double turn, steps, ours;
};

static void first_take(int i, const void *result, void *arg)
{
    struct first_sum *sum = arg;
    struct first f;
    memcpy(&f, result, sizeof f);
    if (f.steps == 0) return;
    if (opt.is_loud)
        printf("  game %d player %d: turn %d, recorded %d, ours %d\n", i / 2, i % 2 + 1, f.turn,
               f.steps, f.ours);
    sum->count++;
    sum->longer += f.ours > f.steps;
    sum->shorter += f.ours < f.steps;
    sum->turn += f.turn;
    sum->steps += f.steps;
    sum->ours += f.ours;
}

/* ---- ghosts ---- */

struct ghost_result {
    int32_t lead;       /* ojama that the master has sent more than it got */
    int32_t is_open;    /* an attack that was recorded is missing */
    int32_t turns;      /* until the ghost's moves meant nothing any more */
    int32_t fired, met; /* the longest chains of master and ghost until then */
};

static int64_t ojama_on(const struct reborn_side *side)
{
    int64_t count = side->stock;
    for (int col = 0; col < REBORN_COLS; col++)
        for (int row = 0; row < REBORN_ROWS; row++)
            count += reborn_cell(&side->field, col, row) == REBORN_OJAMA;
    return count;
}

static struct reborn_action ask_master(const struct reborn *g, int p, struct rng *rng, void *memory)
{
    struct reborn_action action = {0};
    struct bot_view view = {.game = &game_reborn,
                            .state = (const struct game_state *)(const void *)g,
                            .self = {.player = p},
                            .rng = rng,
                            .budget = {.nodes = opt.nodes ? opt.nodes : 400000}};
    bot_reborn_master.think(&view, memory, (struct game_action *)(void *)&action);
    return action;
}

static void note_chains(const struct reborn *g, int master, struct ghost_result *out)
{
    int own = g->side[master].last.chain, other = g->side[1 - master].last.chain;
    if (own > out->fired) out->fired = own;
    if (other > out->met) out->met = other;
}

/* The master takes the seat of player `p`. */
static void ghost_one(int i, void *result, void *arg)
{
    static struct reborn now, then;
    const struct recording *r = &recording[i / 2];
    struct ghost_result out = {0};
    struct rng rng = {(uint64_t)(opt.seed + i)};
    int p = i % 2, foe = 1 - p;
    void *memory = memory_zeroed(bot_reborn_master.memory_size);
    (void)arg;
    begin(r, &now);
    begin(r, &then);
    for (; out.turns < r->turns && game_reborn.actors((struct game_state *)(void *)&now);
         out.turns++) {
        if (memcmp(&now.side[foe].field, &then.side[foe].field, sizeof now.side[foe].field) != 0)
            break;
        struct reborn_action pair[2];
        pair[p] = ask_master(&now, p, &rng, memory);
        pair[foe] = r->action[out.turns][foe];
        play(&now, pair[0], pair[1]);
        play(&then, r->action[out.turns][0], r->action[out.turns][1]);
        note_chains(&now, p, &out);
    }
    out.is_open = ojama_on(&now.side[foe]) < ojama_on(&then.side[foe]);
    out.lead = (int32_t)(ojama_on(&now.side[foe]) - ojama_on(&now.side[p]));
    free(memory);
    memcpy(result, &out, sizeof out);
}

struct ghost_sum {
    int count, ahead, behind;
    double lead, turns, fired, met;
};

static void ghost_take(int i, const void *result, void *arg)
{
    struct ghost_sum *sum = arg;
    struct ghost_result g;
    memcpy(&g, result, sizeof g);
    if (g.is_open) return;
    if (opt.is_loud)
        printf("  game %d against player %d: %d turns, chains %d : %d, lead %d\n", i / 2, 2 - i % 2,
               g.turns, g.fired, g.met, g.lead);
    sum->count++;
    sum->ahead += g.lead > 0;
    sum->behind += g.lead < 0;
    sum->lead += g.lead;
    sum->turns += g.turns;
    sum->fired += g.fired;
    sum->met += g.met;
}

void strength_reborn_recorded(void)
{
    static struct first_sum first;
    static struct ghost_sum ghost;
    puts("# beside recorded games of published programs");
    if (!read_recordings()) {
        puts("left out: there is no " RECORDED);
        return;
    }
    strength_spread(2 * recordings, sizeof(struct first), first_one, first_take, &first);
    double n = first.count ? first.count : 1;
    printf("%d first chains in turn %.1f, %.2f steps; ours by the same turns %.2f, longer in %d, "
           "shorter in %d\n",
           first.count, first.turn / n, first.steps / n, first.ours / n, first.longer,
           first.shorter);
    strength_spread(2 * recordings, sizeof(struct ghost_result), ghost_one, ghost_take, &ghost);
    n = ghost.count;
    printf("%d games against recorded moves, %.1f turns undisturbed: chains %.2f : %.2f, ahead in "
           "%d, behind in %d, %+.1f ojama\n",
           ghost.count, ghost.turns / n, ghost.fired / n, ghost.met / n, ghost.ahead, ghost.behind,
           ghost.lead / n);
}
