/*
 * json_body — what a request says in its body: one JSON object with plain members.
 */
#pragma once
#include "os/json_read.h"
#include "site/http/http.h"

/* NULL, having refused the request, when the body is no JSON object or is not said to be one. */
struct json_read *json_body_open(const struct http_request *q, struct http_answer *a);
/* 400: a member is missing or wrong. */
void json_body_refuse(struct http_answer *a);
