/*
 * store_stage — the show of a contest's finals: what the audience has seen, and what the organiser
 * wants to be seen.
 *
 * Matches of finals are made one after the other (league/work/finals.h), so the order of their ids
 * is the order in which they are shown, and the whole state is the last of them that was shown.
 * Nobody but organisers can find a later one: the database leaves it out of everything it tells
 * (struct store_viewer). A contest without a stage shows everything at once.
 *
 * Pages that have the stage's token show the next game and tell when its end was seen
 * (store_stage_show). What the organiser does (store_stage_do) is counted, so that a page notices
 * it, and a page that was away knows it missed something.
 */
#pragma once
#include "league/store/store.h"

enum { STAGE_TOKEN = 33, STAGE_MESSAGE = 201 };
#define STAGE_ALL (INT64_C(1) << 62) /* the show has come to its end */

struct store_stage {
    bool is_open; /* the rest is nothing where it is false */
    char token[STAGE_TOKEN];
    int64_t shown;            /* the last match that was shown; 0: none yet */
    int64_t ago_ms;           /* since then, or since the stage was opened */
    int64_t cue;              /* counts what the organiser did */
    char command[STORE_WORD]; /* the last of it: "next", "again", "skip", ...; "": nothing yet */
    char pace[STORE_WORD];    /* "normal", "quick", or "ending": the last third of each game */
    bool is_paused, is_blank;
    char message[STAGE_MESSAGE]; /* "": none */
};

bool store_stage(struct store *s, int64_t contest, struct store_stage *out, struct err *err);
/* Opens it, behind what everybody could see before; one that is open stays as it is. */
bool store_open_stage(struct store *s, int64_t contest, struct err *err);
/* Takes it away: everything can be seen at once. */
bool store_close_stage(struct store *s, int64_t contest, struct err *err);
/* The end of this match was seen, or with STAGE_ALL that of the whole show; *moved is false when it
   had been shown before, which is no failure. */
bool store_stage_show(struct store *s, int64_t contest, int64_t match, bool *moved,
                      struct err *err);
/* As the finals end: where nothing is left to be shown, the show has come to its end, too. */
bool store_stage_settle(struct store *s, int64_t contest, struct err *err);
/* Takes over command, pace, is_paused, is_blank and message, and counts a cue. False, saying
   so, when there is no stage or the message is no good. */
bool store_stage_do(struct store *s, int64_t contest, const struct store_stage *wanted,
                    struct err *err);
