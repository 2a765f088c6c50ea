/*
 * pack — the files of a folder that are sent to a site.
 *
 * Everything below the folder, less what league/build/ignore.h leaves out by itself and what the
 * folder's own IGNORE_FILE names. Links are left out: they may lead anywhere.
 */
#pragma once
#include "league/build/bundle.h"

#define PACK_IGNORE_FILE ".taisenignore"

/* Into an empty bundle, which is the caller's to free, in the order of the names. *left_out: how
   many files and folders are not in it. False, with the reason, when there is nothing in it or too
   much. */
bool pack_folder(const char *folder, struct bundle *b, int *left_out, struct err *err);
