/*
 * rerun — gives a program the inputs a recorded player got, turn by turn, and compares answers.
 *
 * The game always goes on as recorded, whatever the program says, so that every later input is the
 * recorded one too. It ends with the record, or when the program fails.
 */
#pragma once
#include "referee/record.h"

struct rerun_answer {
    int32_t turn;
    enum reply_kind kind; /* how the program answered */
    bool is_same;
    const char *recorded; /* both in the game's own form, NULL where there is none */
    const char *now;
    int64_t ms, recorded_ms;
    const struct text *err; /* what it has written on standard error since the answer before */
};

typedef void rerun_fn(void *arg, const struct rerun_answer *answer);

bool rerun(const struct record *record, int p, const char *command, rerun_fn *tell, void *arg,
           struct err *err);
