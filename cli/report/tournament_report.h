/*
 * tournament_report — how a contest stands, for people and as JSON.
 */
#pragma once
#include "league/contest/tournament.h"

void report_tournament(const struct tournament *t, const struct journal *journal);
void report_tournament_json(const struct tournament *t, const struct journal *journal);
