/*
 * share — the files that come with the program: at a fixed place seen from the program's own folder
 * where `meson install` has put them, otherwise in the tree that the program was built in.
 */
#pragma once
#include <limits.h>
#include <stdbool.h>

/* Where `kits`, `viewer.html` or `site` is: installed with the program if it is there, else where
   the tree has it, whether or not it is there. */
void share_find(const char *name, char path[PATH_MAX]);
/* The folder of the translations (os/words.h), whether or not it is there. */
void share_words(char path[PATH_MAX]);
/* Where `taisen serve` keeps its data unless told otherwise: $XDG_DATA_HOME/taisen of an installed
   program, `var` in the current folder of one that lies in the tree it was built in. */
void share_data(char path[PATH_MAX]);
/* The folder for built programs of accounts that are played on this machine. */
void share_programs(char path[PATH_MAX]);
/* A page of the manual, as "taisen-play.1" of section '1'; false where there is none, and `path` is
   where it should be. */
bool share_manual(const char *file, char section, char path[PATH_MAX]);
