/*
 * Which line is awaited next, and what a wrong one costs: RULES 6, and RULES 7 for games that are
 * to go as on the contest's own server.
 *
 * Both have the same phases. They differ in when a foul is noticed and in how the end is told.
 */
#include "games/chaser/chaser.h"

#include <assert.h>

/* ---- phases ---- */

static void ask_ready(struct chaser *g, int p)
{
    g->phase = CHASER_READY;
    g->actor = (uint8_t)p;
    g->told = (struct chaser_answer){0};
}

static void show_square(struct chaser *g, enum chaser_phase phase, char control)
{
    g->phase = (uint8_t)phase;
    chaser_square(&g->board, g->actor, control, &g->told);
}

/* RULES 6.3: an unknown command changes nothing and shows nothing. */
static void answer_zeros(struct chaser *g)
{
    g->phase = CHASER_END;
    g->told = (struct chaser_answer){'0', {'0', '0', '0', '0', '0', '0', '0', '0', '0'}};
}

/* ---- the end ---- */

static unsigned other_of(const struct chaser *g)
{
    return 1u << (1 - g->actor);
}

/* `to_tell`: who does not know it yet. */
static void end(struct chaser *g, struct chaser_verdict verdict, unsigned to_tell)
{
    g->ending = (uint8_t)verdict.ending;
    g->winner = (int8_t)verdict.winner;
    g->to_tell = (uint8_t)to_tell;
}

/* RULES 5.2. */
static struct chaser_verdict count_items(const struct chaser *g)
{
    int lead = g->board.items[CHASER_COOL] - g->board.items[CHASER_HOT];
    return (struct chaser_verdict){CHASER_BY_ITEMS, lead > 0   ? CHASER_COOL
                                                    : lead < 0 ? CHASER_HOT
                                                               : -1};
}

/* RULES 6.6: Cool is told before Hot. */
static void tell_next(struct chaser *g)
{
    if (g->to_tell) {
        int p = g->to_tell & 1 ? CHASER_COOL : CHASER_HOT;
        g->to_tell = (uint8_t)(g->to_tell & ~(1u << p));
        ask_ready(g, p);
        return;
    }
    g->phase = CHASER_OVER;
    g->actor = 0;
    g->told = (struct chaser_answer){0};
}

/* RULES 6.6, 7.7: whatever was answered, the announcement goes on. */
static void step_ended(struct chaser *g)
{
    if (g->phase == CHASER_READY && g->official) {
        show_square(g, CHASER_FINAL, '0');
        return;
    }
    if (g->phase == CHASER_READY) g->farewell = (uint8_t)(g->farewell | 1u << g->actor);
    tell_next(g);
}

/* ---- actions ---- */

/* RULES 5.1: an action of Hot uses up a turn, also when it ends the game. */
static void count_action(struct chaser *g)
{
    if (g->actor == CHASER_HOT) g->turns_left--;
}

static void play(struct chaser *g, struct chaser_action action)
{
    struct chaser_verdict verdict = chaser_act(&g->board, g->actor, action, &g->told);
    g->phase = CHASER_END;
    g->last = action;
    g->last_actor = g->actor;
    g->has_last = true;
    if (!verdict.ending) return;
    count_action(g);
    end(g, verdict, other_of(g));
}

/* ---- RULES 6: our own way ---- */

/* RULES 6.4: a foul loses at once. */
static void end_by_foul(struct chaser *g, enum chaser_foul foul)
{
    g->foul[g->actor] = (uint8_t)foul;
    end(g, (struct chaser_verdict){CHASER_FOUL, 1 - g->actor}, other_of(g));
}

static void lose_by_foul(struct chaser *g, enum chaser_foul foul)
{
    end_by_foul(g, foul);
    tell_next(g);
}

/* RULES 6.3: who has said something gets an answer. */
static void foul_command(struct chaser *g, enum chaser_foul foul)
{
    answer_zeros(g);
    end_by_foul(g, foul);
}

static void finish_action(struct chaser *g)
{
    count_action(g);
    if (g->turns_left > 0) {
        ask_ready(g, 1 - g->actor);
        return;
    }
    end(g, count_items(g), 3);
    tell_next(g);
}

static void step_clean(struct chaser *g, enum reply_kind kind, struct chaser_action action,
                       enum chaser_foul foul)
{
    bool is_fine = kind == REPLY_ACTION;
    if (g->phase == CHASER_COMMAND && kind == REPLY_INVALID)
        foul_command(g, foul);
    else if (!is_fine)
        lose_by_foul(g, foul);
    else if (g->phase == CHASER_READY)
        show_square(g, CHASER_COMMAND, '1');
    else if (g->phase == CHASER_COMMAND)
        play(g, action);
    else
        finish_action(g);
}

