/* The rules of a turn and of the end of a game; RULES.md has the numbered paragraphs. */
#include "games/reborn/reborn.h"

#include "base/hash.h"
#include "base/scan.h"
#include "games/reborn/reborn_decided.h"
#include "games/reborn/reborn_text.h"

#include <assert.h>
#include <string.h>

static const struct reborn *view(const struct game_state *state)
{
    return (const struct reborn *)state;
}

/* ---- start ---- */

void reborn_start(struct reborn *g, const struct reborn_pack *packs, int count, int turns)
{
    assert(count >= 0 && count <= REBORN_TURNS && turns >= 1 && turns <= REBORN_TURNS);
    memset(g, 0, sizeof *g);
    memcpy(g->packs, packs, (size_t)count * sizeof *packs);
    g->turns = turns;
    g->winner = -1;
}

static bool read_mix(const struct game_setup *setup, enum reborn_mix *mix, struct text *why)
{
    struct scan word;
    if (!setup_value(setup, "mix", &word)) return true;
    *mix = scan_equals(&word, "client") ? REBORN_MIX_CLIENT : REBORN_MIX_TEXT;
    if (*mix == REBORN_MIX_CLIENT || scan_equals(&word, "text")) return true;
    said_write(why, "option-choice: option {option:%s} must be {one:%s} or {other:%s}", "mix",
               "text", "client");
    return false;
}

static bool init(struct game_state *state, const struct game_setup *setup, struct text *why)
{
    enum reborn_mix mix = REBORN_MIX_TEXT;
    int64_t turns = REBORN_TURNS;
    if (!setup_known(setup, "mix turns", why) || !setup_no_map(setup, why)) return false;
    if (!read_mix(setup, &mix, why)) return false;
    if (!setup_int(setup, "turns", 1, REBORN_TURNS, &turns, why)) return false;
    struct reborn_pack packs[REBORN_TURNS];
    reborn_deal(packs, setup->seed, mix);
    reborn_start((struct reborn *)state, packs, REBORN_TURNS, (int)turns);
    return true;
}

/* ---- actions ---- */

bool reborn_is_legal(const struct reborn *g, int p, struct reborn_action action)
{
    if (action.skill) return g->side[p].gauge >= REBORN_GAUGE_SKILL; /* RULES 6.1 */
    return action.col < REBORN_PACK_COLS && action.rotation < REBORN_ROTATIONS;
}

/* Legal actions in the order of reborn_list: the skill is the last of them, where it is one. */
static struct reborn_action action_number(int n)
{
    if (n == REBORN_ACTIONS - 1) return (struct reborn_action){.skill = 1};
    return (struct reborn_action){.col = (uint8_t)(n / REBORN_ROTATIONS),
                                  .rotation = (uint8_t)(n % REBORN_ROTATIONS)};
}

static int count_actions(const struct reborn *g, int p)
{
    return g->side[p].gauge < REBORN_GAUGE_SKILL ? REBORN_ACTIONS - 1 : REBORN_ACTIONS;
}

int reborn_list(const struct reborn *g, int p, struct reborn_action actions[REBORN_ACTIONS])
{
    int count = count_actions(g, p);
    for (int n = 0; n < count; n++) actions[n] = action_number(n);
    return count;
}

static int list(const struct game_state *state, int p, struct game_action *out, int cap)
{
    struct reborn_action *actions = (struct reborn_action *)out;
    int count = count_actions(view(state), p);
    for (int n = 0; n < count && n < cap; n++) actions[n] = action_number(n);
    return count;
}

static void sample(const struct game_state *state, int p, struct rng *rng, struct game_action *out)
{
    uint32_t count = (uint32_t)count_actions(view(state), p);
    *(struct reborn_action *)out = action_number((int)rng_below(rng, count));
}

/* ---- a turn ---- */

/* The action without what it does not mean, as equal states have equal bytes. */
static struct reborn_action plain_action(const struct game_action *action)
{
    struct reborn_action a = *(const struct reborn_action *)action;
    if (a.skill) return (struct reborn_action){.skill = 1};
    return (struct reborn_action){.col = a.col, .rotation = a.rotation};
}

/* RULES 4.2: one row a turn at most, and only a whole one. */
static void drop_ojama(struct reborn_side *side)
{
    if (side->stock < REBORN_COLS) return;
    reborn_push_ojama_row(&side->field);
    side->stock -= REBORN_COLS;
    side->last.dropped = REBORN_COLS;
}

/* RULES 4.2 to 4.4, for one side on its own. */
static void play_side(struct reborn_side *side, struct reborn_pack pack,
                      struct reborn_action action)
{
    side->last = (struct reborn_last){.action = action};
    drop_ojama(side);
    struct reborn_result result;
    if (action.skill) {
        side->gauge = 0;
        result = reborn_blast(&side->field);
    } else {
        result = reborn_drop(&side->field, pack, action.col, action.rotation);
    }
    side->last.chain = result.chain;
    side->last.blast = result.blast;
    side->last.gain = reborn_points(result);
    side->last.attack = reborn_attack(result);
    side->last.dead = result.height > REBORN_ROWS;
}

/* RULES 4.5, 4.6: the cut at the top comes before the loss. */
static void settle_gauge(struct reborn_side *side, const struct reborn_side *other)
{
    if (side->last.chain > 0) side->gauge += 8;
    if (side->gauge > REBORN_GAUGE_MAX) side->gauge = REBORN_GAUGE_MAX;
    side->gauge -= reborn_gauge_loss(other->last.chain);
    if (side->gauge < 0) side->gauge = 0;
}

