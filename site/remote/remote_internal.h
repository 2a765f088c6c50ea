/*
 * remote_internal — what the two files of site/remote/remote_play.h share: home.c has the lines and
 * the loop, home_pair.c gives free places their matches.
 */
#pragma once
#include "league/build/program_cache.h"
#include "site/remote/join_link.h"
#include "site/remote/remote_play.h"

enum {
    REMOTE_FDS = 3, /* descriptors of a match */
    REMOTE_PAIR_US = 250 * 1000,
    REMOTE_QUEUE_IDLE_US = 5 * 1000 * 1000, /* while nobody is there */
    REMOTE_STORE_REST_US = 5 * 1000 * 1000, /* after it did not answer */
    REMOTE_BUSY_US = 50 * 1000,             /* how long to sleep while pings may be due */
    REMOTE_SANDBOXED = 32                   /* matches with a caged program at a time */
};

struct remote_match;

/* A line, and who is at its other end. */
struct place {
    struct join_link line;
    struct remote_play_wish who; /* its token is the place's */
    struct remote_match *match;  /* NULL: free */
    int side;
    int64_t owed; /* so many bytes of ours the client must have: the result of its last match */
    bool is_gone;
};

/* A match with one or two of them. */
struct remote_match {
    struct hosted_match match;
    struct place *place[2]; /* NULL: somebody else's seat */
    struct hosted_seat seat[2];
    char name[2][STORE_NAME];
    char ladder[STORE_NAME];
    double points[2];          /* before */
    int number;                /* where it writes what the lines held up */
    int slot;                  /* of the cage, -1: none */
    struct program program[2]; /* of those who were submitted */
};

struct remote_play {
    struct remote_play_options o;
    struct hosted_matches host;
    struct place *places[REMOTE_PLAY_PLACES];
    struct remote_match *matches[REMOTE_PLAY_PLACES];
    int place_count, match_count;
    _Atomic int64_t (*held)[2]; /* shared with the processes of the matches, by their number */
    struct cage cage;
    bool has_cage, slot_is_taken[REMOTE_SANDBOXED];
    int64_t paired_us; /* when free places were last given matches */
};

bool place_is_free(const struct place *p);
/* Says why, if there is a reason, and hangs up. */
void place_cut_off(struct place *p, const char *why, int64_t now_us);
void remote_match_free(struct remote_play *play, struct remote_match *d);
void remote_match_tell_match(const struct remote_match *d, int side);
/* Now and then: queued matches first, then opponents for whoever is free. */
void remote_play_give_matches(struct remote_play *play, int64_t now_us);
