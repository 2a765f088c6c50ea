/*
 * A first player for CODE VS Reborn.  CODE VS Reborn の最初のプレイヤーです。
 *
 *   build: gcc -O2 -o player player.c
 *   run:   ./player
 *
 * It tries all 36 ways to drop the pack, takes the one with the longest chain, and keeps fives for
 * the skill, which blows them up.
 * パックの落とし方 36 通りをすべて試していちばん長いチェインを選び、5
 * をためてスキルで爆発させます。
 */
#include "arena.h"

#include <stdbool.h>
#include <string.h>

enum {
    PACKS = 500,
    COLUMNS = 10,
    ROWS = 16,
    HIGHEST = ROWS + 3, /* a pile during a turn: ojama and a pack on top  一時的な高さ */
    OJAMA = 11,
    SKILL_GAUGE = 80,
    LOST = -1000
};

struct pack {
    int a, b, c, d; /* a b over c d */
};

/* block[x][0] is the lowest block of column x.  下から順 */
struct field {
    int block[COLUMNS][HIGHEST];
    int height[COLUMNS];
};

struct player {
    int time_left_ms;
    int stock; /* ojama that wait to fall on this player  降ってくるお邪魔の数 */
    int gauge;
    int score;
    struct field field;
};

static void read_packs(struct pack packs[PACKS])
{
    for (int i = 0; i < PACKS; i++) {
        packs[i].a = read_int();
        packs[i].b = read_int();
        packs[i].c = read_int();
        packs[i].d = read_int();
        skip_word(); /* END */
    }
}

static void push(struct field *f, int column, int block)
{
    if (block != 0) f->block[column][f->height[column]++] = block;
}

static void read_field(struct field *f)
{
    int cell[ROWS][COLUMNS];
    for (int row = 0; row < ROWS; row++) /* from the top  上の段から */
        for (int x = 0; x < COLUMNS; x++) cell[row][x] = read_int();
    skip_word(); /* END */
    memset(f, 0, sizeof *f);
    for (int row = ROWS - 1; row >= 0; row--)
        for (int x = 0; x < COLUMNS; x++) push(f, x, cell[row][x]);
}

static void read_player(struct player *p)
{
    p->time_left_ms = read_int();
    p->stock = read_int();
    p->gauge = read_int();
    p->score = read_int();
    read_field(&p->field);
}

/* Turns  a b  clockwise into  c a
          c d                  d b */
static struct pack rotate(struct pack p, int times)
{
    for (int i = 0; i < times; i++) p = (struct pack){.a = p.c, .b = p.a, .c = p.d, .d = p.b};
    return p;
}

static void drop(struct field *f, struct pack p, int position)
{
    push(f, position, p.c);
    push(f, position, p.a);
    push(f, position + 1, p.d);
    push(f, position + 1, p.b);
}

static int block_at(const struct field *f, int x, int y)
{
    bool is_inside = x >= 0 && x < COLUMNS && y >= 0 && y < f->height[x];
    return is_inside ? f->block[x][y] : 0;
}

static bool makes_ten(const struct field *f, int x, int y)
{
    for (int dx = -1; dx <= 1; dx++)
        for (int dy = -1; dy <= 1; dy++)
            if ((dx != 0 || dy != 0) && f->block[x][y] + block_at(f, x + dx, y + dy) == 10)
                return true;
    return false;
}

/* Takes away all blocks that make ten with a neighbour; true when there were any.
   となりと足して 10 になるブロックを消します。 */
static bool vanish(struct field *f)
{
    struct field kept = {0};
    for (int x = 0; x < COLUMNS; x++)
        for (int y = 0; y < f->height[x]; y++)
            if (!makes_ten(f, x, y)) push(&kept, x, f->block[x][y]);
    bool vanished = memcmp(kept.height, f->height, sizeof kept.height) != 0;
    *f = kept;
    return vanished;
}

static int highest(const struct field *f)
{
    int most = 0;
    for (int x = 0; x < COLUMNS; x++)
        if (f->height[x] > most) most = f->height[x];
    return most;
}

static int count_fives(const struct field *f)
{
    int fives = 0;
    for (int x = 0; x < COLUMNS; x++)
        for (int y = 0; y < f->height[x]; y++) fives += f->block[x][y] == 5;
    return fives;
}

/* How good it is to drop the pack there: more is better. */
static int evaluate(const struct player *me, struct pack pack, int position)
{
    struct field f = me->field;
    int chain = 0;
    if (me->stock >= COLUMNS) /* a row of ojama falls first  先にお邪魔が 1 段降る */
        for (int x = 0; x < COLUMNS; x++) push(&f, x, OJAMA);
    drop(&f, pack, position);
    while (vanish(&f)) chain++;
    if (highest(&f) > ROWS) return LOST;
    /* YOUR IDEA HERE: what else makes a field good?  ここを工夫しよう
       For instance: look at the next packs too, and build a long chain before you fire it. */
    return 10 * chain + 2 * count_fives(&f) - highest(&f);
}

static void answer_turn(const struct player *me, struct pack pack)
{
    int best = LOST - 1, best_position = 0, best_times = 0;
    if (me->gauge >= SKILL_GAUGE && count_fives(&me->field) > 0) {
        puts("S");
        return;
    }
    for (int position = 0; position < COLUMNS - 1; position++)
        for (int times = 0; times < 4; times++) {
            int value = evaluate(me, rotate(pack, times), position);
            if (value <= best) continue;
            best = value;
            best_position = position;
            best_times = times;
        }
    printf("%d %d\n", best_position, best_times);
}

int main(void)
{
    static struct pack packs[PACKS];
    struct player me, enemy;
    puts("starter-c"); /* the name comes first  最初に名前を出力 */
    flush_answer();
    read_packs(packs);
    for (;;) {
        int turn = read_int();
        read_player(&me);
        read_player(&enemy);
        answer_turn(&me, packs[turn]);
        flush_answer();
    }
}
