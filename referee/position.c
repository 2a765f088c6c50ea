/* Where a match may begin instead of at its start: plays random or recorded moves up to there. */
#include "referee/position.h"

#include "os/memory.h"
#include "referee/replay.h"

#include <stdlib.h>
#include <string.h>

enum {
    MIDDLE_STEPS = 60, /* random steps at most before the middle */
    LATE_STEPS = 8,    /* at most before the end */
    STEPS_MOST = 5000  /* some games have no end by chance alone */
};

static bool start(const struct position *p, struct game_state *out, struct err *err)
{
    char buf[SAID_BYTES];
    struct text why = TEXT_ON(buf);
    return p->game->init(out, &p->setup, &why) || err_said(err, buf);
}

/* One random move of everybody who must move. */
static void step(const struct game *game, struct game_state *state,
                 struct game_action *const action[2], struct rng *rng)
{
    struct game_reply reply[2] = {{.kind = REPLY_NONE}, {.kind = REPLY_NONE}};
    unsigned actors = game->actors(state);
    for (int p = 0; p < 2; p++) {
        if (!(actors >> p & 1)) continue;
        game->sample(state, p, rng, action[p]);
        reply[p] = (struct game_reply){.kind = REPLY_ACTION, .action = action[p]};
    }
    game->step(state, reply);
}

/* In some games a player answers several questions one after the other: who comes in can be asked
   the first one only. */
static bool may_come_in(const struct position *p, unsigned asked_before,
                        const struct game_state *state)
{
    unsigned asked = p->game->actors(state), bit = 1U << p->player;
    return asked == 3 || (asked != 0 && (!(asked & bit) || !(asked_before & bit)));
}

/* Goes on for so many steps, or until the game is over; how many it were. *door: after how many of
   them the player could last come in. */
static int go_on(const struct position *p, struct game_state *state,
                 struct game_action *const action[2], struct rng *rng, int steps, int *door)
{
    int done = 0;
    *door = 0;
    for (unsigned asked; done < steps && (asked = p->game->actors(state)) != 0;) {
        step(p->game, state, action, rng);
        done++;
        if (may_come_in(p, asked, state)) *door = done;
    }
    return done;
}

/* The way is gone once to see how long it is, again to see where the last door on it is, and then
   as far as there. */
static bool wander(const struct position *p, struct rng *rng, struct game_action *const action[2],
                   struct game_state *out, struct err *err)
{
    bool is_late = p->kind == POSITION_LATE;
    int steps = is_late ? STEPS_MOST : (int)rng_below(rng, MIDDLE_STEPS) + 1;
    int back = 1 + (is_late ? (int)rng_below(rng, LATE_STEPS) : 0), door;
    const struct rng before = *rng;
    for (int way = 0; way < 3; way++) {
        struct rng same = before;
        if (!start(p, out, err)) return false;
        int end = go_on(p, out, action, &same, steps, &door);
        bool is_over = p->game->actors(out) == 0;
        if (way == 0) *rng = same; /* what comes then is new */
        if (way == 0 && (is_late || is_over)) steps = end > back ? end - back : 0;
        if (way == 1) steps = door;
    }
    return true;
}

/* Goes through the record as far as that; *door as above. */
static bool follow(const struct position *p, int32_t at, int32_t *door, struct game_state *out,
                   struct err *err)
{
    struct replay replay;
    if (!replay_open(&replay, p->record, err)) return false;
    bool ok = true;
    *door = 0;
    while (ok && replay.at < at) {
        unsigned asked = p->game->actors(replay.state);
        ok = replay_next(&replay, err);
        if (ok && may_come_in(p, asked, replay.state)) *door = replay.at;
    }
    if (ok) memcpy(out, replay.state, p->game->state_size);
    replay_close(&replay);
    return ok;
}

static bool recall(const struct position *p, struct rng *rng, struct game_state *out,
                   struct err *err)
{
    int32_t door, ignored;
    if (p->record->step_count < 1) return err_set(err, "a record without a single turn");
    int32_t at = (int32_t)rng_below(rng, (uint32_t)p->record->step_count);
    return follow(p, at, &door, out, err) && follow(p, door, &ignored, out, err);
}

bool position_find(const struct position *p, struct rng *rng, struct game_state *out,
                   struct err *err)
{
    if (p->kind == POSITION_START) return start(p, out, err);
    if (p->kind == POSITION_RECORDED) return recall(p, rng, out, err);
    struct game_action *action[2] = {memory_zeroed(p->game->action_size),
                                     memory_zeroed(p->game->action_size)};
    bool ok =
        action[0] && action[1] ? wander(p, rng, action, out, err) : err_set(err, "out of memory");
    free(action[0]);
    free(action[1]);
    return ok;
}
