/*
 * words — how the players of a match ended, and the last they wrote on standard error: what an
 * author needs to know when a program has lost.
 *
 * It lies in memory that is shared with the process in which the match is played (league/bout.h);
 * whoever started that reads it once the match is over.
 */
#pragma once
#include "league/store.h"
#include "os/err.h"
#include "referee/match.h"

enum { WORDS_BYTES = 4096, WORDS_STOPPED = -1 };

struct words {
    struct {
        int32_t exit; /* as the shell tells it (128 + signal); WORDS_STOPPED: we stopped it */
        int32_t len;
        char text[WORDS_BYTES]; /* the end of it, any bytes */
    } side[2];
};

struct words *words_new(struct err *err);
void words_free(struct words *w);
/* Observes a match; one that is played again begins anew. */
struct match_watch words_watch(struct words *w);
void words_end(struct words *w, const struct match_result *result);
/* The same as the store takes it: UTF-8 without control characters. */
struct words_told {
    struct store_words side[2]; /* into the texts */
    char text[2][WORDS_BYTES + 1];
};
void words_tell(const struct words *w, struct words_told *told);
