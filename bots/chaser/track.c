/* Where the opponent is, by sets of cells and by guesses that walk as it may; those that do not
   fit what is seen are dropped. */
#include "bots/chaser/track.h"

#include <string.h>

enum {
    REACH = 60,
    WAITS = 16,         /* of 100 actions of a guess */
    STRAYS = 16,        /* likewise */
    WORTH_A_SEARCH = 6, /* cells of a line, of nine */
    DOUBT = 20,         /* of 100 guesses that did not take an item which is gone: these stay */
    GUESSES_SHARE = 35, /* of 100: what the guesses say; the rest is the belief's spread */
    ONE_GUESS = BELIEF_WHOLE / TRACK_GUESSES,
};

/* ---- sets of cells ---- */

static bool has(const struct track_set *s, int x, int y)
{
    return x >= 0 && x < 32 && y >= 0 && y < TRACK_ROWS && s->row[y] >> x & 1;
}

static void add(struct track_set *s, int x, int y)
{
    s->row[y] |= 1u << x;
}

static const int step_x[4] = {0, 1, 0, -1}, step_y[4] = {-1, 0, 1, 0};

static unsigned sides_in(const struct track_set *s, int x, int y)
{
    unsigned sides = 0;
    for (int direction = 0; direction < 4; direction++)
        if (has(s, x + step_x[direction], y + step_y[direction])) sides |= 1u << direction;
    return sides;
}

/* One step further in all directions; false when nothing was added. */
static bool widen(struct track_set *s, const struct track_set *open)
{
    struct track_set before = *s;
    uint32_t change = 0;
    for (int y = 0; y < TRACK_ROWS; y++) {
        uint32_t row = before.row[y], up = y > 0 ? before.row[y - 1] : 0;
        uint32_t down = y + 1 < TRACK_ROWS ? before.row[y + 1] : 0;
        s->row[y] |= (row << 1 | row >> 1 | up | down) & open->row[y];
        change |= s->row[y] ^ row;
    }
    return change != 0;
}

/* ---- the field ---- */

static void fill_field(struct track *t, const struct belief *b, const struct kit_map *m)
{
    t->inside = t->open = t->items = (struct track_set){0};
    for (int y = 0; y <= b->bottom - b->top; y++)
        for (int x = 0; x <= b->right - b->left; x++) {
            int cell = belief_cell(b, m, (b->top + y) * KIT_SIDE + b->left + x);
            add(&t->inside, x, y);
            if (cell != KIT_BLOCK) add(&t->open, x, y);
            if (cell == KIT_ITEM) add(&t->items, x, y);
        }
}

static int place_of(const struct track *t, int x, int y)
{
    return (t->top + y) * KIT_SIDE + t->left + x;
}

/* ---- one guess ---- */

static void see_square(const struct track *t, struct track_guess *g)
{
    for (int y = g->y - 1; y <= g->y + 1; y++)
        for (int x = g->x - 1; x <= g->x + 1; x++)
            if (has(&t->inside, x, y)) add(&g->known, x, y);
}

static int count_unknown(const struct track *t, const struct track_guess *g, int direction)
{
    int count = 0;
    for (int i = 1; i <= CHASER_VIEW; i++) {
        int x = g->x + i * step_x[direction], y = g->y + i * step_y[direction];
        count += has(&t->inside, x, y) && !has(&g->known, x, y);
    }
    return count;
}

static void see_line(const struct track *t, struct track_guess *g, int direction)
{
    for (int i = 1; i <= CHASER_VIEW; i++) {
        int x = g->x + i * step_x[direction], y = g->y + i * step_y[direction];
        if (has(&t->inside, x, y)) add(&g->known, x, y);
    }
}

/* Searches along the line that shows most; false when that is little. */
static bool search(const struct track *t, struct track_guess *g)
{
    int most = WORTH_A_SEARCH - 1, best = -1;
    for (int direction = 0; direction < 4; direction++) {
        int count = count_unknown(t, g, direction);
        if (count <= most) continue;
        most = count;
        best = direction;
    }
    if (best >= 0) see_line(t, g, best);
    return best >= 0;
}

