/*
 * term — words that the layers below hand over as data (why a game ended, what a player did wrong,
 * the name of a round), in the language of whoever reads the terminal.
 *
 * Records, journals and JSON have the same words as they are, so the layers below do not translate
 * them.
 */
#pragma once

/* A word that is in no list stays as it is. */
const char *term(const char *word);
