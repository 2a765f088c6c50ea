/*
 * guess — what the opponent will do next in CODE VS 5.0, and how likely that is.
 *
 * A small search of the opponent's field (route.h) finds its best moves: once as somebody sees them
 * who fears dropped rocks, once as somebody who does not. Turn by turn the guesses are compared
 * with what the opponent then did. That tells which of the two it is, and how often the first guess
 * was right, the second, and so on. Those that a jutsu of ours could have made deadly are counted
 * apart: whoever looks out for such jutsu does something else then. Until a few turns have been
 * played the chances are those of most players.
 */
#pragma once
#include "bots/codevs5/route.h"
#include "bots/codevs5/survival.h"

enum { GUESSES = 6, GUESS_KINDS = 2 };

struct guess {
    struct codevs5_command command;
    int32_t chance; /* per mille; those of a list add up to less than 1000 */
};

struct guess_list {
    int32_t count;
    struct guess guess[GUESSES]; /* the likeliest first */
};

/* The guesses of one kind in a turn. */
struct guess_turn {
    int32_t count;
    struct codevs5_command command[GUESSES];
    bool is_open[GUESSES]; /* to a jutsu that makes it deadly */
};

/* How often a guess was made, and how often it was right. */
struct guess_tally {
    int32_t made, right;
};

/* What is kept between turns; all zero at the start of a match. */
struct guesser {
    struct codevs5_field field; /* the opponent's when the guesses were made, */
    int32_t due;                /* the turn in which they can be compared; 0: there are none */
    struct codevs5_spell cast;  /* what was cast on it then */
    struct guess_turn last[GUESS_KINDS];
    struct guess_tally tally[GUESS_KINDS][2][GUESSES]; /* the second index: is_open */
};

/* Compares the guesses of the turn before with the field as it is now. */
void guess_learn(struct guesser *, const struct codevs5_field *now, const uint8_t *cost, int turn);
/* New guesses; `task` is the opponent's, `nin` what can be spent on jutsu against it. The searches
   take about a quarter of what is left. */
void guess_moves(struct guesser *, struct router *, const struct route_task *task, int nin,
                 int turn, struct limit *, struct guess_list *out);
/* Tells what is cast on the opponent's field in this turn, if anything is. */
void guess_note_cast(struct guesser *, struct codevs5_spell);
/* How likely the first guess is although a jutsu of ours could make it deadly; per mille. */
int guess_open_chance(const struct guesser *);
/* Whether the opponent goes where rocks stop it less often than others would. */
bool guess_fears_rocks(const struct guesser *);
