/*
 * kits — the starter kits and the list of languages, wherever they are: named by TAISEN_KITS,
 * installed beside the program, or in the source tree.
 */
#pragma once
#include "league/build/language.h"

#include <limits.h>
#include <stddef.h>

struct kits {
    char folder[PATH_MAX];
    struct languages languages;
};

/* STATUS_DONE, or another exit status, having said why. */
int kits_open(struct kits *k);
/* The folder of a kit: that of the language, or one that the game brings itself, in games/GAME/kits
   beside the folder of the kits. False when there is neither. */
bool kits_find(const struct kits *k, const char *game, const char *language,
               char path[2 * PATH_MAX]);
/* Where the kits are; whether they are there is not looked at. */
void kits_folder(char folder[PATH_MAX]);
/* The folder of the recorded games for `taisen check`, GAME.jsonl.zst; whether it is there is not
   looked at. */
void kits_positions(char folder[PATH_MAX]);
/* The list of languages alone: of this file, or with NULL that of the kits. */
bool kits_languages(struct languages *l, const char *file, struct err *err);
/* NULL, having said which there are, when there is no such language; or what is missing for it. */
const struct language *kits_language(const struct kits *k, const char *name);
/* Refuses a seat that is a source file, or a program that is not looked for here, with the command
   that was meant: `player.py` is run by `python3 player.py`. True: it is none of these. */
bool kits_seat_is_program(const char *seat);
