/*
 * store_contest — contests of a league, from the announcement to the last match.
 *
 * A contest has a ladder, where places are won, and another without ratings for its finals. It is
 * open until its ladder closes, by the clock of the database or by an organiser. Then it is frozen:
 * matches that have no result are void, nothing is queued or entered any more, and the standings
 * stay as they are. When the finals begin, the best who have neither withdrawn nor been banned are
 * its finalists; bots are not. league/work/finals.h plays them. Between the two there may be a
 * window of time in which those who would be finalists send in a program for the finals; until they
 * do, their last version of the ladder stands.
 *
 * A contest with a code is private: it is there for those who joined with it, and for organisers.
 */
#pragma once
#include "league/contest/contest.h"
#include "league/run/journal.h"
#include "league/store/store.h"

enum contest_state { CONTEST_OPEN, CONTEST_FROZEN, CONTEST_FINALS, CONTEST_OVER };
const char *contest_state_name(enum contest_state state);

struct store_contest {
    int64_t id, ladder, finals, finalists, frozen, created;
    char name[STORE_NAME], title[CONTEST_LINE], game[STORE_WORD];
    char ladder_name[STORE_NAME], finals_name[STORE_NAME];
    char code[CONTEST_NAME]; /* "": everybody may take part */
    enum contest_state state;
    int64_t opens, closes;               /* of the ladder */
    int64_t finals_opens, finals_closes; /* the window for programs for the finals; until 0: none */
    int64_t now;                         /* when this was read, by the clock of the database */
    bool is_open;                        /* the ladder, now */
    bool has_stage;                      /* its finals are shown on a stage (store_stage.h) */
    int64_t shown;                       /* so far it has shown; STAGE_ALL without a stage */
    char call[STORE_WORD];               /* "": nothing is to be played, "all", or PHASE:FIXTURE */
};

/* From a file's text, which contest_take() has read. Its ladders are NAME and NAME-finals. */
bool store_add_contest(struct store *s, const char *name, const struct contest *c, const char *text,
                       int64_t *id, struct err *err);
bool store_find_contest(struct store *s, const char *name, struct store_contest *out, bool *found,
                        struct err *err);
/* The private one with this code. */
bool store_contest_by_code(struct store *s, const char *code, struct store_contest *out,
                           bool *found, struct err *err);
typedef void store_contest_fn(void *arg, const struct store_contest *contest);
/* Newest first. */
bool store_contests(struct store *s, struct store_viewer viewer, store_contest_fn *tell, void *arg,
                    struct err *err);
/* Its file; the caller frees it. */
bool store_contest_text(struct store *s, int64_t contest, char **text, struct err *err);

/* ---- those who take part ---- */

struct store_contestant {
    bool has_joined, has_withdrawn;
};
bool store_contestant(struct store *s, int64_t contest, int64_t account,
                      struct store_contestant *out, struct err *err);
/* To join again is no failure. */
bool store_join_contest(struct store *s, int64_t contest, int64_t account, struct err *err);
/* Or comes back; *done is false when the finals have begun. */
bool store_withdraw(struct store *s, int64_t contest, int64_t account, bool withdraws, bool *done,
                    struct err *err);

/* ---- from open to over ---- */

/* Lets the ladder begin now, whatever the file says; *done is false when it is frozen. */
bool store_open_contest(struct store *s, int64_t contest, bool *done, struct err *err);
/* Closes the ladder now and freezes the contest; *done is false when it is not open. */
bool store_freeze_contest(struct store *s, int64_t contest, bool *done, struct err *err);
/* Freezes those whose deadline has passed; how many. */
bool store_freeze_due(struct store *s, int *count, struct err *err);
/* Names the finalists. *done is false when it is not frozen; with fewer than two it fails. */
bool store_begin_finals(struct store *s, int64_t contest, bool *done, struct err *err);

struct store_finalist {
    int64_t seed, player, version;
    const char *name;
    bool is_absent;   /* the organiser said so: loses every game without playing */
    bool has_program; /* for the finals; otherwise that of the ladder plays */
    bool is_building; /* one was sent in and is not built yet */
};
typedef void store_finalist_fn(void *arg, const struct store_finalist *finalist);
/* Best first; before the finals begin, those who would be in them now. */
bool store_finalists(struct store *s, const struct store_contest *c, store_finalist_fn *tell,
                     void *arg, struct err *err);

/* A finalist does not come, or does after all (league/work/finals.h forfeits what is due). *done is
   false when there is no such finalist. */
bool store_set_absent(struct store *s, int64_t contest, int64_t player, bool is_absent, bool *done,
                      struct err *err);

/* ---- programs for the finals ---- */

/* From the first millisecond of `finals_opens` on, and not in that of `finals_closes` any more. */
enum contest_window { WINDOW_NONE, WINDOW_EARLY, WINDOW_OPEN, WINDOW_LATE };
enum contest_window contest_window_at(const struct store_contest *c, int64_t now);
const char *contest_window_name(enum contest_window window);

enum store_final { FINAL_TAKEN, FINAL_NO_WINDOW, FINAL_EARLY, FINAL_LATE, FINAL_NO_FINALIST };
/* Whether an account may send one in now. */
bool store_may_send_final(struct store *s, int64_t contest, int64_t account,
                          enum store_final *verdict, struct err *err);
/* The same by player, in a transaction. */
bool db_may_send_final(struct store *s, int64_t contest, int64_t player, enum store_final *verdict,
                       struct err *err);
/* A seat that plays the finals for this player, as a version of its own. Programs are sent in by
   store_submit(), to the ladder of the finals. */
bool store_enter_final(struct store *s, int64_t contest, int64_t player, const char *seat,
                       int64_t *version, enum store_final *verdict, struct err *err);
/* None is taken any more from now on; *done is false when none is anyway. */
bool store_stop_programs(struct store *s, int64_t contest, bool *done, struct err *err);

/* ---- lots ---- */

/* What people decided about a tie of the finals; its seats are seeds from 0. */
bool store_decide(struct store *s, int64_t contest, const struct journal_decision *d,
                  struct err *err);
typedef bool store_decision_fn(void *arg, const struct journal_decision *d);
/* In the order in which they came; a false from `tell` is a lack of memory. */
bool store_decisions(struct store *s, int64_t contest, store_decision_fn *tell, void *arg,
                     struct err *err);

/* ---- calling ---- */

/* What is to be played now: see struct store_contest. */
bool store_call(struct store *s, int64_t contest, const char *call, struct err *err);
bool store_end_contest(struct store *s, int64_t contest, struct err *err);
