/*
 * route — which handler serves a request, and what it gets and gives: everything about requests
 * that needs no network, so that tests and fuzzing can run a handler on a request of their own.
 */
#pragma once
#include "site/http/http.h"

enum { ROUTE_PATH = 1024 };

/* Where a request is going. */
struct route {
    const struct http_route *found; /* NULL: nowhere, and `refusal` is the status */
    int refusal;
    char path[ROUTE_PATH]; /* cut into parts */
    const char *capture[HTTP_CAPTURES];
};

/* Whether an address is this machine's: what a proxy there says is believed. */
bool http_is_near(const char *address);
/* What limits count as one: see http_client_network(). */
void http_network(const char *address, char out[HTTP_ADDRESS]);
void route_find(const struct http_options *options, const char *method, const char *path,
                struct route *route);
/* Lets the handler answer, or refuses; the answer begins with nothing but its body. */
void route_answer(const struct http_options *options, const struct route *route,
                  struct http_request *q, struct http_answer *a);
