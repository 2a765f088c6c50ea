#include "bots/codevs5/chase.h"

#include "os/clock.h"

#include <string.h>

enum {
    DEATH = 4000,     /* against a move that a jutsu of the opponent makes deadly, */
    DEATHS = 12,      /* and more for each such jutsu */
    KEPT_CLONES = 3,  /* an attack that leaves nin-power for fewer */
    KEPT_LIKELY = 30, /* must be likelier to kill by so many per cent, */
    WARY_LIKELY = 20, /* and one on somebody who looks out for jutsu by so many, */
    UNWARY = 200,     /* which is who does less than so many per mille of what is open to them */
    SURE = 500,       /* per mille: a rock prepares a kill where the first guess is as likely */
    LOOK_NODES = 60,  /* to see what a rock leads to */
    TRAPPED = 1000,   /* against a move after which a jutsu can leave no safe one, */
    TRAPS = 50,       /* and more for each such jutsu, */
    TRAPS_MOST = 20,  /* up to so many */
    TRAP_LOOKS = 32,  /* moves that are looked at for it, */
    TRAP_PART = 6,    /* in one in so many of the nodes or the time */
    FARTHER = 3,      /* turns that a hard turn is searched farther */
    TRAP_SPELLS_A_NODE = 4,
    TRAP_TRIES = 4000,   /* commands that are tried for it, about 10 ms, */
    SAFE_TRIES = 400000, /* and, if no clock is read, where no safe one is known; */
    SAFE_TRY_US = 8,     /* otherwise as many as there is time for, */
    SAFE_LEAST = 1000    /* and so many in any case, about 2 ms */
};

static const struct codevs5_spell no_spell = {.jutsu = JUTSU_NONE};

const struct chase_style chase_master = {.width = CHASE_MASTER_WIDTH,
                                         .turns = 6,
                                         .minds_opponent = true,
                                         .minds_traps = true,
                                         .kill_likely = 10,
                                         .kill_price = 3};

void chase_open(struct chase *d, struct chase_style style, void *memory)
{
    d->style = style;
    route_open(&d->router, style.width, memory);
}

/* ---- dangers ---- */

static bool has_walk(struct chase *d, const struct codevs5_field *field)
{
    int walks = codevs5_list_walks(field, CODEVS5_STEPS, d->walks, CODEVS5_WALKS_MAX);
    for (int i = 0; i < walks; i++)
        if (!kit_is_caught(field, d->walks[i].ninja)) return true;
    return false;
}

/* The own field, and the opponent's nin-power. */
struct dangers {
    const struct route_task *task;
    int foe_nin;
};

static int count_deaths(const struct dangers *g, const struct codevs5_command *command, int most)
{
    return survival_deaths(g->task->field, g->task->cost, g->foe_nin, command, most);
}

/* Takes another way where that is safer. */
static int danger_of(void *arg, struct codevs5_command *command)
{
    const struct dangers *g = arg;
    struct codevs5_command other[KIT_DETOURS];
    int deaths = count_deaths(g, command, SURVIVAL_SPELLS_MOST);
    int others = deaths > 0 ? kit_detours(g->task->field, command, other) : 0;
    for (int i = 0; i < others && deaths > 0; i++) {
        int less = count_deaths(g, &other[i], deaths);
        if (less >= deaths) continue;
        deaths = less;
        *command = other[i];
    }
    return deaths > 0 ? DEATH + DEATHS * deaths : 0;
}

/* Nin-power for the most souls that can be taken in a turn. */
static int gain_of(struct chase *d, const struct codevs5_field *field)
{
    int walks = codevs5_list_walks(field, CODEVS5_STEPS, d->walks, CODEVS5_WALKS_MAX), most = 0;
    for (int i = 0; i < walks; i++)
        if (d->walks[i].souls > most) most = d->walks[i].souls;
    return CODEVS5_SOUL_NIN * most;
}

