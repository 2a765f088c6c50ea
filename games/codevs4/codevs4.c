/* A game of several stages, and the table of functions; RULES.md has the numbered paragraphs. */
#include "games/codevs4/codevs4.h"

#include "base/hash.h"
#include "base/scan.h"
#include "games/codevs4/codevs4_decided.h"
#include "games/codevs4/codevs4_text.h"

#include <assert.h>
#include <string.h>

static const struct codevs4 *view(const struct game_state *state)
{
    return (const struct codevs4 *)state;
}

/* ---- start ---- */

/* RULES 10.1, 10.2. */
static bool read_setup(const struct game_setup *setup, struct codevs4 *g, struct text *why)
{
    int64_t first = 0, campaign = 0, mirror = 0;
    if (!setup_known(setup, "campaign first mirror stages", why)) return false;
    if (!setup_int(setup, "campaign", 0, 1, &campaign, why)) return false;
    if (!setup_int(setup, "mirror", 0, 1, &mirror, why)) return false;
    if (!setup_int(setup, "first", 0, CODEVS4_STAGES - 1, &first, why)) return false;
    int64_t most = CODEVS4_STAGES - first;
    int64_t stages = campaign || most < CODEVS4_USUAL_STAGES ? most : CODEVS4_USUAL_STAGES;
    if (!setup_int(setup, "stages", 1, most, &stages, why)) return false;
    g->seed = setup->seed;
    g->campaign = (uint8_t)campaign;
    g->mirror = (uint8_t)mirror;
    g->first = (uint16_t)first;
    g->stages = (uint16_t)stages;
    return true;
}

static bool init(struct game_state *state, const struct game_setup *setup, struct text *why)
{
    struct codevs4 *g = (struct codevs4 *)state;
    memset(g, 0, sizeof *g);
    if (!setup_no_map(setup, why)) return false;
    if (!read_setup(setup, g, why)) return false;
    codevs4_begin_stage(g, g->first);
    return true;
}

/* ---- points; RULES 10.6 ---- */

static enum codevs4_result win_of(int p)
{
    return p == 0 ? CODEVS4_P1 : CODEVS4_P2;
}

int codevs4_points(const struct codevs4 *g, int p)
{
    int points = 0;
    for (int i = 0; i < CODEVS4_STAGES; i++) {
        if (g->score[i].result == win_of(p)) points += 2;
        if (g->score[i].result == CODEVS4_DRAW) points += 1;
    }
    return points;
}

int codevs4_turn_sum(const struct codevs4 *g, int p)
{
    int sum = 0;
    for (int i = 0; i < CODEVS4_STAGES; i++) {
        if (g->score[i].result == win_of(p)) sum += g->score[i].turns;
        if (g->score[i].result == win_of(1 - p)) sum -= g->score[i].turns;
    }
    return sum;
}

/* RULES 10.7. */
static int8_t find_winner(const struct codevs4 *g)
{
    int lead = codevs4_points(g, 0) - codevs4_points(g, 1);
    if (lead == 0) lead = codevs4_turn_sum(g, 1) - codevs4_turn_sum(g, 0);
    return lead > 0 ? 0 : lead < 0 ? 1 : -1;
}

/* ---- the course of a game ---- */

static void go_on(struct codevs4 *g)
{
    if (g->score[g->stage].result == CODEVS4_NONE) return;
    if (g->stage + 1 < g->first + g->stages)
        codevs4_begin_stage(g, g->stage + 1);
    else
        g->ending = CODEVS4_END_STAGES;
}

/* RULES 9.3: the running stage and all that would follow; those were played for no turn. */
static void forfeit(struct codevs4 *g, const enum codevs4_ending fault[2])
{
    enum codevs4_result result = win_of(fault[0] ? 1 : 0);
    g->ending = (uint8_t)(fault[0] ? fault[0] : fault[1]);
    if (fault[0] && fault[1]) {
        result = CODEVS4_DRAW;
        g->ending = CODEVS4_END_BOTH;
    }
    for (int stage = g->stage; stage < g->first + g->stages; stage++)
        g->score[stage].result = (uint8_t)result;
    g->score[g->stage].turns = g->turn;
}

