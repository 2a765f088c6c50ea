/*
 * chaser_map — map files: reading, writing, what is odd about them, and random maps.
 *
 * A map that can be read can be played. Whether it should be is another question: oddities are what
 * the makers of contest maps avoid.
 */
#pragma once
#include "games/chaser/chaser.h"

struct chaser_map {
    struct chaser_board board; /* nothing collected yet */
    int32_t turns;
    bool says_other_size; /* its S line and its rows disagree */
    char name[CHASER_NAME_SIZE];
};

/* RULES 8.1, 8.2. False, with a sentence in `why` that names the line where there is one. */
bool chaser_map_read(struct chaser_map *, const char *bytes, size_t len, struct text *why);
void chaser_map_write(const struct chaser_map *, struct text *);

/* RULES 8.3. */
enum {
    CHASER_ODD_UNFAIR = 1,     /* not point-symmetric */
    CHASER_ODD_EVEN = 2,       /* an even number of items */
    CHASER_ODD_CENTRE = 4,     /* no item in the centre */
    CHASER_ODD_START_ITEM = 8, /* a player starts on an item */
    CHASER_ODD_SIZE = 16,      /* the S line and the rows disagree */
    CHASER_ODD_LOST = 32,      /* a player has lost before the first action */
    CHASER_ODD_SHAPE = 64,     /* not 15 x 17 */
    CHASER_ODD_TURNS = 128,    /* less than 100 turns, or more than 240 */
    CHASER_ODD_SIGHT = 256,    /* the players see each other at the start */
};
enum { CHASER_ODDITIES = 9 };
extern const char *const chaser_oddity_names[CHASER_ODDITIES]; /* by bit: "not symmetric" ... */
unsigned chaser_map_oddities(const struct chaser_map *);

/* RULES 9: what a random map is to be like. */
struct chaser_recipe {
    int style;         /* 2 or 3 */
    int width, height; /* odd */
    int blocks, items;
    int turns;
};
extern const struct chaser_recipe chaser_usual_recipe;
/* False, with a sentence in `why`, when no such map is found. */
bool chaser_map_draw(struct chaser_map *, const struct chaser_recipe *, uint64_t seed,
                     struct text *why);
