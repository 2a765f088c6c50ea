/*
 * report_words — the words that pictures and tables of contests have, in the reader's language.
 *
 * Files that are handed out (SVG, CSV, print) are written by the server, so their words stand here
 * and not in a page.
 */
#pragma once
#include <stdbool.h>

/* The Japanese word for an English one, or the word itself: for English, and where the table has
   none. Lives for ever, or as long as `word`. */
const char *report_word(bool is_japanese, const char *word);
