/*
 * contest — a contest as a file that a teacher can read and change (docs/CONTEST.md explains it).
 *
 * One section [contest], one [player NAME] a player in the order of their seeds, and one [phase
 * NAME] for each phase; the order of placing of a phase is the order of seeds of the next. With a
 * [ladder] instead of players it is a contest of a league: the best of the ladder are the players
 * of the phases (league/work/finals.h). Whatever is wrong is told with file, line and key, and
 * with what would be right.
 */
#pragma once
#include "games/game.h"
#include "league/contest/schedule.h"
#include "os/err.h"

enum {
    CONTEST_NAME = 65,
    CONTEST_LINE = 256,
    CONTEST_PLAYERS = SCHEDULE_PLAYERS,
    CONTEST_PHASES = 8,
    CONTEST_GAMES = 100, /* of a match */
    CONTEST_MAPS = 64,
    CONTEST_COURTS = 128
};

struct contest_maps {
    char list[CONTEST_LINE];  /* file names, as in the contest's file */
    char *text[CONTEST_MAPS]; /* owned */
    int count;
};

/* A map that stands in the contest's file itself, as [map NAME] with its lines. */
struct contest_map {
    char name[CONTEST_NAME];
    char *text; /* owned */
    size_t len;
};

struct contest_player {
    char name[CONTEST_NAME];
    char seat[CONTEST_LINE];
    bool is_tcp;               /* a client that connects to a port of the contest */
    char enters[CONTEST_NAME]; /* the phase it enters in; "": the first */
    int phase;                 /* the number of that */
    int line;                  /* where its section begins */
};

enum { CONTEST_KEYS = 64 };

struct contest_ladder {
    bool is_there;
    int64_t opens, closes;               /* milliseconds since 1970; 0: no limit */
    int64_t finals_opens, finals_closes; /* when finalists may send in a program for the finals;
                                            from 0: once the ladder has closed; until 0: never */
    enum rating_formula formula;
    int64_t games; /* of each player; 0: without end */
    int finalists;
    bool has_show; /* the finals are shown on a stage, game by game, and told nobody before */
    char settings[CONTEST_LINE]; /* more of a ladder's words */
    char code[CONTEST_NAME];     /* who knows it may take part; "": everybody may */
    int line;
};

struct contest_phase {
    char name[CONTEST_NAME];
    struct schedule_rules rules;
    int most;                     /* so many of the phase before go on; 0: all */
    int entrants;                 /* how many there are: those, and who enters here */
    char bot[CONTEST_LINE];       /* opponent of a qualifier or campaign */
    char setup[2 * CONTEST_LINE]; /* that of the contest, and more */
    struct contest_maps maps;
    int line;
    int line_of[CONTEST_KEYS]; /* where each key stands; 0: nowhere */
};

struct contest {
    char name[CONTEST_LINE];
    const struct game *game;
    uint64_t seed;
    char setup[CONTEST_LINE];
    struct game_clock clock; /* the game's own, or what the file says */
    bool any_name;           /* not only those that the original contest allowed */
    struct contest_maps maps;
    struct contest_map inside[CONTEST_MAPS]; /* maps in the file, for `maps` to name */
    int inside_count;
    int first_port, courts; /* for TCP clients: two ports a court, one for each side */
    struct contest_ladder ladder;
    struct contest_player player[CONTEST_PLAYERS];
    int player_count;
    struct contest_phase phase[CONTEST_PHASES];
    int phase_count;
};

/* Reads and checks a file, and the maps it names. */
bool contest_read(struct contest *c, const char *path, struct err *err);
/* The text of a file with the maps that it names in it, as contest_take() wants it; the caller
   frees it. */
bool contest_gather(const char *path, char **text, size_t *len, struct err *err);
/* Reads a contest from text, without loading its maps and without trying out its setup. All of
   these leave nothing to be freed where they fail; otherwise contest_free(). */
bool contest_parse(struct contest *c, const char *text, size_t len, const char *path,
                   struct err *err);
/* The text of a contest of a league: it must have a [ladder], and its maps in it. */
bool contest_take(struct contest *c, const char *text, size_t len, const char *path,
                  struct err *err);
/* The next player of such a contest, best first. */
bool contest_seat(struct contest *c, const char *name, struct err *err);
void contest_free(struct contest *c);
/* Of everything that decides what is played: a journal belongs to one such contest. */
uint64_t contest_hash(const struct contest *c);
/* How many players are TCP clients. */
int contest_clients(const struct contest *c);
/* The word for a format, as in the file. */
const char *contest_format(enum schedule_format format);
