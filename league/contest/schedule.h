/*
 * schedule — which matches a phase of a contest consists of, and who is placed where.
 *
 * A phase has entrants, numbered by their seed: 0 is the best. schedule_make() goes through it from
 * its beginning, making one fixture after the other and asking for each of them how it stands
 * (`look`); it ends where it needs a result that is not there yet. So a schedule is a function of
 * the results alone: the same results give the same fixtures with the same numbers, whenever and
 * in whatever order they came, and there is no other state that could be lost.
 *
 * Pure apart from the heap. Ties that only a lot can settle go by the seed of the entrants, or are
 * left to people (`janken`): then the schedule is not over before `lot` knows who won.
 */
#pragma once
#include "league/contest/bracket.h"
#include "league/contest/series.h"
#include "league/rating/rating.h"

#include <stdint.h>

enum { SCHEDULE_PLAYERS = BRACKET_MAX, SCHEDULE_ROUNDS = 99, SCHEDULE_TIES = 32 };

enum schedule_format {
    ROUND_ROBIN, /* everybody meets everybody, `rounds` times; in `groups` groups */
    SWISS,       /* `rounds` rounds, no two meet twice */
    KNOCKOUT,
    DOUBLE_ELIMINATION, /* out with the second defeat */
    LADDER,             /* `rounds` rounds drawn by lot, placed by rating */
    QUALIFIER,          /* one game each against a bot; CHaser's points, ties across `places` */
    CAMPAIGN            /* one game each against a bot; points, then turn sum, then time */
};

struct schedule_rules {
    enum schedule_format format;
    struct series_rules series;
    int rounds;     /* 0: as many as the format wants */
    int groups;     /* of a round robin */
    int points[3];  /* for a match won, drawn, lost */
    int places;     /* how many go on from a qualifier */
    bool has_third; /* a knockout has a match for third place */
    bool janken;    /* what is level to the end waits for a lot that people draw */
    bool has_reset; /* the final of a double elimination is played again if the unbeaten loses */
    enum rating_formula rating; /* of a ladder, match by match */
    bool is_pooled;             /* instead: Bradley-Terry over all of its games */
    uint64_t seed;              /* for what is drawn */
};

enum { FIXTURE_OPEN = -1, FIXTURE_BYE = -2, FIXTURE_BOT = -3 };

/* What a game against a bot brought. */
struct solo {
    int64_t points, turn_sum, ms;
};

struct fixture {
    int player[2]; /* entrants; FIXTURE_OPEN: not known yet; a bye or a bot is always the second */
    int round, group;
    const char *label; /* "final", ...; NULL: none */
    bool is_lower;     /* of the lower half of a double elimination */
    bool is_over;
    struct series series;
    struct solo solo; /* against a bot */
};

/* How an entrant stands. */
struct placing {
    int player, rank, group; /* those who share a rank have the same */
    int won, drawn, lost;    /* matches */
    int games[3];            /* won, drawn, lost */
    int byes;
    int64_t points;
    int64_t direct;   /* points against those with as many points, in a round robin */
    int64_t buchholz; /* points of all opponents, in a Swiss */
    int64_t rating;
    struct solo solo;
};

/* Level to the end, and nobody has decided it yet: a match, or neighbours in the standings. */
struct tie {
    int fixture;     /* -1: places */
    int from, count; /* of the standings */
};

struct schedule {
    struct fixture *fixtures;
    int count, cap;
    struct placing *standings; /* best first; as far as it is known while it goes on */
    int players;
    struct tie ties[SCHEDULE_TIES]; /* the first of them */
    int tie_count;
    bool is_over, has_failed; /* failed: memory is short */
};

/* Fills series or solo of a fixture from the results so far and sets is_over. */
struct schedule_look {
    void *arg;
    void (*look)(void *arg, int number, struct fixture *f);
    /* Puts these entrants, who are level (fixture: in this match; -1: in the standings), into the
       order that was drawn; false: nobody has. NULL: nobody ever does. */
    bool (*lot)(void *arg, int fixture, int *players, int count);
};

/* Makes the schedule as far as the results go. False when memory is short. */
bool schedule_make(struct schedule *s, const struct schedule_rules *r, int players,
                   const struct schedule_look *look);
void schedule_free(struct schedule *s);

/* How many matches there will be, at most, and the most rounds that a Swiss can have. */
int schedule_matches(const struct schedule_rules *r, int players);
int schedule_swiss_rounds(int players);
/* A fixture that two players, or a player and a bot, can play. */
bool fixture_is_playable(const struct fixture *f);
