/*
 * CHaser with the arrow keys: draws what is known, sends what is pressed.
 *
 * The person knows no more than a program would: only what the answers showed. The board drawn is
 * a map of everything seen so far, around the place where the person stands.
 */
#include "bots/human.h"

#include "base/scan.h"
#include "base/text.h"
#include "os/file.h"
#include "os/tty.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { SIZE = 129, HOME = SIZE / 2, VIEW_ROWS = 17, VIEW_COLS = 21, UNKNOWN = 4 };

static const int step_x[] = {0, 1, 0, -1}, step_y[] = {-1, 0, 1, 0}; /* up right down left */
static const char direction_letters[] = "urdl";

struct board {
    unsigned char cell[SIZE][SIZE]; /* 0 floor, 2 block, 3 item, UNKNOWN; the start is HOME */
    int x, y;                       /* where the person stands */
    int other_x, other_y;           /* where the opponent was seen last */
    bool has_seen_other;
    int items;
    char said[80];
};

static void see(struct board *b, int x, int y, char digit)
{
    if (x < 0 || y < 0 || x >= SIZE || y >= SIZE) return;
    if (digit == '1') {
        b->has_seen_other = true;
        b->other_x = x;
        b->other_y = y;
        if (b->cell[y][x] == UNKNOWN) b->cell[y][x] = 0;
        return;
    }
    b->cell[y][x] = (unsigned char)(digit - '0');
    if (b->has_seen_other && b->other_x == x && b->other_y == y) b->has_seen_other = false;
}

static void see_square(struct board *b, int x, int y, const char *digits)
{
    for (int i = 0; i < 9; i++) see(b, x + i % 3 - 1, y + i / 3 - 1, digits[i]);
}

/* What the answer to a command shows, by the kind of command and its direction. */
static void learn(struct board *b, char kind, int way, const char *digits)
{
    int dx = step_x[way], dy = step_y[way];
    if (kind == 'w') {
        bool item = b->cell[b->y + dy][b->x + dx] == 3;
        b->items += item;
        b->x += dx;
        b->y += dy;
        if (b->x < 1 || b->y < 1 || b->x >= SIZE - 1 || b->y >= SIZE - 1) return;
    }
    if (kind == 's')
        for (int i = 0; i < 9; i++) see(b, b->x + dx * (i + 1), b->y + dy * (i + 1), digits[i]);
    else if (kind == 'l')
        see_square(b, b->x + 2 * dx, b->y + 2 * dy, digits);
    else
        see_square(b, b->x, b->y, digits);
}

static const char *picture(const struct board *b, int x, int y)
{
    static const char *const pictures[] = {"\033[90m· \033[0m", "? ", "\033[47m  \033[0m",
                                           "\033[93m◆ \033[0m", "  "};
    if (x == b->x && y == b->y) return "\033[96m@ \033[0m";
    if (b->has_seen_other && x == b->other_x && y == b->other_y) return "\033[91mX \033[0m";
    if (x < 0 || y < 0 || x >= SIZE || y >= SIZE) return "  ";
    return pictures[b->cell[y][x]];
}

static void draw(const struct board *b, struct tty *tty)
{
    static char buf[32 * 1024];
    struct text t = TEXT_ON(buf);
    text_str(&t, "\033[H\033[2J\033[?25l");
    for (int row = 0; row < VIEW_ROWS; row++) {
        for (int col = 0; col < VIEW_COLS; col++)
            text_str(&t, picture(b, b->x + col - VIEW_COLS / 2, b->y + row - VIEW_ROWS / 2));
        text_str(&t, "\n");
    }
    text_str(&t, "\nitems: ");
    text_int(&t, b->items);
    text_str(&t, "   ");
    text_str(&t, b->said);
    text_str(&t, "\narrows: walk   Shift or l + arrow: look   Ctrl or s + arrow: search   "
                 "Alt or p + arrow: put\n");
    tty_write(tty, t.buf, (int)t.len);
}

/* The next command from the keyboard; false when the terminal is closed or q was pressed. */
static bool ask(struct tty *tty, char *kind, int *way)
{
    *kind = 'w';
    for (;;) {
        struct tty_event e = tty_read(tty);
        if (e.key == KEY_END_OF_INPUT || e.letter == 'q') return false;
        if (e.key == KEY_NONE) {
            *kind = e.letter && strchr("wlsp", e.letter) ? e.letter : 'w';
            continue;
        }
        if (e.shift & SHIFT_SHIFT) *kind = 'l';
        if (e.shift & SHIFT_CTRL) *kind = 's';
        if (e.shift & SHIFT_ALT) *kind = 'p';
        *way = (int)(e.key - KEY_UP);
        return true;
    }
}

struct talk {
    int in, out;
    char buf[4096];
    size_t len;
};

/* The server's next line, without its end; false when there is none any more. */
static bool hear(struct talk *t, char line[64])
{
    for (;;) {
        struct scan rest = scan_on(t->buf, t->len), first;
        if (scan_line(&rest, &first)) {
            snprintf(line, 64, "%.*s", (int)scan_left(&first), first.at);
            t->len = scan_left(&rest);
            memmove(t->buf, rest.at, t->len);
            return true;
        }
        if (t->len == sizeof t->buf) return false;
        ssize_t got = read(t->in, t->buf + t->len, sizeof t->buf - t->len);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return false;
        t->len += (size_t)got;
    }
}

static bool say(struct talk *t, const char *line, struct err *err)
{
    return file_write(t->out, line, strlen(line), err);
}

static bool is_answer(const char *line)
{
    return strlen(line) == 10 && strspn(line, "0123") == 10;
}

/* One action, from "@" to "#"; *goes_on is false when the game is over. */
static bool act(struct talk *t, struct board *b, struct tty *tty, bool *goes_on, struct err *err)
{
    char line[64], command[8], kind;
    int way;
    *goes_on = false;
    if (!say(t, "gr\r\n", err)) return false;
    if (!hear(t, line) || !is_answer(line)) return true;
    see_square(b, b->x, b->y, line + 1);
    if (line[0] == '0') {
        snprintf(b->said, sizeof b->said, "The game is over.");
        draw(b, tty);
        return true;
    }
    draw(b, tty);
    if (!ask(tty, &kind, &way)) return true;
    snprintf(command, sizeof command, "%c%c\r\n", kind, direction_letters[way]);
    if (!say(t, command, err) || !hear(t, line) || !is_answer(line)) return true;
    learn(b, kind, way, line + 1);
    snprintf(b->said, sizeof b->said,
             line[0] == '0' ? "The game is over." : "The other one plays ...");
    draw(b, tty);
    *goes_on = line[0] == '1';
    return say(t, "#\r\n", err);
}

static bool play(int in, int out, struct err *err)
{
    static struct board b;
    static struct talk t;
    struct tty tty;
    char line[64];
    bool ok = true, goes_on = true;
    t = (struct talk){.in = in, .out = out};
    memset(&b, 0, sizeof b);
    memset(b.cell, UNKNOWN, sizeof b.cell);
    b.x = b.y = HOME;
    if (!tty_open(&tty, err)) return false;
    while (ok && goes_on && hear(&t, line))
        ok = strcmp(line, "@") != 0 || act(&t, &b, &tty, &goes_on, err);
    tty_close(&tty);
    return ok;
}

const struct human human_chaser = {"chaser", play};
