/*
 * store — players, ladders, matches, results, ratings and the queue of work, in a database.
 *
 * One interface, two databases: a file of SQLite (`sqlite:PATH`, or a path alone) for one machine,
 * PostgreSQL (`postgres://...`, in any form that libpq knows) for many. Both have the same tables
 * (league/store_schema.c) and the same statements.
 *
 * Every function does its work in one transaction: all of it happens or nothing. When the database
 * goes away, or somebody else is in the way, it is tried again until the store's patience ends
 * (store_be_patient); then it fails with the reason. Texts must be UTF-8. Times are milliseconds
 * since 1970 by the database's clock.
 *
 * Lists are handed to a function row by row; the texts of a row are good until it returns, and it
 * must not use the store. A store belongs to one thread of one process.
 */
#pragma once
#include "games/game.h"
#include "league/journal.h"
#include "league/standing.h"
#include "os/err.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct store;

enum { STORE_NAME = 65, STORE_WORD = 32, STORE_TEXT = 1024, STORE_SEAT = 4096 };
/* The seat of a person: nobody but the site they play on can let them play. */
#define STORE_PERSON "person"
/* The seat of a program on its author's machine: likewise. */
#define STORE_HOME "home"

/* STORE_USE: it must be there and fit this program. STORE_MAKE: makes the tables where there are
   none. STORE_MIGRATE: brings those of an older version up to date. STORE_KEEP: both. */
enum store_how { STORE_USE, STORE_MAKE, STORE_MIGRATE, STORE_KEEP };

/* NULL, with the reason, when it cannot be opened; the caller closes it. */
struct store *store_open(const char *url, enum store_how how, struct err *err);
/* The same, but waits so long for a database that does not run yet, or until the program is asked
   to stop. `tell`, if it is not NULL, hears why, once, when there is something to wait for. */
struct store *store_await(const char *url, enum store_how how, int64_t wait_us,
                          void (*tell)(const char *why), struct err *err);
void store_close(struct store *s);
/* Whether the last failure was the database's own, and not one of what was asked. */
bool store_was_away(const struct store *s);
/* How long to wait for a database that is away; 5 seconds unless told. */
void store_be_patient(struct store *s, int64_t us);
/* The version of the tables that this program makes and needs. */
int64_t store_version(void);

/* ---- players and ladders ---- */

/* Words key=value with blanks between them. */
struct ladder_settings {
    int64_t games;                      /* games each player should have; 0: without end */
    int64_t match_ms, turn_ms, name_ms; /* -1: as the game has it */
    int64_t margin_ms;
    int64_t lag_ms, lag_match_ms; /* forgiven a program at home: for an answer, in a match */
    int64_t pairing;              /* 0: nobody but an organiser queues matches */
    int64_t records; /* of so many results the records are kept in the database; 0: of all */
    /* Limits of the programs, 0: as the worker has them. The first three are the cage's. */
    int64_t memory_mb, processes, file_mb;
    int64_t answer_kb, output_kb, stderr_kb;
};
/* False, with a sentence in `why`, when the text is no good. */
bool ladder_settings_read(struct ladder_settings *l, const char *text, struct text *why);

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
bool store_ladders(struct store *s, store_ladder_fn *tell, void *arg, struct err *err);
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
    int64_t ladder_id;
};
typedef void store_place_fn(void *arg, const struct store_place *place);
/* Best first. */
bool store_standings(struct store *s, int64_t ladder, store_place_fn *tell, void *arg,
                     struct err *err);
/* A player's places in all ladders it is in. */
bool store_places(struct store *s, int64_t player, store_place_fn *tell, void *arg,
                  struct err *err);

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
/* The same, where none is to be made: *found is false when the account has none. */
bool store_player_of(struct store *s, int64_t account, int64_t *player, bool *found,
                     struct err *err);

/* ---- the queue ---- */

struct store_plan {
    const char *key; /* a match has one key; a second one with the same key is not made */
    int64_t ladder, version[2];
    uint64_t seed;
    int64_t priority;  /* smaller goes first */
    const char *setup; /* NULL: the ladder's */
    const char *map;   /* likewise */
};
bool store_queue(struct store *s, const struct store_plan *plans, int count, int *added,
                 struct err *err);
/* Keeps an open ladder supplied by matchmaking: when fewer than `low` of its matches wait, fills up
   to `high`. One at a time: while another does it, nothing happens. */