/* RULES 4.8, 4.9. */
static void settle_stocks(struct reborn_side *a, struct reborn_side *b)
{
    a->stock += b->last.attack;
    b->stock += a->last.attack;
    int64_t offset = a->stock < b->stock ? a->stock : b->stock;
    a->stock -= offset;
    b->stock -= offset;
}

/* ---- the end ---- */

static int8_t higher_score(const struct reborn *g)
{
    int64_t lead = g->side[0].score - g->side[1].score;
    return lead > 0 ? 0 : lead < 0 ? 1 : -1;
}

static void end(struct reborn *g, enum reborn_ending ending, int8_t winner)
{
    g->ending = (uint8_t)ending;
    g->winner = winner;
}

/* RULES 7.1, 7.2: the danger line decides first. */
static void check_end(struct reborn *g)
{
    bool dead[2] = {g->side[0].last.dead, g->side[1].last.dead};
    if (dead[0] && dead[1])
        end(g, REBORN_END_DANGER, higher_score(g));
    else if (dead[0] || dead[1])
        end(g, REBORN_END_DANGER, dead[0] ? 1 : 0);
    else if (g->turn == g->turns)
        end(g, REBORN_END_TURNS, higher_score(g));
}

/* RULES 7.3 to 7.5: nothing of the turn is played. */
static void end_by_errors(struct reborn *g, const enum reborn_error error[2])
{
    enum reborn_ending ending =
        error[0] == REBORN_LATE || error[1] == REBORN_LATE ? REBORN_END_LATE : REBORN_END_INVALID;
    int8_t winner = error[0] ? 1 : 0;
    if (error[0] && error[1]) {
        winner = error[0] == REBORN_LATE && error[1] == REBORN_LATE ? higher_score(g) : -1;
        if (error[0] != error[1]) ending = REBORN_END_LATE_INVALID;
    }
    for (int p = 0; p < 2; p++) g->side[p].last = (struct reborn_last){.error = (uint8_t)error[p]};
    g->played = false;
    end(g, ending, winner);
}

/* RULES 8.4: a program that ended gave an illegal command. */
static enum reborn_error reply_error(const struct reborn *g, int p, struct game_reply reply)
{
    switch (reply.kind) {
    case REPLY_NONE: return REBORN_NO_ERROR; /* only beside a failure of the other before turn 0 */
    case REPLY_TIMEOUT: return REBORN_LATE;
    case REPLY_INVALID:
    case REPLY_GONE: return REBORN_INVALID;
    case REPLY_ACTION: break;
    }
    return reborn_is_legal(g, p, plain_action(reply.action)) ? REBORN_NO_ERROR : REBORN_INVALID;
}

/* RULES 4. */
static void step(struct game_state *state, const struct game_reply reply[2])
{
    struct reborn *g = (struct reborn *)state;
    struct reborn_side *a = &g->side[0], *b = &g->side[1];
    assert(g->ending == REBORN_RUNNING && g->turn < g->turns);
    enum reborn_error error[2] = {reply_error(g, 0, reply[0]), reply_error(g, 1, reply[1])};
    if (error[0] || error[1]) {
        end_by_errors(g, error);
        return;
    }
    assert(reply[0].action && reply[1].action);
    play_side(a, g->packs[g->turn], plain_action(reply[0].action));
    play_side(b, g->packs[g->turn], plain_action(reply[1].action));
    settle_gauge(a, b);
    settle_gauge(b, a);
    a->score += a->last.gain;
    b->score += b->last.gain;
    settle_stocks(a, b);
    g->turn++;
    g->played = true;
    check_end(g);
}

/* ---- questions ---- */

static unsigned actors(const struct game_state *state)
{
    return view(state)->ending == REBORN_RUNNING ? 3 : 0;
}

static void status(const struct game_state *state, struct game_status *out)
{
    static const char *const reasons[] = {
        [REBORN_RUNNING] = NULL,          [REBORN_END_DANGER] = "danger line",
        [REBORN_END_TURNS] = "turns",     [REBORN_END_LATE] = "time",
        [REBORN_END_INVALID] = "invalid", [REBORN_END_LATE_INVALID] = "time and invalid",
    };
    const struct reborn *g = view(state);
    *out = (struct game_status){
        .over = g->ending != REBORN_RUNNING,
        .winner = g->winner,
        .reason = reasons[g->ending],
        .detail = g->ending == REBORN_END_DANGER ? "topped out" : NULL,
        .turn = g->turn,
        .score = {g->side[0].score, g->side[1].score},
    };
}

static uint64_t hash(const struct game_state *state)
{
    return hash_bytes(0, state, sizeof(struct reborn));
}

const struct game game_reborn = {
    .name = "reborn",
    .title = "CODE VS Reborn",
    .version = 1,
    .state_size = sizeof(struct reborn),
    .action_size = sizeof(struct reborn_action),
    .answer_max = REBORN_ANSWER_MAX,
    .text_max = REBORN_TEXT_MAX,
    .link = LINK_PIPE,
    .clock = {.match_ms = 180000,
              .turn_ms = 20000,
              .free_turns_at_home = true, /* RULES 9.1 */
              .name_ms = 20000},
    .answer_form = "form-reborn: one line: `p r` with p from 0 to 8 and r from 0 to 3, or `S` when "
                   "the gauge is "
                   "80 or more (RULES 8.4)",
    .init = init,
    .actors = actors,
    .step = step,
    .status = status,
    .hash = hash,
    .sample = sample,
    .list = list,
    .name_ok = reborn_name_ok,
    .greet = reborn_greet,
    .prompt = reborn_prompt,
    .farewell = reborn_farewell,
    .parse = reborn_parse,
    .format = reborn_format,
    .perceive = reborn_perceive,
    .frame = reborn_frame,
    .memory_size = sizeof(struct reborn_memory),
    .watch = reborn_watch,
    .decided = reborn_decided,
};
