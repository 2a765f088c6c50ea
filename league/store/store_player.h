/*
 * store_player — players and their versions, ladders and who stands where in them.
 */
#pragma once
#include "games/game.h"
#include "league/rating/standing.h"
#include "league/store/store.h"

/* Who plays could watch, too, and read what is hidden from them: what others are shown of a match
   with a person or a program at home is late by some seconds, 0: not at all late, or comes after
   its end. */
enum { SPECTATORS_AFTER = -1, SPECTATORS_LIVE = 0, SPECTATORS_MOST_S = 3600 };
/* Reads "after", "live" or a number of seconds; false when it is none of them. */
bool spectators_read(const char *word, int64_t *seconds);

/* Words key=value with blanks between them. */
struct ladder_settings {
    int64_t games;                      /* games each player should have; 0: without end */
    int64_t match_ms, turn_ms, name_ms; /* -1: as the game has it */
    int64_t margin_ms;
    int64_t lag_ms, lag_match_ms; /* forgiven a program at home: for an answer, in a match */
    enum rating_formula also;     /* shown beside the ladder's own; RATING_NONE: none */
    bool any_name;                /* not only those that the original contest allowed */
    int64_t pairing;              /* 0: nobody but an organiser queues matches */
    int64_t spectators_s; /* how late others see a match with a person or a program at home, or
                             SPECTATORS_AFTER */
    int64_t weight;       /* its share of the workers' time, beside those of the others */
    int64_t records;      /* of so many results the records are kept in the database; 0: of all */
    /* Limits of the programs, 0: as the worker has them. The first three are the cage's. */
    int64_t memory_mb, processes, file_mb;
    int64_t answer_kb, output_kb, stderr_kb;
};
/* False, with a sentence in `why`, when the text is no good. */
bool ladder_settings_read(struct ladder_settings *l, const char *text, struct text *why);
/* The setting `spectators` alone. */
int64_t ladder_spectators_s(const char *settings);
/* What a ladder of this formula and with these settings is counted by. */
struct standing_formulas ladder_formulas(enum rating_formula first, const char *settings);

struct store_ladder {
    int64_t id;
    char name[STORE_NAME], game[STORE_WORD];
    enum rating_formula formula;
    char setup[STORE_TEXT], settings[STORE_TEXT];
    const char *map;       /* NULL: none */
    int64_t opens, closes; /* 0: no limit */
    bool is_open;          /* not closed by the organiser, and within its times */
};

/* id and is_open of the ladder given are not looked at. */
bool store_add_ladder(struct store *s, const struct store_ladder *ladder, int64_t *id,
                      struct err *err);
/* The map is not given. False, saying so, when there is none of this name. */
bool store_find_ladder(struct store *s, const char *name, struct store_ladder *out,
                       struct err *err);
typedef void store_ladder_fn(void *arg, const struct store_ladder *ladder);
bool store_ladders(struct store *s, struct store_viewer viewer, store_ladder_fn *tell, void *arg,
                   struct err *err);
/* The words of ladder_settings_read(). */
bool store_set_settings(struct store *s, int64_t ladder, const char *settings, struct err *err);
bool store_set_open(struct store *s, int64_t ladder, bool is_open, struct err *err);

/* A player enters a ladder, or comes with another program: the player is made when it is new, the
   version when this seat is not its latest. A player has one name on all ladders. */
struct store_enter {
    int64_t ladder;
    const char *player, *kind; /* "bot", "program", "home", "person" */
    const char *seat;          /* bot:NAME, a command, STORE_PERSON or STORE_HOME */
    const char *folder;        /* where the program was built; NULL: not known */
    const char *language;      /* NULL: not known */
};
struct store_entered {
    int64_t player, version, number; /* the version's id, and which one of the player's it is */
    bool is_new;                     /* the version was made now */
};
bool store_enter(struct store *s, const struct store_enter *e, struct store_entered *out,
                 struct err *err);
/* False, saying so, when the player is not in the ladder. */
bool store_find_entry(struct store *s, int64_t ladder, const char *player,
                      struct store_entered *out, struct err *err);

struct store_version {
    int64_t id, player, number, created;
    const char *player_name, *game, *seat, *folder, *language, *state;
};
typedef void store_version_fn(void *arg, const struct store_version *version);
/* The versions of a player, or with 0 of all; oldest first. */
bool store_versions(struct store *s, int64_t player, store_version_fn *tell, void *arg,
                    struct err *err);
/* "active", "old", "broken" or "checking"; only an active one is given matches. */
bool store_set_state(struct store *s, int64_t version, const char *state, struct err *err);

struct store_place {
    struct standing standing;
    const char *name, *kind;
    int64_t number;  /* of the version that plays now */
    int64_t pending; /* matches queued or being played */
    int64_t rank;    /* from 1; by store_places(), which also gives the ladder */
    const char *ladder, *game;
};
typedef void store_place_fn(void *arg, const struct store_place *place);
/* Best first. */
bool store_standings(struct store *s, int64_t ladder, store_place_fn *tell, void *arg,
                     struct err *err);
/* A player's places in all ladders it is in. */
bool store_places(struct store *s, struct store_viewer viewer, int64_t player, store_place_fn *tell,
                  void *arg, struct err *err);

struct store_player {
    char name[STORE_NAME], kind[STORE_WORD];
    int64_t owner; /* the account whose it is, 0: nobody's */
};
/* *found is false when there is none. */
bool store_find_player(struct store *s, int64_t player, struct store_player *out, bool *found,
                       struct err *err);
/* The player of an account, which is made when it has none: submitted programs, programs at home
   and contests share it. It is called as the account is, or NAME-2, NAME-3 ... where a player of
   somebody else has that name; its kind is "program". */
bool store_own_player(struct store *s, int64_t account, int64_t *player, char name[STORE_NAME],
                      struct err *err);
/* The player of an account; none is made: *found is false when the account has none. */
bool store_player_of(struct store *s, int64_t account, int64_t *player, bool *found,
                     struct err *err);
