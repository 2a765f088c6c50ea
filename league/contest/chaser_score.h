/*
 * chaser_score — the arithmetic of CHaser contests: points of the district qualifier, and who wins
 * a match of a knockout.
 *
 * Pure functions over results; nothing here plays, draws lots or prints. Where people must act (one
 * more game, janken), it says who must.
 *
 * Qualifier: everybody plays one game as Cool against the organisers' bot; the best `places` go on.
 * A tie across the last place is played out by further games on another map; all other ties are
 * decided by lot.
 *
 * Knockout: a match is two games on one map with sides swapped; more games won, then more counted
 * items; level means two more games on another map, judged afresh.
 */
#pragma once
#include <stdbool.h>
#include <stdint.h>

enum chaser_cause {
    CAUSE_CRUSHED,
    CAUSE_ENCLOSED,
    CAUSE_COLLISION,
    CAUSE_SELF_ENCLOSED,
    CAUSE_FOUL,
    CAUSE_ITEMS /* the turns were over */
};

/* The result of a game; side 0 is Cool. */
struct chaser_outcome {
    int winner; /* 0, 1, or -1 for a draw */
    enum chaser_cause cause;
    int32_t items[2];
    int32_t turns_left;
};

/* The cause from the reason a match reports ("crushed", ...); false when it is none. */
bool chaser_cause_of(const char *reason, enum chaser_cause *cause);

/* ---- district qualifier ---- */

enum { QUALIFIER_PLACES = 12, QUALIFIER_GAMES = 8 };

/* Points of the contestant, who was Cool; may be negative. */
int32_t qualifier_points(const struct chaser_outcome *game);

struct contestant {
    int32_t id;
    int32_t lot;                     /* from janken or a recorded draw; the smaller goes first */
    int32_t points[QUALIFIER_GAMES]; /* of the first game, and of those that played out a tie */
    int32_t games;
};

/* Sorts by rank, best first. */
void qualifier_rank(struct contestant *all, int count);
/* Whether only a lot can place one before the other. */
bool qualifier_is_level(const struct contestant *a, const struct contestant *b);
/* In a ranked list: those who must play once more, as [*from, *to) around the last place; false
   when the places are settled. */
bool qualifier_is_open(const struct contestant *ranked, int count, int places, int *from, int *to);

/* ---- knockout ---- */

/* Items of side p that count for the match. */
int32_t knockout_items(const struct chaser_outcome *game, int p);

struct knockout_score {
    int wins[2];
    int32_t items[2];
    int winner; /* 0, 1, or -1: level, two more games on another map */
};

/* Two games of players 0 and 1: in the first, player 0 is Cool; in the second, player 1. */
struct knockout_score knockout_judge(const struct chaser_outcome games[2]);
