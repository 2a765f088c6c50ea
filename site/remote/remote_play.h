/*
 * remote_play — programs that play from their authors' machines.
 *
 * A client (`taisen join`) opens a line for each match that it can play at a time: a place. The
 * site pairs a free place with an opponent of its ladder, or gives it a match that somebody queued
 * (finals, challenges), and plays the match itself (site/remote/hosted_match.h);
 * the bytes between the match and the program go over the line in frames (wire/wire.h). What the
 * line holds up is measured (site/remote/lag.h) and not charged.
 *
 * A line that breaks is no harm: the place stays for REMOTE_PLAY_AWAY_US, its clock runs on, and a
 * line that comes with the place's token goes on where the old one stopped. After that the program
 * is gone, as the rules of its game call it: it has lost. So nobody can undo a lost match by
 * pulling the plug; a match is void only when the site itself fails.
 *
 * Bounded: places in all and of one account, the bytes on their way in either direction, the pings.
 * Whoever sends what is no frame, or pings back that were not sent, is cut off.
 */
#pragma once
#include "os/err.h"
#include "site/http/http.h"
#include "site/remote/hosted_match.h"

#include <poll.h>
#include <stdbool.h>
#include <stdint.h>

struct remote_play;

enum {
    REMOTE_PLAY_PLACES = 256,
    REMOTE_PLAY_EACH = 32, /* of one account */
    REMOTE_PLAY_FDS = 4 * REMOTE_PLAY_PLACES,
    REMOTE_PLAY_AWAY_US = 60 * 1000 * 1000
};

struct remote_play_options {
    struct store *store;
    struct live *live;
    const char *programs; /* folder for submitted ones that are played */
    bool cages_strangers; /* submitted programs may play here */
    int64_t most;         /* places at a time */
};

/* Who wants to play where; or, with a token, which place they had. */
struct remote_play_wish {
    struct remote_play *play;
    int64_t account, player, version, ladder;
    char name[STORE_NAME], ladder_name[STORE_NAME];
    char token[HOSTED_TOKEN]; /* "": a new place */
    int64_t got;              /* bytes the client has of that place */
};

struct remote_play *remote_play_open(const struct remote_play_options *options, struct err *err);
/* Ends all lines; matches that go on are void. */
void remote_play_close(struct remote_play *play);
int remote_play_places(const struct remote_play *play);
int remote_play_matches(const struct remote_play *play);
/* Places of a player that are connected, or those of them that are free. */
int remote_play_count(const struct remote_play *play, int64_t player, bool only_free);

/* Whether the wish can be granted: 0, or the status of a refusal with its reason. */
int remote_play_check(const struct remote_play *play, const struct remote_play_wish *wish,
                      struct err *err);
/* A line for a wish that was granted; the wish is copied. */
http_take_fn remote_play_take;
/* The program of a place is not coming back: 404 when there is no such place of the account. */
bool remote_play_give_up(struct remote_play *play, int64_t account, const char *token,
                         int64_t *match);
/* The account's tokens have ended: its lines play what they are playing, and no more. */
void remote_play_end_account(struct remote_play *play, int64_t account);
/* What a loop needs, as in site/remote/play.h; and how long it may sleep. */
int remote_play_want(const struct remote_play *play, struct pollfd fds[REMOTE_PLAY_FDS]);
void remote_play_work(struct remote_play *play, const struct pollfd fds[REMOTE_PLAY_FDS]);
int64_t remote_play_wait_us(const struct remote_play *play);
