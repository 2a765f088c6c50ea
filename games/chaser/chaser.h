/*
 * chaser — CHaser, the game of the U-16 programming contests: state, and the typed core that bots
 * may play with.
 *
 * The rules are those of RULES.md beside this file; comments cite its paragraphs.
 *
 * A field lies in the middle of a larger sheet, and all of the sheet around it is block. So nothing
 * has to ask where the field ends: what is outside reads 2, walking out is walking into a block,
 * and a put out there changes nothing. Blocks and items are one bit a cell, one word a row: cell
 * (x, y) is bit x + CHASER_MARGIN of word y + CHASER_MARGIN. No cell is both, but for those that a
 * person is not shown (`show` of struct game).
 *
 * A step of the game is one line that the server awaits; RULES 6 tells which one is next. Player 0
 * is Cool, player 1 is Hot.
 *
 * Everything here is plain data without pointers: a copy is an assignment.
 */
#pragma once
#include "games/game.h"

#include <stdint.h>

enum {
    CHASER_SHEET = 64,
    CHASER_MARGIN = 12, /* nobody sees farther than ten cells past the edge */
    CHASER_SIDE_MAX = CHASER_SHEET - 2 * CHASER_MARGIN,
    CHASER_VIEW = 9,    /* cells of an answer */
    CHASER_TURNS = 100, /* of a map that does not tell */
    CHASER_TURNS_MAX = 100000,
    CHASER_NAME_SIZE = 128, /* of a map's name, the NUL included */
    CHASER_COMMANDS = 16,
};

enum { CHASER_COOL, CHASER_HOT };

/* What a player is told about a cell. Stored cells are never CHASER_OTHER. */
enum { CHASER_FLOOR, CHASER_OTHER, CHASER_BLOCK, CHASER_ITEM };

/* CHASER_STAY: a direction nobody knows, and only with compat=official; RULES 7.6. */
enum { CHASER_UP, CHASER_RIGHT, CHASER_DOWN, CHASER_LEFT, CHASER_STAY };

/* The words of a client. */
enum {
    CHASER_WALK,
    CHASER_LOOK,
    CHASER_SEARCH,
    CHASER_PUT,
    CHASER_GR,
    CHASER_SHARP,
    CHASER_NO_WORD
};

#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wpadded"

struct chaser_field {
    uint64_t block[CHASER_SHEET];
    uint64_t item[CHASER_SHEET];
};

struct chaser_spot {
    int8_t x, y;
};

/* All that the actions work on. */
struct chaser_board {
    struct chaser_field field;
    struct chaser_spot at[2];
    uint8_t width, height;
    uint8_t zero[2];
    int32_t items[2]; /* collected */
};

struct chaser_action {
    uint8_t word;
    uint8_t direction; /* 0 with CHASER_GR and CHASER_SHARP */
};

/* Ten digits as they are sent: control digit, and the cells d1 to d9. */
struct chaser_answer {
    char control;
    char cell[CHASER_VIEW];
};

enum chaser_ending {
    CHASER_RUNNING,
    CHASER_CRUSHED,
    CHASER_ENCLOSED,
    CHASER_COLLISION,
    CHASER_SELF_ENCLOSED,
    CHASER_FOUL,
    CHASER_BY_ITEMS,
};

/* How a player broke the protocol. */
enum chaser_foul {
    CHASER_NO_FOUL,
    CHASER_DISCONNECTED,
    CHASER_SILENT,       /* no answer in time */
    CHASER_READY_TWICE,  /* gr instead of a command */
    CHASER_TWO_COMMANDS, /* a command instead of gr or # */
    CHASER_NO_SHARP,     /* something else instead of # */
    CHASER_WRONG_WORD,
};

/* Which line of the actor is awaited, and so what it is sent before. */
enum chaser_phase {
    CHASER_WAITS,   /* none: nothing read yet, or the other's action in what a player observes */
    CHASER_READY,   /* sent @, awaits gr */
    CHASER_COMMAND, /* sent the own square, awaits a command */
    CHASER_END,     /* sent the answer, awaits # */
    CHASER_FINAL,   /* sent the last square, awaits anything: only with compat=official */
    CHASER_OVER,    /* everyone has been told */
};

