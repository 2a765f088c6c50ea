/*
 * battle — a siege of CODE VS 4.0 played out by the rules, to know who would win it.
 *
 * Side 0 attacks and side 1 defends its castle. Attackers walk up to the castle and strike;
 * defenders go for attackers who come near. Bases of both go on making soldiers as long as their
 * side can pay. The same steps are taken in earnest (battle_step), so that what is played out is
 * what happens.
 */
#pragma once
#include "bots/codevs4/kit.h"
#include "bots/search/limit.h"

enum { BATTLE_STAY = CODEVS4_DEEDS };

/* As many of a side as a cell should hold: damage to a cell counts ten units and hurts all. */
enum { BATTLE_CROWDED = 9 };

/* How many stand in each cell, of one side. */
struct crowd {
    int most; /* that a cell should hold */
    uint8_t count[CODEVS4_SIZE][CODEVS4_SIZE];
};

struct battle {
    struct codevs4 field;
    struct codevs4_action order[2];
    struct crowd crowd;
    struct codevs4_cell castle; /* the defender's */
    enum codevs4_type type[2];  /* that bases make */
    int alert;                  /* defenders move when somebody is this near to the castle */
    int most[2];                /* of a side in a cell; BATTLE_CROWDED unless they crowd together */
};

struct battle_result {
    bool has_fallen; /* the castle */
    int turns;       /* played */
    int left[2];     /* worth of the soldiers, in money, by their HP */
};

/* An empty field, and the defender's castle. */
void battle_begin(struct battle *, struct codevs4_cell castle, int castle_hp);
void battle_add(struct battle *, int side, enum codevs4_type, int y, int x, int hp);
/* Until the castle has fallen, the attackers have, or so many turns are over. Bases make soldiers
   in the first `making` turns. */
struct battle_result battle_run(struct battle *, int turns, int making, struct limit *);

/* A step towards a place until it is in reach, where the crowd is not too big; or BATTLE_STAY. The
   crowd is brought up to date. */
int battle_step(struct crowd *, const struct codevs4_unit *, struct codevs4_cell to, int reach);
