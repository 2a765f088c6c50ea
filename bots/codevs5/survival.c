#include "bots/codevs5/survival.h"

static const struct codevs5_spell no_spell = {.jutsu = JUTSU_NONE};
static const int delta[STEP_KINDS] = {0, -CODEVS5_COLS, -1, 1, CODEVS5_COLS};

enum { CLONE_TRIES = 25 }; /* a clone is held against so many times as much as a walk */

/* ---- what the opponent can cast ---- */

static void add_cells(struct survival_spells *s, enum codevs5_jutsu jutsu,
                      struct codevs5_board cells)
{
    BOARD_EACH(cell, &cells)
    s->spell[s->count++] = (struct codevs5_spell){(int8_t)jutsu, (uint8_t)cell};
}

/* RULES 3.5: where a rock can fall. */
static struct codevs5_board free_of(const struct codevs5_field *field)
{
    struct codevs5_board filled =
        board_either(board_either(kit_ninjas(field), field->dogs), field->souls);
    return board_without(codevs5_floor(field), filled);
}

void survival_list(const struct codevs5_field *field, const uint8_t *cost, int nin, bool near,
                   struct survival_spells *s)
{
    struct codevs5_board rocks = field->rocks, free = free_of(field);
    if (near) {
        struct codevs5_board reach = kit_within(kit_ninjas(field), 2 * CODEVS5_STEPS + 1);
        rocks = board_both(rocks, reach);
        free = board_both(free, reach);
    }
    s->count = 0;
    s->spell[s->count++] = no_spell;
    if (nin >= cost[JUTSU_FOE_ROCK]) add_cells(s, JUTSU_FOE_ROCK, free);
    if (nin >= cost[JUTSU_FOE_CLONE]) add_cells(s, JUTSU_FOE_CLONE, codevs5_floor(field));
    if (nin >= cost[JUTSU_FOE_BOLT]) add_cells(s, JUTSU_FOE_BOLT, rocks);
}

/* ---- one turn ---- */

/* The walks are gone through with the rocks that they push. */
struct codevs5_board survival_way(const struct codevs5_field *field,
                                  const struct codevs5_command *command)
{
    struct codevs5_board cells = {{0}}, rocks = field->rocks;
    int steps = command->jutsu == JUTSU_SPEED ? CODEVS5_STEPS_MAX : CODEVS5_STEPS;
    for (int n = 0; n < CODEVS5_NINJAS; n++) {
        int cell = field->ninja[n];
        for (int i = 0; i < steps; i++) {
            int step = delta[command->step[n][i]];
            cell += step;
            if (!board_has(&rocks, cell)) {
                board_add(&cells, cell);
                continue;
            }
            board_remove(&rocks, cell);
            board_add(&rocks, cell + step);
            board_add(&cells, cell + step);
        }
    }
    return board_both(cells, free_of(field));
}

static int count_deaths(const struct codevs5_field *from, const uint8_t *cost,
                        const struct codevs5_command *command, enum codevs5_jutsu jutsu,
                        struct codevs5_board cells, int most)
{
    int deaths = 0;
    BOARD_EACH(cell, &cells)
    {
        struct codevs5_field field = *from;
        struct codevs5_spell spell = {(int8_t)jutsu, (uint8_t)cell};
        deaths += codevs5_field_step(&field, cost, command, spell, 0).caught != 0;
        if (deaths >= most) break;
    }
    return deaths;
}

/* A walk ends two steps from every dog, so only a rock that stops it can kill. Who counts on a
   clone also minds clones of the opponent's, and whatever else turns the dogs. */
