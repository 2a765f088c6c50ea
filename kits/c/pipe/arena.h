/*
 * Talks with the arena over standard input and output.
 * 標準入力と標準出力で対戦プログラムとやりとりするライブラリです。ふつうは書きかえません。
 */
#pragma once
#include <stdio.h>
#include <stdlib.h>

enum { WORD_SIZE = 64 };

/* The next word of the input. The program ends when there is none: the game is over. */
static inline void read_word(char word[WORD_SIZE])
{
    if (scanf("%63s", word) != 1) exit(0);
}

static inline int read_int(void)
{
    char word[WORD_SIZE];
    read_word(word);
    return (int)strtol(word, NULL, 10);
}

/* Reads a word and forgets it. */
static inline void skip_word(void)
{
    char word[WORD_SIZE];
    read_word(word);
}

/* Sends what was printed: without it nothing arrives.  これを忘れると相手に届きません。 */
static inline void flush_answer(void)
{
    fflush(stdout);
}
