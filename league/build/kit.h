/*
 * kit — a starter kit: the files that a first player of a game in a language begins with.
 *
 * A kit lies in FOLDER/LANGUAGE/GAME, or the game brings it itself, in games/GAME/kits/LANGUAGE
 * beside FOLDER. Games over standard input and output share what lies in FOLDER/LANGUAGE/pipe.
 */
#pragma once
#include "games/game.h"
#include "league/build/bundle.h"
#include "league/build/language.h"

#include <limits.h>

/* The folder of the kit's own files. False when there is no such kit. */
bool kit_find(const char *folder, const char *game, const char *language, char path[2 * PATH_MAX]);
/* To a program whose main file is made for the kit's library, and is alone: the files of the kit
   that it lacks. `added` has their names; "": it lacks nothing, or there is no kit. False when the
   arena failed. */
enum { KIT_ADDED = 256 };
bool kit_complete(const char *folder, const struct game *game, const struct language *language,
                  struct bundle *b, char added[KIT_ADDED], struct err *err);
/* All its files. The bundle begins empty, and is to be freed whether it succeeds or not. */
bool kit_read(const char *folder, const struct game *game, const char *language, struct bundle *b,
              struct err *err);