/*
 * Looks at the best first moves two turns ahead: what can the opponent cast now so that there is no
 * safe command next turn? The moves are sorted, so the first without a trap is the best; false when
 * there is none among them.
 */
static bool mind_traps(struct chase *d, const struct dangers *g, int gain, struct limit *limit)
{
    struct route_first *first = d->router.first;
    struct survival_spells spells;
    bool is_sound = false;
    survival_list(g->task->field, g->task->cost, g->foe_nin, true, &spells);
    for (int i = 0; i < d->router.first_count && i < TRAP_LOOKS; i++) {
        if (first[i].turns < first[0].turns || limit_is_over(limit)) break;
        d->survival.tries = TRAP_TRIES;
        int traps = survival_traps(&d->survival, g->task->field, g->foe_nin, gain,
                                   &first[i].command, &spells, TRAPS_MOST);
        is_sound = traps == 0;
        if (is_sound) break;
        first[i].score -= TRAPPED + TRAPS * traps;
        limit_spend(limit, spells.count / TRAP_SPELLS_A_NODE);
    }
    route_sort(&d->router);
    return is_sound;
}

/* As many as there is time for. */
static int32_t count_tries(int64_t end_us, int32_t without_clock)
{
    if (end_us == INT64_MAX) return without_clock;
    int64_t tries = (end_us - clock_us()) / SAFE_TRY_US;
    return tries < 0 ? 0 : tries > INT32_MAX ? INT32_MAX : (int32_t)tries;
}

/* The last resort: the search has met no safe command, but there may be one. What takes next to no
   time is tried even when there is none left. */
static void find_safe(struct chase *d, const struct dangers *g, int64_t end_us,
                      struct codevs5_command *command)
{
    struct codevs5_command safe;
    d->survival.is_thorough = true;
    d->survival.tries = count_tries(end_us, SAFE_TRIES);
    bool has_safe = survival_find(&d->survival, g->task->field, g->foe_nin, &safe);
    d->survival.is_thorough = false;
    d->survival.tries = SAFE_LEAST;
    if (has_safe || survival_find(&d->survival, g->task->field, g->foe_nin, &safe)) *command = safe;
}

/* ---- attacks ---- */

/* The chance that its command is one of those guessed that this spell makes deadly; per cent. */
static int chance_to_kill(const struct route_task *task, const struct guess_list *guesses,
                          struct codevs5_spell spell)
{
    int chance = 0;
    for (int i = 0; i < guesses->count; i++) {
        struct codevs5_field field = *task->field;
        const struct guess *guess = &guesses->guess[i];
        if (codevs5_field_step(&field, task->cost, &guess->command, spell, 0).caught)
            chance += guess->chance;
    }
    return chance / 10;
}

/* Whether a walk without jutsu survives the spell. */
static bool leaves_a_walk(struct chase *d, const struct codevs5_field *foe,
                          struct codevs5_spell spell)
{
    static const struct codevs5_command stay = {.jutsu = JUTSU_NONE};
    struct codevs5_field field = *foe;
    if (spell.jutsu != JUTSU_FOE_ROCK) return true; /* there is always one that it does not hit */
    codevs5_field_act(&field, spell, no_spell, &stay);
    return has_walk(d, &field);
}

/* Whether the opponent has not been seen to look out for jutsu. */
static bool is_unwary(const struct chase *d)
{
    return guess_open_chance(&d->guesser) >= UNWARY;
}

static struct codevs5_spell find_attack(struct chase *d, const struct route_task *foe, int nin,
                                        const struct guess_list *guesses)
{
    struct survival_spells s;
    struct codevs5_spell best = no_spell;
    int best_chance = 0, keep = KEPT_CLONES * foe->cost[JUTSU_MY_CLONE];
    survival_list(foe->field, foe->cost, nin, true, &s);
    for (int i = 1; i < s.count; i++) { /* the first is nothing */
        int cost = foe->cost[s.spell[i].jutsu];
        int chance = chance_to_kill(foe, guesses, s.spell[i]);
        int least = d->style.kill_likely + d->style.kill_price * cost;
        if (nin - cost < keep) least += KEPT_LIKELY;
        if (!is_unwary(d)) least += WARY_LIKELY;
        if (!leaves_a_walk(d, foe->field, s.spell[i])) chance += 100;
        if ((chance < least && chance < 100) || chance <= best_chance) continue;
        best_chance = chance;
        best = s.spell[i];
    }
    return best;
}