bool store_fill(struct store *s, int64_t ladder, int low, int high, int *added, struct err *err);
/* Matches that are queued or being played, of a ladder or with 0 of all. */
bool store_pending(struct store *s, int64_t ladder, int64_t *count, struct err *err);

struct store_job {
    int64_t match, token; /* whoever has the token holds the lease */
    int64_t ladder, player[2], version[2];
    enum rating_formula formula;
    char key[JOURNAL_KEY], game[STORE_WORD], setup[STORE_TEXT], settings[STORE_TEXT];
    char seat[2][STORE_SEAT];
    char *map; /* owned; NULL: none */
    uint64_t seed;
    int64_t tries; /* this one included */
    bool is_owned; /* a program is somebody's: what it writes on standard error is theirs alone */
};

/* Makes a match and takes it at once: whoever calls plays it. */
bool store_start(struct store *s, const struct store_plan *plan, const char *worker,
                 int64_t lease_ms, struct store_job *job, struct err *err);
/* Another one sits down in a match that is held and has not begun. */
bool store_reseat(struct store *s, struct store_job *job, int side, int64_t version,
                  struct err *err);
/* Takes the next match, if there is one, for lease_ms; one whose lease has ended is next again.
   Submitted programs play in a cage: STORE_UNCAGED leaves their matches to others. */
enum store_caged { STORE_UNCAGED, STORE_CAGED };
bool store_take(struct store *s, const char *worker, int64_t lease_ms, enum store_caged caged,
                struct store_job *job, bool *found, struct err *err);
/* This one, unless somebody has it. */
bool store_take_match(struct store *s, int64_t match, const char *worker, int64_t lease_ms,
                      struct store_job *job, bool *found, struct err *err);
void store_job_free(struct store_job *job);
/* *held is false when the lease went to somebody else. */
bool store_renew(struct store *s, const struct store_job *job, int64_t lease_ms, bool *held,
                 struct err *err);
/* The match has not been played; it is the next one's. */
bool store_give_back(struct store *s, const struct store_job *job, struct err *err);
/* The match cannot be played, and says why. */
bool store_void(struct store *s, const struct store_job *job, const char *why, struct err *err);

/* Of bytes in the database and a path that all machines know at most one. */
struct store_record {
    const void *bytes;
    size_t len;
    const char *path;
    /* How both sides ended; NULL: not known. exit: as the shell tells it, -1: it was stopped. */
    const struct store_words {
        int64_t exit;
        const char *text;
    } * words;
};
/* Result, record, ratings and event at once, and only once: *counted is false when the lease had
   gone to somebody else. To finish again what is finished already does nothing and is no failure.
 */
bool store_finish(struct store *s, const struct store_job *job, const struct journal_match *result,
                  const struct store_record *record, const char *worker, bool *counted,
                  struct err *err);

/* A descriptor that becomes readable when matches were queued, -1 where there is none; what made it
   readable is taken away by store_hear(). */
int store_bell(const struct store *s);
void store_hear(struct store *s);

/* A worker is known by a name that nobody else has: the one it wants, or that with a number. */
bool store_register(struct store *s, const char *wanted, const char *machine, char name[STORE_NAME],
                    struct err *err);
bool store_seen(struct store *s, const char *name, struct err *err);
bool store_leave(struct store *s, const char *name, struct err *err);
struct store_worker {
    const char *name, *machine;
    int64_t started, seen, now;
};
typedef void store_worker_fn(void *arg, const struct store_worker *worker);
bool store_workers(struct store *s, store_worker_fn *tell, void *arg, struct err *err);

/* ---- what was played ---- */

struct store_match {
    int64_t id, ladder, player[2], version[2], created, finished;
    uint64_t seed;
    const char *key, *name[2], *kind[2], *ladder_name, *game, *setup;
    int64_t number[2]; /* of the versions */
    enum rating_formula formula;
    const char *state; /* "queued", "running", "done", "void" */
    struct journal_match result;
    struct rating after[2]; /* ratings after it */
    const char *worker, *void_why;
    bool has_record;
};
typedef void store_match_fn(void *arg, const struct store_match *match);
/* Newest first, at most `most`, those with an id below `before` (0: from the newest on); of one
   ladder and of one player, or with 0 of all; of one game, or with NULL of all. With `match` it
   is that one alone. */
