/*
 * A first player for CODE VS 5.0.  CODE VS 5.0 の最初のプレイヤーです。
 *
 *   build: gcc -O2 -o player player.c
 *   run:   ./player
 *
 * Each ninja tries all walks of two steps and takes the one that ends away from dogs and near a
 * soul.
 * 忍者ごとに 2 歩の動き方をすべて試し、犬から離れていて忍者ソウルに近いものを選びます。
 */
#include "arena.h"

#include <stdbool.h>

enum {
    ROWS = 17,
    COLUMNS = 14,
    CELLS = ROWS * COLUMNS,
    NINJAS = 2,
    JUTSU = 8,
    MIDDLE_ROW = 8,
    FAR = 1000 /* the distance of what cannot be reached  たどり着けない距離 */
};

struct place {
    int row, col;
};

struct places {
    int count;
    struct place at[CELLS];
};

struct side {
    int power;                  /* nin-power, for jutsu  忍力 */
    char cell[ROWS][WORD_SIZE]; /* W wall, O rock, _ floor  壁・岩・床 */
    struct places ninjas, dogs, souls;
    int uses[JUTSU]; /* how often each jutsu was used */
};

struct distances {
    int to[ROWS][COLUMNS];
};

/* The five steps.  U 上 L 左 R 右 D 下 N 動かない */
static const char letters[] = "NULRD";
static const struct place steps[] = {{0, 0}, {-1, 0}, {0, -1}, {0, 1}, {1, 0}};
enum { STEPS = 5 };

static void read_places(struct places *p, bool has_ids)
{
    p->count = read_int();
    for (int i = 0; i < p->count; i++) {
        if (has_ids) skip_word();
        p->at[i].row = read_int();
        p->at[i].col = read_int();
    }
}

static void read_side(struct side *s)
{
    s->power = read_int();
    int rows = read_int();
    skip_word(); /* columns */
    for (int row = 0; row < rows; row++) read_word(s->cell[row]);
    read_places(&s->ninjas, true);
    read_places(&s->dogs, true);
    read_places(&s->souls, false);
    for (int i = 0; i < JUTSU; i++) s->uses[i] = read_int();
}

static struct place neighbour(struct place p, int step)
{
    return (struct place){p.row + steps[step].row, p.col + steps[step].col};
}

static bool is_floor(const struct side *s, struct place p)
{
    return s->cell[p.row][p.col] == '_';
}

/* Gives a floor cell that has no distance yet one, and lets the search go on from there. */
static void reach(const struct side *s, struct distances *d, struct places *queue, struct place p,
                  int distance)
{
    if (!is_floor(s, p) || d->to[p.row][p.col] != FAR) return;
    d->to[p.row][p.col] = distance;
    queue->at[queue->count++] = p;
}

/* Steps from every cell to the nearest target (breadth-first search).  幅優先探索 */
static void find_distances(const struct side *s, const struct places *targets, struct distances *d)
{
    struct places queue = {0};
    for (int row = 0; row < ROWS; row++)
        for (int col = 0; col < COLUMNS; col++) d->to[row][col] = FAR;
    for (int i = 0; i < targets->count; i++) reach(s, d, &queue, targets->at[i], 0);
    for (int i = 0; i < queue.count; i++) {
        struct place p = queue.at[i];
        for (int step = 1; step < STEPS; step++)
            reach(s, d, &queue, neighbour(p, step), d->to[p.row][p.col] + 1);
    }
}

/* How good it is to walk over `via` to `to`: more is better. */
static int evaluate(const struct distances *soul, const struct distances *dog, struct place via,
                    struct place to)
{
    bool is_still = via.row == to.row && via.col == to.col;
    int taken = (soul->to[via.row][via.col] == 0 && !is_still) + (soul->to[to.row][to.col] == 0);
    /* A dog takes one step after us: beside a dog we are caught.  犬のとなりで止まると捕まる */
    int danger = dog->to[to.row][to.col] < 2 ? 500 : 0;
    /* YOUR IDEA HERE: use jutsu, look further ahead, flee earlier.  ここを工夫しよう */
    return 20 * taken - soul->to[to.row][to.col] - danger;
}

static void print_best_walk(const struct side *s, struct place ninja, const struct places *souls)
{
    struct distances soul, dog;
    int best = -10 * FAR, best_first = 0, best_second = 0;
    find_distances(s, souls, &soul);
    find_distances(s, &s->dogs, &dog);
    for (int first = 0; first < STEPS; first++)
        for (int second = 0; second < STEPS; second++) {
            struct place via = neighbour(ninja, first);
            if (!is_floor(s, via) || !is_floor(s, neighbour(via, second))) continue;
            int value = evaluate(&soul, &dog, via, neighbour(via, second));
            if (value <= best) continue;
            best = value;
            best_first = first;
            best_second = second;
        }
    printf("%c%c\n", letters[best_first], letters[best_second]);
}

/* Ninja 0 looks after the upper half of the souls, ninja 1 after the lower half. */
static void share_souls(const struct side *s, int ninja, struct places *mine)
{
    mine->count = 0;
    for (int i = 0; i < s->souls.count; i++)
        if ((s->souls.at[i].row > MIDDLE_ROW) == (ninja == 1))
            mine->at[mine->count++] = s->souls.at[i];
    if (mine->count == 0) *mine = s->souls;
}

static void answer_turn(const struct side *me)
{
    struct places souls;
    puts("2"); /* 3 with a jutsu line before the walks  忍術を使うときは 3 行 */
    for (int ninja = 0; ninja < NINJAS; ninja++) {
        share_souls(me, ninja, &souls);
        print_best_walk(me, me->ninjas.at[ninja], &souls);
    }
}

int main(void)
{
    struct side me, enemy;
    puts("starter-c"); /* the name comes first  最初に名前を出力 */
    flush_answer();
    for (;;) {
        skip_word();                                 /* time left in milliseconds  残り時間 */
        skip_word();                                 /* 8, the number of jutsu */
        for (int i = 0; i < JUTSU; i++) skip_word(); /* what each costs  忍術のコスト */
        read_side(&me);
        read_side(&enemy);
        answer_turn(&me);
        flush_answer();
    }
}
