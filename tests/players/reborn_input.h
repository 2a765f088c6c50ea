/* reborn_input — what a Reborn player is sent, for the small players of the tests. */
#pragma once
#include <stdbool.h>
#include <stdio.h>

enum { REBORN_CELLS = 160 };

/* Says the name and reads the packs: four cells and END, 500 times. */
static inline bool reborn_begin(const char *name)
{
    char word[16];
    puts(name);
    fflush(stdout);
    for (int i = 0; i < 500 * 5; i++)
        if (scanf("%15s", word) != 1) return false;
    return true;
}

/* One half of a turn: `count` numbers, the field, END. */
static inline bool reborn_read_half(int *numbers, int count, int field[REBORN_CELLS])
{
    char word[16];
    for (int i = 0; i < count; i++)
        if (scanf("%d", &numbers[i]) != 1) return false;
    for (int cell = 0; cell < REBORN_CELLS; cell++)
        if (scanf("%d", &field[cell]) != 1) return false;
    return scanf("%15s", word) == 1;
}

/* A turn: its number, and both fields. */
static inline bool reborn_read(int *turn, int own[REBORN_CELLS], int other[REBORN_CELLS])
{
    int first[5], second[4]; /* turn; then time, ojama, gauge and score of each */
    if (!reborn_read_half(first, 5, own) || !reborn_read_half(second, 4, other)) return false;
    *turn = first[0];
    return true;
}

static inline void reborn_drop(int column)
{
    printf("%d 0\n", column);
    fflush(stdout);
}
