/*
 * table — two seats, their clocks, and the waiting for what the players say.
 *
 * table_ask() sends a player its prompt and starts its clock; table_wait() comes back when everyone
 * who was asked has answered, failed, or run out of time. Deadlines are absolute: a player that
 * drips bytes gains nothing. An answer counts once its prompt has been handed to the kernel, so one
 * who never reads runs out of time too.
 *
 * By the wall clock a busy machine costs a player time. A turn that is not answered within a few
 * milliseconds is therefore looked at: what have the player and others used of the cores, and how
 * long has the player waited for one? referee/disturb.h makes of it how much of the time others
 * took. An answer that is late for that alone makes the match disturbed; one who is late without an
 * answer is waited for until it has had its time, but never longer than twice its time and a
 * second.
 */
#pragma once
#include "games/game.h"
#include "os/cores.h"
#include "os/err.h"
#include "referee/budget.h"
#include "referee/seat.h"
#include "referee/watch.h"

/* Who has used the cores and waited for them, up to some moment. */
struct table_look {
    int64_t at_us;
    int64_t cpu_us, wait_us;  /* of the player */
    int64_t arena_us, own_us; /* see struct disturb_use */
    struct cores_use machine;
    cpu_set_t cores; /* that the player may use */
};

/* What one player was asked last, and how it answered. */
struct question {
    bool open;
    enum reply_kind kind;
    size_t used; /* bytes of seat.got that are the answer */
    int64_t ms;  /* charged */
    int64_t wall_deadline_us;
    int64_t look_us;     /* look again at this moment even if nothing comes */
    int64_t sample_us;   /* when to look how long it has waited so far */
    int64_t judge_us;    /* late: when to look again whether it has had its time ... */
    int64_t late_cpu_us; /* ... which is not known before it has used more than this */
    bool has_had_its_time, is_given_up;
    bool is_sampled; /* the arena came to look, see table.look */
    bool has_begun;  /* the clock runs: false while a TCP seat waits for its client */
};

struct table {
    struct watch watch; /* both seats' descriptors */
    const struct game *game;
    bool cpu_clock; /* charge CPU time of the player's process instead of wall time */
    int64_t cores, margin_ms;
    bool is_disturbed[2];      /* it lost a turn because others had the cores */
    struct table_look look[2]; /* the first at a turn that takes long */
    bool is_seated[2], is_greeted[2];
    struct seat seat[2];
    struct budget budget[2];
    struct seat_line line[2];
    int64_t line_seen_us[2]; /* of what the lines have held up, so much was forgiven or lost */
    struct question question[2];
    struct game_action *action[2]; /* the answer, when question.kind is REPLY_ACTION */
    struct text out[2];
    void (*notice)(void *arg, int p, const struct notice *notice); /* may be NULL */
    void *notice_arg;
    bool contest_names;                  /* ask the game's contest_name_ok, too */
    enum reply_kind name_failure[2];     /* REPLY_NONE: the name is fine */
    char name_why[2][NAME_WHY_BYTES];    /* of REPLY_INVALID: a message (base/said.h) */
    int64_t name_took_ms[2], name_ms[2]; /* what the names took, and what of it is charged */
};

bool table_open(struct table *t, const struct game *game, bool cpu_clock, int64_t margin_ms,
                struct err *err);
bool table_seat(struct table *t, int p, const struct seat_options *options,
                const struct game_clock *clock, struct err *err);
/* Reads the names of all who are seated. A name that fails is no failure of ours. */
bool table_names(struct table *t, const struct game_clock *clock, struct err *err);
/* Sends greet (once) and prompt. */
void table_ask(struct table *t, int p, const struct game_state *state, const int64_t left_ms[2]);
bool table_wait(struct table *t, const struct game_state *state, struct err *err);
/* Takes the answers off the seats once they have been used. */
void table_clear(struct table *t);
/* Ends everyone, with how they ended; no process and no descriptor is left. */
void table_close(struct table *t, struct proc_end how[2]);
