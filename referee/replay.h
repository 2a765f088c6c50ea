/*
 * replay — plays a record again, step by step, through the rules.
 *
 * After replay_open() the replay stands before step 0; replay_next() plays one more. It fails, with
 * a sentence, when the record and the rules disagree: an answer that is none, a step after the end,
 * a state whose hash is another.
 */
#pragma once
#include "referee/record.h"

struct replay {
    const struct record *record;
    const struct game *game;
    struct game_state *state; /* before step `at` */
    struct game_action *action[2];
    int32_t at;
    int64_t left_ms[2]; /* as the players were told before step `at` */
};

bool replay_open(struct replay *r, const struct record *record, struct err *err);
void replay_close(struct replay *r);
static inline bool replay_at_end(const struct replay *r)
{
    return r->at == r->record->step_count;
}
bool replay_next(struct replay *r, struct err *err);
/* Goes on to the first step of a turn; false when the record does not reach it. */
bool replay_seek(struct replay *r, int32_t turn, struct err *err);
/* The whole record: every checksum, every hash, and the result. */
bool replay_verify(const struct record *record, struct err *err);
