/*
 * A first player for CODE VS 4.0.  CODE VS 4.0 の最初のプレイヤーです。
 *
 *   build: gcc -O2 -o player player.c
 *   run:   ./player
 *
 * Workers look for resources and mine them, one builds a base, and its knights look for the enemy
 * castle.
 * ワーカーが資源を探して採り、拠点を 1 つ建て、拠点で作ったナイトが敵の城を探して攻めます。
 */
#include "arena.h"

#include <stdbool.h>
#include <string.h>

enum { WORKER, KNIGHT, FIGHTER, ASSASSIN, CASTLE, VILLAGE, BASE, NOTHING };
enum {
    SIZE = 100,
    UNITS = 20001,
    WORKERS_WANTED = 12,
    MINERS_A_CELL = 5,
    PLACES = 200 /* of a list */
};
static const int costs[] = {40, 20, 40, 60, 0, 100, 500, 0};

struct place {
    int y, x;
};

struct unit {
    int id;
    struct place at;
    int hp, kind;
    bool has_goal;     /* a worker that goes to a resource */
    struct place goal; /* where it goes  行き先 */
};

struct units {
    int count;
    struct unit unit[UNITS];
};

struct places {
    int count;
    struct place at[PLACES];
};

struct turn {
    int stage, number, money;
    struct units own, enemies; /* enemies: those in view  見えている敵 */
    struct places resources;   /* those in view */
    bool is_flipped; /* we sit at the lower right; everything above is turned round already */
};

/* What we have seen in this stage.  このステージで見たもの */
struct memory {
    struct places resources;
    struct place enemy_castle;
    bool knows_castle;
};

/* ---- reading ---- */

static void read_units(struct units *u)
{
    u->count = read_int();
    for (int i = 0; i < u->count; i++) {
        struct unit *unit = &u->unit[i];
        *unit = (struct unit){.id = read_int()};
        unit->at.y = read_int();
        unit->at.x = read_int();
        unit->hp = read_int();
        unit->kind = read_int();
    }
}

static struct place turned(struct place p)
{
    return (struct place){SIZE - 1 - p.y, SIZE - 1 - p.x};
}

/* Turns the field round, so that our corner is always the upper left one.
   自分の城がいつも左上になるように座標をひっくり返します。 */
static void flip(struct turn *t)
{
    for (int i = 0; i < t->own.count; i++) t->own.unit[i].at = turned(t->own.unit[i].at);
    for (int i = 0; i < t->enemies.count; i++)
        t->enemies.unit[i].at = turned(t->enemies.unit[i].at);
    for (int i = 0; i < t->resources.count; i++) t->resources.at[i] = turned(t->resources.at[i]);
}

static int count_kind(const struct turn *t, int kind)
{
    int count = 0;
    for (int i = 0; i < t->own.count; i++) count += t->own.unit[i].kind == kind;
    return count;
}

static bool sits_at_lower_right(const struct turn *t)
{
    for (int i = 0; i < t->own.count; i++)
        if (t->own.unit[i].kind == CASTLE) return t->own.unit[i].at.y + t->own.unit[i].at.x >= SIZE;
    return false;
}

static void read_turn(struct turn *t)
{
    skip_word(); /* time left in milliseconds  残り時間 */
    t->stage = read_int();
    t->number = read_int();
    t->money = read_int();
    read_units(&t->own);
    read_units(&t->enemies);
    t->resources.count = read_int();
    for (int i = 0; i < t->resources.count; i++) {
        t->resources.at[i].y = read_int();
        t->resources.at[i].x = read_int();
    }
    skip_word(); /* END */
    t->is_flipped = sits_at_lower_right(t);
    if (t->is_flipped) flip(t);
}

/* ---- places ---- */

static int distance(struct place a, struct place b)
{
    return abs(a.y - b.y) + abs(a.x - b.x);
}

static bool contains(const struct places *places, struct place p)
{
    for (int i = 0; i < places->count; i++)
        if (distance(places->at[i], p) == 0) return true;
    return false;
}

/* Points at a distance of up to `reach` from the upper left corner, row by row, to and fro. */
static void make_tour(struct places *tour, int reach, int gap)
{
    tour->count = 0;
    for (int y = gap / 2; y < reach; y += gap) {
        int first = tour->count;
        for (int x = gap / 2; x < reach - y; x += gap)
            tour->at[tour->count++] = (struct place){y, x};
        if (y / gap % 2 == 0) continue;
        for (int a = first, b = tour->count - 1; a < b; a++, b--) {
            struct place swapped = tour->at[a];
            tour->at[a] = tour->at[b];
            tour->at[b] = swapped;
        }
    }
}

/* Where a unit that explores goes now: each begins elsewhere, all walk on along the tour. */
static struct place on_tour(const struct places *tour, const struct unit *unit, int turn)
{
    return tour->at[(unit->id * 7 + turn / 8) % tour->count];
}

/* The letter of a step towards a place; '\0' when we are there. */
static char step(struct place from, struct place to)
{
    if (from.y != to.y) return from.y < to.y ? 'D' : 'U';
    if (from.x != to.x) return from.x < to.x ? 'R' : 'L';
    return '\0';
}

