/*
 * reborn — CODE VS Reborn (qualifier): state, and the typed core that bots search with.
 *
 * The rules are those of RULES.md beside this file; comments cite its paragraphs.
 *
 * A field is four bit planes: a cell has a code of four bits, and bit k of it stands in plane k.
 *
 *     plane 3    2    1   0
 *         pair high mid low
 *          1    0   v - 1      1 to 4
 *          1    1   9 - v      6 to 9: the code of the partner but for `high`
 *          0    1   0   0      5, its own partner
 *          0    0   0   1      ojama
 *          0    0   0   0      empty
 *
 * A plane is four words of three columns each, with neighbours in neighbouring
 * words: column c is in word c % 4, its floor at bit 21 * (c / 4). Nothing floats, so the occupied
 * bits of a column are always its lowest ones; all other bits are zero. A plane fits one 256-bit
 * register and a step of a chain is some seventy operations on such registers, for any field.
 *
 * Everything here is plain data without pointers: a copy is an assignment, and that is also the
 * way to undo a move.
 */
#pragma once
#include "games/game.h"

#include <stdint.h>

enum {
    REBORN_COLS = 10,
    REBORN_ROWS = 16,     /* a settled column above this height has lost */
    REBORN_TOP_ROWS = 19, /* the height while a turn is played: ojama row and pack on top */
    REBORN_PLANES = 4,
    REBORN_WORDS = 4,      /* of a plane */
    REBORN_SLOT_BITS = 21, /* of a column: the rows and two that stay empty, as a fence */
    REBORN_TURNS = 500,
    REBORN_PACK_COLS = 9, /* places for a pack */
    REBORN_ROTATIONS = 4,
    REBORN_ACTIONS = REBORN_PACK_COLS * REBORN_ROTATIONS + 1,
    REBORN_OJAMA = 11, /* the value of an ojama; 1..9 are numbers, 0 is empty */
    REBORN_GAUGE_MAX = 100,
    REBORN_GAUGE_SKILL = 80,
    REBORN_CHAIN_MAX = REBORN_COLS * REBORN_TOP_ROWS / 2,
    REBORN_BLAST_MAX = REBORN_COLS * REBORN_TOP_ROWS,
};

#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wpadded"

struct reborn_field {
    _Alignas(64) uint64_t plane[REBORN_PLANES][REBORN_WORDS];
};

/* Upper row, then lower row, each from the left; 0 is an empty cell. */
struct reborn_pack {
    uint8_t cell[4];
};

/* A drop at col with so many clockwise quarter turns; or the skill, with col and rotation 0. */
struct reborn_action {
    uint8_t skill;
    uint8_t col;
    uint8_t rotation;
    uint8_t zero;
};

enum reborn_error { REBORN_NO_ERROR, REBORN_LATE, REBORN_INVALID };

/* What the last turn brought to a side; all zero before the first one. */
struct reborn_last {
    int64_t gain;    /* points */
    int64_t attack;  /* ojama earned, before the offset */
    int32_t chain;   /* steps */
    int32_t blast;   /* blocks that the skill took */
    int32_t dropped; /* ojama fallen on this side */
    uint8_t dead;    /* over the danger line */
    uint8_t error;   /* enum reborn_error */
    uint8_t zero[2];
    struct reborn_action action;
    uint8_t zero_too[4];
};

struct reborn_side {
    struct reborn_field field;
    int64_t score;
    int64_t stock; /* ojama that wait to fall on this side */
    struct reborn_last last;
    int32_t gauge;
    uint8_t zero[4];
};

enum reborn_ending {
    REBORN_RUNNING,
    REBORN_END_DANGER,
    REBORN_END_TURNS,
    REBORN_END_LATE,
    REBORN_END_INVALID,
    REBORN_END_LATE_INVALID,
};

struct reborn {
    struct reborn_side side[2];
    struct reborn_pack packs[REBORN_TURNS];
    int32_t turn;   /* turns played; the pack of the turn to come is packs[turn] */
    int32_t turns;  /* of the game; 0 only while a perceived state has read nothing yet */
    uint8_t ending; /* enum reborn_ending */
    int8_t winner;  /* 0 or 1; -1: nobody (yet) */
    uint8_t played; /* the last step played a turn, so that side[].last tells about it */
    uint8_t zero[37];
};

#pragma GCC diagnostic pop

_Static_assert(sizeof(struct reborn_field) == 128, "a field is two cache lines");
_Static_assert(sizeof(struct reborn_action) == 4, "an action is one word");
_Static_assert(sizeof(struct reborn_side) == 192, "a side is three cache lines");
_Static_assert(sizeof(struct reborn) == 2432, "no hidden padding");

/* ---- fields ---- */

int reborn_height(const struct reborn_field *, int col);
int reborn_cell(const struct reborn_field *, int col, int row); /* 0, 1..9 or REBORN_OJAMA */
/* Lays a block (1..9 or REBORN_OJAMA) on top of a column that is below REBORN_TOP_ROWS. */
void reborn_push(struct reborn_field *, int col, int value);
/* RULES 4.2: one ojama on top of each column. */
void reborn_push_ojama_row(struct reborn_field *);

/* ---- moves on one field, with the whole chain resolved ---- */

struct reborn_result {
    int32_t chain;  /* steps */
    int32_t blast;  /* blocks that the skill took */
    int32_t height; /* of the highest column at the end; above REBORN_ROWS the side has lost */
};

/* RULES 3, 5. No column may be higher than REBORN_ROWS + 1. */
struct reborn_result reborn_drop(struct reborn_field *, struct reborn_pack, int col, int rotation);
/* RULES 6. */
struct reborn_result reborn_blast(struct reborn_field *);

/* Settles a field by a given instruction set, for tests and measurements; all sets give equal
 * answers. */
enum reborn_path { REBORN_PLAIN, REBORN_AVX2, REBORN_AVX512, REBORN_PATHS };
extern const char *const reborn_path_names[REBORN_PATHS];
bool reborn_path_works(enum reborn_path); /* on this machine */
struct reborn_result reborn_drop_by(enum reborn_path, struct reborn_field *, struct reborn_pack,
                                    int col, int rotation);
struct reborn_result reborn_blast_by(enum reborn_path, struct reborn_field *);

/* ---- points ---- */

int64_t reborn_chain_points(int steps);  /* RULES 5.3 */
int64_t reborn_blast_points(int blocks); /* RULES 6.3 */
/* Gauge that the opponent loses; RULES 4.6. */
int reborn_gauge_loss(int steps);
int64_t reborn_points(struct reborn_result); /* of a turn */
int64_t reborn_attack(struct reborn_result); /* ojama earned: each part is halved on its own */

/* ---- a whole game ---- */

enum reborn_mix { REBORN_MIX_TEXT, REBORN_MIX_CLIENT };

/* RULES 11. */
void reborn_deal(struct reborn_pack packs[REBORN_TURNS], uint64_t seed, enum reborn_mix);
/* An empty start; `count` packs are taken over, the others are empty. */
void reborn_start(struct reborn *, const struct reborn_pack *packs, int count, int turns);
bool reborn_is_legal(const struct reborn *, int p, struct reborn_action);
/* The legal actions: all drops, then the skill where it may be used. How many there are. */
int reborn_list(const struct reborn *, int p, struct reborn_action[REBORN_ACTIONS]);

extern const struct game game_reborn;
