/* A small Reborn player in C: drops every pack on the lowest pair of columns. */
#include <stdio.h>

int main(void)
{
    char word[16];
    puts("simple-c");
    fflush(stdout);
    for (int i = 0; i < 500 * 5; i++)
        if (scanf("%15s", word) != 1) return 0; /* four cells and END, 500 times */
    for (;;) {
        int turn, time, stock, gauge, score, height[10] = {0};
        if (scanf("%d %d %d %d %d", &turn, &time, &stock, &gauge, &score) != 5) return 0;
        for (int cell = 0; cell < 160; cell++) {
            int block;
            if (scanf("%d", &block) != 1) return 0;
            if (block) height[cell % 10]++;
        }
        for (int i = 0; i < 1 + 4 + 160 + 1; i++) /* END, and the opponent's half */
            if (scanf("%15s", word) != 1) return 0;
        int best = 0;
        for (int p = 1; p < 9; p++)
            if (height[p] + height[p + 1] < height[best] + height[best + 1]) best = p;
        if (gauge >= 80)
            puts("S");
        else
            printf("%d %d\n", best, turn % 4);
        fflush(stdout);
    }
}
