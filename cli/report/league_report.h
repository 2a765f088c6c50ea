/*
 * league_report — what many matches say, for people and as JSON: used by `batch` and `stats`.
 */
#pragma once
#include "league/run/batch.h"

/* Reads "elo0=0,elo1=5,..."; false, having said what is wrong. In commands/batch.c. */
bool sprt_read(struct sprt *s, const char *arg);
/* hours: how long the matches took, 0 when not known. */
void report_journal(const struct journal *j, const struct sprt *sprt, double hours, bool json);
/* The ratings of the pool as a picture; false with the reason. */
bool report_picture(const struct journal *j, const char *path, struct err *err);
/* One short line while it goes on: the score of the first two seats. */
void report_short(const struct journal *j, char *out, int size);
