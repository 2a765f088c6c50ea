/*
 * visibility — what a visitor may see: a private contest, its ladders and its matches are there for
 * those who joined it and for organisers; for everybody else they are not. The database decides
 * (struct store_viewer); here is who asks.
 */
#pragma once
#include "league/store/store.h"
#include "site/site_internal.h"

/* False, having refused, when the visitor shows a token that is no good. */
bool visibility_of(struct site *site, const struct http_request *q, struct http_answer *a,
                   struct store_viewer *viewer);
