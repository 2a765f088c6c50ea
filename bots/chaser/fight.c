/* Close to each other the game is decided within a few actions: both sides' are searched to
   their end. */
#include "bots/chaser/fight.h"

enum { MOVES = 9 };

/* Walks, puts, and waiting. */
static struct chaser_action move_number(int n)
{
    if (n < 4) return kit_action(CHASER_WALK, n);
    return n < 8 ? kit_action(CHASER_PUT, n - 4) : kit_action(CHASER_SEARCH, 0);
}

static int count_sides(const struct chaser_board *b, int p)
{
    int count = 0;
    for (int direction = CHASER_UP; direction <= CHASER_LEFT; direction++) {
        struct chaser_spot side = chaser_next(b->at[p], direction);
        count += !chaser_is_block(&b->field, side.x, side.y);
    }
    return count;
}

/* Who has more ways out stands better. */
static int judge_quietly(const struct chaser_board *b, int p)
{
    return 4 * (count_sides(b, p) - count_sides(b, 1 - p)) + b->items[p] - b->items[1 - p];
}

/* Walking into a block loses, and a put on one only waits: neither is worth a try. */
static bool is_sensible(const struct chaser_board *b, int p, struct chaser_action action)
{
    struct chaser_spot front = chaser_next(b->at[p], action.direction);
    return action.word == CHASER_SEARCH || chaser_seen(b, p, front.x, front.y) != CHASER_BLOCK;
}

static int look_ahead(struct fight *f, const struct chaser_board *b, int p, int depth, int alpha,
                      int beta);

/* What an action of p comes to, for p. */
static int try_action(struct fight *f, const struct chaser_board *b, int p,
                      struct chaser_action action, int depth, int alpha, int beta)
{
    struct chaser_board next = *b;
    struct chaser_answer answer;
    struct chaser_verdict verdict = chaser_act(&next, p, action, &answer);
    f->nodes++;
    if (verdict.ending) return verdict.winner == p ? FIGHT_WIN + depth : -FIGHT_WIN - depth;
    if (depth == 0) return judge_quietly(&next, p);
    return -look_ahead(f, &next, 1 - p, depth - 1, -beta, -alpha);
}

static int look_ahead(struct fight *f, const struct chaser_board *b, int p, int depth, int alpha,
                      int beta)
{
    int best = -2 * FIGHT_WIN;
    for (int n = 0; n < MOVES && best < beta; n++) {
        struct chaser_action action = move_number(n);
        if (!is_sensible(b, p, action)) continue;
        int worth = try_action(f, b, p, action, depth, alpha > best ? alpha : best, beta);
        if (worth > best) best = worth;
    }
    return best;
}

void fight_worths(struct fight *f, int depth, struct fight_worth *worth)
{
    f->nodes = 0;
    for (int n = 0; n < MOVES; n++) {
        struct chaser_action action = move_number(n);
        int w = is_sensible(&f->board, 0, action)
                    ? try_action(f, &f->board, 0, action, depth, -2 * FIGHT_WIN, 2 * FIGHT_WIN)
                    : -2 * FIGHT_WIN;
        if (n < 4)
            worth->walk[n] = (int16_t)w;
        else if (n < 8)
            worth->put[n - 4] = (int16_t)w;
        else
            worth->wait = (int16_t)w;
    }
}