int survival_deaths(const struct codevs5_field *field, const uint8_t *cost, int foe_nin,
                    const struct codevs5_command *command, int most)
{
    bool is_lured = command->jutsu == JUTSU_MY_CLONE;
    struct codevs5_board floor = codevs5_floor(field);
    int deaths = 0;
    if (foe_nin >= cost[JUTSU_FOE_ROCK])
        deaths += count_deaths(field, cost, command, JUTSU_FOE_ROCK,
                               is_lured ? floor : survival_way(field, command), most);
    if (!is_lured) return deaths;
    if (deaths < most && foe_nin >= cost[JUTSU_FOE_CLONE])
        deaths += count_deaths(field, cost, command, JUTSU_FOE_CLONE, floor, most - deaths);
    if (deaths < most && foe_nin >= cost[JUTSU_FOE_BOLT])
        deaths += count_deaths(field, cost, command, JUTSU_FOE_BOLT, field->rocks, most - deaths);
    return deaths;
}

/* ---- whether there is a safe command ---- */

struct search {
    struct survival *s;
    const struct codevs5_field *field;
    int foe_nin;
    struct codevs5_command *found;
};

/* The same walk by another way. */
static bool is_detour_safe(const struct search *q, int tries)
{
    struct codevs5_command other[KIT_DETOURS];
    int others = kit_detours(q->field, q->found, other);
    for (int i = 0; i < others && q->s->tries > 0; i++) {
        q->s->tries -= tries;
        if (survival_deaths(q->field, q->s->cost, q->foe_nin, &other[i], 1) > 0) continue;
        *q->found = other[i];
        return true;
    }
    return false;
}

static bool is_killed(const struct search *q, struct codevs5_spell spell)
{
    struct codevs5_field field = *q->field;
    return spell.jutsu != JUTSU_NONE &&
           codevs5_field_step(&field, q->s->cost, q->found, spell, 0).caught != 0;
}

/* A clone of the opponent's that kills: most walks with the same clone of ours die by the same one,
   so that the next are tried against it before anything else. */
static struct codevs5_spell find_killer(const struct search *q)
{
    struct codevs5_board floor = codevs5_floor(q->field);
    if (q->foe_nin < q->s->cost[JUTSU_FOE_CLONE]) return no_spell;
    BOARD_EACH(cell, &floor)
    {
        struct codevs5_spell spell = {JUTSU_FOE_CLONE, (uint8_t)cell};
        if (is_killed(q, spell)) return spell;
    }
    return no_spell;
}

/* Whether one of the walks that end outside of `deadly` is safe with this jutsu. */
static bool is_any_safe(const struct search *q, int walks, const struct codevs5_board *deadly,
                        struct codevs5_spell spell)
{
    bool is_lured = spell.jutsu == JUTSU_MY_CLONE;
    int tries = is_lured ? CLONE_TRIES : 1;
    struct codevs5_spell killer = no_spell;
    for (int i = 0; i < walks && q->s->tries > 0; i++) {
        const struct codevs5_walk *walk = &q->s->walks[i];
        if (board_has(deadly, walk->ninja[0]) || board_has(deadly, walk->ninja[1])) continue;
        *q->found = kit_command(walk, spell);
        if (is_lured && is_killed(q, killer)) {
            q->s->tries--;
            continue;
        }
        q->s->tries -= tries;
        if (survival_deaths(q->field, q->s->cost, q->foe_nin, q->found, 1) == 0) return true;
        if (is_detour_safe(q, tries)) return true;
        if (is_lured) killer = find_killer(q);
    }
    return false;
}

static bool can_pay(const struct search *q, enum codevs5_jutsu jutsu)
{
    return q->field->nin >= q->s->cost[jutsu];
}

static struct codevs5_board unsafe_of(struct codevs5_board dogs)
{
    return board_either(dogs, board_beside(dogs));
}

static int list(const struct search *q, const struct codevs5_field *field, int steps)
{
    return codevs5_list_walks(field, steps, q->s->walks, CODEVS5_FAST_WALKS_MAX);
}

static bool slash_helps(const struct search *q, int walks)
{
    for (uint8_t n = 0; n < CODEVS5_NINJAS && can_pay(q, JUTSU_SLASH); n++) {
        struct codevs5_board cut = board_both(kit_around(q->field->ninja[n]), q->field->dogs);
        struct codevs5_board deadly = unsafe_of(board_without(q->field->dogs, cut));
        if (is_any_safe(q, walks, &deadly, (struct codevs5_spell){JUTSU_SLASH, n})) return true;
    }
    return false;
}

