/*
 * home_parts — what the two files of site/home.h share: home.c has the lines and the loop,
 * home_pair.c gives free places their matches.
 */
#pragma once
#include "league/programs.h"
#include "site/home.h"
#include "site/line.h"

enum {
    EACH = 3, /* descriptors of a match */
    PAIR_US = 250 * 1000,
    QUEUE_IDLE_US = 5 * 1000 * 1000, /* while nobody is there */
    STORE_REST_US = 5 * 1000 * 1000, /* after it did not answer */
    BUSY_US = 50 * 1000,             /* how long to sleep while pings may be due */
    CAGED = 32                       /* matches with a caged program at a time */
};

struct duel;

/* A line, and who is at its other end. */
struct place {
    struct line line;
    struct home_wish who; /* its token is the place's */
    struct duel *duel;    /* NULL: free */
    int side;
    int64_t owed; /* so many bytes of ours the client must have: the result of its last match */
    bool is_gone;
};

/* A match with one or two of them. */
struct duel {
    struct hosted match;
    struct place *place[2]; /* NULL: somebody else's seat */
    struct host_seat seat[2];
    char name[2][STORE_NAME];
    char ladder[STORE_NAME];
    double points[2];          /* before */
    int number;                /* where it writes what the lines held up */
    int slot;                  /* of the cage, -1: none */
    struct program program[2]; /* of those who were submitted */
};

struct home {
    struct home_options o;
    struct host host;
    struct place *places[HOME_PLACES];
    struct duel *duels[HOME_PLACES];
    int place_count, duel_count;
    _Atomic int64_t (*held)[2]; /* shared with the processes of the matches, by their number */
    struct cage cage;
    bool has_cage, slot_is_taken[CAGED];
    int64_t paired_us; /* when free places were last given matches */
};

bool place_is_free(const struct place *p);
/* Says why, if there is a reason, and hangs up. */
void place_cut_off(struct place *p, const char *why, int64_t now_us);
void duel_free(struct home *home, struct duel *d);
void duel_tell_match(const struct duel *d, int side);
/* Now and then: queued matches first, then opponents for whoever is free. */
void home_give_matches(struct home *home, int64_t now_us);
