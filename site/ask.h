/*
 * ask — what a request says in its body: one JSON object with plain members.
 *
 * The site's only door to jansson.
 */
#pragma once
#include "site/http.h"

struct ask;

/* NULL, having refused the request, when the body is no JSON object or is not said to be one. */
struct ask *ask_open(const struct http_request *q, struct http_answer *a);
void ask_close(struct ask *ask);
/* 400: a member is missing or wrong. */
void ask_refuse(struct http_answer *a);
/* The text of a member, "" where there is none; false when it is something else. */
bool ask_text(const struct ask *ask, const char *key, const char **out);
/* Likewise a whole number, or `otherwise` where there is none. */
bool ask_int(const struct ask *ask, const char *key, int64_t otherwise, int64_t *out);
