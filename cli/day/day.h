/*
 * day — a contest day with children's own clients, from the list to the certificates.
 *
 * A day is a folder. `contest.ini` in it says what is played, `players.csv` who is who,
 * `journal.jsonl` what has been played so far, `records/` every game; so the command that began a
 * day also goes on with it after whatever happened. It is played by tournament_run(), as any
 * contest is; what is added here are the pages, the sentences for the organiser, and what the
 * organiser answers: over the terminal, from another one (`orders` in the folder), or on a page.
 */
#pragma once
#include "league/contest/tournament.h"
#include "league/people/sheet.h"
#include "os/words.h"

#include <limits.h>
#include <stdio.h>

enum { DAY_NEWS = 16, DAY_SENTENCE = 400, DAY_KEY = 12, DAY_CLIENT = 64 };

/* What the organiser asked for. */
struct day_plan {
    const char *title, *maps, *bot, *organiser;
    int64_t courts, first_port, turns, knockout, certificates;
    uint64_t seed;
    bool janken;
};

struct day_court {
    struct tournament_court about;
    bool is_on; /* a game is played, awaited or held here */
    struct {
        bool is_here;            /* connected */
        char client[DAY_CLIENT]; /* what it calls itself; "": nothing yet */
    } side[2];
    char trouble[DAY_SENTENCE]; /* "": none */
};

struct day {
    struct day_plan plan;
    char folder[PATH_MAX - 64]; /* so that files in it have paths */
    struct sheet list;
    struct contest contest;
    struct tournament_play *play; /* while it is played */
    const struct journal *journal;
    struct tournament end; /* how it stood when it ended */
    struct day_court court[CONTEST_COURTS];
    char news[DAY_NEWS][DAY_SENTENCE]; /* newest last, in a ring */
    int news_count;
    char key[DAY_KEY]; /* opens the organiser's page */
    struct http *http; /* NULL: no page */
};

/* ---- the folder ---- */

/* Path of a file in it. */
void day_path(const struct day *d, const char *name, char out[PATH_MAX]);
/* What would be made of the list, and what would be played. */
void day_preview(const struct day *d, FILE *out);
/* The names as the contest has them: fit for a section of its file, each one once. False when
   there are too many or too few. */
bool day_name_players(struct day *d, struct err *err);
/* Makes the folder, with the contest and the list. */
bool day_make(struct day *d, struct err *err);
/* Reads contest and list of a folder that is there. */
bool day_load(struct day *d, struct err *err);
/* The number of a player, from 0, by name or by number (from 1); -1: there is none. */
int day_player(const struct day *d, const char *word);
/* School, or who that is; "" where nothing is known. */
const char *day_who(const struct day *d, int player);

/* ---- what is said ---- */

/* Says a sentence to the organiser: on the terminal and on the page. The format is a message
   (os/words.h). */
void day_say(struct day *d, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* A game as people call it: "Knockout, final, game 2". */
void day_name_game(const struct tournament_court *court, char *out, size_t size);
/* Why a game ended: "foul". */
const char *day_reason(const char *reason);

/* ---- what is handed out ---- */

/* How it stands now. */
const struct tournament *day_now(struct day *d);
/* The table of a qualifier, also before it is over: who has played by points, then the others. */
struct day_row {
    int player, rank; /* rank 0: has not played */
    int64_t points;
};
void day_table(const struct tournament_phase *p, struct day_row rows[CONTEST_PLAYERS]);
/* What stands on a side of a match: a name, or that it is free or not known yet. */
const char *day_side(const struct day *d, const struct tournament_phase *p, int entrant);
/* Writes results.html, results.csv and certificates.html into the folder. */
bool day_print(struct day *d, struct err *err);

/* ---- the page ---- */

/* Opens the page at HOST:PORT. */
bool day_open_page(struct day *d, const char *listen, struct err *err);
/* Does what the organiser wrote: "again NAME", "forfeit NAME", "accept NAME", "decide A > B". */
void day_obey(struct day *d, char *line);
