/* What a player sees and does: RULES 2 to 4. */
#include "games/chaser/chaser.h"

#include <assert.h>
#include <string.h>

void chaser_clear_field(struct chaser_field *f, int width, int height)
{
    assert(width >= 1 && width <= CHASER_SIDE_MAX && height >= 1 && height <= CHASER_SIDE_MAX);
    uint64_t row = (((uint64_t)1 << width) - 1) << CHASER_MARGIN;
    memset(f->block, 0xff, sizeof f->block);
    memset(f->item, 0, sizeof f->item);
    for (int y = 0; y < height; y++) f->block[y + CHASER_MARGIN] = ~row;
}

int chaser_count_items(const struct chaser_field *f)
{
    int count = 0;
    for (int y = 0; y < CHASER_SHEET; y++) count += __builtin_popcountll(f->item[y] & ~f->block[y]);
    return count;
}

/* ---- RULES 2: what a player is told ---- */

static bool is_same(struct chaser_spot a, int x, int y)
{
    return a.x == x && a.y == y;
}

int chaser_seen(const struct chaser_board *b, int p, int x, int y)
{
    if (is_same(b->at[1 - p], x, y)) return CHASER_OTHER;
    return chaser_cell(&b->field, x, y);
}

/* Three cells of a row as digits, from two planes of three bits. */
static void write_three(char out[3], uint64_t block, uint64_t item)
{
    for (int i = 0; i < 3; i++)
        out[i] = (char)('0' + CHASER_BLOCK * (block >> i & 1) + CHASER_ITEM * (item >> i & 1));
}

/* RULES 2.4: row by row from the top left, whatever the direction. */
static void write_square(const struct chaser_board *b, int p, struct chaser_spot centre,
                         char cell[CHASER_VIEW])
{
    int shift = centre.x - 1 + CHASER_MARGIN, row = centre.y - 1 + CHASER_MARGIN;
    for (int i = 0; i < 3; i++)
        write_three(cell + 3 * i, b->field.block[row + i] >> shift,
                    b->field.item[row + i] >> shift);
    struct chaser_spot other = b->at[1 - p];
    int dx = other.x - centre.x + 1, dy = other.y - centre.y + 1;
    if (dx >= 0 && dx < 3 && dy >= 0 && dy < 3) cell[3 * dy + dx] = '0' + CHASER_OTHER;
}

/* RULES 2.5: nearest first; blocks do not stop the view. */
static void write_line(const struct chaser_board *b, int p, int direction, char cell[CHASER_VIEW])
{
    struct chaser_spot spot = b->at[p];
    for (int i = 0; i < CHASER_VIEW; i++) {
        spot = chaser_next(spot, direction);
        cell[i] = (char)('0' + chaser_seen(b, p, spot.x, spot.y));
    }
}

void chaser_square(const struct chaser_board *b, int p, char control, struct chaser_answer *answer)
{
    answer->control = control;
    write_square(b, p, b->at[p], answer->cell);
}

/* ---- RULES 3: actions ---- */

/* RULES 3.1, 3.2: the step is taken whatever is there; an item leaves a block behind. */
static void walk(struct chaser_board *b, int p, struct chaser_spot to)
{
    struct chaser_spot from = b->at[p];
    b->at[p] = to;
    if (chaser_seen(b, p, to.x, to.y) != CHASER_ITEM) return;
    chaser_set_cell(&b->field, to.x, to.y, CHASER_FLOOR);
    chaser_set_cell(&b->field, from.x, from.y, CHASER_BLOCK);
    b->items[p]++;
}

static void act(struct chaser_board *b, int p, struct chaser_action action, char cell[CHASER_VIEW])
{
    struct chaser_spot front = chaser_next(b->at[p], action.direction);
    switch (action.word) {
    case CHASER_WALK:
        walk(b, p, front);
        write_square(b, p, front, cell);
        return;
    case CHASER_PUT: /* RULES 3.4: outside there are blocks already */
        chaser_set_cell(&b->field, front.x, front.y, CHASER_BLOCK);
        write_square(b, p, b->at[p], cell);
        return;
    case CHASER_LOOK: write_square(b, p, chaser_next(front, action.direction), cell); return;
    default:
        assert(action.word == CHASER_SEARCH);
        write_line(b, p, action.direction, cell);
        return;
    }
}

/* ---- RULES 4: who has lost ---- */

/* RULES 4.2: a side with the opponent on it is open. */
static bool is_enclosed(const struct chaser_board *b, int p)
{
    for (int direction = CHASER_UP; direction <= CHASER_LEFT; direction++) {
        struct chaser_spot side = chaser_next(b->at[p], direction);
        if (chaser_seen(b, p, side.x, side.y) != CHASER_BLOCK) return false;
    }
    return true;
}

/* RULES 4.2, 4.3: why p has lost, if it has. */
static enum chaser_ending loss_of(const struct chaser_board *b, int p, bool is_actor,
                                  unsigned fouls)
{
    if (chaser_seen(b, p, b->at[p].x, b->at[p].y) == CHASER_BLOCK)
        return is_actor ? CHASER_COLLISION : CHASER_CRUSHED;
    if (is_enclosed(b, p)) return is_actor ? CHASER_SELF_ENCLOSED : CHASER_ENCLOSED;
    return fouls >> p & 1 ? CHASER_FOUL : CHASER_RUNNING;
}

struct chaser_verdict chaser_judge(const struct chaser_board *b, int actor, unsigned fouls)
{
    enum chaser_ending ending = loss_of(b, 1 - actor, false, fouls);
    if (ending) return (struct chaser_verdict){ending, actor};
    ending = loss_of(b, actor, true, fouls);
    return (struct chaser_verdict){ending, ending ? 1 - actor : 0};
}

struct chaser_verdict chaser_act(struct chaser_board *b, int p, struct chaser_action action,
                                 struct chaser_answer *answer)
{
    act(b, p, action, answer->cell);
    struct chaser_verdict verdict = chaser_judge(b, p, 0);
    answer->control = verdict.ending ? '0' : '1';
    return verdict;
}
