/* db_report — what `taisen db` shows of a league: tables for people, or JSON Lines. */
#pragma once
#include "league/store/store.h"
#include "league/store/store_player.h"
#include "league/store/store_result.h"

bool report_ladders(struct store *s, bool json, struct err *err);
bool report_standings(struct store *s, const struct store_ladder *ladder, bool json,
                      struct err *err);
bool report_matches(struct store *s, const struct store_which *which, bool json, struct err *err);
bool report_workers(struct store *s, bool json, struct err *err);
