/*
 * game — THE interface: everything the arena knows about a game.
 *
 * A game is one `const struct game` of pure functions over plain data. A state has fixed-width
 * integers, spelled-out padding, no pointers and no floats; it is copied by assigning `state_size`
 * bytes, and equal bytes mean equal states. Nothing in here allocates, prints, reads a clock or
 * keeps anything between calls.
 *
 * `struct game_state` and `struct game_action` are never defined: each game casts them to its own
 * types (games/X/X.h), which bots may use directly; referee, league, site and cli see only this.
 * Callers give both at least GAME_ALIGN bytes of alignment.
 *
 * A player's failure (invalid, late, gone) is an answer like any other and goes into `step`: the
 * games differ about what it costs. The referee never decides a result.
 */
#pragma once
#include "base/rng.h"
#include "base/said.h"
#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { GAME_ALIGN = 64 };

struct game_state;
struct game_action;
struct game_memory;

/*
 * How a game is to begin. `options` are words "key=value" with blanks between them, as given by
 * --setup; `map` is the text of a map file. Both may be NULL.
 */
struct game_setup {
    uint64_t seed;
    const char *options;
    const char *map;
};

enum game_link { LINK_PIPE, LINK_TCP };

/* The original's clock, as on ladders and in contests; 0 = no such limit. */
struct game_clock {
    int64_t match_ms;        /* all answers of a player together */
    int64_t turn_ms;         /* one answer */
    bool free_turns_at_home; /* a match that is played locally has no turn_ms */
    int64_t name_ms;         /* from the start of the program to its name */
    bool name_counts;        /* waiting for the name is charged to match_ms */
    bool serial;             /* of two actors, player 0 is asked first and player 1 afterwards */
};

enum reply_kind {
    REPLY_NONE,    /* was not asked */
    REPLY_ACTION,  /* answered; `action` is set */
    REPLY_INVALID, /* answered with something that is no answer */
    REPLY_TIMEOUT, /* did not answer in time */
    REPLY_GONE     /* ended, or closed its output */
};

/* With REPLY_INVALID, the action is what parse() wrote when it refused the answer, or NULL: a game
   may say by it what was wrong, and never play by it. */
struct game_reply {
    enum reply_kind kind;
    const struct game_action *action;
};

struct game_status {
    bool over;
    int8_t winner;      /* 0, 1, or -1: nobody (yet) */
    const char *reason; /* why it is over: one or a few words, static; NULL before */
    const char *detail; /* the reason for people: in other words, or once more and after a colon
                           more about it; static; NULL: the reason itself will do */
    int32_t turn;       /* turns played so far */
    int64_t score[2];
    int64_t rest[2]; /* what contests look at besides: CHaser, turns left; CODE VS 4.0, turn sum */
};

/* What a player's input says about the player itself. */
struct game_self {
    int32_t player;
    int64_t left_ms[2]; /* -1 where the input does not tell */
};

/* What contests may make of this game's results, besides who won and by how much; bits. */
enum game_contest {
    CONTEST_QUALIFIER = 1, /* one game each against a bot: points by its end and what was left */
    CONTEST_ITEMS = 2,     /* matches of two games, decided by both scores (items) and turns left */
    CONTEST_CAMPAIGN = 4   /* one game each against a bot: score, then turn sum, then time */
};

/*
 * What decided a game, for people: one sentence in English and one in Japanese, and where to look.
 *
 * {winner} and {loser} in the words stand for the names of the players, or {first} and {second}
 * where nobody has won; any other word in braces is one of the values.
 */
enum { GAME_DECISION_VALUES = 10, GAME_LANGUAGES = 2 };
struct game_decision {
    int32_t turn; /* as in game_status: what decided it happens after this state */
    const char *words[GAME_LANGUAGES];
    int count;
    struct {
        const char *name;
        int64_t number;
        const char *const *words; /* in both languages, instead of the number; NULL: none */
    } value[GAME_DECISION_VALUES];
};

enum parse_result { PARSE_OK, PARSE_MORE, PARSE_INVALID };

struct game {
    const char *name;  /* as on the command line */
    const char *title; /* as in a heading */
    uint32_t version;  /* of our rules; a record of another version is not re-run */
    uint32_t state_size, action_size;
    uint32_t answer_max; /* bytes after which an unfinished answer counts as invalid */
    uint32_t text_max;   /* no greet, prompt, farewell, format, start or frame is longer */
    enum game_link link;
    struct game_clock clock;
    const char *side[2];     /* what a player without a name is called; NULL: nothing */
    const char *answer_form; /* what an answer looks like, and which rule says so: a message
                                (base/said.h) */
    unsigned contests;       /* bits of enum game_contest */
    const char *rating;      /* the formula of its contest's ranking (league/rating/rating.h); NULL:
                                it had none of its own */
    const char *short_setup; /* options of a game that is soon over, for first tries and tests;
                                NULL: the usual one is */

    /* Writes all state_size bytes. False, with a message in `why` (base/said.h), when the setup is
       no good. */
    bool (*init)(struct game_state *, const struct game_setup *, struct text *why);
    /* Bit p set: player p must answer now; 3 = both at once; 0 = over. */
    unsigned (*actors)(const struct game_state *);
    /* Plays the answers. A player outside actors() has REPLY_NONE. When a player fails before its
       first answer (no name, or a forbidden one), the other may have REPLY_NONE as well. */
    void (*step)(struct game_state *, const struct game_reply reply[2]);
    void (*status)(const struct game_state *, struct game_status *);
    uint64_t (*hash)(const struct game_state *);