/* What the opponent will do next on a field, and how many jutsu could make that deadly. */
static int count_openings(struct chase *d, const struct route_task *foe,
                          const struct codevs5_field *field, int nin, int64_t nodes)
{
    struct route_task task = {
        .field = field, .cost = foe->cost, .rock_turn = foe->rock_turn, .turns = foe->turns};
    struct limit limit = limit_from(nodes, INT64_MAX);
    if (!guess_fears_rocks(&d->guesser)) task.rock_turn = INT32_MAX;
    if (route_search(&d->router, &task, &limit) == 0) return SURVIVAL_SPELLS_MOST;
    return survival_deaths(field, foe->cost, nin, &d->router.first[0].command,
                           SURVIVAL_SPELLS_MOST);
}

/* The cells on which a rock may matter to the opponent in the turn after this command. */
static struct codevs5_board next_way(const struct codevs5_field *from, const uint8_t *cost,
                                     const struct codevs5_command *command)
{
    struct codevs5_field field = *from;
    codevs5_field_step(&field, cost, command, no_spell, 0);
    return kit_within(kit_ninjas(&field), CODEVS5_STEPS + 1);
}

/*
 * A rock of which the opponent, who does not look out for them, will next turn go where another one
 * kills. None if there is such a place anyway.
 */
static struct codevs5_spell find_preparation(struct chase *d, const struct route_task *foe, int nin,
                                             const struct guess_list *guesses, struct limit *limit)
{
    struct survival_spells s;
    struct codevs5_spell best = no_spell;
    int cost = foe->cost[JUTSU_FOE_ROCK], most = 0;
    if (guesses->count == 0 || guesses->guess[0].chance < SURE || !is_unwary(d) ||
        nin < 2 * cost + KEPT_CLONES * foe->cost[JUTSU_MY_CLONE])
        return no_spell;
    survival_list(foe->field, foe->cost, cost, true, &s);
    struct codevs5_board near = next_way(foe->field, foe->cost, &guesses->guess[0].command);
    for (int i = 0; i < s.count && !limit_is_over(limit); i++) {
        struct codevs5_field field = *foe->field;
        bool is_rock = s.spell[i].jutsu == JUTSU_FOE_ROCK;
        if (i > 0 && !(is_rock && board_has(&near, s.spell[i].argument))) continue;
        codevs5_field_step(&field, foe->cost, &guesses->guess[0].command, s.spell[i], 0);
        int openings = count_openings(d, foe, &field, i == 0 ? nin : nin - cost, LOOK_NODES);
        limit_spend(limit, LOOK_NODES);
        if (i == 0 && openings > 0) return no_spell;
        if (openings <= most) continue;
        most = openings;
        best = s.spell[i];
    }
    return best;
}

/* ---- a turn ---- */

/* In how many turns somebody who takes a soul a turn can pay. */
static int turns_to_pay(const struct codevs5_field *field, int cost)
{
    int missing = cost - field->nin;
    return missing <= 0 ? 0 : (missing + CODEVS5_SOUL_NIN - 1) / CODEVS5_SOUL_NIN;
}

static struct route_task task_of(const struct chase *d, const struct codevs5_state *state,
                                 int player)
{
    return (struct route_task){
        .field = &state->field[player],
        .cost = state->cost,
        .rock_turn = turns_to_pay(&state->field[1 - player], state->cost[JUTSU_FOE_ROCK]),
        .turns = d->style.turns};
}

