/*
 * careful — a sparring partner for Four in a Row.
 *
 * It looks two moves ahead: it completes a line if it can, stops one of the opponent's, and does
 * not move where the opponent could complete a line on top. Otherwise it likes the middle.
 */
#include "bots/bot.h"
#include "games/example/example.h"

enum { WIN = 1000, BLOCK = 500, BLUNDER = 250 };

static bool would_win(const struct example *g, int col, int p)
{
    struct example next = *g;
    if (example_height(g, col) == EXAMPLE_ROWS) return false;
    example_drop(&next, col, p);
    return next.ending == EXAMPLE_END_LINE;
}

static int worth(const struct example *g, int col, int p)
{
    struct example next = *g;
    if (would_win(g, col, p)) return WIN;
    example_drop(&next, col, p);
    int middle = EXAMPLE_COLS / 2, off = col > middle ? col - middle : middle - col;
    int block = would_win(g, col, 1 - p) ? BLOCK : 0;
    int blunder = would_win(&next, col, 1 - p) ? BLUNDER : 0;
    return block - blunder - 2 * off;
}

static void think(const struct bot_view *view, void *memory, struct game_action *out)
{
    const struct example *g = (const struct example *)view->state;
    int best = -WIN, best_col = 0;
    (void)memory;
    for (int col = 0; col < EXAMPLE_COLS; col++) {
        if (example_height(g, col) == EXAMPLE_ROWS) continue;
        int value = worth(g, col, view->self.player) + (int)rng_below(view->rng, 2);
        if (value <= best) continue;
        best = value;
        best_col = col;
    }
    *(struct example_action *)out = (struct example_action){(uint8_t)best_col};
}

const struct bot bot_example = {
    .name = "careful",
    .game = "example",
    .about = "completes lines, stops those of the opponent, and likes the middle",
    .think = think,
};
