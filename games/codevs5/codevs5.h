/*
 * codevs5 — the ninja game of CODE VS 5.0: state, commands, and the typed core for search.
 *
 * Two players, each on a field of their own, run from dogs with two ninjas; every soul taken sends
 * a dog to the other field. RULES.md has the numbered rules.
 *
 * The fields touch in two places only: jutsu aimed at the other field, and dogs sent over. A search
 * can therefore step one field alone: codevs5_field_act() plays the jutsu and the walk,
 * codevs5_field_react() the rest; codevs5_field_step() is both. All of it works on plain values:
 * copy a field, step the copy.
 */
#pragma once
#include "games/codevs5/codevs5_flood.h"
#include "games/game.h"

enum {
    CODEVS5_NINJAS = 2,
    CODEVS5_JUTSU = 8,
    CODEVS5_SOULS = 8,     /* on a field at the start */
    CODEVS5_SOUL_NIN = 2,  /* nin-power for one */
    CODEVS5_STEPS = 2,     /* of a ninja in a turn, */
    CODEVS5_STEPS_MAX = 3, /* under super speed */
    CODEVS5_TURNS = 300,
    CODEVS5_DOG_ID_MAX = 9999, /* of a dog that is read in; 300 turns cannot make ids overflow */
    CODEVS5_NUMBER_MAX = 60000 /* of nin-power and uses that are read in */
};

enum codevs5_step { STEP_STAY, STEP_UP, STEP_LEFT, STEP_RIGHT, STEP_DOWN, STEP_KINDS };

enum codevs5_jutsu {
    JUTSU_NONE = -1,
    JUTSU_SPEED,
    JUTSU_MY_ROCK,
    JUTSU_FOE_ROCK,
    JUTSU_MY_BOLT,
    JUTSU_FOE_BOLT,
    JUTSU_MY_CLONE,
    JUTSU_FOE_CLONE,
    JUTSU_SLASH
};

/* What was wrong with a command; its player stands still (RULES 8.3). */
enum codevs5_fault {
    FAULT_NONE,
    FAULT_COUNT,
    FAULT_JUTSU_EMPTY,
    FAULT_JUTSU_NUMBER,
    FAULT_JUTSU_ID,
    FAULT_ARGUMENT_MISSING,
    FAULT_COORDINATES,
    FAULT_NINJA,
    FAULT_WALK,
    FAULT_KINDS
};

/* All of JUTSU_NONE and STEP_STAY when `fault` is set. */
struct codevs5_command {
    uint8_t fault;
    int8_t jutsu;
    uint8_t argument; /* the cell of jutsu 1..6, the ninja of jutsu 7, otherwise 0 */
    uint8_t reserved;
    uint8_t step[CODEVS5_NINJAS][CODEVS5_STEPS_MAX]; /* the third: only with JUTSU_SPEED */
    uint8_t padding[2];
};

/* A jutsu that has been paid for. */
struct codevs5_spell {
    int8_t jutsu; /* JUTSU_NONE: none */
    uint8_t argument;
};

#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wpadded"

/* Dogs stand in ascending order of id; the slots behind dog_count are zero. */
struct codevs5_field {
    struct codevs5_board rocks, souls, dogs; /* `dogs` repeats dog_cell */
    struct java_rng stream;                  /* of new souls; CODEVS5_NO_STREAM: not known */
    int32_t nin;
    uint16_t next_dog, dog_count;
    uint16_t uses[CODEVS5_JUTSU];
    uint8_t ninja[CODEVS5_NINJAS];
    uint8_t soul_goal;
    uint8_t reserved[5];
    uint16_t dog_id[CODEVS5_INNER];
    uint8_t dog_cell[CODEVS5_INNER];
    uint8_t padding[4];
};
_Static_assert(sizeof(struct codevs5_field) == 680, "fields are copied and hashed as bytes");

/* What a player did in the last turn: for viewers, the rules never read it. */
struct codevs5_deed {
    struct codevs5_command command;
    struct codevs5_spell spell; /* what was paid for */
    uint8_t sent;               /* dogs for the other field */
    uint8_t padding;
};

struct codevs5_state {
    struct codevs5_field field[2];
    struct codevs5_deed last[2];
    uint16_t turn, turns; /* played; at most. `turns` is 0 only in a state not read yet */
    uint8_t cost[CODEVS5_JUTSU];
    uint8_t end; /* enum codevs5_end */
    int8_t winner;
    uint8_t padding[2];
};
_Static_assert(sizeof(struct codevs5_state) == 1408, "states are copied and hashed as bytes");

#pragma GCC diagnostic pop

_Static_assert(sizeof(struct codevs5_command) == 12, "actions are copied as bytes");

