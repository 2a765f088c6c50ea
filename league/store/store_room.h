/*
 * store_room — practice: rooms, and matches against somebody on request. Neither counts for a
 * rating.
 *
 * A room is a ladder without ratings that those find who have its code. Nobody is paired in it by
 * workers: a round is queued when somebody asks for it, and programs at home that are there play
 * each other. A room that was not used for long is closed.
 */
#pragma once
#include "league/store/store.h"

enum { STORE_CODE = 17 };

struct store_room {
    int64_t id, ladder, account, used, created;
    char code[STORE_CODE], ladder_name[STORE_NAME], game[STORE_WORD];
    char owner[STORE_NAME]; /* the account's name */
    bool is_open;
};

/* Code, account, ladder_name and game of the room given; the ladder is made. *done is false when
   the account has `most` open ones already. */
bool store_add_room(struct store *s, struct store_room *room, int64_t most, bool *done,
                    struct err *err);
/* *found is false when there is none. */
bool store_find_room(struct store *s, const char *code, struct store_room *out, bool *found,
                     struct err *err);
/* Somebody did something there. */
bool store_use_room(struct store *s, int64_t room, struct err *err);
/* Closes those that were not used for so long; what is queued there is void. */
bool store_close_rooms(struct store *s, int64_t idle_ms, struct err *err);

/* The version with which a player plays a game now; *found is false when it has none. */
struct store_active {
    int64_t version;
    bool is_home;
};
bool store_active_version(struct store *s, int64_t player, const char *game,
                          struct store_active *out, bool *found, struct err *err);
/* It plays in this ladder, which has no ratings, too. */
bool store_enter_version(struct store *s, int64_t ladder, int64_t player, int64_t version,
                         struct err *err);
/* Matches of a player in a ladder that are queued or being played. */
bool store_pending_of(struct store *s, int64_t ladder, int64_t player, int64_t *count,
                      struct err *err);
/* The id of the match with this key; 0: there is none. */
bool store_match_of_key(struct store *s, const char *key, int64_t *match, struct err *err);
