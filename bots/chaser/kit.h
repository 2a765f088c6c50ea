/*
 * kit — what the players of CHaser share: a map of all that was seen.
 *
 * A player is told neither where it is nor how large the field is, so the map is a large sheet with
 * the start in its middle. A place on it is one number; a step in a direction adds
 * kit_steps[direction]. A map of zeros is the one before the first message.
 */
#pragma once
#include "bots/bot.h"
#include "games/chaser/chaser.h"

enum {
    KIT_SIDE = 104, /* the largest field to all sides of the start, and what is seen past it */
    KIT_PLACES = KIT_SIDE * KIT_SIDE,
    KIT_START = KIT_PLACES / 2 + KIT_SIDE / 2,
    KIT_ALL_DIRECTIONS = 15, /* as a set of bits */
};

enum { KIT_UNKNOWN, KIT_FLOOR, KIT_BLOCK, KIT_ITEM };

struct kit_map {
    uint8_t cell[KIT_PLACES];
    uint16_t seen_at[KIT_PLACES]; /* the message that showed it last; 0: none has */
    int32_t messages;             /* that showed something, so far */
    int32_t at;                   /* the own place */
    int32_t other;                /* where the opponent was seen last; 0: never */
    int32_t other_at;             /* by which message */
    int32_t other_age;            /* how many of the opponent's actions ago */
    int32_t actions;              /* own ones so far */
    struct chaser_action last;
};

extern const int kit_steps[4];

static inline int kit_next(int place, int direction)
{
    return place + kit_steps[direction];
}

/* Whether the opponent stands there now, for sure. */
static inline bool kit_is_other(const struct kit_map *m, int place)
{
    return m->other == place && m->other_age == 0;
}

static inline bool kit_is_open(const struct kit_map *m, int place)
{
    return m->cell[place] == KIT_FLOOR || m->cell[place] == KIT_ITEM;
}

/* Chooses a command; the map holds all that is known. */
typedef struct chaser_action kit_choose_fn(struct kit_map *, struct rng *);

/* A whole bot: says gr and #, keeps the map, which begins the bot's memory, and asks for a command
   when one is due. */
void kit_think(const struct bot_view *, struct kit_map *, kit_choose_fn *, struct game_action *out);

/* Where the opponent stands at a side of the own cell; -1: at none. */
int kit_other_side(const struct kit_map *);
/* Sides that are open, the opponent's cell not among them. */
int kit_count_open(const struct kit_map *, int place);
/* Whether a walk is possible and does not end, for sure, between four blocks. */
bool kit_can_walk(const struct kit_map *, int direction);
/* Whether this walk takes an item behind which there may be nothing but blocks: look first. */
bool kit_may_be_trap(const struct kit_map *, int direction);
/* The direction in which a search shows most that is new; -1 when that is little. */
int kit_best_search(const struct kit_map *);
/* Steps between two places, as if there were no blocks. */
int kit_gap(int a, int b);

static inline struct chaser_action kit_action(int word, int direction)
{
    return (struct chaser_action){(uint8_t)word, (uint8_t)direction};
}
