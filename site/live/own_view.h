/*
 * own_view — a match as the person in one of its seats is shown it while it lasts, as Server-Sent
 * Events: what `show` of struct game leaves of each state.
 *
 * Event 0 is the header, without seed and map, and with the first state; each further one has the
 * state after one more step; the last one is `end`. States are bytes as hexadecimal digits, without
 * the zeros at their end: the browser has the same rules (games.wasm).
 */
#pragma once
#include "site/http/http.h"
#include "site/live/live.h"

/* `after` is the last event that was seen; -1: none. False when memory is short. */
bool own_view_follow(struct live *live, int64_t match, int side, int64_t after,
                     struct http_answer *a);
