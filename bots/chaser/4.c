/*
 * Hunts: puts a block on the opponent when it stands beside, or shuts it in; waits for it at a
 * distance of two, from where whoever comes nearer loses; and never comes nearer itself. Gathers
 * items like chaser-3 meanwhile.
 */
#include "bots/chaser/plan.h"

enum { DEPTH = 6, UNKNOWN_WORTH = 150, HUNTING_RANGE = 4, PATIENCE = 3 };

struct memory {
    struct kit_map map;
    struct plan plan;
    int32_t waited; /* actions in a row */
};

/* ---- putting ---- */

/* Whether a block there would leave the opponent no open side. */
static bool encloses(const struct kit_map *m, int place)
{
    for (int direction = CHASER_UP; direction <= CHASER_LEFT; direction++) {
        int side = kit_next(m->other, direction);
        if (side != place && m->cell[side] != KIT_BLOCK) return false;
    }
    return true;
}

/* The direction of a put that wins; -1: there is none. */
static int winning_put(const struct kit_map *m)
{
    if (m->other_age > 0 || m->other == 0) return -1;
    for (int direction = CHASER_UP; direction <= CHASER_LEFT; direction++) {
        int place = kit_next(m->at, direction);
        if (place == m->other || (kit_gap(place, m->other) == 1 && encloses(m, place)))
            return direction;
    }
    return -1;
}

/* ---- hunting ---- */

/* Steps that do not end beside the opponent, who would put. */
static unsigned safe_steps(const struct kit_map *m)
{
    unsigned safe = KIT_ALL_DIRECTIONS;
    if (m->other_age > 0 || m->other == 0) return safe;
    for (int direction = CHASER_UP; direction <= CHASER_LEFT; direction++)
        if (kit_gap(kit_next(m->at, direction), m->other) <= 1) safe &= ~(1u << direction);
    return safe;
}

/* A step that comes nearer to an opponent in sight, but not beside it; -1: none. */
static int stalking_step(const struct kit_map *m, unsigned safe)
{
    for (int direction = CHASER_UP; direction <= CHASER_LEFT; direction++) {
        int to = kit_next(m->at, direction);
        bool comes_nearer = kit_gap(to, m->other) < kit_gap(m->at, m->other);
        if (!(safe >> direction & 1) || !comes_nearer || m->cell[to] != KIT_FLOOR) continue;
        if (kit_count_open(m, to) >= 2) return direction;
    }
    return -1;
}

/* Nothing but waiting costs nothing: a search towards the opponent. */
static struct chaser_action wait_for_other(const struct kit_map *m)
{
    for (int direction = CHASER_UP; direction <= CHASER_LEFT; direction++)
        if (kit_gap(kit_next(m->at, direction), m->other) < kit_gap(m->at, m->other))
            return kit_action(CHASER_SEARCH, direction);
    return kit_action(CHASER_SEARCH, 0);
}

static bool is_hunting(const struct memory *memory)
{
    const struct kit_map *m = &memory->map;
    return m->other != 0 && m->other_age == 0 && memory->waited < PATIENCE &&
           kit_gap(m->at, m->other) <= HUNTING_RANGE;
}

static struct chaser_action gather(struct memory *memory, unsigned safe)
{
    struct kit_map *m = &memory->map;
    plan_fill(&memory->plan, m, UNKNOWN_WORTH);
    struct plan_steps first = plan_walk(&memory->plan, DEPTH, safe);
    int search = plan_knows_item(&memory->plan) ? -1 : kit_best_search(m);
    if (search >= 0) return kit_action(CHASER_SEARCH, search);
    if (first.best < 0) return kit_action(CHASER_SEARCH, 0);
    return kit_action(kit_may_be_trap(m, first.best) ? CHASER_LOOK : CHASER_WALK, first.best);
}

static struct chaser_action choose(struct kit_map *m, struct rng *rng)
{
    struct memory *memory = (struct memory *)m;
    (void)rng;
    int direction = winning_put(m);
    if (direction >= 0) return kit_action(CHASER_PUT, direction);
    unsigned safe = safe_steps(m);
    if (!is_hunting(memory)) {
        if (m->other_age > 3) memory->waited = 0;
        return gather(memory, safe);
    }
    memory->waited++;
    direction = kit_gap(m->at, m->other) > 2 ? stalking_step(m, safe) : -1;
    return direction < 0 ? wait_for_other(m) : kit_action(CHASER_WALK, direction);
}

static void think(const struct bot_view *view, void *memory, struct game_action *out)
{
    kit_think(view, memory, choose, out);
}

const struct bot bot_chaser_4 = {
    .name = "chaser-4",
    .game = "chaser",
    .about = N_("hunts with blocks, avoids traps, and gathers items meanwhile"),
    .memory_size = sizeof(struct memory),
    .think = think,
};
