/*
 * home — programs that play from their authors' machines.
 *
 * A client (`taisen join`) opens a line for each match that it can play at a time: a place. The
 * site pairs a free place with an opponent of its ladder, or gives it a match that somebody queued
 * (finals, challenges), and plays the match itself (site/host.h);
 * the bytes between the match and the program go over the line in frames (site/wire.h). What the
 * line holds up is measured (site/lag.h) and not charged.
 *
 * A line that breaks is no harm: the place stays for HOME_AWAY_US, its clock runs on, and a line
 * that comes with the place's token goes on where the old one stopped. After that the program is
 * gone, as the rules of its game call it: it has lost. So nobody can undo a lost match by pulling
 * the plug; a match is void only when the site itself fails.
 *
 * Bounded: places in all and of one account, the bytes on their way in either direction, the pings.
 * Whoever sends what is no frame, or pings back that were not sent, is cut off.
 */
#pragma once
#include "os/err.h"
#include "site/host.h"
#include "site/http.h"

#include <poll.h>
#include <stdbool.h>
#include <stdint.h>

struct home;

enum {
    HOME_PLACES = 256,
    HOME_EACH = 32, /* of one account */
    HOME_FDS = 4 * HOME_PLACES,
    HOME_AWAY_US = 60 * 1000 * 1000
};

struct home_options {
    struct store *store;
    struct live *live;
    const char *programs; /* folder for submitted ones that are played */
    bool cages_strangers; /* submitted programs may play here */
    int64_t most;         /* places at a time */
};

/* Who wants to play where; or, with a token, which place they had. */
struct home_wish {
    struct home *home;
    int64_t account, player, version, ladder;
    char name[STORE_NAME], ladder_name[STORE_NAME];
    char token[HOST_TOKEN]; /* "": a new place */
    int64_t got;            /* bytes the client has of that place */
};

struct home *home_open(const struct home_options *options, struct err *err);
/* Ends all lines; matches that go on are void. */
void home_close(struct home *home);
int home_places(const struct home *home);
int home_matches(const struct home *home);
/* Places of a player that are connected, or those of them that are free. */
int home_count(const struct home *home, int64_t player, bool only_free);

/* Whether the wish can be granted: 0, or the status of a refusal with its reason. */
int home_check(const struct home *home, const struct home_wish *wish, struct err *err);
/* A line for a wish that was granted; the wish is copied. */
http_take_fn home_take;
/* The program of a place is not coming back: 404 when there is no such place of the account. */
bool home_give_up(struct home *home, int64_t account, const char *token, int64_t *match);
/* What a loop needs, as in site/play.h; and how long it may sleep. */
int home_want(const struct home *home, struct pollfd fds[HOME_FDS]);
void home_work(struct home *home, const struct pollfd fds[HOME_FDS]);
int64_t home_wait_us(const struct home *home);
