/*
 * room — what the files of the site share about practice rooms.
 */
#pragma once
#include "league/store/store_room.h"
#include "site/site_internal.h"

/* The room of this code; false, having refused, when there is none. Codes are guessed no faster
   than passwords. */
bool room_find(struct site *site, const struct http_request *q, const char *code,
               struct store_room *room, struct http_answer *a);
