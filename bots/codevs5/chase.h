/*
 * chase — a move in CODE VS 5.0 with an eye on the opponent.
 *
 * route.h finds good moves on the own field. A first move that some jutsu of the opponent would
 * make deadly right now (a rock in the way, a clone beside a clone of its own), if there is the
 * nin-power for it, is taken only when all are. Then, if the move needs no jutsu, the opponent's
 * field is looked at from the other side: is there a rock that leaves it no walk, or a rock or
 * clone that kills where it will most likely go (guess.h)? If not, and it has not been seen to look
 * out for jutsu, is there a rock that leads it to where the next one kills?
 */
#pragma once
#include "bots/codevs5/guess.h"

struct chase_style {
    int32_t width, turns;
    bool minds_opponent;
    bool minds_traps;    /* looks two turns ahead for what the opponent can cast */
    int32_t kill_likely; /* per cent: a less likely kill is not worth the nin-power; 100: a certain
                            one, as far as no jutsu helps against it */
    int32_t kill_price;  /* so much likelier it must be for each point of nin-power that it costs,
                            unless it is certain */
};

enum { CHASE_MASTER_WIDTH = 1 << 13 };
extern const struct chase_style chase_master; /* the master's */

struct chase {
    struct chase_style style;
    struct router router;
    struct survival survival;
    struct guesser guesser;
    struct codevs5_walk walks[CODEVS5_WALKS_MAX];
};

/* How long a turn may take, and how long one that is hard: no line of play lives to the end of the
   search, or all that do can be trapped. INT64_MAX is no limit. */
struct chase_time {
    int64_t nodes, end_us;
    int64_t hard_nodes, hard_us;
};

/* Takes over memory of ROUTER_SIZE(style.width) bytes. */
void chase_open(struct chase *, struct chase_style, void *memory);
struct codevs5_command chase_think(struct chase *, const struct codevs5_state *, int player,
                                   struct chase_time);