/* ---- RULES 7: as the contest's own server does it ---- */

static void mark_foul(struct chaser *g, enum chaser_foul foul)
{
    if (!g->foul[g->actor]) g->foul[g->actor] = (uint8_t)foul;
    g->fouls = (uint8_t)(g->fouls | 1u << g->actor);
}

/* RULES 7.2, 7.3: the judge of the first half sees what the action before has left. A client with a
   foul flag is told nothing more. */
static bool is_decided(struct chaser *g)
{
    struct chaser_verdict verdict =
        g->turns_left == 0 ? count_items(g) : chaser_judge(&g->board, g->actor, g->fouls);
    if (!verdict.ending) return false;
    end(g, verdict, other_of(g) & ~(unsigned)g->fouls);
    tell_next(g);
    return true;
}

static void step_official_ready(struct chaser *g, enum reply_kind kind, enum chaser_foul foul)
{
    if (kind == REPLY_ACTION) {
        show_square(g, CHASER_COMMAND, '1');
        return;
    }
    mark_foul(g, foul);
    bool decided = is_decided(g);
    assert(decided);
    (void)decided;
}

/* RULES 7.4 to 7.6: who is late has lost; all else gets its turn, but for a client that has gone:
   to that nothing is sent, and its # is not awaited. */
static void step_official_command(struct chaser *g, enum reply_kind kind,
                                  struct chaser_action action, enum chaser_foul foul)
{
    if (kind == REPLY_TIMEOUT) mark_foul(g, foul);
    if (is_decided(g)) return;
    if (kind == REPLY_GONE) {
        mark_foul(g, foul);
        ask_ready(g, 1 - g->actor);
        return;
    }
    if (kind == REPLY_ACTION)
        play(g, action);
    else
        answer_zeros(g);
    if (kind != REPLY_ACTION || action.direction == CHASER_STAY) mark_foul(g, foul);
}

/* RULES 7.3, 7.5: only a proper # uses up the turn. */
static void step_official_end(struct chaser *g, enum reply_kind kind, enum chaser_foul foul)
{
    if (kind == REPLY_ACTION)
        count_action(g);
    else
        mark_foul(g, foul);
    ask_ready(g, 1 - g->actor);
}

static void step_official(struct chaser *g, enum reply_kind kind, struct chaser_action action,
                          enum chaser_foul foul)
{
    if (g->phase == CHASER_READY)
        step_official_ready(g, kind, foul);
    else if (g->phase == CHASER_COMMAND)
        step_official_command(g, kind, action, foul);
    else
        step_official_end(g, kind, foul);
}

/* ---- both ---- */

/* Whether an action is one that this phase awaits. */
static bool is_awaited(const struct chaser *g, struct chaser_action action)
{
    if (g->phase == CHASER_READY) return action.word == CHASER_GR;
    if (g->phase != CHASER_COMMAND) return action.word == CHASER_SHARP;
    return action.word <= CHASER_PUT &&
           action.direction <= (g->official ? CHASER_STAY : CHASER_LEFT);
}

/* What to call it, should this answer be a foul. */
static enum chaser_foul foul_of(const struct chaser *g, enum reply_kind kind,
                                struct chaser_action action)
{
    if (kind == REPLY_GONE) return CHASER_DISCONNECTED;
    if (kind == REPLY_TIMEOUT) return CHASER_SILENT;
    if (g->phase == CHASER_COMMAND)
        return action.word == CHASER_GR ? CHASER_READY_TWICE : CHASER_WRONG_WORD;
    if (action.word <= CHASER_PUT) return CHASER_TWO_COMMANDS;
    return g->phase == CHASER_END ? CHASER_NO_SHARP : CHASER_WRONG_WORD;
}

void chaser_step(struct chaser *g, struct game_reply reply)
{
    enum reply_kind kind = reply.kind;
    struct chaser_action action = {0};
    assert(g->phase >= CHASER_READY && g->phase <= CHASER_FINAL);
    if (reply.action && (kind == REPLY_ACTION || kind == REPLY_INVALID))
        action = *(const struct chaser_action *)reply.action;
    else
        action.word = CHASER_NO_WORD;
    if (kind == REPLY_ACTION && !is_awaited(g, action)) kind = REPLY_INVALID;
    if (g->ending)
        step_ended(g);
    else if (g->official)
        step_official(g, kind, action, foul_of(g, kind, action));
    else
        step_clean(g, kind, action, foul_of(g, kind, action));
}
