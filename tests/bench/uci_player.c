/*
 * A chess engine for measuring runners: it answers at once, by a list. Each side pushes a pawn by
 * one square, moves a knight out and back, and so on; nothing is ever captured or in check, and
 * the third repetition of a position ends the game after 46 answers.
 */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { LINE = 1 << 16 };

static const char pawns[] = "abcdegh"; /* not f: its square is the knight's */

static int count_words(const char *s)
{
    int count = 0;
    while (*(s += strspn(s, " \n"))) {
        count++;
        s += strcspn(s, " \n");
    }
    return count;
}

static void answer(int moves)
{
    int side = moves % 2, number = moves / 2;
    char from = side ? '7' : '2', to = side ? '6' : '3', home = side ? '8' : '1';
    bool pushes = number < 3 * (int)strlen(pawns);
    int step = pushes ? number % 3 : 1 + (number + 1) % 2;
    if (step == 0)
        printf("bestmove %c%c%c%c\n", pawns[number / 3], from, pawns[number / 3], to);
    else if (step == 1)
        printf("bestmove g%cf%c\n", home, to);
    else
        printf("bestmove f%cg%c\n", to, home);
}

int main(void)
{
    static char line[LINE];
    int moves = 0;
    setvbuf(stdout, NULL, _IOLBF, 0);
    while (fgets(line, sizeof line, stdin)) {
        if (strncmp(line, "uci\n", 4) == 0)
            puts("id name shuffle\nuciok");
        else if (strncmp(line, "isready", 7) == 0)
            puts("readyok");
        else if (strncmp(line, "position", 8) == 0)
            moves = strstr(line, " moves ") ? count_words(strstr(line, " moves ") + 7) : 0;
        else if (strncmp(line, "go", 2) == 0)
            answer(moves);
        else if (strncmp(line, "quit", 4) == 0)
            break;
    }
    return 0;
}