static enum codevs4_ending fault_of(enum reply_kind kind)
{
    switch (kind) {
    case REPLY_TIMEOUT: return CODEVS4_END_TIME;
    case REPLY_INVALID: return CODEVS4_END_INVALID;
    case REPLY_GONE: return CODEVS4_END_GONE;
    case REPLY_NONE: /* only beside a failure of the other before the first turn */
    case REPLY_ACTION: break;
    }
    return CODEVS4_RUNNING;
}

static void step(struct game_state *state, const struct game_reply reply[2])
{
    struct codevs4 *g = (struct codevs4 *)state;
    enum codevs4_ending fault[2] = {fault_of(reply[0].kind), fault_of(reply[1].kind)};
    assert(g->ending == CODEVS4_RUNNING);
    if (fault[0] || fault[1]) {
        forfeit(g, fault);
        return;
    }
    const struct codevs4_action *action[2];
    for (int p = 0; p < 2; p++) action[p] = (const struct codevs4_action *)reply[p].action;
    codevs4_play(g, action);
    go_on(g);
}

static unsigned actors(const struct game_state *state)
{
    return view(state)->ending == CODEVS4_RUNNING ? 3 : 0;
}

static int32_t turns_played(const struct codevs4 *g)
{
    int32_t turns = g->score[g->stage].result == CODEVS4_NONE ? g->turn : 0;
    for (int i = 0; i < CODEVS4_STAGES; i++) turns += g->score[i].turns;
    return turns;
}

static void status(const struct game_state *state, struct game_status *out)
{
    static const char *const reasons[] = {
        [CODEVS4_RUNNING] = NULL,     [CODEVS4_END_STAGES] = "stages",
        [CODEVS4_END_TIME] = "time",  [CODEVS4_END_INVALID] = "invalid",
        [CODEVS4_END_GONE] = "ended", [CODEVS4_END_BOTH] = "both at fault",
    };
    const struct codevs4 *g = view(state);
    bool over = g->ending != CODEVS4_RUNNING;
    *out = (struct game_status){
        .over = over,
        .winner = over ? find_winner(g) : -1,
        .reason = reasons[g->ending],
        .turn = turns_played(g),
        .score = {codevs4_points(g, 0), codevs4_points(g, 1)},
        .rest = {codevs4_turn_sum(g, 0), codevs4_turn_sum(g, 1)},
    };
}

static uint64_t hash(const struct game_state *state)
{
    const struct codevs4 *g = view(state);
    uint64_t h = hash_bytes(0, g, offsetof(struct codevs4, unit));
    return hash_bytes(h, g->unit, (size_t)g->count * sizeof g->unit[0]);
}

/* ---- random play ---- */

/* One of the things the unit's type may do, or nothing; false when it cannot be done just now. */
static bool draw_audit(const struct codevs4_unit *unit, int32_t *money, struct rng *rng,
                       uint8_t *deed)
{
    unsigned deeds = codevs4_traits[unit->type].deeds;
    int chosen = (int)rng_below(rng, (uint32_t)__builtin_popcount(deeds) + 1);
    if (chosen == 0) return false;
    for (; chosen > 1; chosen--) deeds &= deeds - 1;
    *deed = (uint8_t)__builtin_ctz(deeds);
    if (!codevs4_is_able(unit, *deed)) return false;
    int cost = *deed < CODEVS4_MAKE ? 0 : codevs4_traits[*deed - CODEVS4_MAKE].cost;
    if (*money < cost) return false;
    *money -= cost;
    return true;
}

static void sample(const struct game_state *state, int p, struct rng *rng, struct game_action *out)
{
    const struct codevs4 *g = view(state);
    struct codevs4_action *action = (struct codevs4_action *)out;
    int32_t money = g->money[p];
    action->count = 0;
    for (int i = 0; i < g->count; i++) {
        const struct codevs4_unit *unit = &g->unit[i];
        struct codevs4_order order = {.id = unit->id};
        if (unit->side == p && draw_audit(unit, &money, rng, &order.deed))
            action->order[action->count++] = order;
    }
}

/* ---- what a player may know ---- */