struct store_which {
    int64_t ladder, player, before, most;
    const char *game;
    int64_t match;
    /* Hides what private contests have from an account that did not join them (0: nobody's). */
    bool hides;
    int64_t viewer;
};
bool store_matches(struct store *s, const struct store_which *which, store_match_fn *tell,
                   void *arg, struct err *err);
/* A player's results in a ladder, oldest first: its rating over time. */
bool store_history(struct store *s, int64_t ladder, int64_t player, store_match_fn *tell, void *arg,
                   struct err *err);
/* The bytes of a record, read from its file where it is one; they belong to the caller. False,
   saying so, when there is none. */
bool store_record(struct store *s, int64_t match, char **bytes, size_t *len, struct err *err);

struct store_event {
    int64_t id, ladder, match, created;
    const char *kind, *text; /* "queued", "result", "void", "entered", "ladder" */
    const char *ladder_name; /* "": of none */
};
typedef void store_event_fn(void *arg, const struct store_event *event);
/* Those after the event `after`, oldest first, at most `most`. Ids only grow, and no event appears
   later with a smaller id than one that was seen: a reader can go on where it stopped. */
bool store_events(struct store *s, int64_t after, int64_t most, store_event_fn *tell, void *arg,
                  struct err *err);
/* The id of the newest, 0: there is none. */
bool store_last_event(struct store *s, int64_t *id, struct err *err);

/* ---- accounts ---- */

enum { STORE_HASH = 129 };

enum store_role { ROLE_PLAYER, ROLE_ORGANISER };
/* "player", "organiser". */
const char *store_role_name(enum store_role role);

struct store_account {
    int64_t id, created;
    char name[STORE_NAME];
    enum store_role role;
    char password[STORE_HASH]; /* its hash */
    bool is_banned;
    char banned[STORE_TEXT]; /* why */
};

/* A name has letters, digits and - _ . only, or letters of other scripts; nothing that cannot be
   seen. Names that differ in large and small letters alone are one. False, with the reason. */
bool store_account_name_is_fit(const char *name, struct err *err);

struct store_signup {
    const char *name, *password; /* the password's hash */
    enum store_role role;
    const char *invitation; /* NULL: needs none */
};
enum store_signed { SIGNED_UP, SIGNED_NAME_TAKEN, SIGNED_UNINVITED };
/* Makes the account and takes a use off the invitation, or does neither. */
bool store_add_account(struct store *s, const struct store_signup *signup,
                       enum store_signed *verdict, int64_t *id, struct err *err);
/* *found is false when there is none. */
bool store_find_account(struct store *s, const char *name, struct store_account *out, bool *found,
                        struct err *err);
typedef void store_account_fn(void *arg, const struct store_account *account);
/* By name. */
bool store_accounts(struct store *s, store_account_fn *tell, void *arg, struct err *err);
/* Ends all its sessions, too. */
bool store_set_password(struct store *s, int64_t account, const char *hash, struct err *err);
bool store_set_role(struct store *s, int64_t account, enum store_role role, struct err *err);
/* Ends all its sessions; none begins and no token opens until it is lifted with NULL. */
bool store_ban(struct store *s, int64_t account, const char *why, struct err *err);

/* Sessions and tokens are known by the hash of what their holder shows. */
bool store_begin_session(struct store *s, int64_t account, const char *hash, int64_t lasts_ms,
                         struct err *err);
/* Whose it is, while it lasts and its holder is not banned. */
bool store_session(struct store *s, const char *hash, struct store_account *out, bool *found,
                   struct err *err);
/* To end what has ended is no failure. */
bool store_end_session(struct store *s, const char *hash, struct err *err);

enum { STORE_TOKENS = 20 }; /* that an account may have */
/* *added is false when it has that many. */
bool store_add_token(struct store *s, int64_t account, const char *name, const char *hash,
                     int64_t *id, bool *added, struct err *err);
bool store_token(struct store *s, const char *hash, struct store_account *out, bool *found,
                 struct err *err);
struct store_token {
    int64_t id, created, used; /* used: last, to a minute or so; 0: never */
    const char *name;
};
typedef void store_token_fn(void *arg, const struct store_token *token);
bool store_tokens(struct store *s, int64_t account, store_token_fn *tell, void *arg,
                  struct err *err);
