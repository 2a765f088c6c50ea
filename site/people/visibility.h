/*
 * visibility — what a visitor may see: a private contest, its ladders and its matches are there for
 * those who joined it and for organisers; for everybody else they are not.
 */
#pragma once
#include "league/store/store.h"
#include "site/site_internal.h"

struct visibility {
    bool hides;     /* something is hidden from this visitor */
    int64_t viewer; /* an account; 0: nobody's */
    int64_t ladder[SITE_HIDDEN];
    int count; /* of hidden ladders */
};

/* False, having refused, when the visitor shows a token that is no good. */
bool visibility_of(struct site *site, const struct http_request *q, struct http_answer *a,
                   struct visibility *visibility);
bool visibility_hides(const struct visibility *visibility, int64_t ladder);
/* Looks in the store for what is private; done now and then, and when a contest was added. False
   when the store does not answer: what was private stays so. */
bool visibility_refresh(struct site *site);
/* Whether nobody but some may see this ladder. */
bool visibility_is_private(const struct site *site, int64_t ladder);
