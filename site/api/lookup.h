/*
 * lookup — questions to the store that more than one part of the interface has.
 */
#pragma once
#include "league/store/store.h"
#include "league/store/store_player.h"
#include "league/store/store_result.h"
#include "site/site_internal.h"

/* The ladder of this name; false, having refused, when there is none that the visitor may see. */
bool lookup_ladder(struct site *site, const struct http_request *q, const char *name,
                   struct store_ladder *out, struct http_answer *a);
/* Whether there is such a player; false, having refused, when there is none. */
bool lookup_player(const struct site *site, int64_t id, struct store_player *out,
                   struct http_answer *a);
/* The matches that are asked for and the visitor may see, as elements of an array; how many, and
   the last one's id. */
/* Begins as zeros; with is_of_live, matches that are held back are left out. */
struct lookup_list {
    struct store_viewer viewer;
    bool is_of_live;
    const struct site *site;
    struct text *out;
    int64_t count, last;
};
/* Whether this match is not to be seen yet: a person or a program at home sits in it, and who plays
 * could read on the site what is hidden from them. */
bool lookup_is_held_back(const struct store_match *m, struct store_viewer viewer);
/* How many seconds late the viewer may see a match that is being played. */
int64_t lookup_late_s(const struct store_match *m, struct store_viewer viewer);
bool lookup_matches(struct site *site, const struct http_request *q,
                    const struct store_which *which, struct lookup_list *list,
                    struct http_answer *a);