/* *found is false when the account has no such token. */
bool store_drop_token(struct store *s, int64_t account, int64_t token, bool *found,
                      struct err *err);

struct store_invitation {
    int64_t id, uses, ends, account, created; /* ends: 0 for never; account: whose, 0: nobody's */
    const char *code;
};
/* id and created of the invitation given are not looked at. */
bool store_invite(struct store *s, const struct store_invitation *invitation, int64_t *id,
                  struct err *err);
typedef void store_invitation_fn(void *arg, const struct store_invitation *invitation);
bool store_invitations(struct store *s, store_invitation_fn *tell, void *arg, struct err *err);
bool store_drop_invitation(struct store *s, int64_t id, bool *found, struct err *err);

/* ---- what was done, and what is to be known ---- */

struct store_deed {
    int64_t id, account, created;      /* account: 0 where it is nobody's */
    const char *address, *kind, *text; /* from where, which, and about what */
    const char *name;                  /* of the account; "" */
};
/* Of the deed given, account, address, kind and text. */
bool store_note_deed(struct store *s, const struct store_deed *deed, struct err *err);
typedef void store_deed_fn(void *arg, const struct store_deed *deed);
/* Newest first, at most `most`, those with an id below `before` (0: from the newest on). */
bool store_deeds(struct store *s, int64_t before, int64_t most, store_deed_fn *tell, void *arg,
                 struct err *err);

struct store_announcement {
    int64_t id, account, ends, created; /* ends: 0 for when it is dropped */
    const char *text;
};
/* Of the announcement given, account, ends and text. */
bool store_announce(struct store *s, const struct store_announcement *announcement, int64_t *id,
                    struct err *err);
typedef void store_announcement_fn(void *arg, const struct store_announcement *announcement);
/* Those that have not ended, newest first. */
bool store_announcements(struct store *s, store_announcement_fn *tell, void *arg, struct err *err);
bool store_drop_announcement(struct store *s, int64_t id, bool *found, struct err *err);

/* Does the work and writes the deed down, in one transaction: both, or neither. Functions of the
   store are part of it when the work calls them. It may be done twice, as any work of a store. */
typedef bool store_work_fn(struct store *s, void *arg, struct err *err);
bool store_do(struct store *s, const struct store_deed *deed, store_work_fn *work, void *arg,
              struct err *err);

/* ---- what organisers do to matches ---- */

enum store_annulled { ANNULLED, ANNUL_NO_MATCH, ANNUL_IS_VOID };
/* The match is void, whether it has been played, is being played or waits; a result is taken back,
   and all ratings of its ladder are what they would be without it. */
bool store_annul(struct store *s, int64_t match, const char *why, enum store_annulled *verdict,
                 struct err *err);
/* The match is played again, whatever came out of it before. *found is false when there is none; a
   match of a contest that has closed is not played again. */
bool store_rerun(struct store *s, int64_t match, bool *found, struct err *err);

struct store_waiting {
    int64_t match, priority, tries, created;
    bool is_running;
    const char *worker, *ladder, *game, *name[2];
};
typedef void store_waiting_fn(void *arg, const struct store_waiting *waiting);
/* What is being played, then what waits, in the order in which it will be taken. */
bool store_queued(struct store *s, int64_t most, store_waiting_fn *tell, void *arg,
                  struct err *err);

/* ---- care ---- */

typedef void store_finding_fn(void *arg, const char *sentence);
/* Tells everything that is wrong: references to nothing, matches that are counted never or twice,
   ratings that are not what the results make them. */
bool store_check(struct store *s, store_finding_fn *tell, void *arg, int64_t *findings,
                 struct err *err);
/* Computes all ratings of a ladder from its results. */
bool store_rerate(struct store *s, int64_t ladder, struct err *err);

/* Everything, as JSON Lines with a checksum at the end; the same data give the same text from
   either database. Lines are handed over with their LF. */
typedef bool store_line_fn(void *arg, const char *line, size_t len, struct err *err);
bool store_export(struct store *s, store_line_fn *write, void *arg, struct err *err);
/* Into a store that holds nothing yet. The reader gives a line without its LF, or false with
 *at_end at the end. */
typedef bool store_read_fn(void *arg, const char **line, size_t *len, bool *at_end,
                           struct err *err);
bool store_import(struct store *s, store_read_fn *read, void *arg, struct err *err);
