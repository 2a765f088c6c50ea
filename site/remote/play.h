/*
 * play — games with people in them: against a bot, or two people by a link.
 *
 * Each is an ordinary match in a process of its own (league/run/match_process.h), whose person sits
 * on a Unix socket (`unix:PATH`); the site holds the other end and hands over what the person says.
 * The site follows the match by its live record, and so knows who is asked and whether an answer is
 * one, before it is handed over. The person's browser is shown no more than the person may know
 * (site/live/own_view.h). Where the rules allow one
 * answer only (CHaser's gr and #), the site gives it by itself.
 *
 * A person has `turn_ms` for an answer; a friend who does not come, and a match nobody answers,
 * end by that clock. The match is kept in the store like any other, on a ladder without ratings
 * (GAME-people), its lease held by the site.
 */
#pragma once
#include "games/game.h"
#include "os/err.h"

#include <poll.h>
#include <stdbool.h>
#include <stdint.h>

struct live;
struct live_match;
struct play;
struct store;

enum { PLAY_TOKEN = 33, PLAY_NAME = 41, PLAY_MOST = 256, PLAY_FDS = 3 * PLAY_MOST };

struct play_options {
    struct store *store;
    struct live *live;
    int64_t turn_ms;
    int64_t most, most_each; /* games at a time, in all and of one address */
    int64_t spectators_s;    /* how late others see games (league/store/store_player.h) */
};

/* What somebody wants to play. */
struct play_wish {
    const struct game *game;
    const char *bot; /* NULL: a friend */
    int side;        /* the person's */
    uint64_t seed;
    const char *setup; /* NULL: the ladder's */
    const char *name, *address;
};

struct play_begun {
    int64_t match;
    int side;
    char token[PLAY_TOKEN], invitation[PLAY_TOKEN]; /* the second is "" against a bot */
};

/* How a request went: the reason is in `err` unless it is PLAY_FINE. */
enum play_verdict {
    PLAY_FINE,
    PLAY_UNKNOWN,  /* no such match, or it is over */
    PLAY_STRANGER, /* the token is none of this match's */
    PLAY_NOT_NOW,  /* that seat is not asked, or not free */
    PLAY_WRONG,    /* the text is no answer, the setup is none */
    PLAY_FULL,
    PLAY_FAILED /* the arena itself */
};

struct play *play_open(const struct play_options *options, struct err *err);
/* Ends all games that go on: they are void. */
void play_close(struct play *play);
int play_count(const struct play *play);

enum play_verdict play_begin(struct play *play, const struct play_wish *wish,
                             struct play_begun *begun, struct err *err);
enum play_verdict play_join(struct play *play, int64_t match, const char *invitation,
                            const char *name, struct play_begun *begun, struct err *err);
/* With turn -1 whatever turn it is. */
enum play_verdict play_answer(struct play *play, int64_t match, const char *token, int64_t turn,
                              const char *answer, struct err *err);
enum play_verdict play_leave(struct play *play, int64_t match, const char *token, struct err *err);

/* The game of this match, which is still being played, and the side on which the person with this
   token sits; NULL: nobody does. */
const struct game *play_seat(const struct play *play, int64_t match, const char *token, int *side);

/* What a loop needs: how many descriptors to poll and which, PLAY_FDS at most; then, with nothing
   else in between, what poll() said of them. */
int play_want(const struct play *play, struct pollfd fds[PLAY_FDS]);
void play_work(struct play *play, const struct pollfd fds[PLAY_FDS]);
/* The record of this match has grown. */
void play_follow(struct play *play, const struct live_match *match);
