/*
 * journal — results of many matches as a file: the state of a batch is what its journal says.
 *
 * JSON Lines, only ever appended to: a header that says what is played, then one line a match with
 * its key (a match has one key, whoever plays it and however often it is tried) and a checksum of
 * its own. Between them stand decisions of people: who won a lot. A line that was cut by a crash,
 * or changed, is no line: reading stops before it, and a resumed batch cuts it off.
 */
#pragma once
#include "os/err.h"
#include "referee/match.h"

#include <stdint.h>

enum { JOURNAL_KEY = 64, JOURNAL_WORD = 32, JOURNAL_NAME = 64, JOURNAL_ORDER = 256 };

struct journal_match {
    int64_t id; /* of the match in a league; 0: it is in none */
    char key[JOURNAL_KEY];
    int32_t seat[2]; /* which of the batch's seats was player 0, player 1 */
    int32_t round;   /* both matches of a pair have the same */
    uint64_t seed;
    int32_t winner; /* 0, 1 or -1: by player */
    int32_t turns;
    int64_t score[2], rest[2], ms_max[2], ms_total[2]; /* rest: as in struct game_status */
    int64_t wall_ms;                                   /* from start to end; 0: not known */
    int64_t disturbed[2]; /* so often it was played again because others had the cores */
    char reason[JOURNAL_WORD], fault[2][JOURNAL_WORD]; /* "": none */
    char name[2][JOURNAL_NAME]; /* what the players called themselves; "": nothing, or unknown */
};

/* These seats were level and have this order now: in a match of a phase, or in its standings. */
struct journal_decision {
    int32_t phase, fixture; /* from 0; fixture -1: the standings */
    int32_t count, seat[JOURNAL_ORDER];
};

struct journal {
    char *header; /* the header line without its checksum; owned */
    char **seats; /* as the header has them; owned, like game */
    char *game;
    int seat_count;
    struct journal_match *matches;
    int64_t count, cap;
    struct journal_decision *decisions;
    int decision_count;
    int64_t *index; /* by hash of the key: number of the match + 1, 0 = free */
    uint64_t index_cap;
    int64_t good_bytes; /* of the file: what comes after is cut or changed */
};

/* What a finished match was, ready to be written. */
void journal_fill(struct journal_match *m, const struct match_result *result);
/* A line with checksum and LF; the header's text is `{...}` as journal_header() makes it. */
void journal_write_header(const char *header, struct text *t);
void journal_write_match(const struct journal_match *m, struct text *t);
bool journal_read_match(const char *line, size_t len, struct journal_match *m);
void journal_write_decision(const struct journal_decision *d, struct text *t);
bool journal_read_decision(const char *line, size_t len, struct journal_decision *d);

bool journal_read(struct journal *j, const char *path, struct err *err);
/* Forgets all matches but the first `count`: as it stood then. Decisions stay. */
void journal_keep_first(struct journal *j, int64_t count);
/* Adds a match unless its key is there already. */
bool journal_add(struct journal *j, const struct journal_match *m);
bool journal_decide(struct journal *j, const struct journal_decision *d);
const struct journal_match *journal_find(const struct journal *j, const char *key);
void journal_free(struct journal *j);
/* Of the results alone: the same matches give the same hash in whatever order and time. */
uint64_t journal_hash(const struct journal *j);