/* ---- thinking ---- */

static void remember(struct memory *m, const struct turn *t)
{
    for (int i = 0; i < t->resources.count; i++)
        if (!contains(&m->resources, t->resources.at[i]))
            m->resources.at[m->resources.count++] = t->resources.at[i];
    for (int i = 0; i < t->enemies.count; i++) {
        if (t->enemies.unit[i].kind != CASTLE) continue;
        m->enemy_castle = t->enemies.unit[i].at;
        m->knows_castle = true;
    }
}

/* The worker without a goal that is nearest to a place, or NULL. */
static struct unit *nearest_free_worker(struct turn *t, struct place p)
{
    struct unit *best = NULL;
    for (int i = 0; i < t->own.count; i++) {
        struct unit *unit = &t->own.unit[i];
        if (unit->kind != WORKER || unit->has_goal) continue;
        if (!best || distance(unit->at, p) < distance(best->at, p)) best = unit;
    }
    return best;
}

/* Workers go to resources that are not full; the others explore. Knights attack, or
   look for the castle. */
static void choose_goals(struct turn *t, const struct memory *m, const struct places *home_tour,
                         const struct places *enemy_tour)
{
    struct unit *worker;
    for (int i = 0; i < m->resources.count; i++)
        for (int miner = 0; miner < MINERS_A_CELL; miner++) {
            worker = nearest_free_worker(t, m->resources.at[i]);
            if (!worker) break;
            worker->has_goal = true;
            worker->goal = m->resources.at[i];
        }
    for (int i = 0; i < t->own.count; i++) {
        struct unit *unit = &t->own.unit[i];
        if (unit->kind == WORKER && !unit->has_goal)
            unit->goal = on_tour(home_tour, unit, t->number);
        else if (unit->kind == KNIGHT)
            unit->goal = m->knows_castle ? m->enemy_castle : on_tour(enemy_tour, unit, t->number);
        else if (unit->kind != WORKER)
            unit->goal = unit->at;
    }
}

/* The worker that is nearest to the enemy builds the base, as long as there is none. */
static const struct unit *choose_builder(const struct turn *t)
{
    const struct unit *best = NULL;
    if (count_kind(t, BASE) > 0) return NULL;
    for (int i = 0; i < t->own.count; i++) {
        const struct unit *unit = &t->own.unit[i];
        if (unit->kind != WORKER) continue;
        if (!best || unit->at.y + unit->at.x > best->at.y + best->at.x) best = unit;
    }
    return best;
}

/* What a unit makes now, or NOTHING.  いま作るもの */
static int choose_product(const struct unit *unit, const struct unit *builder, int workers,
                          int money)
{
    if (unit->kind == CASTLE && workers < WORKERS_WANTED && money >= costs[WORKER]) return WORKER;
    if (unit == builder && money >= costs[BASE]) return BASE;
    if (unit->kind == BASE && money >= costs[KNIGHT]) return KNIGHT;
    return NOTHING;
}

static char opposite(char letter)
{
    const char *pairs = "UDULRL", *found = strchr(pairs, letter);
    return found ? found[1] : letter;
}

static void answer_turn(const struct turn *t)
{
    static struct {
        int id;
        char letter;
    } orders[UNITS];
    int count = 0, money = t->money, workers = count_kind(t, WORKER);
    const struct unit *builder = choose_builder(t);
    for (int i = 0; i < t->own.count; i++) {
        const struct unit *unit = &t->own.unit[i];
        int product = choose_product(unit, builder, workers, money);
        char letter = step(unit->at, unit->goal);
        if (product != NOTHING) letter = (char)('0' + product);
        money -= costs[product];
        if (letter == '\0') continue;
        orders[count].id = unit->id;
        orders[count++].letter = t->is_flipped ? opposite(letter) : letter;
    }
    printf("%d\n", count);
    for (int i = 0; i < count; i++) printf("%d %c\n", orders[i].id, orders[i].letter);
}

int main(void)
{
    static struct turn turn;
    struct memory memory = {0};
    struct places home_tour, enemy_tour;
    int stage_before = -1;
    make_tour(&home_tour, SIZE - 1, 8);
    make_tour(&enemy_tour, 42, 5);
    for (int i = 0; i < enemy_tour.count; i++) enemy_tour.at[i] = turned(enemy_tour.at[i]);
    puts("starter-c"); /* the name comes first  最初に名前を出力 */
    flush_answer();
    for (;;) {
        read_turn(&turn);
        if (turn.stage != stage_before) memset(&memory, 0, sizeof memory);
        stage_before = turn.stage;
        remember(&memory, &turn);
        /* YOUR IDEA HERE: villages near resources, several bases, other fighters, an attack with
           all knights at once.  ここを工夫しよう: 村を建てる、拠点を増やす、まとまって攻める、など
         */
        choose_goals(&turn, &memory, &home_tour, &enemy_tour);
        answer_turn(&turn);
        flush_answer();
    }
}