static struct codevs5_command find_move(struct chase *d, const struct route_task *own,
                                        struct limit *limit)
{
    static const struct codevs5_command stay = {.jutsu = JUTSU_NONE};
    return route_search(&d->router, own, limit) > 0 ? d->router.first[0].command : stay;
}

/* Searches once more, farther; false when that has seen fewer positions than the search before. */
static bool look_farther(struct chase *d, const struct dangers *g, int gain, int64_t nodes,
                         struct limit *hard)
{
    struct route_task farther = *g->task;
    struct limit part = limit_before(hard, TRAP_PART);
    farther.turns += FARTHER;
    bool has_moves = route_search(&d->router, &farther, &part) > 0;
    bool is_enough = part.nodes - hard->nodes >= nodes;
    hard->nodes = part.nodes;
    if (!has_moves || !is_enough) return false;
    mind_traps(d, g, gain, hard);
    return true;
}

/*
 * The best first move that can be survived two turns ahead, if there is one. When there is none, or
 * no line lives to the end of the search, which took so many nodes, the turn is hard and gets more.
 */
static struct codevs5_command find_way_out(struct chase *d, struct dangers *g,
                                           const struct codevs5_field *foe, int64_t nodes,
                                           struct limit *limit, struct limit *hard)
{
    int gain = gain_of(d, foe);
    bool is_hard = !mind_traps(d, g, gain, limit) || d->router.first[0].turns < g->task->turns;
    struct codevs5_command command = d->router.first[0].command;
    hard->nodes = limit->nodes;
    if (is_hard && !limit_is_over(hard) && look_farther(d, g, gain, nodes, hard))
        command = d->router.first[0].command;
    if (danger_of(g, &command) > 0) find_safe(d, g, hard->end_us, &command);
    return command;
}

/* With an eye on the opponent. */
static struct codevs5_command find_best(struct chase *d, struct route_task *own,
                                        const struct route_task *foe, int turn, struct limit *limit,
                                        struct limit *hard)
{
    struct guess_list guesses;
    guess_learn(&d->guesser, foe->field, foe->cost, turn);
    guess_moves(&d->guesser, &d->router, foe, own->field->nin, turn, limit, &guesses);
    struct dangers dangers = {.task = own, .foe_nin = foe->field->nin};
    struct limit part = limit_before(limit, TRAP_PART);
    own->danger = danger_of;
    own->arg = &dangers;
    struct codevs5_command command = find_move(d, own, &part);
    int64_t nodes = part.nodes - limit->nodes;
    limit->nodes = part.nodes;
    d->survival.cost = own->cost;
    if (d->style.minds_traps && d->router.first_count > 0)
        command = find_way_out(d, &dangers, foe->field, nodes, limit, hard);
    else if (d->style.minds_traps)
        find_safe(d, &dangers, hard->end_us, &command);
    if (command.jutsu != JUTSU_NONE) return command;
    struct codevs5_spell attack = find_attack(d, foe, own->field->nin, &guesses);
    if (attack.jutsu == JUTSU_NONE && d->style.minds_traps)
        attack = find_preparation(d, foe, own->field->nin, &guesses, limit);
    if (attack.jutsu == JUTSU_NONE) return command;
    guess_note_cast(&d->guesser, attack);
    command.jutsu = attack.jutsu;
    command.argument = attack.argument;
    return command;
}

struct codevs5_command chase_think(struct chase *d, const struct codevs5_state *state, int player,
                                   struct chase_time time)
{
    struct route_task own = task_of(d, state, player), foe = task_of(d, state, 1 - player);
    struct limit limit = limit_from(time.nodes, time.end_us);
    struct limit hard = limit_from(time.hard_nodes, time.hard_us);
    if (d->style.minds_opponent) return find_best(d, &own, &foe, state->turn, &limit, &hard);
    own.rock_turn = INT32_MAX;
    return find_move(d, &own, &limit);
}
