#include "bots/codevs4/scout.h"

#include <string.h>

enum {
    LAST = CODEVS4_SIZE - 1,
    STEPS = 26,      /* of a walk */
    SIGHT = 4,       /* of a worker */
    FADE = 30,       /* of 32: what is seen a step later is worth so much */
    MINE_SCALE = 40, /* of a cell of the own half, when nothing is known */
    CASTLE_SCALE = 60,
    FEAR = 8, /* worth that a step into danger costs, per HP that may be lost */
};

static const int8_t step_y[] = {-1, 1, 0, 0}, step_x[] = {0, 0, -1, 1};

static bool is_inside(int y, int x)
{
    return y >= 0 && x >= 0 && y <= LAST && x <= LAST;
}

/* ---- what a cell is worth ---- */

/* Ten mines in each half; those not found yet are anywhere unseen, but not near the castle. */
static void count_unseen(const struct kit4 *k, int unseen[2], int mines[2])
{
    unseen[0] = unseen[1] = 1;
    mines[0] = mines[1] = CODEVS4_RESOURCES / 2;
    for (int y = 0; y < CODEVS4_SIZE; y++)
        for (int x = 0; x < CODEVS4_SIZE; x++)
            unseen[y + x > LAST] += !codevs4_map_has(&k->explored, y, x);
    for (int i = 0; i < k->mines; i++) mines[kit4_depth(k->mine[i]) > LAST]--;
    for (int half = 0; half < 2; half++)
        if (mines[half] < 0) mines[half] = 0; /* the line between them belongs to both */
}

void survey_make(struct survey *s, const struct kit4 *k, const struct belief4 *b,
                 struct survey_wish wish)
{
    int unseen[2], mines[2];
    count_unseen(k, unseen, mines);
    for (int y = 0; y < CODEVS4_SIZE; y++)
        for (int x = 0; x < CODEVS4_SIZE; x++) {
            int half = y + x > LAST;
            int worth = MINE_SCALE * 500 * mines[half] / unseen[half];
            int far = codevs4_distance(y, x, k->castle.y, k->castle.x);
            if (half) worth = worth * wish.beyond / 100;
            worth = worth * wish.near / (wish.near + far);
            s->mine[y][x] = codevs4_map_has(&k->explored, y, x) ? 0 : worth;
            bool may_be = !b->is_known && codevs4_map_has(&b->castle, y, x);
            s->castle[y][x] = may_be ? CASTLE_SCALE * 861 / b->castles : 0;
        }
}

/* ---- walks ---- */

struct walk {
    struct survey *s;
    const struct belief4 *b;
    bool wants_castle;
    uint32_t first, second; /* stamps of the two legs */
    int64_t worth;
    int fade;
};

/* The cells that come within a distance when a step in this direction has led to a cell. */
static int64_t take_edge(const struct walk *w, int kind, int32_t worth[CODEVS4_SIZE][CODEVS4_SIZE],
                         int y, int x, int direction, int distance, uint32_t stamp)
{
    int64_t sum = 0;
    for (int side = -distance; side <= distance; side++) {
        int ahead = distance - (side < 0 ? -side : side);
        int cy = y + step_y[direction] * ahead + (step_y[direction] ? 0 : side);
        int cx = x + step_x[direction] * ahead + (step_x[direction] ? 0 : side);
        if (!is_inside(cy, cx) || worth[cy][cx] == 0) continue;
        uint32_t *seen = &w->s->stamp[kind][cy][cx];
        if (*seen == w->first || *seen == stamp) continue;
        *seen = stamp;
        sum += worth[cy][cx];
    }
    return sum;
}

static void take_step(struct walk *w, int y, int x, int direction, uint32_t stamp)
{
    int64_t sum = take_edge(w, 0, w->s->mine, y, x, direction, SIGHT, stamp);
    if (w->wants_castle)
        sum += take_edge(w, 1, w->s->castle, y, x, direction, BELIEF4_CASTLE_RANGE, stamp);
    w->worth += (sum - FEAR * w->b->danger[y][x]) * w->fade;
    w->fade = w->fade * FADE / 32;
}

struct choice {
    int64_t worth;
    int direction[2], length; /* of the first leg */
};

/* The second leg goes on to the end of the walk, or to the edge of the field. */
static void try_second(const struct walk *before, int y, int x, int first, int length,
                       struct choice *best)
{
    for (int direction = 0; direction < 4; direction++) {
        struct walk w = *before;
        int cy = y, cx = x;
        if (direction / 2 == first / 2) continue;
        w.second = ++w.s->stamps;
        for (int step = length; step < STEPS; step++) {
            cy += step_y[direction];
            cx += step_x[direction];
            if (!is_inside(cy, cx)) break;
            take_step(&w, cy, cx, direction, w.second);
        }
        if (w.worth > best->worth) *best = (struct choice){w.worth, {first, direction}, length};
    }
}

static struct choice choose(struct survey *s, const struct belief4 *b,
                            const struct codevs4_unit *unit, bool wants_castle)
{
    struct choice best = {0};
    for (int first = 0; first < 4; first++) {
        struct walk w = {.s = s, .b = b, .wants_castle = wants_castle, .fade = 1 << 10};
        int y = unit->y, x = unit->x;
        w.first = ++s->stamps;
        for (int length = 1; length <= STEPS; length++) {
            y += step_y[first];
            x += step_x[first];
            if (!is_inside(y, x)) break;
            take_step(&w, y, x, first, w.first);
            if (b->danger[y][x] > 0 && length == 1) break; /* never into the mouth of it */
            if (length % 2 == 0 || length == 1) try_second(&w, y, x, first, length, &best);
        }
    }
    return best;
}