static void observe_units(const struct codevs4 *g, int p, const struct codevs4_map *seen,
                          struct codevs4 *out)
{
    for (int i = 0; i < g->count; i++) {
        const struct codevs4_unit *unit = &g->unit[i];
        if (unit->side == p || codevs4_map_has(seen, unit->y, unit->x))
            out->unit[out->count++] = *unit;
    }
    /* The next free ID is not told; it is at least behind the highest one in sight. */
    if (out->count > 0) out->next_id = out->unit[out->count - 1].id + 1;
}

static void observe_field(const struct codevs4 *g, int p, struct codevs4 *out)
{
    struct codevs4_map seen;
    codevs4_view(g, p, &seen);
    out->money[p] = g->money[p];
    for (int i = 0; i < g->resource_count; i++)
        if (codevs4_map_has(&seen, g->resource[i].y, g->resource[i].x))
            out->resource[out->resource_count++] = g->resource[i];
    observe_units(g, p, &seen, out);
}

/* What the input of RULES 7 tells, and nothing else. Only that the field is turned is kept, since
   without it the player's answers could not be understood. */
static void observe(const struct game_state *state, int p, struct game_state *observed)
{
    const struct codevs4 *g = view(state);
    struct codevs4 *out = (struct codevs4 *)observed;
    memset(out, 0, sizeof *out);
    out->stage = out->first = g->stage;
    out->stages = 1;
    out->turn = g->turn;
    out->ending = g->ending;
    out->mirror = p == 1 && g->mirror;
    out->income[0] = out->income[1] = CODEVS4_INCOME;
    observe_field(g, p, out);
}

/* People know how the game was set up, and how its stages ended. */
static void show(const struct game_state *state, int p, struct game_state *shown)
{
    const struct codevs4 *g = view(state);
    struct codevs4 *out = (struct codevs4 *)shown;
    memcpy(out, g, sizeof *out);
    if (g->ending != CODEVS4_RUNNING) return;
    out->seed = 0;
    out->money[1 - p] = 0;
    out->resource_count = 0;
    memset(out->resource, 0, sizeof out->resource);
    out->count = out->next_id = 0;
    memset(out->unit, 0, sizeof out->unit);
    observe_field(g, p, out);
}

/* Castles stand in the upper left and in the lower right. */
static int advance(const struct game_state *state, int p, const struct game_action *action,
                   int *steps)
{
    const struct codevs4_action *a = (const struct codevs4_action *)action;
    int down_right = 0;
    (void)state;
    *steps = 0;
    for (int i = 0; i < a->count; i++) {
        uint8_t deed = a->order[i].deed;
        bool is_ahead = deed == CODEVS4_DOWN || deed == CODEVS4_RIGHT;
        if (!is_ahead && deed != CODEVS4_UP && deed != CODEVS4_LEFT) continue;
        down_right += is_ahead ? 1 : -1;
        ++*steps;
    }
    return p == 0 ? down_right : -down_right;
}

const struct game game_codevs4 = {
    .name = "codevs4",
    .title = "CODE VS 4.0",
    .version = 1,
    .state_size = sizeof(struct codevs4),
    .action_size = sizeof(struct codevs4_action),
    .answer_max = CODEVS4_ANSWER_MAX,
    .text_max = CODEVS4_TEXT_MAX,
    .link = LINK_PIPE,
    .clock = {.match_ms = 3600000, .name_ms = 20000, .name_counts = true, .serial = true},
    .answer_form = "form-codevs-four: a line with the number of orders, then as many lines `ID "
                   "letter` (RULES 8)",
    .contests = CONTEST_CAMPAIGN,
    .short_setup = "stages=1",
    .init = init,
    .actors = actors,
    .step = step,
    .status = status,
    .hash = hash,
    .sample = sample,
    .observe = observe,
    .show = show,
    .contest_name_ok = codevs4_contest_name_ok,
    .greet = codevs4_greet,
    .prompt = codevs4_prompt,
    .farewell = codevs4_farewell,
    .parse = codevs4_parse,
    .advance = advance,
    .turned_setup = "mirror=1",
    .format = codevs4_format,
    .perceive = codevs4_perceive,
    .frame = codevs4_frame,
    .memory_size = sizeof(struct codevs4_memory),
    .watch = codevs4_watch,
    .decided = codevs4_decided,
};