struct chaser {
    struct chaser_board board;
    int32_t turns, turns_left;
    uint8_t phase;             /* enum chaser_phase */
    uint8_t actor;             /* whose line is awaited; 0 when none is */
    uint8_t ending;            /* enum chaser_ending */
    int8_t winner;             /* once it has ended: 0, 1, or -1 for a draw; 0 before */
    uint8_t official;          /* compat=official: RULES 7 */
    uint8_t fouls;             /* bit p: p has broken the protocol; only with compat=official */
    uint8_t to_tell;           /* bit p: p is still to be told that the game has ended */
    uint8_t farewell;          /* bit p: p gets the square of the end as its farewell */
    struct chaser_answer told; /* what the actor is sent; zero where that is @ or nothing */
    struct chaser_action last; /* the last command played, and by whom */
    uint8_t last_actor;
    uint8_t has_last;
    uint8_t foul[2]; /* enum chaser_foul, of each player: to be told. No rule looks at it, and the
                        hash leaves it out */
    char name[CHASER_NAME_SIZE]; /* of the map */
};

#pragma GCC diagnostic pop

_Static_assert(sizeof(struct chaser_field) == 1024, "a field is sixteen cache lines");
_Static_assert(sizeof(struct chaser_action) == 2, "an action is two bytes");
_Static_assert(sizeof(struct chaser_answer) == 10, "an answer is ten digits");
_Static_assert(sizeof(struct chaser) == 1200, "no hidden padding");

/* ---- cells ---- */

static inline bool chaser_is_block(const struct chaser_field *f, int x, int y)
{
    return f->block[y + CHASER_MARGIN] >> (x + CHASER_MARGIN) & 1;
}

static inline bool chaser_is_item(const struct chaser_field *f, int x, int y)
{
    return f->item[y + CHASER_MARGIN] >> (x + CHASER_MARGIN) & 1;
}

/* What is stored in a cell; it may be up to CHASER_MARGIN - 1 cells outside. */
static inline int chaser_cell(const struct chaser_field *f, int x, int y)
{
    return CHASER_BLOCK * chaser_is_block(f, x, y) + CHASER_ITEM * chaser_is_item(f, x, y);
}

static inline void chaser_set_cell(struct chaser_field *f, int x, int y, int cell)
{
    uint64_t bit = (uint64_t)1 << (x + CHASER_MARGIN);
    uint64_t *block = &f->block[y + CHASER_MARGIN], *item = &f->item[y + CHASER_MARGIN];
    *block = cell == CHASER_BLOCK ? *block | bit : *block & ~bit;
    *item = cell == CHASER_ITEM ? *item | bit : *item & ~bit;
}

static inline bool chaser_is_inside(const struct chaser_board *b, int x, int y)
{
    return x >= 0 && x < b->width && y >= 0 && y < b->height;
}

/* A sheet of blocks with an empty field of this size in it. */
void chaser_clear_field(struct chaser_field *, int width, int height);
int chaser_count_items(const struct chaser_field *);

static inline struct chaser_spot chaser_next(struct chaser_spot at, int direction)
{
    static const int8_t dx[] = {0, 1, 0, -1, 0}, dy[] = {-1, 0, 1, 0, 0};
    return (struct chaser_spot){(int8_t)(at.x + dx[direction]), (int8_t)(at.y + dy[direction])};
}

/* ---- one action ---- */

/* How a game has ended; `winner` is 0 while it is running. */
struct chaser_verdict {
    enum chaser_ending ending;
    int winner;
};

/* RULES 2: what p is told about a cell. */
int chaser_seen(const struct chaser_board *, int p, int x, int y);
/* RULES 2.4: the square around p, as getReady, walk and put answer. */
void chaser_square(const struct chaser_board *, int p, char control, struct chaser_answer *);
/* RULES 4: the opponent of the actor is examined first. Bit p of `fouls`: p has a foul flag. */
struct chaser_verdict chaser_judge(const struct chaser_board *, int actor, unsigned fouls);
/* RULES 3, 4: plays a command of p, judges, and writes the answer. */
struct chaser_verdict chaser_act(struct chaser_board *, int p, struct chaser_action,
                                 struct chaser_answer *);

/* ---- a whole game ---- */

struct chaser_map;
/* A game on a map; `official` chooses compat=official. */
void chaser_start(struct chaser *, const struct chaser_map *, bool official);
/* Plays the answer of the actor: RULES 6, or RULES 7 with compat=official. */
void chaser_step(struct chaser *, struct game_reply);
/* What an action is called in a protocol ("gr", "wu", "#"); STAY has the letter '?'. */
void chaser_write_action(struct text *, struct chaser_action);
extern const char *const chaser_team_names[2];   /* cool, hot */
extern const char *const chaser_ending_names[7]; /* the reasons; NULL for CHASER_RUNNING */

extern const struct game game_chaser;