/* What is seen on the way is worth nothing to others. */
static void clear_around(int32_t worth[CODEVS4_SIZE][CODEVS4_SIZE], int y, int x, int distance)
{
    for (int dy = -distance; dy <= distance; dy++)
        for (int dx = -distance; dx <= distance; dx++)
            if (codevs4_distance(0, 0, dy, dx) <= distance && is_inside(y + dy, x + dx))
                worth[y + dy][x + dx] = 0;
}

static void claim(struct survey *s, const struct codevs4_unit *unit, const struct choice *c,
                  bool wants_castle)
{
    int y = unit->y, x = unit->x;
    for (int step = 0; step < STEPS; step++) {
        int direction = c->direction[step >= c->length];
        y += step_y[direction];
        x += step_x[direction];
        if (!is_inside(y, x)) return;
        clear_around(s->mine, y, x, SIGHT);
        if (wants_castle) clear_around(s->castle, y, x, BELIEF4_CASTLE_RANGE);
    }
}

/* The nearest cell that is worth anything. */
static bool find_nearest(const struct survey *s, const struct codevs4_unit *unit,
                         struct codevs4_cell *to)
{
    int64_t best = 0;
    for (int y = 0; y < CODEVS4_SIZE; y++)
        for (int x = 0; x < CODEVS4_SIZE; x++) {
            int64_t worth = s->mine[y][x];
            int far = codevs4_distance(y, x, unit->y, unit->x) + 10;
            if (worth * 1000 / far / far <= best) continue;
            best = worth * 1000 / far / far;
            *to = kit4_cell(y, x);
        }
    return best > 0;
}

bool survey_walk(struct survey *s, struct kit4 *k, const struct belief4 *b, int unit)
{
    const struct codevs4_unit *scout = &k->g.unit[unit];
    struct choice c = choose(s, b, scout, false);
    struct codevs4_cell to;
    if (c.worth > 0) {
        claim(s, scout, &c, false);
        kit4_order(k, unit, (enum codevs4_deed)c.direction[0]);
        return true;
    }
    if (!find_nearest(s, scout, &to)) return false;
    clear_around(s->mine, to.y, to.x, 2 * SIGHT);
    kit4_go(k, unit, to);
    return true;
}

/* The cell nearest to a place on which the castle can stand, and which nobody else is bound for. */
static struct codevs4_cell nearest_castle(const struct survey *s, const struct belief4 *b,
                                          struct codevs4_cell from)
{
    struct codevs4_cell best = b->guess;
    int nearest = INT32_MAX;
    for (int y = 0; y < CODEVS4_SIZE; y++)
        for (int x = 0; x < CODEVS4_SIZE; x++) {
            int far = codevs4_distance(y, x, from.y, from.x);
            if (s->castle[y][x] == 0 || far >= nearest) continue;
            nearest = far;
            best = kit4_cell(y, x);
        }
    return best;
}

/* What a spy will see on its way is worth nothing to the next one. */
static void claim_way(struct survey *s, const struct route *r, const struct codevs4_unit *spy)
{
    enum { FAR = 40 };
    struct codevs4_cell at = kit4_cell(spy->y, spy->x);
    for (int step = 0; step < FAR; step++) {
        at = route_next(r, at);
        clear_around(s->mine, at.y, at.x, 2 * SIGHT);
    }
}

/* On straight legs a spy shows nine cells a step, on a diagonal five. One goes down first and the
   next one to the right, so that they come to the enemy's corner from both sides. */
static struct codevs4_cell next_corner(const struct belief4 *b, const struct codevs4_unit *spy)
{
    bool is_down = spy->id % 2 == 0;
    if (is_down && spy->y < b->guess.y) return kit4_cell(b->guess.y, spy->x);
    if (!is_down && spy->x < b->guess.x) return kit4_cell(spy->y, b->guess.x);
    return b->guess;
}

/* Far away, straight on; near, so that many cells are ruled out; once somebody has been hit, to the
   middle of those that are left. */
void survey_spy(struct survey *s, struct route *r, struct kit4 *k, const struct belief4 *b,
                int unit)
{
    enum { ARRIVED = 20 };
    const struct codevs4_unit *spy = &k->g.unit[unit];
    struct codevs4_cell to =
        nearest_castle(s, b, b->is_felt ? b->guess : kit4_cell(spy->y, spy->x));
    bool is_there = !b->is_felt && kit4_distance(spy, to) <= ARRIVED;
    struct choice c = {0};
    if (is_there) c = choose(s, b, spy, true);
    if (c.worth > 0) {
        claim(s, spy, &c, true);
        kit4_order(k, unit, (enum codevs4_deed)c.direction[0]);
        return;
    }
    if (is_there) clear_around(s->castle, to.y, to.x, BELIEF4_CASTLE_RANGE);
    route_to(r, b, is_there || b->is_felt ? to : next_corner(b, spy), NULL);
    route_go(r, k, unit);
    claim_way(s, r, spy);
}
