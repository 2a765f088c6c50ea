/*
 * war — how the master of CODE VS 4.0 finds the enemy castle, builds before it, and takes it.
 *
 * Two spies walk to the enemy's corner from the first turn on. Once the castle is known, the
 * nearest worker builds a base: beside the castle if nobody guards it (soldiers strike in the turn
 * they are made), out of its sight otherwise. Money is held back so that the base can be paid when
 * the builder arrives. Soldiers gather at the base until a battle played out by the rules, with all
 * enemies that may be there, is won; then all go at once.
 *
 * Enemies on their way to the own castle are reckoned with in the same way: if it would fall before
 * theirs does, a base is built at home, and its soldiers stay together at the castle. Where theirs
 * is held by more than can be brought up before it, an army gathers at home; it marches when it
 * would win there and the half that stays could still hold the own castle.
 *
 * Money goes to soldiers first while the own castle is in danger or a base stands before theirs,
 * otherwise to the economy first.
 */
#pragma once
#include "bots/codevs4/battle.h"
#include "bots/codevs4/belief.h"
#include "bots/codevs4/economy.h"
#include "bots/codevs4/route.h"

/* What a level of play knows and does. */
struct war_style {
    int spies;
    int spies_from; /* the turn in which they set out */
    int bases;      /* at one place, at most */
    int foresight;  /* turns: enemies who can be at the own castle by then are reckoned with */
    bool is_rash;   /* never waits for a battle that is won */
    bool can_wait;  /* gathers an army at home while the enemy castle is held too strongly */
};

struct war {
    struct war_style style;
    /* kept within a stage */
    bool is_attacking;
    struct codevs4_cell site;  /* of bases before the enemy castle */
    int looked;                /* turn in which the enemy castle was last in view; 0: never */
    struct codevs4_cell rally; /* of soldiers who wait: the newest base before the castle */
    int garrison;              /* most soldiers that were seen at the enemy castle */
    int siege_turns;           /* until the enemy castle falls, as last played out */
    /* of this turn */
    bool is_guarded; /* the enemy castle */
    bool is_pressed; /* the own castle would fall first */
    int threats;     /* how many are coming */
    bool is_holding; /* those at home stay together at the castle */
    bool is_held;    /* the enemy castle, by more than can be brought up before it */
    struct crowd crowd;
    struct route route;
    struct battle battle;
};

void war_begin(struct war *, struct war_style);
/* Spies, builders, bases, soldiers. Before economy_run(): what is left is for the economy. */
void war_run(struct war *, struct kit4 *, const struct belief4 *, struct economy *, struct limit *);
/* As far as was played out last, the enemy castle does not fall. */
bool war_is_long(const struct war *);
/* Soldiers for what the economy has left over. */
void war_spend(struct war *, struct kit4 *, const struct belief4 *, const struct economy *);
