/*
 * store_announcement — what the organisers have to say to everybody.
 */
#pragma once
#include "league/store/store.h"

struct store_announcement {
    int64_t id, account, ends, created; /* ends: 0 for when it is dropped */
    const char *text;
};
/* Of the announcement given, account, ends and text. */
bool store_announce(struct store *s, const struct store_announcement *announcement, int64_t *id,
                    struct err *err);
typedef void store_announcement_fn(void *arg, const struct store_announcement *announcement);
/* Those that have not ended, newest first. */
bool store_announcements(struct store *s, store_announcement_fn *tell, void *arg, struct err *err);
bool store_drop_announcement(struct store *s, int64_t id, bool *found, struct err *err);
