/*
 * A Reborn player for measuring runners: what reborn_simple.c plays (a pack on the lowest pair of
 * columns, the skill when it may; 500 turns against itself), reading with next to no time of its
 * own: whole blocks, of which it looks at its own half alone.
 */
#include <string.h>
#include <unistd.h>

enum { COLS = 10, CELLS = 160, PACKS_END = 500 };

static char input[1 << 16];
static size_t input_len;

/* Reads until so many lines END have come; returns 0 at the end of input. */
static int read_ends(int wanted)
{
    size_t seen = 0;
    int ends = 0;
    input_len = 0;
    for (;;) {
        ssize_t got = read(STDIN_FILENO, input + input_len, sizeof input - input_len);
        if (got <= 0) return 0;
        input_len += (size_t)got;
        for (char *at; (at = memchr(input + seen, 'D', input_len - seen));) {
            seen = (size_t)(at - input) + 1;
            ends++;
        }
        seen = input_len;
        if (ends >= wanted && input[input_len - 1] == '\n') return 1;
    }
}

static int read_number(const char **at)
{
    int n = 0;
    while (**at <= ' ') ++*at;
    for (; **at > ' '; ++*at) n = 10 * n + (**at - '0');
    return n;
}

static void answer(void)
{
    const char *at = input;
    int height[COLS] = {0}, best = 0, turn = read_number(&at);
    char out[4] = "S\n";
    read_number(&at); /* time */
    read_number(&at); /* stock */
    int gauge = read_number(&at);
    read_number(&at); /* score */
    for (int cell = 0; cell < CELLS; cell++) height[cell % COLS] += read_number(&at) > 0;
    for (int p = 1; p < COLS - 1; p++)
        if (height[p] + height[p + 1] < height[best] + height[best + 1]) best = p;
    if (gauge < 80) memcpy(out, (char[]){(char)('0' + best), ' ', (char)('0' + turn % 4), '\n'}, 4);
    if (write(STDOUT_FILENO, out, gauge < 80 ? 4 : 2) < 0) _exit(1);
}

int main(void)
{
    if (write(STDOUT_FILENO, "at once\n", 8) != 8 || !read_ends(PACKS_END + 2)) return 1;
    const char *packs_end = input;
    for (int i = 0; i < PACKS_END; i++) packs_end = strchr(packs_end, 'D') + 1;
    input_len -= (size_t)(packs_end - input);
    memmove(input, packs_end, input_len);
    do answer();
    while (read_ends(2));
    return 0;
}
