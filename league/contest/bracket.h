/*
 * bracket — a knockout: who meets whom, from the first round to the final and the match for third
 * place, as the results come in.
 *
 * Plain data and pure functions; what a match consists of is not known here.
 */
#pragma once
#include <stdbool.h>
#include <stdint.h>

enum { BRACKET_MAX = 256, BRACKET_BYE = -1, BRACKET_OPEN = -2 };

/*
 * Seeds are 0 (the best) to players-1. Match 0 .. size/2-1 is the first round from top to bottom,
 * then the next round, and so on; the final is match size-2, the match for third place size-1 (it
 * exists from four players on). In each match side 0 has the better seed, and is Cool first.
 */
struct bracket_match {
    int16_t seed[2]; /* BRACKET_BYE: nobody; BRACKET_OPEN: not known yet */
    int16_t winner;  /* seed, or BRACKET_OPEN */
};

struct bracket {
    int players, size; /* size: the next power of two */
    struct bracket_match match[BRACKET_MAX];
};

/* False when there are fewer than 2 or more than BRACKET_MAX players. */
bool bracket_make(struct bracket *b, int players);
/* The next match that can be played, from the first on, the one for third place before the final;
   -1 when all are played. */
int bracket_next(const struct bracket *b);
/* Notes who won a match that can be played: seed[side]. */
void bracket_note(struct bracket *b, int match, int side);
/* Seeds of the first four places, BRACKET_OPEN where not decided. */
void bracket_places(const struct bracket *b, int places[4]);
