#include "bots/codevs5/guess.h"

#include <string.h>

enum {
    PART = 8,       /* of the nodes or the time one in so many goes to each kind of guess */
    PRIOR_TURNS = 3 /* what is known of most players counts as much as so many turns */
};

/* How often most players do what the first guess says; what the second says, if not that, and so
   on; per mille. Half as often where a jutsu could make it deadly: good players avoid that. */
static const int16_t prior[GUESSES] = {450, 300, 250, 200, 200, 150};

static const struct codevs5_spell no_spell = {.jutsu = JUTSU_NONE};

void guess_note_cast(struct guesser *g, struct codevs5_spell cast)
{
    g->cast = cast;
}

/* Whether a command leads where the ninjas stand now. */
static bool is_right(const struct guesser *g, const struct codevs5_command *command,
                     const struct codevs5_field *now, const uint8_t *cost)
{
    struct codevs5_field field = g->field;
    codevs5_field_step(&field, cost, command, g->cast, 0);
    return memcmp(field.ninja, now->ninja, sizeof field.ninja) == 0;
}

/* Guesses before the right one were wrong; those after it say nothing. */
static void count(struct guess_tally tally[2][GUESSES], const struct guesser *g,
                  const struct guess_turn *last, const struct codevs5_field *now,
                  const uint8_t *cost)
{
    for (int i = 0; i < last->count; i++) {
        struct guess_tally *t = &tally[last->is_open[i]][i];
        t->made++;
        if (!is_right(g, &last->command[i], now, cost)) continue;
        t->right++;
        return;
    }
}

void guess_learn(struct guesser *g, const struct codevs5_field *now, const uint8_t *cost, int turn)
{
    if (g->due == 0 || g->due != turn) return;
    for (int kind = 0; kind < GUESS_KINDS; kind++)
        count(g->tally[kind], g, &g->last[kind], now, cost);
}

static void search(struct guess_turn *out, struct router *router, const struct route_task *task,
                   int nin, struct limit *all)
{
    limit_slice(all, PART);
    struct limit part = limit_from(all->slice_nodes, all->slice_us);
    part.nodes = all->nodes;
    int count = route_search(router, task, &part);
    out->count = count < GUESSES ? count : GUESSES;
    for (int i = 0; i < out->count; i++) {
        out->command[i] = router->first[i].command;
        out->is_open[i] = survival_deaths(task->field, task->cost, nin, &out->command[i], 1) > 0;
    }
    all->nodes = part.nodes;
}

/* First guesses that were right. */
static int count_right(const struct guesser *g, int kind)
{
    return g->tally[kind][0][0].right + g->tally[kind][1][0].right;
}

static int kind_of(const struct guesser *g)
{
    return count_right(g, 1) > count_right(g, 0);
}

static int chance_of(const struct guesser *g, int kind, bool is_open, int i)
{
    const struct guess_tally *t = &g->tally[kind][is_open][i];
    int expected = prior[i] / (is_open ? 2 : 1);
    return (expected * PRIOR_TURNS + 1000 * t->right) / (PRIOR_TURNS + t->made);
}

int guess_open_chance(const struct guesser *g)
{
    return chance_of(g, kind_of(g), true, 0);
}

bool guess_fears_rocks(const struct guesser *g)
{
    return kind_of(g) == 0;
}

void guess_moves(struct guesser *g, struct router *router, const struct route_task *task, int nin,
                 int turn, struct limit *all, struct guess_list *out)
{
    struct route_task fearless = *task;
    fearless.rock_turn = INT32_MAX;
    search(&g->last[0], router, task, nin, all);
    search(&g->last[1], router, &fearless, nin, all);
    g->field = *task->field;
    g->due = turn + 1;
    g->cast = no_spell;
    int kind = kind_of(g), left = 1000;
    const struct guess_turn *last = &g->last[kind];
    out->count = last->count;
    for (int i = 0; i < out->count; i++) {
        int chance = chance_of(g, kind, last->is_open[i], i);
        out->guess[i] = (struct guess){.command = last->command[i], .chance = left * chance / 1000};
        left -= out->guess[i].chance;
    }
}