    /* A random legal action of player p, who is an actor. */
    void (*sample)(const struct game_state *, int p, struct rng *, struct game_action *);
    /* All legal actions, at most cap, and how many there are. NULL: too many to list. */
    int (*list)(const struct game_state *, int p, struct game_action *, int cap);
    /* A state that holds what player p may know and nothing else; its greet and prompt for p are
       those of the true state. NULL: nothing is hidden. */
    void (*observe)(const struct game_state *, int p, struct game_state *out);
    /* A state that a person in the seat of p may be shown while the game lasts: what a program is
       told there, and what is plain to people at a table, such as where they stand. It has the
       actors, the turn and p's prompt of the true state. NULL: nothing is hidden. */
    void (*show)(const struct game_state *, int p, struct game_state *out);

    /* Whether a program may carry this name; NULL: any. The reason goes into `why`. */
    bool (*name_ok)(const char *name, struct text *why);
    /* What the original contest allowed besides: ladders and contests ask it, unless they are set
       to allow any name; local matches do not. NULL: nothing. */
    bool (*contest_name_ok)(const char *name, struct text *why);
    /* What player p is sent: once before its first prompt; in each state where it is an actor
       (left_ms: time left of both players); once after the end. */
    void (*greet)(const struct game_state *, int p, struct text *);
    void (*prompt)(const struct game_state *, int p, const int64_t left_ms[2], struct text *);
    void (*farewell)(const struct game_state *, int p, struct text *);

    /*
     * Reads an answer. PARSE_OK: `*used` bytes made the action. PARSE_MORE: not complete yet.
     * PARSE_INVALID: no answer at all; `*used` bytes are to be thrown away. `action` may be
     * written in any case. Bytes behind the answer belong to the next one.
     */
    enum parse_result (*parse)(const struct game_state *, int p, const char *buf, size_t len,
                               struct game_action *action, size_t *used);
    /* What is wrong with an action that was read all the same and will do less than its author
       thinks, as a message; NULL: nothing. The function may be NULL. */
    const char *(*flaw)(const struct game_state *, int p, const struct game_action *);
    /* Where the players start in opposite corners: the steps of an action towards the opponent's,
       less those away from it, and in *steps how many there are. By this `check` finds out who
       knows one corner only. The function may be NULL. */
    int (*advance)(const struct game_state *, int p, const struct game_action *, int *steps);
    const char *turned_setup; /* with advance: the option by which the second player is shown the
                                 board as the first one sees it */
    /* Writes an action as a program would; parse() reads it back. */
    void (*format)(const struct game_state *, int p, const struct game_action *, struct text *);
    /*
     * The other direction, for bots that sit on other arenas: reads greet and prompt as a program
     * would. The state starts as state_size zero bytes and is kept between calls; PARSE_OK after
     * each complete prompt. Prompt and greet of the state read are those that were read.
     */
    enum parse_result (*perceive)(struct game_state *, struct game_self *, const char *buf,
                                  size_t len, size_t *used);

    /* The start of a game in its official format; NULL: greet and prompt of player 0. */
    void (*start)(const struct game_state *, struct text *);
    /* The state as one JSON object for people and viewers, on one line. */
    void (*frame)(const struct game_state *, struct text *);

    /* What decided it. The memory has memory_size bytes, starts as zeros, and watches every state
       from the first to the last; then decided() tells. Both NULL: the game has no words for it. */
    uint32_t memory_size;
    void (*watch)(struct game_memory *, const struct game_state *);
    /* False: there is nothing to tell, or the game is not over. */
    bool (*decided)(const struct game_memory *, const struct game_state *, struct game_decision *);
};

/* The registry, made from games.list. */
extern const struct game *const games[];
extern const int game_count;
const struct game *game_find(const char *name); /* NULL: no such game */

/* The reason of the end as it is told and written down. NULL before. */
static inline const char *game_reason(const struct game_status *s)
{
    return s->detail ? s->detail : s->reason;
}
/* Whether a result that was written down has this reason: as it is told today, or without the
   detail, as it was told before. */
bool game_reason_is(const struct game_status *s, const char *written);

/* For decided(): the words, and values in them. */
void decision_say(struct game_decision *, int32_t turn, const char *english, const char *japanese);
void decision_number(struct game_decision *, const char *name, int64_t number);
void decision_words(struct game_decision *, const char *name, const char *const words[]);
/* As JSON: {"turn":N,"words":[english,japanese],"values":{...}}; a value is a number or two texts.
 */
void decision_json(const struct game_decision *, struct text *);
/* The sentence in one language (0: English, 1: Japanese); `winner` is -1 for a draw. */
void decision_sentence(const struct game_decision *, int language, const char *const name[2],
                       int winner, struct text *);

/* The clock of a match on a ladder or in a contest, or of one that is played at home. */
struct game_clock game_clock(const struct game *game, bool is_at_home);

/* Reading of setup options. */
struct scan;
/* The value of a key; false when it is not given. */
bool setup_value(const struct game_setup *, const char *key, struct scan *value);
/* A whole number of an option: stays untouched when not given. False, with a message in `why`,
   when it is no number within [least, most]. */
bool setup_int(const struct game_setup *, const char *key, int64_t least, int64_t most,
               int64_t *value, struct text *why);
/* False, with a message in `why`, when a map is given: for games that have none. */
bool setup_no_map(const struct game_setup *, struct text *why);
/* False, with a message in `why`, when a key is not one of `keys` (words with blanks between). */
bool setup_known(const struct game_setup *, const char *keys, struct text *why);
