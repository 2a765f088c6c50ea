/*
 * check — what an author needs to hear about a program before it loses by it.
 *
 * Runs the program through whole games and through positions far from the start (position.h), also
 * of recorded games, against an opponent that plays at random, and tells what it saw as a list of
 * findings: what is right, what is strange, what would lose a game.
 */
#pragma once
#include "games/game.h"
#include "os/err.h"
#include "referee/record.h"

enum check_weight { CHECK_FINE, CHECK_STRANGE, CHECK_LOSES };

struct check_finding {
    enum check_weight weight;
    const char *about; /* a word: "name", "answer", "time", "input", "stderr", "end", "start" */
    const struct err *said; /* a sentence, with its code (os/message.h) */
};

struct check_options {
    const struct game *game;
    const char *command;
    struct game_clock clock;
    const char *setup;
    const char *map;
    uint64_t seed;
    const struct cage *cage;  /* NULL: it runs free */
    int slot;                 /* the first of two slots of the cage */
    struct cage_limits caged; /* where they differ from those of the cage, otherwise 0 */
    const char *home;         /* the folder it runs in, caged at home; NULL: the current one */
    int64_t most_ms;          /* no game goes on for longer in all; 0: as long as it takes */
    struct seat_limits output;
    bool contest_names; /* names that the original contest did not allow lose; otherwise they are
                           strange */
    int games; /* from the start, as many from the middle, and as many from shortly before the end
                */
    const struct record *records; /* and one game from somewhere in each of these; of this game */
    int record_count;
    /* Hears, with the `arg` of check_run(), how many games are over, and how many there will be if
       nothing is wrong; NULL: nobody does. */
    void (*told_game)(void *arg, int played, int most);
};

typedef void check_fn(void *arg, const struct check_finding *finding);

/* False when the arena itself failed. */
bool check_run(const struct check_options *o, check_fn *tell, void *arg, struct err *err);