/* The first steps of the shortest ways into a set; 0: there is none. */
static unsigned steps_to(struct track_set reach, const struct track_guess *g,
                         const struct track_set *open)
{
    for (int y = 0; y < TRACK_ROWS; y++) reach.row[y] &= open->row[y];
    for (int n = 0; n < REACH; n++) {
        unsigned sides = sides_in(&reach, g->x, g->y);
        if (sides) return sides;
        if (!widen(&reach, open)) return 0;
    }
    return 0;
}

/* The items it knows of; false: none. */
static bool known_items(const struct track *t, const struct track_guess *g, struct track_set *out)
{
    uint32_t any = 0;
    for (int y = 0; y < TRACK_ROWS; y++)
        any |= out->row[y] = t->items.row[y] & g->known.row[y] & ~g->taken.row[y];
    return any != 0;
}

/* Towards an item it knows of, or else to where the unknown begins, which it takes to be open. */
static unsigned wanted_steps(const struct track *t, const struct track_guess *g)
{
    struct track_set open, items, unknown;
    known_items(t, g, &items);
    for (int y = 0; y < TRACK_ROWS; y++) {
        unknown.row[y] = t->inside.row[y] & ~g->known.row[y];
        open.row[y] = (t->open.row[y] & ~g->blocks.row[y]) | unknown.row[y];
    }
    unsigned steps = steps_to(items, g, &open);
    return steps ? steps : steps_to(unknown, g, &open);
}

static unsigned possible_steps(const struct track *t, const struct track_guess *g)
{
    struct track_set open;
    for (int y = 0; y < TRACK_ROWS; y++) open.row[y] = t->open.row[y] & ~g->blocks.row[y];
    return sides_in(&open, g->x, g->y);
}

/* One of the directions in a set that is not empty. */
static int pick(unsigned set, struct rng *rng)
{
    int n = (int)rng_below(rng, (uint32_t)__builtin_popcount(set)), direction = 0;
    while (!(set >> direction & 1) || n-- > 0) direction++;
    return direction;
}

static void walk(const struct track *t, struct track_guess *g, int direction)
{
    int x = g->x + step_x[direction], y = g->y + step_y[direction];
    if (has(&t->items, x, y) && !has(&g->taken, x, y)) {
        add(&g->taken, x, y);
        add(&g->blocks, g->x, g->y);
    }
    g->x = x;
    g->y = y;
    see_square(t, g);
}

static void act(struct track *t, struct track_guess *g)
{
    int mood = (int)rng_below(&t->rng, 100);
    struct track_set items;
    see_square(t, g);
    if (mood < WAITS) return;
    if (!known_items(t, g, &items) && search(t, g)) return;
    unsigned can = possible_steps(t, g);
    unsigned wants = mood < WAITS + STRAYS ? 0 : can & wanted_steps(t, g);
    if (can) walk(t, g, pick(wants ? wants : can, &t->rng));
}

/* ---- all guesses ---- */

static void act_all(struct track *t)
{
    for (int i = 0; i < TRACK_GUESSES; i++) act(t, &t->guess[i]);
}

/* From where the opponent was seen last, or from its start. */
static void start(struct track *t, const struct belief *b, const struct kit_map *m)
{
    int from = m->other ? m->other : belief_mirror(b, KIT_START);
    int actions = m->other ? m->other_age : m->actions - 1;
    t->left = b->left;
    t->top = b->top;
    t->has_guesses = true;
    for (int i = 0; i < TRACK_GUESSES; i++)
        t->guess[i] =
            (struct track_guess){.x = from % KIT_SIDE - t->left, .y = from / KIT_SIDE - t->top};
    for (int i = 0; i < actions; i++) act_all(t);
}