static bool clone_helps(const struct search *q, int walks)
{
    static const struct codevs5_command stay = {.jutsu = JUTSU_NONE};
    struct codevs5_board floor = codevs5_floor(q->field);
    bool is_hopeless = q->foe_nin >= q->s->cost[JUTSU_FOE_CLONE];
    if (!can_pay(q, JUTSU_MY_CLONE) || (is_hopeless && !q->s->is_thorough)) return false;
    BOARD_EACH(cell, &floor)
    {
        struct codevs5_spell clone = {JUTSU_MY_CLONE, (uint8_t)cell};
        struct codevs5_field field = *q->field;
        struct codevs5_act act = codevs5_field_act(&field, no_spell, clone, &stay);
        codevs5_field_react(&field, &act, 0);
        if (is_any_safe(q, walks, &field.dogs, clone)) return true;
    }
    return false;
}

/* A bolt or a rock beside a ninja opens a way, or closes one. */
static bool bolt_helps(const struct search *q, const struct codevs5_board *deadly)
{
    struct codevs5_board near = kit_within(kit_ninjas(q->field), 1);
    struct codevs5_board rocks = board_both(near, q->field->rocks);
    if (!can_pay(q, JUTSU_MY_BOLT)) return false;
    BOARD_EACH(cell, &rocks)
    {
        struct codevs5_field field = *q->field;
        board_remove(&field.rocks, cell);
        struct codevs5_spell bolt = {JUTSU_MY_BOLT, (uint8_t)cell};
        if (is_any_safe(q, list(q, &field, CODEVS5_STEPS), deadly, bolt)) return true;
    }
    return false;
}

bool survival_find(struct survival *s, const struct codevs5_field *field, int foe_nin,
                   struct codevs5_command *found)
{
    struct search q = {.s = s, .field = field, .foe_nin = foe_nin, .found = found};
    struct codevs5_board deadly = unsafe_of(field->dogs);
    int walks = list(&q, field, CODEVS5_STEPS);
    if (is_any_safe(&q, walks, &deadly, no_spell) || slash_helps(&q, walks) ||
        clone_helps(&q, walks))
        return true;
    struct codevs5_spell speed = {.jutsu = JUTSU_SPEED};
    if (can_pay(&q, JUTSU_SPEED) &&
        is_any_safe(&q, list(&q, field, CODEVS5_STEPS_MAX), &deadly, speed))
        return true;
    return bolt_helps(&q, &deadly);
}

/* ---- two turns ---- */

/* Most spells change little: the reply to the one before is tried first. */
static bool is_reply(const struct survival *s, const struct codevs5_field *from, int foe_nin,
                     const struct codevs5_command *reply)
{
    struct codevs5_field field = *from;
    return !codevs5_field_step(&field, s->cost, reply, no_spell, 0).caught &&
           survival_deaths(from, s->cost, foe_nin, reply, 1) == 0;
}

int survival_traps(struct survival *s, const struct codevs5_field *from, int foe_nin, int foe_gain,
                   const struct codevs5_command *command, const struct survival_spells *spells,
                   int most)
{
    struct codevs5_command reply = {.jutsu = JUTSU_NONE};
    int traps = 0;
    for (int i = 0; i < spells->count && traps < most; i++) {
        struct codevs5_field field = *from;
        struct codevs5_spell spell = spells->spell[i];
        int nin = foe_nin + foe_gain;
        if (spell.jutsu != JUTSU_NONE) nin -= s->cost[spell.jutsu];
        traps += codevs5_field_step(&field, s->cost, command, spell, 0).caught ||
                 !(is_reply(s, &field, nin, &reply) || survival_find(s, &field, nin, &reply));
    }
    return traps;
}
