/*
 * route — the best moves on one field of CODE VS 5.0, by a beam search over both ninjas' walks.
 *
 * Souls taken and dogs slashed count, the sooner the more; dogs that are near, steps that a dropped
 * rock could stop beside a dog and nin-power spent count against a line. A child is judged before
 * its dogs have moved (kit.h) and played only when its turn in the beam comes, so that most are
 * never played at all. Slashes come in everywhere; clones, super speed and bolts where hardly any
 * walk survives.
 *
 * Many lines lead to about the same position by other ways. The best one is played; the others, and
 * they are two in three, are dropped unplayed. A position in which a ninja has few cells to run to
 * counts less.
 *
 * New souls are not foreseen, nor the dogs that the opponent will send: they appear far away.
 */
#pragma once
#include "bots/codevs5/kit.h"
#include "bots/search/beam.h"

enum { ROUTE_TURNS_MOST = 12, ROUTE_FIRSTS = 512 };

/* What counts for or against a line. */
enum route_value {
    ROUTE_SOUL_LATER, /* against a dog sent, for each turn later */
    ROUTE_SLASHED,    /* dogs: nin-power is worth what a slash of so many sends */
    ROUTE_STEP,       /* for each step that a ninja is nearer to a soul */
    ROUTE_NEAR_DOG,   /* against each dog within two rows and columns */
    ROUTE_RESERVE,    /* clones: nin-power for so many is kept, */
    ROUTE_SHORT,      /* against each point that it lacks */
    ROUTE_RISK,       /* against a walk that a rock can stop beside a dog */
    ROUTE_TRAP,       /* against a position in which one rock stops all walks */
    ROUTE_CRAMPED,    /* against each cell that is missing where a ninja can flee to few, */
    ROUTE_NO_ROOM,    /* and against a ninja that can flee to none */
    ROUTE_VALUES
};

/* How much that is: with the prices of the match in hundredths `worth`, and so much more for each
   point that the jutsu costs more than `middle`, the middle of its prices. */
struct route_weight {
    const char *name;
    int32_t jutsu, middle;
    int32_t worth, per_price;
};

extern const struct route_weight route_weights[ROUTE_VALUES];

/* What is searched. */
struct route_task {
    const struct codevs5_field *field;
    const uint8_t *cost;
    int rock_turn; /* from which turn on the opponent can drop a rock; 0: at once */
    int turns;     /* how far ahead, at most ROUTE_TURNS_MOST */
    /* What the opponent can do against a first move, in points; may change the order of its steps.
       NULL: nothing is known. */
    int (*danger)(void *arg, struct codevs5_command *);
    void *arg;
};

/* A first move, and how the best line that begins with it went. */
struct route_first {
    struct codevs5_command command;
    int32_t turns; /* survived */
    int32_t score;
};

struct route_node {
    int32_t from;                   /* the position before the command, a number in field[] */
    struct codevs5_command command; /* not yet played */
    int32_t first;                  /* the first move of its line, a number in first[] */
    int32_t gain, hope;             /* for good; with what the position promises */
};

struct router {
    struct beam beam;
    struct seen met;                /* positions of this turn */
    struct codevs5_field *field[2]; /* that have been expanded, in turns 0, 2, .. and 1, 3, .. */
    int32_t field_count;            /* of this turn */
    const struct route_task *task;
    struct limit *limit;
    const struct route_weight *weights; /* route_weights; others may be set after route_open() */
    int32_t value[ROUTE_VALUES];        /* hundredths, at the prices of this match */
    int32_t nin_worth;                  /* of a point of nin-power */
    int32_t reserve;                    /* nin-power that is better kept */
    int32_t first_count;
    uint32_t offers; /* children so far */
    struct route_first first[ROUTE_FIRSTS];
    struct codevs5_walk walks[CODEVS5_FAST_WALKS_MAX];
};

#define ROUTER_PLACES(width) (4 * (size_t)(width))
#define ROUTER_SIZE(width)                                                                         \
    (BEAM_SIZE(sizeof(struct route_node), width) + ROUTER_PLACES(width) * sizeof(uint64_t) +       \
     2 * (size_t)(width) * sizeof(struct codevs5_field))

/* Takes over memory of ROUTER_SIZE() bytes. */
void route_open(struct router *, int width, void *memory);
/* Fills first[], those that live longest and gain most at the front; returns their number. */
int route_search(struct router *, const struct route_task *, struct limit *);
/* Sorts first[] again, by turns survived and score. */
void route_sort(struct router *);