/* Whether a message shows an item of this set as wanted: still there, or gone, and not by us. */
static bool shows(const struct track *t, const struct kit_map *m, int message, int y, uint32_t row,
                  bool is_there)
{
    for (; row; row &= row - 1) {
        int place = place_of(t, __builtin_ctz(row), y);
        if (m->seen_at[place] != message || place == m->at) continue;
        if ((m->cell[place] == KIT_ITEM) == is_there) return true;
    }
    return false;
}

/* Whether a message speaks against a guess; `had` are the items that were believed before. */
static bool is_refuted(struct track *t, const struct track_guess *g, const struct kit_map *m,
                       int message, const struct track_set *had)
{
    if (m->seen_at[place_of(t, g->x, g->y)] == message) return true;
    for (int y = 0; y < TRACK_ROWS; y++) {
        if (shows(t, m, message, y, g->taken.row[y], true)) return true;
        if (shows(t, m, message, y, had->row[y] & ~g->taken.row[y], false) &&
            (int)rng_below(&t->rng, 100) >= DOUBT)
            return true;
    }
    return false;
}

/* Puts others in the place of guesses that are refuted; false when all are. */
static bool sift(struct track *t, const struct kit_map *m, int message, const struct track_set *had)
{
    int kept[TRACK_GUESSES], lost[TRACK_GUESSES], kept_count = 0, lost_count = 0;
    for (int i = 0; i < TRACK_GUESSES; i++) {
        if (is_refuted(t, &t->guess[i], m, message, had))
            lost[lost_count++] = i;
        else
            kept[kept_count++] = i;
    }
    for (int i = 0; i < lost_count && kept_count > 0; i++)
        t->guess[lost[i]] = t->guess[kept[rng_below(&t->rng, (uint32_t)kept_count)]];
    return kept_count > 0;
}

static void meet(struct track *t, const struct kit_map *m)
{
    for (int i = 0; i < TRACK_GUESSES; i++) {
        t->guess[i].x = m->other % KIT_SIDE - t->left;
        t->guess[i].y = m->other / KIT_SIDE - t->top;
    }
}

/* A message has shown where the opponent is, or where it is not. */
static void look(struct track *t, const struct belief *b, const struct kit_map *m, int message,
                 const struct track_set *had)
{
    static const struct track_set none;
    if (!t->has_guesses) return;
    if (m->other != 0 && m->other_at == message) {
        meet(t, m);
        return;
    }
    if (sift(t, m, message, had)) return;
    start(t, b, m);
    t->has_guesses = sift(t, m, message, &none);
}

static void update_guesses(struct track *t, const struct belief *b, const struct kit_map *m)
{
    struct track_set had = t->items;
    bool is_new = !t->has_guesses || t->left != b->left || t->top != b->top;
    fill_field(t, b, m);
    if (is_new) {
        start(t, b, m);
        had = (struct track_set){0};
    } else {
        look(t, b, m, m->messages - 1, &had); /* the answer to our last action */
        if (t->has_guesses) act_all(t);
    }
    look(t, b, m, m->messages, &had);
}

static void count(struct track *t, const struct belief *b, const struct kit_map *m)
{
    memset(t->chance, 0, sizeof t->chance);
    if (m->other != 0 && m->other_age == 0)
        t->chance[m->other] = BELIEF_WHOLE;
    else if (t->has_guesses)
        for (int i = 0; i < TRACK_GUESSES; i++)
            t->chance[place_of(t, t->guess[i].x, t->guess[i].y)] += ONE_GUESS;
    for (int place = 0; place < KIT_PLACES; place++)
        t->chance[place] = (int32_t)(((int64_t)t->chance[place] * GUESSES_SHARE +
                                      (int64_t)b->chance[place] * (100 - GUESSES_SHARE)) /
                                     100);
}

void track_update(struct track *t, const struct belief *b, const struct kit_map *m)
{
    if (b->is_sure)
        update_guesses(t, b, m);
    else
        t->has_guesses = false;
    count(t, b, m);
}
