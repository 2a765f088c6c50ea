/*
 * store_submit — programs that people send in, from the first byte to a version that plays.
 *
 * To accept one is one transaction: the source is kept, and a version of its player's in state
 * "checking". A worker takes it under a lease, as it takes a match, builds it, tries it, and
 * finishes it once: the version is then active and in its ladder, or broken, with the reason. The
 * built program is kept as well, so that every worker can play it. A version's seat is
 * STORE_SUBMITTED: how it is run stands with the program.
 */
#pragma once
#include "league/store/contest/store_contest.h"

#define STORE_SUBMITTED "submitted"

enum { STORE_SAME_MS = 10 * 60 * 1000 };
enum { STORE_BUILD_TRIES = 5, STORE_FILE_NAME = 101, STORE_RUN = 256 };

struct store_submit {
    int64_t account, ladder;
    const char *language, *file; /* the file's name, as its author calls it */
    const void *source;
    size_t len;
    int64_t most_an_hour, most_waiting; /* of this account */
    int64_t most_bytes;                 /* of all its sources and built programs together */
};
enum store_submitted {
    SUBMITTED,
    SUBMITTED_BEFORE,
    SUBMITTED_TOO_OFTEN,
    SUBMITTED_TOO_MANY,
    SUBMITTED_TOO_MUCH,
    SUBMITTED_NOT_NOW /* for the finals of a contest: *why says why */
};
/* Done twice after an answer got lost, it is done once: the program that an account sent last to a
   ladder, sent again within STORE_SAME_MS while it waits, is built or plays, is that one
   (SUBMITTED_BEFORE). Where `ladder` is that of the finals of a
   contest, it is a program for the finals, and *why is set (NULL: nobody asks). */
bool store_submit(struct store *s, const struct store_submit *submit, enum store_submitted *verdict,
                  int64_t *id, enum store_final *why, struct err *err);

struct store_submission {
    int64_t id, account, player, version, number, bytes, tries, created, finished;
    const char *account_name, *player_name, *ladder, *game, *language, *file;
    const char *state; /* "waiting", "building" or "done" */
    const char *version_state;
    bool is_playing;         /* it is what its player plays with in that ladder */
    const char *why;         /* it is broken; "" */
    const char *why_said;    /* that as JSON, as err_write_said() has it; "" where it has no code */
    const char *log;         /* of its build; "" in a list */
    const char *report;      /* of its check, a JSON array; "" in a list, and before there is one */
    const char *settings;    /* of its ladder */
    int64_t checked, checks; /* games of its check; 0 of 0: there were none yet */
    int64_t place;           /* while it waits: 1 is next; 0 in a list */
    int64_t wait_ms;         /* until it is built, by how long others took; 0: nobody knows */
    bool is_rated;           /* what follows is there: it has played in its ladder */
    int64_t games;           /* of this version */
    double rating, deviation;
};
typedef void store_submission_fn(void *arg, const struct store_submission *submission);
/* Those of an account, newest first, at most `most`, with an id below `before` (0: from the
   newest on). */
bool store_submissions(struct store *s, int64_t account, int64_t before, int64_t most,
                       store_submission_fn *tell, void *arg, struct err *err);
/* The last submission of each account to each ladder, where that is broken; newest first. */
bool store_broken(struct store *s, int64_t most, store_submission_fn *tell, void *arg,
                  struct err *err);
/* One, with log and report; nothing is told when there is none. */
bool store_submission(struct store *s, int64_t id, store_submission_fn *tell, void *arg,
                      struct err *err);
/* The source as it was sent; *bytes is the caller's, and NULL when there is none. */
bool store_submission_source(struct store *s, int64_t id, char **bytes, size_t *len,
                             char file[STORE_FILE_NAME], struct err *err);
/* A version that has passed is its player's again; one for the finals, as long as programs are
   taken for them. */
enum store_again { AGAIN_PLAYS, AGAIN_BROKEN, AGAIN_NOT_NOW };
bool store_play_again(struct store *s, int64_t submission, enum store_again *verdict,
                      struct err *err);

/* ---- for workers ---- */

struct store_build {
    int64_t id, token, version, tries; /* whoever has the token holds the lease */
    char language[STORE_WORD], file[STORE_FILE_NAME], game[STORE_WORD];
    char setup[STORE_TEXT], settings[STORE_TEXT]; /* of the ladder */
    char *map, *source;                           /* owned; the map NULL: none */
    size_t len;
};
/* The next one in one of these languages, words with a blank before, between and behind them. */
bool store_take_build(struct store *s, const char *worker, const char *languages, int64_t lease_ms,
                      struct store_build *build, bool *found, struct err *err);
void store_build_free(struct store_build *build);
bool store_renew_build(struct store *s, const struct store_build *build, int64_t lease_ms,
                       bool *held, struct err *err);
/* It has not been built; it is the next one's. */
bool store_give_back_build(struct store *s, const struct store_build *build, struct err *err);

/* How many games of its check are over. */
bool store_tell_check(struct store *s, const struct store_build *build, int64_t checked,
                      int64_t checks, struct err *err);

struct store_built {
    const struct err *why;    /* it is broken; NULL: it is fit */
    const char *log, *report; /* "" where there is none */
    const void *program;      /* packed; NULL where it is broken */
    size_t len;
    const char *run; /* the command that starts it, in its folder */
};
/* All at once, and only once: *counted is false when the lease had gone to somebody else. */
bool store_finish_build(struct store *s, const struct store_build *build,
                        const struct store_built *built, bool *counted, struct err *err);
/* What a version's program is called on disk, a name that cannot be guessed, and the command that
   starts it; *found is false when there is none. */
enum { STORE_PROGRAM_NAME = 64 };
bool store_program_name(struct store *s, int64_t version, char name[STORE_PROGRAM_NAME],
                        char run[STORE_RUN], bool *found, struct err *err);
/* The program itself; *bytes is the caller's, and NULL when there is none. */
bool store_program(struct store *s, int64_t version, char **bytes, size_t *len, struct err *err);
