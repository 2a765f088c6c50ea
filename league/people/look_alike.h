/*
 * look_alike — names that the eye takes for each other.
 *
 * Two names look alike when their looks are the same text: letters of other scripts, wide and
 * narrow forms become the letter they look like, and case is gone, but for I, which looks like l.
 * The table is a small one of our own, for the scripts that people mix up: Latin, Greek, Cyrillic,
 * kana and Han. A new name must also be clear: one script of those with look-alikes, and each
 * accented letter as one character (Unicode's form NFC), so that equal names are equal bytes. Pure.
 */
#pragma once
#include "league/people/account_name.h"

/* Whether somebody may choose this name now; false, with the reason. */
bool look_alike_is_clear(const char *name, struct err *err);
/* How the name looks. */
void look_alike_of(const char *name, char out[ACCOUNT_NAME]);