enum codevs5_end {
    END_NOT_YET,
    END_CAUGHT,
    END_BOTH_CAUGHT,
    END_TURNS,
    END_TIMEOUT,
    END_INVALID,
    END_GONE,
    END_BOTH_FAILED,
    END_KINDS
};

/* In `stream`: the field does not know its future souls, and phase 4 brings none. */
#define CODEVS5_NO_STREAM UINT64_MAX

/* What became of phases 1 and 2 on a field. */
struct codevs5_act {
    struct codevs5_board lures; /* clones, also those in a rock by now */
    int sent;                   /* dogs that go to the other field: souls taken, dogs slashed */
};

/* ---- the rules of one field (codevs5_field.c) ---- */

struct codevs5_board codevs5_floor(const struct codevs5_field *field);
/* Pays for the jutsu of a command when the nin-power allows it. */
struct codevs5_spell codevs5_field_pay(struct codevs5_field *, const uint8_t cost[CODEVS5_JUTSU],
                                       const struct codevs5_command *);
/* Phases 1 and 2. `own` is what codevs5_field_pay() gave, `foe` the opponent's spell. */
struct codevs5_act codevs5_field_act(struct codevs5_field *, struct codevs5_spell foe,
                                     struct codevs5_spell own, const struct codevs5_command *);
/* Phases 3 to 6 with so many dogs sent over; bit n of the result: ninja n is caught. */
unsigned codevs5_field_react(struct codevs5_field *, const struct codevs5_act *, int dogs);

struct codevs5_outcome {
    int sent;
    unsigned caught;
};
/* A whole turn of one field: what its owner commands, what the opponent casts and sends. */
struct codevs5_outcome codevs5_field_step(struct codevs5_field *, const uint8_t cost[CODEVS5_JUTSU],
                                          const struct codevs5_command *, struct codevs5_spell foe,
                                          int dogs);
/* One step of one ninja with the soul it may find; true when the ninja moved. */
bool codevs5_field_walk(struct codevs5_field *, int ninja, enum codevs5_step, int *souls);
/* New souls up to the goal, as the stream draws them. */
void codevs5_field_grow(struct codevs5_field *);
void codevs5_field_add_dog(struct codevs5_field *, int id, int cell);
/* Phase 3 (codevs5_flood.c): makes layers up to the farthest dog, and moves the dogs (RULES 5). */
void codevs5_move_dogs(struct codevs5_field *, struct codevs5_flood *);
void codevs5_move_dogs_by(enum codevs5_path, struct codevs5_field *, struct codevs5_flood *);

/* ---- walks (codevs5_walks.c) ---- */

/* A walk of both ninjas and what it leads to. */
struct codevs5_walk {
    uint8_t step[CODEVS5_NINJAS][CODEVS5_STEPS_MAX];
    uint8_t ninja[CODEVS5_NINJAS]; /* where they end */
    uint8_t souls;                 /* taken on the way */
};

enum { CODEVS5_WALKS_MAX = 21 * 21, CODEVS5_FAST_WALKS_MAX = 85 * 85 };

/*
 * The walks of both ninjas with 2 or 3 steps each. Of the walks of one ninja that leave the field
 * alike only the shortest is listed. Returns their number: at most CODEVS5_WALKS_MAX (2 steps) or
 * CODEVS5_FAST_WALKS_MAX (3), and never more than cap.
 */
int codevs5_list_walks(const struct codevs5_field *, int steps, struct codevs5_walk *out, int cap);

/* ---- text (codevs5_text.c) ---- */

/* The fault in words; NULL for FAULT_NONE. */
const char *codevs5_fault_text(enum codevs5_fault fault);
/* One field as a JSON object. */
void codevs5_write_field(const struct codevs5_field *, struct text *);

void codevs5_greet(const struct game_state *, int p, struct text *);
void codevs5_prompt(const struct game_state *, int p, const int64_t left_ms[2], struct text *);
void codevs5_farewell(const struct game_state *, int p, struct text *);
enum parse_result codevs5_parse(const struct game_state *, int p, const char *buf, size_t len,
                                struct game_action *, size_t *used);
void codevs5_format(const struct game_state *, int p, const struct game_action *, struct text *);
enum parse_result codevs5_perceive(struct game_state *, struct game_self *, const char *buf,
                                   size_t len, size_t *used);
void codevs5_frame(const struct game_state *, struct text *);

/* ---- both fields (codevs5.c) ---- */

/* The game a seed gives, as the original client draws it (RULES 10). */
void codevs5_generate(struct codevs5_state *, uint64_t seed);
/* A whole turn. */
void codevs5_play(struct codevs5_state *, const struct codevs5_command command[2]);
const char *codevs5_end_text(enum codevs5_end end); /* NULL for END_NOT_YET */

extern const struct game game_codevs5;
