/*
 * survival — whether the ninjas of a field live on, whatever the opponent casts.
 *
 * A command is safe when no jutsu that the opponent can pay for makes it deadly this turn. It is
 * safe for two turns when, after each of those, there is a safe command again. Both are found by
 * playing the turns by the rules; the dogs that the opponent sends appear far away and are left
 * out.
 */
#pragma once
#include "bots/codevs5/kit.h"

enum { SURVIVAL_SPELLS_MOST = 1 + 3 * CODEVS5_INNER };

/* A list of what can be cast on a field from outside; the first is nothing. */
struct survival_spells {
    int count;
    struct codevs5_spell spell[SURVIVAL_SPELLS_MOST];
};

/* Who has so much nin-power can cast these. With `near` only what can matter to a ninja within two
   turns: rocks and bolts no farther away than that, and clones. */
void survival_list(const struct codevs5_field *, const uint8_t *cost, int nin, bool near,
                   struct survival_spells *);
/* The cells on which a rock would be in the way of a command, or of the rock that it pushes. */
struct codevs5_board survival_way(const struct codevs5_field *, const struct codevs5_command *);
/* How many of the opponent's jutsu make the command deadly; counting ends at `most`. */
int survival_deaths(const struct codevs5_field *, const uint8_t *cost, int foe_nin,
                    const struct codevs5_command *, int most);

/* Looks for safe commands; `walks` is room to work in. */
struct survival {
    const uint8_t *cost;
    bool is_thorough; /* also tries clones against an opponent who can pay for one: they hardly ever
                         help then, and there are many */
    int32_t tries;    /* commands that may still be looked at: whoever runs out finds nothing */
    struct codevs5_walk walks[CODEVS5_FAST_WALKS_MAX];
};

/* A safe command; false when there is none. */
bool survival_find(struct survival *, const struct codevs5_field *, int foe_nin,
                   struct codevs5_command *);
/* After how many of these spells there is no safe command in the turn after, or the command itself
   is deadly; counting ends at `most`. `foe_gain`: nin-power that the opponent wins in this turn. */
int survival_traps(struct survival *, const struct codevs5_field *, int foe_nin, int foe_gain,
                   const struct codevs5_command *, const struct survival_spells *, int most);
