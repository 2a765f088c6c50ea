/*
 * tune — finds good numbers for a program by letting it play itself (league/rating/spsa.h).
 *
 * One file says which program, which numbers, and how long (docs/CONTEST.md). A number stands in
 * the seat as {name}; one that does not stand there is handed over in the environment. The journal
 * is all there is: what the numbers are now follows from the results so far.
 */
#pragma once
#include "league/rating/spsa.h"
#include "league/run/match_runner.h"

enum { TUNE_NAME = 48, TUNE_LINE = 512 };

struct tune {
    const struct game *game;
    char seat[TUNE_LINE], setup[TUNE_LINE];
    uint64_t seed;
    struct game_clock clock;
    int steps, games; /* games a step: pairs with sides swapped */
    struct spsa_parameter parameter[SPSA_PARAMETERS];
    char name[SPSA_PARAMETERS][TUNE_NAME];
    int count;
};

bool tune_read(struct tune *t, const char *path, struct err *err);
bool tune_parse(struct tune *t, const char *text, size_t len, const char *path, struct err *err);
/* The seat with these values; false when it is too long. */
bool tune_command(const struct tune *t, const double values[SPSA_PARAMETERS], struct text *out);

/* The values after each step so far; row 0 is the start. Belongs to the caller (tune_history_free).
 */
struct tune_history {
    double (*row)[SPSA_PARAMETERS];
    int steps;
};
bool tune_look(const struct tune *t, const struct journal *journal, struct tune_history *h,
               struct err *err);
void tune_history_free(struct tune_history *h);

struct tune_options {
    const struct tune *tune;
    struct match_options match; /* cage and so on: game, setup and clock are the file's */
    int jobs;
    const char *out;
    bool resume;
};

/* Told after each step. */
typedef void tune_fn(void *arg, int64_t games, const double values[SPSA_PARAMETERS]);

/* False when it was stopped or something failed; the journal belongs to the caller. */
bool tune_run(const struct tune_options *o, tune_fn *tell, void *arg, struct journal *journal,
              struct err *err);
