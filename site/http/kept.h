/*
 * kept — answers that are the same for everybody, kept for the next one who asks.
 *
 * A ladder of 1,000 players is 160 kB of JSON that a thousand viewers want within the same second,
 * each time a match ends: it is written and compressed once. A kept answer is good until something
 * changes (kept_change()) and for a second at most, because other machines change the store too.
 *
 * An answer is counted: who sends it holds it until it is sent, whatever becomes of the cache.
 */
#pragma once
#include "base/text.h"

#include <stdint.h>

struct kept;

struct kept_answer {
    int holders;
    char *key;
    const char *type;    /* lives as long as the program */
    char *body, *packed; /* packed: by gzip; NULL: it would gain nothing */
    size_t len, packed_len;
    char tag[24]; /* the ETag, with its quotes */
    uint64_t change;
    int64_t at_us;
};

struct kept *kept_new(void); /* NULL: out of memory */
void kept_free(struct kept *k);
/* Nothing that is kept is good any more. */
void kept_change(struct kept *k);
/* An answer that is still good, or NULL; not to be dropped unless it is held. */
struct kept_answer *kept_find(const struct kept *k, const char *key, int64_t now_us);
/* Makes an answer, which the caller holds, of a copy of the body; with a cache it is kept for the
   next one, too. NULL: out of memory. */
struct kept_answer *kept_make(struct kept *k, const char *key, const char *type,
                              const struct text *body, int64_t now_us);
void kept_hold(struct kept_answer *a);
void kept_drop(void *answer);
/* Whether the client has this answer already, by what it says in If-None-Match (or NULL). */
bool kept_is_known(const struct kept_answer *a, const char *if_none_match);
/* Whether the client takes gzip, by what it says in Accept-Encoding (or NULL). */
bool kept_may_pack(const char *accept_encoding);
