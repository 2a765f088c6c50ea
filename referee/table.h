/*
 * table — two seats, their clocks, and the waiting for what the players say.
 *
 * table_ask() sends a player its prompt and starts its clock; table_wait() comes back when everyone
 * who was asked has answered, failed, or run out of time. Deadlines are absolute: a player that
 * drips bytes gains nothing. An answer counts once its prompt has been handed to the kernel, so one
 * who never reads runs out of time too.
 *
 * By the wall clock a busy machine costs a player time. A turn that is not answered within a few
 * milliseconds is therefore sampled: how long have the player's processes, and the arena, waited
 * for a core? If the answer is late and they waited meanwhile, table.is_disturbed says so. So it
 * does when the machine below took the cores away. One who is late without an answer is waited for
 * until it has had its time. Who crowds the cores itself waits for itself and is not excused:
 * others must have used them meanwhile, and it must not have more busy threads than cores.
 */
#pragma once
#include "games/game.h"
#include "os/err.h"
#include "referee/budget.h"
#include "referee/seat.h"

/* Who has used the cores and waited for them, up to some moment. */
struct waiting {
    int64_t player_us, arena_us; /* waited */
    int64_t own_us;              /* CPU time of both */
    int64_t busy_us, stolen_us;  /* of the whole machine, see os/cores.h */
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
    struct waiting sampled;
    bool is_sampled; /* the arena came to look */
    bool has_begun;  /* the clock runs: false while a TCP seat waits for its client */
};

struct table {
    const struct game *game;
    bool cpu_clock; /* charge CPU time of the player's process instead of wall time */
    int64_t cores, margin_ms;
    bool is_disturbed; /* a turn was lost whose player had to wait for a core */
    bool is_seated[2], is_greeted[2];
    struct seat seat[2];
    struct budget budget[2];
    struct seat_line line[2];
    int64_t line_seen_us[2]; /* of what the lines have held up, so much was forgiven or lost */
    struct question question[2];
    struct game_action *action[2]; /* the answer, when question.kind is REPLY_ACTION */
    struct text out[2];
    void (*notice)(void *arg, int p, const char *text); /* what people should hear; may be NULL */
    void *notice_arg;
    enum reply_kind name_failure[2];     /* REPLY_NONE: the name is fine */
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
