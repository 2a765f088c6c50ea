/*
 * feed — what happens on the arena, as Server-Sent Events.
 *
 * The last events are kept in a ring; a stream is a position in it. Events of the store carry its
 * ids, so that a viewer who comes back goes on where it stopped, as far as the ring reaches; what
 * only this machine knows (a match began) has none.
 */
#pragma once
#include "site/http/http.h"

#include <stdint.h>

struct feed;

struct feed_item {
    int64_t id; /* of the store; 0: none */
    const char *kind, *ladder, *text;
    int64_t match;
};

struct feed *feed_new(void);
void feed_free(struct feed *feed);
void feed_add(struct feed *feed, const struct feed_item *item);
/* An event that nobody is told of: the feed goes on behind it. */
void feed_skip(struct feed *feed, int64_t id);
/* The id of the last event of the store. */
int64_t feed_last(const struct feed *feed);
/* A stream of what comes after the event `after`, with -1 of what comes from now on. False when
   memory is short. */
bool feed_follow(struct feed *feed, int64_t after, struct http_answer *a);
