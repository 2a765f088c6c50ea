/*
 * share — the files that come with the program, where `meson install` puts them: at a fixed place
 * seen from the program's own folder.
 */
#pragma once
#include <limits.h>
#include <stdbool.h>

/* Where an installed program has this file or folder, whether or not it is there. False when the
   program does not know its own place. */
bool share_path(const char *name, char path[PATH_MAX]);
/* The folder for built programs of accounts that are played on this machine. */
void share_programs(char path[PATH_MAX]);
