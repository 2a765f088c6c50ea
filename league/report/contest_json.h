/* contest_json — how a contest stands, as members of a JSON object: for the site and the command
   line. */
#pragma once
#include "base/text.h"
#include "league/contest/tournament.h"

enum { CONTEST_JSON_ROOM = 16 << 20 }; /* no contest needs more */

void contest_json(struct text *t, const struct tournament *c, const struct journal *journal);
