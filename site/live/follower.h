/*
 * follower — a match that is being played, played along: its live record through the rules, line by
 * line as it is written.
 */
#pragma once
#include "referee/record.h"
#include "referee/replay.h"

/* Begins as zeros. */
struct follower {
    struct record record;
    struct replay replay; /* has a state from the first line on */
    int64_t at;           /* bytes read */
    char *rest;           /* a line that is not complete yet, perhaps more lines */
    size_t rest_len, rest_cap;
};

enum follower_news {
    FOLLOWER_NOTHING, /* no whole line yet */
    FOLLOWER_LINE,
    FOLLOWER_FAILED /* the record and the rules disagree, or memory is short */
};

/* Takes one more line of the file. */
enum follower_news follower_next(struct follower *f, int fd, struct err *err);
void follower_free(struct follower *f);
