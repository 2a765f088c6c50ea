/* play — one match as a command sees it: record, live line on a terminal, result in words or JSON.
 */
#pragma once
#include "cli/match_flags.h"

struct play_style {
    bool json, quiet;
};

/* The result in words for people, on standard output. */
void play_print_words(const struct match_options *match, const struct match_result *result,
                      const char *record);
/* Plays and prints; returns the exit status. Splits the process in two (proc_guard). */
int play_match(struct match_options *match, struct match_flags *flags,
               const struct play_style *style);
